"""The map with everything that is on it, as SVG: control, rails, works, forces and leaders, vessels.

Layers from the bottom up; vessels and marks are in picture_afloat.py and picture_marks.py.
"""

from collections.abc import Iterator
from html import escape

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY, FIELD, MSP, Group, strength
from ironclad.domain.games.american_civil_war.readers.drawing import drawing, picture_afloat, picture_marks
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller

COUNTER = 20.0  # pixels a side
BESIDE_ONE, BESIDE_TWO = 15.0, 23.0  # pixels from a fort's middle to its corners, by the counters on it
LONGEST_LABEL = 3  # letters that fit a counter in full size
STYLE = (DATA / "counters.css").read_text(encoding="utf-8")


def draw_position(position: Position) -> str:
    """A whole SVG document of the position; counters have the id "f<hex>-<side>"."""
    layers = (
        ("railroads", picture_marks.railroads(position)),
        ("control", _control(position)),
        ("breaches", picture_afloat.breaches(position)),
        ("works", _works(position)),
        ("marks", picture_marks.depots_and_projects(position)),
        ("vessels", picture_afloat.vessels(position)),
        ("counters", _counters(position)),
    )
    overlay = "".join(f'<g class="{name}">{"".join(parts)}</g>\n' for name, parts in layers)
    return drawing.document(load_map(), f"<style>{STYLE}</style>{overlay}")


def _control(position: Position) -> Iterator[str]:
    """A dot in each town whose controller is not the one it began with."""
    the_map = load_map()
    for hex_id in sorted(the_map.towns):
        side = controller(position, hex_id)
        if side is not None and side != the_map.home_sides.get(hex_id):
            x, y = drawing.centre(hex_id)
            yield f'<circle class="held {side}" cx="{x:.1f}" cy="{y + 7:.1f}" r="3"/>'


def _works(position: Position) -> Iterator[str]:
    for hex_id, fort in sorted(position.forts.items()):
        x, y = drawing.centre(hex_id)
        shared = all(_present(position, side, hex_id) for side in SIDES)
        radius = BESIDE_TWO if shared else BESIDE_ONE
        points = " ".join(
            f"{x + dx * radius:.1f},{y + dy * radius:.1f}"
            for dx, dy in ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31))
        )
        title = f"{fort.side} fort, {fort.state.replace('_', ' ')}"
        yield f'<polygon class="works fort {fort.side} {fort.state}" points="{points}">'
        yield f"<title>{escape(title)}</title></polygon>"
    for hex_id, side in sorted(position.entrenchments.items()):
        x, y = drawing.centre(hex_id)
        yield f'<circle class="works entrenchment {side}" cx="{x:.1f}" cy="{y:.1f}" r="15"/>'


def _counters(position: Position) -> Iterator[str]:
    held = {hex_id for side in SIDES for hex_id in position.forces[side]}
    held |= {leader.hex for leader in position.leaders.values() if leader.hex}
    for hex_id in sorted(held):
        present = [side for side in SIDES if _present(position, side, hex_id)]
        for index, side in enumerate(present):
            shift = 0.0 if len(present) == 1 else (-11.0, 11.0)[index]
            yield _counter(position, side, hex_id, shift)


def _present(position: Position, side: str, hex_id: str) -> bool:
    return hex_id in position.forces[side] or bool(position.leaders_at(side, hex_id))


def _counter(position: Position, side: str, hex_id: str, shift: float) -> str:
    """One stack as a counter: strength, leaders with ratings, and marks for what ails it."""
    groups = position.groups(side, hex_id)
    leaders = position.leaders_at(side, hex_id)
    x, y = drawing.centre(hex_id)
    left, top = x + shift - COUNTER / 2, y - COUNTER / 2
    middle = x + shift
    names = " ".join(f"{letter}{position.leaders[letter].rating}" for letter in leaders)
    label = _strength_label(groups)
    narrow = ' class="long"' if len(label) > LONGEST_LABEL else ""
    parts = [
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{COUNTER}" height="{COUNTER}" rx="2"/>',
        f'<text{narrow} x="{middle:.1f}" y="{top + 11:.1f}">{label}</text>',
        f'<text class="small" x="{middle:.1f}" y="{top + 18.5:.1f}">{names}</text>',
    ]
    if any(group.demoralized for group in groups):
        parts.append(f'<circle class="demoralized" cx="{left:.1f}" cy="{top:.1f}" r="3.2"/>')
    if any(group.oos for group in groups):
        parts.append(f'<circle class="oos" cx="{left + COUNTER:.1f}" cy="{top:.1f}" r="3.2"/>')
    parts.append(f"<title>{escape(_title(position, side, hex_id))}</title>")
    due = position.due is not None and position.due.seat == side and hex_id in position.due.about.values()
    return f'<g class="counter {side}{" due" if due else ""}" id="f{hex_id}-{side}">{"".join(parts)}</g>\n'


def _strength_label(groups: tuple[Group, ...]) -> str:
    """The strength as a counter shows it: ASP, then m for militia and c for cavalry."""
    parts = []
    for kind, mark in ((ASP, ""), (MSP, "m"), (CAVALRY, "c")):
        if total := strength(groups, kind):
            parts.append(f"{total}{mark}")
    return "+".join(parts[:2]) if parts else "★"


def _title(position: Position, side: str, hex_id: str) -> str:
    """The tooltip of a counter."""
    lines = [f"{side.capitalize()}, {hex_id}"]
    for group in position.groups(side, hex_id):
        marks = [f"{group.demoralized}x demoralized"] if group.demoralized else []
        marks += [f"{group.oos}x out of supply"] if group.oos else []
        marks += [group.station] if group.station != FIELD else []
        marks += [group.activity] if group.activity != "ready" else []
        lines.append(f"{group.count} {group.kind.upper()} {', '.join(marks)}".strip())
    letters = position.leaders_at(side, hex_id)
    lines.extend(f"Leader {letter} ({position.leaders[letter].rating})" for letter in letters)
    return "\n".join(lines)
