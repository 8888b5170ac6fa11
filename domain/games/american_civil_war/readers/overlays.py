"""What may be laid over the map: who controls it, whose zones it lies in, who is fed and how, what the
economy counts.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import centre, middle
from ironclad.domain.games.american_civil_war.readers.views.general import economy_view
from ironclad.domain.games.american_civil_war.readers.views.supply import supply_view
from ironclad.domain.games.american_civil_war.readers.views.zones import zones_view
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import rail_neighbours
from ironclad.domain.kernel.drawing.scene import Area, Line, Overlay, Spot

View = dict[str, Any]
_ZONES = (("secondary", 0.62), ("primary", 0.86))  # the smaller of a hex that is in both lies below


def _told(overlay: Overlay) -> View:
    document: View = msgspec.json.decode(msgspec.json.encode(overlay))
    return document


def _point(at: tuple[float, float]) -> tuple[float, float]:
    return round(at[0], 1), round(at[1], 1)


def control_overlay(position: Position) -> View:
    """Hexes by who controls them, and the rails that have changed hands (3.1, 7.1)."""
    held: dict[str, list[str]] = {side: [] for side in SIDES}
    for hex_id in load_map().hexes:
        if (side := controller(position, hex_id)) is not None:
            held[side].append(hex_id)
    areas = (Area(f"held {side}", tuple(held[side])) for side in SIDES)
    return _told(
        Overlay(tuple(areas), tuple(Line(f"rails {side}", _rails(position, side)) for side in SIDES))
    )


def _rails(position: Position, side: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The rails of the hexes that a side has taken, from the middle of each to the hexsides that they
    cross.
    """
    taken = sorted(hex_id for hex_id, by in position.rail_control.items() if by == side)
    return tuple(
        (_point(centre(hex_id)), _point(middle(hex_id, near)))
        for hex_id in taken
        for near in rail_neighbours(position, hex_id)
    )


def zones_overlay(position: Position) -> View:
    """Zones of control: the primary ones whole, the secondary ones smaller (6)."""
    zones = zones_view(position)
    return _told(
        Overlay(
            tuple(
                Area(f"zone {reach} {side}", tuple(zones[side][reach]), size)
                for side in SIDES
                for reach, size in _ZONES
            )
        )
    )


def supply_overlay(position: Position) -> View:
    """Hexes by what feeds the force there, over the lines that go to it (8)."""
    supply = supply_view(position)
    areas, lines, spots = list[Area](), list[Line](), list[Spot]()
    for force in supply["forces"]:
        path = tuple(_point(centre(hex_id)) for hex_id in force["path"])
        if len(path) > 1:
            lines.append(Line(f"line {force['side']}", (path,)))
            spots.append(Spot(f"source {force['side']}", *path[-1], r=5))
        fed = "out of supply" if force["fed_by"] == "none" else f"fed by {force['fed_by']}"
        title = f"{force['units']}: {fed}, {force['how']}"
        areas.append(Area(f"fed {force['fed_by']}", (force["hex"],), 0.88, title))
    for each in (*supply["depots"], *supply["centres"]):
        x, y = centre(each["hex"])
        spots.append(Spot("feeds", *_point((x + 13, y + 20)), label=f"feeds {each['feeds']}"))
    return _told(Overlay(tuple(areas), tuple(lines), tuple(spots), lines_first=True))


def economy_overlay(position: Position) -> View:
    """What counts towards the Confederate economy as things stand, and what does not, with the reason (14).
    """
    now = economy_view(position)["now"]
    spots = (*_worth(now["centres"], "centre", 0), *_worth(now["ports"], "port", 18))
    return _told(Overlay(spots=spots))


def _worth(rows: list[View], kind: str, right: float) -> Iterator[Spot]:
    for row in rows:
        if row.get("hex"):
            x, y = centre(row["hex"])
            value = row.get("value") or 0
            counts = row.get("counts", value > 0)
            reason = f", {row['reason']}" if row.get("reason") else ""
            role = f"worth {kind} {'counts' if counts else 'lost'}"
            title = f"{row['name']}: {value}{reason}"
            yield Spot(role, *_point((x + right, y - 16)), r=9, label=str(value), title=title)


OVERLAYS: Mapping[str, Callable[[Position], View]] = {
    "overlay_control": control_overlay,
    "overlay_zones": zones_overlay,
    "overlay_supply": supply_overlay,
    "overlay_economy": economy_overlay,
}
"""By the name of the view that gives it."""
