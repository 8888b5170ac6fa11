"""The charts of American Civil War: the printed ones and the two that we had to make, as tables and lookups.

Each is a file in data/ whose first lines say which rule it serves, whether it is printed or reconstructed,
and why; tests hold them to the rulebook. Seasons are "winter", "spring", "summer" and "fall".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ironclad.domain.games.american_civil_war.board.features import (
    CS_STATES,
    KENTUCKY,
    SEASONS,
    UNION,
    US_STATES,
    Hex,
)
from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.kernel.board.tables import ChartError, digests, load_csv, load_toml
from ironclad.domain.kernel.engine.citations import cite, rule

# These serve the rule-coverage report, the lesson and the list of versions; no event depends on their bytes.
NOT_IN_PLAY = frozenset({"clauses.toml", "index.toml", "lesson.toml", "versions.toml", "waivers.toml"})
BUILDS = ("nsp", "ntp", "rsp", "usmrr")
RATING_LIMIT = 3  # 10.0: a leader's rating runs from 0 to 3
ROWS_ADDED_TO = {
    "create_and_promote": "for Create and Promote",
    "all_rows": "on every row",
    "promote": "for Promote alone",
}
"""Readings of 9.12/2, the rows of the leader table that the defender's strength is added to, in words."""
DEFAULT_ROWS = "create_and_promote"
MOST_STRENGTH_ADDED = 6  # 9.12: of the defender's strength points to the roll on the leader table
ROLLED_MILITIA, THIRD_OF_CENTRES = "1d6", "third"

cite(__name__, "2.2/1", where="data/*.csv: each file names the rules it serves")
cite(__name__, "2.3/2", "10.0/1", where="data/counters.toml")
cite(__name__, "3.1.4/1", where="data/campaign.toml")
cite(__name__, "TEC/1", "TEC/2", "TEC/3", "TEC/6", "TEC/7", "TEC/9", where="data/terrain_effects.csv")
cite(__name__, "TEC/4", "TEC/5", where="data/terrain_effects.csv, railroad and road")
cite(__name__, "TEC/18", "TEC/19", "TEC/20", where="data/action_costs.csv")
cite(__name__, "CRT/1", "CRT/2", "CRT/3", where="data/combat_results.csv")
cite(__name__, "CRT/4", "CRT/5", where="data/battle_modifiers.csv and data/strength_ratios.csv")
cite(__name__, "LBE/1", "LBE/2", "LBE/3", where="data/leader_effects.csv")
cite(__name__, "LBE/4", where="data/leader_deaths.csv")
cite(__name__, "FT/1", where="data/forage.csv")
cite(__name__, "MT/1", where="data/militia.csv")
cite(__name__, "ET/1", where="data/economy_table.csv")
cite(__name__, *(f"RG/{i}" for i in range(1, 7)), where="data/recruitment_groups.csv")
cite(__name__, "CSC/1", "14.0/2", where="data/critical_centres.csv")
cite(__name__, "CSC/2", "14.0/2", where="data/critical_ports.csv")
cite(__name__, "TRT/1", "TRT/2", where="data/turn_record.csv")


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One box of the Turn Record Track, with the Economy Table's row and the turns that the rules name.

    `supply_length` in movement points (8.1.1); `union_asp` before political status and replacements (4.1.1);
    `builds` what Union construction points may buy; `survival` and `victory` are economy levels (3.3).
    """

    turn: int
    season: str
    year: str
    movement_points: int
    supply_length: int
    union_asp: int
    construction: int
    builds: tuple[str, ...]
    survival: int
    victory: int
    election: bool
    draft: bool
    kentucky_check: bool
    union_cavalry: bool
    confederate_cavalry: bool


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A row of the Combat Results Table (9.4 to 9.7).

    `outcome`: "defender", "draw" or "attacker", who wins. `outcome_modifier`: what that outcome adds to the
    attacker's loss. `defender_loss_percent`: of the attacker's raw strength. `attacker_loss`: added to the
    defender's loss in strength points.
    """

    die: int
    outcome: str
    outcome_modifier: int
    defender_loss_percent: int
    attacker_loss: int


def _turns() -> dict[int, TurnRecord]:
    answer = ("", "yes")
    numbers = ("turn", "movement_points", "supply_length", "union_asp", "construction")
    allowed = {"season": SEASONS, "election": answer, "draft": answer}
    record = load_csv(DATA / "turn_record.csv", ["turn"], allowed, numbers)
    economy = load_csv(DATA / "economy_table.csv", ["turn"], numbers=["turn", "survival", "victory"])
    flags = ("kentucky_check", "confederate_cavalry", "union_cavalry")
    permissions = load_csv(DATA / "turn_permissions.csv", ["turn"], dict.fromkeys(flags, answer), ["turn"])
    turns: dict[int, TurnRecord] = {}
    for row, level, permit in zip(record, economy, permissions, strict=True):
        if not row["turn"] == level["turn"] == permit["turn"] == str(len(turns) + 1):
            raise ChartError(f"turn {len(turns) + 1} is not in its place in every file of turns")
        builds = tuple(row["builds"].split())
        if not set(builds) <= set(BUILDS):
            raise ChartError(f"turn_record.csv, turn {row['turn']}: builds may not be {row['builds']!r}")
        turns[int(row["turn"])] = TurnRecord(
            turn=int(row["turn"]),
            season=row["season"],
            year=row["year"],
            movement_points=int(row["movement_points"]),
            supply_length=int(row["supply_length"]),
            union_asp=int(row["union_asp"]),
            construction=int(row["construction"]),
            builds=builds,
            survival=int(level["survival"]),
            victory=int(level["victory"]),
            election=row["election"] == "yes",
            draft=row["draft"] == "yes",
            kentucky_check=permit["kentucky_check"] == "yes",
            union_cavalry=permit["union_cavalry"] == "yes",
            confederate_cavalry=permit["confederate_cavalry"] == "yes",
        )
    return turns


def _combat_results() -> dict[int, CombatResult]:
    numbers = ("die", "outcome_modifier", "defender_loss_percent", "attacker_loss")
    allowed = {"die": "123456", "outcome": ("defender", "draw", "attacker")}
    return {
        int(r["die"]): CombatResult(
            int(r["die"]),
            r["outcome"],
            int(r["outcome_modifier"]),
            int(r["defender_loss_percent"]),
            int(r["attacker_loss"]),
        )
        for r in load_csv(DATA / "combat_results.csv", ["die"], allowed, numbers)
    }


def _battle_modifiers() -> dict[str, dict[str, int]]:
    tables: dict[str, dict[str, int]] = {"outcome": {}, "defender_loss": {}, "attacker_loss": {}}
    file = DATA / "battle_modifiers.csv"
    for r in load_csv(file, ["table", "cause"], {"table": tables}, ["amount"]):
        tables[r["table"]][r["cause"]] = int(r["amount"])
    return tables


def _terrain(column: str) -> dict[str, int]:
    file = DATA / "terrain_effects.csv"
    return {r["feature"]: int(r[column]) for r in load_csv(file, ["feature"]) if r[column]}


TURNS: Mapping[int, TurnRecord] = _turns()
LAST_TURN = max(TURNS)
COMBAT_RESULTS: Mapping[int, CombatResult] = _combat_results()
# Table ("outcome", "defender_loss" in percent, "attacker_loss") to cause to amount.
BATTLE_MODIFIERS: Mapping[str, Mapping[str, int]] = _battle_modifiers()
# (floor of attacker to defender in percent, outcome modifier, percent added to the defender's loss).
STRENGTH_RATIOS: tuple[tuple[int, int, int], ...] = tuple(
    (int(r["at_least_percent"]), int(r["outcome"]), int(r["defender_loss"]))
    for r in load_csv(DATA / "strength_ratios.csv", ["at_least_percent"])
)
# Movement points: to enter clear, rough or swamp; along a railroad or road; added by a minor river.
TERRAIN_COST: Mapping[str, int] = _terrain("movement_points")
SIDE_LIMIT: Mapping[str, int] = _terrain("side_limit")  # most strength points a side in rough and swamp
ATTACKER_LIMIT: Mapping[str, int] = _terrain("attacker_limit")  # most strength points against a fort
DEFENDER_TIMES: Mapping[str, int] = _terrain("defender_times")  # entrenchment 2, fort 3
# An action to its movement points as text: a number, "half" or "all" of the movement allowance.
ACTION_COSTS: Mapping[str, str] = {
    r["action"]: r["cost"] for r in load_csv(DATA / "action_costs.csv", ["action"])
}
CAMPAIGN: Mapping[str, Any] = load_toml(DATA / "campaign.toml").content


@rule("2.0/2")
def action_cost(action: str, allowance: int) -> int:
    """The movement points that an action costs a force with this allowance; a half drops its fraction."""
    cost = ACTION_COSTS[action]
    if cost == "all":
        return allowance
    return allowance // 2 if cost == "half" else int(cost)


@rule("CRT/4")
def ratio_modifiers(attacker: int, defender: int) -> tuple[int, int]:
    """What the ratio of strengths adds: to the outcome die, and in percent to the defender's loss (9.3, 9.6).

    A defender without strength counts as the highest ratio.
    """
    for floor, outcome, loss in STRENGTH_RATIOS:
        if attacker * 100 >= floor * defender:
            return outcome, loss
    raise AssertionError("the last ratio starts at nought")


@cache
def _leader_table() -> dict[str, Mapping[str, str]]:
    columns = ("winner", "loser", "draw")
    rows = {}
    for file in ("leader_effects.csv", "leader_deaths.csv"):
        for row in load_csv(DATA / file, ["effect"], {"add_strength": ("", "yes")}):
            for column in columns:
                _holds(row[column], 0)
            rows[row["effect"]] = row
    return rows


def _holds(condition: str, roll: int) -> bool:
    """True if a roll meets a cell of the leader table: never, >8, 10 or 8-10; else ChartError."""
    if condition == "never":
        return False
    low, dash, high = condition.partition("-")
    if condition[0] == ">" and condition[1:].isdecimal():
        return roll > int(condition[1:])
    if low.isdecimal() and (not dash or high.isdecimal()):
        return int(low) <= roll <= int(high or low)
    raise ChartError(f"leader table: {condition!r} is no condition on a roll")


@rule("9.12/2", "LBE/1", "LBE/2", "LBE/3", "LBE/4")
def leader_effects(
    roll: int, column: str, defender_strength: int, added_to: str = DEFAULT_ROWS
) -> tuple[str, ...]:
    """Which of create, promote, wounded and killed a roll of two dice gives, in the table's order (9.12).

    `column` is "winner", "loser" or "draw". The defender's raw strength, 6 at most, is added to create and
    promote only; by the rival readings of `added_to` to every row ("all_rows") or to promote ("promote").
    """
    added = min(defender_strength, MOST_STRENGTH_ADDED)
    return tuple(
        effect
        for effect, row in _leader_table().items()
        if _holds(row[column], roll + (added if _adds(effect, bool(row["add_strength"]), added_to) else 0))
    )


def _adds(effect: str, printed: bool, added_to: str) -> bool:
    if added_to == "promote":
        return effect == "promote"
    return printed or added_to == "all_rows"


@cache
def _forage_table() -> dict[str, dict[str, int]]:
    chart = load_csv(DATA / "forage.csv", ["ground"], numbers=SEASONS)
    return {row["ground"]: {season: int(row[season]) for season in SEASONS} for row in chart}


@rule("FT/1", "FT/2", "FT/3", "TEC/17")
def forage_capacity(here: Hex, season: str, side: str) -> int:
    """The strength points that a hex feeds in a season (8.4.3).

    A coastal hex takes its own row in place of the terrain's; a city adds, so does Appalachia for the Union.
    """
    table = _forage_table()
    points = table["coastal" if here.coastal else here.terrain][season]
    if here.city:
        points += table["city"][season]
    if here.appalachia and side == UNION:
        points += table["appalachia"][season]
    return points


@cache
def _militia_table() -> dict[str, str]:
    chart = load_csv(DATA / "militia.csv", ["states"])
    return {row["states"]: row["points"] for row in chart}


@rule("MT/1", "MT/2", "MT/3", "MT/4")
def militia_rule(state: str, side: str) -> str | None:
    """How many MSP a state raises for a side (4.3): "0", "1d6", or "third" of its Confederate supply centres.

    None if the state's militia is not that side's to call. Kentucky raises as a state of the side that it
    has joined: ask for it only then.
    """
    table = _militia_table()
    if state in US_STATES or (state == KENTUCKY and side == UNION):
        owner = UNION
    elif state in CS_STATES or state == KENTUCKY:
        owner = "confederate"
    else:
        return table.get(state, "0")
    return table.get(state, table[owner]) if owner == side else None


@cache
def _counters() -> Mapping[str, Mapping[str, Any]]:
    return load_toml(DATA / "counters.toml").content


@rule("2.3/2")
def asp_limit(side: str) -> int:
    """The strength points that a side's ASP counters add up to: the most that it may have in play (4.1.1)."""
    denominations = _counters()[side]["asp"]
    assert isinstance(denominations, dict)
    return sum(int(strength) * count for strength, count in denominations.items())


@rule("2.3/2")
def counter_limit(side: str, kind: str) -> int | None:
    """How many counters of a kind a side has ("cavalry", "nsp", "train", ...); None where nothing caps it."""
    count = _counters()[side].get(kind)
    return count if isinstance(count, int) else None


def train_limit(side: str) -> int:
    """The train markers of a side: what it may move by rail in one impulse (7.3)."""
    limit = counter_limit(side, "train")
    assert limit is not None
    return limit


def economy_values(rival: bool = False) -> dict[str, int]:
    """Critical supply centre to value; the rival list counts 23 as what can be traced at the start (14.1)."""
    column = "rival_value" if rival else "value"
    chart = load_csv(DATA / "critical_centres.csv", ["hex"], numbers=["value", "rival_value"])
    return {row["hex"]: int(row[column]) for row in chart}


def data_digests() -> dict[str, str]:
    """File name to SHA-256 of every data file that the game is played with."""
    return {name: digest for name, digest in digests(DATA).items() if name not in NOT_IN_PLAY}
