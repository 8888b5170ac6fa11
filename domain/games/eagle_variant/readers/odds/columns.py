"""A column through the parts of a turn: how likely each shape is, and when the column breaks."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.readers.odds.orders import Branch, Orders
from ironclad.domain.games.eagle_variant.readers.odds.shapes import GROUPS, KINDS, Shape, actions_of, group_of
from ironclad.domain.games.eagle_variant.readers.odds.weights import Layout, scale
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST


class Break(NamedTuple):
    """How a column may break: the army that is beaten, and the brigades left of both."""

    beaten: int
    left: tuple[int, int]


class Way(NamedTuple):
    """One branch of a node: its weight, where it leads, what is lost (-1 for none), how the column breaks.

    `to` is the number of a shape, `actions` those that the group has left there, `whole` the weight beside
    shapes whose group has none left. `lost` is the army that loses the brigade of a group and a place.
    """

    weight: int
    to: int
    actions: int
    whole: int
    lost: int
    group: int
    place: int
    breaks: Break | None


class Node(NamedTuple):
    """A shape in a part of a turn: the place in the group of the brigade whose time it is, and the ways on.

    `brigades` is how many the group has. Without ways the part is over: `rested` is the shape after it,
    `breaks` is where the army withdraws.
    """

    place: int
    brigades: int
    ways: tuple[Way, ...]
    rested: int = -1
    breaks: Break | None = None


@dataclass
class Graph:
    """The shapes that columns of a battle come to, each worked out once, whichever column it is.

    `apart`: there are other columns, so that neither quiet turns nor withdrawals are the column's own.
    `elsewhere` are the brigades of each army that take no part. `left` has the brigades of both armies in
    each shape.
    """

    orders: Orders
    apart: bool
    elsewhere: tuple[int, int]
    shapes: list[Shape] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    _numbers: dict[Shape, int] = field(default_factory=dict)
    _nodes: dict[tuple[int, bool], dict[int, Node]] = field(default_factory=lambda: defaultdict(dict))
    _actions: tuple[dict[int, int], ...] = field(default_factory=lambda: tuple({} for _ in range(GROUPS)))
    _fresh: dict[int, int] = field(default_factory=dict)

    def number(self, shape: Shape) -> int:
        """The number of a shape."""
        if self.apart and shape.active:
            shape = Shape(shape.groups, shape.leaders, False, shape.reached)
        if (found := self._numbers.get(shape)) is None:
            found = self._numbers[shape] = len(self.shapes)
            self.shapes.append(shape)
            self.left.append((shape.left(0), shape.left(1)))
        return found

    def actions(self, number: int, group: int) -> int:
        """The actions that a group has left in a shape."""
        known = self._actions[group]
        if (found := known.get(number)) is None:
            found = known[number] = sum(map(actions_of, self.shapes[number].groups[group]))
        return found

    def fresh(self, number: int) -> int:
        """The shape as the next turn begins."""
        if (found := self._fresh.get(number)) is None:
            found = self._fresh[number] = self.number(self.shapes[number].fresh())
        return found

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
    """The nodes of a group's part of a turn. `leaves`: its army withdraws where it has few brigades left."""

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
            return Node(0, 0, (), breaks=Break(army, graph.left[number]))
        if (action := graph.orders.next_action(shape, self.group)) is None:
            return Node(0, 0, (), graph.number(shape.rested(self.group)))
        actions = graph.actions(number, self.group)
        ways = tuple(self._way(branch, actions) for branch in action.branches)
        return Node(max(shape.reached, action.place), len(shape.groups[self.group]), ways)

    def _way(self, branch: Branch, actions: int) -> Way:
        to = self.graph.number(branch.shape)
        after = self.graph.actions(to, self.group)
        weight, whole = branch.faces * MOST ** (actions - after - 1), branch.faces * MOST ** (actions - 1)
        lost = branch.group // len(KINDS) if branch.group >= 0 else -1
        breaks = Break(branch.beaten, self.graph.left[to]) if branch.beaten >= 0 else None
        return Way(weight, to, after, whole, lost, branch.group, branch.place, breaks)


class Moment(NamedTuple):
    """What may happen at the time of one rank: breaks with their chances, brigades lost on average."""

    rank: int
    breaks: tuple[tuple[Break, float], ...]
    lost: tuple[float, float]


@dataclass
class Column:
    """A column under way. `ranks` are those of the brigades of each group as it begins, if they matter.

    `chances` has the packed chances of each shape, `unit` is 1 in them. `now` is what `noted` gives at the
    moment that play has come to.
    """

    graph: Graph
    ranks: tuple[tuple[int, ...], ...]
    layout: Layout
    chances: dict[int, int]
    unit: float

    def __post_init__(self) -> None:
        self.now = self.noted()

    def shares(self) -> Iterator[tuple[int, float]]:
        """The chance of each shape."""
        for number, packed in self.chances.items():
            yield number, self.layout.shape(packed) / self.unit

    def noted(self) -> tuple[float, float, float]:
        """The chance that it is not broken, and the brigades left of both armies where it is so."""
        whole, first, second = 0, 0, 0
        for number, packed in self.chances.items():
            share, left = self.layout.shape(packed), self.graph.left[number]
            whole, first, second = whole + share, first + share * left[0], second + share * left[1]
        return whole / self.unit, first / self.unit, second / self.unit

    def play(self, army: int, kind: str, turn: int) -> tuple[Moment, ...]:
        """Play a part of a turn: what may have happened at each moment in it."""
        if kind in KINDS:
            return self._act(group_of(army, kind), turn)
        return self._leave(army) if self.graph.watched(army, turn) else ()

    def _leave(self, army: int) -> tuple[Moment, ...]:
        """The leaders' part: an army whose orders say so withdraws."""
        few = [number for number in self.chances if self.graph.few(number, army)]
        shares = ((number, self.layout.shape(self.chances.pop(number))) for number in few)
        breaks = tuple((Break(army, self.graph.left[number]), share / self.unit) for number, share in shares)
        return (Moment(0, breaks, (0.0, 0.0)),)

    def halt(self, sixths: int) -> Iterator[tuple[tuple[int, int], float]]:
        """Take some sixths out of the shapes that end a quiet turn: what is left in each, and its chance."""
        for number, packed in list(self.chances.items()):
            if self.graph.shapes[number].quiet():
                self.chances[number] = packed * (MOST - sixths) // MOST
                yield self.graph.left[number], packed * sixths / MOST / self.unit

    def _act(self, group: int, turn: int) -> tuple[Moment, ...]:
        """Play a group's part of a turn: what may have happened at each moment in it.

        A shape whose group has `k` actions left has its chances over 6 to the power of `k` less than a shape
        that has none, so that all ways in which a shape is reached add up.
        """
        graph, layout = self.graph, self.layout
        first = {number: graph.actions(number, group) for number in self.chances}
        most = max(first.values(), default=0)
        if not most and not graph.watched(group // len(KINDS), turn):
            return ()
        waiting: list[dict[int, int]] = [defaultdict(int) for _ in range(most + 1)]
        for number, packed in self.chances.items():
            waiting[first[number]][number] += packed * MOST ** (most - first[number])
        told, nodes = Told(layout, group), graph.nodes(group, turn)
        ended: dict[int, int] = defaultdict(int)
        for actions in range(most, -1, -1):
            for number, packed in waiting[actions].items():
                node = nodes[number]
                if node.ways:
                    self._follow(node, packed, waiting, told)
                elif node.breaks:
                    told.breaks[node.breaks] += layout.shape(packed) * MOST**actions
                else:
                    ended[node.rested] += packed * MOST**actions
        moments = told.moments(self.ranks[group], self.unit * MOST**most)
        self.unit, shift = scale(self.unit, most)
        rounded = ((number, layout.rounded(packed, shift)) for number, packed in ended.items())
        self.chances = {number: packed for number, packed in rounded if layout.shape(packed)}
        return moments

    def _follow(self, node: Node, packed: int, waiting: list[dict[int, int]], told: "Told") -> None:
        without, row = self.layout.without, self.layout.row(packed, told.group, node.place, node.brigades)
        for weight, to, actions, whole, lost, group, place, breaks in node.ways:
            if lost < 0:
                waiting[actions][to] += packed * weight
                continue
            event = row * whole
            told.lost[lost] += event
            if breaks is None:
                waiting[actions][to] += without(packed * weight, group, place)
            else:
                told.breaks[breaks] += event

    def rest(self) -> None:
        """The next turn begins."""
        found: dict[int, int] = defaultdict(int)
        for number, packed in self.chances.items():
            found[self.graph.fresh(number)] += packed
        self.chances = dict(found)
        self.now = self.noted()


@dataclass
class Told:
    """What a part of a turn brings about, as rows of packed chances by the rank of the brigade that acts."""

    layout: Layout
    group: int
    breaks: dict[Break, int] = field(default_factory=lambda: defaultdict(int))
    lost: list[int] = field(default_factory=lambda: [0, 0])

    def moments(self, ranks: tuple[int, ...], unit: float) -> tuple[Moment, ...]:
        """The moments in the order of the ranks."""
        lost = [self.layout.fields(row, self.group) for row in self.lost]
        breaks = {each: self.layout.fields(row, self.group) for each, row in self.breaks.items()}
        found = []
        for at, rank in enumerate(ranks if self.layout.lengths[self.group] else (0,)):
            came = tuple((each, row[at] / unit) for each, row in breaks.items() if row[at])
            if came or lost[0][at] or lost[1][at]:
                found.append(Moment(rank, came, (lost[0][at] / unit, lost[1][at] / unit)))
        return tuple(found)
