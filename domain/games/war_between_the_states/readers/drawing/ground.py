"""The ground as paths: hexes by terrain, what runs along hexsides, roads and railroads, seams of the sheets.

Paths are cut into blocks of the map, so that a browser draws those blocks alone that are in sight.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ironclad.domain.games.war_between_the_states.board.features import COAST, GRID, Side
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import corners, ends, middle
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes
from ironclad.domain.kernel.drawing.outlines import Ring
from ironclad.domain.kernel.drawing.svg import line, lines, path

BLOCK = 10  # columns and rows of a block
Drawn = tuple[str, str, Ring]
"""A hex of the block, a class, and a line or the ring of a hex."""
_WIDE = frozenset({"tidal", "estuary"})


def hexes() -> Iterator[str]:
    """Every hex by its terrain, sea hexes too."""
    terrains = {**dict.fromkeys(load_map().features.ocean, "sea")}
    terrains |= {id: _terrain(id) for id in load_map().hexes}
    yield from _blocked((id, f"hex {kind}", corners(id)) for id, kind in terrains.items())


def _terrain(id: str) -> str:
    here = load_map().hexes[id]
    return f"{here.terrain} coastal" if here.kind == "coastal" else here.terrain


def _sides_of(found: Iterable[str]) -> Iterator[tuple[str, str]]:
    known = set(found)
    for a in known:
        yield from ((a, b) for b in GRID.neighbours(a) if a < b and b in known)


def water() -> Iterator[str]:
    """Hexsides with water by kind (6.11, 6.12); ridges that bar the way (6.12/3)."""
    for kind in ("minor", "variant", "navigable", "tidal", "estuary", COAST):
        sides = (side for side in load_map().features.sides.values() if side.kind == kind)
        yield from _blocked(_along(side, f"water {kind}") for side in sides)


def ridges() -> Iterator[str]:
    """Hexsides that only a road or a railroad crosses."""
    yield from _blocked(_along(side, "ridge") for side in load_map().features.sides.values() if side.ridge)


def borders() -> Iterator[str]:
    """Borders of states, and of the printed colours of the sides."""
    found, drawn = load_map().hexes, list[Drawn]()
    for a, b in sorted(_sides_of(found)):
        one, other = found[a], found[b]
        if one.territory != other.territory:
            drawn.append((a, "border", ends(a, b)))
        elif one.state != other.state:
            drawn.append((a, "state", ends(a, b)))
    yield from _blocked(drawn)


def seams() -> Iterator[str]:
    """Where one sheet lies over another (3.13)."""
    sides = ((a, b) for a in GRID.all() for b in GRID.neighbours(a) if a < b and a[0] != b[0])
    yield from _blocked((a, "seam", ends(a, b)) for a, b in sides)


def _along(side: Side, role: str) -> Drawn:
    a, b = hexside_hexes(side.key)
    return a, role, ends(a, b)


def roads() -> Iterator[str]:
    """Roads from hex to hex; they break off at a river without a bridge (6.6)."""
    steps = {hexside(a, b) for hexes in load_map().features.roads.values() for a, b in pairwise(hexes)}
    yield from _blocked(_step(key, "road") for key in sorted(steps))


def railroads() -> Iterator[str]:
    """Railroads of the start and unfinished ones, with their ties (6.54)."""
    for built, role in ((True, "rail"), (False, "rail unfinished")):
        steps = {
            hexside(a, b)
            for each in load_map().features.railroads
            if each.built == built
            for a, b in pairwise(each.hexes)
        }
        yield from _blocked(_step(key, role) for key in sorted(steps))
        if built:
            yield from _blocked(_step(key, "ties") for key in sorted(steps))


def _step(key: str, role: str) -> Drawn:
    a, b = hexside_hexes(key)
    return a, role, (middle(a), middle(b))


def crossings() -> Iterator[str]:
    """A bar over the water at each bridge, a ring at each ferry (6.11, 6.12)."""
    for side in load_map().features.sides.values():
        a, b = hexside_hexes(side.key)
        if side.crossing == "bridge" and (side.road or side.rail):
            yield path("bridge", _bridge(a, b, side.kind in _WIDE))
        elif side.crossing == "ferry" or side.rail_ferry:
            x, y = middle(side.key)
            yield f'<circle class="ferry" cx="{x:g}" cy="{y:g}" r="3.4"/>'


def _bridge(a: str, b: str, wide: bool) -> str:
    """Two short bars beside the way, across the water."""
    (x, y), (left, top), (right, bottom) = middle(hexside(a, b)), *ends(a, b)
    ux, uy = (right - left) / 26, (bottom - top) / 26  # along the hexside
    long = 5.5 if wide else 4.2
    bars = []
    for by in (-3.2, 3.2):
        cx, cy = x + ux * by, y + uy * by
        bars.append(((cx + uy * long, cy - ux * long), (cx - uy * long, cy + ux * long)))
    return lines([[(round(p, 1), round(q, 1)) for p, q in bar] for bar in bars])


def _blocked(drawn: Iterable[Drawn]) -> Iterator[str]:
    """Rings or lines of hexes as paths, one for each class in each block; hexes are closed."""
    found: dict[tuple[str, int, int], list[Ring]] = {}
    for hex, role, points in drawn:
        column, row = GRID.place(hex)
        found.setdefault((role, column // BLOCK, row // BLOCK), []).append(points)
    for (role, _, _), rings in found.items():
        closed = role.startswith("hex ")
        yield path(role, "".join(line(points, closed=closed) for points in rings))
