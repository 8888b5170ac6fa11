"""Smoke: how far one sees falls with fire, and rises again; weather that lasts for days."""

from collections.abc import Sequence
from math import isqrt

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import SmokeDrifted, WeatherHeld
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import roll_weather
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import A_DAY, SIX_HOURS
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.citations import rule

SQUARE = 4000
UNITS, TURNS = 5, 4
LEAST, RISE = 200, 2000
CLEARS, STAYS, STAYS_DAYS = 6, 1, 3
GOOD = ("good", "excellent")
Turns = tuple[tuple[Point, ...], ...]


@rule("XXIII.A/2", "XXIII.A/3", "XXIII.A/4", "XXVIII/6")
def drift(play: Play) -> None:
    """As a turn ends: the fire of it counts, and how far one sees falls, stays, or rises."""
    position = play.position
    if position.plays("basic"):
        return
    fired = tuple(position.units[id].body.centre for id in position.in_order() if _fired(position, id))
    normal = position.normal or position.visibility
    if not fired and not position.smoke and position.visibility == normal:
        return
    smoke = (*position.smoke, fired)[-TURNS:]
    quiet, visibility = position.quiet + 1, position.visibility
    if is_thick(smoke):
        smoke, quiet = (), 0
        visibility = max(visibility - fall(visibility), min(LEAST, visibility))
    elif quiet > TURNS and quiet % TURNS == 0:
        visibility = min(visibility + RISE, max(normal, visibility))
    play.emit(SmokeDrifted(fired, smoke, quiet, visibility, normal))


def _fired(position: Position, id: str) -> bool:
    return id in position.deeds and position.deeds[id].fired and id not in position.arrivals


@rule("XXIII.A/2")
def fall(visibility: int) -> int:
    """By how much sight falls: twice the square root in inches, rounded down to hundredths."""
    return isqrt(400 * visibility)


@rule("XXIII.A/2", "XXIII.A/3")
def is_thick(turns: Sequence[Sequence[Point]]) -> bool:
    """Whether in each of 4 turns 5 units fired from within one square of 40 inches, wherever it lies."""
    if len(turns) < TURNS or any(len(each) < UNITS for each in turns):
        return False
    for west in sorted({x for each in turns for x, _ in each}):
        rows = [[y for x, y in each if west <= x <= west + SQUARE] for each in turns]
        if any(len(each) < UNITS for each in rows):
            continue
        for south in sorted({y for each in rows for y in each}):
            if all(sum(south <= y <= south + SQUARE for y in each) >= UNITS for each in rows):
                return True
    return False


@rule("XXIII.D/1", "XXIII.C/1", "XXIII.E/1")
def pass_time(play: Play) -> None:
    """Every 6 hours bad weather may clear or settle; each day the weather is rolled again."""
    position = play.position
    if position.plays("basic") or position.turn % SIX_HOURS or position.turn < SIX_HOURS:
        return
    if position.weather not in GOOD and position.turn >= position.weather_fixed:
        (die,) = play.roll("whether the weather clears", "XXIII.D/1")
        fixed = position.turn + STAYS_DAYS * A_DAY if die == STAYS else 0
        play.emit(WeatherHeld(die, "good" if die == CLEARS else position.weather, fixed))
    if position.turn % A_DAY == 0 and position.turn >= position.weather_fixed:
        roll_weather(play)


@brigade.evolves(SmokeDrifted)
def _smoke_drifted(position: Position, event: SmokeDrifted) -> None:
    position.smoke, position.quiet = event.smoke, event.quiet
    position.visibility, position.normal = event.visibility, event.normal


@brigade.evolves(WeatherHeld)
def _weather_held(position: Position, event: WeatherHeld) -> None:
    if event.weather != position.weather:
        position.weather_since = position.turn
        if not position.night:
            position.visibility = max(position.visibility, position.clear)
        position.normal = position.visibility
    position.weather, position.weather_fixed = event.weather, event.fixed
