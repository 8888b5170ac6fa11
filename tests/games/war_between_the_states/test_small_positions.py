"""In small positions the ruleset offers what a slow counter finds, which spells out every command."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.kernel.cases.cases import Case, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.dice import ScriptedDice
from tests.games.war_between_the_states.spelled import spelled_out

POSITIONS = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("given", POSITIONS, ids=lambda each: each["perft"])
def test_what_is_offered_is_what_is_legal(given: dict[str, Any]) -> None:
    parts = {"given": given["given"], "when": given.get("when", [])}
    case = Case.situation({"case": given["perft"], "ruleset": RULESET.name, "clauses": [], **parts})
    position = starting_position(case.given, RULESET)
    for step in case.when:
        command, dice = RULESET.storage.commands.read(step.command), ScriptedDice(step.dice)
        position = decider.execute(RULESET, position, step.seat, command, dice)[1]
    asked = {due.seat for due in RULESET.rules.due(position)}
    assert asked
    for seat in asked:
        offered = {canonical(each) for each in decider.legal(RULESET, position, seat)}
        assert offered
        assert offered == {canonical(each) for each in spelled_out(RULESET, position, seat)}, seat
