"""Wire and chevaux de frise: what it takes to pass them."""

from fractions import Fraction
from itertools import pairwise
from typing import Literal

from ironclad.domain.games.iron_brigade.position.scenery import Piece, Scenery
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.kernel.board.plane import inside, segments_meet, sides
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.legs import swept
from ironclad.domain.kernel.engine.citations import rule

Obstacle = Literal["wire", "chevaux_de_frise"]
OBSTACLES: tuple[Obstacle, ...] = ("wire", "chevaux_de_frise")
WHOLE, HALF = Fraction(1), Fraction(1, 2)


def crossed(scenery: Scenery, before: Body, then: Body) -> Piece | None:
    """The obstacle that a stand's way crosses, wire first; None if there is none."""
    pieces = [each for kind in OBSTACLES for each in scenery.terrain if each.kind == kind]
    hulls = [each for each in swept(before, then) if len(each) > 2] if pieces else []
    return next((each for each in pieces if any(_cuts(hull, each.line) for hull in hulls)), None)


def _cuts(shape: tuple[tuple[int, int], ...], line: tuple[tuple[int, int], ...]) -> bool:
    pairs = list(pairwise(line))
    return any(segments_meet(a, b, c, d) for a, b in pairs for c, d in sides(shape)) or inside(shape, line[0])


@rule("XV.A/1", "XV.A/2", "XV.B/1")
def is_new_to(unit: Unit, piece: Piece) -> bool:
    """Whether a unit passes an obstacle of this kind for the first time."""
    return piece.kind not in unit.passed_kinds


@rule("XV.A/1")
def needs_a_turn_before(unit: Unit, piece: Piece) -> bool:
    """Whether a unit first spends a turn in an obstacle before it comes out: wire, the first time."""
    return piece.kind == "wire" and is_new_to(unit, piece) and unit.tangled != piece.id


@rule("XV.A/1", "XV.B/1")
def toll(unit: Unit, piece: Piece) -> Fraction:
    """The part of a turn that it takes to come out on the far side: half a turn for chevaux de frise that a
    unit knows, else the whole turn.
    """
    return HALF if piece.kind == "chevaux_de_frise" and not is_new_to(unit, piece) else WHOLE
