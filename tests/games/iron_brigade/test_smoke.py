"""Smoke, and weather of several days (XXIII)."""

import pytest

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import (
    SmokeDrifted,
    WeatherHeld,
    WeatherRolled,
)
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import fall_of_night, roll_weather
from ironclad.domain.games.iron_brigade.rules.c23_weather.smoke import drift, fall, is_thick, pass_time
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import going
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit


def firing(turns: int, position: Position | None = None, fired: bool = True) -> Position:
    """The position after so many turns in each of which five units fired, or none did."""
    if position is None:
        position = battle(*(unit(f"u{n}", (700 * n, 1000)) for n in range(1, 6)))
    for id in position.units:
        position = changed(position, id, deeds={"fired": fired})
    play, _ = resolving(position)
    for _ in range(turns):
        drift(play)
    return play.position


@pytest.mark.rule("XXIII.A/1", "XXIII.A/2", "XXIII.A/3")
def test_five_units_that_fire_in_four_turns_take_sight() -> None:
    """Twice the root of 280 is 33.466: 246.54 inches are left."""
    assert firing(3).visibility == 28000
    four = firing(4)
    assert (four.visibility, four.smoke, four.quiet) == (24654, (), 0)
    assert firing(8).visibility == 24654 - fall(24654) == 24654 - 3140
    assert firing(3, firing(1, firing(3), fired=False)).visibility == 28000, "four turns on end"
    assert fall(210) == 289
    for option, left in (("no", 200), ("yes", 210)):
        position = battle(*(unit(f"u{n}", (700 * n, 1000)) for n in range(1, 6)), visibility=210, normal=210)
        position.options = {"basic": option}
        assert firing(4, position).visibility == left, "never below 2 inches"


@pytest.mark.rule("XXIII.A/3")
def test_the_square_of_forty_inches() -> None:
    row = tuple((x, 1000) for x in (0, 1000, 2000, 3000, 4000))
    assert is_thick((row,) * 4), "exactly 40 inches"
    assert not is_thick((((0, 1000), *row[1:4], (4001, 1000)),) * 4)
    assert not is_thick((row[:4],) * 4)
    other = tuple((x + 1, 1000) for x, _ in row)
    assert not is_thick((row, row, row, other)), "one square for all four turns"


@pytest.mark.rule("XXIII.A/4")
def test_sight_stays_for_four_turns_and_then_rises() -> None:
    four = firing(4)
    assert firing(4, four.copy(), fired=False).visibility == 24654
    assert firing(8, four.copy(), fired=False).visibility == 26654
    assert firing(12, four.copy(), fired=False).visibility == 28000
    assert firing(40, four.copy(), fired=False).visibility == 28000


def at_turn(turn: int, weather: str, **facts: object) -> Position:
    position = battle(unit("u1", (3000, 1000)), weather=weather, **facts)
    position.agenda = position.agenda.__class__(turn=turn)
    return position


@pytest.mark.rule("XXIII.D/1", "XXIII.C/1")
@pytest.mark.parametrize(
    ("die", "weather", "fixed"), [(6, "good", 0), (1, "rain", 144 + 3 * 576), (3, "rain", 0)]
)
def test_bad_weather_may_clear_every_six_hours(die: int, weather: str, fixed: int) -> None:
    play, script = resolving(at_turn(144, "rain", visibility=1673), [die])
    pass_time(play)
    assert script.left() == ()
    assert (play.position.weather, play.position.weather_fixed) == (weather, fixed)
    assert play.position.visibility == (28000 if die == 6 else 1673)
    for turn, kind in ((143, "rain"), (144, "good"), (288, "excellent")):
        play, _ = resolving(at_turn(turn, kind))
        pass_time(play)
        assert of(play.events, WeatherHeld) == []


@pytest.mark.rule("XXIII.C/1", "XXIII.D/1")
def test_the_weather_of_a_new_day() -> None:
    play, _ = resolving(at_turn(576, "good"), [3, 4])
    pass_time(play)
    assert [each.weather for each in of(play.events, WeatherRolled)] == ["excellent"]
    play, _ = resolving(at_turn(576, "rain", weather_fixed=600))
    pass_time(play)
    assert play.events == []


@pytest.mark.rule("XXIII.E/1")
def test_four_days_of_rain_make_mud() -> None:
    assert going(at_turn(2303, "rain")).slow == 2
    assert going(at_turn(2304, "rain")).slow == 4
    assert going(at_turn(2304, "rain", weather_since=1)).slow == 2


@pytest.mark.rule("XXIII.C/1")
@pytest.mark.parametrize(("option", "visibility"), [("no", 836), ("yes", 27164)])
def test_fog(option: str, visibility: int) -> None:
    position = battle(unit("u1", (3000, 1000)))
    position.options = {"fog_reduces_by": option}
    play, _ = resolving(position, [1, 1])
    roll_weather(play)
    assert play.position.visibility == visibility


@pytest.mark.rule("XX.A/1")
@pytest.mark.parametrize(("option", "visibility"), [("no", 200), ("yes", 1000)])
def test_sight_at_night_each_hour(option: str, visibility: int) -> None:
    position = at_turn(34, "good", night=True, night_from=10, visibility=200)
    position.options = {"night_visibility_each_hour": option}
    play, script = resolving(position, [6] if option == "yes" else [])
    fall_of_night(play)
    assert script.left() == ()
    assert play.position.visibility == visibility


def test_quiet_turns_are_no_news() -> None:
    play, _ = resolving(battle(unit("u1", (3000, 1000))))
    drift(play)
    assert of(play.events, SmokeDrifted) == []
