"""The legend: title, scale, and every symbol and line with its name, in a corner of the open sea.

It is one group, and `#wm-legend` after the address of the drawing shows it alone.
"""

from collections.abc import Iterator
from html import escape

from ironclad.domain.games.american_civil_war.board.printed_map.facts import LEGEND, TERMS
from ironclad.domain.games.american_civil_war.board.printed_map.lettering import Box
from ironclad.domain.games.american_civil_war.board.printed_map.pen import number, place
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import RADIUS
from ironclad.domain.kernel.board.hexes import HALF_HEIGHT

Row = tuple[str, str]  # a drawing about its own middle, and what it is called

BOX = Box(*LEGEND)
MILES = 20  # across a hex (2.1)
_ROW = 18.5  # pixels from a row to the next
_FIRST_ROW = 84.0  # pixels from the top to the first row
_WORDS = 20.0  # pixels from the middle of a row's drawing to its words
_COLUMNS = (22.0, 194.0, 336.0)  # pixels from the left side to each column
_LINE = "M-12 0H12"
_WAVE = "M-12 1.5Q-6-4 0 0T12-1.5"


def _term(group: str, kind: str) -> str:
    return TERMS[group][kind][0]


def _use(symbol: str) -> str:
    return f'<use href="#wm-{symbol}"/>'


def _path(classes: str, d: str = _LINE) -> str:
    return f'<path class="{classes}" d="{d}"/>'


def _places() -> Iterator[Row]:
    def one(*symbols: str) -> str:
        return "".join(map(_use, symbols))

    critical_port = one("port-critical") + '<text class="value port" y="-5.2">1</text>'
    high = "M-11-6H11V6H-11Z"
    yield (
        one("critical") + '<text class="value" y="3">2</text>',
        _term("places", "critical") + ", with its value",
    )
    yield one("supply-centre"), _term("places", "supply_centre")
    yield one("town"), _term("places", "town")
    yield one("recruitment", "supply-centre"), _term("places", "recruitment")
    yield one("port"), _term("places", "port")
    yield critical_port, "Critical port, with its value"
    yield one("fortress"), _term("places", "fortress")
    yield one("landmark"), "Landmark"
    yield one("source"), _term("places", "source")
    yield _path("appalachia-swatch", high) + _path("appalachia-edge", high), _term("places", "appalachia")
    yield _path("snow-line"), "Snow line"


def _water() -> Iterator[Row]:
    yield _path("river minor", _WAVE), _term("sides", "minor")
    yield _path("river seasonal", _WAVE) + _path("river pools", _WAVE), _term("sides", "seasonal")
    yield _path("river navigable", _WAVE), _term("sides", "navigable")
    for kind, label in (("tidal", _term("sides", "tidal")), ("bay", "Bay or lake")):
        yield _path(f"bank {kind}", _WAVE) + _path(f"open {kind}", _WAVE), label
    yield _path("sandbar"), _term("sides", "sandbar")
    for kind in ("inlet", "levee", "loop"):
        yield _use(kind), _term("features", kind)
    yield _path("zone-edge"), "Sea zone boundary"


def _ways() -> Iterator[Row]:
    yield _path("rail") + _path("ties"), _term("lines", "rail")
    yield _path("rail unfinished") + _path("ties unfinished"), "Unfinished"
    yield _path("road"), _term("lines", "road")
    for kind in ("bridge", "ferry"):
        yield _path("river navigable") + _use(kind), _term("features", kind)
    yield _peaks("hills", "peak"), _term("terrain", "rough")
    yield _peaks("swamps", "reeds"), _term("terrain", "swamp")
    yield _path("border"), "State border"
    yield _path("recruiting-line"), "Recruiting line"
    yield _path("grid", "M-11 0L-5.5-9.5H5.5L11 0L5.5 9.5H-5.5Z"), f"Hex, {MILES} miles"


def _peaks(layer: str, symbol: str) -> str:
    marks = f'<use href="#wm-{symbol}" x="-6" y="1"/><use href="#wm-{symbol}" x="6" y="2"/>'
    return f'<g class="wm-{layer}">{marks}</g>'


def view() -> str:
    """What shows the legend alone."""
    box = BOX.grown(6)
    corner = f"{number(round(box.left * 10))} {number(round(box.top * 10))}"
    return (
        f'<view id="wm-legend" viewBox="{corner} {box.right - box.left:.0f} {box.bottom - box.top:.0f}"/>\n'
    )


def drawn() -> Iterator[str]:
    """The legend, its upper left corner at the box's."""
    across, down = BOX.right - BOX.left, BOX.bottom - BOX.top
    yield f'<g transform="translate({BOX.left:.0f} {BOX.top:.0f})">\n'
    yield f'<rect class="wm-card" width="{across:.0f}" height="{down:.0f}"/>\n'
    yield f'<rect class="wm-frame" x="4" y="4" width="{across - 8:.0f}" height="{down - 8:.0f}"/>\n'
    yield f'<text class="title" {place(across / 2, 34)}>AMERICAN CIVIL WAR</text>\n'
    yield f'<text class="subtitle" {place(across / 2, 52)}>the seat of war, 1861 to 1865</text>\n'
    for left, rows in zip(_COLUMNS, (_places(), _water(), _ways()), strict=True):
        for index, (mark, words) in enumerate(rows):
            y = _FIRST_ROW + index * _ROW
            yield f'<g transform="translate({number(round(left * 10))} {number(round(y * 10))})">{mark}'
            yield f'<text x="{number(round(_WORDS * 10))}" y="3">{escape(words)}</text></g>\n'
    yield f"{_scale(_COLUMNS[2] - 10, down - 24)}</g>\n"


def _scale(left: float, y: float) -> str:
    """A bar of sixty miles: a hex is as wide as the way from its middle to the next one's."""
    mile = 2 * RADIUS * HALF_HEIGHT / MILES
    bars = "".join(
        f"M{number(round((left + i * 20 * mile) * 10))} {number(round(y * 10))}"
        f"h{number(round(20 * mile * 10))}"
        for i in (0, 2)
    )
    return (
        f'<path class="scale" d="{bars}"/><path class="scale thin" d="M{left:.0f} {y:.0f}h{60 * mile:.1f}"/>'
        f'<text class="small" {place(left, y - 5)}>0</text>'
        f'<text class="small" {place(left + 60 * mile - 28, y - 5)}>60 miles</text>'
    )
