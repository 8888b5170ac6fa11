"""How a game begins: scenarios, options, and the first event's position."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import data_digests
from ironclad.domain.games.eagle_variant.board.map_files import DATA
from ironclad.domain.games.eagle_variant.options import OPTIONS
from ironclad.domain.games.eagle_variant.position.document import empty_position, from_document
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c02_turns.sequence import SEQUENCE
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import PLAYED, set_up_position
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution
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
LARGEST_POSITION = 60_000  # bytes; the first event must fit a log leaf


def begin(
    scenario: str, options: Mapping[str, str], document: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    """The first event of a game. Raises Unreadable for an unknown scenario, option, version or position."""
    if scenario not in SCENARIOS:
        raise Unreadable(f"{NAME} has no scenario {scenario!r}; it has {', '.join(SCENARIOS)}")
    options = {**({} if document is None else document.get("options", {})), **options}
    for name, value in options.items():
        if name not in OPTIONS:
            raise Unreadable(f"{NAME} has no option {name!r}")
        if value not in OPTIONS[name].values:
            raise Unreadable(f"option {name} is one of {', '.join(OPTIONS[name].values)}, not {value!r}")
    opened = versions().of_document(document, version)
    if document is not None and len(msgspec.json.encode(document)) > LARGEST_POSITION:
        raise Unreadable(f"a position document may hold {LARGEST_POSITION} bytes at most")
    begun = GameBegun(
        ruleset=NAME,
        version=opened.version,
        scenario=scenario,
        options=dict(options),
        digests=dict(opened.data) or data_digests(),
        position=None if document is None else dict(document),
    )
    initial(begun)
    return begun


def initial(begun: GameBegun) -> Position:
    """The position after that first event, with its first decision open."""
    if begun.position is not None:
        position = from_document({**begun.position, "scenario": begun.scenario, "options": begun.options})
    elif begun.scenario in PLAYED:
        position = set_up_position(begun.scenario, begun.options)
    else:
        position = _empty_map(begun.options)
    if position.ended is None:
        _open_decision(position)
    return position


def _empty_map(options: dict[str, str]) -> Position:
    """No units; the CSA moves in June 1861."""
    position = empty_position("empty_map")
    position.options = dict(options)
    at = next(index for index, each in enumerate(SEQUENCE.steps(position)) if each.name == "movement")
    position.agenda = position.agenda.at(1, at - 1)
    return position


def _open_decision(position: Position) -> None:
    """Go on to the first decision; a position in which one is open keeps it."""
    play: Play = Resolution(position, NoDice(), eagle.evolvers)
    try:
        SEQUENCE.proceed(play)
    except RollNeeded as rolled:
        raise Unreadable(f"a game cannot start right before a roll ({rolled}); start before that") from rolled
