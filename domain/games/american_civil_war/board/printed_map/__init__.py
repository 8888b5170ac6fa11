"""The map as it hangs on the wall: its drawing without counters, and every fact on it as data.

`facts.py` writes the data, in the drawing's own units: pixels, x to the east and y to the south, a hex's
radius being 26 of them.
"""

from functools import cache

from ironclad.domain.games.american_civil_war.board.printed_map import facts, sheet
from ironclad.domain.kernel.engine.records import PrintedMap


@cache
def printed_map() -> PrintedMap:
    """The base map, drawn once, with its document."""
    return PrintedMap(sheet.sheet(), facts.facts())
