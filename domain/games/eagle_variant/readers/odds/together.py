"""Columns of a battle side by side: what ties them to each other, and how the battle may end.

Between the moments that tie them columns do not touch each other. At such a moment each column is split into
cases by what the others need to know of it, and the battle into combinations of cases: where the brigades in
reserve went, and how many brigades an army had when it could last withdraw.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.readers.odds.columns import Column, Graph, Noted
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import NotExact, Waiting
from ironclad.domain.games.eagle_variant.readers.odds.shapes import KINDS, Tag
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST

NEGLIGIBLE = 1e-13
"""A battle that is less likely than this to last any longer is taken to end where it is."""
TINY = 1e-19
"""A combination of cases that is less likely than this is left out."""
MOST_TOGETHER = 20_000
"""So many combinations of cases are worked out at most."""
Combination = tuple[int, ...]
"""The number of a case of each column."""
Cell = tuple[int, Tag]
"""A case of a column, and what its reserves have done in the part under way."""


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


def both(first: Noted, second: Noted) -> Noted:
    """What is noted of two columns together."""
    whole, one, other = first
    return whole * second[0], one * second[0] + whole * second[1], other * second[0] + whole * second[2]


CERTAIN: Noted = (1.0, 0.0, 0.0)


def all_of(noted: Iterator[Noted]) -> Noted:
    """What is noted of some columns together."""
    found = CERTAIN
    for each in noted:
        found = both(found, each)
    return found


class Key(NamedTuple):
    """What tells the cases of a column apart.

    `joined` has the tags of the reserves of earlier parts, `had` the brigades of each army when it could last
    withdraw (-1 where that does not matter). `apart`: the case is not to be mixed with others.
    """

    joined: tuple[Tag, ...] = ()
    had: tuple[int, int] = (-1, -1)
    apart: tuple[int, ...] = ()

    def asked(self, army: int, had: int, number: int | None) -> "Key":
        """After an army with so many brigades was asked; `number` is that of a case that is kept apart."""
        both = (had, self.had[1]) if army == 0 else (self.had[0], had)
        return Key(self.joined, both, self.apart if number is None else (*self.apart, number))

    def kept_apart(self, number: int) -> "Key":
        """That of a case which is not to be mixed with others."""
        return Key(self.joined, self.had, (*self.apart, number))

    def after(self, tag: Tag) -> "Key":
        """After a part in which brigades in reserve had their time."""
        return Key((*self.joined, tag), self.had, self.apart)


@dataclass
class Together:
    """The columns of a battle under way: the cases of each, and the combinations that may be.

    `behind` are the brigades that have not joined a column of three.
    """

    cases: list[list[Column]]
    behind: list[Waiting]
    turn: int
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self.keys: list[list[Key]] = [[Key() for _ in column] for column in self.cases]
        self.combinations: list[Combination] = [(0,) * len(self.cases)]
        self.begin(self.turn)

    @property
    def graph(self) -> Graph:
        return next(case for column in self.cases for case in column).graph

    def alive(self) -> float:
        """The chance that the battle has not ended."""
        return sum(self._now(each)[0] for each in self.combinations)

    def finish(self, beaten: int) -> None:
        """The battle ends, whatever is left."""
        for each in self.combinations:
            self.tally.count(beaten, self._now(each), CERTAIN, self.reserve())
        self.combinations = []

    def _now(self, combination: Combination) -> Noted:
        return all_of(column[at].now for column, at in zip(self.cases, combination, strict=True))

    def reserve(self) -> tuple[int, int]:
        """The brigades of both armies on the field that are in no column of three."""
        first, second = (
            sum(each.army == army and each.enters <= self.turn for each in self.behind) for army in range(2)
        )
        return first, second

    def play(self, army: int, kind: str) -> None:
        """Play a part of a turn in every column, moment by moment: the first break ends the battle."""
        if self.graph.apart and self.graph.orders.may_withdraw(army, self.turn):
            self._withdraw(army, kind)
        if not self.combinations:
            return
        due = [each for each in self.behind if self._due(each, army, kind)]
        part = Part(self, due, [[case.now for case in column] for column in self.cases])
        allowed = part.allowed(army) if due else None
        moments = sorted(
            (
                (moment.rank, len(moment.tag), at, number, moment)
                for at, column in enumerate(self.cases)
                for number, case in enumerate(column)
                for moment in case.play(army, kind, self.turn, allowed[at] if allowed else None)
            ),
            key=lambda each: each[:4],
        )
        for rank, had_time, at, number, moment in moments:
            part.join_before(rank, had_time)
            cell = number, moment.tag
            now = part.now[at].get(cell)
            if now is None:
                continue
            whole, first, second = now
            first, second = first - moment.lost[0], second - moment.lost[1]
            beside = part.beside(at, cell) if moment.breaks else CERTAIN
            for (beaten, left), share in moment.breaks:
                noted = (share, share * left[0], share * left[1])
                self.tally.count(beaten, noted, beside, self.reserve())
                whole, first, second = whole - noted[0], first - noted[1], second - noted[2]
            part.now[at][cell] = whole, first, second
        part.end()
        self._rest(army, kind)

    def _due(self, each: Waiting, army: int, kind: str) -> bool:
        ready = each.joins and each.enters <= self.turn and each.actions > 0
        return ready and (each.army, each.kind) == (army, kind)

    def _rest(self, army: int, kind: str) -> None:
        """Brigades in reserve that had no action left have one again."""
        self.behind = [
            each._replace(actions=1) if (each.army, each.kind) == (army, kind) else each
            for each in self.behind
        ]

    def split(self, found: list[list[tuple[Key, Column]]], combinations: set[Combination]) -> None:
        """Go on with these cases and combinations; cases that are in none are dropped."""
        if len(combinations) > MOST_TOGETHER:
            raise too_many(len(combinations))
        used = [sorted({each[at] for each in combinations}) for at in range(len(found))]
        places = [{number: place for place, number in enumerate(numbers)} for numbers in used]
        self.cases = [[found[at][number][1] for number in numbers] for at, numbers in enumerate(used)]
        self.keys = [[found[at][number][0] for number in numbers] for at, numbers in enumerate(used)]
        self.combinations = sorted(
            tuple(places[at][number] for at, number in enumerate(each)) for each in combinations
        )

    def begin(self, turn: int) -> None:
        """A turn begins."""
        self.turn = turn
        self._awaited = any(each.joins for each in self.behind)

    def halt(self, attacker: int, sixths: int) -> None:
        """A quiet turn of all columns ends the attack in so many sixths.

        A battle of three columns that has been quiet stays so until brigades join from the reserve. Where none
        did in this turn or may do later it ends as surely by the last turn, and with the same units left.
        """
        graph, cases = self.graph, Cases(len(self.cases))
        if not (self._awaited and graph.watches and sixths):
            return
        pieces = [[case.split(lambda to: graph.shapes[to].quiet()) for case in column] for column in self.cases]
        for combination in self.combinations:
            for each in product(*(pieces[at][number].items() for at, number in enumerate(combination))):
                names = [(number, quiet) for number, (quiet, _) in zip(combination, each, strict=True)]
                keys = [self.keys[at][number] for at, number in enumerate(combination)]
                columns, quiet = [case for _, case in each], all(quiet for quiet, _ in each)
                if quiet:
                    whole, first, second = all_of(case.now for case in columns)
                    share = sixths / MOST
                    ended = whole * share, first * share, second * share
                    self.tally.count(attacker, ended, CERTAIN, self.reserve())
                    columns[0], keys[0] = columns[0].scaled(MOST - sixths), keys[0].kept_apart(combination[0])
                cases.combine(keys, names, columns)
        self.split(cases.listed(), cases.combinations)

    def _withdraw(self, army: int, kind: str) -> None:
        """An army that is asked in a part of a turn, and has few brigades left, withdraws.

        It is asked where a unit could act, and in the leaders' phase. Where it had more brigades than that
        when it was asked before does not matter, as long as it still has: brigades only become fewer.
        """
        least = self.graph.orders.of(army).withdraw_at - self.reserve()[army]
        always = kind not in KINDS or any(
            (each.army, each.kind) == (army, kind) and each.enters <= self.turn and each.actions > 0
            for each in self.behind
        )
        pieces = [[self._pieces(case, army, "" if always else kind) for case in column] for column in self.cases]
        least_had = sum(min((had for each in column for had, _ in each), default=0) for column in pieces)
        asked = any(could for column in pieces for each in column for _, could in each)
        if asked and least_had <= least:
            self._ask(army, least, pieces)

    def _pieces(self, case: Column, army: int, kind: str) -> "Pieces":
        """A case by the brigades that an army has in it, and whether any of a kind could act."""
        graph = self.graph

        def sort(number: int) -> tuple[int, bool]:
            could = not kind or graph.orders.could_act(graph.shapes[number], army, kind)
            return graph.left[number][army], could

        return case.split(sort)

    def _ask(self, army: int, least: int, pieces: "list[list[Pieces]]") -> None:
        cases = Cases(len(self.cases))
        for combination in self.combinations:
            parts = [pieces[at][number].items() for at, number in enumerate(combination)]
            for each in product(*parts):
                noted = all_of(case.now for _, case in each)
                if noted[0] < TINY:
                    continue
                few = sum(had for (had, _), _ in each) <= least
                if few and any(could for (_, could), _ in each):
                    self.tally.count(army, noted, CERTAIN, self.reserve())
                    continue
                keys = [
                    self.keys[at][number].asked(army, had, number if few else None)
                    for at, (number, ((had, _), _)) in enumerate(zip(combination, each, strict=True))
                ]
                names = [(number, sort) for number, (sort, _) in zip(combination, each, strict=True)]
                cases.combine(keys, names, [case for _, case in each])
        self.split(cases.listed(), cases.combinations)


Pieces = dict[tuple[int, bool], Column]


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


class Part:
    """A part of a turn under way: the cells of each column, and how they may come together."""

    def __init__(self, together: Together, due: list[Waiting], now: list[list[Noted]]) -> None:
        self.together, self.due, self.joined = together, due, 0
        self.now: list[dict[Cell, Noted]] = [
            {(number, ()): each for number, each in enumerate(column)} for column in now
        ]
        self.cells = [tuple((number, Tag()) for number in each) for each in together.combinations]
        self._partners()

    def _partners(self) -> None:
        """Note for each cell the others that come with it, as they are at this moment."""
        self.others: list[dict[Cell, list[tuple[Cell, ...]]]] = [defaultdict(list) for _ in self.now]
        for each in self.cells:
            for at, cell in enumerate(each):
                self.others[at][cell].append((*each[:at], *each[at + 1 :]))

    def beside(self, at: int, cell: Cell) -> Noted:
        """What is noted of the other columns of a cell, all combinations together."""
        rest = [column for index, column in enumerate(self.now) if index != at]
        whole, first, second = 0.0, 0.0, 0.0
        for each in self.others[at].get(cell, ()):
            found = all_of(column[other] for column, other in zip(rest, each, strict=True))
            whole, first, second = whole + found[0], first + found[1], second + found[2]
        return whole, first, second

    def allowed(self, army: int) -> list[set[Tag]] | None:
        """The tags that may come of the brigades due, where the army loses none in its own part."""
        together = self.together
        if together.graph.orders.of(army).stance == "charge":
            return None
        had = [[case.had(army) for case in column] for column in together.cases]
        found: list[set[Tag]] = [set() for _ in had]
        for combination in together.combinations:
            for each in product(*(had[at][number] for at, number in enumerate(combination))):
                self._follow(list(each), found)
        return found

    def _follow(self, had: list[int], found: list[set[Tag]]) -> None:
        tags: list[Tag] = [()] * len(had)
        for _ in self.due:
            weakest = had.index(min(had))
            for at in range(len(had)):
                tags[at] = (*tags[at], (had[at], at == weakest))
                found[at].add(tags[at])
            had[weakest] += 1

    def join_before(self, rank: int, had_time: int) -> None:
        """Let the brigades join whose time comes before that of a rank, or that have had it."""
        while self.joined < len(self.due) and (self.due[self.joined].rank < rank or self.joined < had_time):
            self._join()

    def _join(self) -> None:
        """The next brigade joins the column in which its army has the fewest brigades."""
        self.joined += 1
        self.together.behind = [each for each in self.together.behind if each is not self.due[self.joined - 1]]
        after = [self._after(at) for at in range(len(self.now))]
        self.now = [
            {(number, tag): noted for number, case in enumerate(column) for tag, noted in case.guessed.items()}
            for column in self.together.cases
        ]
        self.cells = [
            cells
            for each in self.cells
            for cells in product(*(after[at].get(cell, ()) for at, cell in enumerate(each)))
            if self._right([cell[1][-1] for cell in cells])
            and all_of(column[cell] for column, cell in zip(self.now, cells, strict=True))[0] > TINY
        ]
        if len(self.cells) > MOST_TOGETHER:
            raise too_many(len(self.cells))
        self._partners()

    def _after(self, at: int) -> dict[Cell, list[Cell]]:
        found: dict[Cell, list[Cell]] = defaultdict(list)
        for number, case in enumerate(self.together.cases[at]):
            for tag in case.guessed:
                if len(tag) == self.joined:
                    found[number, tag[:-1]].append((number, tag))
        return found

    def _right(self, marks: list[tuple[int, bool]]) -> bool:
        """Whether the brigade joins the weakest column, the first of equals, and no other."""
        had = [each[0] for each in marks]
        weakest = had.index(min(had))
        return all(joins == (at == weakest) for at, (_, joins) in enumerate(marks))

    def end(self) -> None:
        """The part is over: what its reserves have done makes cases of their own."""
        together = self.together
        while self.joined < len(self.due):
            self._join()
        if not self.due:
            for column, now in zip(together.cases, self.now, strict=True):
                for number, case in enumerate(column):
                    case.now = now[number, ()]
            return
        graph, cases = together.graph, Cases(len(together.cases))
        pieces = [
            [case.split(lambda number: graph.shapes[number].tag) for case in column]
            for column in together.cases
        ]
        for each in self.cells:
            if any(tag not in pieces[at][number] for at, (number, tag) in enumerate(each)):
                continue
            keys = [together.keys[at][number].after(tag) for at, (number, tag) in enumerate(each)]
            cases.combine(keys, each, [pieces[at][number][tag] for at, (number, tag) in enumerate(each)])
        together.split(cases.listed(), cases.combinations)


def too_many(ways: int) -> NotExact:
    """The reason why columns that hang together in so many ways are not worked out."""
    return NotExact(
        f"the columns hang together in {ways} ways, more than {MOST_TOGETHER}, "
        "by reserves that join them or a withdrawal"
    )
