"""Names of rivers along their course: where a river runs straight and nothing else is drawn."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from math import atan2, hypot, pi

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.printed_map import courses, names, water
from ironclad.domain.games.american_civil_war.board.printed_map.courses import Point, Side
from ironclad.domain.games.american_civil_war.board.printed_map.lettering import TYPES, Box, width
from ironclad.domain.games.american_civil_war.board.printed_map.pen import Pen, smooth

_MAP = load_map()
_KIND = TYPES["river"]
_STEP = 3.0  # pixels between the points of a course
_ROOM = 1.15  # of a name's width, so that a wider face fits too
_APART = 26  # hexsides of one river to a name
_OFF = {"minor": 2.4, "seasonal": 3.0, "navigable": 3.4, "tidal": 4.8, "bay": 7.0, "lake": 7.0}
_BENT = 9.0  # what a radian of bending costs
_SHARP = 2.2  # radians of bending in all, at most
_CROSSED = 2.0  # what a name covers counts so much more than under a town's
_DEAR = 26.0  # a dearer place is none


@dataclass(frozen=True)
class Along:
    """A river's name on its baseline, with the boxes of its letters."""

    words: str
    line: tuple[Point, ...]
    boxes: tuple[Box, ...]
    cost: float


def _runs() -> Iterator[tuple[str, list[Side]]]:
    """Stretches that bear one river's name, cut so that a long river is named again and again."""
    for chain in water.chains():
        for name, found in itertools.groupby(chain, key=lambda side: _MAP.sides[side].name):
            run = list(found)
            pieces = max(1, round(len(run) / _APART))
            for index in range(pieces):
                yield name, run[index * len(run) // pieces : (index + 1) * len(run) // pieces]


def _course(run: list[Side]) -> list[Point]:
    """The run of a river, its windings smoothed away, a point every few pixels, from west to east."""
    line = courses.points(run)
    if line[0][0] > line[-1][0]:
        line.reverse()
    for reach in (3, 3, 2):
        line = [_mean(line[max(0, i - reach) : i + reach + 1]) for i in range(len(line))]
    even = [line[0]]
    for a, b in itertools.pairwise(line):
        steps = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / _STEP))
        even += [
            (a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps) for i in range(1, steps + 1)
        ]
    return even


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _candidates(words: str, run: list[Side]) -> Iterator[Along]:
    course, long = _course(run), width(words, _KIND) * _ROOM
    off = max(_OFF[_MAP.sides[side].kind] for side in run)
    far = list(
        itertools.accumulate(
            (hypot(u - x, v - y) for (x, y), (u, v) in itertools.pairwise(course)), initial=0.0
        )
    )
    for first in range(0, len(course), 3):
        last = next((i for i in range(first, len(course)) if far[i] - far[first] >= long), None)
        if last is None:
            break
        piece = course[first : last + 1]
        turned = _bending(piece[::4])
        if turned > _SHARP or piece[-1][0] - piece[0][0] < 0.25 * long:
            continue
        for shift in (-off, off + _KIND.size * 0.7, -off - 3, off + _KIND.size * 0.7 + 3):
            line = _aside(piece, shift)
            if sum(hypot(u - x, v - y) for (x, y), (u, v) in itertools.pairwise(line)) < long * 0.96:
                continue  # on the inside of a bend the line is too short
            boxes = tuple(_boxes(line))
            cost = turned * _BENT + _CROSSED * sum(names.obstacles().covered(box) for box in boxes)
            yield Along(words, line, boxes, cost)


def _bending(points: Sequence[Point]) -> float:
    """Radians that a line turns by, left and right added up."""
    ways = [atan2(v - y, u - x) for (x, y), (u, v) in itertools.pairwise(points)]
    return sum(abs((b - a + pi) % (2 * pi) - pi) for a, b in itertools.pairwise(ways))


def _aside(piece: Sequence[Point], shift: float) -> tuple[Point, ...]:
    """A line beside another, so many pixels below it (or above, if negative), a point every twelve pixels."""
    found = []
    for i in [*range(0, len(piece) - 2, 4), len(piece) - 1]:
        (x, y), (u, v) = piece[max(0, i - 2)], piece[min(len(piece) - 1, i + 2)]
        length = hypot(u - x, v - y) or 1.0
        found.append((piece[i][0] - (v - y) / length * shift, piece[i][1] + (u - x) / length * shift))
    return tuple(found)


def _boxes(line: Sequence[Point]) -> Iterator[Box]:
    """Boxes along a line of type, about as many as it has letters."""
    half = _KIND.size * 0.5
    for (x, y), (u, v) in itertools.pairwise(line):
        length = hypot(u - x, v - y) or 1.0
        up_x, up_y = (v - y) / length * half * 0.7, -(u - x) / length * half * 0.7
        for part in (0.25, 0.75):
            mid_x, mid_y = x + (u - x) * part + up_x, y + (v - y) * part + up_y
            yield Box(mid_x - half, mid_y - half, mid_x + half, mid_y + half)


@cache
def along() -> tuple[Along, ...]:
    """Every river's name that finds room."""
    taken = [box for each in names.placed() for box in each.boxes]
    taken += [box for spread in names.states() for box in spread.boxes]
    taken += [names.sea_box(spread) for spread in names.seas()]
    found = []
    for words, run in sorted(_runs(), key=lambda each: -len(each[1])):
        for each in sorted(_candidates(words, run), key=lambda one: one.cost):
            if each.cost > _DEAR:
                break
            if not any(box.grown(0.8).overlaps(other) for box in each.boxes for other in taken):
                found.append(each)
                taken += each.boxes
                break
    return tuple(found)


def drawn() -> Iterator[str]:
    """The names, each on a line of its own."""
    for index, each in enumerate(along()):
        pen = Pen()
        smooth(pen, each.line)
        yield f'<path id="wm-r{index}" class="wm-none" stroke="none" d="{pen}"/>'
        yield f'<text><textPath href="#wm-r{index}">{escape(each.words)}</textPath></text>\n'
