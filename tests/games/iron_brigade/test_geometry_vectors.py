"""The plane gives the exact answers of geometry_vectors.json, which another implementation computed."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.board import plane
from ironclad.domain.kernel.board.plane.arcs import bears, side_toward
from ironclad.domain.kernel.board.plane.bodies import (
    Base,
    Body,
    in_file,
    in_line,
    in_side_file,
    in_two_ranks,
)
from ironclad.domain.kernel.board.plane.ground import Span, fraction_used, spans
from ironclad.domain.kernel.board.plane.legs import Wheel, after, farthest, pivot, ways
from ironclad.domain.kernel.board.plane.sight import Relief, Solid, Woods, sees

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "geometry_vectors.json").read_text(encoding="utf-8")
)
SIZES = {
    "infantry": (200, 60),
    "cavalry": (150, 100),
    "gun": (150, 150),
    "limber": (150, 200),
    "officer": (80, 100),
}
FORMATIONS: dict[str, Callable[[int, int, int], tuple[Base, ...]]] = {
    "close": in_two_ranks,
    "open": in_line,
    "skirmish": lambda count, width, depth: in_line(count, width, depth, gap=200),
    "column": in_file,
    "flank_right": lambda count, width, depth: in_side_file(count, width, depth, 270),
}
BATTERY = {
    "limbered": (Base(150, 200, -100, 0), Base(150, 150, -275, 0)),
    "unlimbered": (Base(150, 150, -75, 0), Base(150, 200, -400, 0)),
}
BANDS = (4, 8, 12, 20, 30, 40)


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", VECTORS[kind], ids=str)


def point(value: list[int]) -> plane.Point:
    return value[0], value[1]


def polygon(value: list[list[int]]) -> plane.Polygon:
    return tuple(map(point, value))


def stand(vector: dict[str, Any]) -> plane.Polygon:
    return plane.rectangle(point(vector["centre"]), vector["facing"], *SIZES[vector.get("kind", "infantry")])


def body(vector: dict[str, Any]) -> Body:
    kind, formation = vector.get("type", "infantry"), vector["formation"]
    bases = BATTERY[formation] if kind == "battery" else FORMATIONS[formation](vector["stands"], *SIZES[kind])
    return Body(point(vector["at"]), vector["facing"], bases)


def test_every_kind_of_vector_is_asked() -> None:
    kinds = {name for name, value in VECTORS.items() if isinstance(value, list)}
    assert kinds == {
        "place", "stand", "footprint", "distance", "overlap", "aspect", "bears", "wheel", "cost",
        "sight", "contour",
    }  # fmt: skip


@each("place")
def test_place(vector: dict[str, Any]) -> None:
    found = plane.placed(point(vector["at"]), vector["facing"], vector["ahead"], vector["right"])
    assert found == point(vector["point"])


@each("stand")
def test_stand(vector: dict[str, Any]) -> None:
    assert stand(vector) == polygon(vector["corners"])


@each("footprint")
def test_footprint(vector: dict[str, Any]) -> None:
    found = body(vector)
    assert found.centre == point(vector["unit_centre"])
    assert found.centres == tuple(point(each["centre"]) for each in vector["stands_at"])
    assert found.polygons == tuple(polygon(each["corners"]) for each in vector["stands_at"])
    facings = [found.facing_of(number) for number in range(len(found.bases))]
    assert facings == [each["facing"] for each in vector["stands_at"]]


@each("distance")
def test_distance(vector: dict[str, Any]) -> None:
    one, other = stand(vector["a"]), stand(vector["b"])
    square = plane.square_between(one, other)
    assert square == Fraction(vector["square"]) == plane.square_between(other, one)
    assert (
        next(band for band in BANDS if plane.is_within(one, other, 100 * band))
        == vector["small_arms_band_to"]
    )
    assert next(n for n in range(1, 9) if plane.is_within(one, other, 1200 * n)) == vector["feet"]
    assert plane.is_within(one, other, 5) == vector["touch"]


@each("overlap")
def test_overlap(vector: dict[str, Any]) -> None:
    one, other = stand(vector["a"]), stand(vector["b"])
    assert plane.overlap(one, other, 5) == plane.overlap(other, one, 5) == vector["overlap"]
    assert plane.square_between(one, other) == Fraction(vector["square"])


@each("aspect")
def test_aspect(vector: dict[str, Any]) -> None:
    asked = (point(vector["target"]), vector["target_facing"], point(vector["firer"]))
    assert side_toward(*asked) == vector["small_arms"]
    assert (side_toward(*asked, plane.WITHIN_30) == "flank") == vector["artillery_flank"]


@each("bears")
def test_bears(vector: dict[str, Any]) -> None:
    looker = Body(
        point(vector["stand"]["centre"]), vector["stand"]["facing"], (Base(*SIZES["infantry"], 0, 0),)
    )
    assert looker.front_of(0) == point(vector["apex"])
    assert bears(looker, 0, stand(vector["target"])) == vector["bears"]


@each("wheel")
def test_wheel(vector: dict[str, Any]) -> None:
    before = body(vector)
    then = after(before, Wheel(vector["to"], vector["degrees"]))
    assert pivot(before, vector["to"]) == point(vector["pivot"])
    assert (then.at, then.facing) == (point(vector["new_at"]), vector["new_facing"])
    assert farthest(ways(before, then)) == vector["inches_used"]
    used = [fraction_used(way, spans(way, ()), lambda _: 600) for way in ways(before, then)]
    assert max(each for each in used if each is not None) == Fraction(vector["field_fraction_of_line"])


@each("cost")
def test_cost(vector: dict[str, Any]) -> None:
    way = (point(vector["corner_from"]), point(vector["corner_to"]))
    regions = [polygon(each["polygon"]) for each in vector["regions"]]

    def speed(span: Span) -> int:
        return min([vector["speed"], *(vector["regions"][index]["speed"] for index in span.within)])

    assert fraction_used(way, spans(way, regions), speed) == Fraction(vector["fraction"])


@each("sight")
def test_sight(vector: dict[str, Any]) -> None:
    relief = Relief(
        tuple(map(polygon, vector["hills"])),
        30,
        tuple(Woods(polygon(each["polygon"]), each["limit"], 40) for each in vector["woods"]),
    )
    solids = [Solid.of(polygon(each["polygon"]), each["feet"]) for each in vector["solids"]]
    target = ((point(vector["target"]),), vector["target_feet"])
    assert sees((point(vector["eye"]), vector["eye_feet"]), target, relief, solids) == vector["sees"]


@each("contour")
def test_contour(vector: dict[str, Any]) -> None:
    relief = Relief(tuple(map(polygon, vector["hills"])), 30)
    assert relief.height(point(vector["point"])) == vector["feet"]
