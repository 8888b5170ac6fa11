"""Hexes of overlapping sheets: aliases, and the geometry of the plain grid under another numbering."""

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.board.corners import meeting, touching
from ironclad.domain.kernel.board.hexes import DIRECTIONS, HexGrid
from ironclad.domain.kernel.board.sheets import Sheet, SheetMap, Window

# Three sheets, C over B over A: B's first rows repeat A's last ones, C's first columns A's last ones.
SHEETS = (Sheet("C", 9, 14, across=10), Sheet("B", 11, 9, down=6), Sheet("A", 11, 8))
MAP = SheetMap(SHEETS)
IDS = sorted(MAP.all())
HEXES = st.sampled_from(IDS)


def test_an_overlap_has_one_id_and_its_aliases() -> None:
    assert MAP.canonical("A1101") == "C0101"
    assert MAP.aliases("A1101") == ("A1101",)
    assert MAP.canonical("A0207") == "B0201"
    assert MAP.canonical("A1107") == MAP.canonical("B1101") == "C0107"
    assert MAP.aliases("C0107") == ("B1101", "A1107")
    assert MAP.aliases("A0101") == ()
    assert "A1107" in MAP
    assert "A1207" not in MAP
    assert 17 not in MAP
    with pytest.raises(KeyError):
        MAP.canonical("A1207")


def test_every_hex_has_one_id_and_every_printed_id_leads_to_one() -> None:
    assert len(IDS) == len(set(IDS)) == len({MAP.place(each) for each in IDS})
    for each in IDS:
        assert MAP.canonical(each) == each
        for alias in MAP.aliases(each):
            assert MAP.canonical(alias) == each
            assert MAP.place(alias) == MAP.place(each)
            assert MAP.neighbours(alias) == MAP.neighbours(each)


@pytest.mark.parametrize("low", ["even", "odd"])
def test_one_sheet_is_the_plain_grid(low: str) -> None:
    grid, sheet = HexGrid(9, 7, low), SheetMap((Sheet("", 9, 7),), low)
    assert set(sheet.all()) == set(grid.all())
    for each in grid.all():
        assert sheet.neighbours(each) == grid.neighbours(each)
        assert sheet.centre(each) == pytest.approx(grid.centre(each))
        for other in grid.all():
            assert sheet.distance(each, other) == grid.distance(each, other)
            assert sheet.direction(each, other) == grid.direction(each, other)


@given(HEXES, HEXES)
def test_a_step_and_back_and_distances(one: str, other: str) -> None:
    assert MAP.distance(one, other) == MAP.distance(other, one)
    assert (MAP.distance(one, other) == 1) == (other in MAP.neighbours(one))
    for number, way in enumerate(DIRECTIONS):
        target = MAP.step(one, way)
        if target is not None:
            assert MAP.step(target, DIRECTIONS[(number + 3) % 6]) == one
            assert MAP.direction(one, target) == way


@given(HEXES, st.integers(0, 5))
def test_within_is_every_hex_of_that_distance(one: str, radius: int) -> None:
    found = list(MAP.within(one, radius))
    assert len(found) == len(set(found))
    assert set(found) == {each for each in IDS if MAP.distance(one, each) <= radius}


def test_distances_are_those_of_a_graph_where_nothing_is_missing() -> None:
    whole = SheetMap((Sheet("X", 12, 9),))
    graph = networkx.Graph((a, b) for a in whole.all() for b in whole.neighbours(a))
    for start in ("X0101", "X0605", "X1209"):
        assert {id: whole.distance(start, id) for id in whole.all()} == dict(
            networkx.single_source_shortest_path_length(graph, start)
        )


def test_hexes_that_the_game_has_not_are_gone_under_every_id() -> None:
    holed = SheetMap(SHEETS, without=("A1107",))
    assert "C0107" not in holed
    assert "B1101" not in holed
    assert len(list(holed.all())) == len(IDS) - 1
    assert holed.at(*MAP.place("C0107")) is None
    assert all("C0107" not in holed.neighbours(each) for each in holed.all())


def test_what_no_map_can_be_is_refused() -> None:
    with pytest.raises(ValueError, match="even or odd"):
        SheetMap(SHEETS, "both")
    with pytest.raises(ValueError, match="one name"):
        SheetMap((Sheet("A", 2, 2), Sheet("A", 3, 3)))
    with pytest.raises(ValueError, match="1 to 99"):
        Sheet("A", 100, 3)


def test_a_hexside_is_read_by_any_of_its_ids() -> None:
    assert MAP.hexside("A0207-A0206") == "A0206-B0201"
    assert MAP.hexside("B0201-A0206") == "A0206-B0201"
    assert MAP.hexside("A1107-B1102") == "C0107-C0108"
    with pytest.raises(KeyError):
        MAP.hexside("A0101-A9999")
    with pytest.raises(ValueError, match="A0101 and A0301 are not adjacent"):
        MAP.hexside("A0101-A0301")


def test_a_window_takes_in_what_another_sheet_overlies() -> None:
    assert MAP.part([Window("A", (1, 2), (6, 8))]) == {"A0106", "B0101", "B0102", "A0206", "B0201", "B0202"}
    assert MAP.part([Window("C", (1, 1), (1, 2)), Window("A", (11, 11), (2, 3))]) == {
        "C0101",
        "C0102",
        "C0103",
    }
    assert MAP.part([Window(each.name, (1, each.columns), (1, each.rows)) for each in SHEETS]) == set(IDS)
    assert MAP.part([]) == frozenset()


@pytest.mark.parametrize(
    "window",
    [
        Window("D", (1, 2), (1, 2)),
        Window("A", (0, 2), (1, 2)),
        Window("A", (1, 12), (1, 2)),
        Window("A", (3, 2), (1, 2)),
    ],
)
def test_a_window_lies_on_its_sheet(window: Window) -> None:
    with pytest.raises(ValueError, match="is no part of a sheet"):
        MAP.part([window])


def test_hexsides_meet_where_three_hexes_do() -> None:
    # Two hexsides of A0303 side by side, one opposite, and one that touches the first from outside.
    north, east, south, outside = "A0302-A0303", "A0303-A0402", "A0303-A0304", "A0302-A0402"
    found = meeting(MAP, [north, east, south, outside])
    assert found[north] == (outside, east)
    assert found[east] == (north, outside)
    assert found[south] == ()
    assert touching(MAP, north) == ("A0202", "A0302", "A0303", "A0402")


@given(st.sampled_from([(a, b) for a in IDS for b in MAP.neighbours(a)]))
def test_the_hexes_at_a_corner_are_adjacent_to_each_other(pair: tuple[str, str]) -> None:
    corners = MAP.corner_hexes(*pair)
    assert 1 <= len(corners) <= 2
    for corner in corners:
        assert all(MAP.distance(one, other) == 1 for one in corner for other in corner if one != other)
