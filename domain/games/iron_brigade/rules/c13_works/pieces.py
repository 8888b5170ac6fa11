"""Pieces of terrain that are broken up: what is left of a line, and the rubble of a house."""

import msgspec

from ironclad.domain.games.iron_brigade.position.scenery import Piece
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import Line, length, nearest_along
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.citations import rule

STRETCH = 200
"""Each battery works on a stretch of 2 inches at a time (XIII.D/4)."""


def broken_at(piece: Piece, *left: Line) -> tuple[Piece, ...]:
    """What is left of a line piece: the first part keeps its id, the other has its place added to it."""
    parts = [line for line in left if len(line) >= 2]
    return tuple(
        msgspec.structs.replace(
            piece, id=piece.id if index == 0 else f"{piece.id}-{line[0][0]}-{line[0][1]}", line=line
        )
        for index, line in enumerate(parts)
    )


@rule("VI.E/6", "VI.E/7")
def rubble(piece: Piece) -> Piece:
    """A building that burnt or fell down: rough ground and soft cover."""
    return Piece(f"{piece.id}_rubble", "rough", "Rubble", piece.polygon, cover="soft")


@rule("XIII.D/4")
def stretch_of(piece: Piece, point: Point) -> tuple[int, int]:
    """The stretch of a line that is nearest to a point: 2 inches by 2 inches from its first point, as lengths
    from there.
    """
    along = min(nearest_along(piece.line, point), max(length(piece.line) - 1, 0))
    start = along // STRETCH * STRETCH
    return start, start + STRETCH
