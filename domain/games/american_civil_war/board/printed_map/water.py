"""The water: rivers as curves along their hexsides, width by how deep they are, and what lies at the shore.

Every river is one chain over all its reaches, so that it flows on where its depth changes. Where rivers meet
the main one goes straight on and the other ends on its curve.
"""

import itertools
from collections.abc import Iterator
from functools import cache

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.printed_map import courses, ground
from ironclad.domain.games.american_civil_war.board.printed_map.courses import Corner, Point, Side
from ironclad.domain.games.american_civil_war.board.printed_map.facts import is_inlet
from ironclad.domain.games.american_civil_war.board.printed_map.pen import Pen, between

_MAP = load_map()
DEPTHS = ("minor", "seasonal", "navigable", "tidal", "bay", "lake")


def _through(corner: Corner, meeting: list[Side]) -> list[tuple[Side, Side]]:
    """The two hexsides at a corner that are one river, or else the two deepest."""
    if len(meeting) < 2:
        return []
    pairs = [(a, b) for i, a in enumerate(meeting) for b in meeting[i + 1 :]]
    return [max(pairs, key=lambda pair: (_shared(*pair), _depth(*pair)))]


def _shared(one: Side, other: Side) -> int:
    """Two of one main river, 1 if a river runs along both, else 0."""
    a, b = _MAP.sides[one], _MAP.sides[other]
    return (a.name == b.name) + bool(set(a.rivers) & set(b.rivers))


def _depth(one: Side, other: Side) -> int:
    return sum(DEPTHS.index(_MAP.sides[side].kind) for side in (one, other))


@cache
def chains() -> tuple[list[Side], ...]:
    """The rivers, each from one end to the other."""
    return tuple(courses.chains((side.hexes for side in _MAP.hexsides.values()), _through))


@cache
def _passing() -> dict[Corner, Point]:
    """Where the curve of a river passes a corner that it rounds off."""
    found = {}
    for chain in chains():
        for before, side in itertools.pairwise(chain):
            corner = courses.corners(*side)[0]
            found[corner] = courses.rest(courses.bend(*before), courses.spot(corner), courses.bend(*side))
    return found


@cache
def _shore() -> dict[Corner, Point]:
    """Where the coast passes a corner that it rounds off."""
    found = {}
    for loop in courses.outline(ground.land()):
        for index, side in enumerate(loop):
            before, corner = courses.bend(*loop[index - 1]), courses.corners(*side)[0]
            found[corner] = courses.rest(before, courses.spot(corner), courses.bend(*side))
    return found


def _mouth(corner: Corner) -> Point:
    """Where a river ends: on the coast, just short of the middle of what it joins, or at the corner."""
    spot = courses.spot(corner)
    if (joined := _passing().get(corner)) is not None:
        return joined[0] + (spot[0] - joined[0]) / 4, joined[1] + (spot[1] - joined[1]) / 4
    return _shore().get(corner, spot)


def rivers() -> dict[str, str]:
    """Depth to the path data of all hexsides of that depth."""
    pens = {kind: Pen() for kind in DEPTHS}
    for chain in chains():
        kind = ""
        for index, side in enumerate(chain):
            begins = kind != (kind := _MAP.sides[side].kind)
            last = index == len(chain) - 1
            ends = last or _MAP.sides[chain[index + 1]].kind != kind
            _reach(pens[kind], chain, index, begins, ends)
    return {kind: str(pen) for kind, pen in pens.items()}


def _reach(pen: Pen, chain: list[Side], index: int, begins: bool, ends: bool) -> None:
    """One hexside of a chain: from its first corner, over its middle, to before its last corner or to it."""
    side = chain[index]
    corner, far = courses.corners(*side)
    start, middle, end = courses.spot(corner), courses.bend(*side), courses.spot(far)
    if begins:
        pen.move(_passing()[corner] if index else _mouth(corner))
        if index:
            pen.curve(between(between(start, middle), start), between(start, middle))
        else:
            pen.line(between(start, middle))
    pen.curve(middle, between(middle, end))
    if not ends:
        after = courses.bend(*chain[index + 1])
        pen.curve(end, between(end, after))
    elif index < len(chain) - 1:
        pen.curve(between(between(middle, end), end), _passing()[far])
    else:
        pen.line(_mouth(far))


def coast() -> Iterator[str]:
    """The shore of the sea, and the sand bars before it (13.3.3)."""
    bars = sorted(pair for pair in _MAP.sandbars if pair[0] in _MAP.hexes)
    yield '<use href="#wm-land" class="coast"/>\n'
    yield f'<path class="sandbar" d="{ground.lines(bars)}"/>\n'


def drawn() -> Iterator[str]:
    """All rivers, the shallow ones first; what is as wide as the sea has a shore like the sea's."""
    found = rivers()
    wide = ("tidal", "bay", "lake")
    yield f'<defs>{"".join(f"""<path id="wm-{kind}" d="{found[kind]}"/>""" for kind in DEPTHS)}</defs>\n'
    yield '<use href="#wm-minor" class="river minor"/>\n'
    yield '<use href="#wm-seasonal" class="river seasonal"/><use href="#wm-seasonal" class="river pools"/>\n'
    yield '<use href="#wm-navigable" class="river navigable"/>\n'
    for layer, clip in (("bank", ' clip-path="url(#wm-dry)"'), ("open", "")):
        uses = "".join(f'<use href="#wm-{kind}" class="{layer} {kind}"/>' for kind in wide)
        yield f"<g{clip}>{uses}</g>\n"


def inlets() -> Iterator[Point]:
    """Where each inlet opens on the sea (13.3.3)."""
    for key in filter(is_inlet, _MAP.sea_exits):
        corner = next(c for c in courses.corners(*_MAP.hexsides[key].hexes) if c in _shore())
        yield _mouth(corner)
