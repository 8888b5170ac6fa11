"""Chances as integers over a common denominator, many of them packed in one number.

Beside the chance of a shape it is known for each place in its groups how likely the brigade there is the one
of each rank: columns act in the order of their units' names, so that it matters which are left. All of these
chances change alike when a die falls, so that one multiplication does for all; when a brigade is eliminated
those behind it move up. A field is wide enough for a part of a turn; then all are rounded down.
"""

from dataclasses import dataclass
from functools import cached_property

from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST

BITS = 60
"""The bits of a chance of 1 between the parts of a turn: errors stay below the twelfth digit."""
_SPARE = 12


@dataclass(frozen=True)
class Layout:
    """Where the chances of a column are in a number: of the shape, then a row for each place in each group.

    `lengths` are the brigades of the groups as the column begins, 0 where ranks do not matter; `sizes` the
    same, but 0 for a group whose brigades are lost from the front alone, so that it is known which are left.
    `actions` is the most that are taken in a part of a turn.
    """

    lengths: tuple[int, ...]
    sizes: tuple[int, ...]
    actions: int

    @cached_property
    def width(self) -> int:
        return BITS + _SPARE + 3 * self.actions

    @cached_property
    def _bases(self) -> tuple[int, ...]:
        found, at = [], self.width
        for size in self.sizes:
            found.append(at)
            at += size * size * self.width
        return (*found, at)

    @cached_property
    def _kept(self) -> int:
        """A mask of the bits that each field has between the parts of a turn."""
        field, fields = (1 << BITS + _SPARE) - 1, self._bases[-1] // self.width
        return sum(field << self.width * at for at in range(fields))

    def certain(self) -> int:
        """The chances as a column begins: 1, each brigade in its own place."""
        found = 1 << BITS
        for group, size in enumerate(self.sizes):
            for at in range(size):
                found |= 1 << BITS + self._row(group, at) + at * self.width
        return found

    def _row(self, group: int, place: int) -> int:
        return self._bases[group] + place * self.sizes[group] * self.width

    def shape(self, packed: int) -> int:
        """The chance of the shape."""
        return packed & (1 << self.width) - 1

    def row(self, packed: int, group: int, place: int, count: int) -> int:
        """The chances of the shape with each rank in a place of a group that has so many brigades left.

        Where ranks do not matter, the chance of the shape alone.
        """
        if self.sizes[group]:
            return packed >> self._row(group, place) & (1 << self.sizes[group] * self.width) - 1
        rank = self.lengths[group] - count + place if self.lengths[group] else 0
        return self.shape(packed) << rank * self.width

    def fields(self, row: int, group: int) -> list[int]:
        """The chances in a row, in the order of the ranks."""
        mask = (1 << self.width) - 1
        return [row >> self.width * at & mask for at in range(max(self.lengths[group], 1))]

    @cached_property
    def cuts(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each place of each group: what stays, and what moves up how far."""
        return tuple(
            tuple(self._cut(group, place) for place in range(size)) for group, size in enumerate(self.sizes)
        )

    def _cut(self, group: int, place: int) -> tuple[int, ...]:
        start, after, end = self._row(group, place), self._row(group, place + 1), self._bases[group + 1]
        return (1 << start) - 1, after, (1 << end - after) - 1, start, end

    def without(self, packed: int, group: int, place: int) -> int:
        """The chances after the brigade in a place is eliminated."""
        if not self.sizes[group]:
            return packed
        low, after, moves, start, end = self.cuts[group][place]
        return packed & low | (packed >> after & moves) << start | packed >> end << end

    def rounded(self, packed: int, shift: int) -> int:
        """The chances divided by a power of two, rounded down."""
        return packed >> shift & self._kept


def scale(unit: float, actions: int) -> tuple[float, int]:
    """What 1 is after a part of so many actions, and the shift that brings it back to `BITS` bits."""
    shift = (int(unit) * MOST**actions).bit_length() - 1 - BITS
    return unit * MOST**actions / 2**shift, shift
