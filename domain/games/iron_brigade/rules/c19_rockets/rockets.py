"""Rockets: their reach, and the faces of the die that hit."""

from fractions import Fraction

from ironclad.domain.games.iron_brigade.rules.troops import Cover
from ironclad.domain.kernel.engine.citations import rule

REACH = 8000


@rule("XIX.B/2")
def in_reach(square: Fraction) -> bool:
    """Whether rockets reach so far, given the square of hundredths of an inch."""
    return square <= REACH**2


@rule("XIX.B/1")
def hits_up_to(cover: Cover) -> int:
    """The highest face of a twenty-sided die on which a rocket costs a casualty."""
    return 1 if cover in ("hard", "trench") else 2
