"""Sealed set-ups (S/26), the weather of the day (XXIII.C), and night (XX)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.orders import Go, MoveOrder, Placing, Spot, WheelBy
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c04_small_arms.fire import Loss
from ironclad.domain.games.iron_brigade.rules.c05_artillery.fire import Casualties
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import NightFell, WeatherRolled
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import fall_of_night
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import PlaceUnits, UnitsPlaced
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import points
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from tests.games.iron_brigade.battles import battle, give, of, resolving, unit


def mill(**options: str) -> Position:
    return RULESET.rules.initial(RULESET.rules.begin("millers_mill", options, None, ""))


def placing(**spots: tuple[tuple[int, int], int, str]) -> PlaceUnits:
    return PlaceUnits(plan=Placing({id: Spot(*spot) for id, spot in spots.items()}))


@pytest.mark.rule("S/18", "S/26", "XXIII.C/1")
def test_both_set_up_and_then_the_weather_is_rolled() -> None:
    position = mill()
    assert [(due.seat, due.kind) for due in RULESET.rules.due(position)] == [
        ("union", "setup"),
        ("confederate", "setup"),
    ]
    union = ("union", placing(ny5=((1000, 1000), 90, "column")))
    _, sealed = give(position, union)
    assert sealed.units["ny5"].at == (900, 900), "nothing is moved before both have answered"
    assert RULESET.sight.see(sealed, "confederate").placings == {"union": None}
    assert RULESET.sight.see(sealed, "union").placings == {"union": union[1].plan}
    events, after = give(position, union, ("confederate", placing()), dice=[6, 4])
    assert of(events, UnitsPlaced)[0].units == {"ny5": Spot((1000, 1000), 90, "column")}
    assert of(events, WeatherRolled) == [WeatherRolled((6, 4), "hot", 28000)]
    assert (after.units["ny5"].at, after.weather) == ((1000, 1000), "hot")
    assert [due.kind for due in RULESET.rules.due(after)] == ["movement", "movement"]


@pytest.mark.rule("S/18", "XXIII.C/1", "XXIII.C/2")
@pytest.mark.parametrize(
    ("dice", "weather", "sight"),
    [
        ((1, 1), "rain", 1673),
        ((1, 2), "rain", 1673),
        ((6, 6), "very rainy", 1673),
        ((3, 4), "excellent", 35000),
    ],
)
def test_fog_counts_as_rain_at_the_mill(dice: tuple[int, int], weather: str, sight: int) -> None:
    _, after = give(mill(), ("union", placing()), ("confederate", placing()), dice=dice)
    assert (after.weather, after.visibility) == (weather, sight)


@pytest.mark.rule("XXVIII/6", "S/28")
def test_the_basic_game_has_good_weather() -> None:
    _, after = give(mill(basic="yes"), ("union", placing()), ("confederate", placing()))
    assert (after.weather, after.visibility) == ("good", 28000)


@pytest.mark.rule("S/26", "S/29")
@pytest.mark.parametrize(
    ("seat", "spots", "said"),
    [
        ("union", {"va4c": ((900, 900), 90, "column")}, "va4c: it is no unit of yours"),
        ("union", {"ny5": ((900, 900), 90, "wedge")}, "ny5: its formation is one of"),
        ("union", {"ny5": ((900, 900), 90, "close")}, "ny5: it sets up in one of column, limbered"),
        ("union", {"ny5": ((1790, 900), 90, "column")}, "ny5: its centre lies between x 200 and 1600"),
        ("union", {"ny5": ((2500, 900), 90, "column")}, "a stand is outside its side's zone"),
        ("union", {"ny5": ((900, 1500), 90, "column")}, "ny5 and ny14: their stands overlap"),
        ("union", {"ny5": ((-500, 900), 90, "column")}, "ny5: stand 1 is off the table"),
        ("union", {"ny5": ((10**30, 900), 90, "column")}, "ny5: its place is on the table"),
        ("union", {"ny5": ((900, 900), 360, "column")}, "ny5: its place is on the table"),
        ("confederate", {"va4c": ((4000, 2600), 270, "close")}, "va4c: it sets up on hill_1"),
        ("confederate", {"ga8": ((4300, 2400), 270, "column")}, "1 further regiment sets up on hill_1"),
    ],
)
def test_every_fault_of_a_set_up_is_named(seat: str, spots: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refused:
        decider.check(RULESET, mill(), seat, placing(**spots))
    assert refused.value.rule == "S/29"
    assert said in refused.value.reason


@pytest.mark.rule("S/29")
def test_several_faults_are_named_together() -> None:
    wrong = placing(ny5=((2500, 900), 90, "close"), ny14=((900, -900), 90, "column"))
    with pytest.raises(Refused) as refused:
        decider.check(RULESET, mill(), "union", wrong)
    for said in ("ny5: a stand is outside", "ny5: it sets up in one of", "ny14: stand 1 is off the table"):
        assert said in refused.value.reason


@pytest.mark.rule("S/27")
def test_a_unit_that_holds_holds_where_it_is_set_up() -> None:
    moved = placing(nc22=((5000, 3200), 270, "close"), ms11=((3900, 2300), 270, "open"))
    _, after = give(mill(), ("union", placing()), ("confederate", moved), dice=[3, 5])
    for id in ("nc22", "ms11"):
        order = after.units[id].order
        assert order is not None
        assert (order.kind, order.goal) == ("HOLD", after.units[id].body.centre)


@pytest.mark.rule("S/26")
def test_what_is_offered_for_a_set_up_is_legal() -> None:
    position = mill()
    for seat in RULESET.seats:
        offered = [command for _, command in decider.offers(RULESET, position, seat)]
        assert len(offered) > 10
        assert all(decider.is_legal(RULESET, position, seat, each) for each in offered)


@pytest.mark.rule("S/28", "S/36")
def test_a_bridge_that_is_gone_gives_no_points() -> None:
    position = mill()
    position.units["oh12"] = msgspec.structs.replace(position.units["oh12"], at=(2950, 3400))
    before = points(position)
    kept = tuple(each for each in position.scenery.terrain if each.id != "bridge")
    position.scenery = msgspec.structs.replace(position.scenery, terrain=kept)
    assert before["union"] - points(position)["union"] == 20


# -- weather and night


@pytest.mark.rule("XXIII.C/2", "XXIII.C/3")
@pytest.mark.parametrize(
    ("weather", "turn", "times"),
    [("good", 1, 1), ("rain", 1, 2), ("very rainy", 144, 2), ("very rainy", 145, 4), ("rain", 145, 2)],
)
def test_rain_halves_movement_and_mud_quarters_it(weather: str, turn: int, times: int) -> None:
    position = battle(unit("u1", (3000, 2000)), weather=weather)
    position.agenda = position.agenda.at(turn, 1)
    used = planned(position, "u1", MoveOrder("march", (Go(0, 150),))).used
    assert used == times * Fraction(150, 600)
    if times == 4:
        with pytest.raises(Refused, match="of its move"):
            planned(position, "u1", MoveOrder("march", (Go(0, 151),)))


@pytest.mark.rule("XX.C/1")
def test_a_turn_of_facing_costs_twice_at_night() -> None:
    wheel, ahead = MoveOrder("march", (WheelBy("left", 10),)), MoveOrder("march", (Go(0, 300),))
    day, night = (battle(unit("u1", (3000, 2000)), night=night) for night in (False, True))
    assert planned(night, "u1", wheel).used == 2 * planned(day, "u1", wheel).used
    assert planned(night, "u1", ahead).used == planned(day, "u1", ahead).used


@pytest.mark.rule("XX.B/1", "XXIII.C/3")
@pytest.mark.parametrize(
    ("facts", "amount"),
    [({}, 0), ({"weather": "cold"}, -5), ({"weather": "hot"}, -10), ({"weather": "hot", "night": True}, -15)],
)
def test_weather_and_night_shake_morale(facts: dict[str, Any], amount: int) -> None:
    plain = items_of(battle(unit("u1", (3000, 2000))), "u1")
    found = items_of(battle(unit("u1", (3000, 2000)), **facts), "u1")
    assert sum(each.amount for each in found) - sum(each.amount for each in plain) == amount


@pytest.mark.rule("XX.B/1", "IV.E/1", "V.C/2")
def test_a_die_kills_on_one_less_at_night() -> None:
    assert [Loss(2, 4).with_die(4, less) for less in (0, 1)] == [3, 2]
    assert Loss(2, 4).with_die(3, 1) == 3
    assert [Casualties(0, 7).with_die(7, less) for less in (0, 1)] == [1, 0]


@pytest.mark.rule("XX.A/1", "S/33")
@pytest.mark.parametrize(("die", "inches"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 10), (6, 10)])
def test_night_falls_once(die: int, inches: int) -> None:
    position = battle(unit("u1", (3000, 2000)), night_from=3)
    play, _ = resolving(position, [die])
    fall_of_night(play)
    assert play.events == [], "it is turn 1"
    position.agenda = position.agenda.at(3, 0)
    fall_of_night(play)
    fall_of_night(play)
    assert play.events == [NightFell(die, 100 * inches)]
    assert (position.night, position.visibility) == (True, 100 * inches)


@pytest.mark.rule("XXVIII/6")
def test_no_night_falls_in_the_basic_game() -> None:
    position = battle(unit("u1", (3000, 2000)), night_from=1, options={"basic": "yes"})
    play, _ = resolving(position)
    fall_of_night(play)
    assert play.events == []


@pytest.mark.rule("S/29")
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("weather", "snow", "weather: it is one of"),
        ("weather", "roll", "weather: it is one of"),
        ("weather_reads", {"fog": "snow"}, "weather_reads"),
        (
            "setups",
            {"union": {"centres": [[0, 0], [1, 1]], "musts": [{"inside": "moon"}]}},
            "moon is no area",
        ),
        ("setups", {"france": {"centres": [[0, 0], [1, 1]]}}, "setups: only the two sides"),
    ],
)
def test_positions_with_impossible_weather_or_set_ups(field: str, value: object, said: str) -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    document = msgspec.json.decode(msgspec.json.encode(RULESET.storage.to_document(position)))
    document[field] = value
    with pytest.raises(Unreadable, match=said):
        RULESET.storage.from_document(document)
