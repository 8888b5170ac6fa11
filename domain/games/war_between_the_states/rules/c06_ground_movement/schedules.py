"""Trains under way (6.53 to 6.56): how far each turn carries one, and the points and room kept for them."""

from collections.abc import Sequence

from ironclad.domain.games.war_between_the_states.board.calendar import opens_cycle
from ironclad.domain.games.war_between_the_states.board.scenario_files import rail_points
from ironclad.domain.games.war_between_the_states.position.orders import Journey
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import (
    POINT_ALLOWANCE,
    rail_points_spent,
    rail_weight,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import (
    ferries_on,
    limited_by,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import NotKnown


@rule("6.5/4", "6.5/7", "6.57/1", "6.57/2", "10.31/1")
def weight_of(position: Position, pieces: tuple[str, ...]) -> int:
    """The SP of trains that pieces take: units their own, trains 1, leaders and headquarters none."""
    units = (position.units[id] for id in pieces if id in position.units)
    if not position.plays("train_load_weighs_extra"):
        return sum(rail_weight(unit.kind, unit.strength) for unit in units)
    return sum(rail_weight(unit.kind, unit.strength) + unit.load for unit in units)


def living(position: Position, journey: Journey) -> tuple[str, ...]:
    """The pieces of a journey that are still on the train."""
    kinds = (position.units, position.headquarters, position.leaders)
    there = (id for kind in kinds for id, piece in kind.items() if piece.hex == journey.hex)
    found = set(there)
    return tuple(id for id in journey.pieces if id in found)


@rule("6.5/3", "6.53/1", "6.54/2", "6.56/3")
def leg(start: str, route: Sequence[str], entrains: bool) -> tuple[int, bool]:
    """How many hexes of a route a train rides in a turn, and whether it comes to the end and detrains.

    40 hexes in the first turn, 50 in the next ones, up to 40 in the last one; each rail ferry costs 10.
    """
    whole = rail_points_spent(len(route), ferries=ferries_on(start, route), entrains=entrains, detrains=True)
    if whole <= POINT_ALLOWANCE:
        return len(route), True
    hexes = 0
    while hexes < len(route):
        ridden = route[: hexes + 1]
        cost = rail_points_spent(len(ridden), ferries=ferries_on(start, ridden), entrains=entrains)
        if cost > POINT_ALLOWANCE:
            break
        hexes += 1
    return hexes, False


@rule("6.56/2", "6.56/3")
def turns_of(start: str, route: Sequence[str], entrains: bool) -> int:
    """The turns that a journey takes, the one in which it begins included."""
    turns, here, ahead = 1, start, tuple(route)
    hexes, over = leg(here, ahead, entrains)
    while not over:
        here, ahead = (ahead[hexes - 1] if hexes else here), ahead[hexes:]
        hexes, over = leg(here, ahead, False)
        turns += 1
    return turns


def route_of(journey: Journey) -> tuple[str, ...]:
    """What is ahead of a train. Raises NotKnown for who may not know it."""
    if not journey.arrives:
        raise NotKnown
    return journey.route


def pending(position: Position, side: str) -> list[Journey]:
    """The journeys of a side that ride on in this turn."""
    return [
        journey
        for journey in position.journeys.values()
        if journey.side == side and journey.ridden < position.turn and living(position, journey)
    ]


@rule("6.53/2", "6.53/4", "6.51/1")
def reserved(position: Position, side: str) -> int:
    """The RTPs that the trains of a side under way need: in this turn, and in the next of this cycle."""
    waiting = pending(position, side)
    now = sum(weight_of(position, living(position, journey)) for journey in waiting)
    if not _same_allotment(position):
        return now
    later = 0
    for journey in position.journeys.values():
        if journey.side == side and journey.arrives > position.turn:
            later += weight_of(position, living(position, journey))
    return now + later


def _same_allotment(position: Position) -> bool:
    """Whether the next turn spends what is left of this turn's points."""
    return position.book.rail_points_per == "game" or not opens_cycle(position.turn + 1)


@rule("6.53/2")
def enough_next_turn(position: Position, side: str, weight: int, left: int) -> bool:
    """Whether points remain for a further train in the next turn; `left` after this turn's rides."""
    others = (
        journey
        for journey in position.journeys.values()
        if journey.side == side and journey.arrives > position.turn
    )
    need = weight + sum(weight_of(position, living(position, journey)) for journey in others)
    if _same_allotment(position):
        return need <= left
    if position.turn >= position.book.game_turns:
        return False
    return need <= rail_points(position.scenario, position.cycle.later(1)).get(side, 0)


@rule("6.55/1", "6.55/2")
def load_of(position: Position, side: str, key: str) -> int:
    """The SP that ride over a link in this phase: those that have, and those of trains still to ride."""
    phase = position.phase
    total = phase.ridden.get(key, 0) if phase is not None else 0
    for journey in pending(position, side):
        route = route_of(journey)
        hexes, _ = leg(journey.hex, route, False)
        if key in limited_by(position, journey.hex, route[:hexes]):
            total += weight_of(position, living(position, journey))
    return total
