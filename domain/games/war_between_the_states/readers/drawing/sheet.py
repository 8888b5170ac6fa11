"""The printed map: the three sheets as one drawing, with their seams and printed ids, and the same as data.

Layers are groups with a class, from the ground up to the names. Colours are custom properties, light or dark.
"""

from collections.abc import Iterator
from functools import cache

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.games.war_between_the_states.readers.drawing import ground
from ironclad.domain.games.war_between_the_states.readers.drawing.facts import facts
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import middle, size
from ironclad.domain.games.war_between_the_states.readers.drawing.names import names
from ironclad.domain.kernel.drawing.svg import Layer, lettered, map_sheet
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import PrintedMap


@rule("3.11/1")
@cache
def printed_map() -> PrintedMap:
    """The map, drawn once and as data."""
    return PrintedMap(_svg(), facts())


def _svg() -> str:
    width, height = size()
    layers: tuple[Layer, ...] = (
        ("wm-ground", (f'<rect class="beyond" width="{width}" height="{height}"/>', *ground.hexes())),
        ("hexno", _numbers()),
        ("wm-borders", ground.borders()),
        ("wm-water", (*ground.water(), *ground.ridges())),
        ("wm-ways", (*ground.roads(), *ground.railroads(), *ground.crossings())),
        ("wm-seams", ground.seams()),
        ("wm-marks", _towns()),
        ("wm-names", lettered(names())),
    )
    style = (DATA / "map.css").read_text(encoding="utf-8")
    return map_sheet("Map of War Between the States", (width, height), style, layers)


def _numbers() -> Iterator[str]:
    """The id of each hex at its upper edge; where sheets overlap, that of the upper one (3.13)."""
    for id in GRID.all():
        x, y = middle(id)
        yield f'<text x="{x:g}" y="{y - 15:g}">{id}</text>'


def _towns() -> Iterator[str]:
    """Cities as squares, towns as circles, dots; a star at a department, a ring at a supply city."""
    for hex, places in load_map().places_at.items():
        x, y = middle(hex)
        for place in places:
            if place.size == "landmark":
                continue
            marks = [place.size, load_map().hexes[hex].territory]
            marks += ["supply"] if place.supply else []
            shape = {"city": '<rect x="-6.5" y="-6.5" width="13" height="13"/>', "town": '<circle r="5.2"/>'}
            drawn = shape.get(place.size, '<circle r="2.4"/>')
            if place.department:
                drawn += f'<path class="star {place.department}" d="{_STAR}"/>'
            if place.seaport:
                drawn += f'<path class="anchor" d="{_ANCHOR}"/>'
            yield f'<g class="{" ".join(marks)}" transform="translate({x:g} {y:g})">{drawn}</g>'


_STAR = "M0,-4.4 1.1,-1.5 4.2,-1.4 1.8,.6 2.6,3.6 0,1.9 -2.6,3.6 -1.8,.6 -4.2,-1.4 -1.1,-1.5Z"
_ANCHOR = "M10,-6V3M7.5,-3.5H12.5M6.5,.5Q7,4 10,4Q13,4 13.5,.5"
