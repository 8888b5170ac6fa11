"""Two ferries that are rowed at once: each seat answers before either ferry is rowed.

Clauses: as of the two ferries; 2 both seats say how their ferries are rowed, and then both are rowed.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.toy import changed
from tests.toys import two_ferries
from tests.toys.two_ferries import SEATS, TWO_FERRIES, Ferries, FerryRowed, LotsDrawn, drawn

NAME = "both_row"


def due(position: Ferries) -> tuple[Due, ...]:
    """Both seats at first; then the one whose ferry was not rowed in this round."""
    if not position.to_row or two_ferries.outcome(position) is not None:
        return two_ferries.due(position)
    seats = SEATS if position.turns % 2 == 0 else (position.to_row,)
    return tuple(Due(f"{position.turns // 2 + 1}.{seat}", seat, "row", "2") for seat in seats)


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    return msgspec.structs.replace(two_ferries.begin(scenario, options, position, version), ruleset=NAME)


def scene(position: Ferries, seat: str | None) -> Scene:
    return drawn(position, due(position))


BOTH_ROW: Ruleset[Ferries] = changed(
    TWO_FERRIES,
    name=NAME,
    title="Two Ferries at Once",
    events=Registry(NAME, (GameBegun, LotsDrawn, FerryRowed)),
    begin=begin,
    due=due,
    together=frozenset({"row"}),
    scene=scene,
)
