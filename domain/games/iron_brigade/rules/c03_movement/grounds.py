"""Pieces of ground on the table, and the one ground that counts where several lie on each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Literal, get_args

from ironclad.domain.games.iron_brigade.board.terrain import Table, Terrain
from ironclad.domain.kernel.board.plane import Polygon
from ironclad.domain.kernel.board.plane.ground import Span
from ironclad.domain.kernel.engine.citations import rule

Kind = Literal[
    "bridge", "ford", "building", "impassable", "deep_water", "river", "fordable_river",
    "road", "swamp", "dense_woods", "normal_woods", "steep", "rough", "field",
]  # fmt: skip
FIRST: tuple[Kind, ...] = (
    "bridge", "ford", "building", "impassable", "deep_water", "river", "fordable_river",
)  # fmt: skip
"""Kinds that hide whatever else lies there, the first of them first."""
WOODS = frozenset[Kind]({"dense_woods", "normal_woods"})
UNEVEN = frozenset[Kind]({"rough", "steep"})


@dataclass(frozen=True)
class Piece:
    """A piece of ground with its outline, and the outline of a hole in it."""

    kind: Kind
    polygon: Polygon
    hole: Polygon | None = None


class Grounds:
    """The pieces of a table, as regions for `spans`: every outline, and every hole after its own piece."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.regions: list[Polygon] = []
        self._indices: list[tuple[Piece, int, int | None]] = []
        for piece in self.pieces:
            index = len(self.regions)
            self.regions += [piece.polygon, *([piece.hole] if piece.hole else [])]
            self._indices.append((piece, index, index + 1 if piece.hole else None))

    @classmethod
    @rule("III.A/5")
    def of(cls, table: Table) -> "Grounds":
        """The grounds of a table. Hills, tracks, minefields and lines are no ground of their own."""
        found = []
        for piece in table.terrain:
            kind = _kind_of(piece)
            if kind is not None:
                hole = table.piece(piece.facts["hole"]).polygon if "hole" in piece.facts else None
                found.append(Piece(kind, piece.polygon, hole))
        return cls(found)

    def kinds_on(self, span: Span) -> tuple[frozenset[Kind], frozenset[Kind]]:
        """The kinds that a stretch lies in, and those whose edge it follows."""
        within, along = set(), set()
        for piece, index, hole in self._indices:
            if hole is not None and hole in span.within:
                continue
            if index in span.along or (hole is not None and hole in span.along):
                along.add(piece.kind)
            elif index in span.within:
                within.add(piece.kind)
        return frozenset(within), frozenset(along - within)

    @property
    def roads(self) -> tuple[Polygon, ...]:
        """The outlines of roads and bridges."""
        return tuple(piece.polygon for piece in self.pieces if piece.kind in ("road", "bridge"))


@rule("III.A/1", "III.A/2", "III.A/7", "G/59")
def ground_of(kinds: Iterable[Kind]) -> Kind:
    """The ground that counts where these kinds lie on each other; a road does not count here.

    Woods on rough or steep ground are dense woods. Any other pair of swamp, woods, steep and rough is
    impassable; normal and dense woods on each other are dense.
    """
    found = frozenset(kinds)
    for kind in FIRST:
        if kind in found:
            return kind
    woods, uneven, swamp = found & WOODS, found & UNEVEN, "swamp" in found
    if len(uneven) > 1 or (swamp and (woods or uneven)):
        return "impassable"
    if woods:
        return "dense_woods" if uneven or "dense_woods" in woods else "normal_woods"
    if swamp:
        return "swamp"
    return next(iter(uneven), "field")


@rule("G/59")
def grounds_on(within: frozenset[Kind], along: frozenset[Kind]) -> Iterator[Kind]:
    """All grounds that a stretch may be taken to lie in: with each choice of the edges that it follows."""
    edges = sorted(along)
    chosen = chain.from_iterable(combinations(edges, count) for count in range(len(edges) + 1))
    for each in chosen:
        yield ground_of(within.union(each))


def _kind_of(piece: Terrain) -> Kind | None:
    match piece.kind:
        case "woods":
            return "dense_woods" if piece.facts["density"] == "dense" else "normal_woods"
        case "river":
            return "fordable_river" if piece.facts["fordable"] else "river"
        case "bridge" if piece.facts.get("rail_only"):
            return None
        case _:
            return next((kind for kind in get_args(Kind) if kind == piece.kind), None)
