"""Vessels as SVG: a hull on its hexside, in its sea zone or on the stocks; levees that are breached (13)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import fleet, vessel_name, water
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import Vessel
from ironclad.domain.games.american_civil_war.readers.drawing import drawing
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import DAMAGED
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import BUILDING
from ironclad.domain.kernel.board.hexes import hexside_hexes

LETTERS = {"nsp": "N", "ntp": "T", "rsp": "R", "flotilla": "F", "ironclad": "I"}
_DOWN = {SIDES[0]: -5.5, SIDES[1]: 5.5}  # pixels off the middle, so that two sides on one hexside show


def vessels(position: Position) -> Iterator[str]:
    """A hull for all vessels of a side in one place, with the id "v<place>-<side>" and their letters."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, vessel in sorted(position.vessels.items()):
        place = vessel.zone or vessel.at or vessel.port
        found.setdefault((place, vessel.side), []).append(name)
    for (place, side), names in sorted(found.items()):
        x, y = _spot(place)
        yield _hull(position, place, side, names, x, y + _DOWN[side])


def _spot(place: str) -> tuple[float, float]:
    """Where vessels are drawn: under a zone's name, on a hexside, below the city that builds them."""
    if (hex_id := drawing.SEA_NAMES.get(place)) is not None:
        x, y = drawing.centre(hex_id)
        return (x - 14, y) if place == drawing.TURNED else (x, y + 16)
    if place in load_map().hexsides:
        return drawing.middle(*hexside_hexes(place))
    x, y = drawing.centre(place)
    return x, y + 13


def _hull(position: Position, place: str, side: str, names: list[str], x: float, y: float) -> str:
    afloat = [position.vessels[name] for name in names]
    label = _label(afloat)
    half = 6 + 2.6 * len(label)
    building = all(vessel.state == BUILDING for vessel in afloat)
    hull = f"M{x - half:.1f},{y - 4:.1f}H{x + half:.1f}L{x + half - 4:.1f},{y + 4.5:.1f}H{x - half + 4:.1f}Z"
    parts = [f'<path d="{hull}"/>', drawing.text("", x, y + 3, label)]
    if any(vessel.state == DAMAGED for vessel in afloat):
        parts.append(f'<circle class="damaged" cx="{x - half:.1f}" cy="{y - 4:.1f}" r="2.6"/>')
    parts.append(f"<title>{escape(_title(position, place, names))}</title>")
    classes = f"vessels {side}" + (" building" if building else "")
    return f'<g class="{classes}" id="v{escape(place.replace(" ", "-"))}-{side}">{"".join(parts)}</g>\n'


def _label(afloat: Iterable[Vessel]) -> str:
    counts = Counter(LETTERS[vessel.kind] for vessel in afloat)
    return " ".join(f"{letter}{count}" if count > 1 else letter for letter, count in counts.items())


def _title(position: Position, place: str, names: list[str]) -> str:
    """The tooltip of a hull: where it is, and each vessel with its state."""
    where = water(place) if position.vessels[names[0]].state != BUILDING else "under construction"
    lines = [f"{fleet(names)}: {where}"]
    for name in names:
        vessel = position.vessels[name]
        says = [word for word in (vessel.state, vessel.activity) if word not in ("sound", "ready", BUILDING)]
        if says:
            lines.append(f"{vessel_name(name)}: {', '.join(says)}")
    return "\n".join(lines)


def breaches(position: Position) -> Iterator[str]:
    """The levees that have been breached (13.3.4)."""
    yield drawing.sides("breach", map(hexside_hexes, sorted(position.levees_breached)))
