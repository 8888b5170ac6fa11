"""Marches and trains: armies go where they are wanted, attack what is weaker, and leave garrisons."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.position.state import USA, Position, units_by_space
from ironclad.domain.games.eagle_variant.position.units import sort_key
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import (
    FAR,
    distances,
    enemy_weight,
    goals,
    menace,
    wanted,
    weight,
)
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement, MoveUnits, RailUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import closed
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import ready_groups
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import barred, cost_of, stock_left, ways
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ODDS = 1.4
"""How much stronger than its enemy an attack has to be."""
BY_RAIL = 3
"""Armies that are farther than this from where they are wanted go by rail, if they can."""


def move(position: Position, due: Due) -> Command:
    """The best move of the strongest army that has one; else the end of the movement."""
    side = due.seat
    marching = {
        space: movers
        for space, ids in ready_groups(position, side).items()
        if (movers := free_to_go(position, space, ids, side))
    }
    order = sorted(marching, key=lambda space: (-_weight(position, marching[space]), space))
    for space in order:
        for command in (
            *_trains(position, side, space, marching[space]),
            *_marches(position, side, space, marching),
        ):
            if eagle.allows(position, due, command):
                return command
    return EndMovement()


def free_to_go(position: Position, space: str, ids: tuple[str, ...], side: str) -> tuple[str, ...]:
    """The units of a space that need not stay there: all but a garrison, if a brigade is among them."""
    here = units_by_space(position).get(space, ())
    brigades = sorted((id for id in ids if position.units[id].brigade), key=sort_key)
    staying = [id for id in here if position.units[id].side == side and id not in ids]
    kept = _garrison(position, space, side) - _weight(position, staying)
    left = list(brigades)
    while left and kept > 0:
        weakest = min(left, key=lambda id: (weight([position.units[id]]), sort_key(id)))
        left.remove(weakest)
        kept -= weight([position.units[weakest]])
    if not left:
        return ()
    return (*left, *(id for id in ids if not position.units[id].brigade))


def _garrison(position: Position, space: str, side: str) -> int:
    """How strong a force has to stay in a space."""
    if space not in wanted(position, side):
        return 0
    least = 1 if position.board.spaces[space].side != side or side != USA else 0
    return max(least, round(0.8 * menace(position, space, side)))


def _weight(position: Position, ids: tuple[str, ...] | list[str]) -> int:
    return weight(position.units[id] for id in ids)


def _marches(
    position: Position, side: str, space: str, marching: dict[str, tuple[str, ...]]
) -> Iterator[Command]:
    """Marches to spaces beside one, the best first."""
    movers = marching[space]
    near = [each for each in position.board.neighbours[space] if not closed(position, each)]
    worth = {each: _worth(position, side, space, each, movers, marching) for each in near}
    for each in sorted(near, key=lambda each: (-worth[each], each)):
        if worth[each] > 0:
            yield MoveUnits(units=movers, path=(each,))


def _worth(
    position: Position,
    side: str,
    start: str,
    end: str,
    movers: tuple[str, ...],
    marching: dict[str, tuple[str, ...]],
) -> float:
    """How good a march is; 0 or less where the army had better stay."""
    own = _weight(position, movers)
    there = weight(
        position.units[id] for id in units_by_space(position).get(end, ()) if position.units[id].side == side
    )
    enemies = enemy_weight(position, end, side)
    worth = goals(position, side).get(end, 0)
    if enemies:
        helpers = sum(
            _weight(position, ids)
            for other, ids in marching.items()
            if other != start and end in position.board.neighbours[other]
        )
        if own + there + 0.8 * helpers < ODDS * enemies:
            return 0
        return 40 + enemies + worth
    if worth:
        return 30 + worth - max(0, menace(position, end, side) - 1.5 * (own + there))
    closer = distances(position, side)[start] - distances(position, side)[end]
    danger = max(0, menace(position, end, side) - 1.5 * (own + there))
    return 5 * closer - danger if distances(position, side)[end] < FAR else 0


def _trains(position: Position, side: str, space: str, movers: tuple[str, ...]) -> Iterator[Command]:
    """A ride of as many units as the Rail Stock carries to the space on the lines nearest a goal."""
    near = distances(position, side)
    if near[space] <= BY_RAIL or not position.board.spaces[space].rail or barred(position, space, side):
        return
    left = stock_left(position, side)
    riders: list[str] = []
    for id in movers:
        if cost_of(position, (*riders, id)) <= left:
            riders.append(id)
    if not any(position.units[id].brigade for id in riders):
        return
    reached = [each for each in ways(position, space, side) if near[each] < near[space] - 1]
    for to in sorted(reached, key=lambda each: (near[each], each))[:6]:
        yield RailUnits(units=tuple(riders), to=to)
