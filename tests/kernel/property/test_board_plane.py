"""The free table: exact at every limit, and like true geometry everywhere else."""

import itertools
from fractions import Fraction
from math import ceil, hypot, isclose, radians, sin, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.board import plane
from ironclad.domain.kernel.board.plane import WITHIN_30, WITHIN_45, WITHIN_60

POINTS = st.tuples(st.integers(0, 7800), st.integers(0, 7800))
SMALL = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
FACINGS = st.integers(0, 359)


def base(centre: Any, facing: int) -> Any:
    return plane.rectangle(centre, facing, 200, 60)


BASES = st.builds(base, POINTS, FACINGS)


def test_the_sine_table_is_that_of_true_geometry() -> None:
    assert all(plane.sine(each) == round(sin(radians(each)) * 1e9) for each in range(-400, 800))


def test_numbers_are_rounded_once_and_away_from_zero() -> None:
    halves = [Fraction(each, 2) for each in (-3, -1, 1, 3)]
    assert [plane.nearest(each) for each in halves] == [-2, -1, 1, 2]
    assert [plane.nearest(Fraction(each, 3)) for each in (-4, -2, 1, 4)] == [-1, -1, 0, 1]
    squares = (0, 1, 2, 4, Fraction(9, 4), Fraction(37, 4))
    assert [plane.ceil_root(each) for each in squares] == [0, 1, 2, 2, 2, 4]
    with pytest.raises(ValueError, match="negative"):
        plane.ceil_root(-1)


@given(POINTS, FACINGS, st.integers(-900, 900), st.integers(-900, 900))
def test_a_place_ahead_and_to_the_right_is_there(origin: Any, facing: int, ahead: int, right: int) -> None:
    x, y = plane.placed(origin, facing, ahead, right)
    s, c = sin(radians(facing)), sin(radians(facing + 90))
    assert abs(x - (origin[0] + ahead * s + right * c)) <= 0.5 + 1e-4
    assert abs(y - (origin[1] + ahead * c - right * s)) <= 0.5 + 1e-4


def test_facings_go_clockwise_from_north() -> None:
    assert [plane.placed((0, 0), facing, 10, 0) for facing in (0, 90, 180, 270)] == [
        (0, 10),
        (10, 0),
        (0, -10),
        (-10, 0),
    ]
    assert plane.rectangle((0, 0), 0, 200, 60) == ((-100, 30), (100, 30), (100, -30), (-100, -30))
    assert plane.turned((0, 10), (0, 0), 90) == (10, 0)
    ways = ((0, 5), (5, 0), (0, -5), (-5, 0), (5, 5))
    assert [plane.bearing((0, 0), each) for each in ways] == [0, 90, 180, 270, 45]


def test_a_distance_at_its_limit_is_within_it() -> None:
    one, other = base((2000, 2000), 0), base((2000, 2460), 180)
    assert plane.square_between(one, other) == 400 * 400
    assert plane.is_within(one, other, 400)
    assert not plane.is_within(one, base((2000, 2461), 180), 400)


def test_an_arc_has_its_limit_in_it() -> None:
    north = (0, 1)
    assert plane.within_arc(north, (7, 7), WITHIN_45)
    assert not plane.within_arc(north, (8, 7), WITHIN_45)
    assert plane.within_arc(north, (-7, 7), WITHIN_45)
    assert not plane.within_arc(north, (0, -5), WITHIN_60)
    assert not plane.within_arc(north, (3, 0), WITHIN_60)


@given(SMALL.filter(any), SMALL.filter(any))
def test_arcs_are_those_of_true_geometry(axis: Any, way: Any) -> None:
    cosine = plane.dot(axis, way) / (hypot(*axis) * hypot(*way))
    for arc, limit in ((WITHIN_30, sqrt(3) / 2), (WITHIN_45, sqrt(0.5)), (WITHIN_60, 0.5)):
        if not isclose(cosine, limit, abs_tol=1e-9):
            assert plane.within_arc(axis, way, arc) == (cosine > limit)


@given(BASES, BASES)
def test_distances_agree_with_points_along_the_edges(one: Any, other: Any) -> None:
    """A slow reference: the nearest of many points along the edges is never nearer, and hardly farther."""

    def along(polygon: Any) -> list[tuple[float, float]]:
        cut = range(9)
        return [
            (ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8)
            for (ax, ay), (bx, by) in plane.sides(polygon)
            for k in cut
        ]

    exact = sqrt(plane.square_between(one, other))
    sampled = min(hypot(x - u, y - v) for x, y in along(one) for u, v in along(other))
    assert exact <= sampled + 1e-6
    assert exact >= sampled - 30, "points are at most 25 apart"
    assert plane.square_between(one, other) == plane.square_between(other, one)
    assert (exact == 0) == plane.meets(one, other)
    for limit in (0, 100, ceil(exact), max(ceil(exact) - 1, 0)):
        assert plane.is_within(one, other, limit) == (exact <= limit)


@given(BASES, BASES)
def test_bases_that_overlap_meet(one: Any, other: Any) -> None:
    if plane.overlap(one, other):
        assert plane.meets(one, other)
    if plane.overlap(one, other, slack=5):
        assert plane.overlap(one, other)


def test_overlap_begins_beyond_its_slack() -> None:
    one = base((2000, 2000), 0)
    assert not plane.overlap(one, base((2000, 2060), 0)), "edges that touch do not overlap"
    assert plane.overlap(one, base((2000, 2059), 0))
    assert not plane.overlap(one, base((2000, 2055), 0), slack=5)
    assert plane.overlap(one, base((2000, 2054), 0), slack=5)


@given(st.lists(SMALL, min_size=1, max_size=12))
def test_a_hull_holds_all_points_and_is_convex(points: Any) -> None:
    hull = plane.hull(points)
    assert set(hull) <= set(points)
    if len(hull) < 3:
        first, last = min(points), max(points)
        ways = [plane.cross(plane.minus(last, first), plane.minus(each, first)) for each in points]
        assert not any(ways)
        return
    assert all(plane.inside(hull, each) for each in points)
    corners = [*hull, *hull[:2]]
    for a, b, c in zip(corners, corners[1:], corners[2:], strict=False):
        assert plane.cross(plane.minus(b, a), plane.minus(c, b)) > 0
    assert plane.twice_area(hull) > 0


@given(SMALL, SMALL, SMALL, SMALL)
def test_segments_meet_where_their_equations_say_so(a: Any, b: Any, c: Any, d: Any) -> None:
    """Reference: the two lines' point in common by Cramer's rule, or shared points of lines that are one."""
    ab, cd, gap = plane.minus(b, a), plane.minus(d, c), plane.minus(c, a)
    bottom = plane.cross(ab, cd)
    if bottom:
        shares = Fraction(plane.cross(gap, cd), bottom), Fraction(plane.cross(gap, ab), bottom)
        wanted = all(0 <= share <= 1 for share in shares)
    else:
        ends = [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
        wanted = any(plane.square_to_segment(point, one, other) == 0 for point, one, other in ends)
    assert plane.segments_meet(a, b, c, d) == wanted


@given(SMALL, SMALL, st.lists(SMALL, min_size=3, max_size=3, unique=True))
def test_stretches_hold_just_the_part_inside(a: Any, b: Any, corners: Any) -> None:
    polygon = tuple(corners)
    if plane.twice_area(polygon) == 0 or a == b:
        return
    found = plane.stretches(a, b, polygon)
    for number in range(25):
        share = Fraction(2 * number + 1, 51)
        scaled = tuple((51 * x, 51 * y) for x, y in polygon)
        n = 2 * number + 1
        point = (51 * a[0] + n * (b[0] - a[0]), 51 * a[1] + n * (b[1] - a[1]))
        if plane.inside(scaled, point) and not any(start <= share <= end for start, end in found):
            assert share in plane.crossings(a, b, polygon), "a mere touch is no stretch"
        elif not plane.inside(scaled, point):
            assert not any(start < share < end for start, end in found)
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(found))


def test_a_stretch_and_its_length() -> None:
    wood = ((2000, 0), (3000, 0), (3000, 4000), (2000, 4000))
    assert plane.stretches((1000, 2000), (4000, 2000), wood) == ((Fraction(1, 3), Fraction(2, 3)),)
    assert plane.piece_length((1000, 2000), (4000, 2000), Fraction(1, 3)) == 1000
    assert plane.piece_length((0, 0), (100, 100), Fraction(1)) == 142, "rounded up"
    assert plane.stretches((0, 4000), (2000, 6000), wood) == ()


@given(st.lists(SMALL, min_size=3, max_size=6))
def test_a_simple_polygon_has_no_two_sides_that_cross(corners: Any) -> None:
    polygon = tuple(corners)
    if plane.is_simple(polygon):
        every = list(plane.sides(polygon))
        for number, (a, b) in enumerate(every):
            for c, d in every[number + 2 : len(every) - (number == 0)]:
                assert not plane.segments_meet(a, b, c, d)
    if len(polygon) == 3:
        assert plane.is_simple(polygon) == (plane.twice_area(polygon) != 0)


def test_polygons_that_are_no_ground() -> None:
    assert plane.is_simple(((0, 0), (9, 0), (9, 9), (0, 9)))
    assert not plane.is_simple(((0, 0), (9, 9), (9, 0), (0, 9))), "it crosses itself"
    assert not plane.is_simple(((0, 0), (9, 0), (5, 0))), "there is no room in it"
    assert not plane.is_simple(((0, 0), (9, 0), (5, 0), (5, 5))), "it runs back along itself"


@given(BASES, POINTS, FACINGS)
def test_a_field_of_fire_meets_what_a_long_triangle_meets(target: Any, apex: Any, facing: int) -> None:
    s, c = plane.direction(facing)
    right, left = (s + c, c - s), (s - c, c + s)
    far = [(apex[0] * 10**9 + 20_000 * x, apex[1] * 10**9 + 20_000 * y) for x, y in (right, left)]
    triangle = ((apex[0] * 10**9, apex[1] * 10**9), *far)
    scaled = tuple((x * 10**9, y * 10**9) for x, y in target)
    assert plane.meets_wedge(apex, right, left, target) == plane.meets(scaled, triangle)
