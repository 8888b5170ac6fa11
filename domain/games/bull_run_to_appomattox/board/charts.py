"""The charts: the turn track, headquarters, combat and movement tables, prices, limits, set-ups."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from sys import intern
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import DATA, SIDES, YES, zones
from ironclad.domain.kernel.board.tables import ChartError, digests, load_csv, load_toml
from ironclad.domain.kernel.engine.citations import cite

# These serve the rule-coverage report and the drawing; no event depends on their bytes.
NOT_IN_PLAY = frozenset({"clauses.toml", "index.toml", "waivers.toml", "versions.toml"})
TYPES = ("infantry", "cavalry", "artillery")
FLEET_KINDS = ("sail", "steam", "ironclad", "gunboat")
EVENTS = ("", "illness", "dissatisfaction", "blockade_runners", "volunteers", "desertions", "technology")
TECHNOLOGY = ("balloons", "war_effort", "false_rumor", "industry", "shipyards", "repeating_rifles")

cite(__name__, "1.2/1", "1.2/2", "2.8/2", "8.8/1", where="data/turns.csv")
cite(__name__, "2.3/1", "2.6/1", where="data/headquarters.csv")
cite(__name__, "6.1/1", "6.1/2", "6.1/3", "6.1/4", "6.1/5", "6.1/6", "6.1/7", where="data/movement.csv")
cite(__name__, "7.1/1", "7.1/2", where="data/combat_table.csv")
cite(__name__, "7.1/3", "7.1/4", "7.1/5", where="data/naval_combat_table.csv")
cite(__name__, "7.2/1", "7.2/2", where="data/terrain_table.csv")
cite(__name__, "8/2", where="data/random_events.csv")
cite(__name__, "10/1", where="data/costs.csv")
cite(__name__, "10/7", where="data/counter_mix.csv")
cite(__name__, "16/1", "16/2", where="data/campaign.toml")
cite(__name__, "17/1", where="data/introductory.toml")


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn track. `fixed_event` is "davis", "abolition", "reelection" or ""; `technology`
    says whether the North makes the roll of January; `bonus` is added to each side's roll for action points.
    """

    turn: int
    months: str
    winter: bool
    fixed_event: str
    technology: bool
    bonus: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HqCounter:
    """A counter: its name, side, action points of an activation, and whether it comes experienced."""

    id: str
    name: str
    side: str
    action_points: int
    experienced: bool


@dataclass(frozen=True, slots=True)
class Firing:
    """A row of a combat table: dice at full and at reduced strength, and the lowest die that hits."""

    dice: int
    dice_reduced: int
    hits_from: int
    hit_only_on: int = 0


@dataclass(frozen=True, slots=True)
class Sight:
    """A row of the reconnaissance table: the margin of each figure; None where it is not shown."""

    all: int | None
    infantry: int | None
    cavalry: int | None
    artillery: int | None


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of limits.toml."""

    cp_per_hq: int
    artillery_per_hq: int
    hqs_per_zone: int
    cp_per_fleet: int
    combat_rounds: int
    raider_strength: int
    pillage_interval: int
    most_blockade_loss: int
    siege_losses: int
    siege_turns: int
    site_points: int
    gunboat_cities: tuple[str, ...]
    northern_goals: tuple[str, ...]
    southern_goals: tuple[str, ...]
    start_revenue: Mapping[str, int]


@cache
def turns() -> dict[int, Turn]:
    """The turn track by turn."""
    chart = load_csv(
        DATA / "turns.csv",
        key=["turn"],
        allowed={
            "season": ("open", "winter"),
            "fixed_event": ("", "davis", "abolition", "reelection"),
            "technology": YES,
        },
        numbers=["turn", "north_bonus", "south_bonus"],
    )
    return {
        int(row["turn"]): Turn(
            turn=int(row["turn"]),
            months=row["months"],
            winter=row["season"] == "winter",
            fixed_event=row["fixed_event"],
            technology=bool(row["technology"]),
            bonus={side: int(row[f"{side}_bonus"]) for side in SIDES},
        )
        for row in chart
    }


@cache
def headquarters() -> dict[str, HqCounter]:
    """Every HQ by id, in the order of draws (2.3/2)."""
    chart = load_csv(
        DATA / "headquarters.csv",
        key=["hq"],
        allowed={"side": SIDES, "experienced": YES},
        numbers=["action_points"],
    )
    return {
        row["hq"]: HqCounter(
            id=intern(row["hq"]),
            name=row["name"],
            side=intern(row["side"]),
            action_points=int(row["action_points"]),
            experienced=bool(row["experienced"]),
        )
        for row in chart
    }


@cache
def firing(naval: bool) -> dict[str, Firing]:
    """Table 7.1.1, or 7.1.2 for naval combat, by unit."""
    name = "naval_combat_table.csv" if naval else "combat_table.csv"
    numbers = ["dice", "dice_reduced", "hits_from", *(["hit_only_on"] if naval else [])]
    return {
        row["unit"]: Firing(**{number: int(row[number]) for number in numbers})
        for row in load_csv(DATA / name, key=["unit"], numbers=numbers)
    }


@cache
def only_on_six() -> frozenset[str]:
    """What a defender may be in so that the attacker needs a 6 (table 7.2)."""
    chart = load_csv(
        DATA / "terrain_table.csv",
        key=["defender_in"],
        allowed={"attacker_hits_from": ("0", "6"), "may_fortify": YES},
    )
    return frozenset(row["defender_in"] for row in chart if row["attacker_hits_from"] == "6")


@cache
def random_events() -> dict[int, str]:
    """Table 8.1: the event of each roll of two dice, "" for none."""
    chart = load_csv(DATA / "random_events.csv", key=["roll"], allowed={"event": EVENTS}, numbers=["roll"])
    return {int(row["roll"]): row["event"] for row in chart}


@cache
def technology() -> dict[int, str]:
    """The list of 8.7 by die."""
    chart = load_csv(DATA / "technology.csv", key=["die"], allowed={"result": TECHNOLOGY}, numbers=["die"])
    return {int(row["die"]): row["result"] for row in chart}


@cache
def costs() -> dict[str, int]:
    """The price of each unit in revenue points, before discounts."""
    return {
        row["unit"]: int(row["cost"])
        for row in load_csv(DATA / "costs.csv", key=["unit"], numbers=["cost"])
    }


@cache
def counter_mix() -> dict[str, dict[str, int]]:
    """How many CP, raiders and fleets each side's counters are worth: {side: {unit: count}}."""
    chart = load_csv(DATA / "counter_mix.csv", key=["unit"], numbers=list(SIDES))
    return {side: {row["unit"]: int(row[side]) for row in chart} for side in SIDES}


@cache
def movement() -> dict[str, int]:
    """Zones in one activation, by what moves."""
    chart = load_csv(DATA / "movement.csv", key=["mover"], numbers=["zones"])
    return {row["mover"]: int(row["zones"]) for row in chart}


@cache
def reconnaissance() -> dict[int, Sight]:
    """The table of 6.4 for totals 1 to 7."""
    chart = load_csv(DATA / "reconnaissance.csv", key=["total"], numbers=["total"])
    figures = ("all", *TYPES)
    return {
        int(row["total"]): Sight(**{each: int(row[each]) if row[each] else None for each in figures})
        for row in chart
    }


@cache
def limits() -> Limits:
    """The numbers that the book states."""
    content = dict(load_toml(DATA / "limits.toml").content)
    for name in ("gunboat_cities", "northern_goals", "southern_goals"):
        content[name] = tuple(content[name])
        if unknown := set(content[name]) - set(zones()):
            raise ChartError(f"limits.toml: {name} has unknown zones: {', '.join(sorted(unknown))}")
    return Limits(**content)


@cache
def set_up(scenario: str) -> Mapping[str, Any]:
    """The set-up of a scenario as it is written down: armies, leaderless units, forts, fleets."""
    return load_toml(DATA / f"{scenario}.toml").content


@cache
def data_digests() -> dict[str, str]:
    """File name to SHA-256 of every chart that decides something."""
    return {name: digest for name, digest in digests(DATA).items() if name not in NOT_IN_PLAY}
