"""A column through the parts of a turn: how likely each shape is, and when the column breaks."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ironclad.domain.games.eagle_variant.readers.odds.orders import Branch, Orders
from ironclad.domain.games.eagle_variant.readers.odds.shapes import (
    GROUPS,
    HELD,
    KINDS,
    LATER,
    Shape,
    Tag,
    actions_of,
    group_of,
    place_of,
)
from ironclad.domain.games.eagle_variant.readers.odds.told import Break, Moment, Noted, Told
from ironclad.domain.games.eagle_variant.readers.odds.weights import Layout, scale
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST

Key = TypeVar("Key", bound=Hashable)


class Way(NamedTuple):
    """One branch of a node: its weight, where it leads, what is lost (-1 for none), how the column breaks.

    `to` is the number of a shape, `actions` those that the group has left there, `whole` the weight beside
    shapes whose group has none left. `lost` is the army that loses the brigade of a group and a place. `guess`
    is the tag of `to` where a brigade in reserve joins the column, or another one and has a group and a place.
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
    _actions: tuple[dict[int, int], ...] = field(default_factory=lambda: tuple({} for _ in range(GROUPS)))
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
        known = self._actions[group]
        if (found := known.get(number)) is None:
            found = known[number] = sum(map(actions_of, self.shapes[number].groups[group]))
        return found

    def fresh(self, number: int, turn: int) -> int:
        """The shape as a turn begins: units that are due enter the reserve."""
        if (found := self._fresh.get((number, turn))) is None:
            shape = self.shapes[number].fresh()
            groups = tuple(tuple(self._entered(each, turn) for each in codes) for codes in shape.groups)
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
        return Node(max(shape.reached, action.place), len(shape.groups[self.group]), ways, -1, None, shape.tag, graph.left[number])

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


@dataclass
class Column:
    """A column under way. `ranks` are those of the brigades of each group as it begins, if they matter.

    `chances` has the packed chances of each shape, `unit` is 1 in them. `now` is what `noted` gives at the
    moment that play has come to. `guessed` has the same for each tag at the time of its last brigade, in the
    part that was played last.
    """

    graph: Graph
    ranks: tuple[tuple[int, ...], ...]
    layout: Layout
    chances: dict[int, int]
    unit: float

    def __post_init__(self) -> None:
        self.now = self.noted()
        self.guessed: dict[Tag, dict[int, Noted]] = {}

    def shares(self) -> Iterator[tuple[int, float]]:
        """The chance of each shape."""
        for number, packed in self.chances.items():
            yield number, self.layout.shape(packed) / self.unit

    def noted(self) -> Noted:
        """The chance that it is not broken, and the brigades left of both armies where it is so."""
        whole, first, second = 0, 0, 0
        for number, packed in self.chances.items():
            share, left = self.layout.shape(packed), self.graph.left[number]
            whole, first, second = whole + share, first + share * left[0], second + share * left[1]
        return whole / self.unit, first / self.unit, second / self.unit

    def play(self, army: int, kind: str, turn: int, told: Told | None = None) -> tuple[Moment, ...]:
        """Play a part of a turn: what may have happened at each moment in it, as far as `told` asks for it."""
        self.guessed = {}
        if kind in KINDS:
            group = group_of(army, kind)
            return self._act(group, turn, told or Told(self.layout, group))
        return self._leave(army) if self.graph.watched(army, turn) else ()

    def _leave(self, army: int) -> tuple[Moment, ...]:
        """The leaders' part: an army whose orders say so withdraws."""
        few = [number for number in self.chances if self.graph.few(number, army)]
        shares = ((number, self.layout.shape(self.chances.pop(number))) for number in few)
        breaks = tuple((Break(army, self.graph.left[number]), share / self.unit) for number, share in shares)
        return (Moment(0, (), -1, breaks, (0.0, 0.0)),)

    def scaled(self, sixths: int) -> "Column":
        """The same with so many sixths of its chances."""
        chances = {number: packed * sixths // MOST for number, packed in self.chances.items()}
        return Column(self.graph, self.ranks, self.layout, chances, self.unit)

    def halt(self, sixths: int) -> Iterator[tuple[tuple[int, int], float]]:
        """Take some sixths out of the shapes that end a quiet turn: what is left in each, and its chance."""
        for number, packed in list(self.chances.items()):
            if self.graph.shapes[number].quiet():
                self.chances[number] = packed * (MOST - sixths) // MOST
                yield self.graph.left[number], packed * sixths / MOST / self.unit

    def _act(self, group: int, turn: int, told: Told) -> tuple[Moment, ...]:
        """Play a group's part of a turn: what may have happened at each moment in it.

        A shape whose group has `k` actions left has its chances over 6 to the power of `k` less than a shape
        that has none, so that all ways in which a shape is reached add up.
        """
        graph, layout = self.graph, self.layout
        first = {number: graph.actions(number, group) for number in self.chances}
        most = max((told.most, *first.values()))
        if not most and not graph.watched(group // len(KINDS), turn):
            return ()
        waiting: list[dict[int, int]] = [defaultdict(int) for _ in range(most + 1)]
        for number, packed in self.chances.items():
            waiting[first[number]][number] += packed * MOST ** (most - first[number])
        nodes = graph.nodes(group, turn)
        ended: dict[int, int] = defaultdict(int)
        for actions in range(most, -1, -1):
            for number, packed in waiting[actions].items():
                node = nodes[number]
                if node.ways:
                    self._follow(node, packed, waiting, told)
                elif node.breaks:
                    told.breaks[told.mark(node.tag, node.breaks.left), node.breaks] += (
                        layout.shape(packed) * MOST**actions
                    )
                else:
                    ended[node.rested] += packed * MOST**actions
        moments = told.moments(self.ranks[group], self.unit * MOST**most)
        self.guessed = told.guessed(graph.left, self.unit * MOST**most)
        self.unit, shift = scale(self.unit, most)
        rounded = ((number, layout.rounded(packed, shift)) for number, packed in ended.items())
        self.chances = {number: packed for number, packed in rounded if layout.shape(packed)}
        return moments

    def _follow(self, node: Node, packed: int, waiting: list[dict[int, int]], told: Told) -> None:
        without, row = self.layout.without, self.layout.row(packed, told.group, node.place, node.brigades)
        mark = told.mark(node.tag, node.had)
        for weight, to, actions, whole, lost, group, place, breaks, guess in node.ways:
            if guess:
                if told.allowed is None or guess in told.allowed:
                    told.guesses[guess, to] += self.layout.shape(packed) * whole
                    moved = packed * weight
                    waiting[actions][to] += moved if place < 0 else without(moved, group, place)
                continue
            if lost < 0:
                waiting[actions][to] += packed * weight
                continue
            event = row * whole
            told.lost[mark, lost] += event
            if breaks is not None:
                told.breaks[mark, breaks] += event
                continue
            waiting[actions][to] += without(packed * weight, group, place)
            if told.counts and lost == told.army:
                told.fewer[mark] += event
                told.facing[mark] += event * self.graph.left[to][1 - lost]

    def split(self, sort: Callable[[int], Key]) -> dict[Key, "Column"]:
        """The column in each of the cases into which its shapes are sorted by their numbers."""
        found: dict[Key, dict[int, int]] = defaultdict(dict)
        for number, packed in self.chances.items():
            chances, to = found[sort(number)], self.graph.untagged(number)
            chances[to] = chances.get(to, 0) + packed
        return {key: Column(self.graph, self.ranks, self.layout, each, self.unit) for key, each in found.items()}

    def most(self, group: int) -> int:
        """The most actions that a group may have left."""
        return max((self.graph.actions(number, group) for number in self.chances), default=0)

    def twin(self) -> "Column":
        """The same once more, to be changed."""
        return Column(self.graph, self.ranks, self.layout, dict(self.chances), self.unit)

    def had(self, army: int) -> dict[int, Noted]:
        """What is noted of the column by the number of brigades that an army has in it."""
        found: dict[int, Noted] = {}
        for number, packed in self.chances.items():
            share, (first, second) = self.layout.shape(packed) / self.unit, self.graph.left[number]
            known = found.get(self.graph.left[number][army], (0.0, 0.0, 0.0))
            noted = known[0] + share, known[1] + share * first, known[2] + share * second
            found[self.graph.left[number][army]] = noted
        return found

    def add(self, other: "Column") -> None:
        """Add another case of the column."""
        for number, packed in other.chances.items():
            self.chances[number] = self.chances.get(number, 0) + packed
        self.now = self.noted()

    def rest(self, turn: int) -> None:
        """A turn begins."""
        found: dict[int, int] = defaultdict(int)
        for number, packed in self.chances.items():
            found[self.graph.fresh(number, turn)] += packed
        self.chances = dict(found)
        self.now = self.noted()
