"""Tables are read, and refused with every fault."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.terrain import MOST_PIECES, BadTable, read_table, tables
from ironclad.domain.games.iron_brigade.rules.c03_movement.costs import leg_fractions, most_used
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import Grounds
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import Pace
from ironclad.domain.kernel.board.plane.bodies import Body, in_line
from ironclad.domain.kernel.board.plane.legs import Move

SIZE = {"width": 6000, "height": 4800}
SQUARE = [[1000, 1000], [2000, 1000], [2000, 2000], [1000, 2000]]
INNER = [[1100, 1100], [1900, 1100], [1900, 1900], [1100, 1900]]


def woods(**changes: Any) -> dict[str, Any]:
    piece = {
        "id": "wood",
        "kind": "woods",
        "polygon": SQUARE,
        "density": "normal",
        "cover": "soft",
        **changes,
    }
    return {field: value for field, value in piece.items() if value is not ...}


def hill(id: str, contour: int, polygon: list[list[int]]) -> dict[str, Any]:
    return {"id": id, "kind": "hill", "polygon": polygon, "contour": contour}


def faults(*terrain: Any, size: Any = SIZE) -> tuple[str, ...]:
    with pytest.raises(BadTable) as refused:
        read_table(size, list(terrain))
    assert str(refused.value) == "; ".join(refused.value.faults)
    return refused.value.faults


@pytest.mark.rule("G/1", "G/2")
def test_the_tables_of_all_scenarios_are_good() -> None:
    counts = {name: (len(table.terrain), len(table.contours)) for name, table in tables().items()}
    assert counts == {
        "first_shots": (5, 1),
        "brawner_farm": (6, 1),
        "millers_mill": (13, 2),
        "mcphersons_ridge": (16, 4),
        "brandy_station": (15, 2),
        "battery_wagner": (9, 0),
        "bare_table": (0, 0),
        "proving_ground": (24, 2),
    }


def test_a_table_is_ground_to_move_on() -> None:
    table = read_table(SIZE, [woods(), hill("low", 1, SQUARE)])
    grounds = Grounds.of(table)
    line = Body((1500, 1500), 0, in_line(1, 200, 60))
    fractions = leg_fractions(line, Move(0, 200), Pace("infantry", "line"), grounds)
    assert most_used([fractions]) == Fraction(1, 2), "2 inches at 4; a hill is no ground of its own"
    # Not the railroad and its bridge, the two contours, the fence and the wall.
    assert [piece.kind for piece in Grounds.of(tables()["brandy_station"]).pieces] == [
        "road", "road", "fordable_river", "bridge", "building", "building", "building", "normal_woods",
        "dense_woods",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "size",
    [
        None,
        {},
        {"width": 6000},
        {"width": 6000, "height": 7801},
        {"width": 0, "height": 1},
        {"width": True, "height": 9},
    ],
)
def test_a_bad_size(size: Any) -> None:
    assert len(faults(size=size)) == 1


def test_sizes_are_bounded() -> None:
    assert read_table({"width": 7800, "height": 7800}, []).terrain == ()
    assert faults(*[woods()] * (MOST_PIECES + 1)) == ("terrain is a list of at most 200 pieces",)
    with pytest.raises(BadTable, match="a list"):
        read_table(SIZE, {"wood": woods()})
    many = [[x, x * x % 4800] for x in range(201)]
    assert faults(woods(polygon=many)) == ("wood: polygon: 201 corners; at most 200 are allowed",)


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        (7, ["piece 1: it is not an object"]),
        (woods(id=""), ["piece 1: its id"]),
        (woods(id="x" * 81, name=""), ["piece 1: its id", "piece 1: its name"]),
        (woods(kind="lava"), ["wood: its kind is one of woods, rough"]),
        (woods(kind=["woods"]), ["wood: its kind is one of"]),
        (woods(density=...), ["wood: density is missing"]),
        (woods(polygon=...), ["wood: polygon is missing"]),
        (woods(storeys=2), ["wood: storeys is not a field of woods"]),
        (woods(density="thick", cover=3), ["wood: cover may not be '3'", "wood: density may not be 'thick'"]),
        (woods(polygon=[[1, 2], [3]]), ["wood: polygon: it is not a list of pairs of whole numbers"]),
        (woods(polygon=[[1, 2], [3, 4.0], [5, 6]]), ["wood: polygon: it is not a list of pairs"]),
        (woods(polygon=[[1, 2], [3, True], [5, 6]]), ["wood: polygon: it is not a list of pairs"]),
        (woods(polygon="round"), ["wood: polygon: it is not a list of pairs"]),
        (
            woods(polygon=[[0, 0], [900, 900], [900, 0], [0, 900]], density=..., extra=1),
            ["density is missing", "extra is not a field", "area is zero", "meets that from"],
        ),
        (woods(polygon=[[0, 0], [6001, 0], [0, 100]]), ["(6001, 0) is off the table"]),
        (woods(polygon=SQUARE[::-1]), ["clockwise"]),
        (
            {"id": "wall", "kind": "wall", "cover": "hard", "line": [[5, 5]]},
            ["wall: line: 1 points; a line has at least 2"],
        ),
    ],
)  # fmt: skip
def test_every_fault_of_a_piece_is_named(piece: Any, expected: list[str]) -> None:
    found = faults(piece)
    assert len(found) == len(expected), found
    for fault, start in zip(found, expected, strict=True):
        assert start in fault


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        ([woods(), woods()], ["wood: several pieces have this id"]),
        ([hill("top", 2, INNER)], ["top: contour 2 lies in no contour 1"]),
        ([hill("low", 1, INNER), hill("top", 2, SQUARE)], ["top: contour 2 lies in no contour 1"]),
        ([{"id": "sand", "kind": "rough", "polygon": SQUARE, "hole": "pit"}], ["sand: its hole is no piece"]),
        (
            [{"id": "sand", "kind": "rough", "polygon": INNER, "hole": "wood"}, woods()],
            ["sand: its hole is no piece"],
        ),
    ],
)
def test_pieces_beside_each_other(terrain: list[Any], expected: list[str]) -> None:
    found = faults(*terrain)
    assert len(found) == len(expected), found
    for fault, start in zip(found, expected, strict=True):
        assert start in fault


@pytest.mark.parametrize("inner", [lambda: hill("top", 2, INNER), lambda: hill("other", 1, INNER)])
def test_good_neighbours(inner: Callable[[], Any]) -> None:
    sand = {"id": "sand", "kind": "rough", "polygon": SQUARE, "hole": inner()["id"]}
    assert len(read_table(SIZE, [hill("low", 1, SQUARE), inner(), sand]).terrain) == 3
