"""The chronicle on the map: which units went where at an event, and what changed hands."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.eagle_variant.position.state import SIDES
from ironclad.domain.games.eagle_variant.readers.wording import units
from ironclad.domain.games.eagle_variant.rules.c03_movement.events import UnitsMoved, UnitsRailed
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import CityCaptured, LeadersRetreated
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import UnitsRetreated
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.moves import Move, move


def _moved(event: UnitsMoved) -> Move:
    return move(event.side, units(event.units), (event.start, *event.path))


def _railed(event: UnitsRailed) -> Move:
    return move(event.side, units(event.units), (event.start, *event.way))


def _retreated(event: UnitsRetreated) -> Move | None:
    return move(event.army, units(event.units), (event.start, event.to)) if event.army in SIDES else None


def _led_away(event: LeadersRetreated) -> Move | None:
    return move(event.side, units(event.units), (event.start, event.to)) if event.to else None


MOVES: dict[type[Event], Callable[[Any], Move | None]] = {
    UnitsMoved: _moved,
    UnitsRailed: _railed,
    UnitsRetreated: _retreated,
    LeadersRetreated: _led_away,
}


def on_map(event: Event) -> Entry:
    """The members `moves` and `takes` of an event's entry, those that it has."""
    mover = MOVES.get(type(event))
    if mover is not None and (moved := mover(event)) is not None:
        return {"moves": [moved]}
    return {"takes": [event.city]} if isinstance(event, CityCaptured) else {}
