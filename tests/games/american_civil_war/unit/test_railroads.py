"""Railroads: segments and runs against a slow search, links past breaks, lines built by either side."""

from itertools import pairwise
from random import Random

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import Group
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import rail_controller
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    in_primary,
    in_secondary,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import (
    Rails,
    load_in,
    markers_needed,
    segment,
    way_to,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    advance_line,
    begin_line,
    bridged,
    built,
    finished,
    has_rail,
    is_rail_ferry,
    next_line_hex,
    rail_neighbours,
)
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import networks_of
from ironclad.domain.kernel.engine.codec import Unreadable

MAP = load_map()


def bare(**changes: object) -> Position:
    position: Position = RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None))
    for name, value in changes.items():
        setattr(position, name, value)
    return position


def scattered(seed: int) -> Position:
    """Forces of both sides at random on rail hexes, some breaks, Kentucky Union."""
    random, position = Random(seed), bare(kentucky="union", turn=6)
    rails = sorted(MAP.rail_hexes)
    for side in SIDES:
        own = [h for h in rails if rail_controller(position, h) == side]
        position.forces[side] = {h: (Group("asp", 2),) for h in random.sample(own, 12)}
    position.rail_breaks = dict.fromkeys(random.sample(rails, 15), True)
    return position


def slow_runs(rails: Rails, start: str) -> set[str]:
    """Every hex that some simple run from `start` ends in, by growing runs until none is new."""
    position, enemy = rails.position, {"union": "confederate", "confederate": "union"}[rails.side]
    found: set[str] = set()
    while True:
        new = set()
        for a in {start, *found}:
            if a != start and (a in position.rail_breaks or in_secondary(position, a, enemy)):
                continue
            for b in MAP.neighbours[a]:
                joined = (a, b) in MAP.rail_steps and (a, b) not in MAP.rail_ferries
                barred = rails.bar(b) or occupied(position, enemy, b) or in_primary(position, b, enemy)
                if joined and not barred and b not in found and b != start:
                    new.add(b)
        if not new:
            return found
        found |= new


@pytest.mark.rule("7.4/1", "7.4/2", "7.6/2", "7.2/1")
@pytest.mark.parametrize("seed", range(8))
def test_runs_of_trains_agree_with_a_slow_search(seed: int) -> None:
    position, compared = scattered(seed), 0
    for side in SIDES:
        rails = Rails(position, side)
        for start in position.forces[side]:
            ways = rails.ways(start, from_rest=True)
            assert set(ways) == slow_runs(rails, start)
            for to in ways:
                path = (start, *way_to(ways, to))
                assert all(has_rail(position, a, b) for a, b in pairwise(path))
            compared += len(ways)
    assert compared > 100


@pytest.mark.rule("7.3/2", "7.3/3", "7.3/4", "7.3/5", "7.3/6")
@pytest.mark.parametrize(
    ("side", "hex_id", "load"),
    [
        ("union", "1513", 2),  # Illinois
        ("union", "2310", 2),  # Kentucky
        ("union", "1208", 1),  # Missouri
        ("union", "0105", 1),  # the line's western end, in the same area
        ("union", "4406", 0),  # Virginia, not upgraded
        ("confederate", "4406", 1),
        ("confederate", "2310", 1),
        ("confederate", "1208", 0),
        ("confederate", "1513", 0),
    ],
)
def test_a_marker_carries_what_the_region_allows(side: str, hex_id: str, load: int) -> None:
    assert load_in(bare(), side, hex_id) == load


@pytest.mark.rule("7.3/1")
@pytest.mark.parametrize(("points", "load", "markers"), [(1, 2, 1), (2, 2, 1), (3, 2, 2), (3, 1, 3)])
def test_markers_are_counted_by_started_loads(points: int, load: int, markers: int) -> None:
    assert markers_needed((Group("asp", points),), load) == markers


@pytest.mark.rule("7.2/1")
def test_a_segment_ends_at_ferries_and_breaks() -> None:
    whole = set(segment(bare(), "1513"))
    assert "1309" in whole
    assert "1208" not in whole
    broken = set(segment(bare(rail_breaks={"1509": True}), "1513"))
    assert broken == {"1513", "1512", "1511", "1510", "1509"}


@pytest.mark.rule("4.2.5/13", "7.5/1")
@pytest.mark.parametrize("line", sorted(LINES))
def test_the_confederacy_builds_a_line_from_end_to_end(line: str) -> None:
    hexes, position = LINES[line].hexes, bare()
    for start in (hexes[0], hexes[-1]):
        position = bare()
        begin_line(position, line, start)
        visited, done = [start], False
        while not done:
            assert not finished(position, line)
            visited.append(next_line_hex(position, line) or "")
            done = advance_line(position, line)
        assert visited == list(hexes if start == hexes[0] else hexes[::-1])
    assert next_line_hex(position, line) is None
    assert built(position, line) == LINES[line].steps
    assert all(b in rail_neighbours(position, a) for a, b in LINES[line].steps)


@pytest.mark.rule("7.7.2/3")
def test_the_ferry_between_two_finished_lines_joins_them_and_is_bridged_by_upgrading() -> None:
    position = bare()
    assert not has_rail(position, "1726", "1825")
    position.line_progress = dict.fromkeys(LINES, 3)
    assert has_rail(position, "1726", "1825")
    assert is_rail_ferry(position, "1726", "1825")
    position.upgraded = {"1726": True}
    assert not bridged(position, "1726", "1825")
    position.upgraded = {"1726": True, "1825": True}
    assert bridged(position, "1726", "1825")
    assert not is_rail_ferry(position, "1825", "1726")
    position.upgraded = {"4604": True, "4704": True}
    assert not bridged(position, "4604", "4704")  # a bay


@pytest.mark.rule("7.6/2")
def test_a_broken_hex_is_linked_to_both_sides_and_links_neither() -> None:
    """Charlotte and Salisbury lie either side of a break; nothing else joins them once their rails end."""
    ends = dict.fromkeys(("3618", "3616"), True)
    position = bare(rail_breaks=ends)
    links = networks_of(position, "confederate")
    assert links.linked("3617", "3618")
    assert links.linked("3618", "3617")
    assert links.linked("3519", "3618")
    assert not links.linked("3617", "3519")
    assert links.groups(("3617", "3618", "3519")) == (("3617", "3618"), ("3618", "3519"))


@pytest.mark.rule("7.6/1", "7.7.2/1", "7.3/1", "7.5/1")
@pytest.mark.parametrize(
    "wrong",
    [
        {"rail_breaks": {"4209": True}},
        {"rail_breaks": {"1513": False}},
        {"upgraded": {"1513": True}},
        {"rail_control": {"4209": "union"}},
        {"rails_taken": {"4209": "union"}},
        {"railway_units": {"usmrr1": {"hex": "1513", "spent": 11}}},
        {
            "railway_units": {"usmrr1": {"hex": "1513"}},
            "forces": {"1513": {"confederate": {"cavalry": 1}}},
        },
        {"trains_used": {"union": 5}},
        {"line_progress": {"Nowhere": 1}},
        {"line_progress": {"Piedmont": 2}},
        {
            "line_progress": {"Piedmont": 2},
            "line_heads": {"Piedmont": "3914"},
            "line_starts": {"Piedmont": "3914"},
        },
        {"railway_units": {"usmrr1": {"hex": "4209"}}},
        {"railway_units": {f"usmrr{i}": {"hex": "1513"} for i in range(4)}},
    ],
)
def test_positions_with_impossible_railroads_are_refused(wrong: dict[str, object]) -> None:
    document = RULESET.storage.to_document(bare())
    with pytest.raises(Unreadable):
        RULESET.storage.from_document({**document, **wrong})
