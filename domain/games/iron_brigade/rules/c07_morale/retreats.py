"""Where stands of a shaken unit go: straight away from the enemy, or 30 degrees off it.

What stops a stand on its way (G/39, G/40) is not decided here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ironclad.domain.kernel.board.plane import Point, bearing, placed
from ironclad.domain.kernel.engine.citations import rule

TURNS = {1: -30, 2: -30, 3: 0, 4: 0, 5: 30, 6: 30}
"""Degrees clockwise from straight away, by the direction die: 1 and 2 are 30 to the left."""


@dataclass(frozen=True)
class Flight:
    """The way of a stand: whole inches along a whole degree, and where its centre would end."""

    facing: int
    inches: int
    end: Point


@rule("G/41", "G/42")
def straight_away(stand: Point, enemy: Point, facing: int) -> int:
    """The whole degree nearest to the direction from an enemy's centre to a stand's, the lower on a tie.

    The rear axis of a unit of this facing if the two fall together.
    """
    return (facing + 180) % 360 if stand == enemy else bearing(enemy, stand)


@rule("VII.F/1", "VII.F/2")
def flight(stand: Point, away: int, distance: Sequence[int], direction: int) -> Flight:
    """The way of one stand by its distance dice and its direction die; it ends facing its flight.

    Raises ValueError for a face that a six-sided die does not have.
    """
    if not all(1 <= die <= 6 for die in (*distance, direction)):
        raise ValueError("the dice have 6 sides")
    facing = (away + TURNS[direction]) % 360
    inches = sum(distance)
    return Flight(facing, inches, placed(stand, facing, 100 * inches, 0))
