"""The shapes that columns come to, and the ways from one to another in a part of a turn."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.readers.odds.orders import Branch, Orders
from ironclad.domain.games.eagle_variant.readers.odds.shapes import (
    HELD,
    KINDS,
    LATER,
    Shape,
    Tag,
    actions_of,
    place_of,
)
from ironclad.domain.games.eagle_variant.readers.odds.told import Break
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST


class Way(NamedTuple):
    """One branch of a node: its weight, where it leads, what is lost (-1 for none), how the column breaks.

    `to` is the number of a shape, `actions` those that the group has left there, `whole` the weight beside
    shapes whose group has none left. `lost` is the army that loses the brigade of a group and a place.
    `guess` is the tag of `to` where a brigade in reserve joins the column, or where it has a group and a
    place, another one.
    """

    weight: int
    to: int
    actions: int
    whole: int
    lost: int
    group: int
    place: int
    breaks: Break | None
    guess: Tag = ()


class Node(NamedTuple):
    """A shape in a part of a turn: the place in the group of the brigade whose time it is, and the ways on.

    `brigades` is how many the group has. Without ways the part is over: `rested` is the shape after it,
    `breaks` is where the army withdraws. `tag` is that of the shape, `had` the brigades of both armies in it.
    """

    place: int
    brigades: int
    ways: tuple[Way, ...]
    rested: int = -1
    breaks: Break | None = None
    tag: Tag = ()
    had: tuple[int, int] = (0, 0)


@dataclass
class Graph:
    """The shapes that columns of a battle come to, each worked out once, whichever column it is.

    `apart`: there are other columns, so that neither quiet turns nor withdrawals are the column's own.
    `elsewhere` are the brigades of each army that take no part. `watches`: of several columns it matters
    whether a turn was quiet. `left` has the brigades of both armies in
    each shape, without a reserve that may join another column as well.
    """

    orders: Orders
    apart: bool
    elsewhere: tuple[int, int]
    watches: bool = False
    shapes: list[Shape] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    _numbers: dict[Shape, int] = field(default_factory=dict)
    _nodes: dict[tuple[int, bool], dict[int, Node]] = field(default_factory=lambda: defaultdict(dict))
    _actions: dict[tuple[int, ...], int] = field(default_factory=dict)
    _fresh: dict[tuple[int, int], int] = field(default_factory=dict)

    def number(self, shape: Shape) -> int:
        """The number of a shape."""
        if self.apart and shape.active and not self.watches:
            shape = Shape(shape.groups, shape.leaders, False, shape.reached, shape.tag)
        if (found := self._numbers.get(shape)) is None:
            found = self._numbers[shape] = len(self.shapes)
            self.shapes.append(shape)
            count = shape.fighting if self.apart else shape.left
            self.left.append((count(0), count(1)))
        return found

    def actions(self, number: int, group: int) -> int:
        """The actions that a group has left in a shape."""
        codes = self.shapes[number].groups[group]
        if (found := self._actions.get(codes)) is None:
            found = self._actions[codes] = sum(map(actions_of, codes))
        return found

    def fresh(self, number: int, turn: int) -> int:
        """The shape as a turn begins: units that are due enter the reserve."""
        if (found := self._fresh.get((number, turn))) is None:
            shape = self.shapes[number].fresh()
            groups = shape.groups
            if any(each.enters for each in self.orders.sorts):
                groups = tuple(tuple(self._entered(each, turn) for each in codes) for codes in groups)
            found = self._fresh[number, turn] = self.number(Shape(groups, shape.leaders))
        return found

    def _entered(self, code: int, turn: int) -> int:
        due = place_of(code) == LATER and self.orders.sorts[code >> 4].enters <= turn
        return code & ~12 | HELD << 2 if due else code

    def untagged(self, number: int) -> int:
        """The shape after the part of a turn in which brigades in reserve have had their time."""
        shape = self.shapes[number]
        return self.number(shape._replace(tag=())) if shape.tag else number

    def nodes(self, group: int, turn: int) -> "Nodes":
        """What happens next in a group's part of a turn."""
        leaves = self.watched(group // len(KINDS), turn)
        return Nodes(self, group, leaves, self._nodes[group, leaves])

    def watched(self, army: int, turn: int) -> bool:
        """Whether an army may withdraw in a turn, as far as that is the column's own affair."""
        return not self.apart and self.orders.may_withdraw(army, turn)

    def few(self, number: int, army: int) -> bool:
        """Whether an army has so few brigades left that its orders withdraw it."""
        return self.left[number][army] + self.elsewhere[army] <= self.orders.of(army).withdraw_at


@dataclass(frozen=True)
class Nodes:
    """The nodes of a group's part of a turn. `leaves`: its army withdraws where it has few brigades left.

    It does so as the part begins, if a unit could act, and at once where it loses a brigade in it.
    """

    graph: Graph
    group: int
    leaves: bool
    known: dict[int, Node]

    def __getitem__(self, number: int) -> Node:
        if (found := self.known.get(number)) is None:
            found = self.known[number] = self._node(number)
        return found

    def _node(self, number: int) -> Node:
        graph, shape, (army, kind) = self.graph, self.graph.shapes[number], divmod(self.group, len(KINDS))
        if self.leaves and graph.few(number, army) and graph.orders.could_act(shape, army, KINDS[kind]):
            return Node(0, 0, (), breaks=Break(army, graph.left[number]), tag=shape.tag)
        if (action := graph.orders.next_action(shape, self.group)) is None:
            return Node(0, 0, (), graph.number(shape.rested(self.group)))
        actions = graph.actions(number, self.group)
        ways = tuple(self._way(branch, actions) for branch in action.branches)
        place, brigades = max(shape.reached, action.place), len(shape.groups[self.group])
        return Node(place, brigades, ways, -1, None, shape.tag, graph.left[number])

    def _way(self, branch: Branch, actions: int) -> Way:
        to = self.graph.number(branch.shape)
        after = self.graph.actions(to, self.group)
        weight, whole = branch.faces * MOST ** (actions - after - 1), branch.faces * MOST ** (actions - 1)
        lost = branch.group // len(KINDS) if branch.group >= 0 and not branch.guess else -1
        guess = branch.shape.tag if branch.guess else ()
        breaks = Break(branch.beaten, self.graph.left[to]) if branch.beaten >= 0 else None
        if self.leaves and breaks is None and lost >= 0 and lost == self.group // len(KINDS):
            breaks = Break(lost, self.graph.left[to]) if self.graph.few(to, lost) else None
        return Way(weight, to, after, whole, lost, branch.group, branch.place, breaks, guess)
