"""What a part of a turn brings about in a column, at the time of each brigade that acts."""

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.readers.odds.shapes import KINDS, Tag
from ironclad.domain.games.eagle_variant.readers.odds.weights import Layout

Noted = tuple[float, float, float]
"""The chance of something about a column, and the brigades left of both armies where it is so."""
NOTHING: Noted = (0.0, 0.0, 0.0)
Mark = tuple[Tag, int]
"""The tag of the reserves that had their time, and the brigades of the army that acts; -1: not counted."""


class Break(NamedTuple):
    """How a column may break: the army that is beaten, and the brigades left of both."""

    beaten: int
    left: tuple[int, int]


class Moment(NamedTuple):
    """What may happen at the time of one rank: breaks with their chances, brigades lost on average.

    `tag` and `had` are the mark before it. `fewer` is what is noted of the cases in which the army that acts
    loses a brigade and has others left in the column, where they are counted.
    """

    rank: int
    tag: Tag
    had: int
    breaks: tuple[tuple[Break, float], ...]
    lost: tuple[float, float]
    fewer: Noted = NOTHING


def _rows() -> dict[tuple[Mark, int], int]:
    return defaultdict(int)


@dataclass
class Told:
    """What a part of a turn brings about, as rows of packed chances by the rank of the brigade that acts.

    `allowed` are the tags that are followed, None for all. `counts`: brigades of the army that acts are
    counted. `most` are the actions that the group has at most in any case of the column. `fewer` are its
    losses that break no column, `facing` the same times the brigades of the enemy. `unit` is 1 in all rows.
    """

    layout: Layout
    group: int
    allowed: Container[Tag] | None = None
    counts: bool = False
    most: int = 0
    unit: float = 1.0
    breaks: dict[tuple[Mark, Break], int] = field(default_factory=lambda: defaultdict(int))
    lost: dict[tuple[Mark, int], int] = field(default_factory=_rows)
    guesses: dict[tuple[Tag, int], int] = field(default_factory=lambda: defaultdict(int))
    fewer: dict[Mark, int] = field(default_factory=lambda: defaultdict(int))
    facing: dict[Mark, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def army(self) -> int:
        """The army that acts."""
        return self.group // len(KINDS)

    def mark(self, tag: Tag, left: tuple[int, int]) -> Mark:
        """The mark of a shape with such a tag and so many brigades."""
        return tag, left[self.group // len(KINDS)] if self.counts else -1

    def guessed(self, left: Sequence[tuple[int, int]]) -> dict[Tag, dict[int, Noted]]:
        """What is noted of each mark at the time of the last brigade of its tag."""
        found: dict[Tag, dict[int, Noted]] = defaultdict(dict)
        for (tag, to), whole in self.guesses.items():
            share, (first, second) = whole / self.unit, left[to]
            had = self.mark(tag, left[to])[1]
            known = found[tag].get(had, NOTHING)
            found[tag][had] = known[0] + share, known[1] + share * first, known[2] + share * second
        return found

    def moments(self, ranks: tuple[int, ...]) -> tuple[Moment, ...]:
        """The moments in the order of the ranks."""
        unit = self.unit
        lost = {key: self._fields(row) for key, row in self.lost.items()}
        breaks = {key: self._fields(row) for key, row in self.breaks.items()}
        fewer = {key: (self._fields(row), self._fields(self.facing[key])) for key, row in self.fewer.items()}
        none, found = [0] * max(len(ranks), 1), []
        for mark in dict.fromkeys(key[0] for key in (*lost, *breaks)):
            own = [(each, row) for (of, each), row in breaks.items() if of == mark]
            first, second = lost.get((mark, 0), none), lost.get((mark, 1), none)
            gone, facing = fewer.get(mark, (none, none))
            for at, rank in enumerate(ranks if self.layout.lengths[self.group] else (0,)):
                came = tuple((each, row[at] / unit) for each, row in own if row[at])
                if came or first[at] or second[at]:
                    losses = first[at] / unit, second[at] / unit
                    less = self._noted(mark, gone[at] / unit, facing[at] / unit)
                    found.append(Moment(rank, *mark, came, losses, less))
        return tuple(found)

    def _fields(self, row: int) -> list[int]:
        return self.layout.fields(row, self.group)

    def _noted(self, mark: Mark, share: float, facing: float) -> Noted:
        own = share * (mark[1] - 1)
        return (share, own, facing) if self.army == 0 else (share, facing, own)
