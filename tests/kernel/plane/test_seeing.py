"""Sight and cover at their limits, and outlines that are refused with every reason."""

import pytest

from ironclad.domain.kernel.board.plane import Polygon
from ironclad.domain.kernel.board.plane.cover import is_behind, is_deep_in, lies_in
from ironclad.domain.kernel.board.plane.outlines import MOST_CORNERS, line_faults, polygon_faults
from ironclad.domain.kernel.board.plane.sight import Relief, Solid, Woods, is_open, sees

FLAT = Relief((), 30)
EYE, AIM = ((1000, 2000), 6), ((4000, 2000), 6)


def box(west: int, south: int, east: int, north: int) -> Polygon:
    return (west, south), (east, south), (east, north), (west, north)


# -- sight


def test_visibility_is_a_limit_of_each_line() -> None:
    target = (((4000, 2000), (4100, 2000)), 6)
    assert sees(EYE, target, FLAT, visibility=3000)
    assert not sees(EYE, target, FLAT, visibility=2999)


def test_one_open_line_is_enough() -> None:
    house = Solid.of(box(2000, 1900, 2300, 2050), 20)
    assert not is_open(EYE, AIM, FLAT, (house,))
    assert sees(EYE, (((4000, 2000), (4000, 2150)), 6), FLAT, (house,))


@pytest.mark.parametrize(("feet", "seen"), [(11, True), (12, False)])
def test_a_solid_blocks_between_its_ends_alone(feet: int, seen: bool) -> None:
    # From 6 feet up to 18 over 3,000: at 1,500, where the house ends, the line is at 12, and lower before.
    house = Solid.of(box(2499, 1900, 2500, 2100), feet)
    assert is_open(EYE, ((4000, 2000), 18), FLAT, (house,)) == seen


def test_a_line_that_comes_down_to_a_top_at_its_end_alone_passes() -> None:
    # From 18 feet down to 6: the line is at 12 where it leaves the house, and above 12 before.
    house = Solid.of(box(2400, 1900, 2500, 2100), 12)
    assert is_open(((1000, 2000), 18), AIM, FLAT, (house,))
    assert not is_open(((1000, 2000), 18), AIM, FLAT, (Solid.of(box(2400, 1900, 2501, 2100), 12),))


def test_a_solid_is_measured_from_the_ground_at_its_middle() -> None:
    relief = Relief((box(2000, 1000, 3000, 3000),), 30)
    wagon = Solid.of(box(2950, 1900, 3000, 2100), 10)
    eye, aim = ((2000, 2000), 6), ((2999, 2000), 6)
    assert is_open(eye, aim, relief)
    assert not is_open(eye, aim, relief, (wagon,))
    assert is_open(((2000, 2000), 11), ((2999, 2000), 11), relief, (wagon,))


def test_woods_count_where_their_top_reaches_the_line() -> None:
    woods = Relief((), 30, (Woods(box(2000, 1000, 3000, 3000), 300, 40),))
    assert not is_open(EYE, AIM, woods)
    assert is_open(((1000, 2000), 41), ((4000, 2000), 41), woods)
    assert not is_open(((1000, 2000), 40), ((4000, 2000), 40), woods)
    # From 60 feet to 30 over 3,000: at or below 40 from 3,000 on, where these woods end.
    assert is_open(((1000, 2000), 60), ((4000, 2000), 30), woods)
    # To 0 feet: at or below 40 from 2,000 on, so all of them count.
    assert not is_open(((1000, 2000), 60), ((4000, 2000), 0), woods)


def test_woods_on_a_hill_have_their_height_above_it() -> None:
    hill = box(2000, 1000, 3000, 3000)
    woods = Woods(box(2200, 1000, 2600, 3000), 300, 40)
    eye, aim = ((1000, 2000), 60), ((4000, 2000), 60)
    assert is_open(eye, aim, Relief((hill,), 30))
    assert is_open(eye, aim, Relief((), 30, (woods,)))
    assert not is_open(eye, aim, Relief((hill,), 30, (woods,)))


def test_of_woods_on_each_other_the_least_limit_counts() -> None:
    normal, dense = Woods(box(2000, 1000, 2201, 3000), 300, 40), Woods(box(2000, 1000, 2201, 3000), 200, 40)
    assert is_open(EYE, AIM, Relief((), 30, (normal,)))
    assert not is_open(EYE, AIM, Relief((), 30, (normal, dense)))


def test_a_slanted_way_through_woods_is_compared_as_a_square() -> None:
    # The way 3, 4, 5: 180 east are 300 along it.
    def seen(east: int) -> bool:
        return is_open(
            ((1000, 1000), 6), ((1900, 2200), 6), Relief((), 30, (Woods(box(1300, 0, east, 3000), 300, 40),))
        )

    assert seen(1480)
    assert not seen(1481)


def test_edges_are_not_in_a_polygon() -> None:
    assert is_open(EYE, AIM, Relief((box(1500, 2000, 2500, 3000),), 30)), "along the foot of a hill"
    assert not is_open(EYE, AIM, Relief((box(1500, 1999, 2500, 3000),), 30))


# -- cover


def test_a_wall_covers_within_its_limit() -> None:
    line = ((2000, 1000), (2000, 2000))
    target = box(1900, 1970, 2100, 2030)
    assert is_behind(line, ((1500, 1870), (2500, 1870)), target, 100)
    assert not is_behind(line, ((1500, 1869), (2500, 1869)), target, 100)
    assert not is_behind(line, ((2000, 1900), (2500, 1900)), target, 100), "the line goes through its end"
    assert not is_behind(line, ((2500, 1900), (2001, 1900)), target, 100)
    bend = ((1500, 1900), (2000, 1950), (2500, 1900))
    assert is_behind(line, bend, target, 100), "the wall continues on the other side"
    assert not is_behind(line, ((1500, 1900), (2000, 1950), (1500, 1960)), target, 100), "it turns back"
    assert not is_behind(line, ((1500, 2040), (2500, 2040)), target, 100), "behind the target's centre"


def test_an_area_covers_by_its_depth_before_the_target() -> None:
    line = ((2000, 1000), (2000, 2000))
    target = box(1900, 1970, 2100, 2030)
    assert is_deep_in(line, box(1950, 1870, 2050, 2500), target, 100)
    assert not is_deep_in(line, box(1950, 1871, 2050, 2500), target, 100)
    assert not is_deep_in(line, box(1950, 1500, 2050, 1900), target, 100), "it ends before the target"
    assert is_deep_in(line, box(1800, 1960, 2200, 2040), target, 100), "the target is wholly inside"
    assert not is_deep_in(line, box(1901, 1960, 2200, 2040), target, 100)


def test_a_notch_keeps_a_target_from_lying_inside() -> None:
    around = ((0, 0), (900, 0), (900, 900), (500, 900), (500, 300), (400, 300), (400, 900), (0, 900))
    assert lies_in(box(100, 100, 300, 200), around)
    assert lies_in(box(0, 0, 400, 300), around), "edges may touch"
    assert not lies_in(box(100, 250, 800, 350), around), "all its corners are inside"


# -- outlines


def test_a_good_outline_has_no_fault() -> None:
    assert polygon_faults(box(0, 0, 7200, 4800), 7200, 4800) == []
    assert line_faults(((0, 0), (10, 10)), 7200, 4800) == []


@pytest.mark.parametrize(
    ("polygon", "reasons"),
    [
        (((0, 0), (9, 9), (9, 0), (0, 9)), ["area is zero", "side from (0, 0) to (9, 9) meets"]),
        (((0, 0), (10, 0), (9, 9), (1, -3)), ["(1, -3) is off", "side from (0, 0) to (10, 0) meets"]),
        (((0, 0), (9, 0), (5, 0)), ["area is zero", "meets", "meets"]),
        (((0, 0), (9, 0)), ["2 corners"]),
        (((0, 0), (0, 0), (9, 0), (9, 9)), ["(0, 0) follows itself"]),
        (((0, 9), (9, 9), (9, 0), (0, 0)), ["clockwise"]),
        (tuple((x, x * x) for x in range(MOST_CORNERS + 1)), ["201 corners; at most 200"]),
    ],
)
def test_every_fault_of_an_outline_is_named(polygon: Polygon, reasons: list[str]) -> None:
    found = polygon_faults(polygon, 100_000, 100_000)
    assert len(found) == len(reasons), found
    for reason, fault in zip(reasons, found, strict=True):
        assert reason in fault


def test_every_fault_of_a_line_is_named() -> None:
    assert line_faults(((5, 5),), 100, 100) == ["1 points; a line has at least 2"]
    assert line_faults(((5, 5), (5, 5), (101, 0)), 100, 100) == [
        "(101, 0) is off the table of 100 by 100",
        "(5, 5) follows itself",
    ]
    assert line_faults(((0, 0),) * 201, 100, 100) == ["201 points; at most 200 are allowed"]
