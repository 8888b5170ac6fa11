"""The roll of the day's weather, and of how far one sees at night."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import NightFell, WeatherRolled
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import RAINS, by_dice, by_name
from ironclad.domain.kernel.engine.citations import rule

TO_ROLL = "roll"
INCH = 100
AN_HOUR = 24
"""Turns of 2 1/2 minutes."""
NIGHT_SIGHT = {1: 2, 2: 2, 3: 4, 4: 4, 5: 10, 6: 10}
"""Inches by the die (XX.A/1)."""


@rule("XXIII.C/1", "XXIII.A/1")
def roll_weather(play: Play) -> None:
    """The weather is rolled once; a scenario may read one result as another."""
    position = play.position
    one, two = play.roll("weather", "XXIII.C/1", 2)
    found = by_dice()[one + two]
    found = by_name()[position.weather_reads.get(found.name, found.name)]
    visibility = found.visibility or position.clear
    if found.name == "fog" and position.plays("fog_reduces_by"):
        visibility = position.clear - found.visibility
    play.emit(WeatherRolled((one, two), found.name, visibility))


@rule("XX.A/1")
def fall_of_night(play: Play) -> None:
    """In the turn that a scenario names night falls: how far one sees is rolled for all that is left."""
    position = play.position
    if position.plays("basic") or not 0 < position.night_from <= position.turn:
        return
    hour = (position.turn - position.night_from) % AN_HOUR == 0
    if position.night and not (hour and position.plays("night_visibility_each_hour")):
        return
    (die,) = play.roll("visibility at night", "XX.A/1")
    most = position.visibility if not position.night else position.clear
    play.emit(NightFell(die, min(most, INCH * NIGHT_SIGHT[die])))


@brigade.evolves(WeatherRolled)
def _weather_rolled(position: Position, event: WeatherRolled) -> None:
    if (position.weather in RAINS) != (event.weather in RAINS):
        position.weather_since = position.turn
    position.weather, position.visibility = event.weather, event.visibility
    position.normal, position.smoke, position.quiet = event.visibility, (), 0


@brigade.evolves(NightFell)
def _night_fell(position: Position, event: NightFell) -> None:
    position.night, position.visibility = True, event.visibility
    position.normal, position.smoke, position.quiet = event.visibility, (), 0
