"""Points, objectives, and how a battle ends."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.position.state import (
    Gone,
    Objective,
    OrderTrigger,
    Position,
    SideRules,
)
from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import (
    faults_of,
    missing,
    playable,
    scenarios,
    set_up,
)
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import (
    end_turn,
    holder,
    loss_points,
    man_worth,
    points,
)
from tests.games.iron_brigade.battles import battle, changed, opened, resolving, unit


@pytest.mark.rule("S/2")
@pytest.mark.parametrize(
    ("facts", "worth"),
    [
        ({"grade": "green", "value": 20}, 2), ({}, 3), ({"grade": "elite", "value": 44}, 4),
        ({"grade": "crack", "value": 50}, 5), ({"irregular": True, "value": 33}, 1), ({"type": "cavalry"}, 5),
        ({"type": "mounted_infantry", "grade": "crack", "value": 50}, 7),
    ],
)  # fmt: skip
def test_what_a_man_is_worth(facts: dict[str, Any], worth: int) -> None:
    assert man_worth(battle(unit("u1", (3000, 1000), **facts)).muster["u1"]) == worth


@pytest.mark.rule("S/2", "S/3")
def test_what_a_side_scores() -> None:
    def gone(how: str, **facts: Any) -> int:
        position = battle(unit("u1", (3000, 1000), **facts))
        del position.units["u1"]
        position.gone["u1"] = Gone(how)
        return loss_points(position, "u1")

    assert gone("destroyed") == 24 * 3 + 10
    assert gone("surrendered") == 24 * 3 + 10
    assert gone("off the table") == 24 * 3
    assert gone("destroyed", type="battery") == 70
    assert gone("destroyed", type="battery", horse_artillery=True) == 85
    assert [gone("killed", type=kind) for kind in ("officer", "orderly", "wagon")] == [15, 2, 5]
    whole = battle(unit("u1", (3000, 1000)))
    assert loss_points(whole, "u1") == 0
    assert loss_points(changed(whole, "u1", state="routed"), "u1") == 10
    less = battle(unit("u1", (3000, 1000)))
    assert loss_points(changed(less, "u1", stands=less.units["u1"].stands[:4]), "u1") == 8 * 3


def held(*others: Any, **facts: Any) -> str | None:
    position = battle(unit("u1", (3000, 1000)), *others)
    objective = Objective("o", "the lane", (3000, 1300), 300, {"union": 15, "confederate": 10})
    return holder(changed(position, "u1", **facts), objective)


@pytest.mark.rule("S/4", "XXVIII/5")
def test_who_holds_an_objective() -> None:
    assert held() == "union", "3.00 inches"
    assert held(at=(3000, 999)) is None, "3.01 inches"
    assert held(state="disorganized") is None
    assert held(unit("c1", (3000, 1600), 180)) is None, "both are there"
    assert held(unit("c1", (3000, 1600), 180, type="officer")) == "union", "an officer holds nothing"


def ended(position: Position) -> Any:
    play, _ = resolving(position)
    end_turn(play)
    return position.ended


def scored(lead: int, **fields: Any) -> Position:
    """A battle in its last turn in which the Union leads by so many points."""
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 3000), 180), turns=1, **fields)
    zone = position.sides["union"].zone
    position.sides = {
        "union": SideRules(zone, "south", max(lead, 0)),
        "confederate": SideRules(zone, "north", max(-lead, 0)),
    }
    return position


@pytest.mark.rule("S/5", "S/35", "S/36")
@pytest.mark.parametrize(
    ("lead", "winner", "decisive"),
    [(9, None, False), (-9, None, False), (10, "union", False), (-10, "confederate", False),
     (49, "union", False), (50, "union", True)],
)  # fmt: skip
def test_the_points_decide_after_the_last_turn(lead: int, winner: str | None, decisive: bool) -> None:
    outcome = ended(scored(lead))
    assert (outcome.winner, outcome.rule) == (winner, "S/5")
    assert ("decisive" in outcome.reason) == decisive
    assert ended(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 3000), 180))) is None, "turns are left"


@pytest.mark.rule("S/36")
def test_objectives_count_for_their_holder() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 3000), 180))
    position.objectives = (
        Objective("a", "a", (3000, 1000), 300, {"union": 15, "confederate": 10}),
        Objective("b", "b", (3000, 3000), 300, {"union": 15, "confederate": 10}),
        Objective("c", "c", (100, 100), 300, {"union": 15, "confederate": 10}),
    )
    assert points(position) == {"union": 15, "confederate": 10}


@pytest.mark.rule("S/6")
def test_a_side_without_a_unit_that_fights_has_lost() -> None:
    position = changed(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 3000), 180)), "c1", state="routed")
    outcome = ended(position)
    assert (outcome.winner, outcome.rule) == ("union", "S/6")
    both = changed(
        changed(battle(unit("u1", (1, 1)), unit("c1", (1, 9), 180)), "c1", state="routed"),
        "u1",
        state="routed",
    )
    assert ended(both).rule == "S/5", "both at once: the points decide"


# -- scenarios


@pytest.mark.rule("S/1", "S/29", "S/7", "S/30")
def test_scenarios_that_can_be_played_have_no_fault() -> None:
    assert set(playable()) == set(scenarios())
    assert len(playable()) == 8
    for id in playable():
        assert faults_of(set_up(id)) == []
    stranger = {"id": "x", "type": "airship"}
    assert list(missing({"units": [stranger], "rules": [{"kind": "of our own"}]})) == ["x", "of our own"]


@pytest.mark.rule("S/8", "S/10", "S/11", "S/13", "S/14")
def test_brawner_farm() -> None:
    position = set_up("brawner_farm")
    muster = position.muster
    assert [(muster[id].men, muster[id].grade, muster[id].value) for id in ("wi2", "va4")] == [
        (22, "elite", 44), (18, "crack", 50),
    ]  # fmt: skip
    guns = position.units["stafford"].guns
    assert guns is not None
    assert (guns.sections, guns.loaded) == (2, True)
    assert sum(each.men for each in muster.values() if each.is_regiment and each.side == "union") == 109


@pytest.mark.rule("S/29", "G/61", "III.D/1")
def test_faults_of_a_set_up() -> None:
    position = set_up("first_shots")
    position.units["oh30"] = msgspec.structs.replace(position.units["oh30"], at=(2800, 800))
    position.units["ga4"] = msgspec.structs.replace(position.units["ga4"], at=(2800, 899))
    found = "; ".join(faults_of(position))
    for said in (
        "oh30 and ny12: their stands overlap",
        "enemies stand an inch apart",
        "ga4: not wholly in its side's zone",
    ):
        assert said in found
    position.arrivals = {"ga4": 3}
    assert "ga4" not in "; ".join(faults_of(position)), "it is not there yet"


@pytest.mark.rule("S/16", "XXVIII/5")
@pytest.mark.parametrize(("within", "changes"), [(3000, True), (2999, False)])
def test_an_enemy_who_is_seen_changes_standing_orders(within: int, changes: bool) -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180))
    attack = Standing("ATTACK", (4000, 2800))
    position.order_triggers = (OrderTrigger("union", within, attack),)
    opened(position)
    assert (position.units["u1"].order == attack) == changes
    assert position.units["c1"].order is None
