"""Chapter III by hand: speeds, grounds on each other, and what legs cost."""

from fractions import Fraction
from typing import get_args

import pytest

from ironclad.domain.games.iron_brigade.rules.c03_movement.costs import (
    course,
    is_on_road,
    leg_fractions,
    most_used,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import Grounds, Kind, Piece, ground_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import OFFICER, Pace, road_speed, speed
from ironclad.domain.kernel.board.plane import Polygon
from ironclad.domain.kernel.board.plane.bodies import Base, Body, in_file, in_line, in_two_ranks
from ironclad.domain.kernel.board.plane.legs import Form, Leg, Move, Turn, Wheel, after
from ironclad.domain.kernel.engine.citations import Refused

LINE, COLUMN = Pace("infantry", "line"), Pace("infantry", "column")
CAVALRY = Pace("cavalry", "line")
FIELD = Grounds(())
REGIMENT = Body((3000, 2000), 0, in_two_ranks(6, 200, 60))
FILE = Body((3000, 2000), 0, in_file(3, 200, 60))


def box(west: int, south: int, east: int, north: int) -> Polygon:
    return (west, south), (east, south), (east, north), (west, north)


def ground(*pieces: tuple[Kind, Polygon]) -> Grounds:
    return Grounds([Piece(kind, polygon) for kind, polygon in pieces])


def used(body: Body, leg: Leg, pace: Pace, grounds: Grounds = FIELD, formed: Pace | None = None) -> Fraction:
    return most_used([leg_fractions(body, leg, pace, grounds, formed)])


@pytest.mark.rule(*(f"III.F/{number}" for number in (1, 2, 4, 5, 6, 8, 9, 10, 12)))
@pytest.mark.parametrize(
    ("pace", "inches"),
    [
        (Pace("infantry", "skirmish"), [8, None, 4, 4, 3, 5]),
        (LINE, [6, None, 5, 2, 2, 4]),
        (COLUMN, [7, 9, 6, 2, 3, 5]),
        (Pace("cavalry", "skirmish"), [18, None, 10, 0, 4, 6]),
        (CAVALRY, [16, None, 8, 0, 3, 5]),
        (OFFICER, [20, 24, 10, 0, 4, 7]),
        (Pace("horse_artillery", "column"), [16, 18, 8, 0, 2, 4]),
        (Pace("field_artillery", "column"), [12, 14, 6, 0, 1, 2]),
        (Pace("heavy_artillery", "column"), [10, 12, 5, 0, 0, 1]),
        (Pace("light_artillery", "column"), [14, 16, 7, 0, 1, 3]),
    ],
)
def test_speeds(pace: Pace, inches: list[int | None]) -> None:
    field, road, rough, swamp, dense, normal = inches
    assert road_speed(pace) == (None if road is None else 100 * road)
    kinds: tuple[Kind, ...] = ("field", "rough", "steep", "swamp", "dense_woods", "normal_woods")
    expected = [field, rough, rough, swamp, dense, normal]
    assert [speed(pace, kind) for kind in kinds] == [100 * (each or 0) for each in expected]


@pytest.mark.rule("III.A/3", "III.A/7", "III.E/1", "III.E/3")
def test_speeds_that_are_not_in_the_table() -> None:
    for pace, half in ((LINE, 250), (CAVALRY, 400), (Pace("heavy_artillery", "column"), 250)):
        assert speed(pace, "fordable_river") == speed(pace, "ford") == half
        for barred in ("river", "deep_water", "impassable", "building", "bridge"):
            assert speed(pace, barred) == 0  # type: ignore[arg-type]
    over = Pace("cavalry", "column", crosses_fence=True)
    assert (speed(over, "field"), speed(over, "normal_woods"), road_speed(over)) == (1000, 700, 1000)
    assert speed(Pace("infantry", "line", crosses_fence=True), "field") == 600


@pytest.mark.rule("III.A/1", "III.A/2", "G/59")
@pytest.mark.parametrize(
    ("kinds", "counts"),
    [
        ((), "field"),
        (("field",), "field"),
        (("normal_woods", "rough"), "dense_woods"),
        (("normal_woods", "steep"), "dense_woods"),
        (("normal_woods", "dense_woods"), "dense_woods"),
        (("swamp", "normal_woods"), "impassable"),
        (("swamp", "rough"), "impassable"),
        (("steep", "rough"), "impassable"),
        (("swamp", "river"), "river"),
        (("ford", "river"), "ford"),
        (("bridge", "deep_water", "building"), "bridge"),
        (("impassable", "building"), "building"),
        (("fordable_river", "dense_woods"), "fordable_river"),
        (("road", "steep"), "steep"),
    ],
)
def test_one_ground_counts(kinds: tuple[Kind, ...], counts: Kind) -> None:
    assert ground_of(kinds) == counts
    assert ground_of(reversed(kinds)) == counts


@pytest.mark.rule("III/2", "III.A/6", "III.B/2", "G/31", "G/32")
def test_terrains_of_a_move_add_up() -> None:
    # From the front edge at 2000: 3 inches of field at 6, then 2 of woods at 4.
    woods = ground(("normal_woods", box(0, 2300, 7000, 2600)))
    assert used(REGIMENT, Move(0, 500), LINE, woods) == 1
    # 6 inches: 3 of field, 3 of woods for the front; the rear edge at 1880 has 4.2 of field and 1.8 of woods.
    assert used(REGIMENT, Move(0, 600), LINE, woods) == Fraction(5, 4)
    # Only the corners of the right half cross these: the largest counts.
    right = ground(("normal_woods", box(3250, 2300, 7000, 2600)))
    assert used(REGIMENT, Move(0, 500), LINE, right) == 1
    assert used(REGIMENT, Move(0, 500), LINE, ground(("rough", box(3301, 0, 7000, 4000)))) == Fraction(5, 6)


@pytest.mark.rule("III.B/1", "III.B/2", "III.B/3", "G/32")
def test_legs_add_up_corner_by_corner() -> None:
    wheel = leg_fractions(REGIMENT, Wheel("right", 30), LINE, FIELD)
    assert most_used([wheel]) == Fraction(317, 600)
    then = after(REGIMENT, Wheel("right", 30))
    ahead = leg_fractions(then, Move(50, 86), LINE, FIELD)
    assert set(ahead) == {Fraction(100, 600)}, "the root of 50² + 86² is 99.5"
    assert most_used([wheel, ahead]) == Fraction(417, 600)
    back = leg_fractions(then, Wheel("left", 30), LINE, FIELD)
    assert most_used([wheel, back]) < most_used([wheel]) + most_used([back]), "other corners go far in each"
    assert used(REGIMENT, Turn(180), LINE) == Fraction(209, 600)
    assert most_used([]) == 0


@pytest.mark.rule("III.J/1", "III.J/2", "G/33")
def test_sidesteps() -> None:
    ways = ((0, 1), (5, 5), (6, 5), (5, -5), (5, -6), (0, -1))
    expected = ["forward", "forward", "sideways", "sideways", "back", "back"]
    assert [course(0, way) for way in ways] == expected
    assert used(REGIMENT, Move(200, 0), LINE) == Fraction(2, 3)
    assert used(REGIMENT, Move(0, -150), LINE) == Fraction(1, 2)
    assert used(REGIMENT, Move(200, 200), LINE) == Fraction(283, 600)
    with pytest.raises(Refused) as refused:
        used(REGIMENT, Move(200, 0), CAVALRY)
    assert refused.value.rule == "III.J/1"


@pytest.mark.rule("III.A/5", "III.F/11", "III.F/13")
def test_a_road_is_for_columns_whose_centres_stay_on_it() -> None:
    road = box(2960, 0, 3040, 4000)
    through = ground(("road", road), ("dense_woods", box(0, 0, 7000, 4000)))
    assert used(FILE, Move(0, 900), COLUMN, through) == 1, "its corners are beside the road"
    assert used(FILE, Move(0, 200), LINE, through) == 1, "no column: dense woods"
    off = Body((3050, 2000), 0, FILE.bases)
    assert used(off, Move(0, 300), COLUMN, through) == 1
    assert not is_on_road(FILE, after(FILE, Move(100, 900)), through)
    assert is_on_road(FILE, after(FILE, Turn(180)), through)
    river = ("river", box(0, 2200, 7000, 2400))
    bridged = ground(("bridge", box(2960, 2200, 3040, 2400)), river, ("road", road))  # type: ignore[arg-type]
    assert used(FILE, Move(0, 900), COLUMN, bridged) == 1
    assert used(FILE, Move(0, 900), COLUMN, ground(("bridge", box(2960, 1800, 3040, 2920)), river)) == 1  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        used(FILE, Move(0, 600), LINE, bridged)
    assert refused.value.rule == "III.F/12"


@pytest.mark.rule("G/59")
def test_an_edge_lies_in_the_costlier_ground() -> None:
    # The left corners of the one stand go along the edge of the woods, and along that of a road.
    one = Body((3000, 2000), 0, (Base(200, 60, -30, 0),))
    assert used(one, Move(0, 200), LINE, ground(("dense_woods", box(2000, 0, 2900, 4000)))) == 1
    assert used(one, Move(0, 200), LINE, ground(("dense_woods", box(2000, 0, 2899, 4000)))) == Fraction(1, 3)
    ford = ground(("river", box(0, 0, 2900, 4000)), ("ford", box(0, 0, 2900, 4000)))
    with pytest.raises(Refused):
        used(one, Move(0, 200), LINE, ford)


def test_a_hole_is_not_in_its_piece() -> None:
    ring = Grounds([Piece("swamp", box(0, 0, 7000, 4000), hole=box(2500, 1500, 3500, 2500))])
    assert used(REGIMENT, Move(0, 300), LINE, ring) == Fraction(1, 2)
    # 5 inches to the edge of the hole at 6, and 1 of swamp at 2.
    assert used(REGIMENT, Move(0, 600), LINE, ring) == Fraction(5, 6) + Fraction(1, 2)


@pytest.mark.rule("G/56")
def test_a_change_of_formation_takes_the_slower_speed_of_both() -> None:
    # An open line closes up to a file: the third stand goes from (3200, 1970) to (3000, 1850), 2.34 inches.
    line = Body((3000, 2000), 0, in_line(3, 200, 60))
    form = Form((3000, 2000), 0, in_file(3, 200, 60))
    assert used(line, form, LINE, FIELD, COLUMN) == Fraction(234, 600)
    rough = ground(("rough", box(0, 0, 7000, 4000)))
    assert used(line, form, LINE, rough, COLUMN) == Fraction(234, 500)
    swamp = ground(("swamp", box(0, 0, 7000, 4000)))
    assert used(line, form, Pace("infantry", "skirmish"), swamp, COLUMN) == Fraction(234, 200)


def test_every_kind_of_ground_is_known() -> None:
    for kind in get_args(Kind):
        if kind != "road":
            assert ground_of([kind]) == kind
