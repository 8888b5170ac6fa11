"""Exact odds of a battle: of one roll, of a part of a phase, and of the whole battle by standing orders.

Columns do not touch each other until one breaks, so that each is worked out by itself (`odds/`): the first
break ends the battle. Within a part of a turn the brigades of all columns act in the order of their names.
All chances are those of the rules' own dice.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.odds.columns import Column
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import By, NotExact, aside, columns
from ironclad.domain.games.eagle_variant.readers.odds.orders import FACES, parts
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST, Aim
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import PARTS, battle_of

Noted = tuple[float, float, float]
"""The chance of something about a column, and the brigades left of both armies where it is so."""
LAST_TURN = int(tactics()["last_turn"])
NEGLIGIBLE = 1e-13
"""A battle that is less likely than this to last any longer is taken to end where it is."""


@dataclass(frozen=True)
class BattleOdds:
    """What comes of a battle: the chance of each army to win, and the brigades that it has left on average.

    `left` counts brigades on the field as the fight ends, before retreat and pursuit.
    """

    wins: dict[str, float]
    left: dict[str, float]


def chance(aim: Aim) -> float:
    """The chance that one roll hits."""
    return sum(map(aim.hits, FACES)) / MOST


def phase_odds(position: Position, by: By) -> dict[tuple[int, int], float]:
    """What is left of the part of a phase under way costs, by the orders of the army that acts.

    The chance of each pair: brigades that it loses, brigades that the enemy loses. Raises NotExact where
    nobody acts, or in a battle of three columns.
    """
    battle = battle_of(position)
    if battle.columns != 1 or not battle.acting:
        raise NotExact("a part of a phase is worked out for one column, while an army acts")
    (column,) = columns(position, by)
    army, kind = parts()[battle.part]
    (start,) = column.chances
    before, found = column.graph.left[start], defaultdict[tuple[int, int], float](float)

    def count(left: tuple[int, int], share: float) -> None:
        found[before[army] - left[army], before[1 - army] - left[1 - army]] += share

    for moment in column.play(army, kind, battle.turn):
        for each, share in moment.breaks:
            count(each.left, share)
    for number, share in column.shares():
        count(column.graph.left[number], share)
    return dict(found)


def battle_odds(position: Position, by: By) -> BattleOdds:
    """What comes of a battle from now on if both armies act by these orders to its end.

    Raises NotExact where orders leave decisions open, units have yet to enter, or, with three columns,
    reserves would join a column or an army would withdraw.
    """
    battle, found, tally = battle_of(position), columns(position, by), Tally()
    attacker = battle.armies.index(battle.attacker)
    for turn, part in _parts(position):
        if prod(column.now[0] for column in found) < NEGLIGIBLE:
            break
        tally.play(found, *parts()[part], turn)
        if part == PARTS - 1:
            _end_turn(found, turn, attacker, tally)
    tally.count(attacker, [column.noted() for column in found])
    return BattleOdds(
        {army: tally.wins[index] for index, army in enumerate(battle.armies)},
        {army: tally.left[index] + aside(position)[index] for index, army in enumerate(battle.armies)},
    )


def _parts(position: Position) -> Iterator[tuple[int, int]]:
    """The turns and parts that are still to be played, the one under way first."""
    battle = battle_of(position)
    first = battle.part if battle.acting else battle.part + 1
    for turn in range(max(battle.turn, 1), LAST_TURN + 1):
        for part in range(first if turn == battle.turn else 0, PARTS):
            yield turn, part


def _end_turn(found: list[Column], turn: int, attacker: int, tally: "Tally") -> None:
    """A quiet turn may end the attack of one column.

    Of three columns one whose turn is quiet stays as it is for ever: a quiet turn of all ends the attack as
    surely as the last turn, and with the same units left.
    """
    if len(found) == 1:
        (column,) = found
        for left, share in column.halt(min(turn - 1, MOST)):
            tally.count(attacker, [(share, share * left[0], share * left[1])])
    for column in found:
        column.rest()


@dataclass
class Tally:
    """The chance of each army to win, and the brigades that it has left on average, of all ends so far."""

    wins: list[float] = field(default_factory=lambda: [0.0, 0.0])
    left: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def play(self, found: list[Column], army: int, kind: str, turn: int) -> None:
        """Play a part of a turn in every column, moment by moment: the first break ends the battle."""
        moments = sorted(
            (
                (moment.rank, at, moment)
                for at, column in enumerate(found)
                for moment in column.play(army, kind, turn)
            ),
            key=lambda each: each[:2],
        )
        for _, at, moment in moments:
            whole, first, second = found[at].now
            first, second = first - moment.lost[0], second - moment.lost[1]
            beside = [each.now for index, each in enumerate(found) if index != at]
            for (beaten, left), share in moment.breaks:
                noted = (share, share * left[0], share * left[1])
                self.count(beaten, [noted, *beside])
                whole, first, second = whole - noted[0], first - noted[1], second - noted[2]
            found[at].now = whole, first, second

    def count(self, beaten: int, noted: Sequence[Noted]) -> None:
        """Count an end: what is noted of one column, and of the others as they are at the same moment."""
        self.wins[1 - beaten] += prod(each[0] for each in noted)
        for army in range(2):
            for at, each in enumerate(noted):
                rest = prod(other[0] for index, other in enumerate(noted) if index != at)
                self.left[army] += each[army + 1] * rest
