"""What weather and night do to movement, fire and morale."""

from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.items import Item, items
from ironclad.domain.kernel.board.tables import load_csv
from ironclad.domain.kernel.engine.citations import cite, rule

SIX_HOURS = MUD_AFTER = 144
"""Turns of 2 1/2 minutes."""
A_DAY, MUD_DAYS = 576, 4
MUD = 4
"""Mud leaves a quarter of movement (XXIII.E)."""
RAINS = ("rain", "very rainy")
NUMBERS = ("total", "visibility", "morale", "small_arms", "slow", "mud")
cite(__name__, "I.B/1", where="weather.MUD_AFTER")
cite(__name__, "XXIII.C/1", "XXIII.C/2", "XXIII.C/3", where="data/weather.csv")


@dataclass(frozen=True)
class Weather:
    """A row of the chart. `visibility` is in hundredths of an inch, 0 where it stays as it is."""

    name: str
    visibility: int
    morale: int
    small_arms: int
    slow: int
    mud: int


@dataclass(frozen=True)
class Going:
    """How weather and night slow a unit: its movement costs `slow` times as much, a turn of facing `turning`
    times that.
    """

    slow: int = 1
    turning: int = 1


FAIR = Going()


@cache
def by_dice() -> dict[int, Weather]:
    """The weather by the total of two dice."""
    chart = load_csv(DATA / "weather.csv", key=("total",), numbers=NUMBERS)
    return {
        int(row["total"]): Weather(str(row["weather"]), *(int(row[each]) for each in NUMBERS[1:]))
        for row in chart
    }


@cache
def by_name() -> dict[str, Weather]:
    """The weather by its name."""
    return {each.name: each for each in by_dice().values()}


def weather_of(position: Position) -> Weather:
    """The weather of a battle; good before it is rolled."""
    return by_name().get(position.weather, by_name()["good"])


@rule("XXIII.C/2", "XXIII.C/3", "XXIII.E/1", "XX.C/1")
def going(position: Position) -> Going:
    """Rain halves movement, mud quarters it, also after four days of rain.

    At night a turn of facing costs twice its distance.
    """
    weather = weather_of(position)
    slow = weather.mud if position.turn > MUD_AFTER else weather.slow
    if weather.name in RAINS and position.turn - position.weather_since >= MUD_DAYS * A_DAY:
        slow = max(slow, MUD)
    return Going(slow, 2 if position.night else 1)


@rule("XXIII.C/3", "XX.B/1")
def morale_items(position: Position) -> tuple[Item, ...]:
    """What weather and night take from checks and charges."""
    weather = weather_of(position)
    return items(
        (weather.morale != 0, f"{weather.name} weather", weather.morale, "XXIII.C/3"),
        (position.night, "night", -1 if position.plays("night_minus_one_on_everything") else -5, "XX.B/1"),
    )


@rule("XX.B/1")
def less(position: Position) -> int:
    """By how much less a die succeeds: one at night."""
    return 1 if position.night else 0
