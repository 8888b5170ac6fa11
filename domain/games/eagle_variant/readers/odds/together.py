"""Columns of a battle side by side: what ties them to each other, and how the battle may end.

Between the moments that tie them columns do not touch each other. At such a moment each column is split into
cases by what the others need to know of it, and the battle into combinations of cases: where the brigades in
reserve went, and how many brigades an army had when it could last withdraw.
"""

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
    too_many,
)
from ironclad.domain.games.eagle_variant.readers.odds.columns import Column
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import Waiting
from ironclad.domain.games.eagle_variant.readers.odds.graph import Graph
from ironclad.domain.games.eagle_variant.readers.odds.orders import WITHDRAWS_FROM
from ironclad.domain.games.eagle_variant.readers.odds.part import Part
from ironclad.domain.games.eagle_variant.readers.odds.shapes import KINDS, group_of
from ironclad.domain.games.eagle_variant.readers.odds.told import Noted
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST

NEGLIGIBLE = 1e-13
"""A battle that is less likely than this to last any longer is taken to end where it is."""
Pieces = dict[tuple[int, bool], Column]


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
        self._stage = 0
        self._graph = self.cases[0][0].graph
        self.begin(self.turn)

    @property
    def graph(self) -> Graph:
        return self._graph

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
        watched = self.graph.apart and self.graph.orders.may_withdraw(army, self.turn)
        asked = watched and self._withdraw(army, kind)
        if not self.combinations:
            return
        due = [each for each in self.behind if self._due(each, army, kind)]
        part = Part(
            army, kind, self.turn, self.cases, self.combinations, self.behind, due, self.tally,
            self._least(army, kind, due) if asked else -1,
        )  # fmt: skip
        part.play()
        self.behind = [
            each._replace(actions=1) if (each.army, each.kind) == (army, kind) else each
            for each in part.behind
        ]
        if cases := part.after(self.keys):
            self._go_on(cases)

    def _least(self, army: int, kind: str, due: list[Waiting]) -> int:
        """With how many brigades an army would withdraw in the midst of a part of a turn; -1 if it cannot."""
        orders = self.graph.orders
        if orders.of(army).stance != "charge" or kind not in KINDS or kind == "artillery":
            return -1
        least = orders.of(army).withdraw_at - self.graph.elsewhere[army]
        group = group_of(army, kind)
        have = self.reserve()[army] + sum(
            min(min(case.had(army)) for case in column) for column in self.cases
        )
        acting = sum(max(case.most(group) for case in column) for column in self.cases) + 3 * len(due)
        return least if have - acting <= least else -1

    def _due(self, each: Waiting, army: int, kind: str) -> bool:
        ready = each.joins and each.enters <= self.turn and each.actions > 0
        return ready and (each.army, each.kind) == (army, kind)

    def _go_on(self, cases: Cases) -> None:
        """Go on with these cases and combinations; cases that are in none are dropped."""
        found, combinations = cases.listed(), cases.combinations
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
        """A turn begins.

        An army that brigades enter has more than before, so that what it had when it was asked matters.
        """
        self.turn = turn
        self._awaited = any(each.joins for each in self.behind)
        if turn > WITHDRAWS_FROM and any(each.enters == turn for each in self.behind):
            stage = self._next_stage()
            self.keys = [
                [key.kept_apart((stage, number)) for number, key in enumerate(column)] for column in self.keys
            ]

    def _next_stage(self) -> int:
        """A number for the moment, so that cases of other moments are not taken for its own."""
        self._stage += 1
        return self._stage

    def halt(self, attacker: int, sixths: int) -> None:
        """A quiet turn of all columns ends the attack in so many sixths.

        A battle of three columns that has been quiet stays so until brigades join from the reserve. Where
        none did in this turn or may do later it ends as surely by the last turn, with the same units left.
        """
        graph, cases, stage = self.graph, Cases(len(self.cases)), self._next_stage()
        if not (self._awaited and graph.watches and sixths):
            return
        pieces = [
            [case.split(lambda to: graph.shapes[to].quiet()) for case in column] for column in self.cases
        ]
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
                    columns[0], keys[0] = (
                        columns[0].scaled(MOST - sixths),
                        keys[0].kept_apart((stage, combination[0])),
                    )
                cases.combine(keys, names, columns)
        self._go_on(cases)

    def _withdraw(self, army: int, kind: str) -> bool:
        """An army that is asked in a part of a turn, and has few left, withdraws; whether it is asked.

        It is asked where a unit could act, and in the leaders' phase. Where it had more brigades than that
        when it was asked before does not matter, as long as it still has: brigades only become fewer.
        """
        least = self.graph.orders.of(army).withdraw_at - self.graph.elsewhere[army] - self.reserve()[army]
        always = kind not in KINDS or any(
            (each.army, each.kind) == (army, kind) and each.enters <= self.turn and each.actions > 0
            for each in self.behind
        )
        pieces = [
            [self._pieces(case, army, "" if always else kind) for case in column] for column in self.cases
        ]
        least_had = sum(min((had for each in column for had, _ in each), default=0) for column in pieces)
        asked = any(could for column in pieces for each in column for _, could in each)
        if asked and least_had <= least:
            self._ask(army, least, pieces)
        return asked

    def _pieces(self, case: Column, army: int, kind: str) -> "Pieces":
        """A case by the brigades that an army has in it, and whether any of a kind could act."""
        graph = self.graph

        def sort(number: int) -> tuple[int, bool]:
            could = not kind or graph.orders.could_act(graph.shapes[number], army, kind)
            return graph.left[number][army], could

        return case.split(sort)

    def _ask(self, army: int, least: int, pieces: "list[list[Pieces]]") -> None:
        cases, stage = Cases(len(self.cases)), self._next_stage()
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
                    self.keys[at][number].asked(army, had, (stage, number) if few else None)
                    for at, (number, ((had, _), _)) in enumerate(zip(combination, each, strict=True))
                ]
                names = [(number, sort) for number, (sort, _) in zip(combination, each, strict=True)]
                cases.combine(keys, names, [case for _, case in each])
        self._go_on(cases)
