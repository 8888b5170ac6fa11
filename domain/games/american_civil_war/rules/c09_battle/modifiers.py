"""Modifiers: what changed a roll or a strength, by how much, and under which clause."""

from collections.abc import Iterable

import msgspec


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One change to a die roll, a percentage or a movement cost, as an event shows it to the players.

    name: what it is for, in a few words; amount: signed; rule: the clause that gives it ("9.4/4").
    """

    name: str
    amount: int
    rule: str


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the amounts."""
    return sum(modifier.amount for modifier in modifiers)


def bounded(value: int, low: int, high: int) -> int:
    """`value`, or the nearer of the two limits if it lies beyond."""
    return max(low, min(high, value))
