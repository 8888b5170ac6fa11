"""Tables: their size and their terrain, read from a scenario's document with every fault named.

A document may come from a player, so its sizes are bounded before its outlines are looked at.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.kernel.board.plane import Point, Polygon
from ironclad.domain.kernel.board.plane.cover import lies_in
from ironclad.domain.kernel.board.plane.outlines import line_faults, polygon_faults
from ironclad.domain.kernel.engine.citations import rule

MOST_PIECES = 200
LONGEST_SIDE = 7800
LONGEST_NAME = 80
Outline = Literal["polygon", "line", "both"]


class BadTable(Exception):
    """A table that may not be used. `faults` names everything that is wrong with it."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Terrain:
    """A piece of terrain. A piece with both outlines is the polygon; the line is its middle."""

    id: str
    kind: str
    name: str
    polygon: Polygon
    line: tuple[Point, ...]
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table in hundredths of an inch, and its terrain in the order of the document."""

    width: int
    height: int
    terrain: tuple[Terrain, ...]

    @property
    def contours(self) -> tuple[Polygon, ...]:
        """The outlines of hills, for sight."""
        return tuple(piece.polygon for piece in self.terrain if piece.kind == "hill")

    def piece(self, id: str) -> Terrain:
        """The piece of this id. Raises KeyError if there is none."""
        return {piece.id: piece for piece in self.terrain}[id]


@dataclass(frozen=True)
class Kind:
    """How a kind of terrain is drawn, and which facts it must and may have."""

    outline: Outline
    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()


def _kind(outline: Outline, must: str = "", may: str = "") -> Kind:
    return Kind(outline, frozenset(must.split()), frozenset(may.split()))


KINDS = {
    "woods": _kind("polygon", "density cover"),
    "rough": _kind("polygon", may="cover hole"),
    "steep": _kind("polygon", may="cover hole width line"),
    "swamp": _kind("polygon"),
    "impassable": _kind("polygon"),
    "field": _kind("polygon", may="extra_hard"),
    "hill": _kind("polygon", "contour"),
    "road": _kind("both", "width"),
    "railroad": _kind("both", "width"),
    "river": _kind("both", "width fordable"),
    "ford": _kind("polygon"),
    "bridge": _kind("both", "width material points", "rail_only"),
    "building": _kind("polygon", "material storeys size cover points"),
    "deep_water": _kind("polygon", may="navigable"),
    "minefield": _kind("polygon", "points"),
    "fence": _kind("line", "cover", "points"),
    "wall": _kind("line", "cover", "points"),
    "work": _kind("line", "cover points", "dugout"),
    "sap_roller": _kind("line", "cover points"),
    "wire": _kind("line", "cover"),
    "chevaux_de_frise": _kind("line", "cover"),
}


def _one_of(*allowed: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in allowed


def _whole(lowest: int, highest: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and lowest <= value <= highest


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


FACTS: dict[str, Callable[[Any], bool]] = {
    "cover": _one_of("none", "soft", "hard", "trench"),
    "density": _one_of("normal", "dense"),
    "material": _one_of("stone", "wood"),
    "size": _one_of("standard", "extra_large"),
    "storeys": _whole(1, 10),
    "contour": _whole(1, 20),
    "width": _whole(1, LONGEST_SIDE),
    "points": _whole(1, 1000),
    "fordable": _flag,
    "rail_only": _flag,
    "navigable": _flag,
    "extra_hard": _flag,
    "dugout": _flag,
    "hole": lambda value: isinstance(value, str),
}


@rule("G/1", "G/2")
def read_table(size: Any, terrain: Any) -> Table:
    """A table of a size and the terrain of a scenario's document. Raises BadTable with every fault."""
    sides = [size.get(side) if isinstance(size, dict) else None for side in ("width", "height")]
    width, height = (side if _whole(1, LONGEST_SIDE)(side) else 0 for side in sides)
    if not width or not height:
        raise BadTable([f"a table has a width and a height of 1 to {LONGEST_SIDE} hundredths of an inch"])
    if not isinstance(terrain, list) or len(terrain) > MOST_PIECES:
        raise BadTable([f"terrain is a list of at most {MOST_PIECES} pieces"])
    pieces, faults = [], []
    for number, each in enumerate(terrain, 1):
        wrong = _faults(each, width, height)
        faults += [f"{_called(each, number)}: {fault}" for fault in wrong]
        if not wrong:
            pieces.append(_piece(each))
    faults += _faults_together(pieces, complete=not faults)
    if faults:
        raise BadTable(faults)
    return Table(width, height, tuple(pieces))


@cache
def tables() -> Mapping[str, Table]:
    """The tables of the scenarios in data/scenarios.json, by scenario."""
    content = json.loads((DATA / "scenarios.json").read_text(encoding="utf-8"))
    return {each["id"]: read_table(each["table"], each["terrain"]) for each in content["scenarios"]}


def _called(piece: Any, number: int) -> str:
    id = piece.get("id") if isinstance(piece, dict) else None
    return str(id) if _is_name(id) else f"piece {number}"


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _faults(piece: Any, width: int, height: int) -> list[str]:
    """All that is wrong with one piece by itself."""
    if not isinstance(piece, dict):
        return ["it is not an object"]
    faults = [] if _is_name(piece.get("id")) else [f"its id is text of 1 to {LONGEST_NAME} characters"]
    if "name" in piece and not _is_name(piece["name"]):
        faults.append(f"its name is text of 1 to {LONGEST_NAME} characters")
    kind = KINDS.get(piece["kind"]) if isinstance(piece.get("kind"), str) else None
    if kind is None:
        return [*faults, f"its kind is one of {', '.join(KINDS)}"]
    drawn = {"polygon", "line"} if kind.outline == "both" else {kind.outline}
    given = {str(key) for key in piece} - {"id", "kind", "name"}
    faults += [f"{field} is missing" for field in sorted((drawn | kind.must) - given)]
    faults += [
        f"{field} is not a field of {piece['kind']}" for field in sorted(given - drawn - kind.must - kind.may)
    ]
    faults += [
        f"{field} may not be {str(piece[field])[:40]!r}"
        for field in sorted(given & set(FACTS))
        if not FACTS[field](piece[field])
    ]
    for field, check in (("polygon", polygon_faults), ("line", line_faults)):
        if field in given:
            points = _points(piece[field])
            found = (
                ["it is not a list of pairs of whole numbers"]
                if points is None
                else check(points, width, height)
            )
            faults += [f"{field}: {fault}" for fault in found]
    return faults


def _points(value: Any) -> tuple[Point, ...] | None:
    """A list of pairs of whole numbers as points, or None."""
    if not isinstance(value, list | tuple):
        return None
    pairs = [each for each in value if isinstance(each, list | tuple) and len(each) == 2]
    if len(pairs) < len(value) or not all(type(number) is int for pair in pairs for number in pair):
        return None
    return tuple((x, y) for x, y in pairs)


def _piece(piece: Mapping[str, Any]) -> Terrain:
    facts = {field: piece[field] for field in FACTS if field in piece}
    polygon, line = (_points(piece.get(field, [])) or () for field in ("polygon", "line"))
    return Terrain(piece["id"], piece["kind"], piece.get("name", ""), polygon, line, facts)


def _faults_together(pieces: Sequence[Terrain], *, complete: bool) -> list[str]:
    """What is wrong with pieces beside each other.

    References are looked up only if no piece was left out for a fault of its own.
    """
    ids = [piece.id for piece in pieces]
    faults = [f"{id}: several pieces have this id" for id in sorted({id for id in ids if ids.count(id) > 1})]
    if not complete:
        return faults
    by_id = {piece.id: piece for piece in pieces}
    for piece in pieces:
        if "hole" in piece.facts:
            hole = by_id.get(piece.facts["hole"])
            if hole is None or not hole.polygon or not lies_in(hole.polygon, piece.polygon):
                faults.append(f"{piece.id}: its hole is no piece with a polygon inside it")
        contour = piece.facts.get("contour", 1)
        if contour > 1 and not any(
            below.facts.get("contour") == contour - 1 and lies_in(piece.polygon, below.polygon)
            for below in pieces
        ):
            faults.append(f"{piece.id}: contour {contour} lies in no contour {contour - 1}")
    return faults
