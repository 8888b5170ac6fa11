"""Money, purchases and placement of From Bull Run to Appomattox (chapters 8, 9, 10, 14, 16, 18)."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.charts import counter_mix, set_up
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import zones
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
    Purchase,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    BeginGame,
    GiveAttritionOrder,
    GivePlacementOrder,
    GivePreparationOrder,
    PassActivation,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import upkeep
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import blockaded
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.pool import left_in_pool
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.prices import prices
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import victory_points
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for
from tests.games.bull_run_to_appomattox.playing import start, walked, written

SEEDS = (1, 2, 3)
SEAL = GameSeal(game_key(b"m" * 32, "game"), RULESET.sight.padded_to)
LAND = ("infantry", "cavalry", "artillery")


def answered(position: Position, answers: list[tuple[str, Command]]) -> tuple[Position, list[Event]]:
    """A position after these commands, with the events; the same dice each time."""
    dice, events = SeededDice("economy"), []
    for seat, command in answers:
        due = next(each for each in RULESET.rules.due(position) if each.seat == seat)
        found, position = decider.execute(RULESET, position, seat, command, dice, due.id)
        events += found
    return position, events


def prepared() -> Position:
    return answered(start(), [("north", BeginGame())])[0]


def seen_by(seat: str | None, events: list[Event]) -> list[tuple[str, bytes]]:
    """The events as they are stored and opened for a reader, without what is sealed."""
    found = []
    for version, event in enumerate(events, 1):
        topic, body = RULESET.storage.events.encode(SEAL.sealed("game/main", version, event, {}))
        row = ("game/main", version, topic, body, 1)
        read = RULESET.storage.events.decode(topic, body_for(SEAL, row, seat))
        found.append((topic, canonical(_bare(read))))
    return found


def _bare(event: Event) -> Any:
    """An event whose sealed values say only that they are there: their digests differ in any case."""
    changed = {
        name: type(value)(value.seats, value.value)
        for name in event.__struct_fields__
        if hasattr(value := getattr(event, name), "sealed")
    }
    return type(event)(**{name: getattr(event, name) for name in event.__struct_fields__} | changed)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_side_owes_money_or_has_more_than_its_counters(seed: int) -> None:
    """9.2/8, 10/5: through random play revenue is never negative and the counter mix holds."""
    for step in walked(seed):
        position = step.after
        for side in SIDES:
            assert position.revenue[side] >= 0
            held = [position.units_of(hq) for hq in position.hqs_of(side)]
            held += position.leaderless[side].values()
            if all(units.known for units in held):
                for unit in LAND:
                    assert sum(getattr(units, unit) for units in held) <= counter_mix()[side][unit]
            for kind in ("sail", "steam", "ironclad", "gunboat"):
                fleets = [each for each in position.fleets.values() if (each.side, each.kind) == (side, kind)]
                assert len(fleets) <= counter_mix()[side][kind]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Purchase(infantry=4), Purchase(cavalry=3)),
        (Purchase(infantry=1, artillery=1), Purchase(cavalry=2)),
        (Purchase(infantry=4), Purchase(raider=True, fleets={"steam": 1})),
        (Purchase(cavalry=1), Purchase(raider=True)),
    ],
)
def test_the_enemy_sees_nothing_of_what_is_bought(one: Purchase, other: Purchase) -> None:
    """6.4/18, 6.4/22: two orders of the same cost are the same events to the enemy and to an onlooker."""
    begun = prepared()
    told: list[Any] = []
    for buy in (one, other):
        order = GivePreparationOrder(order=PreparationOrder(buy=buy))
        south = GivePreparationOrder(order=PreparationOrder())
        after, events = answered(begun, [("north", order), ("south", south)])
        shown = written(RULESET.sight.see(after, "south"))
        told.append((shown, [seen_by(reader, events) for reader in ("south", None)]))
    assert told[0] == told[1]


def placing() -> Position:
    """The campaign in its first placement, with 6 infantry CP that wait."""
    buy = PreparationOrder(buy=Purchase(infantry=6))
    answers: list[tuple[str, Command]] = [
        ("north", GivePreparationOrder(order=buy)),
        ("south", GivePreparationOrder(order=PreparationOrder())),
    ]
    position, _ = answered(prepared(), answers)
    first = position.taking
    second = "south" if first == "north" else "north"
    return answered(position, [(first, PassActivation()), (second, PassActivation())])[0]


def test_the_enemy_sees_nothing_of_which_army_gets_new_units() -> None:
    """6.4/18: placing with one HQ or another, or not at all, is the same to the enemy."""
    ready, told = placing(), []
    for units in ({"grant": Units(6)}, {"buell": Units(2), "banks": Units(4)}, {}):
        answers: list[tuple[str, Command]] = [
            ("north", GivePlacementOrder(order=PlacementOrder(units=units))),
            ("south", GivePlacementOrder(order=PlacementOrder())),
        ]
        after, events = answered(ready, answers)
        told.append(seen_by("south", events))
        assert left_in_pool(after, "north")["infantry"] == left_in_pool(ready, "north")["infantry"]
    assert told[0] == told[1] == told[2]


def test_the_enemy_sees_nothing_of_which_army_pays_for_the_winter() -> None:
    """7.5/11: losses that armies take are the same to the enemy wherever they fall."""
    winter, told = placing(), []
    winter.agenda = type(winter.agenda)(winter.agenda.layers, winter.agenda.opened, 5, winter.agenda.step)
    empty = PlacementOrder()
    answers: list[tuple[str, Command]] = [
        ("north", GivePlacementOrder(order=empty)),
        ("south", GivePlacementOrder(order=empty)),
    ]
    rolled, _ = answered(winter, answers)
    due = rolled.attrition["north"]
    assert due >= 2
    for losses in ({"mcdowell": Units(due)}, {"mcdowell": Units(due - 1), "buell": Units(0, 1)}):
        north = GiveAttritionOrder(order=AttritionOrder(losses))
        _, events = answered(rolled, [("north", north)])
        told.append(seen_by("south", events))
    assert told[0] == told[1]


@pytest.mark.parametrize("kind", ["preparation", "placement"])
@pytest.mark.parametrize("seed", SEEDS)
def test_sampled_orders_are_legal(kind: str, seed: int) -> None:
    """A quick random order passes its check, whatever waits and whatever money there is."""
    random, tried = Random(seed), 0
    for step in walked(seed):
        if step.due.kind == kind:
            command = RULESET.rules.handlers.samplers[kind](step.before, step.due, random)
            assert decider.is_legal(RULESET, step.before, step.seat, command, step.due.id), command
            tried += 1
    assert tried >= 3


def test_prices_never_fall_under_one() -> None:
    """10/2."""
    position = start()
    position.technology = ("industry", "shipyards")
    for turn in range(1, 27):
        position.agenda = type(position.agenda)(turn=turn)
        found = prices(position, "north")
        assert min(found[unit] for unit in LAND) >= 1
        assert found["infantry"] == (1 if turn >= 8 else 2)
        assert prices(position, "south")["infantry"] == 3


def test_the_blockade_stops_at_seven() -> None:
    """9.3/1: fleets in every sea zone."""
    position = start()
    fleet = position.fleets["north_sail1"]
    for number in range(1, 10):
        position.fleets[f"north_sail{number}"] = fleet.with_(place=f"S{number}")
    assert blockaded(position) == ("S2", "S3", "S4", "S5", "S7", "S8", "S9")


def test_the_set_up_begins_with_nineteen_against_seventeen_cp() -> None:
    """16/1, 16/2: maintenance of turn 1, fleets included."""
    begun = prepared()
    assert sum(upkeep(begun, "north").values()) == 19 + 3
    assert sum(upkeep(begun, "south").values()) == 17 + 1
    assert [victory_points(begun, side) for side in SIDES] == [0, 0]
    assert {army["hq"] for army in set_up("introductory")["armies"]} < set(begun.hqs)


def test_the_sites_of_the_book() -> None:
    """18/4: nineteen sites, by their printed numbers."""
    sites = {zone.site: zone.id for zone in zones().values() if zone.site}
    east = ["GET", "C", "CHV", "APP", "DFR", "COH", "PET", "WIL", "YOR"]
    west = ["PER", "FHD", "CHK", "CHA", "ATL", "SAV", "VIC", "NOL", "MEM", "MDZ"]
    assert [sites[number] for number in range(1, 20)] == [*east, *west]
    assert board().edges["MDZ-A"].rail
    assert board().edges["MDZ-A"].river == "bridge"
