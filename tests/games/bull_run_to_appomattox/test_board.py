"""The map and the charts: what the book says of them holds, and everything hangs together."""

from collections import Counter, deque
from pathlib import Path

import pytest

from ironclad.domain.games.bull_run_to_appomattox.board import charts, map_files
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import edges, mountains, seas, zones
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import ground
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.crossings import passable
from ironclad.domain.kernel.board.tables import ChartError, load_csv
from tests.games.bull_run_to_appomattox.playing import start

MAJOR = {"WAS": "north", "NYC": "north", "RIC": "south", "VIC": "south", "NOL": "south", "ATL": "south"}


def reached(side: str, first: str) -> set[str]:
    """The spots that an HQ of a side reaches on foot from one, with every bridge intact."""
    position, found, edge = start(), {first}, deque([first])
    while edge:
        spot = edge.popleft()
        for each in ground(position, spot):
            for step in board().steps[each]:
                for end in ground(position, step.end) if passable(position, side, step) else ():
                    if end not in found:
                        found.add(end)
                        edge.append(end)
    return found


def test_the_map_has_what_the_facts_count() -> None:
    assert len(zones()) == 69
    assert len(edges()) == 148
    assert sum(edge.rail for edge in edges().values()) == 81
    assert sum(edge.river == "bridge" for edge in edges().values()) == 17
    assert sum(edge.river == "no_bridge" for edge in edges().values()) == 18
    assert sorted(zone.site for zone in zones().values() if zone.site) == list(range(1, 20))
    assert sum(bool(zone.fort_side) for zone in zones().values()) == 10


@pytest.mark.rule("7.3/1", "9/3")
def test_cities_and_what_they_are_worth() -> None:
    major = {zone.id: zone.owner for zone in zones().values() if zone.major}
    assert major == {**MAJOR, "CHS": "south"}
    worth = Counter[str]()
    for zone in zones().values():
        worth[zone.owner] += zone.value
    assert worth == {"north": 60, "south": 48, "": 1}
    assert all(zone.value >= 3 for zone in zones().values() if zone.major and zone.owner == "south")


@pytest.mark.rule("9.3/2")
def test_seven_seas_are_blockade_zones() -> None:
    assert [sea.id for sea in seas().values() if sea.blockade] == ["S2", "S3", "S4", "S5", "S7", "S8", "S9"]


@pytest.mark.rule("18/5", "18/4")
def test_the_errata_of_the_map() -> None:
    assert zones()["CHV"].site == 3
    assert edges()["WAS-CHV"].rail
    assert (edges()["MDZ-A"].river, edges()["MDZ-A"].rail) == ("bridge", True)
    assert not any({"C", "DFR"} == {edge.a, edge.b} for edge in edges().values())


@pytest.mark.rule("13.2/2")
def test_every_zone_is_reached_by_both_sides() -> None:
    """Bank by bank as the bridges are; the South comes to Washington from the north."""
    everywhere = set(board().spots)
    assert everywhere - reached("north", "NYC") == set()
    assert everywhere - reached("south", "RIC") == set()


def test_steps_lead_both_ways_and_seas_too() -> None:
    for spot, steps in board().steps.items():
        for step in steps:
            back = [each for each in board().steps[step.end] if each.end == spot and each.edge == step.edge]
            assert len(back) == 1
            assert back[0].river == step.river
    for place, others in board().sails.items():
        assert all(place in board().sails[other] for other in others)


def test_mountains_are_no_zones_and_raiders_come_out_again() -> None:
    for area, steps in board().wild.items():
        if area in mountains():
            assert {step.end for step in steps} == {
                spot for zone in mountains()[area].touches for spot in board().spots_of(zone)
            }


@pytest.mark.rule("1.2/1", "1.2/2", "2.8/2", "8.8/1")
def test_the_turn_track() -> None:
    track = charts.turns()
    assert list(track) == list(range(1, 27))
    assert [turn.turn for turn in track.values() if turn.winter] == [5, 6, 11, 12, 17, 18, 23, 24]
    assert {turn.turn: turn.fixed_event for turn in track.values() if turn.fixed_event} == {
        6: "davis",
        8: "abolition",
        23: "reelection",
    }
    assert [turn.turn for turn in track.values() if turn.technology] == [6, 12, 18, 24]
    assert [turn.turn for turn in track.values() if turn.bonus["south"]] == list(range(1, 12))
    assert [turn.turn for turn in track.values() if turn.bonus["north"]] == list(range(18, 27))


@pytest.mark.rule("2.3/1", "2.6/1", "2.8/3")
def test_headquarters() -> None:
    counters = charts.headquarters().values()
    assert [sum(each.side == side for each in counters) for side in ("north", "south")] == [12, 12]
    assert [each.id for each in counters if each.experienced] == ["lee"]
    assert [each.id for each in counters if each.action_points == 2] == ["banks", "burnside"]


def test_every_chart_is_read_and_says_where_it_comes_from() -> None:
    digests = charts.data_digests()
    assert "zones.csv" in digests
    assert "clauses.toml" not in digests
    for name in digests:
        if name.endswith(".csv"):
            assert load_csv(charts.DATA / name).origin.source in ("printed", "reconstructed")
    assert set(charts.firing(naval=True)) == {"sail", "steam", "ironclad", "gunboat", "fort"}
    assert set(charts.random_events()) == set(range(2, 13))
    assert set(charts.technology()) == set(range(1, 7))
    assert set(charts.costs()) == set(charts.counter_mix()["north"])
    assert charts.only_on_six() == {
        "difficult",
        "mountain",
        "fort",
        "fortification",
        "major_city",
        "behind_river",
    }


def test_a_file_that_contradicts_itself_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in charts.DATA.glob("*.csv"):
        (tmp_path / path.name).write_text(path.read_text())
    text = (tmp_path / "borders.csv").read_text()
    (tmp_path / "borders.csv").write_text(text + "PHI,NYC,none,,yes,north,,\n")
    monkeypatch.setattr(map_files, "DATA", tmp_path)
    with pytest.raises(ChartError, match="listed twice"):
        map_files.edges.__wrapped__()
