"""Exact odds of a battle: of one roll, of a part of a phase, and of the whole battle by standing orders.

Columns do not touch each other but where reserves join one or an army withdraws by what it has left in all,
so that each is worked out by itself between such moments (`odds/`): the first break ends the battle. Within
a part of a turn the brigades of all columns act in the order of their names. All chances are those of the
rules' own dice.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.odds.cases import CERTAIN
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import (
    By,
    NotExact,
    aside,
    columns,
    waiting,
)
from ironclad.domain.games.eagle_variant.readers.odds.orders import FACES, parts
from ironclad.domain.games.eagle_variant.readers.odds.together import NEGLIGIBLE, Together
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST, Aim
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import PARTS, battle_of

LAST_TURN = int(tactics()["last_turn"])


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

    Raises NotExact where orders leave decisions open, where the bonus against a landing hangs on more than
    one column, or where reserves and withdrawals tie the columns together in too many ways.
    """
    battle, found = battle_of(position), columns(position, by)
    attacker = battle.armies.index(battle.attacker)
    behind = waiting(position, by) if battle.columns > 1 else []
    together = Together([[each] for each in found], behind, max(battle.turn, 1))
    for _, part in _parts(position):
        together.play(*parts()[part])
        if part == PARTS - 1:
            _end_turn(together, attacker)
        if together.alive() < NEGLIGIBLE:
            break
    together.finish(attacker)
    wins, left = together.tally.wins, together.tally.left
    return BattleOdds(
        {army: wins[index] for index, army in enumerate(battle.armies)},
        {army: left[index] + aside(position)[index] for index, army in enumerate(battle.armies)},
    )


def _parts(position: Position) -> Iterator[tuple[int, int]]:
    """The turns and parts that are still to be played, the one under way first."""
    battle = battle_of(position)
    first = battle.part if battle.acting else battle.part + 1
    for turn in range(max(battle.turn, 1), LAST_TURN + 1):
        for part in range(first if turn == battle.turn else 0, PARTS):
            yield turn, part


def _end_turn(together: Together, attacker: int) -> None:
    """A quiet turn may end the attack."""
    turn, sixths = together.turn, min(together.turn - 1, MOST)
    if together.graph.apart:
        together.halt(attacker, sixths)
    else:
        for left, share in together.cases[0][0].halt(sixths):
            noted = (share, share * left[0], share * left[1])
            together.tally.count(attacker, noted, CERTAIN, (0, 0))
    for column in together.cases:
        for each in column:
            each.rest(turn + 1)
    together.begin(turn + 1)
