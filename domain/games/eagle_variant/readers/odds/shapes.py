"""What is left of a column of a battle, without the names of its units.

Units that are alike and in the same place differ by their order alone: a shape has a code for each
brigade that is left, in the order in which the brigades of its kind act. Most ways in which a battle may go
lead to few shapes.
"""

from functools import lru_cache
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES
from ironclad.domain.games.eagle_variant.position.units import Unit

LINE, MIDDLE, HELD, LATER = range(4)
"""The places of a brigade: in its line, in the middle, in reserve, not entered yet.

With three columns each has the brigades in reserve that might join it.
"""
Tag = tuple[tuple[int, bool], ...]
"""For each brigade in reserve whose time has come: what its army had in the column, and whether it joins."""
KINDS = tuple(BRIGADES)
GROUPS = 2 * len(KINDS)
"""A group is the brigades of one kind of an army: those of the first army come first."""
_OF = (slice(0, len(KINDS)), slice(len(KINDS), GROUPS))
"""Where the groups of each army are."""


class Sort(NamedTuple):
    """What a brigade is to the rules of attacks. `twice`: it has a second action in turn 1.

    `enters` is the turn in which it enters, 0 where it was there from the start.
    """

    army: int
    nation: str
    kind: str
    elite: bool
    landed: bool
    crossed: bool
    twice: bool
    enters: int = 0

    @property
    def group(self) -> int:
        return group_of(self.army, self.kind)


def group_of(army: int, kind: str) -> int:
    """The group of a kind of brigades of an army."""
    return army * len(KINDS) + KINDS.index(kind)


def sort_of(unit: Unit, army: int, twice: bool, enters: int = 0) -> Sort:
    """The sort of a brigade."""
    return Sort(army, unit.nation, unit.kind, unit.elite, unit.landed, unit.crossed, twice, enters)


def code(sort: int, place: int, actions: int) -> int:
    """A brigade in a shape: the number of its sort, its place, the actions that it has left in the turn."""
    return sort << 4 | place << 2 | actions


def place_of(code: int) -> int:
    return code >> 2 & 3


def actions_of(code: int) -> int:
    return code & 3


@lru_cache(maxsize=1_024)
def _counted(groups: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """How many brigades of some groups are in each place, and then in line and middle together."""
    places = [place_of(each) for codes in groups for each in codes]
    found = [places.count(place) for place in range(4)]
    return (*found, found[LINE] + found[MIDDLE])


class Shape(NamedTuple):
    """A column. `groups` are the codes of the brigades left, a tuple for each group.

    `leaders` are counts: for each army in its line and in the middle, those that have not helped in the turn,
    then those that have. Leaders whose last brigade of a place is eliminated are gone for the column: orders
    never bring them back. `active`: there was an attack in the turn. `reached` is, in a part of a turn, the
    place in its group of the last brigade that has acted, where one before it may still act; else -1. `tag`
    is that of the brigades in reserve that have had their time in the part under way.
    """

    groups: tuple[tuple[int, ...], ...]
    leaders: tuple[int, ...]
    active: bool = False
    reached: int = -1
    tag: Tag = ()

    def left(self, army: int) -> int:
        """The brigades of an army that are left, its reserve included."""
        return self.fighting(army) + self.in_place(army, HELD)

    def in_place(self, army: int, place: int) -> int:
        """The brigades of an army in a place."""
        return _counted(self.groups[_OF[army]])[place]

    def fighting(self, army: int) -> int:
        """The brigades of an army in line and middle."""
        return _counted(self.groups[_OF[army]])[-1]

    def quiet(self) -> bool:
        """Whether a turn that ends so was quiet: no attack in it, and nobody in the middle."""
        led = any(self.leaders[at] for at in _MIDDLES)
        return not (self.active or led or self.in_place(0, MIDDLE) or self.in_place(1, MIDDLE))

    def without(self, group: int, index: int) -> "Shape":
        """The same without a brigade, and without the leaders whose last brigade in their place it was."""
        codes, army = self.groups[group], group // len(KINDS)
        place, kept = place_of(codes[index]), (*codes[:index], *codes[index + 1 :])
        groups, leaders = (*self.groups[:group], kept, *self.groups[group + 1 :]), self.leaders
        found, at = Shape(groups, leaders, self.active, self.reached, self.tag), free(army, place)
        if place in (HELD, LATER) or found.in_place(army, place) or not (leaders[at] or leaders[at + 1]):
            return found
        return Shape(groups, (*leaders[:at], 0, 0, *leaders[at + 2 :]), self.active, self.reached, self.tag)

    def helped(self, at: int) -> tuple[int, ...]:
        """The leaders after one of those counted there has helped."""
        used = self.leaders[at + 1] + 1
        return (*self.leaders[:at], self.leaders[at] - 1, used, *self.leaders[at + 2 :])

    def fresh(self) -> "Shape":
        """The same as the next turn begins."""
        leaders = tuple(
            0 if at % 2 else self.leaders[at] + self.leaders[at + 1] for at in range(len(self.leaders))
        )
        return Shape(self.groups, leaders)

    def rested(self, group: int) -> "Shape":
        """The same after the part of a turn in which a group has acted: it acts again in the next turn."""
        codes = tuple(each & ~3 | 1 for each in self.groups[group])
        groups = (*self.groups[:group], codes, *self.groups[group + 1 :])
        return Shape(groups, self.leaders, self.active, -1, self.tag)


def free(army: int, place: int) -> int:
    """Where a shape counts the leaders of an army in a place that have not helped."""
    return army * 4 + place * 2


_MIDDLES = tuple(free(army, MIDDLE) + used for army in range(2) for used in range(2))
