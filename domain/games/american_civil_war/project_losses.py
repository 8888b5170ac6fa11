"""What the enemy's coming costs the Confederacy's building: projects, unfinished vessels, lines (4.2.5)."""

from collections.abc import Iterable, Iterator

from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.play import Play, acw
from domain.games.american_civil_war.rail_lines import LINES, abandon_line
from domain.games.american_civil_war.state import SIDES, UNION, Position
from domain.games.american_civil_war.units import ASP, Group
from domain.kernel.codec import Event
from domain.kernel.rulebook import rule

_MAP = load_map()
RAILROAD = "railroad"


class ProjectLost(Event, frozen=True, tag_field="type", tag="project_lost"):
    """An arsenal, a factory, an unfinished vessel or a railroad's construction marker is lost (4.2.5).

    kind: "arsenal", "factory", "ironclad", "flotilla" or "railroad"; name: its own, a railroad's its line's.
    """

    kind: str
    name: str
    hex: str
    rule: str


@rule("4.2.5/5", "4.2.5/9", "4.2.5/14")
def lose_projects(play: Play, side: str, hex_id: str, groups: Iterable[Group]) -> None:
    """Remove what Union units that have a hex to themselves end there: anything being built, every work.

    The construction marker of a railroad falls to infantry alone. Does nothing for the Confederacy, nor
    where nothing stands.
    """
    if side == UNION:
        for lost in list(_falling(play.position, hex_id, tuple(groups))):
            play.emit(lost)


def _falling(position: Position, hex_id: str, groups: tuple[Group, ...]) -> Iterator[ProjectLost]:
    for name, project in sorted(position.projects.items()):
        if project.hex == hex_id:
            yield ProjectLost(project.kind, name, hex_id, "4.2.5/9")
    for name, vessel in sorted(position.vessels.items()):
        if vessel.state == "building" and vessel.port == hex_id:
            yield ProjectLost(vessel.kind, name, hex_id, "4.2.5/5")
    if any(group.kind == ASP for group in groups):
        for line, head in sorted(position.line_heads.items()):
            if head == hex_id:
                yield ProjectLost(RAILROAD, line, hex_id, "4.2.5/14")


def building_problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a position's projects, forts and lines under construction."""
    for name, project in sorted(position.projects.items()):
        if project.hex not in _MAP.towns:
            yield f"projects.{name}: {project.hex!r} is no city (4.2.5)"
    for hex_id, fort in sorted(position.forts.items()):
        if fort.side not in SIDES or not 0 <= fort.oos <= 2:
            yield f"forts.{hex_id}: {fort} is no fort of either side with two markers at most"
    for line in sorted({*position.line_heads, *position.line_starts, *position.line_progress}):
        if line not in LINES:
            yield f"there is no unfinished railroad {line!r} (7.5/1)"
        elif (line in position.line_heads) != (line in position.line_starts):
            yield f"the line {line!r} needs both its start and its marker"
        elif position.line_heads.get(line, LINES[line].hexes[0]) not in LINES[line].hexes:
            yield f"the marker of {line!r} is off the line"
    if position.forts_available < 0 or min(position.fort_track.values(), default=0) < 0:
        yield "forts on the track and beside the map cannot be fewer than none"


@acw.evolves(ProjectLost)
def _project_lost(position: Position, event: ProjectLost) -> None:
    if event.kind == RAILROAD:
        abandon_line(position, event.name)
    elif event.name in position.projects:
        del position.projects[event.name]
    else:
        del position.vessels[event.name]


COMMANDS = ()
EVENTS = (ProjectLost,)
