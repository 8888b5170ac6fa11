"""Events of weather and night."""

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


EVENTS: tuple[type[Event], ...] = (WeatherRolled, NightFell)
