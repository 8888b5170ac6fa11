"""Units that do an officer's work, men who move in a trench, and the forces of scenarios."""

from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Deeds
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import is_safe_in_trench
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import rally, rally_of
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import faults_of, playable, set_up
from tests.games.iron_brigade.battles import battle, changed, resolving, unit


def broken(helper: tuple[int, int] = (3650, 2000), **fields: Any) -> Position:
    """An irregular unit that broke, a friend beside it, and an enemy who fired on it from near by."""
    position = battle(
        unit("u1", (3000, 2000), irregular=True, grade="green", value=25),
        unit("u2", helper),
        unit("c1", (3000, 2700), 180),
        **fields,
    )
    return changed(position, "u1", state="broken")


@pytest.mark.rule("VII.K/2")
def test_a_friend_may_do_an_officers_work() -> None:
    assert rally_of(broken(), "u1") == "stay"
    assert rally_of(broken((3701, 2000)), "u1") == "flee", "1.01 inches off"
    assert rally_of(changed(broken(), "u2", state="disorganized"), "u1") == "flee"
    assert rally_of(broken(options={"only_officers_rally": "yes"}), "u1") == "flee"


@pytest.mark.rule("VII.K/2")
@pytest.mark.parametrize(
    ("deeds", "state"),
    [({}, "disorganized"), ({"fired": True}, "broken"), ({"used": (1, 2)}, "broken")],
)
def test_he_does_nothing_else(deeds: dict[str, Any], state: str) -> None:
    position = changed(broken(), "u2", deeds={**deeds, "men": 24})
    position.deeds["u1"] = Deeds(men=24, rally="stay")
    play, _ = resolving(position)
    rally(play)
    assert play.position.units["u1"].state == state


@pytest.mark.rule("VII.K/2")
def test_he_helps_one_unit_alone() -> None:
    position = broken()
    other = battle(unit("u3", (4300, 2000), irregular=True, grade="green", value=25))
    position.muster["u3"], position.units["u3"] = other.muster["u3"], other.units["u3"]
    position.deeds["u3"] = Deeds(men=24)
    position = changed(position, "u3", state="broken")
    for id in ("u1", "u3"):
        position.deeds[id] = Deeds(men=24, rally="stay")
    play, _ = resolving(position)
    rally(play)
    assert [play.position.units[id].state for id in ("u1", "u3")] == ["disorganized", "broken"]


@pytest.mark.rule("VI.K/3")
@pytest.mark.parametrize(
    ("firer", "moved", "safe"),
    [
        ((3000, 3000), True, True),
        ((3000, 3000), False, False),
        ((4500, 2000), True, False),
        ((4000, 2910), True, False),
        ((4000, 2911), True, True),
    ],
)
def test_men_who_move_in_a_trench_are_safe_but_from_its_ends(
    firer: tuple[int, int], moved: bool, safe: bool
) -> None:
    trench = {
        "id": "ditch",
        "kind": "work",
        "line": [[2500, 2000], [3500, 2000]],
        "cover": "trench",
        "points": 100,
    }
    position = battle(
        unit("u1", (3000, 2000), formation="open", men=12), unit("c1", firer, 180), terrain=[trench]
    )
    if moved:
        position = changed(position, "u1", deeds={"used": (1, 2)})
    # The centre of u1 is at (3000, 1970), that of c1 60 hundredths behind its front.
    assert is_safe_in_trench(position, "c1", "u1") == safe


@pytest.mark.rule("S/22", "S/23", "S/24", "S/25", "S/29", "S/31")
def test_the_forces_of_the_scenarios() -> None:
    """The figures and sections that facts.md counts: 102; 2 against 90; 3, and 132; 3 against 60; 4."""
    for scenario, men, sections in (
        ("millers_mill", (102, 90), (2, 3)),
        ("mcphersons_ridge", (132, 60), (3, 4)),
    ):
        position = set_up(scenario)
        for index, side in enumerate(("union", "confederate")):
            own = [each for each in position.muster.values() if each.side == side]
            assert sum(each.men for each in own if each.is_regiment) == men[index], (scenario, side)
            assert sum(each.sections for each in own) == sections[index], (scenario, side)
    for scenario in playable():
        assert faults_of(set_up(scenario)) == []
