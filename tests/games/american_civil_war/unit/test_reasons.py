"""The reasons view says the same as the zones and supply views, and why."""

import json
from typing import Any

import pytest

from ironclad.domain.games import ruleset
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.kernel.engine.playout import rebuild
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from tests.games.american_civil_war.kept import KEPT

ACW = ruleset("american_civil_war")
MAP = load_map()
CLAUSES = {clause.id for clause in read_clauses("ironclad.domain.games.american_civil_war")}


def told(**position: Any) -> Any:
    begun = ACW.rules.begin("bare_map", {}, {"scenario": "bare_map", "turn": 2, **position})
    return ACW.show.views["reasons"](ACW.rules.initial(begun))


@pytest.mark.parametrize("name", KEPT.index())
def test_it_agrees_with_the_views_that_it_explains(name: str) -> None:
    log = KEPT.log(name)
    for share in (1, 2, 3):
        position = rebuild(ACW, log[: len(log) * share // 3])
        views = {each: ACW.show.views[each](position) for each in ("reasons", "zones", "supply")}
        reasons = views["reasons"]
        assert json.loads(json.dumps(reasons)) == reasons
        for side, kinds in views["zones"].items():
            for kind, hexes in kinds.items():
                assert sorted(reasons["zones"][side][kind]) == sorted(hexes)
                for sources in reasons["zones"][side][kind].values():
                    assert all(source in position.forces[side] for source in sources)
        unfed = [(row["side"], row["hex"]) for row in views["supply"]["forces"] if row["fed_by"] == "none"]
        assert [(row["side"], row["hex"]) for row in reasons["unfed"]] == unfed
        for row in reasons["unfed"]:
            assert {each["rule"] for each in row["says"]} <= CLAUSES
            assert row["way"] is None or row["way"]["cost"] > row["length"]


@pytest.mark.rule("8.1.1/1")
def test_a_line_that_is_too_long_is_told_by_how_much() -> None:
    (row,) = told(forces={"2227": {"union": {"asp": 1}}})["unfed"]
    assert row["way"]["cost"] > row["length"]
    assert f"is {row['way']['cost']} movement points away" in row["says"][1]["text"]


@pytest.mark.rule("8.1/2", "6.2/1")
def test_a_line_that_the_enemy_bars_is_told_so() -> None:
    ring = {hex_id: {"union": {"asp": 2}} for hex_id in MAP.neighbours["2220"]}
    reasons = told(forces={"2220": {"confederate": {"asp": 1}}, **ring})
    guns = reasons["zones"]["union"]["primary"]["2220"]  # not over the river
    assert guns
    assert set(guns) < set(ring)
    (row,) = (each for each in reasons["unfed"] if each["side"] == "confederate")
    assert (row["way"], row["open_way"]) == (None, {"to": "1920", "name": "Decatur (1920)", "cost": 3})
    assert row["says"][1]["rule"] == "8.1/2"
    assert "without them Decatur (1920) is 3 movement points away" in row["says"][1]["text"]
