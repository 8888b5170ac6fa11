"""Parts of battles that cases do not reach: distances home, units followed, whole enumerations."""

from itertools import product

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Contingent
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import Group, pick, strength
from ironclad.domain.games.american_civil_war.readers.chronicle.tell import tell
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import LossesReckoned
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import alter_force, follow, gone
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import (
    Facts,
    Force,
    Part,
    reckon_losses,
    resolve_outcome,
)
from ironclad.domain.kernel.engine.citations import Refused

MAP = load_map()


def bare(turn: int = 2, **changes: object) -> Position:
    position: Position = RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None))
    position.turn = turn
    for name, value in changes.items():
        setattr(position, name, value)
    return position


def test_units_are_followed_and_others_beside_them_are_hit_first() -> None:
    mine, standing = (Group("asp", 2),), (Group("asp", 5),)
    assert follow(mine, (Group("asp", 3),), gone, standing) == mine
    assert strength(follow(mine, (Group("asp", 4),), gone, standing)) == 1
    assert follow(mine, (Group("asp", 1),), gone) == (Group("asp", 1),)
    marked = follow(mine, (Group("asp", 1),), lambda group: group.with_(demoralized=1))
    assert marked == (Group("asp", 1), Group("asp", 1, demoralized=1))


@pytest.mark.rule("9.4/1", "9.6/1")
def test_a_battle_can_be_enumerated_from_its_facts() -> None:
    one = Force(6, (Part("field", 6, 1, "9.3/1"),), 6, 6)
    other = Force(4, (Part("field", 4, 1, "9.3/1"),), 4, 4)
    facts = Facts(one, other)  # 3/2: one more on the die
    winners = [resolve_outcome(facts, die).winner for die in range(1, 7)]
    assert winners == ["defender", "defender", "draw", "draw", "attacker", "attacker"]
    results = [reckon_losses(facts, resolve_outcome(facts, a), b) for a, b in product(range(1, 7), repeat=2)]
    # 20, 30, 30, 30, 30 and 40 percent of 6: 1.2, 1.8 and 2.4.
    assert [each.defender for each in results[:6]] == [1, 2, 2, 2, 2, 2]
    assert sum(each.defender for each in results) == 6 * 11


STOCK = (
    Group("asp", 2),
    Group("asp", 3, origin="0809"),
    Group("asp", 4, origin="0910", activity="attacked"),
    Group("asp", 1, demoralized=1),
)


@pytest.mark.rule("9.2/2", "9.8/2")
@pytest.mark.parametrize(
    ("wanted", "taken"),
    [
        ([Group("asp", 2)], {"": 2}),
        ([Group("asp", 3)], {"": 2, "0809": 1}),
        ([Group("asp", 1, origin="0910")], {"0910": 1}),
        ([Group("asp", 1, activity="attacked")], {"0910": 1}),
        ([Group("asp", 6), Group("asp", 3, origin="0809")], {"": 2, "0809": 3, "0910": 4}),
    ],
)
def test_units_named_by_where_they_came_from_are_those(wanted: list[Group], taken: dict[str, int]) -> None:
    found = pick(STOCK, wanted, "9.2/2")
    assert {origin: strength(g for g in found if g.origin == origin) for origin in taken} == taken
    assert strength(found) == sum(taken.values())


@pytest.mark.rule("9.2/2")
@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (Group("asp", 4, origin="0809"), "of the 4 asp that you name, 3 can be found"),
        (Group("asp", 1, origin="0809", activity="moved"), "of the 1 asp that you name, 0 can be found"),
        (Group("asp", 10), "of the 10 asp that you name, 9 can be found"),
    ],
)
def test_units_that_are_not_there_are_refused(wanted: Group, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        pick(STOCK, [wanted], "9.2/2")
    assert (refused.value.rule, refused.value.reason) == ("9.2/2", reason)


@pytest.mark.rule("9.4/6", "8.4.1/2")
def test_contingents_stay_in_step_with_their_units() -> None:
    waded = Group("asp", 3, oos=1, battle_supply=True, origin="0809")
    beside = waded.with_(count=2)
    position = bare(forces={"union": {"0810": (waded.with_(count=5),)}, "confederate": {}})
    contingents = (Contingent("0809", (waded,), (), "minor"), Contingent("", (beside,)))
    position.battle = Battle("0810", "union", contingents=contingents, attackers=(waded.with_(count=5),))
    alter_force(position, "union", (waded.with_(count=4),), lambda group: group.with_(battle_supply=False))
    first, second = (each.groups for each in position.battle.contingents)
    assert first == (waded.with_(battle_supply=False),)
    assert set(second) == {beside.with_(count=1), beside.with_(count=1, battle_supply=False)}


@pytest.mark.rule("9.7/3")
@pytest.mark.parametrize(
    ("die", "attacker", "line"),
    [
        (4, Force(3, (), 3, 3), "row 4: as the defender, 1"),
        (1, Force(3, (), 3, 3), "row 1: 2 fewer than the defender, 0"),
        (5, Force(3, (), 3, 3), "row 5: 1 more than the defender, 2"),
        (5, Force(1, (), 1, 1), "row 5: 1 more than the defender, 1"),
        (6, Force(4, (), 3, 1), "row 6: 1 more than the defender, 1, all that it can lose"),
    ],
)
def test_the_chronicle_says_how_the_attackers_loss_came_about(die: int, attacker: Force, line: str) -> None:
    facts = Facts(attacker, Force(3, (Part("field", 3, 1, "9.3/1"),), 3, 3))
    outcome = resolve_outcome(Facts(Force(3, (), 3, 3), facts.defender), 4)
    entry = tell(LossesReckoned("union", reckon_losses(facts, outcome, die)))
    assert entry is not None
    assert entry["details"][-1] == line
