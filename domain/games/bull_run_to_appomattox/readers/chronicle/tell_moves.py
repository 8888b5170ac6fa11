"""The chronicle on the map: which piece went where at an event, and what changed hands."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import fleets, hq_name
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import (
    CityTaken,
    FleetsRetreated,
    FleetsSailed,
    HqRetreated,
    ZoneEntered,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.events import RaiderMoved
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.moves import Move, move


def _entered(event: ZoneEntered) -> Move:
    piece = "the raider" if event.piece == "raider" else hq_name(event.piece)
    return move(event.side, piece, (event.start, event.end), begins=event.spent <= 1)


def _sailed(event: FleetsSailed) -> Move:
    return move(event.side, fleets(event.fleets), (event.start, event.end), begins=event.spent <= 1)


def _back(event: FleetsRetreated) -> Move:
    return move(event.side, fleets(event.fleets), (event.start, event.end))


def _retreated(event: HqRetreated) -> Move:
    return move(headquarters()[event.hq].side, hq_name(event.hq), (event.start, event.end))


def _rode(event: RaiderMoved) -> Move:
    return move(event.side, "the raider", (event.start, event.end))


MOVES: dict[type[Event], Callable[[Any], Move]] = {
    ZoneEntered: _entered,
    FleetsSailed: _sailed,
    FleetsRetreated: _back,
    HqRetreated: _retreated,
    RaiderMoved: _rode,
}


def on_map(event: Event) -> Entry:
    """The members `moves` and `takes` of an event's entry, those that it has."""
    if (mover := MOVES.get(type(event))) is not None:
        return {"moves": [mover(event)]}
    return {"takes": [event.zone]} if isinstance(event, CityTaken) else {}
