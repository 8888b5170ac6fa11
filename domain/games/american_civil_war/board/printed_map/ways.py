"""Railroads, roads, and what crosses or closes the water: bridges, ferries, levees, loops, inlets.

A line runs from a hex's middle over the middle of each hexside that it crosses. Through a hex with a place,
or where lines part, it goes over the hex's middle; elsewhere it is a curve.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from ironclad.domain.games.american_civil_war.board.features import GRID, Hexside
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.printed_map import courses, water
from ironclad.domain.games.american_civil_war.board.printed_map.pen import Pen, number, place
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import centre
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes

_MAP = load_map()
_TURN = {"N": 0, "S": 0, "NE": 60, "SW": 60, "SE": -60, "NW": -60}  # degrees, of a way that crosses
Chain = tuple[str, ...]


@cache
def _fixed() -> frozenset[str]:
    """The hexes whose middle a line goes over: places, and where lines part."""
    every = [*_MAP.railroads.values(), *_MAP.roads.values(), *(u.hexes for u in _MAP.unfinished.values())]
    steps = {hexside(a, b) for chain in every for a, b in itertools.pairwise(chain)}
    ways = Counter(hex_id for step in steps for hex_id in hexside_hexes(step))
    named = {hex_id for hex_id, here in _MAP.hexes.items() if here.names}
    return frozenset(named | {hex_id for hex_id, count in ways.items() if count != 2})


def line(chains: Iterable[Chain]) -> str:
    """The path data of these lines; a step that two of them share is drawn once."""
    pen, seen = Pen(), set[str]()
    for chain in chains:
        for piece in _new_pieces(chain, seen):
            _draw(pen, piece)
    return str(pen)


def _new_pieces(chain: Chain, seen: set[str]) -> Iterator[list[str]]:
    piece = [chain[0]]
    for a, b in itertools.pairwise(chain):
        if (step := hexside(a, b)) in seen:
            if len(piece) > 1:
                yield piece
            piece = [b]
        else:
            seen.add(step)
            piece.append(b)
    if len(piece) > 1:
        yield piece


def _draw(pen: Pen, piece: list[str]) -> None:
    pen.move(centre(piece[0]))
    for before, here, after in zip(piece, piece[1:], [*piece[2:], ""], strict=False):
        into = courses.bend(before, here)
        if before in _fixed() or before == piece[0]:
            pen.line(into)
        if not after or here in _fixed():
            pen.line(centre(here))
        else:
            pen.curve(centre(here), courses.bend(here, after))


def drawn() -> Iterator[str]:
    """Roads, then railroads with their ties, then those that are not finished (7.5)."""
    yield f'<path class="road" d="{line(_MAP.roads.values())}"/>\n'
    yield f'<defs><path id="wm-rail" d="{line(_MAP.railroads.values())}"/></defs>\n'
    yield '<use href="#wm-rail" class="rail"/><use href="#wm-rail" class="ties"/>\n'
    unfinished = line(each.hexes for each in _MAP.unfinished.values())
    yield f'<defs><path id="wm-grade" d="{unfinished}"/></defs>\n'
    yield '<use href="#wm-grade" class="rail unfinished"/><use href="#wm-grade" class="ties unfinished"/>\n'


def _turned(name: str, x: float, y: float, degrees: int) -> str:
    at = f"translate({number(round(x * 10))} {number(round(y * 10))})"
    return f'<use href="#wm-{name}" transform="{at}{f" rotate({degrees})" if degrees else ""}"/>\n'


def loop_spot(side: Hexside) -> tuple[float, float]:
    """The place of a river loop's mark: beside its hexside, in the hex inside the bend."""
    x, y = courses.bend(*side.hexes)
    u, v = centre(side.loop_hex or side.hexes[0])
    return x + (u - x) * 0.32, y + (v - y) * 0.32


def crossings() -> Iterator[str]:
    """Bridges and ferries, turned the way that they lead; levees across their water; loops and inlets."""
    for _, side in sorted(_MAP.hexsides.items()):
        x, y = courses.bend(*side.hexes)
        degrees = _TURN[GRID.direction(*side.hexes) or "N"]
        if side.levee:
            yield _turned("levee", x, y, degrees)
        if side.crossing:
            yield _turned(side.crossing, x, y, degrees)
        if side.loop_hex:
            yield f'<use href="#wm-loop" {place(*loop_spot(side))}/>\n'
    for x, y in water.inlets():
        yield f'<use href="#wm-inlet" {place(x, y)}/>\n'
