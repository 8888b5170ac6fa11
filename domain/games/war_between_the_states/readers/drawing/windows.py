"""A game's part of the map on the sheet (3.13/2): the rectangles that hold its hexes."""

from functools import cache

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.parts import part_of
from ironclad.domain.games.war_between_the_states.board.scenario_files import scenario
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import RADIUS, middle, size, tenth
from ironclad.domain.kernel.engine.citations import rule

Box = tuple[float, float, float, float]
"""Left, top, width and height in pixels of the sheet."""


@rule("3.13/2")
@cache
def window_of(id: str) -> tuple[Box, ...]:
    """The rectangles of a scenario's part, one for each of its windows; none where it is the whole map."""
    windows = scenario(id).part
    if part_of(windows).hexes | part_of(windows).sea == set(GRID.all()):
        return ()
    return tuple(_around(part_of((window,)).hexes | part_of((window,)).sea) for window in windows)


def _around(hexes: frozenset[str]) -> Box:
    points = [middle(hex) for hex in hexes]
    left, top = min(x for x, _ in points) - RADIUS, min(y for _, y in points) - RADIUS
    width, height = size()
    right = min(max(x for x, _ in points) + RADIUS, width)
    bottom = min(max(y for _, y in points) + RADIUS, height)
    return tenth(left), tenth(top), tenth(right - left), tenth(bottom - top)
