"""Placing names so that none lies on another: a few places around each point, the cheapest, some passes.

Nothing here is left to chance: the same names in the same order get the same places.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from ironclad.domain.games.american_civil_war.board.printed_map.lettering import (
    Box,
    Type,
    around,
    line_box,
    width,
)

Point = tuple[float, float]
_CELL = 12  # pixels a side of the squares in which obstacles are looked up
_PASSES = 8
_COLLIDES = 1000.0  # worse than any number of lines crossed
# Directions from the point to the name, the better first: (x, y), cost.
_AROUND = (
    ((1, 0), 0.0),
    ((1, -1), 0.6),
    ((1, 1), 0.6),
    ((-1, 0), 1.0),
    ((-1, -1), 1.4),
    ((-1, 1), 1.4),
    ((0, -1), 1.0),
    ((0, 1), 0.8),
)
_GAPS = ((0.0, 0.0), (2.5, 1.5), (6.0, 5.0))  # pixels further off, and what that costs


@dataclass(frozen=True)
class Name:
    """A name to be placed about a point, clear of a symbol that reaches `reach` pixels from it."""

    words: str
    style: str
    kind: Type
    at: Point
    reach: float


@dataclass(frozen=True)
class Placed:
    """The place of a name: its lines with left end and baseline of each, and their boxes."""

    name: Name
    lines: tuple[tuple[str, float, float], ...]
    boxes: tuple[Box, ...]
    cost: float


class Ground:
    """What names should not lie on: points with a weight."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def add(self, x: float, y: float, weight: float) -> None:
        """A point that costs so much to cover."""
        self._cells.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y, weight))

    def add_line(self, points: Sequence[Point], weight: float) -> None:
        """Points along a line, three pixels apart."""
        for (x, y), (u, v) in itertools.pairwise(points):
            steps = max(1, round(hypot(u - x, v - y) / 3))
            for step in range(steps):
                self.add(x + (u - x) * step / steps, y + (v - y) * step / steps, weight)

    def add_box(self, box: Box, weight: float) -> None:
        """Points all over a box, three pixels apart."""
        across, down = (max(1, round((b - a) / 3)) for a, b in ((box.left, box.right), (box.top, box.bottom)))
        for i in range(across + 1):
            for j in range(down + 1):
                x = box.left + (box.right - box.left) * i / across
                self.add(x, box.top + (box.bottom - box.top) * j / down, weight)

    def covered(self, box: Box) -> float:
        """The weight of what lies in a box."""
        total = 0.0
        for column in range(int(box.left // _CELL), int(box.right // _CELL) + 1):
            for row in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1):
                for x, y, weight in self._cells.get((column, row), ()):
                    if box.left <= x <= box.right and box.top <= y <= box.bottom:
                        total += weight
        return total


def place_names(names: Sequence[Name], ground: Ground, sheet: Box, taken: Iterable[Box]) -> list[Placed]:
    """A place for each name, in the order given; `taken` boxes are of other lettering, which stays."""
    choices = [sorted(_choices(name, ground, sheet), key=lambda each: each.cost) for name in names]
    fixed = list(taken)
    placed: dict[int, Placed] = {}
    for _ in range(_PASSES):
        moved = False
        for index, offered in enumerate(choices):
            others = [box for other, each in placed.items() if other != index for box in each.boxes]
            best = _cheapest(offered, others, fixed)
            moved = moved or placed.get(index) != best
            placed[index] = best
        if not moved:
            break
    return [placed[index] for index in range(len(names))]


def _cheapest(offered: Sequence[Placed], others: Sequence[Box], fixed: Sequence[Box]) -> Placed:
    best, least = offered[0], float("inf")
    for each in offered:
        if each.cost >= least:
            break
        cost = each.cost
        for box in each.boxes:
            wide = box.grown(0.6)
            cost += _COLLIDES * sum(wide.overlaps(other) for other in others)
            cost += _COLLIDES * sum(wide.overlaps(other) for other in fixed)
            if cost >= least:
                break
        if cost < least:
            best, least = each, cost
    return best


def _choices(name: Name, ground: Ground, sheet: Box) -> Iterator[Placed]:
    for lines, extra in _layouts(name.words):
        for direction, liked in _AROUND:
            for gap, far in _GAPS:
                stood = _stand(name, lines, direction, gap)
                boxes = tuple(line_box(words, name.kind, x, y) for words, x, y in stood)
                whole = around(boxes)
                inside = whole.left >= sheet.left and whole.right <= sheet.right
                inside = inside and whole.top >= sheet.top and whole.bottom <= sheet.bottom
                lies_on = sum(ground.covered(box) for box in boxes)
                cost = liked + far + extra + lies_on + (0.0 if inside else 50 * _COLLIDES)
                yield Placed(name, stood, boxes, cost)


def _layouts(words: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """In one line, or at a space in two."""
    yield (words,), 0.0
    spaces = [i for i, letter in enumerate(words) if letter == " "]
    if spaces and len(words) > 9:
        middle = min(spaces, key=lambda i: abs(2 * i - len(words)))
        yield (words[:middle], words[middle + 1 :]), 1.5


def _stand(
    name: Name, lines: tuple[str, ...], direction: tuple[int, int], gap: float
) -> tuple[tuple[str, float, float], ...]:
    """Left end and baseline of each line of a name on this side of its point."""
    kind, (x, y), (right, down) = name.kind, name.at, direction
    widths = [width(words, kind) for words in lines]
    leading, capitals = kind.size * 0.98, kind.size * 0.66
    tall = capitals + leading * (len(lines) - 1)
    reach = name.reach + gap + 1.5
    corner = reach * (0.55 if right and down else 1.0)
    top = y - tall / 2 if not down else (y + reach if down > 0 else y - reach - tall)
    stood = []
    for index, words in enumerate(lines):
        if right > 0:
            left = x + (corner if down else reach)
        elif right < 0:
            left = x - (corner if down else reach) - widths[index]
        else:
            left = x - widths[index] / 2
        stood.append((words, left, top + capitals + leading * index))
    return tuple(stood)
