"""The lesson: each step's order is legal where it is due, and brings the event that the page waits for."""

from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.war_between_the_states.board.scenario_files import LESSON
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.readers.lesson import lesson
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.kernel.telling.lessons import SEEN_ON_THE_PAGE

CLAUSES = {each.id for each in read_clauses("ironclad.domain.games.war_between_the_states")}


def happened(wanted: dict[str, Any], events: list[Any]) -> bool:
    told = (msgspec.to_builtins(event) for event in events)
    return any(wanted.items() <= each.items() for each in told)


def test_its_position_is_that_of_first_manassas() -> None:
    begun = RULESET.rules.begin(LESSON, {}, lesson().position)
    position = RULESET.rules.initial(begun)
    played = set_up_position("manassas_1861", {})
    for table in ("units", "headquarters", "leaders", "works", "depots"):
        assert getattr(position, table) == getattr(played, table)
    assert position.part == played.part
    assert LESSON not in RULESET.identity.scenarios
    with pytest.raises(Unreadable, match="no scenario 'lesson'"):
        RULESET.rules.begin(LESSON, {}, None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_step_is_done_by_its_order(seed: int) -> None:
    position = RULESET.rules.initial(RULESET.rules.begin(LESSON, {}, lesson().position))
    random, dice = Random(seed), SeededDice(seed)
    for step in lesson().steps:
        assert step.clause in CLAUSES
        if step.kind in SEEN_ON_THE_PAGE:
            assert step.wanted is None
            continue
        found: list[Any] = []
        if step.order is not None:
            command = RULESET.storage.commands.read(step.order)
            found, position = decider.execute(RULESET, position, step.seat, command, dice)
        else:
            while (due := RULESET.rules.due(position)[0]).kind != "movement":
                answer = random.choice(list(decider.legal(RULESET, position, due.seat)))
                events, position = decider.execute(RULESET, position, due.seat, answer, dice)
                found += events
        assert step.wanted is not None
        assert happened(step.wanted, found), step.id
