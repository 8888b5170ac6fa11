"""Items of a sum or a product: what counts, how much, and the clause that says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod


@dataclass(frozen=True)
class Item:
    """An amount that is added or multiplied, with its name and its clause."""

    name: str
    amount: Fraction
    rule: str


def items(*rows: tuple[bool, str, str | int | Fraction, str]) -> tuple[Item, ...]:
    """The items that apply, from rows of: whether it applies, its name, its amount, its clause."""
    return tuple(Item(name, Fraction(amount), rule) for applies, name, amount, rule in rows if applies)


def total(added: Iterable[Item]) -> Fraction:
    """The sum of some items."""
    return sum((item.amount for item in added), Fraction(0))


def product(multipliers: Iterable[Item]) -> Fraction:
    """The product of some items, exact; 1 of none."""
    return prod((item.amount for item in multipliers), start=Fraction(1))
