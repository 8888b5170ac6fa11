"""The hex grid: numbering, neighbours, distances and the geometry of drawing."""

import pytest

from ironclad.domain.kernel.board.hexes import DIRECTIONS, HexGrid, hexside, hexside_hexes

GRID = HexGrid(50, 35, "even")
ODD = HexGrid(50, 35, "odd")


def test_neighbours_come_in_a_fixed_order_from_north_clockwise():
    assert GRID.neighbours("2015") == ("2014", "2115", "2116", "2016", "1916", "1915")
    assert GRID.neighbours("2115") == ("2114", "2214", "2215", "2116", "2015", "2014")


def test_the_other_parity_lowers_the_odd_columns():
    assert ODD.neighbours("2115") == ("2114", "2215", "2216", "2116", "2016", "2015")
    assert ODD.neighbours("2015") == ("2014", "2114", "2115", "2016", "1915", "1914")


def test_a_corner_hex_has_only_the_neighbours_on_the_grid():
    assert GRID.neighbours("0101") == ("0201", "0102")


def test_another_origin_moves_the_numbers_and_nothing_else():
    grid = HexGrid(3, 3, "even", first_column=0, first_row=0)
    assert "0000" in grid
    assert "0303" not in grid
    assert grid.neighbours("0000") == ("0100", "0101", "0001")


@pytest.mark.parametrize("strange", ["", "45", "4a06", "5101", "4536", "0012", 4506, None, "４５０６"])
def test_what_is_not_an_id_of_the_grid_is_not_in_it(strange):
    assert strange not in GRID


def test_parity_is_even_or_odd():
    with pytest.raises(ValueError, match="even or odd"):
        HexGrid(3, 3, "left")


def test_distance_and_ring():
    assert GRID.distance("0101", "0101") == 0
    assert GRID.distance("4506", "4409") == 4
    assert GRID.ring("2015", 0) == ("2015",)
    assert GRID.ring("2015", 2)[0] == "2013"
    assert len(GRID.ring("2015", 3)) == 18
    assert set(GRID.ring("0101", 2)) == {"0103", "0202", "0301", "0302"}


def test_directions_lead_there_and_back():
    for direction, back in zip(DIRECTIONS, DIRECTIONS[3:] + DIRECTIONS[:3], strict=True):
        there = GRID.step("2015", direction)
        assert GRID.direction("2015", there) == direction
        assert GRID.step(there, back) == "2015"
    assert GRID.direction("2015", "2017") is None


def test_a_line_goes_straight_and_step_by_step():
    assert GRID.line("2015", "2018") == ("2015", "2016", "2017", "2018")
    assert GRID.line("2015", "2015") == ("2015",)
    line = GRID.line("0105", "0905")
    assert line == ("0105", "0204", "0305", "0404", "0505", "0604", "0705", "0804", "0905")


def test_hexside_keys_do_not_depend_on_the_order_of_the_hexes():
    assert hexside("1926", "1825") == hexside("1825", "1926") == "1825-1926"
    assert hexside_hexes("1825-1926") == ("1825", "1926")


def test_the_ends_of_a_hexside_are_the_corners_that_both_hexes_have():
    for other in GRID.neighbours("2015"):
        mine = {(round(x, 6), round(y, 6)) for x, y in GRID.corners("2015")}
        theirs = {(round(x, 6), round(y, 6)) for x, y in GRID.corners(other)}
        ends = {(round(x, 6), round(y, 6)) for x, y in GRID.hexside_ends("2015", other)}
        assert ends == mine & theirs
    with pytest.raises(ValueError, match="not adjacent"):
        GRID.hexside_ends("2015", "2017")


def test_three_hexes_meet_at_each_end_of_a_hexside():
    assert GRID.corner_hexes("2015", "2016") == (("1916", "2015", "2016"), ("2015", "2016", "2116"))
    assert GRID.corner_hexes("0101", "0102") == (("0101", "0102", "0201"),)


def test_the_drawing_starts_in_the_corner_and_fills_its_size():
    corners = [point for hex_id in GRID.all() for point in GRID.corners(hex_id, 10.0)]
    width, height = GRID.size(10.0)
    assert min(x for x, _ in corners) == pytest.approx(0)
    assert min(y for _, y in corners) == pytest.approx(0)
    assert max(x for x, _ in corners) == pytest.approx(width)
    assert max(y for _, y in corners) == pytest.approx(height)
