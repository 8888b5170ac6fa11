"""Laws of the hex grid, on any grid and any hexes."""

from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.board.hexes import HexGrid

GRIDS = st.builds(
    HexGrid,
    columns=st.integers(1, 30),
    rows=st.integers(1, 30),
    low_columns=st.sampled_from(["even", "odd"]),
    first_column=st.integers(0, 5),
    first_row=st.integers(0, 5),
)


@st.composite
def grid_and_hexes(draw, count):
    grid = draw(GRIDS)
    columns = st.integers(grid.first_column, grid.first_column + grid.columns - 1)
    rows = st.integers(grid.first_row, grid.first_row + grid.rows - 1)
    return grid, *(grid.hex_id(draw(columns), draw(rows)) for _ in range(count))


@given(grid_and_hexes(1))
def test_neighbours_are_mutual_and_one_step_away(drawn):
    grid, here = drawn
    around = grid.neighbours(here)
    assert len(set(around)) == len(around) <= 6
    for other in around:
        assert here in grid.neighbours(other)
        assert grid.distance(here, other) == 1


@given(grid_and_hexes(1))
def test_neighbours_touch_on_the_drawing(drawn):
    grid, here = drawn
    x, y = grid.centre(here)
    for other in grid.neighbours(here):
        other_x, other_y = grid.centre(other)
        assert hypot(x - other_x, y - other_y) == pytest.approx(sqrt(3))


@given(grid_and_hexes(3))
def test_distance_is_a_metric(drawn):
    grid, a, b, c = drawn
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(1), st.integers(0, 6))
def test_a_ring_is_every_hex_at_its_distance(drawn, radius):
    grid, here = drawn
    assert set(grid.ring(here, radius)) == {h for h in grid.all() if grid.distance(here, h) == radius}


@given(grid_and_hexes(2))
def test_a_line_is_as_short_as_can_be(drawn):
    grid, a, b = drawn
    line = grid.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    # A line along the grid's ragged edge may leave it; what remains is in the same order.
    assert len(line) <= grid.distance(a, b) + 1
    assert [grid.distance(a, h) for h in line] == sorted({grid.distance(a, h) for h in line})
