"""What the enemy's coming costs the Confederacy's building: projects, unfinished vessels, lines (4.2.5)."""

from collections.abc import Iterable, Iterator

from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import abandon_line
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

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
    where there is nothing.
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
