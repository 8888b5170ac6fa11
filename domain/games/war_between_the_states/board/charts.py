"""The charts of War Between the States, as tables and lookups; each file says whether it is printed.

Dice are 1 to 6. Strengths are strength points (SP), allowances movement points (MP), needs supply points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle, cycle_named
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map_files import ANSWER, DATA
from ironclad.domain.kernel.board.tables import Chart, ChartError, digests, load_csv
from ironclad.domain.kernel.engine.citations import cite, rule

# These serve the report of clauses; no event depends on their bytes.
NOT_IN_PLAY = frozenset(
    {"clauses.toml", "index.toml", "lesson.toml", "map.css", "printed.toml", "versions.toml", "waivers.toml"}
)
DICE = tuple(str(die) for die in range(1, 7))
WORKS = ("fort", "fortress")
BRANCHES = ("infantry", "cavalry", "garrison", "train", "ship")
MOST_STACKED = 200

cite(__name__, "3.2/2", "3.2/3", "3.21/1", "3.24/1", "7.2/1", "7.2/2", where="data/unit_types.csv")
cite(__name__, "3.26/1", "R.12/1", "R.12/2", "E.1/1", where="data/piece_list.csv")
cite(__name__, "3.26/2", where="data/counter_strengths.csv")
cite(__name__, "6.11/3", where="data/terrain_costs.csv")
cite(__name__, "6.32/1", where="data/forced_march.csv")
cite(__name__, "7.26/1", where="data/embarkation.csv")
cite(__name__, "8.14/1", "8.14/2", "8.14/3", "E.1/3", where="data/combat_results.csv")
cite(__name__, "10.0/1", "10.0/2", where="data/leaders.csv")
cite(__name__, "11.12/1", "E.2/3", where="data/naval_combat.csv")
cite(__name__, "11.24/1", where="data/naval_transit.csv")
cite(__name__, "12.12/1", "E.2/3", where="data/supply_consumption.csv")
cite(__name__, "12.13/1", where="data/supply_attrition.csv")
cite(__name__, "12.24/1", where="data/combat_supply.csv")
cite(__name__, "12.24/2", where="data/combat_supply_factors.csv")
cite(__name__, "13.36/1", where="data/siege_bombardment.csv")
cite(__name__, "R.7/9", "R.7/10", where="data/production_costs.csv")


@cache
def data_digests() -> Mapping[str, str]:
    """SHA-256 of each data file that a game is played with, by name."""
    return {name: digest for name, digest in digests(DATA).items() if name not in NOT_IN_PLAY}


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of unit: its least and most SP, its MP, the branch whose terrain costs it has.

    `weight`: the SP of transport that it takes, None where its own strength counts.
    """

    name: str
    least: int
    most: int
    allowance: int
    weight: int | None
    branch: str

    @property
    def fights(self) -> bool:
        """Whether it is a ground combat unit."""
        return self.most > 0 and self.branch != "ship"


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader's counter: stars, initiative limit value, command span, combat rating, marks.

    `entry`: the cycle in which the leader comes by the option leaders_by_date; None for one of the set-up.
    """

    side: str
    name: str
    stars: int
    initiative: int
    span: int
    combat: int
    cavalry: bool
    naval: bool
    entry: Cycle | None


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A cell of a Combat Results Table: losses in percent, and who must retreat (8.14)."""

    attacker_percent: int
    defender_percent: int
    attacker_retreats: bool
    defender_retreats: bool


@dataclass(frozen=True, slots=True)
class Bands:
    """Columns or rows of ranges ("1-10"; "265-" has no upper end), in rising order without a gap."""

    lowest: tuple[int, ...]
    names: tuple[str, ...]
    most: int | None

    @classmethod
    def read(cls, names: tuple[str, ...]) -> "Bands":
        """The bands that a chart names. Raises ChartError where they overlap or leave a gap."""
        pairs = [name.partition("-")[::2] for name in names]
        lows = [int(low) for low, _ in pairs]
        highs = [int(high) if high else None for _, high in pairs]
        for high, low in zip(highs, lows[1:], strict=False):
            if high is None or low != high + 1:
                raise ChartError(f"bands {', '.join(names)} leave a gap or overlap")
        return cls(tuple(lows), names, highs[-1])

    def of(self, value: int) -> str:
        """The name of the band that a value is in. Raises ValueError for one outside all."""
        if value < self.lowest[0] or (self.most is not None and value > self.most):
            raise ValueError(f"{value} is in none of the bands {', '.join(self.names)}")
        return self.names[sum(low <= value for low in self.lowest) - 1]


@cache
def unit_types() -> Mapping[str, UnitType]:
    """Every type of unit that moves, by name."""
    chart = load_csv(DATA / "unit_types.csv", ["type"], {"branch": BRANCHES}, ["least", "most", "allowance"])
    return {
        row["type"]: UnitType(
            row["type"],
            int(row["least"]),
            int(row["most"]),
            int(row["allowance"]),
            int(row["weight"]) if row["weight"] else None,
            row["branch"],
        )
        for row in chart
    }


@cache
def leaders() -> Mapping[tuple[str, str], Leader]:
    """Every leader, by side and name."""
    allowed = {"side": SIDES, "cavalry": ANSWER, "naval": ANSWER}
    numbers = ["stars", "initiative", "span", "combat"]
    return {
        (row["side"], row["name"]): Leader(
            row["side"],
            row["name"],
            int(row["stars"]),
            int(row["initiative"]),
            int(row["span"]),
            int(row["combat"]),
            row["cavalry"] == "yes",
            row["naval"] == "yes",
            None if row["entry"] == "set-up" else cycle_named(row["entry"]),
        )
        for row in load_csv(DATA / "leaders.csv", ["side", "name"], allowed, numbers)
    }


@cache
def piece_list() -> Mapping[tuple[str, str], int]:
    """How many pieces of a kind a side may have at once, by piece and side."""
    chart = load_csv(DATA / "piece_list.csv", ["piece"], numbers=SIDES)
    return {(row["piece"], side): int(row[side]) for row in chart for side in SIDES}


@cache
def counter_strengths() -> Mapping[tuple[str, int, str], int]:
    """Counters of each strength, by piece, SP and side (option strict_counter_strengths)."""
    chart = load_csv(DATA / "counter_strengths.csv", ["piece", "strength"], numbers=["strength", *SIDES])
    return {(row["piece"], int(row["strength"]), side): int(row[side]) for row in chart for side in SIDES}


@cache
def terrain_costs() -> Mapping[tuple[str, str], int | None]:
    """MP to enter a hex off the road, by terrain and branch; None where that branch goes by road alone."""
    chart = load_csv(DATA / "terrain_costs.csv", ["terrain"])
    return {
        (row["terrain"], branch): int(row[branch]) if row[branch] else None
        for row in chart
        for branch in ("infantry", "cavalry", "garrison", "train")
    }


@cache
def embarkation_costs() -> Mapping[str, tuple[int, int]]:
    """MP of the ground unit and of the transport, by where they embark or land."""
    chart = load_csv(DATA / "embarkation.csv", ["where"], numbers=["ground", "transport"])
    return {row["where"]: (int(row["ground"]), int(row["transport"])) for row in chart}


@cache
def forced_march_chart() -> Mapping[tuple[int, str], tuple[int, ...]]:
    """Percent lost by die 1 to 6, by the extension in MP and the ground ("friendly", "enemy")."""
    chart = load_csv(
        DATA / "forced_march.csv",
        ["points", "ground"],
        {"points": ("1", "2"), "ground": ("friendly", "enemy")},
        DICE,
    )
    return {(int(row["points"]), row["ground"]): _by_die(row) for row in chart}


def _by_die(row: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(int(row[die]) for die in DICE)


@cache
def _combat_chart() -> tuple[Bands, Mapping[tuple[int, int, str], CombatResult]]:
    chart = load_csv(DATA / "combat_results.csv", ["total", "die"], {"die": DICE}, ["total"])
    bands = Bands.read(chart.columns[2:])
    if len(chart) != 9 * 6:
        raise ChartError("combat_results.csv: nine tables have six rows each")
    cells = {
        (int(row["total"]), int(row["die"]), band): _result(row[band])
        for row in chart
        for band in bands.names
    }
    return bands, cells


def _result(cell: str) -> CombatResult:
    attacker, _, defender = cell.rstrip("*A").partition("/")
    if not (attacker.isdecimal() and defender.isdecimal()):
        raise ChartError(f"combat_results.csv: {cell!r} is no result")
    return CombatResult(int(attacker), int(defender), cell.endswith("A"), cell.endswith("*"))


@rule("8.14/1", "8.14/2")
def combat_band(ratio: int) -> str:
    """The column of a Combat Results Table for a combat ratio in percent ("111-131")."""
    return _combat_chart()[0].of(ratio)


@rule("8.14/1", "8.14/2")
def combat_result(total: int, die: int, ratio: int) -> CombatResult:
    """The cell for the total of both chits (0 to 8), the die, and the ratio in percent."""
    return _combat_chart()[1][total, die, combat_band(ratio)]


@cache
def _banded(name: str, key: str) -> tuple[Bands, Mapping[str, tuple[int, ...]]]:
    chart = load_csv(DATA / name, [key])
    values = {
        row[key]: tuple(int(row[column]) for column in chart.columns if column.isdecimal()) for row in chart
    }
    return Bands.read(tuple(values)), values


@rule("12.12/1")
def consumption_row(strength: int) -> tuple[int, ...]:
    """The supply points that so many SP need, by die 0 to 6."""
    bands, values = _banded("supply_consumption.csv", "strength")
    return values[bands.of(strength)]


@rule("12.13/1")
def attrition_row(strength: int) -> tuple[int, ...]:
    """The SP that so many lose to want of supply, by die 1 to 6."""
    bands, values = _banded("supply_attrition.csv", "strength")
    return values[bands.of(strength)]


@cache
def combat_supply_chart() -> Mapping[int, tuple[int, ...]]:
    """The need of 1 to 10 SP by die 1 to 6, by the total of the chits."""
    chart = load_csv(DATA / "combat_supply.csv", ["total"], numbers=["total", *DICE])
    return {int(row["total"]): _by_die(row) for row in chart}


@rule("12.24/2")
def combat_supply_factor(strength: int) -> int:
    """What the need of a force of so many SP is multiplied by."""
    chart = _factors()
    return chart[1][chart[0].of(strength)]


@cache
def _factors() -> tuple[Bands, Mapping[str, int]]:
    chart = load_csv(DATA / "combat_supply_factors.csv", ["strength"], numbers=["factor"])
    return Bands.read(tuple(row["strength"] for row in chart)), {
        row["strength"]: int(row["factor"]) for row in chart
    }


@cache
def naval_combat_chart() -> Mapping[tuple[int, str], str]:
    """The result of a naval battle, by die and ratio ("2:1")."""
    chart = load_csv(DATA / "naval_combat.csv", ["die"], {"die": DICE})
    for row in chart:
        if not set(row.values()) - {row["die"]} <= {"AE", "AX", "EX", "DX", "DE"}:
            raise ChartError(f"naval_combat.csv: row {row['die']} has a result that is none")
    return {(int(row["die"]), ratio): row[ratio] for row in chart for ratio in chart.columns[1:]}


@cache
def _work_chart(name: str) -> Mapping[tuple[str, int], str]:
    chart: Chart = load_csv(DATA / name, ["work"], {"work": WORKS})
    return {(row["work"], int(die)): row[die] for row in chart for die in DICE}


def transit_chart() -> Mapping[tuple[str, int], str]:
    """What becomes of ships that pass a work, by its grade and the die."""
    return _work_chart("naval_transit.csv")


def bombardment_chart() -> Mapping[tuple[str, int], str]:
    """What a siege train does to a work, by its grade and the die: "reduce", or "-" for nothing."""
    return _work_chart("siege_bombardment.csv")


@cache
def production_costs() -> Mapping[tuple[str, str], int]:
    """Supply points for a strength point or a piece, by what it is and side; absent where a side has none."""
    chart = load_csv(DATA / "production_costs.csv", ["what"], {"per": ("sp", "piece")})
    return {(row["what"], side): int(row[side]) for row in chart for side in SIDES if row[side]}
