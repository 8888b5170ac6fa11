"""How a game begins: scenarios, options, and the first event's position."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.games.american_civil_war.charts import data_digests
from domain.games.american_civil_war.document import empty_position, from_document, to_document
from domain.games.american_civil_war.options import OPTIONS
from domain.games.american_civil_war.play import Play, acw
from domain.games.american_civil_war.sequence import proceed
from domain.games.american_civil_war.setup import place_fixed_units
from domain.games.american_civil_war.state import Position
from domain.kernel.codec import Unreadable
from domain.kernel.decider import GameBegun, Resolution

NAME, VERSION = "american_civil_war", "0.1"
SCENARIOS = {
    "campaign": "The whole war: set-up, then seventeen turns from Spring 1861 (3.1).",
    "bare_map": "No units at all, Union movement in Summer 1861: a ground for cases and exercises.",
}
LARGEST_POSITION = 60_000  # bytes; the first event must fit a log leaf


class _NoDice:
    """A position that a game starts from must stand at a decision, not before a roll."""

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise Unreadable(f"a game cannot start right before a roll ({purpose}); start before that")

    def proof(self) -> tuple[Any, ...]:
        return ()


def begin(scenario: str, options: Mapping[str, str], document: Mapping[str, Any] | None = None) -> GameBegun:
    """The first event of a game. Raises Unreadable for an unknown scenario, option or position."""
    if scenario not in SCENARIOS:
        raise Unreadable(f"{NAME} has no scenario {scenario!r}; it has {', '.join(SCENARIOS)}")
    for name, value in options.items():
        if name not in OPTIONS:
            raise Unreadable(f"{NAME} has no option {name!r}")
        if value not in OPTIONS[name].values:
            raise Unreadable(f"option {name} is one of {', '.join(OPTIONS[name].values)}, not {value!r}")
    begun = GameBegun(
        NAME, VERSION, scenario, dict(options), data_digests(), None if document is None else dict(document)
    )
    if document is not None and len(msgspec.json.encode(document)) > LARGEST_POSITION:
        raise Unreadable(f"a position document may hold {LARGEST_POSITION} bytes at most")
    initial(begun)
    return begun


def initial(begun: GameBegun) -> Position:
    """The position in which the game of that first event stands, its first decision open."""
    if begun.position is not None:
        position = from_document({**begun.position, "scenario": begun.scenario})
    else:
        position = empty_position(begun.scenario)
        if begun.scenario == "campaign":
            place_fixed_units(position)
        else:
            position.turn, position.phase, position.step = 2, "operations", "movement"
            position.initiative = position.player = "union"
    position.options = dict(begun.options)
    if position.due is None and position.ended is None:
        play: Play = Resolution(position, _NoDice(), acw.evolvers)
        proceed(play)
    return position


__all__ = ["NAME", "SCENARIOS", "VERSION", "begin", "initial", "to_document"]
