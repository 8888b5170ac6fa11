"""Options of the clauses, each both ways."""

from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.charts import guns
from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.options import OPTIONS
from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan, Go, MoveOrder
from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.rules.between import sees
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c05_artillery import fire as artillery
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.answering import spent
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import BarrageFired, VolleyFired
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import has_flank
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import ChargeRolled
from ironclad.domain.games.iron_brigade.rules.c08_charge.rolling import roll_charge
from ironclad.domain.games.iron_brigade.rules.c09_melee.points import each_man, factors, officer_points
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import morale_items
from ironclad.domain.games.iron_brigade.rules.troops import Quality
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit

BOTH = pytest.mark.parametrize("chosen", ["no", "yes"])


def with_option(position: Position, name: str, chosen: str) -> Position:
    position.options = {name: chosen}
    return position


def test_each_option_names_its_clause() -> None:
    clauses = {each.id for each in read_clauses("ironclad.domain.games.iron_brigade")}
    assert {each.clause for each in OPTIONS.values()} <= clauses
    assert len(OPTIONS) > 15


@BOTH
@pytest.mark.rule("III/4")
def test_disorganized_may_advance(chosen: str) -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 3000), 180))
    position = with_option(changed(position, "u1", state="disorganized"), "disorganized_may_advance", chosen)
    order = MoveOrder("march", (Go(0, 100),))
    if chosen == "yes":
        planned(position, "u1", order)
        return
    with pytest.raises(Refused) as refused:
        planned(position, "u1", order)
    assert refused.value.rule == "III/4"


@BOTH
@pytest.mark.rule("VI.B/3")
def test_skirmishers_have_flanks(chosen: str) -> None:
    position = battle(unit("u1", (3000, 1000), men=12, formation="skirmish"))
    assert has_flank(with_option(position, "skirmishers_have_flanks", chosen), "u1") == (chosen == "yes")


def barrage(position: Position, dice: tuple[int, ...]) -> Any:
    position.fires = {"union": FirePlan({"u1": FireOrder(sections={"c1": 1})})}
    play, _ = resolving(position, dice)
    assert fire_all(play)
    (fire,) = of(play.events, BarrageFired)
    return fire.batteries[0]


@BOTH
@pytest.mark.rule("V.B/4")
def test_printed_half_for_ranks(chosen: str) -> None:
    """A column of three stands is three ranks: 13 of a Napoleon become 19.5, or 6.5 as printed."""
    target = unit("c1", (3000, 2000), 180, men=12, formation="column")
    position = battle(unit("u1", (3000, 1000), type="battery"), target)
    fire = barrage(with_option(position, "printed_half_for_3_4_ranks", chosen), (20,))
    assert fire.product == ("13/2" if chosen == "yes" else "39/2")


@BOTH
@pytest.mark.rule("V.E/12")
def test_ordnance_rifle_at_the_first_foot(chosen: str) -> None:
    rifles = unit("u1", (3000, 1000), type="battery", gun="ordnance_3in")
    position = battle(rifles, unit("c1", (3000, 2000), 180))
    fire = barrage(with_option(position, "ordnance_rifle_12_at_first_foot", chosen), (20,))
    assert fire.chart == (12 if chosen == "yes" else 7)


@BOTH
@pytest.mark.rule("G/48")
def test_ranks_count_from_flank(chosen: str) -> None:
    """A column in the flank: 2 times, and 1.5 times for the depth of four stands beside each other."""
    target = artillery.Target(ranks=3, flank=True, deep_flank=chosen == "yes")
    found = artillery.multipliers(artillery.Battery(guns()["napoleon_12"], 1, Quality("regular")), target)
    assert [each.amount for each in found] == ([2, Fraction(3, 2)] if chosen == "yes" else [2])
    line = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1700), 90, men=24, formation="open"))
    line = with_option(line, "ranks_count_from_flank", chosen)
    line.fires = {"union": FirePlan({"u1": FireOrder("c1")})}
    play, _ = resolving(line, (10,))
    assert fire_all(play)
    (volley,) = of(play.events, VolleyFired)
    assert volley.side == "flank"


def melee(rounds: int = 0, **facts: Any) -> Position:
    position = battle(unit("u1", (3000, 1000), **facts), unit("c1", (3000, 1000), 180))
    position.contacts = (Contact("u1", "c1", "front", ("u1",), rounds),)
    return position


@BOTH
@pytest.mark.rule("IX.B/2")
def test_charge_factor_every_round(chosen: str) -> None:
    position = with_option(melee(rounds=1), "charge_factor_every_round", chosen)
    found = [each.rule for each in factors(position, "u1", ["c1"], position.contacts)]
    assert found == (["IX.B/2"] if chosen == "yes" else [])


@BOTH
@pytest.mark.rule("IX.B/4")
def test_printed_trench_on_defender(chosen: str) -> None:
    trench = {
        "id": "t",
        "kind": "work",
        "cover": "trench",
        "points": 100,
        "line": [[2000, 1050], [4000, 1050]],
    }
    position = battle(
        unit("u1", (3000, 1000)), unit("c1", (3000, 1070), 180, formation="open"), terrain=[trench]
    )
    position.contacts = (Contact("u1", "c1", "front", (), 1),)
    position = with_option(position, "printed_trench_on_defender", chosen)
    attacker = [each.rule for each in factors(position, "u1", ["c1"], position.contacts)]
    defender = [each.rule for each in factors(position, "c1", ["u1"], position.contacts)]
    assert (attacker, defender) == (([], ["IX.B/4"]) if chosen == "yes" else (["IX.B/4"], []))


@BOTH
@pytest.mark.rule("X.B/1")
def test_lancers_plus_one_in_all(chosen: str) -> None:
    position = melee(type="cavalry", marks=["lancers"], grade="elite", value=44)
    position = with_option(position, "lancers_plus_one_in_all", chosen)
    assert (each_man(position, "u1"), officer_points(position, "u1")) == (
        (2, 1) if chosen == "yes" else (3, 0)
    )


@BOTH
@pytest.mark.rule("XX.B/1")
def test_night_minus_one_on_everything(chosen: str) -> None:
    position = with_option(
        battle(unit("u1", (3000, 1000)), night=True), "night_minus_one_on_everything", chosen
    )
    assert [each.amount for each in morale_items(position)] == [-1 if chosen == "yes" else -5]


@BOTH
@pytest.mark.rule("VIII.C/4")
def test_failed_charge_has_no_effect(chosen: str) -> None:
    """36 for a regular unit, 5 for its charge bonus at most, less 6 and 6: 24 or more hold; with a value of
    32 and 12 off for dice 20 are a disorganized unit.
    """
    position = battle(unit("u1", (3000, 1000), value=32), unit("c1", (3000, 1150), 180))
    position = with_option(position, "failed_charge_has_no_effect", chosen)
    play, _ = resolving(position, (6, 1, 6, 6))
    result = roll_charge(play, "u1", {"u1": "c1"}, 0)
    (rolled,) = of(play.events, ChargeRolled)
    assert rolled.total <= 20
    assert result == rolled.result == ("holds" if chosen == "yes" else "disorganized")


@BOTH
@pytest.mark.rule("VI.K/1")
def test_heads_down_sees(chosen: str) -> None:
    near, far = battle(*_pair(1600)), battle(*_pair(1601))
    for position, seen in ((near, True), (far, chosen == "yes")):
        low = with_option(changed(position, "u1", posture="heads_down"), "heads_down_sees", chosen)
        assert sees(low, "u1", "c1") == seen


def _pair(y: int) -> tuple[dict[str, Any], dict[str, Any]]:
    return unit("u1", (3000, 1000), formation="open"), unit("c1", (3000, y), 180, formation="open")


@BOTH
@pytest.mark.rule("VII.D/2")
def test_fatigue_only_consecutive(chosen: str) -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180))
    tired = changed(position, "u1", fired_turns=8, streak=7)
    found = [each.rule for each in items_of(with_option(tired, "fatigue_only_consecutive", chosen), "u1")]
    assert ("VII.D/2" in found) == (chosen == "no")
    assert spent(position.units["u1"], 4).streak == 1
    assert spent(changed(position, "u1", fired_in=3).units["u1"], 4).streak == 8


@pytest.mark.rule("S/30", "XXVIII/6")
@pytest.mark.parametrize(
    ("scenario", "options", "basic"),
    [
        ("first_shots", {}, True),
        ("first_shots", {"basic": "no"}, False),
        ("mcphersons_ridge", {}, False),
        ("mcphersons_ridge", {"basic": "yes"}, True),
    ],
)
def test_a_scenario_for_learning_is_of_the_first_chapters(
    scenario: str, options: dict[str, str], basic: bool
) -> None:
    position = RULESET.rules.initial(RULESET.rules.begin(scenario, options, None, ""))
    assert position.plays("basic") == basic
