"""How a game begins: scenarios, options, and the first event's position."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.charts import data_digests
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import DATA
from ironclad.domain.games.bull_run_to_appomattox.options import OPTIONS
from ironclad.domain.games.bull_run_to_appomattox.position.document import empty_position, from_document
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import UNKNOWN
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sequence import SEQUENCE
from ironclad.domain.games.bull_run_to_appomattox.rules.c16_scenarios.set_up import SCENARIOS as PLAYED
from ironclad.domain.games.bull_run_to_appomattox.rules.c16_scenarios.set_up import (
    army_contents,
    set_up_position,
)
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.opening import Opening, open_decision
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.rulebook.errata import Versions, load_versions


@cache
def versions() -> Versions:
    """The published versions of these rules (data/versions.toml), read once."""
    return load_versions(DATA / "versions.toml")


NAME, VERSION = "bull_run_to_appomattox", versions().newest.version
SCENARIOS = {
    "campaign": "The whole war, 26 turns from March 1861 (16).",
    "introductory": "Two turns round Bull Run, to inflict more losses than are taken (17).",
    "empty_map": "No pieces, the North's activation in turn 1: a ground for cases and exercises.",
}
OPENING = Opening(NAME, SCENARIOS, OPTIONS, versions(), data_digests)


def begin(
    scenario: str, options: Mapping[str, str], document: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    """The first event of a game. Raises Unreadable for an unknown scenario, option, version or position."""
    begun = OPENING.begun(scenario, options, document, version)
    initial(begun)
    return begun


def initial(begun: GameBegun) -> Position:
    """The position after that first event, with its first decision open."""
    if begun.position is not None:
        position = from_document({**begun.position, "scenario": begun.scenario})
    elif begun.scenario in PLAYED:
        position = set_up_position(begun.scenario)
    else:
        position = _empty_map()
    unknown = [hq for hq, units in position.units.items() if units == UNKNOWN]
    follows = army_contents(position) if any(due.kind == "begin" for due in position.agenda.due) else {}
    if begun.position is not None and set(unknown) - set(follows):
        raise Unreadable(f"units: what {', '.join(sorted(unknown))} commands is not known")
    position.options = dict(begun.options)
    if position.ended is None:
        open_decision(position, brta, SEQUENCE.proceed)
    return position


def _empty_map() -> Position:
    """No pieces; the North, which has initiative, and the South have 8 action points each."""
    position = empty_position("empty_map")
    at = next(index for index, each in enumerate(SEQUENCE.steps(position)) if each.name == "activation")
    position.agenda = position.agenda.at(1, at)
    position.phase, position.initiative, position.taking = "activation", "north", "north"
    position.action_points = {"north": 8, "south": 8}
    return position
