"""The war turn by turn: strength, supply and points as each turn ended, and what each side lost in it."""

from collections.abc import Callable, Iterator
from typing import Any

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, SIDES
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.labels import season
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.events import ChitsDrawn, TurnEnded
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import PiecesMoved
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import LossesTaken, PiecesRetreated
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import ShipsSunk
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.points import points_of
from ironclad.domain.kernel.engine.codec import Event, name_of
from ironclad.domain.kernel.telling.history import History

Losses = Iterator[tuple[str, str, int]]
STRENGTH, LEADERS, SHIPS = "strength", "leaders", "ships"


def _moved(event: PiecesMoved) -> Losses:
    yield ENEMY[event.side], LEADERS, len(event.captured)


def _sunk(event: ShipsSunk) -> Losses:
    yield event.side, SHIPS, len(event.ships)
    yield event.side, STRENGTH, event.strength
    yield event.side, LEADERS, len(event.captured) + len(event.drowned)


LOSSES: dict[type[Event], Callable[[Any], Losses]] = {
    LossesTaken: lambda event: iter([(event.side, STRENGTH, sum(event.taken.values()))]),
    PiecesRetreated: lambda event: iter([(event.side, STRENGTH, sum(event.trapped.values()))]),
    PiecesMoved: _moved,
    ShipsSunk: _sunk,
}


def stand(position: Position) -> dict[str, Any]:
    """What a turn's record says: SP on the map by side and kind, supply, points, ships."""
    return {
        "turn": position.turn,
        "name": f"Turn {position.turn}, cycle {position.cycle}",
        "season": season(position),
        "strength": {side: _strength(position, side) for side in SIDES},
        "supply": {side: position.supply.get(side, 0) for side in SIDES},
        "points": {side: _points(position, side) for side in SIDES},
        "afloat": {side: sum(ship.side == side for ship in position.ships.values()) for side in SIDES},
        "held": {side: sum(owner == side for owner in position.owners.values()) for side in SIDES},
    }


def _strength(position: Position, side: str) -> dict[str, int]:
    found = dict.fromkeys(("infantry", "cavalry", "militia", "garrison"), 0)
    for unit in position.units.values():
        if unit.side == side and unit.fights:
            found[unit.kind] += unit.strength
    return found


def _points(position: Position, side: str) -> int:
    """Victory points, or in the campaign political ones."""
    if position.scenario == CAMPAIGN:
        return position.politics.points.get(side, 0)
    return points_of(position, side).total


HISTORY: History[Position] = History(
    end=name_of(TurnEnded),
    stand=stand,
    losses=LOSSES,
    settled={ChitsDrawn: lambda event: {"chits": dict(event.chits), "first": event.first}},
)
