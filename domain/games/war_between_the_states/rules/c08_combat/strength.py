"""The strengths of a battle and their ratio (8.0). All numbers are whole strength points (SP).

Every halving is taken of the sum of the units that it concerns, one after another, and rounded up; that of
want of supply comes last and is rounded down. The ratio is worked out before combat supply and again after.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ironclad.domain.kernel.engine.citations import rule

MOST_CHIT = 4
MARCH_CHIT = 1
"""The highest chit in an attack from march (14.11)."""
WITHOUT_DEFENCE = 265
"""The percentage that a ratio to a strength of 0 is read as: it is in the last column."""


class Contingent(NamedTuple):
    """The attackers of one hex: SP of cavalry, SP of all others, and whether they attack across water.

    Water is a river, a ferry or a bridge over tidal water, or the landing of an amphibious assault.
    """

    others: int
    cavalry: int = 0
    across_water: bool = False


def half_up(strength: int) -> int:
    """Half of a strength, rounded up."""
    return -(-strength // 2)


@rule(
    "8.0/3",
    "8.0/17",
    "8.41/1",
    "8.41/2",
    "8.41/3",
    "8.41/4",
    "8.42/2",
    "7.24/5",
    "14.0/4",
    "14.0/5",
    "15.21/1",
)
def attack_strength(contingents: Iterable[Contingent], from_march: bool = False) -> int:
    """The attackers' strength: in an attack from march all but cavalry is halved, then what crosses water."""
    dry = wet = 0
    for others, cavalry, across_water in contingents:
        strength = (half_up(others) if from_march else others) + cavalry
        if across_water:
            wet += strength
        else:
            dry += strength
    return dry + half_up(wet)


@rule("8.0/4", "8.0/17", "6.58/3", "11.3/1")
def defence_strength(ground: int, entrained: int = 0, ships: int = 0) -> int:
    """The strength of defenders outside a fort: units on trains are halved, supporting ships are added."""
    return ground + half_up(entrained) + ships


@rule("12.23/1", "8.0/17")
def unsupplied(strength: int) -> int:
    """The strength of a force that lacks combat supply: half of what it had, rounded down."""
    return strength // 2


@rule("8.0/5", "8.0/15", "12.23/2")
def combat_ratio(attack: int, defence: int) -> int:
    """Attack over defence in percent, any fraction dropped."""
    return attack * 100 // defence if defence else WITHOUT_DEFENCE


@rule("8.0/7", "8.0/9", "8.0/13", "8.0/14", "14.11/1")
def chit_cap(initiative: int | None, from_march: bool = False) -> int:
    """The highest battle intensity chit that a side may choose.

    `initiative`: the adjusted initiative of the leader of its battle, None where it has none.
    """
    if initiative is None:
        return 0
    return min(initiative, MARCH_CHIT if from_march else MOST_CHIT)
