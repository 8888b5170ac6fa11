"""Balloons that rise, look, and come down."""

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c16_balloons.events import BalloonChanged
from ironclad.domain.kernel.engine.citations import require, rule

TURNS = 4
NO_FLIGHT = ("fog", "rain", "very rainy")
DONE = {"rising": "up", "sinking": "down"}


@rule("XVI.B/1", "XVI.C/2", "XXVIII/6")
def check_balloon(position: Position, id: str, unit: Unit, action: str) -> None:
    """Refuse to raise a balloon that is not down or in bad weather, and to lower one that is not up."""
    require(position.muster[id].type == "balloon", "XVI.B/1", f"{id} is no balloon")
    require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")
    if action == "raise":
        require(unit.height in ("", "down"), "XVI.B/1", "the balloon is not down")
        require(position.weather not in NO_FLIGHT, "XVI.C/2", f"no balloon goes up in {position.weather}")
    else:
        require(unit.height in ("up", "rising"), "XVI.B/1", "the balloon is not up")


@rule("XVI.C/1")
def check_stays(unit: Unit, legs: bool) -> None:
    """Refuse to move the stand of a balloon that is up, rises or comes down."""
    require(not legs or unit.height in ("", "down"), "XVI.C/1", "its balloon is not down")


@rule("XVI.B/1", "XVI.C/2")
def fly(play: Play) -> None:
    """As a turn ends: balloons that were ordered to begin to rise or come down, and those whose time is over.

    One that was fired at, or that is up in bad weather, begins to come down in the next turn.
    """
    position = play.position
    for id in position.in_order():
        if position.muster[id].type != "balloon" or id in position.arrivals:
            continue
        unit, order, deeds = position.units[id], position.revealed.get(id), position.deeds[id]
        action = order.action if order is not None else ""
        if action == "raise" and unit.height in ("", "down"):
            play.emit(BalloonChanged(id, "rising", position.turn + TURNS - 1, "XVI.B/1"))
        elif action == "lower" and unit.height in ("up", "rising"):
            play.emit(BalloonChanged(id, "sinking", position.turn + TURNS - 1, "XVI.B/1"))
        unit = position.units[id]
        if unit.height in DONE and position.turn >= unit.until:
            play.emit(BalloonChanged(id, DONE[unit.height], 0, "XVI.B/1"))
        unit = position.units[id]
        bad = position.weather in NO_FLIGHT
        if unit.height in ("up", "rising") and (deeds.taken or bad):
            clause = "XVI.C/2" if bad else "XVI.B/1"
            play.emit(BalloonChanged(id, "sinking", position.turn + TURNS, clause))


@brigade.evolves(BalloonChanged)
def _balloon_changed(position: Position, event: BalloonChanged) -> None:
    unit = position.units[event.unit]
    position.units[event.unit] = msgspec.structs.replace(unit, height=event.height, until=event.until)
