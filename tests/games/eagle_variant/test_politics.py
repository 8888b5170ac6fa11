"""Chances that facts state, by every fall of the dice; and position documents that contradict themselves."""

from itertools import product
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement
from ironclad.domain.games.eagle_variant.rules.c09_production.income import shares_of, sum_of
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareConscription,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.election import modifiers
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import RiotsRolled, SupportSought
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import ScriptedDice

POLITICS = {"political_initiative": "on"}


def given(options: dict[str, str], **document: Any) -> Any:
    """The empty map with fields changed."""
    base = RULESET.storage.to_document(RULESET.rules.initial(RULESET.rules.begin("empty_map", options, None)))
    return RULESET.rules.initial(RULESET.rules.begin("empty_map", options, {**base, **document}))


def infantry(**places: int) -> dict[str, Any]:
    """USA infantry by space."""
    spaces = [space for space, count in places.items() for _ in range(count)]
    return {
        "units": {
            f"usa_infantry_{number}": {"nation": "usa", "kind": "infantry", "space": space}
            for number, space in enumerate(spaces, 1)
        },
        "made": {"usa_infantry": len(spaces)},
    }


@pytest.mark.rule("seek-support-or-intervention/2", "seek-support-or-intervention/3")
@pytest.mark.parametrize(("rating", "supports", "wars"), [(8, 12, 3), (5, 15, 15), (12, 1, 0), (13, 0, 0)])
def test_the_chances_of_support_and_intervention(rating: int, supports: int, wars: int) -> None:
    """At 8: support on 8, 9, 10 in 12 of 36 falls, war on 11 and 12 in 3 of 36."""
    position = given(POLITICS, agenda={"turn": 4, "step": 2}, politics={"rating": rating})
    found = []
    for dice in product(range(1, 7), repeat=2):
        events = decider.decide(RULESET, position, "csa", SeekSupport(), ScriptedDice(dice))
        found += [each for each in events if isinstance(each, SupportSought)]
    assert len(found) == 36
    assert sum(each.support == 15 for each in found) == supports
    assert sum(each.war for each in found) == wars


@pytest.mark.rule("1864-presidential-election/1", "1864-presidential-election/2")
def test_a_president_with_plus_eight_is_elected_in_21_of_36() -> None:
    """Three border cities, three of the CSA, emancipation: +8; a seven is needed."""
    cities = infantry(
        c_Washington_DC=1, c_St_Louis=1, c_Louisville=1, c_Nashville=1, c_Memphis=2, c_New_Orleans=1
    )
    politics = {"won": 1, "lost": 1, "emancipated": ["usa"]}
    position = given({"election_1864": "on"}, agenda={"turn": 41, "step": 0}, politics=politics, **cities)
    assert sum(points for _, points, _ in modifiers(position)) == 8
    passed = 0
    for dice in product(range(1, 7), repeat=2):
        _, after = decider.execute(RULESET, position, "usa", EndMovement(), ScriptedDice(dice))
        passed += after.ended is None
    assert passed == 21


@pytest.mark.rule("conscription/3", "conscription/4")
def test_a_city_riots_in_15_of_36() -> None:
    """On 8 or more; without units nobody fights."""
    position = given(POLITICS, agenda={"turn": 4, "step": 2})
    riots = 0
    for dice in product(range(1, 7), repeat=2):
        faces = (*dice, 3, 1, 1, 1, 1) if sum(dice) >= 8 else (*dice, 1, 1, 1, 1)
        events = decider.decide(RULESET, position, "csa", DeclareConscription(), ScriptedDice(faces))
        (rolled,) = [each for each in events if isinstance(each, RiotsRolled)]
        riots += rolled.rolls[0].rioters == 3
    assert riots == 15


@pytest.mark.rule("unit-production-and-placement/1", "csa-support-from-europe/1")
def test_incomes_by_hand() -> None:
    """Each income against a sum made by hand."""
    position = given(POLITICS, **infantry(c_Washington_DC=1, c_Richmond=1))
    assert sum_of(shares_of(position, "csa")) == 80 - 10
    assert sum_of(shares_of(position, "usa")) == 95 + 10
    position = given(POLITICS, war=True, at_war=["britain", "france"], **infantry(c_New_Orleans=1))
    assert sum_of(shares_of(position, "csa")) == 80 - 10 + 20
    assert sum_of(shares_of(position, "britain")) == 20 + 15
    assert sum_of(shares_of(position, "france")) == 15 + 5


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"pools": {"usa": -1, "csa": 0, "france": 0, "britain": 0}}, "pool"),
        ({"pools": {"usa": 1}}, "have one each"),
        ({"seceded": ["Maine"]}, "states that can leave"),
        ({"at_war": ["france"]}, "only once war has broken out"),
        ({"war": True, "at_war": ["france", "france"]}, "named once"),
        ({"war": True, "at_war": ["spain"]}, "the powers are"),
        ({"politics": {"emancipated": ["mexico"]}}, "the sides are"),
        ({"politics": {"support": -5}}, "not negative"),
        ({"politics": {"moustaches": 5}}, "moustaches"),
        ({"production": {"loss": -5}}, "not negative"),
        ({"production": {"placed": ["nowhere"]}}, "this game's map"),
        ({"production": {"invaded": ["Maine"]}}, "states that are invaded"),
        ({"blockading": 6}, "not so many"),
    ],
)
def test_a_position_that_contradicts_itself_is_unreadable(document: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        given({}, **document)


def test_no_action_needs_no_dice() -> None:
    position = given(POLITICS, agenda={"turn": 4, "step": 2})
    assert decider.decide(RULESET, position, "csa", TakeNoAction(), ScriptedDice(()))
