"""What the Union builds with construction points (4.1.2), and its railway units' return (7.7.1/5)."""

from collections.abc import Iterable, Iterator

from ironclad.domain.games.american_civil_war.board.charts import TURNS, counter_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import RailwayUnit, Vessel
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import why_not_open
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import NSP, NTP, RSP, usable_sides
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option

_MAP = load_map()
USMRR = "usmrr"
KINDS = (NSP, NTP, RSP, USMRR)
PLACES = {NSP: "4.1.2/3", NTP: "4.1.2/3", RSP: "4.1.2/4", USMRR: "4.1.2/5"}  # the clause on where each goes
HARBOUR = "North Atlantic"
_WESTERN = frozenset({"MO", "IL", "IN", "OH"})
_WESTERN_RIVERS = frozenset({"Mississippi", "Missouri"})
STATION = "union_construction"


class BuildUnit(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="build_unit"
):
    """Build one "nsp", "ntp", "rsp" or "usmrr" with a construction point (4.1.2).

    hexside: where an RSP goes; hex: where a USMRR goes. NSP and NTP go to the North Atlantic by themselves.
    """

    unit: str
    hexside: str = ""
    hex: str = ""


class ReturnRailwayUnit(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="return_railway_unit",
):
    """Bring back a USMRR that was eliminated, at a supply source on the north edge (7.7.1)."""

    unit: str
    hex: str


class UnitBuilt(Event, frozen=True, tag_field="type", tag="unit_built"):
    """The Union built a unit; `cost` is one construction point, `left` what then remains (4.1.2)."""

    unit: str
    name: str
    zone: str = ""
    hexside: str = ""
    hex: str = ""
    cost: int = 1
    left: int = 0
    rule: str = "4.1.2/2"


class RailwayUnitReturned(Event, frozen=True, tag_field="type", tag="railway_unit_returned"):
    """An eliminated USMRR came back as a reinforcement, at no cost (7.7.1)."""

    name: str
    hex: str
    rule: str = "7.7.1/5"


# Points: every act of a turn is in `built_now`, and these lines are what a side may spend.


def points_of(position: Position, side: str) -> int:
    """The construction points that a side was found to have this turn; 0 before they are computed."""
    for act in position.built_now:
        if act.startswith(f"points/{side}/"):
            return int(act.rpartition("/")[2])
    return 0


def acts_of(position: Position, side: str) -> list[str]:
    """What a side has built this turn, as `built_now` words it: "start/fort/…" or "union/nsp/…"."""
    union = [act for act in position.built_now if act.startswith("union/")]
    if side == UNION:
        return union
    return [act for act in position.built_now if act.startswith(("start/", "complete/"))]


def points_left(position: Position, side: str) -> int:
    """Construction points that a side has still to spend this turn."""
    free = position.options.get("vessel_flip_costs") != "one_point"
    cost = sum(
        0 if free and act.startswith(("complete/ironclad/", "complete/flotilla/")) else 1
        for act in acts_of(position, side)
    )
    return points_of(position, side) - cost


def free_name(kind: str, taken: Iterable[str]) -> str:
    """The first name of a kind that nothing in play bears: "rsp1"."""
    number = 1
    while f"{kind}{number}" in taken:
        number += 1
    return f"{kind}{number}"


@acw.check(BuildUnit, STATION)
@rule("2.3/2", "4.1.2/1", "4.1.2/2", "15.3/6")
def check_build(position: Position, due: Due, command: BuildUnit) -> None:
    """One of each type a turn, from the turn that first lists it, while counters and points last."""
    kind = command.unit
    require(kind in KINDS, "4.1.2/2", f"the Union builds no {kind!r}; it builds {', '.join(KINDS)}")
    require(points_left(position, UNION) > 0, "4.1.2/1", "no construction point is left")
    open_now = any(kind in TURNS[turn].builds for turn in range(1, position.turn + 1))
    require(open_now, "4.1.2/2", f"no {kind.upper()} can be built on turn {position.turn} yet")
    built = any(act.startswith(f"union/{kind}/") for act in acts_of(position, UNION))
    require(not built, "4.1.2/2", f"one {kind.upper()} has been built this turn")
    banned = kind == NSP and position.diplomacy == "intervened"
    banned = banned and position.options.get("intervention_bans_nsp") == "yes"
    require(not banned, "15.3/6", "after intervention no NSP is built")
    left = (counter_limit(UNION, kind) or 0) - in_play(position, kind)
    require(left > 0, "2.3/2", f"all {kind.upper()} are in play")
    require(not command.hex or kind == USMRR, PLACES[kind], f"a new {kind.upper()} goes to no hex")
    require(not command.hexside or kind == RSP, PLACES[kind], f"a new {kind.upper()} goes to no hexside")
    if kind == RSP:
        require_western_river(position, command.hexside)
    elif kind == USMRR:
        require_source(position, command.hex)


def in_play(position: Position, kind: str) -> int:
    """How many counters of a Union kind are in play, railway units on their way back included."""
    if kind == USMRR:
        return len(position.railway_units)
    return sum(vessel.kind == kind for vessel in position.vessels.values())


@rule("4.1.2/4", "4.0/2")
def require_western_river(position: Position, hexside: str) -> None:
    """Refuse a hexside that is none of the great western rivers' beside a Union city of the four states."""
    side = _MAP.hexsides.get(hexside)
    if side is None:
        raise Refused("4.1.2/4", f"there is no watercourse {hexside!r}; an RSP is put on a river hexside")
    rivers = _WESTERN_RIVERS
    if position.options.get("rsp_ohio_river") != "as_printed":
        rivers = rivers | {"Ohio"}
    named = listed_rivers(rivers)
    require(rivers.intersection(side.rivers), "4.1.2/4", f"{hexside} is no hexside of the {named}")
    require(hexside in usable_sides(position, RSP), "4.1.2/4", f"no vessel can lie on {hexside} now")
    cities = [h for h in side.hexes if h in _MAP.towns and _MAP.state_of[h] in _WESTERN]
    require(cities, "4.1.2/4", f"{hexside} is beside no city of Missouri, Illinois, Indiana or Ohio")
    held = [h for h in cities if controller(position, h) == UNION]
    require(held, "4.1.2/4", "the Union does not control the city")
    closed = [why_not_open(position, UNION, h) for h in held]
    require("" in closed, "4.0/2", " and ".join(closed))
    hostile = any(v.at == hexside and v.side == CONFEDERATE for v in position.vessels.values())
    require(not hostile, "4.0/2", f"enemy vessels are on {hexside}")


def listed_rivers(rivers: frozenset[str]) -> str:
    """The rivers named in a row, sorted."""
    return " or ".join(sorted(rivers))


@rule("4.1.2/5", "4.0/2", "8.2/2")
def require_source(position: Position, hex_id: str) -> None:
    """Refuse a hex that is no Union supply source open to a unit: held, and in no enemy zone."""
    require(hex_id in _MAP.union_sources, "4.1.2/5", f"{hex_id} is no Union supply source on the north edge")
    require(controller(position, hex_id) == UNION, "4.1.2/5", f"the Union does not control {hex_id}")
    closed = why_not_open(position, UNION, hex_id)
    require(not closed, "4.0/2", closed)


@acw.carry_out(BuildUnit)
@rule("4.1.2/2", "4.1.2/3", "4.1.2/4", "4.1.2/5")
def _build(play: Play, due: Due, command: BuildUnit) -> None:
    position, kind = play.position, command.unit
    left = points_left(position, UNION) - 1
    close(play)
    if kind == USMRR:
        name = free_name(USMRR, position.railway_units)
        play.emit(UnitBuilt(kind, name, hex=command.hex, left=left, rule=PLACES[kind]))
        return
    name, zone = free_name(kind, position.vessels), "" if kind == RSP else HARBOUR
    play.emit(UnitBuilt(kind, name, zone, command.hexside, left=left, rule=PLACES[kind]))


@acw.check(ReturnRailwayUnit, STATION)
@rule("7.7.1/5")
def check_return(position: Position, due: Due, command: ReturnRailwayUnit) -> None:
    """A USMRR comes back from the turn after its loss on, where a new one may be placed."""
    unit = position.railway_units.get(command.unit)
    back = unit is not None and not unit.hex and 0 < unit.returns <= position.turn
    require(back, "7.7.1/5", f"{command.unit} does not come back this turn")
    require_source(position, command.hex)


@acw.carry_out(ReturnRailwayUnit)
def _return(play: Play, due: Due, command: ReturnRailwayUnit) -> None:
    close(play)
    play.emit(RailwayUnitReturned(command.unit, command.hex))


@acw.evolves(UnitBuilt)
def _unit_built(position: Position, event: UnitBuilt) -> None:
    if event.unit == USMRR:
        position.railway_units[event.name] = RailwayUnit(event.hex)
    else:
        position.vessels[event.name] = Vessel(event.unit, event.zone, event.hexside)
    position.built_now = (*position.built_now, f"union/{event.unit}/{event.name}")


@acw.evolves(RailwayUnitReturned)
def _railway_unit_returned(position: Position, event: RailwayUnitReturned) -> None:
    position.railway_units[event.name] = RailwayUnit(event.hex)


def union_candidates(position: Position) -> Iterator[Command]:
    """Everything that the Union might build or bring back, legal or not."""
    for kind in (NSP, NTP):
        yield BuildUnit(unit=kind)
    for city in sorted(_MAP.towns):
        if _MAP.state_of[city] in _WESTERN:
            for side in _MAP.water_sides_of.get(city, ()):
                yield BuildUnit(unit=RSP, hexside=side.key)
    for source in sorted(_MAP.union_sources):
        yield BuildUnit(unit=USMRR, hex=source)
        for name, unit in sorted(position.railway_units.items()):
            if not unit.hex:
                yield ReturnRailwayUnit(unit=name, hex=source)


OPTIONS = {
    "rsp_ohio_river": Option(
        "4.1.2/4",
        "Whether a new RSP may also go on the Ohio, or only on the Mississippi and Missouri as printed.",
        ("ohio_too", "as_printed"),
    ),
    "intervention_bans_nsp": Option(
        "15.3/6", "Whether no NSP is built any more once European powers intervene.", ("no", "yes")
    ),
}
COMMANDS = (BuildUnit, ReturnRailwayUnit)
EVENTS = (UnitBuilt, RailwayUnitReturned)
