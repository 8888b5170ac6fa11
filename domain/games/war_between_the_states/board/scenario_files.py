"""The scenarios as they are written down: set-ups, calendars, victory points (R.3), read and typed."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle, cycle_named
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.kernel.board.sheets import Window
from ironclad.domain.kernel.board.tables import ChartError, load_csv, load_toml
from ironclad.domain.kernel.engine.citations import cite, rule

SCENARIOS = ("manassas_1861", "forts_1862", "east_1862", "west_1862", "campaign_1861")
CAMPAIGN = "campaign_1861"
LESSON = "lesson"
"""What games of the lesson are opened as: First Manassas from a position of its own."""
WRITTEN_AS = {LESSON: "manassas_1861"}
KNOWN = (*SCENARIOS, LESSON)
"""Every scenario that a position may be of."""

Side = Literal["union", "confederate"]
Kind = Literal["infantry", "cavalry", "militia", "garrison"]

cite(__name__, "1.0/2", "R.3/1", where="data/scenario_*.toml")
cite(__name__, "E.3/1", "E.3/3", "E.3/4", where="data/scenario_*.toml, placements of the errata")
cite(__name__, *(f"R.4/{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)), where="data/scenario_east_1862.toml")
cite(__name__, *(f"R.5/{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11)), where="data/scenario_west_1862.toml")
cite(__name__, *(f"R.11/{n}" for n in range(1, 7)), where="data/scenario_campaign_1861.toml")
cite(__name__, "R.13/1", "R.13/2", "R.13/4", where="data/scenario_manassas_1861.toml")
cite(__name__, "R.14/1", "R.14/2", "R.14/3", "R.14/4", where="data/scenario_forts_1862.toml")
cite(__name__, "6.51/3", "R.7/1", "R.7/6", where="data/campaign_schedule.csv")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a scenario's file; a field that it does not know is refused."""


class UnitEntry(_File, frozen=True):
    """A combat unit: its kind, its SP, and the state that a militia unit was raised in."""

    type: Kind
    sp: int
    state: str = ""


class WorkEntry(_File, frozen=True):
    """A fort or fortress, its facing (a hexside, "water" or ""), and the units inside."""

    grade: Literal["fort", "fortress"]
    facing: str
    inside: tuple[UnitEntry, ...] = ()


class HeadquartersEntry(_File, frozen=True):
    """A headquarters: its name and kind, its commander ("" for none), its roster, an army's supply points."""

    hq: str
    kind: Literal["army", "corps", "cavalry"]
    commander: str
    roster: tuple[UnitEntry, ...] = ()
    supply: int = 0


class StackEntry(_File, frozen=True):
    """What is set up in a hex. `depot`: its points; it has a garrison of its own. `supply_trains`: loads."""

    hex: str
    work: WorkEntry | None = None
    units: tuple[UnitEntry, ...] = ()
    hqs: tuple[HeadquartersEntry, ...] = ()
    leaders: tuple[str, ...] = ()
    depot: int | None = None
    supply_trains: tuple[int, ...] = ()
    siege_trains: int = 0
    base: bool = False


class ShipsEntry(_File, frozen=True):
    """Ships on a place of water, how many of each type."""

    at: str
    naval_flotilla: int = 0
    naval_transport: int = 0
    river_flotilla: int = 0
    river_transport: int = 0
    ironclad: int = 0


class SideSetUp(_File, frozen=True):
    """A side's stacks and ships."""

    stacks: tuple[StackEntry, ...] = ()
    ships: tuple[ShipsEntry, ...] = ()


class Reinforcement(_File, frozen=True):
    """What a side gets in the strategic turn before a game turn: SP of infantry, or a stack.

    `for_infantry_taken_off`: the stack comes for at least so many infantry SP that leave the map (R.5/10).
    """

    before_turn: int
    side: Side
    infantry: int = 0
    stack: StackEntry | None = None
    for_infantry_taken_off: int = 0


class Level(_File, frozen=True):
    """A level of victory and the least difference of points that it takes; the last has none."""

    result: str
    least: int | None = None


class PointsVictory(_File, frozen=True):
    """Victory points: of hexes by side, of losses, and the levels of the difference Union less Confederate.

    `sudden_confederate`: a hex whose capture ends the game at once, or "".
    """

    union: dict[str, int]
    confederate: dict[str, int]
    strength_per_point: int
    leader_captured: int
    warship: int
    levels: tuple[Level, ...]
    sudden_confederate: str = ""


class Scenario(_File, frozen=True):
    """A scenario with victory points, or the campaign, whose victory is `campaign_victory`'s.

    `rail_points`: RTPs "per" cycle or game, None where the campaign's schedule has them; `income` likewise.
    """

    title: str
    purpose: str
    first_cycle: str
    last_cycle: str
    game_turns: int
    strategic_turns: bool
    general_supply: dict[str, int]
    edge_departments: dict[str, tuple[str, ...]]
    windows: tuple[dict[str, Any], ...]
    set_up: dict[str, SideSetUp]
    victory: dict[str, Any]
    reinforcements: tuple[Reinforcement, ...] = ()
    income: dict[str, int] | None = None
    rail_points: dict[str, int] | None = None
    rail_points_per: Literal["cycle", "game", ""] = ""
    first_turn_chits: dict[str, int] | None = None

    @property
    def first(self) -> Cycle:
        """The cycle of game turn 1."""
        return cycle_named(self.first_cycle)

    @property
    def part(self) -> tuple[Window, ...]:
        """The windows of the map part (3.13)."""
        return tuple(
            Window(each["sheet"], tuple(each["columns"]), tuple(each["rows"])) for each in self.windows
        )


@cache
def scenario(id: str) -> Scenario:
    """A scenario by its id. Raises ChartError where its file is not well formed."""
    path = DATA / f"scenario_{WRITTEN_AS.get(id, id)}.toml"
    try:
        return msgspec.convert(dict(load_toml(path).content), Scenario)
    except msgspec.ValidationError as wrong:
        raise ChartError(f"{path.name}: {wrong}") from wrong


@cache
def points_victory(id: str) -> PointsVictory:
    """How a scenario is won by points. Raises ChartError for the campaign, which is not."""
    try:
        return msgspec.convert(scenario(id).victory, PointsVictory)
    except msgspec.ValidationError as wrong:
        raise ChartError(f"scenario_{id}.toml, victory: {wrong}") from wrong


class Scheduled(msgspec.Struct, frozen=True):
    """What the campaign's schedule has for a cycle: supply points, and by side personnel, RTPs and more.

    `infantry` and `pieces` come by the option scheduled_reinforcements.
    """

    union_income: int
    major_city: int
    town: int
    personnel: dict[str, int]
    rail_points: dict[str, int]
    infantry: dict[str, int]
    pieces: dict[str, tuple[str, ...]]


@cache
def schedule() -> Mapping[Cycle, Scheduled]:
    """The campaign's schedule, cycle by cycle without a gap. Raises ChartError where there is one."""
    found: dict[Cycle, Scheduled] = {}
    per_side = [f"{side}_{what}" for side in SIDES for what in ("personnel", "rail", "infantry")]
    chart = load_csv(
        DATA / "campaign_schedule.csv", ["cycle"], numbers=["union_income", "major_city", "town", *per_side]
    )
    expected = scenario(CAMPAIGN).first
    for row in chart:
        cycle = cycle_named(row["cycle"])
        if cycle != expected:
            raise ChartError(f"campaign_schedule.csv: {cycle} is not {expected}")
        expected = cycle.later(1)
        found[cycle] = Scheduled(
            union_income=int(row["union_income"]),
            major_city=int(row["major_city"]),
            town=int(row["town"]),
            personnel=_by_side(row, "personnel"),
            rail_points=_by_side(row, "rail"),
            infantry=_by_side(row, "infantry"),
            pieces={side: tuple(filter(None, row[f"{side}_pieces"].split("; "))) for side in SIDES},
        )
    return found


def _by_side(row: Mapping[str, str], what: str) -> dict[str, int]:
    return {side: int(row[f"{side}_{what}"]) for side in SIDES}


@rule("6.51/1", "6.51/3", "6.51/4", "R.13/2", "R.14/1")
def rail_points(id: str, cycle: Cycle) -> Mapping[str, int]:
    """The RTPs that each side is given in a cycle; in a game with RTPs for all of it, those."""
    own = scenario(id).rail_points
    return schedule()[cycle].rail_points if own is None else own
