"""Limits computed by hand: the limit itself is on the nearer side, a hundredth of an inch more is not."""

from fractions import Fraction

import pytest

from ironclad.domain.kernel.board import plane
from ironclad.domain.kernel.board.plane.arcs import (
    bears_from,
    nearest_is_within,
    nearest_point,
    side_toward,
)
from tests.kernel.plane.second_opinion import compare


def upright(x: int, y: int) -> plane.Polygon:
    """A base of 2 inches by 0.6 that faces north."""
    return plane.rectangle((x, y), 0, 200, 60)


@pytest.mark.parametrize("limit", [5, 100, 400, 800, 1200, 2000, 2400, 3000, 4000])
def test_a_hundredth_decides_between_parallel_edges(limit: int) -> None:
    at = upright(2000, 2000)
    assert plane.is_within(at, upright(2000, 2060 + limit), limit)
    assert not plane.is_within(at, upright(2000, 2060 + limit + 1), limit)


def test_a_hundredth_decides_between_corners() -> None:
    # 3, 4, 5 times 480: the corners are 1440 and 1920 apart, so exactly 24.00 inches.
    at = upright(1000, 1000)
    assert plane.is_within(at, upright(1000 + 200 + 1440, 1000 + 60 + 1920), 2400)
    assert not plane.is_within(at, upright(1000 + 200 + 1440, 1000 + 60 + 1921), 2400)
    assert not plane.is_within(at, upright(1000 + 200 + 1441, 1000 + 60 + 1920), 2400)


def test_an_irrational_distance_is_not_rounded() -> None:
    # From (0, 0) to the slanted edge from (0, 566) to (566, 0): 566 / sqrt(2) = 400.22…
    edge = ((0, 566), (566, 0))
    assert plane.square_between(((0, 0),), edge) == 160178
    assert not plane.is_within(((0, 0),), edge, 400)
    assert plane.is_within(((0, 0),), ((0, 565), (565, 0)), 400), "399.51…"
    third = plane.square_to_segment((0, 1), (0, 0), (1, 2))
    assert third == Fraction(1, 5)


@pytest.mark.parametrize("facing", range(0, 360, 90))
def test_exactly_45_degrees_is_flank_and_a_hundredth_less_is_not(facing: int) -> None:
    def turned(x: int, y: int) -> plane.Point:
        return plane.turned((3000 + x, 3000 + y), (3000, 3000), facing)

    at = (3000, 3000)
    assert side_toward(at, facing, turned(500, 500)) == "flank"
    assert side_toward(at, facing, turned(499, 500)) == "front"
    assert side_toward(at, facing, turned(-499, -500)) == "rear"
    assert side_toward(at, facing, turned(-500, -500)) == "flank"


def test_30_degrees_of_the_flank_axis() -> None:
    # tan 30 = 0.57735…: 1000 across and 577 ahead is inside, 578 is not.
    for y, side in ((577, "flank"), (578, "front"), (-577, "flank"), (-578, "rear")):
        assert side_toward((0, 0), 0, (1000, y), plane.WITHIN_30) == side
    with pytest.raises(ValueError, match="no side"):
        side_toward((7, 7), 0, (7, 7))


def test_a_wedge_has_its_edges_and_no_end() -> None:
    far = ((7000, 7000), (7800, 7000), (7800, 6900))
    assert bears_from((0, 0), 0, far), "a corner on the edge of the wedge"
    assert not bears_from((0, 0), 0, tuple((x + 1, y) for x, y in far))
    assert bears_from((0, 0), 0, ((-7000, 10), (7000, 10), (7000, 20), (-7000, 20))), "no corner in it"
    assert not bears_from((0, 0), 180, far)
    assert bears_from((500, 500), 217, ((0, 0), (900, 0), (900, 900), (0, 900))), "the apex inside"


def test_the_nearest_point_may_lie_within_a_side() -> None:
    assert nearest_point((0, 0), ((100, -50), (200, -50), (200, 50), (100, 50))) == (100, 0)
    assert nearest_point((0, 0), ((0, 3), (3, 0), (9, 9))) == (Fraction(3, 2), Fraction(3, 2))
    assert nearest_point((0, 0), ((1, 3), (4, 0), (9, 9))) == (2, 2)


def test_a_friend_is_near_enough_and_in_the_wedge() -> None:
    def friend(x: int, y: int) -> plane.Polygon:
        return ((x, y), (x + 200, y), (x + 200, y + 60), (x, y + 60))

    def near(polygon: plane.Polygon) -> bool:
        return nearest_is_within((0, 0), 90, polygon, 600, plane.WITHIN_30)

    assert near(friend(600, -30))
    assert not near(friend(601, -30))
    # The nearest point is the corner itself: 500 east and 288 north is within 30 degrees, 289 is not.
    assert near(friend(500, 288))
    assert not near(friend(500, 289))
    assert not near(friend(-700, -30)), "on the other side"


def test_overlap_begins_beyond_the_slack() -> None:
    at = upright(2000, 2000)
    assert not plane.overlap(at, upright(2195, 2000), 5)
    assert plane.overlap(at, upright(2194, 2000), 5)
    # At 45 degrees the rounded base is 43 * sqrt(2) deep. Moved by 39 it shares 4 * sqrt(2), and 32 > 5 * 5;
    # moved by 40 it shares 3 * sqrt(2), and 18 < 5 * 5.
    slanted = plane.rectangle((2000, 2000), 45, 200, 60)
    assert plane.overlap(slanted, plane.rectangle((2039, 2039), 45, 200, 60), 5)
    assert not plane.overlap(slanted, plane.rectangle((2040, 2040), 45, 200, 60), 5)


@pytest.mark.full
def test_a_second_library_agrees() -> None:
    found = compare(seed=20, count=3_000)
    assert min(found.values()) > 0, found


@pytest.mark.full
def test_a_wrong_measure_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = plane.is_within
    monkeypatch.setattr(plane, "is_within", lambda one, other, limit: right(one, other, limit + 2))
    with pytest.raises(AssertionError, match="limit"):
        compare(seed=20, count=20_000)
