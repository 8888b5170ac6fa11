"""What moved at an event, as data of its chronicle entry: which piece, whose, by which places."""

from collections.abc import Iterable
from typing import Any

Move = dict[str, Any]


def move(side: str, piece: str, path: Iterable[str], *, begins: bool = True) -> Move:
    """A piece of a side ("a brigade") went along places of the board; the first is where it was.

    One that does not begin goes further on the march of the entry before. An entry has a list of them as
    `moves`; its `takes` are places that have changed hands. The page draws both on the map.
    """
    return {"side": side, "piece": piece, "path": list(path), **({} if begins else {"onward": True})}


def reel(unit: str, points: Iterable[tuple[int, int, int]], stopped: str = "") -> Move:
    """The way of a unit of a free table, part by part: x, y to the north of the southern edge, and facing.

    `stopped` is the unit for which it stopped, "" for none. An entry has a list of them as `film`; the page
    plays it on the table.
    """
    found: Move = {"unit": unit, "points": [list(each) for each in points]}
    return {**found, "stopped": stopped} if stopped else found
