"""A side's movement: moves by land, and its end (movement-rounds)."""

from collections.abc import Callable, Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import Position, units_by_space
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle, require_known, step
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import refresh_holders
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement, MoveUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import (
    battle_spaces,
    check_leaders,
    check_revolutionaries,
    closed,
    held_before,
    stopped_by,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.events import (
    MovementBegan,
    MovementEnded,
    UnitsMoved,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

Groups = dict[str, tuple[str, ...]]
Mover = Callable[[Position, str, Random, Groups], Command | None]
MOVERS: list[Mover] = []
"""Who makes up random moves, legal or not: of a side, with its units that may still move."""


@step("movement")
def begin_movement(play: Play, entered: Step) -> None:
    """A side moves until it ends its movement."""
    play.emit(MovementBegan(entered.seat))
    asking.ask(play, entered.seat, "movement", "movement-rounds/1")


@eagle.evolves(MovementBegan)
def _began(position: Position, event: MovementBegan) -> None:
    position.moving = event.side
    position.stock_used = 0
    position.shipped = {}
    position.before = held_before(position)
    for id, unit in position.units.items():
        position.units[id] = unit.with_(moved=False, came_from="", crossed=False, landed=False)


@rule("movement-rounds/1", "csa-declares-emancipation/4")
def check_movers(position: Position, side: str, units: tuple[str, ...]) -> str:
    """Refuse units that may not move together now; gives the space where they are."""
    clause = "movement-rounds/1"
    require(units and len(set(units)) == len(units), clause, "name units, each once")
    for id in units:
        require(id in position.units, clause, f"there is no unit {id!r}")
        unit = position.units[id]
        require(unit.side == side, clause, f"{id} is not yours")
        require(not unit.moved, clause, f"{id} has moved in this movement")
        require(not unit.held, "csa-declares-emancipation/4", f"{id} may not move in this movement")
    starts = {position.units[id].space for id in units}
    require(len(starts) == 1, clause, "units that move together begin in one space")
    return starts.pop()


@eagle.check(MoveUnits, "movement")
@rule("the-units/2", "movement-rounds/2", "movement-rounds/3", "movement-rounds/4")
def _check_move(position: Position, due: Due, command: MoveUnits) -> None:
    here = check_movers(position, due.seat, command.units)
    far = min(int(numbers("moves")[position.units[id].kind]) for id in command.units)
    require(1 <= len(command.path) <= far, "the-units/2", f"these units move up to {far} spaces")
    for number, space in enumerate(command.path):
        require_known(position, space, "movement-rounds/2")
        near = space in position.board.neighbours[here]
        require(near, "movement-rounds/2", f"{name_of(space)} is not adjacent to {name_of(here)}")
        require(not closed(position, space), "movement-restrictions/1", f"{name_of(space)} is closed")
        check_revolutionaries(position, command.units, space)
        if number + 1 < len(command.path):
            clause, reason = stopped_by(position, space, due.seat)
            require(not clause, clause, f"units stop in {name_of(space)}: {reason}")
        here = space
    check_leaders(position, command.units, here, due.seat)


@eagle.carry_out(MoveUnits)
def _move(play: Play, due: Due, command: MoveUnits) -> None:
    start = play.position.units[command.units[0]].space
    way = (start, *command.path)
    crossed = (way[-2], way[-1]) in play.position.board.crossed
    play.emit(UnitsMoved(due.seat, command.units, start, command.path, crossed))


@eagle.evolves(UnitsMoved)
@rule("battle-effects/8")
def _moved(position: Position, event: UnitsMoved) -> None:
    last = (event.start, *event.path)[-2]
    for id in event.units:
        position.units[id] = position.units[id].with_(
            space=event.path[-1], moved=True, came_from=last, crossed=event.crossed
        )
    refresh_holders(position)


@eagle.check(EndMovement, "movement")
@rule("movement-rounds/7")
def _check_end(position: Position, due: Due, command: EndMovement) -> None:
    """Always legal; a battle cannot be declined."""


@eagle.carry_out(EndMovement)
@rule("movement-rounds/5")
def _end(play: Play, due: Due, command: EndMovement) -> None:
    asking.close(play, due)
    play.emit(MovementEnded(due.seat, battle_spaces(play.position, due.seat)))


@eagle.evolves(MovementEnded)
def _ended(position: Position, event: MovementEnded) -> None:
    position.moving = ""
    position.attacking = event.side
    position.pending = event.battles
    for id, unit in position.units.items():
        if unit.held and unit.side == event.side:
            position.units[id] = unit.with_(held=False)


def also_moves(function: Mover) -> Mover:
    """Register a way to make up a random move (`MOVERS`)."""
    MOVERS.append(function)
    return function


@eagle.sample("movement")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """A random move, where one that is made up is legal; else the end of the movement."""
    groups = ready_groups(position, due.seat)
    for _ in range(8 if groups and random.random() < 0.92 else 0):
        move = random.choice(MOVERS)(position, due.seat, random, groups)
        if move is not None and eagle.allows(position, due, move):
            return move
    return EndMovement()


def ready_groups(position: Position, side: str) -> dict[str, tuple[str, ...]]:
    """A side's units that may still move, by the space where they are."""
    found: dict[str, list[str]] = {}
    for id, unit in position.units.items():
        if is_ready(position, id, side):
            found.setdefault(unit.space, []).append(id)
    return {space: tuple(ids) for space, ids in found.items()}


def some_of(random: Random, ids: tuple[str, ...]) -> tuple[str, ...]:
    """All of some units, or a few of them."""
    return ids if random.random() < 0.5 else tuple(random.sample(ids, random.randint(1, len(ids))))


@also_moves
def _random_march(position: Position, side: str, random: Random, groups: Groups) -> Command | None:
    """Units of one space to a space beside it, or now and then two spaces far."""
    start = random.choice(tuple(groups))
    path = [random.choice(position.board.neighbours[start])]
    if random.random() < 0.2:
        path.append(random.choice(position.board.neighbours[path[0]]))
    return MoveUnits(units=some_of(random, groups[start]), path=tuple(path))


@also_offers("movement")
def _offer_moves(position: Position, due: Due) -> Iterator[Command]:
    """One unit of each sort at a time, and all units of a space together; a player may name any others."""
    yield EndMovement()
    for space, ids in units_by_space(position).items():
        ready = [id for id in ids if is_ready(position, id, due.seat)]
        groups = {
            (unit.nation, unit.kind, unit.elite): (id,) for id in ready for unit in [position.units[id]]
        }
        for group in dict.fromkeys((*groups.values(), *([tuple(ready)] if len(ready) > 1 else []))):
            for first in position.board.neighbours[space]:
                yield MoveUnits(units=group, path=(first,))
                for second in position.board.neighbours[first]:
                    if second != space:
                        yield MoveUnits(units=group, path=(first, second))


def is_ready(position: Position, id: str, side: str) -> bool:
    """Whether a unit is a side's and may still move in this movement."""
    unit = position.units[id]
    return unit.side == side and not unit.moved and not unit.held
