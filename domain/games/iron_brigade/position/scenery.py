"""The field of a battle as a position holds it: the size of the table, and every piece of terrain."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.board.terrain import FACTS, Table, Terrain
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import Grounds
from ironclad.domain.kernel.board.plane import Point, Polygon
from ironclad.domain.kernel.board.plane.sight import Relief, Solid, Woods
from ironclad.domain.kernel.engine.citations import cite, rule

CONTOUR_FEET, WOODS_FEET, STOREY_FEET = 30, 40, 20
WOODS_LIMIT = {"normal": 300, "dense": 200}
IMPASSABLE = ("building", "impassable", "deep_water", "river")
LINES = ("fence", "wall", "work", "sap_roller")
cite(__name__, "G/23", where="scenery.CONTOUR_FEET, WOODS_FEET, STOREY_FEET")


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of terrain; facts that its kind does not have are None."""

    id: str
    kind: str
    name: str = ""
    polygon: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    cover: str | None = None
    density: str | None = None
    material: str | None = None
    size: str | None = None
    storeys: int | None = None
    contour: int | None = None
    width: int | None = None
    points: int | None = None
    fordable: bool | None = None
    rail_only: bool | None = None
    navigable: bool | None = None
    extra_hard: bool | None = None
    dugout: bool | None = None
    hole: str | None = None


class Scenery(msgspec.Struct, frozen=True, cache_hash=True):
    """A table in hundredths of an inch, and its terrain in order."""

    width: int
    height: int
    terrain: tuple[Piece, ...]


def scenery_of(table: Table) -> Scenery:
    """The scenery of a table that was read and has no fault."""
    pieces = (
        Piece(each.id, each.kind, each.name, each.polygon, each.line, **each.facts) for each in table.terrain
    )
    return Scenery(table.width, table.height, tuple(pieces))


@lru_cache(maxsize=64)
def table_of(scenery: Scenery) -> Table:
    """The scenery as a table."""
    return Table(scenery.width, scenery.height, tuple(_terrain(piece) for piece in scenery.terrain))


@lru_cache(maxsize=64)
def grounds_of(scenery: Scenery) -> Grounds:
    """The grounds of a scenery, for movement."""
    return Grounds.of(table_of(scenery))


@lru_cache(maxsize=64)
@rule("G/23", "G/24", "XI.A/1")
def relief_of(scenery: Scenery) -> Relief:
    """Its hills and woods, for sight: 3 inches of normal woods and 2 of dense ones may be seen through."""
    woods = tuple(
        Woods(piece.polygon, WOODS_LIMIT[piece.density or "normal"], WOODS_FEET)
        for piece in scenery.terrain
        if piece.kind == "woods"
    )
    return Relief(table_of(scenery).contours, CONTOUR_FEET, woods)


@lru_cache(maxsize=64)
@rule("G/23", "G/27")
def buildings_of(scenery: Scenery) -> tuple[Solid, ...]:
    """Its buildings, which block sight."""
    return tuple(
        Solid.of(piece.polygon, STOREY_FEET * (piece.storeys or 1))
        for piece in scenery.terrain
        if piece.kind == "building"
    )


@lru_cache(maxsize=64)
@rule("III.A/7", "III.E/3")
def barriers_of(scenery: Scenery) -> tuple[Polygon, ...]:
    """The outlines of ground where no stand may be, bridges and fords apart."""
    return tuple(
        piece.polygon
        for piece in scenery.terrain
        if piece.kind in IMPASSABLE and not (piece.kind == "river" and piece.fordable)
    )


@lru_cache(maxsize=64)
def openings_of(scenery: Scenery) -> tuple[Polygon, ...]:
    """The outlines of bridges and fords, which open a river."""
    return tuple(
        piece.polygon for piece in scenery.terrain if piece.kind in ("bridge", "ford") and not piece.rail_only
    )


def document_of(scenery: Scenery) -> dict[str, Any]:
    """The table and terrain in the form of a scenario."""
    return {
        "table": {"width": scenery.width, "height": scenery.height},
        "terrain": [
            {name: value for name, value in msgspec.to_builtins(piece).items() if value not in (None, "", ())}
            for piece in scenery.terrain
        ],
    }


def _terrain(piece: Piece) -> Terrain:
    given: Mapping[str, Any] = msgspec.structs.asdict(piece)
    facts = {name: given[name] for name in FACTS if given[name] is not None}
    return Terrain(piece.id, piece.kind, piece.name, piece.polygon, piece.line, facts)
