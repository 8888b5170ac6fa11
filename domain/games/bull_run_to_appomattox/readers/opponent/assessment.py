"""What the computer player makes of the map: worth of places, distances, and chances of combats."""

from collections import deque
from collections.abc import Iterator
from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Attack
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import exact, prepared
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.odds_model import assumed_armies
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    hqs_in,
    leaderless_in,
    siege_at,
)
from ironclad.domain.kernel.engine.citations import Refused

FAR = 99
GOAL = 6.0  # what a city is worth more that decides the game
HUNT = 2.0  # what an enemy army in the open is worth
ALARM = 2  # zones: an enemy so near threatens a city


@cache
def steps_from(goal: str) -> dict[str, int]:
    """How many zones each spot is away from a goal, over bridges that may be broken by now."""
    found, queue = {goal: 0}, deque([goal])
    while queue:
        here = queue.popleft()
        for step in board().steps.get(here, ()):
            if step.river != "no_bridge" and step.end not in found:
                found[step.end] = found[here] + 1
                queue.append(step.end)
    return found


def away(spot: str, goal: str) -> int:
    """The zones between two spots."""
    return steps_from(goal).get(spot, FAR)


@cache
def worth(zone: str) -> float:
    """What a city is worth: its value, and more if it decides the game."""
    deciding = zone in (*limits().northern_goals, *limits().southern_goals)
    return board().zones[zone].value + (GOAL if deciding else 0.0)


def threatened(position: Position, side: str, spot: str) -> bool:
    """Whether an enemy HQ is near a spot."""
    return any(
        away(position.hqs[hq].spot, spot) <= ALARM
        for hq in position.hqs_of(ENEMY[side])
        if not position.hqs[hq].aboard
    )


def goals(position: Position, side: str, hq: str) -> Iterator[tuple[str, float]]:
    """What draws an army on: enemy cities, enemy armies, and cities of its own that nobody guards.

    Where another HQ of the side is already it counts less.
    """
    for zone, holder in position.holders.items():
        spot = board().place_spot(zone)
        guards = [each for each in hqs_in(position, side, spot) if each != hq]
        if holder == ENEMY[side]:
            yield spot, worth(zone) * (0.2 if guards else 1.0)
        elif holder == side and not guards and threatened(position, side, spot):
            yield spot, worth(zone)
    for enemy in position.hqs_of(ENEMY[side]):
        if not position.hqs[enemy].aboard:
            yield position.hqs[enemy].spot, HUNT


def drawn_to(wishes: tuple[tuple[str, float], ...], spot: str) -> float:
    """How well a spot is placed for the best of some goals."""
    return max((value / (1 + away(spot, goal)) for goal, value in wishes), default=0.0)


def chance(position: Position, attack: Attack) -> float:
    """How probable it is that an attack wins or may besiege, by what its side knows and assumes.

    Raises Refused where nobody would fight.
    """
    results = exact(shown(position, attack))
    return float(sum(p for result, p in results.items() if result.winner == attack.side or result.siege))


def shown(position: Position, attack: Attack) -> Position:
    """The position in which an attack has begun, with armies as its side knows and assumes them.

    Raises Refused where nobody would fight.
    """
    guesses = assumed_armies(position, attack)
    return prepared(position, attack, {hq: units for hq, (units, _) in guesses.items()})


def likely(position: Position, attack: Attack) -> float:
    """`chance`, or 0 where nobody would fight."""
    try:
        return chance(position, attack)
    except Refused:
        return 0.0


def is_free(position: Position, side: str, spot: str) -> bool:
    """Whether an army goes through a place without a stop."""
    return not enemies_seen(position, side, spot) and siege_at(position, spot) is None


def is_lone(position: Position, hq: str) -> bool:
    """Whether an HQ of the player's own commands nothing."""
    return position.units_of(hq) == NONE


def recruits(position: Position, side: str, spot: str) -> int:
    """The CP of the side's leaderless units in a place."""
    return sum(units.total for units in leaderless_in(position, side, spot).values())
