"""What a player reads who orders something when it is not due: whose turn it is, in plain words."""

import pytest

from ironclad.domain.games.american_civil_war.game import RULESET
from ironclad.domain.kernel.cases.cases import Given, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused


def refusal(seat: str, command: dict[str, object]) -> Refused:
    position = starting_position(Given(scenario="bare_map"), RULESET)
    with pytest.raises(Refused) as refused:
        decider.check(RULESET, position, seat, RULESET.storage.commands.read(command))
    return refused.value


def test_out_of_turn_the_refusal_says_whose_turn_it_is() -> None:
    found = refusal("confederate", {"type": "end_movement"})
    assert found.reason == "it is not your turn: the Union must decide (movement)"
    assert found.rule == RULESET.rules.due(starting_position(Given(scenario="bare_map"), RULESET))[0].rule


def test_in_turn_the_refusal_says_what_is_asked_first() -> None:
    found = refusal("union", {"type": "choose_leader"})
    assert found.reason.startswith("another decision of yours comes first: Move forces")
