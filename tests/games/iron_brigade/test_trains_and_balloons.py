"""Trains and units that ride on them; balloons (XVI, XVII)."""

from collections.abc import Sequence
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.terrain import read_table
from ironclad.domain.games.iron_brigade.position.orders import FireOrder, Go, MoveOrder
from ironclad.domain.games.iron_brigade.position.scenery import scenery_of
from ironclad.domain.games.iron_brigade.position.state import NEVER, Position
from ironclad.domain.games.iron_brigade.position.units import Deeds, FireTaken
from ironclad.domain.games.iron_brigade.position.works import Job, Work
from ironclad.domain.games.iron_brigade.rules.between import sees
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c16_balloons.flying import fly
from ironclad.domain.games.iron_brigade.rules.c17_trains.events import TrainRan
from ironclad.domain.games.iron_brigade.rules.c17_trains.riding import run_trains, travel
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import muster_of, set_up, unit_of
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import loss_points
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit

TRACK = {
    "id": "track", "kind": "railroad", "width": 100, "line": [[0, 1000], [6000, 1000]],
    "polygon": [[0, 950], [6000, 950], [6000, 1050], [0, 1050]],
}  # fmt: skip


def train(*riders: dict[str, Any], speed: int = 0, head: int = 2000, cars: int = 3) -> Position:
    """A train u9 with some units aboard, on a track from west to east."""
    position = battle(terrain=[TRACK])
    data = {
        "id": "u9", "name": "train", "side": "union", "number": 9, "type": "train", "cars": cars,
        "track": "track", "head": head, "speed": speed, "direction": "forward",
    }  # fmt: skip
    position.muster["u9"] = muster_of(data)
    position.units["u9"] = unit_of(data, position.scenery)
    for each in riders:
        position.muster[each["id"]], position.units[each["id"]] = muster_of(each), unit_of(each)
        position.aboard[each["id"]], position.arrivals[each["id"]] = "u9", NEVER
    position.deeds = {id: Deeds(men=found.men) for id, found in position.units.items()}
    return position


def ordered(position: Position, id: str, order: MoveOrder) -> Position:
    planned(position, id, order)
    position.revealed = {id: order}
    return position


def ran(position: Position, speed: int | None) -> tuple[TrainRan, Position]:
    if speed is not None:
        position = ordered(position, "u9", MoveOrder("run", speed=speed))
    play, _ = resolving(position)
    run_trains(play)
    (event,) = of(play.events, TrainRan)
    return event, play.position


@pytest.mark.rule("XVII.B/1")
def test_a_train_changes_speed_by_eighty_inches_and_stops_within_forty() -> None:
    event, after = ran(train(), 3000)
    assert (event.head, event.speed) == (5000, 3000)
    assert after.units["u9"].body.centre_of(0) == (4850, 1000)
    event, _ = ran(train(speed=12_000), 0)
    assert (event.head, event.speed) == (6000, 0), "40 inches, to the end of the track"
    assert ran(train(speed=3000, head=1500), 0)[0].head == 4500
    assert ran(train(speed=12_001, head=1500), None)[0].head == 1500 + 4001, "without an order it brakes"
    for speed, order in ((0, 8001), (12_001, 0), (20_000, 26_401), (9000, 900)):
        with pytest.raises(Refused) as refused:
            planned(train(speed=speed), "u9", MoveOrder("run", speed=order))
        assert refused.value.rule == "XVII.B/1"
    event, _ = ran(train(speed=8000), 8000)
    assert (event.head, event.speed) == (6000, 0), "a train never leaves the track"


@pytest.mark.rule("XVII.B/2")
@pytest.mark.parametrize(("option", "men", "state"), [("no", 6, "disorganized"), ("yes", 12, "good")])
def test_torn_track_wrecks_a_train(option: str, men: int, state: str) -> None:
    position = train(unit("u1", (0, 0), men=12), speed=3000)
    position.works["torn"] = Work("torn_track", "union", ((3000, 1000), (3200, 1000)), 28, "track")
    position.options = {"train_halts_before_torn_track": option}
    event, after = ran(position, 3000)
    assert (event.head, event.speed, event.torn, event.wrecked) == (3000, 0, "torn", option == "no")
    assert (after.units["u1"].men, after.units["u1"].state) == (men, state)


def travelled(position: Position, id: str, order: MoveOrder, turns: int) -> Position:
    """The position after so many turns of getting on or off."""
    position = ordered(position, id, order)
    play, _ = resolving(position)
    for _ in range(turns):
        travel(play)
        agenda = play.position.agenda
        play.position.agenda = agenda.__class__(turn=agenda.turn + 1)
        play.position.__dict__.clear()
    return play.position


@pytest.mark.rule("XVII.A/1", "XVII.A/2", "XVII.A/3", "III.G/11")
@pytest.mark.parametrize(
    ("facts", "turns", "disorder"),
    [
        ({"men": 12}, 3, 1),
        ({"type": "cavalry", "men": 4}, 5, 2),
        ({"type": "cavalry", "men": 4, "mounted": False}, 3, 1),
        ({"type": "battery", "formation": "limbered", "loaded": False}, 7, 2),
    ],
)
def test_getting_off_a_train(facts: dict[str, Any], turns: int, disorder: int) -> None:
    off = MoveOrder("load", job=Job("unload", "u1"))
    position = train(unit("u1", (0, 0), **facts))
    waiting = travelled(position.copy(), "u9", off, turns - disorder - 1)
    assert waiting.aboard == {"u1": "u9"}
    down = travelled(position.copy(), "u9", off, turns - disorder)
    assert (down.aboard, "u1" in down.arrivals, down.units["u1"].state) == ({}, False, "disorganized")
    with pytest.raises(Refused) as refused:
        planned(down, "u1", MoveOrder("stand_up"))
    assert refused.value.rule == "XVII.A/1", "still unloading"
    last = travelled(position.copy(), "u9", off, turns - 1)
    assert last.units["u1"].state == "disorganized"
    assert travelled(position, "u9", off, turns).units["u1"].state == "good"


@pytest.mark.rule("XVII.A/1", "XVII.A/3", "III.G/11")
def test_getting_on_a_train() -> None:
    on = MoveOrder("load", job=Job("board", "u9"))
    position = train()
    data = unit("u1", (1900, 850), 0, men=12)
    position.muster["u1"], position.units["u1"] = muster_of(data), unit_of(data)
    position.deeds["u1"] = Deeds(men=12)
    assert travelled(position.copy(), "u1", on, 2).aboard == {}
    assert travelled(position.copy(), "u1", on, 3).aboard == {"u1": "u9"}
    for wrong in (
        changed(position.copy(), "u9", speed=100),
        changed(position.copy(), "u1", at=(1900, 700)),
        changed(position.copy(), "u1", state="disorganized"),
    ):
        with pytest.raises(Refused):
            planned(wrong, "u1", on)
    short = train(cars=2)
    short.muster["u1"], short.units["u1"], short.deeds["u1"] = muster_of(data), unit_of(data), Deeds(men=12)
    with pytest.raises(Refused) as refused:
        planned(short, "u1", on)
    assert refused.value.rule == "XVII.A/1", "a car holds one stand"


@pytest.mark.rule("S/32")
def test_brandy_station_has_its_train_and_its_riders() -> None:
    position = set_up("brandy_station")
    assert position.aboard == {"nc_det": "train"}
    assert position.arrivals["train"] == 14
    assert len(position.units["train"].stands) == 3
    del position.units["train"]
    assert loss_points(position, "train") == 6


# -- balloons


def balloon(**facts: Any) -> Position:
    stand = unit("u9", (3000, 1000), type="balloon", men=4)
    return battle(stand, unit("c1", (3000, 3000), 180), **facts)


def flown(position: Position, orders: Sequence[str]) -> Position:
    """The position after the turns of these orders ("" for none)."""
    play, _ = resolving(position)
    for action in orders:
        if action:
            planned(play.position, "u9", MoveOrder(action))  # type: ignore[arg-type]
        play.position.revealed = {"u9": MoveOrder(action)} if action else {}  # type: ignore[arg-type]
        fly(play)
        agenda = play.position.agenda
        play.position.agenda = agenda.__class__(turn=agenda.turn + 1)
        play.position.__dict__.clear()
    return play.position


@pytest.mark.rule("XVI.B/1", "XVI.C/1", "XVI.A/1")
def test_a_balloon_rises_in_four_turns() -> None:
    rising = flown(balloon(), ["raise", "", ""])
    assert rising.units["u9"].height == "rising"
    up = flown(rising, [""])
    assert up.units["u9"].height == "up"
    assert up.units["u9"].men == 4
    assert flown(up.copy(), ["lower", "", "", ""]).units["u9"].height == "down"
    with pytest.raises(Refused) as refused:
        planned(up, "u9", MoveOrder("march", (Go(0, 100),)))
    assert refused.value.rule == "XVI.C/1"
    planned(balloon(), "u9", MoveOrder("march", (Go(0, 1000),)))
    with pytest.raises(Refused) as refused:
        planned(up, "u9", MoveOrder("raise"))
    assert refused.value.rule == "XVI.B/1"


@pytest.mark.rule("XVI.B/1")
def test_a_balloon_that_is_fired_at_comes_down() -> None:
    taken = (FireTaken("c1", False, "front", "none", 0),)
    up = changed(balloon(), "u9", height="up", deeds={"taken": taken})
    after = flown(up, [""])
    assert (after.units["u9"].height, after.units["u9"].until) == ("sinking", 5)
    check_fire(balloon(), "confederate", "c1", FireOrder("u9"))


@pytest.mark.rule("XVI.C/2")
@pytest.mark.parametrize("weather", ["fog", "rain", "very rainy"])
def test_no_balloon_is_up_in_bad_weather(weather: str) -> None:
    with pytest.raises(Refused) as refused:
        planned(balloon(weather=weather), "u9", MoveOrder("raise"))
    assert refused.value.rule == "XVI.C/2"
    after = flown(changed(balloon(weather=weather), "u9", height="up"), [""])
    assert after.units["u9"].height == "sinking"


@pytest.mark.rule("XVI.A/2")
def test_a_balloon_that_is_up_sees_over_all_terrain() -> None:
    house = {
        "id": "h", "kind": "building", "material": "stone", "storeys": 10, "size": "standard",
        "cover": "hard",
        "points": 60, "polygon": [[1000, 1500], [5000, 1500], [5000, 1600], [1000, 1600]],
    }  # fmt: skip
    position = balloon()
    position.scenery = scenery_of(read_table({"width": 6000, "height": 4800}, [house]))
    assert not sees(position, "u9", "c1")
    up = changed(position.copy(), "u9", height="up")
    assert sees(up, "u9", "c1")
    near = up.copy()
    near.visibility = 1999
    near.__dict__.clear()
    assert not sees(near, "u9", "c1"), "its look is from the front edge, 20 inches away"
    near.visibility = 2000
    near.__dict__.clear()
    assert sees(near, "u9", "c1")
