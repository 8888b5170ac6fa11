"""The charts: prices, numbers, tables, set-ups."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ironclad.domain.games.eagle_variant.board.map_files import DATA, SIDES, cities
from ironclad.domain.kernel.board.tables import ChartError, digests, load_csv, load_toml
from ironclad.domain.kernel.engine.citations import cite

# These serve the rule-coverage report and the drawing; no event depends on their bytes.
NOT_IN_PLAY = frozenset({"clauses.toml", "index.toml", "waivers.toml", "versions.toml"})
NATIONS = ("usa", "csa", "france", "britain")
BRIGADES = ("infantry", "cavalry", "artillery")
KINDS = (*BRIGADES, "leader")
GOODS = (*KINDS, "rail_stock", "naval_rating")
FIRST_YEAR, FIRST_MONTH, LAST_TURN = 1861, 6, 55
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
SCENARIOS = ("historical", "balanced")

cite(__name__, "unit-production-and-placement/6", "unit-production-and-placement/7", where="data/prices.csv")
cite(__name__, "unit-production-and-placement/8", "balanced-scenario/3", where="data/prices.csv")
cite(__name__, "historical-scenario/11", "balanced-scenario/10", where="data/scenario_defaults.toml")
cite(__name__, "rivers/18", where="charts.price")
cite(__name__, "historical-scenario/1", "historical-scenario/3", where="data/historical.toml")
cite(__name__, "historical-scenario/4", "historical-scenario/5", where="data/historical.toml")
cite(
    __name__, "balanced-scenario/1", "balanced-scenario/5", "balanced-scenario/6", where="data/balanced.toml"
)


@dataclass(frozen=True, slots=True)
class Arm:
    """A row of the tactical chart: the lowest die that hits, 0 where a brigade of that kind cannot."""

    fire_line: int
    fire_middle: int
    charge: int
    pursuit: int
    elite_pursuit: int


def month_of(turn: int) -> int:
    """The month of a turn, from 1."""
    return (FIRST_MONTH + turn - 2) % 12 + 1


def year_of(turn: int) -> int:
    """The year of a turn."""
    return FIRST_YEAR + (FIRST_MONTH + turn - 2) // 12


def date_of(turn: int) -> str:
    """A turn's month in words ("June 1861")."""
    return f"{MONTHS[month_of(turn) - 1]} {year_of(turn)}"


@cache
def _prices() -> dict[tuple[str, str, int], dict[str, int]]:
    chart = load_csv(
        DATA / "prices.csv",
        key=["scenario", "nation", "year"],
        allowed={"scenario": SCENARIOS, "nation": NATIONS},
        numbers=["year", *GOODS],
    )
    return {
        (row["scenario"], row["nation"], int(row["year"])): {good: int(row[good]) for good in GOODS}
        for row in chart
    }


def price(scenario: str, nation: str, year: int, good: str) -> int:
    """What a nation pays in a year; 0 for what it may not buy. River ratings cost as others (rivers/18)."""
    good = "naval_rating" if good.startswith("river_rating") else good
    table = "balanced" if scenario == "balanced" else "historical"
    row = _prices().get((table, nation, year)) or _prices()[table, nation, 0]
    return row[good]


@cache
def naval_losses() -> tuple[tuple[int, int], ...]:
    """The table of naval battles: (least difference, points lost), the greatest difference first."""
    chart = load_csv(DATA / "naval_table.csv", key=["lose_by"], numbers=["lose_by", "loss"])
    return tuple(sorted(((int(row["lose_by"]), int(row["loss"])) for row in chart), reverse=True))


@cache
def reinforcements() -> dict[int, str]:
    """When a force enters, by its total (battle-reinforcements/4)."""
    chart = load_csv(
        DATA / "reinforcements.csv",
        key=["total"],
        allowed={"enters": ("turn_2", "turn_1", "reserve", "start")},
        numbers=["total"],
    )
    return {int(row["total"]): row["enters"] for row in chart}


@cache
def arms() -> dict[str, Arm]:
    """The tactical chart by kind of brigade."""
    numbers = ["fire_line", "fire_middle", "charge", "pursuit", "elite_pursuit"]
    chart = load_csv(DATA / "tactical.csv", key=["kind"], allowed={"kind": BRIGADES}, numbers=numbers)
    return {row["kind"]: Arm(**{number: int(row[number]) for number in numbers}) for row in chart}


@cache
def tactics() -> Mapping[str, Any]:
    """The numbers of the tactical rules."""
    return load_toml(DATA / "tactical.toml").content


@cache
def numbers(table: str) -> Mapping[str, Any]:
    """A table of the numbers that the book states in its text."""
    content: Mapping[str, Any] = load_toml(DATA / "numbers.toml").content[table]
    return content


@cache
def states(side: str) -> tuple[str, ...]:
    """The home states of a side, in the order of rolls (csa-declares-emancipation/2)."""
    chart = load_csv(DATA / "states.csv", key=["state"], allowed={"side": SIDES})
    return tuple(row["state"] for row in chart if row["side"] == side)


@cache
def set_up(scenario: str) -> Mapping[str, Any]:
    """The set-up of a scenario as it is written down."""
    content = load_toml(DATA / f"{scenario}.toml").content
    for side in SIDES:
        if unknown := set(content[side]) - set(cities()):
            raise ChartError(f"{scenario}.toml: unknown cities: {', '.join(sorted(unknown))}")
    return content


@cache
def defaults(scenario: str) -> Mapping[str, Any]:
    """What the book leaves to a house: whether the advanced rules are on, and places for free infantry."""
    content: Mapping[str, Any] = load_toml(DATA / "scenario_defaults.toml").content[scenario]
    return content


@cache
def data_digests() -> dict[str, str]:
    """File name to SHA-256 of every chart that decides something."""
    return {name: digest for name, digest in digests(DATA).items() if name not in NOT_IN_PLAY}
