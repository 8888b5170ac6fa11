"""Events of weather and night."""

from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.codec import Event


class WeatherRolled(Event, frozen=True, tag_field="type", tag="weather_rolled"):
    """The weather of the day: two dice, what it is, and how far one sees, in hundredths of an inch."""

    dice: tuple[int, int]
    weather: str
    visibility: int


class NightFell(Event, frozen=True, tag_field="type", tag="night_fell"):
    """Night has fallen: the die, and how far one sees, in hundredths of an inch."""

    die: int
    visibility: int


class SmokeDrifted(Event, frozen=True, tag_field="type", tag="smoke_drifted"):
    """A turn's smoke: where units fired, the turns that count together, turns since smoke grew, and how far
    one sees now and without smoke, in hundredths of an inch.
    """

    fired: tuple[Point, ...]
    smoke: tuple[tuple[Point, ...], ...]
    quiet: int
    visibility: int
    normal: int


class WeatherHeld(Event, frozen=True, tag_field="type", tag="weather_held"):
    """After 6 hours: the die, the weather then, and the turn until which it stays (0: not fixed)."""

    die: int
    weather: str
    fixed: int


EVENTS: tuple[type[Event], ...] = (WeatherRolled, NightFell, SmokeDrifted, WeatherHeld)
