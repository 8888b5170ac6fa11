"""Marks beside the counters as SVG: what has become of the railroads, depots, projects (7, 8.4.2, 4.2.5)."""

from collections.abc import Iterator
from html import escape

from ironclad.domain.games.american_civil_war.board.names import vessel_name
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.readers.drawing import drawing
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import rail_controller
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    built,
    is_rail_hex,
    rail_neighbours,
)


def railroads(position: Position) -> Iterator[str]:
    """Lines finished since the start, rails taken or upgraded, breaks, construction markers, the USMRR."""
    for line in LINES:
        steps = sorted(step for step in built(position, line) if step[0] < step[1])
        if steps:
            yield _stretch("laid", line, steps)
    for hex_id in sorted(position.rail_control):
        if is_rail_hex(position, hex_id):
            yield _stubs(position, hex_id, f"rail-held {rail_controller(position, hex_id)}")
    for hex_id in sorted(position.upgraded):
        yield _stubs(position, hex_id, "upgraded")
    for hex_id in sorted(position.rail_breaks):
        yield _break(hex_id)
    for line, hex_id in sorted(position.line_heads.items()):
        laid = f"{position.line_progress[line]} of {len(LINES[line].hexes)} hexes"
        yield _mark(hex_id, -14, 11, CONFEDERATE, "=", f"{line} railroad under construction, {laid}")
    for name, unit in sorted(position.railway_units.items()):
        if unit.hex:
            yield _mark(unit.hex, -14, -11, UNION, "RR", vessel_name(name))


def _stretch(classes: str, title: str, steps: list[tuple[str, str]]) -> str:
    ends = ((drawing.centre(a), drawing.centre(b)) for a, b in steps)
    drawn = "".join(f"M{x:.1f},{y:.1f}L{u:.1f},{v:.1f}" for (x, y), (u, v) in ends)
    return f'<path class="{classes}" d="{drawn}"><title>{escape(title)}</title></path>\n'


def _stubs(position: Position, hex_id: str, classes: str) -> str:
    """The rails of one hex, from its centre to the hexsides that they cross."""
    x, y = drawing.centre(hex_id)
    ends = (drawing.middle(hex_id, near) for near in rail_neighbours(position, hex_id))
    drawn = "".join(f"M{x:.1f},{y:.1f}L{u:.1f},{v:.1f}" for u, v in ends)
    return f'<path class="{classes}" d="{drawn}"/>\n'


def _break(hex_id: str) -> str:
    x, y = drawing.centre(hex_id)
    x, y = x + 14, y - 11
    cross = f"M{x - 4:.1f},{y - 4:.1f}l8,8M{x - 4:.1f},{y + 4:.1f}l8,-8"
    title = f"<title>the railroad is broken in {hex_id}</title>"
    return f'<path class="break" id="b{hex_id}" d="{cross}">{title}</path>\n'


def depots_and_projects(position: Position) -> Iterator[str]:
    """Depots with their number, arsenals and factories, dashed while they are under construction."""
    for hex_id, depot in sorted(position.depots.items()):
        title = f"{depot.count} depot{'s' if depot.count > 1 else ''} in {hex_id}"
        yield _mark(hex_id, -14, 0, depot.side, f"D{depot.count}", title)
    for name, project in sorted(position.projects.items()):
        state = "" if project.state == "complete" else " building"
        title = vessel_name(name) + (", under construction" if state else "")
        yield _mark(project.hex, 14, 0, CONFEDERATE + state, project.kind[0].upper(), title)


def _mark(hex_id: str, right: float, down: float, classes: str, label: str, title: str) -> str:
    """A small round counter with a letter or two, off the hex's centre by some pixels."""
    x, y = drawing.centre(hex_id)
    x, y = x + right, y + down
    return (
        f'<g class="mark {classes}"><circle cx="{x:.1f}" cy="{y:.1f}" r="5.5"/>'
        f"{drawing.text('', x, y + 2.3, label)}<title>{escape(title)}</title></g>\n"
    )
