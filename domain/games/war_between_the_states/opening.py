"""How a game begins: scenarios, options, and the position of the first event."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.board.charts import data_digests
from ironclad.domain.games.war_between_the_states.board.scenario_files import SCENARIOS as IDS
from ironclad.domain.games.war_between_the_states.board.scenario_files import scenario
from ironclad.domain.games.war_between_the_states.options import OPTIONS
from ironclad.domain.games.war_between_the_states.position.document import from_document
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.turns import SEQUENCE, steps
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution

NAME, VERSION = "war_between_the_states", "0.1"
SCENARIOS = {id: f"{scenario(id).title}: {scenario(id).purpose}." for id in IDS}
LARGEST_POSITION = 1_000_000
"""The most bytes of a position document."""


@rule("1.0/2", "7.6/1")
def begin(
    scenario_id: str,
    options: Mapping[str, str],
    document: Mapping[str, Any] | None = None,
    version: str = "",
) -> GameBegun:
    """The first event of a game. Raises Unreadable for an unknown scenario, option, version or position."""
    if scenario_id not in SCENARIOS:
        raise Unreadable(f"{NAME} has no scenario {scenario_id!r}; it has {', '.join(SCENARIOS)}")
    if version not in ("", VERSION):
        raise Unreadable(f"{NAME} has no version {version!r}")
    options = {**({} if document is None else document.get("options", {})), **options}
    for name, value in options.items():
        if name not in OPTIONS:
            raise Unreadable(f"{NAME} has no option {name!r}")
        if value not in OPTIONS[name].values:
            raise Unreadable(f"option {name} is one of {', '.join(OPTIONS[name].values)}, not {value!r}")
    if document is not None and len(msgspec.json.encode(document)) > LARGEST_POSITION:
        raise Unreadable(f"a position document may hold {LARGEST_POSITION} bytes at most")
    begun = GameBegun(
        ruleset=NAME,
        version=VERSION,
        scenario=scenario_id,
        options=dict(options),
        digests=dict(data_digests()),
        position=None if document is None else dict(document),
    )
    initial(begun)
    return begun


def initial(begun: GameBegun) -> Position:
    """The position after that first event, with its first decision open."""
    if begun.position is None:
        position = set_up_position(begun.scenario, begun.options)
    else:
        position = from_document({**begun.position, "scenario": begun.scenario, "options": begun.options})
        drawn = any(step.name == "initiative" for step in steps(position)[: position.agenda.step + 1])
        if drawn and not position.chits:
            raise Unreadable("position: chits: the sides have drawn theirs at this step")
    play: Play = Resolution(position, NoDice(), wbts.evolvers)
    try:
        SEQUENCE.proceed(play)
    except RollNeeded as rolled:
        raise Unreadable(f"a game cannot start right before a roll ({rolled}); start before that") from rolled
    return position
