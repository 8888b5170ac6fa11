"""A part of a turn in all columns, moment by moment."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from ironclad.domain.games.eagle_variant.readers.odds.cases import (
    CERTAIN,
    MOST_TOGETHER,
    TINY,
    Cases,
    Combination,
    Key,
    Tally,
    all_of,
    either,
    too_many,
)
from ironclad.domain.games.eagle_variant.readers.odds.columns import Column
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import Waiting
from ironclad.domain.games.eagle_variant.readers.odds.shapes import KINDS, Tag, group_of
from ironclad.domain.games.eagle_variant.readers.odds.told import NOTHING, Moment, Noted, Told

Cell = tuple[int, Tag]
"""A case of a column, and what its reserves have done in the part under way."""
Now = dict[Cell, dict[int, Noted]]
"""What is noted of each cell at a moment, by the brigades of the army that acts; by -1 if not counted."""


@dataclass
class Part:
    """A part of a turn under way.

    `behind` are the brigades in no column of three, `due` those of them whose time comes in the part. The
    army withdraws at once where it loses a brigade and has `least` or fewer in columns and reserve; -1: it
    does not.
    """

    army: int
    kind: str
    turn: int
    cases: list[list[Column]]
    combinations: list[Combination]
    behind: list[Waiting]
    due: list[Waiting]
    tally: Tally
    least: int
    joined: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.counts = self.least >= 0
        self.now: list[Now] = [
            {(number, ()): self._had(case) for number, case in enumerate(column)} for column in self.cases
        ]
        self.cells: list[tuple[Cell, ...]] = [
            tuple((number, ()) for number in each) for each in self.combinations
        ]
        self._few = {each for each in self.cells if self.counts and self._most(each) <= self._limit()}
        self._played: list[tuple[Column, Column, Told]] = []
        self._partners()

    def _had(self, case: Column) -> dict[int, Noted]:
        return case.had(self.army) if self.counts else {-1: case.now}

    def _most(self, cells: tuple[Cell, ...]) -> int:
        return sum(max(column[cell]) for column, cell in zip(self.now, cells, strict=True))

    def reserve(self) -> tuple[int, int]:
        """The brigades of both armies on the field that are in no column of three."""
        first, second = (
            sum(each.army == army and each.enters <= self.turn for each in self.behind) for army in range(2)
        )
        return first, second

    def _limit(self) -> int:
        """The brigades in columns with which the army withdraws."""
        return self.least - self.reserve()[self.army]

    def play(self) -> None:
        """Play the part: the first break ends the battle."""
        allowed = self._allowed() if self.due else None
        moments = [
            (moment.rank, len(moment.tag), at, number, -moment.had, moment)
            for at, column in enumerate(self.cases)
            for number, moment in self._moments(column, allowed[at] if allowed else None)
        ]
        for rank, had_time, at, number, _, moment in sorted(moments, key=lambda each: each[:5]):
            self._join_before(rank, had_time)
            self._happen(at, (number, moment.tag), moment)
        while self.joined < len(self.due):
            self._join()

    def _moments(self, column: list[Column], allowed: set[Tag] | None) -> Iterator[tuple[int, Moment]]:
        """What may happen in each case of a column."""
        group = group_of(self.army, self.kind) if self.kind in KINDS else 0
        most = max(case.most(group) for case in column)
        for number, case in enumerate(column):
            told = Told(case.layout, group, allowed, self.counts, most)
            for moment in self._play(case, told):
                yield number, moment

    def _play(self, case: Column, told: Told) -> tuple[Moment, ...]:
        """Play a case; one that was alike has done the work, but for the reserves that may join."""
        if self.due or self.kind not in KINDS:
            return case.play(self.army, self.kind, self.turn, told)
        for before, after, known in self._played:
            if known.most == told.most and case.alike(before):
                return case.as_well(after, known)
        before = case.twin()
        moments = case.play(self.army, self.kind, self.turn, told)
        if moments:
            self._played.append((before, case, told))
        return moments

    def _happen(self, at: int, cell: Cell, moment: Moment) -> None:
        if (known := self.now[at].get(cell)) is None:
            return
        had = moment.had
        whole, first, second = known.get(had, NOTHING)
        first, second = first - moment.lost[0], second - moment.lost[1]
        beside = self._beside(at, cell, had) if moment.breaks else CERTAIN
        for (beaten, left), share in moment.breaks:
            noted = (share, share * left[0], share * left[1])
            self.tally.count(beaten, noted, beside, self.reserve())
            whole, first, second = whole - noted[0], first - noted[1], second - noted[2]
        if moment.fewer[0]:
            few = self._beside(at, cell, had, self._limit() + 1)
            self.tally.count(self.army, moment.fewer, few, self.reserve())
            less = moment.fewer
            whole, first, second = whole - less[0], first - less[1], second - less[2]
            known[had - 1] = either((known.get(had - 1, NOTHING), less))
        known[had] = whole, first, second

    def _partners(self) -> None:
        """Note for each cell the others that come with it."""
        self._others: list[dict[Cell, list[tuple[Cell, ...]]]] = [defaultdict(list) for _ in self.now]
        for each in self.cells:
            for at, cell in enumerate(each):
                self._others[at][cell].append((*each[:at], *each[at + 1 :]))

    def _beside(self, at: int, cell: Cell, had: int, exactly: int = -1) -> Noted:
        """What is noted of the other columns of a cell, all combinations together.

        Of those alone in which the army has exactly so many brigades in all columns, if a number is given.
        """
        rest = [column for index, column in enumerate(self.now) if index != at]
        others = self._others[at].get(cell, ())
        if not self.counts:
            return either(
                all_of(column[other][-1] for column, other in zip(rest, each, strict=True)) for each in others
            )
        return either(self._counted(rest, others, had, exactly))

    def _counted(
        self, rest: list[Now], others: "list[tuple[Cell, ...]] | tuple[()]", had: int, exactly: int
    ) -> Iterator[Noted]:
        limit = self._limit()
        for each in others:
            known = [column[other].items() for column, other in zip(rest, each, strict=True)]
            for found in product(*known):
                total = had + sum(count for count, _ in found)
                if total == exactly if exactly >= 0 else total > limit:
                    yield all_of(noted for _, noted in found)

    def _allowed(self) -> list[set[Tag]] | None:
        """The tags that may come of the brigades due, where the army loses none in its own part."""
        if self.cases[0][0].graph.orders.of(self.army).stance == "charge":
            return None
        had = [[case.had(self.army) for case in column] for column in self.cases]
        found: list[set[Tag]] = [set() for _ in had]
        for combination in self.combinations:
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

    def _join_before(self, rank: int, had_time: int) -> None:
        """Let the brigades join whose time comes before that of a rank, or that have had it."""
        while self.joined < len(self.due) and (self.due[self.joined].rank < rank or self.joined < had_time):
            self._join()

    def _join(self) -> None:
        """The next brigade joins the column in which its army has the fewest brigades."""
        self.behind = [each for each in self.behind if each is not self.due[self.joined]]
        self.joined += 1
        after = [self._after(at) for at in range(len(self.now))]
        self.now = [
            {
                (number, tag): dict(noted)
                for number, case in enumerate(column)
                for tag, noted in case.guessed.items()
            }
            for column in self.cases
        ]
        self.cells = [
            cells
            for each in self.cells
            for cells in product(*(after[at].get(cell, ()) for at, cell in enumerate(each)))
            if _right([cell[1][-1] for cell in cells]) and self._likely(cells)
        ]
        if len(self.cells) > MOST_TOGETHER:
            raise too_many(len(self.cells))
        self._partners()

    def _likely(self, cells: tuple[Cell, ...]) -> bool:
        noted = (either(column[cell].values()) for column, cell in zip(self.now, cells, strict=True))
        return all_of(noted)[0] > TINY

    def _after(self, at: int) -> dict[Cell, list[Cell]]:
        found: dict[Cell, list[Cell]] = defaultdict(list)
        for number, case in enumerate(self.cases[at]):
            for tag in case.guessed:
                if len(tag) == self.joined:
                    found[number, tag[:-1]].append((number, tag))
        return found

    def after(self, keys: list[list[Key]]) -> Cases | None:
        """The cases after the part; None where they are the same, each with what is noted of it now."""
        if not self.due and not self.counts:
            for column, now in zip(self.cases, self.now, strict=True):
                for number, case in enumerate(column):
                    case.now = now[number, ()][-1]
            return None
        cases = Cases(len(self.cases))
        pieces = [[self._pieces(case) for case in column] for column in self.cases]
        limit = self._limit()
        for cells in self.cells:
            parts = [pieces[at][number].get(tag, {}).items() for at, (number, tag) in enumerate(cells)]
            for each in product(*parts):
                if self.counts and cells not in self._few and sum(had for had, _ in each) <= limit:
                    continue
                names = [(*cell, had) for cell, (had, _) in zip(cells, each, strict=True)]
                own = [
                    keys[at][number].after(self.army, tag if self.due else None, had)
                    for at, (number, tag, had) in enumerate(names)
                ]
                cases.combine(own, names, [case for _, case in each])
        return cases

    def _pieces(self, case: Column) -> dict[Tag, dict[int, Column]]:
        """A case by its tags and the brigades that the army has left."""
        graph, found = case.graph, defaultdict[Tag, dict[int, Column]](dict)

        def sort(number: int) -> tuple[Tag, int]:
            return graph.shapes[number].tag, graph.left[number][self.army] if self.counts else -1

        for (tag, had), piece in case.split(sort).items():
            found[tag][had] = piece
        return found


def _right(marks: list[tuple[int, bool]]) -> bool:
    """Whether a brigade joins the weakest column, the first of equals, and no other."""
    had = [each[0] for each in marks]
    weakest = had.index(min(had))
    return all(joins == (at == weakest) for at, (_, joins) in enumerate(marks))
