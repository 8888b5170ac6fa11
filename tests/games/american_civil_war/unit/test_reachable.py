"""Where a force could go, with cost and path, from positions small enough to compute by hand."""

from typing import Any

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import reachable, reachable_by
from ironclad.domain.kernel.engine.citations import Refused


def position_with(**changes: Any) -> Position:
    """The bare map with changes in the form of a position document."""
    base = RULESET.storage.to_document(RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None)))
    return RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, {**base, **changes}))


def test_open_ground_in_winter_is_a_disc_of_five_hexes() -> None:
    position = position_with(turn=4, forces={"2004": {"union": {"asp": 1}}})
    found = reachable(position, "union", "2004")
    assert found["2005"] == (1, ("2005",))
    assert max(cost for cost, _ in found.values()) == 5
    assert all(len(path) == cost for cost, path in found.values())


def test_a_hex_with_an_enemy_is_reached_and_not_passed() -> None:
    forces = {"2227": {"union": {"asp": 1}}, "2228": {"confederate": {"asp": 1}}}
    found = reachable(position_with(forces=forces), "union", "2227")
    assert found["2228"] == (5, ("2228",))
    assert not any("2228" in path[:-1] for _, path in found.values())


def test_units_and_leaders_named_are_those_that_go() -> None:
    forces = {"2004": {"union": {"asp": 2, "marked": [{"kind": "asp", "oos": 1}]}}}
    position = position_with(turn=4, forces=forces, leaders={"A": {"rating": 2, "hex": "2004"}})
    supplied = tuple(group for group in position.groups("union", "2004") if not group.oos)
    farthest = [
        max(cost for cost, _ in reachable(position, "union", "2004", units, leaders).values())
        for units, leaders in ((None, None), (None, ()), (supplied, ()), (supplied, ("A",)))
    ]
    assert farthest == [3 + 2, 3, 5, 5 + 2]


def test_a_force_on_the_move_has_only_what_is_left() -> None:
    position = position_with(turn=4, forces={"2226": {"union": {"asp": 1}}})
    force = Moving("union", "2225", "2226", position.groups("union", "2226"), allowance=5, spent=4)
    assert {cost for cost, _ in reachable_by(position, force).values()} == {1}


def test_without_a_force_there_is_a_refusal() -> None:
    with pytest.raises(Refused) as refused:
        reachable(position_with(), "union", "2226")
    assert refused.value.rule == "5.2/1"


def test_a_siege_holds_those_inside_the_fort() -> None:
    inside = {"asp": 2, "marked": [{"kind": "asp", "count": 2, "station": "fort"}]}
    forces = {"2225": {"union": inside, "confederate": {"asp": 1}}}
    position = position_with(forces=forces, forts={"2225": {"side": "union"}})
    with pytest.raises(Refused) as refused:
        reachable(position, "union", "2225")
    assert refused.value.rule == "11.8.2/1"
