"""How a game begins: scenarios, options, and the first event's position."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ironclad.domain.games.eagle_variant.board.charts import data_digests
from ironclad.domain.games.eagle_variant.board.map_files import DATA
from ironclad.domain.games.eagle_variant.options import OPTIONS
from ironclad.domain.games.eagle_variant.position.document import DOCUMENTS, empty_position
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c02_turns.sequence import SEQUENCE
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import PLAYED, set_up_position
from ironclad.domain.kernel.engine.opening import Opening, open_decision
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.rulebook.errata import Versions, load_versions


@cache
def versions() -> Versions:
    """The published versions of these rules (data/versions.toml), read once."""
    return load_versions(DATA / "versions.toml")


NAME, VERSION = "eagle_variant", versions().newest.version
SCENARIOS = {
    "historical": "The war from June 1861, with the advanced rules.",
    "balanced": "Two sides of equal strength, without the advanced rules.",
    "empty_map": "No units, the CSA's movement of June 1861: a ground for cases and exercises.",
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
        position = DOCUMENTS.read({**begun.position, "scenario": begun.scenario, "options": begun.options})
    elif begun.scenario in PLAYED:
        position = set_up_position(begun.scenario, begun.options)
    else:
        position = _empty_map(begun.options)
    if position.ended is None:
        open_decision(position, eagle, SEQUENCE.proceed)
    return position


def _empty_map(options: dict[str, str]) -> Position:
    """No units; the CSA moves in June 1861."""
    position = empty_position("empty_map")
    position.options = dict(options)
    at = next(index for index, each in enumerate(SEQUENCE.steps(position)) if each.name == "movement")
    position.agenda = position.agenda.at(1, at - 1)
    return position
