"""The map as SVG: the static background on which positions are drawn (2.1).

Every layer is one `<g>` with a class of its own, so that a page may hide or restyle it; every hex is
`<polygon id="h4506">` with classes for its terrain, state and sea zone. Units are pixels, x to the east and y
to the south; `centre(hex)` is the point where anything on a hex is drawn.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape

from ironclad.domain.games.american_civil_war.board.features import DIVIDING_COLUMN, GRID, SEA_ZONES, Hex
from ironclad.domain.games.american_civil_war.board.map import Map
from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.kernel.board.hexes import hexside_hexes

STYLE = (DATA / "map.css").read_text(encoding="utf-8")
SYMBOLS = (DATA / "map_symbols.svg").read_text(encoding="utf-8")
RADIUS = 26.0  # pixels from a hex's centre to its corners
MARGIN = 8.0
# The point of each sea zone's name, in the open water of the zone.
SEA_NAMES = {
    "West Gulf": "0635",
    "East Gulf": "1935",
    "South Atlantic": "4027",
    "Mid-Atlantic": "4620",
    "North Atlantic": "5009",
}
TURNED = "North Atlantic"  # a narrow strip along the edge: its name runs down
WATER_LAYERS = ("minor", "seasonal", "navigable", "tidal", "bay", "lake")


def centre(hex_id: str) -> tuple[float, float]:
    """The pixel at the middle of a hex."""
    x, y = GRID.centre(hex_id, RADIUS)
    return x + MARGIN, y + MARGIN


def size() -> tuple[float, float]:
    """Width and height of the map in pixels."""
    width, height = GRID.size(RADIUS)
    return width + 2 * MARGIN, height + 2 * MARGIN


def view_box() -> str:
    """The viewBox attribute that shows the whole map."""
    width, height = size()
    return f"0 0 {width:.0f} {height:.0f}"


@lru_cache(maxsize=2)
def draw_map(the_map: Map) -> str:
    """The layers of the map, from the bottom up, as one SVG fragment for a document with our view box."""
    layers = (
        ("ocean", _ocean(the_map)),
        ("hexes", _hexes(the_map)),
        ("terrain", _terrain(the_map)),
        ("borders", _borders(the_map)),
        ("water", _water(the_map)),
        ("coast", _coast(the_map)),
        ("roads", _lines("road", the_map.roads.values())),
        ("rails", _rails(the_map)),
        ("crossings", _crossings(the_map)),
        ("features", _features(the_map)),
        ("numbers", _numbers(the_map)),
        ("places", _places(the_map)),
        ("names", _names(the_map)),
        ("sea-names", _sea_names()),
    )
    return SYMBOLS + "".join(f'<g class="map-{name}">{"".join(parts)}</g>\n' for name, parts in layers)


def document(the_map: Map, overlay: str = "") -> str:
    """A whole SVG document: the map, and on it what `overlay` draws."""
    width, height = size()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box()}" width="{width:.0f}" '
        f'height="{height:.0f}"><style>{STYLE}</style>\n{draw_map(the_map)}{overlay}</svg>\n'
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _point(x: float, y: float) -> str:
    return f"{_number(x)},{_number(y)}"


def _polygon(hex_id: str, classes: str, title: str) -> str:
    points = " ".join(_point(x + MARGIN, y + MARGIN) for x, y in GRID.corners(hex_id, RADIUS))
    told = f"<title>{escape(title)}</title>"
    return f'<polygon id="h{hex_id}" class="{classes}" points="{points}">{told}</polygon>\n'


def ends(a: str, b: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two ends of a hexside in pixels."""
    (x, y), (u, v) = GRID.hexside_ends(a, b, RADIUS)
    return (x + MARGIN, y + MARGIN), (u + MARGIN, v + MARGIN)


def middle(a: str, b: str) -> tuple[float, float]:
    """The pixel at the middle of a hexside."""
    (x, y), (u, v) = ends(a, b)
    return (x + u) / 2, (y + v) / 2


def sides(classes: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Hexsides as one path."""
    drawn_ends = (ends(a, b) for a, b in pairs)
    drawn = "".join(f"M{_point(*start)}L{_point(*end)}" for start, end in drawn_ends)
    return f'<path class="{classes}" d="{drawn}"/>\n' if drawn else ""


def _symbol(name: str, x: float, y: float) -> str:
    return f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>\n'


def text(classes: str, x: float, y: float, words: str) -> str:
    """A text with classes; its anchor is the style's."""
    return f'<text class="{classes}" x="{_number(x)}" y="{_number(y)}">{escape(words)}</text>\n'


def _ocean(the_map: Map) -> Iterator[str]:
    for hex_id, zone in the_map.ocean.items():
        yield _polygon(hex_id, f"ocean zone-{SEA_ZONES.index(zone)}", zone)


def _hexes(the_map: Map) -> Iterator[str]:
    for hex_id, here in the_map.hexes.items():
        classes = f"hex {here.terrain} state-{here.state}" + (" appalachia" if here.appalachia else "")
        yield _polygon(hex_id, classes, _title(here))


def _title(here: Hex) -> str:
    """The tooltip of a hex: number, places, state, terrain."""
    parts = [" ".join([here.id, ", ".join(here.names)]).strip(), here.state, here.terrain]
    if here.appalachia:
        parts.append("Appalachia")
    if here.coastal:
        parts.append("coastal")
    return ", ".join(parts)


def _terrain(the_map: Map) -> Iterator[str]:
    for hex_id, here in the_map.hexes.items():
        if here.terrain != "clear":
            yield _symbol(here.terrain, *centre(hex_id))


def _borders(the_map: Map) -> Iterator[str]:
    """State borders, the snow line (8.6), the edge of Appalachia (15.4), the recruiting line (4.1.1)."""
    pairs = [(a, b) for a, around in the_map.neighbours.items() for b in around if a < b]
    hexes = the_map.hexes
    yield sides("appalachia-edge", (p for p in pairs if hexes[p[0]].appalachia != hexes[p[1]].appalachia))
    yield sides("state-border", (p for p in pairs if hexes[p[0]].state != hexes[p[1]].state))
    snow = (p for p in pairs if hexes[p[0]].north_of_snow_line != hexes[p[1]].north_of_snow_line)
    yield sides("snow-line", snow)
    yield sides("recruiting-line", (p for p in pairs if _astride_the_line(*p)))


def _astride_the_line(a: str, b: str) -> bool:
    return (GRID.column(a) < DIVIDING_COLUMN) != (GRID.column(b) < DIVIDING_COLUMN)


def _water(the_map: Map) -> Iterator[str]:
    for kind in WATER_LAYERS:
        yield sides(f"water {kind}", (s.hexes for s in the_map.hexsides.values() if s.kind == kind))


def _coast(the_map: Map) -> Iterator[str]:
    shore = [
        (land, sea) for land in the_map.open_coast for sea in GRID.neighbours(land) if sea in the_map.ocean
    ]
    barred = sorted(pair for pair in the_map.sandbars if pair[0] in the_map.hexes)
    yield sides("shore", (pair for pair in shore if pair not in the_map.sandbars))
    yield sides("sandbar", barred)


def _lines(classes: str, chains: Iterable[tuple[str, ...]]) -> Iterator[str]:
    drawn = "".join("M" + "L".join(_point(*centre(h)) for h in chain) for chain in chains)
    yield f'<path class="{classes}" d="{drawn}"/>\n'


def _rails(the_map: Map) -> Iterator[str]:
    for part in ("rail", "rail ties"):
        yield from _lines(part, the_map.railroads.values())
    yield from _lines("rail unfinished", (line.hexes for line in the_map.unfinished.values()))


def _crossings(the_map: Map) -> Iterator[str]:
    for side in the_map.hexsides.values():
        if side.crossing:
            yield _symbol(side.crossing, *middle(*side.hexes))


def _features(the_map: Map) -> Iterator[str]:
    """Levees, river loops and inlets."""
    for key in sorted(the_map.levees):
        yield sides("levee", [hexside_hexes(key)])
    for key in sorted(the_map.loops):
        yield _symbol("loop", *middle(*hexside_hexes(key)))
    for key, zones in the_map.sea_exits.items():
        a, b = hexside_hexes(key)
        if zones and all((land, sea) in the_map.sandbars for land, sea in _seaward(the_map, a, b)):
            yield _symbol("inlet", *_sea_end(the_map, a, b))


def _seaward(the_map: Map, a: str, b: str) -> list[tuple[str, str]]:
    """The coast hexsides at the sea end of a watercourse between a and b."""
    seas = [n for n in GRID.neighbours(a) if n in the_map.ocean and GRID.direction(b, n)]
    return [(land, sea) for sea in seas for land in (a, b)]


def _sea_end(the_map: Map, a: str, b: str) -> tuple[float, float]:
    sea = _seaward(the_map, a, b)[0][1]
    x, y = centre(sea)
    return min(ends(a, b), key=lambda end: (end[0] - x) ** 2 + (end[1] - y) ** 2)


def _numbers(the_map: Map) -> Iterator[str]:
    for hex_id in the_map.hexes:
        x, y = centre(hex_id)
        yield text("number", x, y - RADIUS * 0.66, hex_id)


def _places(the_map: Map) -> Iterator[str]:
    for hex_id, here in the_map.hexes.items():
        x, y = centre(hex_id)
        if here.fortress:
            yield _symbol("fortress", x + (9 if here.city else 0), y)
        if here.supply_source:
            yield _symbol("source", x, y)
        if here.port:
            yield _symbol("port", x, y)
        if here.city:
            yield _symbol(_city_symbol(here), x, y)
        if here.recruitment_group:
            yield _symbol("recruitment", x, y)
        if here.critical_value or here.port_value:
            yield from _value(here, x, y)


def _city_symbol(here: Hex) -> str:
    if here.critical_value:
        return "critical"
    return "supply-centre" if here.supply_centre else "town"


def _value(here: Hex, x: float, y: float) -> Iterator[str]:
    """The economic values beside the city (14.0): of the centre, and of the port in blue."""
    if here.critical_value:
        yield text("value", x - 11, y + 2.5, str(here.critical_value))
    if here.port_value:
        yield text("value port-value", x + 11, y + 2.5, str(here.port_value))


def _names(the_map: Map) -> Iterator[str]:
    for hex_id, here in the_map.hexes.items():
        x, y = centre(hex_id)
        if here.city:
            yield text("city", x, y + RADIUS * 0.5, here.city)
        elif here.fortress:
            yield text("fort", x, y + RADIUS * 0.5, here.fortress)
        elif here.names:
            yield text("landmark", x, y + RADIUS * 0.5, here.names[0])


def _sea_names() -> Iterator[str]:
    for zone, hex_id in SEA_NAMES.items():
        x, y = centre(hex_id)
        turned = f' transform="rotate(90 {_point(x, y)})"' if zone == TURNED else ""
        place = f'font-size="20" x="{_number(x)}" y="{_number(y)}"{turned}'
        yield f'<text class="sea-name" {place}>{zone}</text>\n'
