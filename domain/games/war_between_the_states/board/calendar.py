"""The calendar (4.0): thirteen cycles of four weeks a year, each of four game turns, and the seasons."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.kernel.board.tables import ChartError, load_toml
from ironclad.domain.kernel.engine.citations import cite, rule

cite(__name__, "4.0/1", "4.0/3", where="data/calendar.toml")


@cache
def _calendar() -> Mapping[str, Any]:
    return load_toml(DATA / "calendar.toml").content


CYCLES_A_YEAR: int = _calendar()["cycles_a_year"]
TURNS_A_CYCLE: int = _calendar()["turns_a_cycle"]


class Cycle(NamedTuple):
    """A cycle of the war, in the order of time: the year (61 to 65) and the number in it (1 to 13)."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.number}/{self.year}"

    def later(self, cycles: int) -> "Cycle":
        """The cycle so many after this one."""
        years, number = divmod(self.number - 1 + cycles, CYCLES_A_YEAR)
        return Cycle(self.year + years, number + 1)


@rule("4.0/2")
def cycle_named(written: str) -> Cycle:
    """The cycle of a date ("7/61"). Raises ChartError for what is no date."""
    number, slash, year = written.partition("/")
    if not (slash and number.isdecimal() and year.isdecimal() and 1 <= int(number) <= CYCLES_A_YEAR):
        raise ChartError(f"{written!r} is no cycle and year")
    return Cycle(int(year), int(number))


@rule("4.0/1", "4.0/2", "2.0/1")
def cycle_of_turn(first: Cycle, turn: int) -> Cycle:
    """The cycle of a game turn, counted from 1, of a game that begins with a cycle."""
    return first.later((turn - 1) // TURNS_A_CYCLE)


@rule("2.0/1", "4.0/1")
def opens_cycle(turn: int) -> bool:
    """Whether a strategic turn is held before this game turn: before turns 1, 5, 9 and so on."""
    return (turn - 1) % TURNS_A_CYCLE == 0


@rule("4.0/3")
def is_winter(cycle: Cycle, short: bool = False) -> bool:
    """Whether a cycle is in winter. `short`: the other reading, by which winter ends with cycle 2."""
    return cycle.number in _calendar()["short_winter" if short else "winter"]


@rule("12.12/2")
def is_harvest(cycle: Cycle) -> bool:
    """Whether the harvest feeds armies in this cycle (8 to 10)."""
    return cycle.number in _calendar()["harvest"]
