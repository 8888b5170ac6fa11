"""How a battle begins: scenarios, options, and the first event's position."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.games.iron_brigade.options import OPTIONS
from ironclad.domain.games.iron_brigade.position.document import from_document
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import TO_ROLL
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import (
    faults_of,
    playable,
    scenarios,
    set_up,
)
from ironclad.domain.games.iron_brigade.rules.sequence import SEQUENCE
from ironclad.domain.kernel.board.tables import digests
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution

NAME, VERSION = "iron_brigade", "1.0"
SCENARIOS = {id: scenarios()[id]["about"] for id in playable()}
FIRST_CHAPTERS = ["I-XII"]
"""A scenario of these chapters is played so, unless the game says otherwise."""
LARGEST_POSITION = 60_000  # bytes; the first event must fit a log leaf


def begin(
    scenario: str, options: Mapping[str, str], document: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    """The first event of a battle. Raises Unreadable for unknown names and for a position with faults."""
    if scenario not in SCENARIOS:
        raise Unreadable(f"{NAME} has no scenario {scenario!r}; it has {', '.join(SCENARIOS)}")
    options = {**({} if document is None else document.get("options", {})), **options}
    for name, value in options.items():
        if name not in OPTIONS:
            raise Unreadable(f"{NAME} has no option {name!r}")
        if value not in OPTIONS[name].values:
            raise Unreadable(f"option {name} is one of {', '.join(OPTIONS[name].values)}, not {value!r}")
    if version not in ("", VERSION):
        raise Unreadable(f"there is no version {version!r} of these rules")
    if document is not None and len(msgspec.json.encode(document)) > LARGEST_POSITION:
        raise Unreadable(f"a position document may hold {LARGEST_POSITION} bytes at most")
    begun = GameBegun(
        ruleset=NAME,
        version=VERSION,
        scenario=scenario,
        options=dict(options),
        digests=digests(DATA),
        position=None if document is None else dict(document),
    )
    initial(begun)
    return begun


@rule("S/28", "S/29", "S/30", "XXVIII/6")
def initial(begun: GameBegun) -> Position:
    """The position after that first event, with its first decisions open. Raises Unreadable."""
    if begun.position is not None:
        position = from_document({**begun.position, "scenario": begun.scenario})
    else:
        position = set_up(begun.scenario)
        if faults := faults_of(position):
            raise Unreadable(f"{begun.scenario}: {'; '.join(faults)}")
    position.options = dict(begun.options)
    if begun.position is None and scenarios()[begun.scenario]["chapters"] == FIRST_CHAPTERS:
        position.options.setdefault("basic", "yes")
    position.hidden.clear()
    if position.plays("basic") and position.weather == TO_ROLL:
        position.weather = "good"
    if position.ended is None:
        play: Play = Resolution(position, NoDice(), brigade.evolvers)
        try:
            SEQUENCE.proceed(play)
        except RollNeeded as rolled:
            raise Unreadable(
                f"a battle cannot start right before a roll ({rolled}); start before that"
            ) from rolled
    return position
