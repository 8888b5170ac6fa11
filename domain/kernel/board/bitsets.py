"""Sets of places as whole numbers: place n is in the set if bit n is 1. A step of a whole set is a shift.

Steps between places whose numbers differ by the same are taken together, so places are best numbered so that
neighbours lie at few distances: on a board of hexes column by column, each column with the same room.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import NamedTuple

Step = tuple[int, int, int]
"""The place left, the place entered, and the price, which is at least 1."""
_BITS = bytes.maketrans(b"01", b"\x00\x01")


class Bits:
    """Places and their numbers."""

    def __init__(self, places: Iterable[str], number: Callable[[str], int]) -> None:
        """`number` gives each place a number of its own, 0 or more."""
        self.number = {place: number(place) for place in places}
        self._size = max(self.number.values(), default=-1) + 1
        if len(set(self.number.values())) < len(self.number):
            raise ValueError("two places have the same number")
        self._ids = [""] * self._size  # highest number first, as a number is written
        for place, at in self.number.items():
            self._ids[-1 - at] = place

    def of(self, places: Iterable[str]) -> int:
        """The set of these places."""
        marks, number, last = bytearray(b"0" * self._size), self.number, self._size - 1
        for place in places:
            marks[last - number[place]] = 49  # "1"
        return int(marks, 2) if marks else 0

    def named(self, found: int) -> frozenset[str]:
        """The places of a set."""
        return frozenset(compress(self._ids, f"{found:0{self._size}b}".encode().translate(_BITS)))


class Shift(NamedTuple):
    """Steps of one price between places whose numbers differ by `by`: from each place of the set `left`."""

    price: int
    by: int
    left: int


def shifts(steps: Iterable[Step]) -> tuple[Shift, ...]:
    """Steps, those alike together, cheapest first."""
    found: dict[tuple[int, int], int] = {}
    for left, entered, price in steps:
        if price < 1:
            raise ValueError("a step costs 1 or more")
        key = price, entered - left
        found[key] = found.get(key, 0) | 1 << left
    return _ordered(found)


def replaced(steps: Iterable[Shift], left: int, by: Iterable[Shift]) -> tuple[Shift, ...]:
    """Steps of which those from a set of places are replaced by others."""
    found = {(each.price, each.by): each.left & ~left for each in steps}
    for each in by:
        key = each.price, each.by
        found[key] = found.get(key, 0) | each.left
    return _ordered(found)


def _ordered(found: Mapping[tuple[int, int], int]) -> tuple[Shift, ...]:
    return tuple(Shift(*key, found[key]) for key in sorted(found) if found[key])


def flooded(
    seeds: int,
    steps: Sequence[Shift],
    closed: int,
    most: int,
    joined: Callable[[int], int] | None = None,
) -> list[int]:
    """By price, from 0 to `most`: the places to which the cheapest way from one of the seeds costs so much.

    `steps` come cheapest first. A way may come into closed places but passes none. `joined`: gives a set of
    places with all that can be reached from them at no price.
    """
    reached = [0] * (most + 1)
    reached[0] = seeds
    found = 0
    for cost in range(most + 1):
        new = reached[cost] & ~found
        if joined is not None and new:
            new = joined(new) & ~found
        reached[cost] = new
        found |= new
        onward = new & ~closed
        if onward:
            for price, by, left in steps:
                if cost + price > most:
                    break
                if moved := onward & left:
                    reached[cost + price] |= moved << by if by > 0 else moved >> -by
    return reached
