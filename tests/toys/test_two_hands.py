"""Two open decisions of one kind, of one seat: the one that is answered reaches the code that answers it."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.cases.cases import Case, run
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.foresight import foresee
from ironclad.domain.kernel.engine.records import Due, no_decision
from ironclad.eventlog.errors import NotYourSeat, Stale, Unreadable
from tests.log.conftest import referee_at
from tests.proof.test_verifying import rows_after, verdict_of
from tests.toy import Pull, RopePulled, Shout, Tug
from tests.toys.two_hands import NAME, TWO_HANDS

RULES = {NAME: TWO_HANDS}
LEFT, RIGHT = "1.blue.left", "1.blue.right"


@pytest.fixture
def position() -> Tug:
    return TWO_HANDS.rules.initial(TWO_HANDS.rules.begin("short", {}, None))


def pulled(position: Tug, decision: str | None, effort: int, *dice: int) -> RopePulled:
    given = Pull(effort=effort), ScriptedDice(dice), decision
    event = decider.decide(TWO_HANDS, position, "blue", *given)[0]
    assert isinstance(event, RopePulled)
    return event


def test_the_decision_named_is_the_one_that_is_answered(position: Tug) -> None:
    assert pulled(position, LEFT, 1, 1).held is False
    assert pulled(position, RIGHT, 1).held is True
    assert decider.is_legal(TWO_HANDS, position, "blue", Pull(effort=3), LEFT)
    with pytest.raises(Refused) as refused:
        decider.check(TWO_HANDS, position, "blue", Pull(effort=3), RIGHT)
    assert refused.value.rule == "6"


def test_where_several_fit_one_has_to_be_named(position: Tug) -> None:
    with pytest.raises(Refused) as refused:
        decider.check(TWO_HANDS, position, "blue", Pull(effort=1))
    assert refused.value.reason == (
        "name the decision that you answer: "
        f"{LEFT}: How hard? (knot 0, hand left); {RIGHT}: How hard? (knot 0, hand right)"
    )
    assert not decider.is_legal(TWO_HANDS, position, "blue", Pull(effort=1))


@pytest.mark.parametrize(
    ("seat", "decision", "rule", "reason"),
    [
        ("blue", "0.blue.left", "match/stale", "decision 0.blue.left is not open now"),
        ("grey", LEFT, "2", f"it is not your turn: decision {LEFT} belongs to blue"),
        ("grey", None, "2", "it is not your turn: blue must decide (pull)"),
    ],
)
def test_a_decision_that_does_not_fit_is_refused(
    position: Tug, seat: str, decision: str | None, rule: str, reason: str
) -> None:
    with pytest.raises(Refused) as refused:
        decider.check(TWO_HANDS, position, seat, Pull(effort=1), decision)
    assert (refused.value.rule, refused.value.reason) == (rule, reason)


@pytest.mark.parametrize("decision", [None, LEFT, "0.blue.left"])
def test_a_command_at_any_time_answers_none(position: Tug, decision: str | None) -> None:
    found = decider.check(TWO_HANDS, position, "grey", Shout(word="heave"), decision)
    assert found == no_decision("grey")


def test_each_offer_comes_with_its_decision(position: Tug) -> None:
    offered = [(due.id, command.effort) for due, command in decider.offers(TWO_HANDS, position, "blue")]  # type: ignore[attr-defined]
    assert offered == [(LEFT, 1), (LEFT, 2), (LEFT, 3), (RIGHT, 1)]
    assert [due for due, _ in decider.offers(TWO_HANDS, position, "grey")] == list[Due]()


def test_what_is_foreseen_is_of_the_decision_that_is_answered(position: Tug) -> None:
    assert foresee(TWO_HANDS, position, "blue", Pull(effort=1), LEFT).roll is not None
    assert foresee(TWO_HANDS, position, "blue", Pull(effort=1), RIGHT).roll is None
    with pytest.raises(Refused, match="name the decision"):
        foresee(TWO_HANDS, position, "blue", Pull(effort=1))


def case_with(**step: Any) -> list[str]:
    command = {"seat": "blue", "command": {"type": "pull", "effort": 1}, **step}
    data = {"case": "a pull", "ruleset": NAME, "clauses": ["6"], "given": {"scenario": "short"}}
    return run(Case.read({**data, "when": [command]}), TWO_HANDS).failures


def test_a_step_of_a_case_names_the_decision() -> None:
    moved = [{"position": {"knot": 1}}]
    assert case_with(decision=RIGHT, then=moved) == []
    assert case_with(decision=LEFT, dice=[2], then=moved) == []
    assert any("name the decision" in each for each in case_with(then=moved))
    legal = {"seat": "blue", "command": {"type": "pull", "effort": 3}}
    refused = {**legal, "decision": RIGHT, "rule": "6"}
    expected = [{"legal": {**legal, "decision": LEFT}}, {"not_legal": refused}]
    data = {"case": "both hands", "ruleset": NAME, "clauses": ["6"], "given": {"scenario": "short"}}
    assert run(Case.read({**data, "then": expected}), TWO_HANDS).failures == []


def test_the_referee_lists_and_takes_the_answers_to_each(tmp_path: Path) -> None:
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", RULES) as referee:
        game = referee.opening.open_game(NAME, "short").id
        legal = referee.queries.legal(game, "blue")
        assert legal.answers == (LEFT, LEFT, LEFT, RIGHT)
        assert [each["effort"] for each in legal.commands] == [1, 2, 3, 1]
        right = referee.queries.legal(game, "blue", decision=RIGHT)
        assert (right.answers, len(right.commands)) == ((RIGHT,), 1)
        asked = [{"type": "pull", "effort": effort} for effort in (1, 3)]
        meant = referee.queries.foresight(game, "blue", asked, decision=RIGHT).items
        assert [each.refused is None for each in meant] == [True, False]
        command = {"type": "pull", "effort": 3}
        with pytest.raises(Unreadable, match="must name the decision"):
            referee.commands.handle(game, "blue", {"id": "a", "command": command})
        with pytest.raises(Refused, match="the right hand pulls 1"):
            referee.commands.handle(game, "blue", {"id": "b", "command": command, "decision": RIGHT})
        with pytest.raises(NotYourSeat, match="belongs to blue"):
            referee.commands.handle(game, "grey", {"id": "c", "command": command, "decision": LEFT})
        referee.commands.handle(game, "blue", {"id": "d", "command": command, "decision": LEFT})
        with pytest.raises(Stale, match=f"decision {RIGHT} is no longer open"):
            referee.commands.handle(game, "blue", {"id": "e", "command": command, "decision": RIGHT})


def to_its_end(referee: Service) -> str:
    """A game of random answers to either decision."""
    game, random, number = referee.opening.open_game(NAME, "short").id, Random(4), 0
    while due := referee.queries.due(game):
        owed, number = random.choice(due), number + 1
        position = referee.queries.live_position(game)
        command = msgspec.to_builtins(decider.sample(TWO_HANDS, position, owed, random))
        given = {"id": f"c{number}", "command": command, "decision": owed.id}
        referee.commands.handle(game, owed.seat, given)
    return game


def test_a_bundle_is_decided_again_with_the_decisions_that_were_answered(tmp_path: Path) -> None:
    rows, game = rows_after(tmp_path, to_its_end, rulesets=RULES)
    verdict = verdict_of(rows, game, tmp_path, rules=RULES.__getitem__)
    assert verdict.first_failure is None
    assert verdict.ok
    swapped = [
        (*row[:3], row[3].replace(b".right", b".left") if row[2].startswith("match.command") else row[3])
        for row in rows
    ]
    assert swapped != rows
    failed = verdict_of(swapped, game, tmp_path, rules=RULES.__getitem__).first_failure
    assert failed is not None
    assert failed.check == "rules"
