"""What the Confederacy builds with construction points (4.2.4, 4.2.5): where, under which conditions.

Begun in one Recruitment Phase and completed in a later one: forts, ironclads, river flotillas, arsenals,
factories and railroads. What the enemy ends of it is in project_losses.py.
"""

from collections.abc import Iterable, Iterator

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import Project, Vessel
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_conditions import (
    ARSENAL,
    FACTORY,
    FLOTILLA,
    FORT,
    IRONCLAD,
    NEEDED,
    VESSELS,
    Economy,
    berths,
    conditions,
    counters_left,
    economy_of,
    require_turn,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_losses import RAILROAD
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import (
    free_name,
    points_left,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    advance_line,
    begin_line,
    line_ends,
    next_line_hex,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option

_MAP = load_map()
KINDS = (FORT, IRONCLAD, FLOTILLA, ARSENAL, FACTORY, RAILROAD)
STATION, FORTS_STATION = "confederate_construction", "confederate_forts"


class StartProject(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="start_project"
):
    """Begin a "fort", "ironclad", "flotilla", "arsenal", "factory" or "railroad" (4.2.5).

    hex: the city, or the end from which a railroad is built; line: the unfinished railroad. A fort, which
    goes to the next turn's box, has neither.
    """

    kind: str
    hex: str = ""
    line: str = ""


class CompleteProject(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="complete_project"
):
    """Turn a project to its finished side (4.2.5): a vessel on the hexside where it then lies."""

    name: str
    hexside: str = ""


class AdvanceRailroad(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="advance_railroad"
):
    """Move the construction marker of an unfinished line one hex on (4.2.5)."""

    line: str


class TakeFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="take_fort"
):
    """Take a fort that is due off the turn track; it then waits beside the map (3.2.1, 4.2.5)."""


class ProjectStarted(Event, frozen=True, tag_field="type", tag="project_started"):
    """The Confederacy began a project (4.2.5).

    name: of the vessel, arsenal or factory, of a railroad its line, of a fort the turn of its box;
    fragment: the centres of the economy's fragment on which it rests; left: construction points that remain.
    """

    kind: str
    name: str
    hex: str = ""
    fragment: tuple[str, ...] = ()
    cost: int = 1
    left: int = 0
    rule: str = "4.2.5/1"


class ProjectCompleted(Event, frozen=True, tag_field="type", tag="project_completed"):
    """A project begun in an earlier turn was finished (4.2.5)."""

    kind: str
    name: str
    hex: str
    hexside: str = ""
    cost: int = 1
    left: int = 0
    rule: str = "4.2.5/6"


class RailroadAdvanced(Event, frozen=True, tag_field="type", tag="railroad_advanced"):
    """The construction marker of a line went on one hex; at the far end the line is finished (4.2.5)."""

    line: str
    hex: str
    finished: bool
    cost: int = 1
    left: int = 0
    rule: str = "4.2.5/13"


class FortTaken(Event, frozen=True, tag_field="type", tag="fort_taken"):
    """A Confederate fort was taken off the turn track, to be placed in a friendly impulse (3.2.1, 4.2.5)."""

    due: int
    cost: int = 1
    left: int = 0
    rule: str = "3.2.1/2"


@acw.check(StartProject, STATION)
def _check_start(position: Position, due: Due, command: StartProject) -> None:
    starting(economy_of(position), command)


@rule("4.2.4/1", "4.2.4/3", "4.2.4/4", "4.2.5/1")
def starting(economy: Economy, command: StartProject) -> tuple[str, ...]:
    """The fragment under a project that may be begun now. Refuses what the limits or its conditions bar."""
    position, kind = economy.position, command.kind
    require(kind in KINDS, "4.2.5/1", f"there is no project {kind!r}; there are {', '.join(KINDS)}")
    require_turn(position, "start", kind)
    clause = "4.2.5/7" if kind == ARSENAL else "2.3/2"
    require(counters_left(position, kind) > 0, clause, f"every {kind} counter is in play")
    return conditions(economy, kind, command.hex, command.line)


@acw.carry_out(StartProject)
@rule("4.2.5/1", "4.2.5/2", "4.2.5/3", "4.2.5/6", "4.2.5/10", "4.2.5/12")
def _start(play: Play, due: Due, command: StartProject) -> None:
    position, kind = play.position, command.kind
    fragment = starting(economy_of(position), command)
    left = points_left(position, CONFEDERATE) - 1
    if kind == FORT:
        name, clause = str(position.turn + 1), "4.2.5/1"
    elif kind == RAILROAD:
        name, clause = command.line, "4.2.5/12"
    else:
        taken: Iterable[str] = position.vessels if kind in VESSELS else position.projects
        name, clause = free_name(kind, taken), NEEDED[kind][1]
    close(play)
    play.emit(ProjectStarted(kind, name, command.hex, fragment, left=left, rule=clause))


@acw.evolves(ProjectStarted)
def _project_started(position: Position, event: ProjectStarted) -> None:
    if event.kind == FORT:
        due = int(event.name)
        position.fort_track[due] = position.fort_track.get(due, 0) + 1
    elif event.kind == RAILROAD:
        begin_line(position, event.name, event.hex)
    elif event.kind in VESSELS:
        position.vessels[event.name] = Vessel(event.kind, port=event.hex).with_(state="building")
    else:
        position.projects[event.name] = Project(event.kind, event.hex, since=position.turn)
    _record(position, "start", event.kind, event.name, event.hex)


def _record(position: Position, *words: str) -> None:
    position.built_now = (*position.built_now, "/".join(words))


def begun_now(position: Position, name: str) -> bool:
    """Whether a project was begun in this very turn, so that it cannot be continued before the next."""
    return any(act.startswith("start/") and act.split("/")[2] == name for act in position.built_now)


@acw.check(CompleteProject, STATION)
@rule("4.2.5/4", "4.2.5/6", "4.2.5/10")
def check_complete(position: Position, due: Due, command: CompleteProject) -> None:
    """In a later Recruitment Phase than it was begun in: vessels for nothing, the rest for a point."""
    vessel, project = position.vessels.get(command.name), position.projects.get(command.name)
    if vessel is not None and vessel.side == CONFEDERATE:
        clause = "4.2.5/4"
        require(vessel.state == "building", clause, f"{command.name} is not under construction")
        require(not begun_now(position, command.name), clause, f"{command.name} was begun this turn")
        require_turn(position, "complete", vessel.kind, flip_cost(position))
        afloat = command.hexside in berths(position, vessel.port, vessel.kind)
        require(afloat, clause, f"{command.hexside!r} is no hexside of {vessel.port} deep enough")
        hostile = any(v.at == command.hexside and v.side == UNION for v in position.vessels.values())
        require(not hostile, clause, f"enemy vessels are on {command.hexside}")
        return
    if project is None:
        raise Refused("4.2.5/6", f"no project is named {command.name!r}")
    clause = "4.2.5/6" if project.kind == ARSENAL else "4.2.5/10"
    require(not command.hexside, clause, f"{command.name} is put on no hexside")
    require(project.state == "building", clause, f"{command.name} is finished")
    require(not begun_now(position, command.name), clause, f"{command.name} was begun this turn")
    require_turn(position, "complete", project.kind)


@rule("4.2.5/4")
def flip_cost(position: Position) -> int:
    """What completing a vessel costs: nothing, or by option a point."""
    return 1 if position.options.get("vessel_flip_costs") == "one_point" else 0


@acw.carry_out(CompleteProject)
def _complete(play: Play, due: Due, command: CompleteProject) -> None:
    position, name = play.position, command.name
    left = points_left(position, CONFEDERATE)
    close(play)
    if name in position.vessels:
        vessel, cost = position.vessels[name], flip_cost(position)
        play.emit(
            ProjectCompleted(vessel.kind, name, vessel.port, command.hexside, cost, left - cost, "4.2.5/4")
        )
    else:
        project = position.projects[name]
        clause = "4.2.5/6" if project.kind == ARSENAL else "4.2.5/10"
        play.emit(ProjectCompleted(project.kind, name, project.hex, "", 1, left - 1, clause))


@acw.evolves(ProjectCompleted)
def _project_completed(position: Position, event: ProjectCompleted) -> None:
    if event.hexside:
        vessel = position.vessels[event.name]
        position.vessels[event.name] = vessel.with_(state="sound", port="", at=event.hexside)
    else:
        project = position.projects[event.name]
        position.projects[event.name] = project.with_(state="complete", since=position.turn)
    _record(position, "complete", event.kind, event.name, event.hex)


@acw.check(AdvanceRailroad, STATION)
@rule("4.2.5/13", "4.2.5/14")
def check_advance(position: Position, due: Due, command: AdvanceRailroad) -> None:
    """One hex in all a turn, after the turn of its beginning, and not into the enemy's hands."""
    following = next_line_hex(position, command.line)
    if following is None:
        raise Refused("4.2.5/13", f"there is no construction marker on {command.line!r}")
    require(not begun_now(position, command.line), "4.2.5/13", f"{command.line} was begun this turn")
    require_turn(position, "complete", RAILROAD)
    hostile = controller(position, following) == UNION or occupied(position, UNION, following)
    require(not hostile, "4.2.5/14", f"the enemy holds {following}")


@acw.carry_out(AdvanceRailroad)
def _advance(play: Play, due: Due, command: AdvanceRailroad) -> None:
    position, line = play.position, command.line
    left = points_left(position, CONFEDERATE) - 1
    following = next_line_hex(position, line)
    assert following is not None, "the check has seen it"
    last = position.line_progress[line] + 1 >= len(LINES[line].hexes)
    close(play)
    play.emit(RailroadAdvanced(line, following, last, left=left))


@acw.evolves(RailroadAdvanced)
def _railroad_advanced(position: Position, event: RailroadAdvanced) -> None:
    advance_line(position, event.line)
    _record(position, "complete", RAILROAD, event.line, event.hex)


@acw.check(TakeFort, FORTS_STATION)
@rule("3.2.1/2", "4.2.5/1")
def check_take_fort(position: Position, due: Due, command: TakeFort) -> None:
    """A fort due this turn or earlier, for one more point."""
    require(due_forts(position), "3.2.1/2", "no fort on the track is due")
    require_turn(position, "complete", FORT)


def due_forts(position: Position) -> list[int]:
    """The turns of the forts on the track that are due, the earliest first."""
    return sorted(due for due, count in position.fort_track.items() if due <= position.turn and count)


@acw.carry_out(TakeFort)
def _take_fort(play: Play, due: Due, command: TakeFort) -> None:
    left = points_left(play.position, CONFEDERATE) - 1
    close(play)
    play.emit(FortTaken(due_forts(play.position)[0], left=left))


@acw.evolves(FortTaken)
def _fort_taken(position: Position, event: FortTaken) -> None:
    position.fort_track[event.due] -= 1
    if not position.fort_track[event.due]:
        del position.fort_track[event.due]
    position.forts_available += 1
    _record(position, "complete", FORT, str(event.due))


def confederate_candidates(position: Position) -> Iterator[StartProject | CompleteProject | AdvanceRailroad]:
    """Everything that the Confederacy might begin or complete, legal or not."""
    for name, vessel in sorted(position.vessels.items()):
        if vessel.state == "building":
            keys = berths(position, vessel.port, vessel.kind)
            yield from (CompleteProject(name=name, hexside=key) for key in keys)
    for name, project in sorted(position.projects.items()):
        if project.state == "building":
            yield CompleteProject(name=name)
    yield from (AdvanceRailroad(line=line) for line in sorted(position.line_heads))
    yield StartProject(kind=FORT)
    for city in sorted(_MAP.towns):
        if controller(position, city) == CONFEDERATE:
            kinds = (kind for kind in VESSELS if berths(position, city, kind))
            yield from (StartProject(kind=kind, hex=city) for kind in kinds)
        if _MAP.hexes[city].recruitment_group:
            yield StartProject(kind=ARSENAL, hex=city)
    yield from (StartProject(kind=FACTORY, hex=city) for city in sorted(_MAP.critical_centres))
    for line in sorted(LINES):
        yield from (StartProject(kind=RAILROAD, hex=end, line=line) for end in line_ends(line))


OPTIONS = {
    "cs_project_limit_combined": Option(
        "4.2.4/4",
        "Whether a project of one type may be begun and another completed in one turn, or one of the two.",
        ("separate", "combined"),
    ),
    "vessel_flip_costs": Option(
        "4.2.5/4",
        "Whether completing a vessel costs nothing or a point.",
        ("free", "one_point"),
    ),
}
COMMANDS = (StartProject, CompleteProject, AdvanceRailroad, TakeFort)
EVENTS = (ProjectStarted, ProjectCompleted, RailroadAdvanced, FortTaken)
