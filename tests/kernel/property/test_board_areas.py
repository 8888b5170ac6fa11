"""Areas: borders of every kind, and what lies under a point."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.board.areas import Area, AreaMap, Border, contains, twice_area, units


def square(x: int, y: int, size: int) -> tuple[tuple[int, int], ...]:
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y))


def area(id: str, *rings: tuple[tuple[int, int], ...], over: str = "") -> Area:
    return Area(id, id.title(), "zone", (tuple(rings),), rings[0][0], rings[0][0], over)


# west | east, a lake in the east, and a city on the west.
WEST, EAST = area("west", square(0, 0, 100)), area("east", square(100, 0, 100), square(140, 40, 20))
CITY = area("city", square(40, 40, 10), over="west")
BORDERS = (
    Border("west", "east", frozenset({"land", "river"}), "Bull Run", {"west": "north"}),
    Border("west", "east", frozenset({"rail"})),
    Border("city", "west", frozenset({"land"})),
)
MAP = AreaMap({each.id: each for each in (WEST, EAST, CITY)}, BORDERS)


def test_borders_tell_their_kinds_and_what_they_let_through() -> None:
    assert MAP.neighbours("west") == ("east", "city")
    assert MAP.neighbours("west", lambda border: "river" not in border.kinds) == ("east", "city")
    assert MAP.neighbours("east", lambda border: "rail" in border.kinds) == ("west",)
    assert MAP.neighbours("city", lambda border: "rail" in border.kinds) == ()
    assert MAP.between("east", "west") == BORDERS[:2]
    assert BORDERS[0].other("east") == "west"
    assert BORDERS[0].banks["west"] == "north"
    with pytest.raises(KeyError):
        BORDERS[0].other("city")
    with pytest.raises(KeyError):
        MAP.neighbours("nowhere")


def test_the_area_under_a_point() -> None:
    assert MAP.at((10, 10)) == "west"
    assert MAP.at((45, 45)) == "city", "what lies on top comes first"
    assert MAP.at((150, 50)) is None, "a hole is not part of its area"
    assert MAP.at((140, 50)) == "east", "the edge of the hole is"
    assert MAP.at((100, 50)) == "west", "the common edge belongs to the first"
    assert MAP.at((500, 500)) is None


def test_a_map_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="no area"):
        AreaMap({"west": WEST}, (Border("west", "east", frozenset()),))
    with pytest.raises(ValueError, match="itself"):
        AreaMap({"west": WEST}, (Border("west", "west", frozenset()),))
    with pytest.raises(ValueError, match="unknown"):
        AreaMap({"city": CITY}, ())


def test_units_are_whole() -> None:
    assert [units(each) for each in (3, 0.1, 12.3, "7.5", -0.4)] == [30, 1, 123, 75, -4]
    assert units("3.25", per=100) == 325
    with pytest.raises(ValueError, match="whole"):
        units(0.25)


CORNERS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=3, unique=True)


@given(CORNERS, st.data())
def test_a_triangle_holds_what_lies_on_one_side_of_its_three_edges(corners: Any, data: Any) -> None:
    x, y = data.draw(st.tuples(st.integers(-10, 10), st.integers(-10, 10)))
    (ax, ay), (bx, by), (cx, cy) = corners
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax),
        (cx - bx) * (y - by) - (cy - by) * (x - bx),
        (ax - cx) * (y - cy) - (ay - cy) * (x - cx),
    ]
    if twice_area(corners) == 0:
        return
    wanted = all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)
    assert contains(((tuple(corners),),), (x, y)) == wanted
