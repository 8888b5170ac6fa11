"""A column through the parts of a turn: how likely each shape is, and when the column breaks."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ironclad.domain.games.eagle_variant.readers.odds.graph import Graph, Node, Way
from ironclad.domain.games.eagle_variant.readers.odds.shapes import KINDS, Tag, group_of
from ironclad.domain.games.eagle_variant.readers.odds.told import Break, Moment, Noted, Told
from ironclad.domain.games.eagle_variant.readers.odds.weights import Layout, scale
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST

Key = TypeVar("Key", bound=Hashable)


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
        """Play a part of a turn: what may have happened at each moment in it, as `told` asks for it."""
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
        return self._with({number: packed * sixths // MOST for number, packed in self.chances.items()})

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
                node = nodes.known.get(number) or nodes[number]
                if node.ways:
                    self._follow(node, packed, waiting, told)
                elif node.breaks:
                    told.breaks[told.mark(node.tag, node.breaks.left), node.breaks] += (
                        layout.shape(packed) * MOST**actions
                    )
                else:
                    ended[node.rested] += packed * MOST**actions
        told.unit = self.unit * MOST**most
        moments = told.moments(self.ranks[group])
        self.guessed = told.guessed(graph.left)
        self.unit, shift = scale(self.unit, most)
        rounded = ((number, layout.rounded(packed, shift)) for number, packed in ended.items())
        self.chances = {number: packed for number, packed in rounded if layout.shape(packed)}
        return moments

    def alike(self, other: "Column") -> bool:
        """Whether another column is the same but for the ranks of its brigades."""
        same = (self.unit, self.layout) == (other.unit, other.layout)
        return same and self.graph is other.graph and self.chances == other.chances

    def as_well(self, other: "Column", told: Told) -> tuple[Moment, ...]:
        """Play a part as another column did that was alike before it, at the times of its own brigades."""
        self.guessed, self.unit, self.chances = other.guessed, other.unit, dict(other.chances)
        return told.moments(self.ranks[told.group])

    def _guess(self, way: Way, packed: int, waiting: list[dict[int, int]], told: Told) -> None:
        """Follow a way in which a brigade in reserve joins the column or another."""
        if told.allowed is None or way.guess in told.allowed:
            told.guesses[way.guess, way.to] += self.layout.shape(packed) * way.whole
            moved = packed * way.weight
            if way.place >= 0:
                moved = self.layout.without(moved, way.group, way.place)
            waiting[way.actions][way.to] += moved

    def _follow(self, node: Node, packed: int, waiting: list[dict[int, int]], told: Told) -> None:
        group, layout = told.group, self.layout
        row, cuts = layout.row(packed, group, node.place, node.brigades), layout.cuts
        mark = told.mark(node.tag, node.had)
        for way in node.ways:
            weight, to, actions, whole, lost, of, place, breaks, guess = way
            if guess:
                self._guess(way, packed, waiting, told)
                continue
            if lost < 0:
                waiting[actions][to] += packed * weight
                continue
            event = row * whole
            told.lost[mark, lost] += event
            if breaks is not None:
                told.breaks[mark, breaks] += event
                continue
            moved = packed * weight
            if cuts[of]:
                low, after, moves, start, end = cuts[of][place]
                moved = moved & low | (moved >> after & moves) << start | moved >> end << end
            waiting[actions][to] += moved
            if told.counts and lost == told.army:
                told.fewer[mark] += event
                told.facing[mark] += event * self.graph.left[to][1 - lost]

    def split(self, sort: Callable[[int], Key]) -> dict[Key, "Column"]:
        """The column in each of the cases into which its shapes are sorted by their numbers."""
        found: dict[Key, dict[int, int]] = defaultdict(dict)
        for number, packed in self.chances.items():
            chances, to = found[sort(number)], self.graph.untagged(number)
            chances[to] = chances.get(to, 0) + packed
        return {key: self._with(chances) for key, chances in found.items()}

    def _with(self, chances: dict[int, int]) -> "Column":
        return Column(self.graph, self.ranks, self.layout, chances, self.unit)

    def most(self, group: int) -> int:
        """The most actions that a group may have left."""
        return max((self.graph.actions(number, group) for number in self.chances), default=0)

    def twin(self) -> "Column":
        """The same once more, to be changed."""
        return self._with(dict(self.chances))

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
