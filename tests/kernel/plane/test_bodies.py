"""Bodies keep their shape, and their legs take them where hand computation says."""

from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.board import plane
from ironclad.domain.kernel.board.plane.bodies import (
    Base,
    Body,
    are_within,
    bodies_overlap,
    in_file,
    in_line,
    in_side_file,
    in_two_ranks,
    square_apart,
)
from ironclad.domain.kernel.board.plane.ground import Span, fraction_used, spans
from ironclad.domain.kernel.board.plane.legs import (
    Form,
    Leg,
    Move,
    Turn,
    Wheel,
    after,
    along,
    farthest,
    passes,
    pivot,
    swept,
    ways,
)

FACINGS = st.integers(0, 359)
SIDE = st.sampled_from(("left", "right"))
LINE = in_two_ranks(6, 200, 60)


def regiment(facing: int = 0, at: plane.Point = (3000, 2000)) -> Body:
    return Body(at, facing, LINE)


def test_formations_by_hand() -> None:
    assert [(base.ahead, base.right) for base in in_two_ranks(5, 200, 60)] == [
        (-30, -200), (-30, 0), (-30, 200), (-90, 0), (-90, 200),
    ]  # fmt: skip
    assert [(base.ahead, base.right) for base in in_two_ranks(1, 200, 60)] == [(-30, 0)]
    assert [base.right for base in in_line(3, 200, 60, gap=200)] == [-400, 0, 400]
    assert [base.ahead for base in in_file(3, 200, 60)] == [-30, -90, -150]
    assert [base.ahead for base in in_side_file(2, 200, 60, 90)] == [-100, -300]
    with pytest.raises(ValueError, match="halves"):
        in_file(2, 200, 61)
    with pytest.raises(ValueError, match="90 or 270"):
        in_side_file(2, 200, 60, 180)


def test_most_bases_give_the_facing_and_the_lowest_on_a_tie() -> None:
    def facing(*turns: int) -> int:
        return Body(
            (0, 0), 350, tuple(Base(200, 60, 0, 200 * i, turn) for i, turn in enumerate(turns))
        ).main_facing

    assert facing(0, 20, 20) == 10
    assert facing(20, 0, 0, 20) == 10
    assert facing(90, 0, 20) == 80


def test_the_distance_of_bodies_is_the_least_of_their_bases() -> None:
    one, other = regiment(), regiment(180, (3100, 2400))
    assert square_apart(one, other) == 400 * 400
    assert are_within(one, other, 400)
    assert not are_within(one, other, 399)
    assert bodies_overlap(one, regiment(0, (3000, 2100)), 5)
    assert not bodies_overlap(one, other, 5)


@given(FACINGS, SIDE)
def test_a_wheel_keeps_its_pivot_to_a_hundredth(facing: int, side: Literal["left", "right"]) -> None:
    before = regiment(facing)
    about = pivot(before, side)
    then = after(before, Wheel(side, 30))
    assert plane.square(plane.minus(pivot(then, side), about)) <= 8, "two roundings of each co-ordinate"
    sign = 30 if side == "right" else -30
    assert then.facing == (facing + sign) % 360


@given(FACINGS, st.lists(st.builds(Wheel, SIDE, st.integers(1, 90)), max_size=20))
def test_a_line_stays_straight_through_wheels(facing: int, wheels: list[Leg]) -> None:
    end = [regiment(facing), *along(regiment(facing), wheels)][-1]
    assert end.bases == LINE
    left, middle, right = (end.centre_of(number) for number in range(3))
    bend = plane.cross(plane.minus(right, left), plane.minus(middle, left))
    assert abs(bend) <= 400, "the middle is at most a hundredth off a line of 400"


@given(FACINGS, st.sampled_from((90, 180, 270)))
def test_a_right_angle_in_place_moves_no_centre(facing: int, degrees: int) -> None:
    before = regiment(facing)
    then = after(before, Turn(degrees))
    assert then.centres == before.centres
    assert then.facing == then.facing_of(0) == (facing + degrees) % 360


def test_an_about_face_costs_the_diagonal() -> None:
    before = Body((3000, 2000), 0, in_line(2, 200, 60))
    then = after(before, Turn(180))
    assert {frozenset(each) for each in then.polygons} == {frozenset(each) for each in before.polygons}
    assert farthest(ways(before, then)) == 209, "the root of 200² + 60² is 208.8"


def test_a_turn_of_other_angles_turns_each_base() -> None:
    then = after(regiment(), Turn(30))
    assert then.centres == regiment().centres
    assert (then.facing, then.main_facing) == (0, 30)
    gun = Body((3000, 2000), 0, (Base(150, 150, -75, 0), Base(150, 200, -400, 0)))
    swung = after(gun, Turn(90, about=0))
    assert swung.centre_of(0) == gun.centre_of(0)
    assert swung.centre_of(1) == (3000 - 325, 1925), "the limber is behind the gun as before"


def test_a_share_of_a_leg_is_rounded_toward_its_start() -> None:
    third = Fraction(1, 3)
    assert after(regiment(), Move(-100, 100), third).at == (3000 - 33, 2033)
    assert after(regiment(), Wheel("left", 50), third).facing == 344, "16 degrees"
    assert after(regiment(), Turn(90), third) == regiment()
    form = Form((3100, 2000), 90, in_line(6, 200, 60))
    assert after(regiment(), form, third) == regiment()
    assert after(regiment(), form).bases == form.bases
    with pytest.raises(ValueError, match="6 bases"):
        after(regiment(), Form((0, 0), 0, LINE[:5]))


@pytest.mark.parametrize("make", [lambda: Wheel("left", 91), lambda: Wheel("left", 0), lambda: Turn(360)])
def test_a_leg_out_of_bounds_is_refused(make: Any) -> None:
    with pytest.raises(ValueError, match="degrees"):
        make()


def test_a_file_wheels_about_its_head() -> None:
    column = Body((3000, 2000), 0, in_side_file(3, 200, 60, 270))
    assert pivot(column, "right") == (3030, 2000)
    assert pivot(column, "left") == (2970, 2000)


def test_what_is_passed() -> None:
    before, then = regiment(), after(regiment(), Move(0, 1000))
    between = plane.rectangle((3000, 2500), 0, 200, 60)
    assert passes(before, then, between, 5)
    beside = plane.rectangle((3400, 2500), 0, 200, 60)
    assert not passes(before, then, beside, 5), "it only touches"
    assert swept(before, then)[0] == ((2700, 1940), (2900, 1940), (2900, 3000), (2700, 3000))


WOOD = ((2000, 2300), (3000, 2300), (3000, 2600), (2000, 2600))


def pace(span: Span) -> int:
    return 200 if span.within | span.along else 600


def test_a_way_is_cut_at_edges() -> None:
    way = ((2500, 2000), (2500, 2800))
    cut = spans(way, (WOOD,))
    assert [(span.start, span.end, set(span.within)) for span in cut] == [
        (0, Fraction(3, 8), set()), (Fraction(3, 8), Fraction(3, 4), {0}), (Fraction(3, 4), 1, set()),
    ]  # fmt: skip
    assert fraction_used(way, cut, pace) == Fraction(300, 600) + Fraction(300, 200) + Fraction(200, 600)
    assert fraction_used(way, cut, lambda span: 0 if span.within else 600) is None


def test_an_edge_belongs_to_the_game_to_price() -> None:
    way = ((2100, 2300), (2900, 2300))
    (only,) = spans(way, (WOOD,))
    assert (only.within, only.along) == (frozenset(), {0})
    assert fraction_used(way, (only,), pace) == Fraction(800, 200)
    assert spans(((5, 5), (5, 5)), (WOOD,)) == ()


def test_stretches_of_one_speed_are_rounded_together() -> None:
    # 333.3… and 333.3… of 1000 at one speed are 667, not 334 and 334.
    regions = (((0, 0), (1, 0), (1, 9), (0, 9)), ((1, 0), (2, 0), (2, 9), (1, 9)))
    way = ((0, 4), (3, 5))
    cut = spans(way, regions)
    assert len(cut) == 3
    assert fraction_used(way, cut, lambda span: 100 if span.within else 10**9) == Fraction(3, 100) + Fraction(
        2, 10**9
    ), "the root of 40/9 is 2.1…, that of 10/9 is 1.05…"
