"""The symbols of places: cities by what they count for, ports, fortresses, sources (2.1); and their names."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.features import Hex
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.printed_map.facts import city_kind
from ironclad.domain.games.american_civil_war.board.printed_map.lettering import TYPES
from ironclad.domain.games.american_civil_war.board.printed_map.pen import number, place
from ironclad.domain.games.american_civil_war.board.printed_map.placing import Name
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import centre

_MAP = load_map()
# Pixels from the middle of a hex to the edge of the symbol there.
_REACH = {"critical": 8.0, "supply_centre": 5.0, "town": 3.6, "fortress": 6.5, "source": 7.0, "": 2.0}
_RING = 8.2  # of a recruitment city
# Pixels that pieces take from the middle of their place, wherever its name is shown: it keeps clear of them.
_PIECES = {"critical": 18.8, "centre": 18.8, "fort": 20.5, "town": 15.2, "landmark": 15.2}
_STYLES = {"critical": "critical", "supply_centre": "centre", "town": "town"}


def drawn() -> Iterator[str]:
    """The symbols, hex by hex."""
    for hex_id, here in _MAP.hexes.items():
        x, y = centre(hex_id)
        for symbol in _symbols(here):
            yield f'<use href="#wm-{symbol}" {place(x, y)}/>'
        if here.critical_value:
            yield f'<text class="value" {place(x, y + 3)}>{here.critical_value}</text>\n'
        if here.port:
            yield from _port(here, x, y)


def _symbols(here: Hex) -> Iterator[str]:
    if here.supply_source:
        yield "source"
    if here.fortress:
        yield "fortress"
    if here.recruitment_group:
        yield "recruitment-critical" if here.critical_value else "recruitment"
    if kind := city_kind(here):
        yield kind.replace("_", "-")
    elif not here.fortress and not here.supply_source and here.names:
        yield "landmark"


def anchor(here: Hex) -> tuple[float, float]:
    """The point of a port's anchor: at the upper left of its city."""
    x, y = centre(here.id)
    away = 9.5 if here.critical_value or here.recruitment_group else 7.5
    return x - away, y - away * 0.75


def _port(here: Hex, x: float, y: float) -> Iterator[str]:
    u, v = anchor(here)
    critical = "-critical" if here.port_value else ""
    yield f'<use href="#wm-port{critical}" {place(u, v)}/>\n'
    if here.port_value:
        yield f'<text class="value port" x="{number(round(u * 10))}" y="{number(round(v * 10 - 52))}">'
        yield f"{here.port_value}</text>\n"


def reach(here: Hex) -> float:
    """Pixels from the hex's middle that its symbol takes."""
    kind = city_kind(here) or ("fortress" if here.fortress else "source" if here.supply_source else "")
    ring = _RING if here.recruitment_group else 0.0
    return max(_REACH[kind], ring, 9.6 if ring and kind == "critical" else 0.0)


def names() -> Iterator[Name]:
    """Every name of a place: of the city, else the fortress, else the landmark; important ones first."""
    found = []
    for here in _MAP.hexes.values():
        style = _STYLES.get(city_kind(here)) or ("fort" if here.fortress else "landmark")
        words = here.city or here.fortress or (here.names[0] if here.names else "")
        if words:
            found.append(Name(words, style, TYPES[style], centre(here.id), max(reach(here), _PIECES[style])))
    order = list(TYPES)
    yield from sorted(found, key=lambda name: order.index(name.style))
