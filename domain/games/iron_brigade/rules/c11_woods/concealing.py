"""Units that the enemy does not see: when they pass out of sight and come into it, and what is said of them.

The rules ask where a unit lies (`between.is_concealed`). What a seat is shown changes at set times: units
pass out of sight as movement ends, and come into sight after each part of it and before each step. A unit
of which anything but movement is said, and of which dice are rolled in the open, comes into sight before
that.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import UNSET

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, MoveOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY, Standing
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import is_concealed
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import Moved
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import is_engaged
from ironclad.domain.games.iron_brigade.rules.c11_woods.events import (
    Sighted,
    UnitHidden,
    UnitSighted,
    UnseenMove,
    UnseenMoved,
    UnseenOrder,
    UnseenOrdered,
    UnseenShot,
    UnseenWaited,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import NotKnown, Secret

QUIET = ("good", "disorganized")


@rule("XI.C/6", "XI.C/1", "XI.C/5")
def hide(play: Play) -> None:
    """Units that lie where no enemy sees them pass out of sight. Units that run do not hide."""
    position = play.position
    for id in position.in_order():
        if (
            id not in position.hidden
            and id not in position.arrivals
            and position.units[id].state in QUIET
            and not _has_met(position, id)
            and is_concealed(position, id)
        ):
            side = position.side_of(id)
            play.emit(UnitHidden(id, side, Secret((side,), True)))


@rule("XI.C/2", "XI.C/5", "XI.C/6")
def sight(play: Play) -> None:
    """Units that are not concealed any more come into sight, and those that stopped an enemy."""
    position = play.position
    seen = [id for id in position.hidden if _has_met(position, id) or not is_concealed(position, id)]
    show(play, seen)


@rule("XI.C/2", "XI.C/5")
def show(play: Play, ids: Iterable[str]) -> None:
    """These units come into sight, those of them that are not in it already."""
    position = play.position
    wanted = set(ids)
    for id in [each for each in position.hidden if each in wanted]:
        play.emit(UnitSighted(id, _sighted(position, id)))


def known(position: Position) -> None:
    """Raises NotKnown on a position that lacks units which its reader does not see."""
    if any(id not in position.units for id in position.hidden):
        raise NotKnown("units that are out of sight")


@rule("XI.C/5")
def _has_met(position: Position, id: str) -> bool:
    """Whether a unit is in melee, or stopped an enemy who came upon it."""
    enemy = ENEMY[position.side_of(id)]
    stopped = (other for other, by in position.stopped.items() if by == id)
    return is_engaged(position, id) or any(position.side_of(other) == enemy for other in stopped)


def _sighted(position: Position, id: str) -> Sighted:
    return Sighted(
        position.units[id],
        position.deeds.get(id),
        position.origins.get(id),
        position.revealed.get(id),
        position.changed.get(id),
        position.progress.get(id),
        position.stopped.get(id, ""),
        position.passages.get(id, ""),
        position.triggers.get(id, ()),
    )


# -- what is said of units out of sight


@rule("XI.C/6")
def tell_orders(
    play: Play, orders: Mapping[str, MoveOrder], standing: Mapping[str, Standing], *, second: bool
) -> None:
    """The orders of units out of sight, each to its own side."""
    for id, side in tuple(play.position.hidden.items()):
        told = UnseenOrder(orders.get(id), standing.get(id))
        play.emit(UnseenOrdered(id, Secret((side,), told), second))


@rule("XI.C/6")
def tell_moves(play: Play, moved: Mapping[str, Moved], passed: set[str], ridden: set[str]) -> None:
    """The movement of units out of sight, each to its own side."""
    for id, side in tuple(play.position.hidden.items()):
        passage = "ridden" if id in ridden else "passed" if id in passed else ""
        play.emit(UnseenMoved(id, Secret((side,), UnseenMove(moved.get(id), passage))))


@rule("XI.C/6")
def tell_waiting(play: Play, orders: Mapping[str, FireOrder]) -> None:
    """What units out of sight do in the fire phase, each to its own side."""
    for id, side in tuple(play.position.hidden.items()):
        play.emit(UnseenWaited(id, Secret((side,), UnseenShot(orders.get(id)))))


@rule("XI.C/6")
def in_sight(position: Position, ids: Iterable[str]) -> Iterator[str]:
    """Those of some units that are in sight."""
    return (id for id in ids if id not in position.hidden)


# -- what it changes


BY_UNIT = ("deeds", "origins", "revealed", "changed", "progress", "stopped", "passages", "triggers")
"""What a position has of a unit besides itself, and what nobody else knows of one out of sight."""


@rule("XI.C/6")
def forget(position: Position, id: str) -> None:
    """Take a unit and all that is known of it out of a position."""
    position.units.pop(id, None)
    for name in BY_UNIT:
        getattr(position, name).pop(id, None)


@brigade.evolves(UnitHidden)
def _unit_hidden(position: Position, event: UnitHidden) -> None:
    position.hidden[event.unit] = event.side
    if event.kept.value is UNSET:
        forget(position, event.unit)


@brigade.evolves(UnitSighted)
def _unit_sighted(position: Position, event: UnitSighted) -> None:
    found = event.found
    del position.hidden[event.unit]
    given = (
        found.deeds,
        found.origin,
        found.revealed,
        found.changed,
        found.progress,
        found.stopped or None,
        found.passage or None,
        found.triggers or None,
    )
    position.units[event.unit] = found.unit
    for name, value in zip(BY_UNIT, given, strict=True):
        if value is not None:
            getattr(position, name)[event.unit] = value
