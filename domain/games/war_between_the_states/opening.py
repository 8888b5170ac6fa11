"""How a game begins: scenarios, options, and the position of the first event."""

from collections.abc import Mapping
from typing import Any

from ironclad.domain.games.war_between_the_states.board.charts import data_digests
from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.scenario_files import LESSON, scenario
from ironclad.domain.games.war_between_the_states.board.scenario_files import SCENARIOS as IDS
from ironclad.domain.games.war_between_the_states.options import OPTIONS
from ironclad.domain.games.war_between_the_states.position.document import from_document
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.turns import SEQUENCE, steps
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.opening import Opening
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.rulebook.errata import only

NAME, VERSION = "war_between_the_states", "1.0"


def sentence(id: str) -> str:
    """A scenario in a sentence: what it is for, how long it is, where it is played."""
    book = scenario(id)
    whole = {(sheet.name, (1, sheet.columns), (1, sheet.rows)) for sheet in GRID.sheets}
    named = [
        f"{'' if (each.sheet, each.columns, each.rows) in whole else 'a part of '}sheet {each.sheet}"
        for each in book.part
    ]
    where = "all three sheets" if len(named) == len(GRID.sheets) else " and ".join(named)
    return f"{book.title}: {book.purpose}; {book.game_turns} turns on {where}."


SCENARIOS = {id: sentence(id) for id in IDS}
OPENING = Opening(NAME, SCENARIOS, OPTIONS, only(VERSION), data_digests, frozenset({LESSON}))


@rule("1.0/2", "7.6/1")
def begin(
    scenario_id: str,
    options: Mapping[str, str],
    document: Mapping[str, Any] | None = None,
    version: str = "",
) -> GameBegun:
    """The first event of a game. Raises Unreadable for an unknown scenario, option, version or position."""
    begun = OPENING.begun(scenario_id, options, document, version)
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
