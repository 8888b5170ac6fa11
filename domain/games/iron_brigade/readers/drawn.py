"""Points of the table as the sheet has them: x to the east, y to the south from the northern edge."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ironclad.domain.games.iron_brigade.position.scenery import Scenery
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import playable, scenarios
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.drawing.table import Stand
from ironclad.domain.kernel.engine.records import PrintedMap

GRAIN = 6
"""How much more closely a page looks at the sheet than at one of a map: an inch has 100 units."""
STYLE = (
    ".cloth{fill:#cfd6b4}@media(prefers-color-scheme:dark){.cloth{fill:#2c3326}}"
    ".paper[data-theme=light] .cloth{fill:#cfd6b4}.paper[data-theme=dark] .cloth{fill:#2c3326}"
)


def on_sheet(scenery: Scenery, points: Iterable[Point]) -> tuple[Point, ...]:
    """Points of the table in units of the sheet."""
    return tuple((x, scenery.height - y) for x, y in points)


def place_of(scenery: Scenery, point: Point) -> str:
    """A point as the id of a place of the board."""
    return f"{point[0]},{scenery.height - point[1]}"


def stands_of(scenery: Scenery, muster: Muster, unit: Unit) -> tuple[Stand, ...]:
    """The stands of a unit as a page draws them."""
    return tuple(
        Stand(on_sheet(scenery, polygon), unit.stands[number].men, form_of(muster, unit, number))
        for number, polygon in enumerate(unit.body.polygons)
    )


def form_of(muster: Muster, unit: Unit, number: int) -> str:
    """What the figures of a stand look like."""
    if muster.is_battery:
        gun = number == (1 if unit.formation == "limbered" else 0)
        return "gun" if gun else "team"
    if muster.type in ("wagon", "horses"):
        return "wagon" if muster.type == "wagon" else "horse"
    return "horse" if unit.mounted or not muster.is_regiment else "foot"


@cache
def board() -> PrintedMap:
    """The bare cloth: the largest table of the scenarios. What lies on a table comes with its scene."""
    tables: list[Mapping[str, Any]] = [scenarios()[id]["table"] for id in playable()]
    width, height = max(each["width"] for each in tables), max(each["height"] for each in tables)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><style>{STYLE}</style>'
        f'<rect class="cloth" width="{width}" height="{height}"/></svg>'
    )
    return PrintedMap(svg, {"width": width, "height": height, "grain": GRAIN, "points": []})
