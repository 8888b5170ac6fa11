"""Cases of columns, and what is noted of some columns together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.readers.odds.columns import Column
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import NotExact
from ironclad.domain.games.eagle_variant.readers.odds.shapes import Tag
from ironclad.domain.games.eagle_variant.readers.odds.told import NOTHING, Noted

CERTAIN: Noted = (1.0, 0.0, 0.0)
TINY = 1e-19
"""A combination of cases that is less likely than this is left out."""
MOST_TOGETHER = 3_000
"""So many combinations of cases are worked out at most."""
Combination = tuple[int, ...]
"""The number of a case of each column."""


def both(first: Noted, second: Noted) -> Noted:
    """What is noted of two columns together."""
    whole, one, other = first
    return whole * second[0], one * second[0] + whole * second[1], other * second[0] + whole * second[2]


def all_of(noted: Iterable[Noted]) -> Noted:
    """What is noted of some columns together."""
    found = CERTAIN
    for each in noted:
        found = both(found, each)
    return found


def either(noted: Iterable[Noted]) -> Noted:
    """What is noted of some cases of one column taken as one."""
    found = NOTHING
    for whole, first, second in noted:
        found = found[0] + whole, found[1] + first, found[2] + second
    return found


def too_many(ways: int) -> NotExact:
    """The reason why columns that hang together in so many ways are not worked out."""
    return NotExact(
        f"the columns hang together in {ways} ways, more than {MOST_TOGETHER}, "
        "by reserves that join them or a withdrawal"
    )


@dataclass
class Tally:
    """The chance of each army to win, and the brigades that it has left on average, of all ends so far."""

    wins: list[float] = field(default_factory=lambda: [0.0, 0.0])
    left: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def count(self, beaten: int, noted: Noted, beside: Noted, behind: tuple[int, int]) -> None:
        """Count an end: what is noted of one column, of all others, and the brigades in no column."""
        whole = noted[0] * beside[0]
        self.wins[1 - beaten] += whole
        for army in range(2):
            own = noted[army + 1] * beside[0] + noted[0] * beside[army + 1]
            self.left[army] += own + whole * behind[army]


class Key(NamedTuple):
    """What tells the cases of a column apart.

    `joined` has the tags of the reserves of earlier parts, `had` the brigades of each army when it could last
    withdraw (-1 where that does not matter). `apart`: the case is not to be mixed with others.
    """

    joined: tuple[Tag, ...] = ()
    had: tuple[int, int] = (-1, -1)
    apart: tuple[tuple[int, int], ...] = ()

    def asked(self, army: int, had: int, number: tuple[int, int] | None) -> "Key":
        """After an army with so many brigades was asked; `number` is that of a case that is kept apart."""
        both = (had, self.had[1]) if army == 0 else (self.had[0], had)
        return Key(self.joined, both, self.apart if number is None else (*self.apart, number))

    def kept_apart(self, number: tuple[int, int]) -> "Key":
        """That of a case which is not to be mixed with others."""
        return Key(self.joined, self.had, (*self.apart, number))

    def after(self, army: int, tag: Tag | None, had: int) -> "Key":
        """After a part of an army's in which brigades in reserve had their time, or its own were counted."""
        key = self if tag is None else self._replace(joined=(*self.joined, tag))
        return key if had < 0 else key.asked(army, had, None)


@dataclass
class Cases:
    """Cases of columns under construction, and the combinations of them."""

    columns: int
    combinations: set[Combination] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._numbers: list[dict[Key, int]] = [{} for _ in range(self.columns)]
        self._made: list[list[Column]] = [[] for _ in range(self.columns)]
        self._parts: set[tuple[int, Key, object]] = set()

    def combine(self, keys: list[Key], names: Sequence[object], columns: list[Column]) -> None:
        """Add a combination. Columns of one key are one case; `names` tells which of them it has already."""
        self.combinations.add(tuple(map(self._number, range(self.columns), keys, names, columns)))

    def _number(self, at: int, key: Key, name: object, column: Column) -> int:
        numbers, made = self._numbers[at], self._made[at]
        if key not in numbers:
            numbers[key] = len(made)
            made.append(column.twin())
        elif (at, key, name) not in self._parts:
            made[numbers[key]].add(column)
        self._parts.add((at, key, name))
        return numbers[key]

    def listed(self) -> list[list[tuple[Key, Column]]]:
        """The cases of each column with their keys."""
        return [list(zip(of, made, strict=True)) for of, made in zip(self._numbers, self._made, strict=True)]
