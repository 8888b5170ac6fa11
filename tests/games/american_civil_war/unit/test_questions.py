"""What is asked: every kind of decision in a sentence, and names for the words of commands."""

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import UNION
from ironclad.domain.games.american_civil_war.readers.prompts.questions import KINDS
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.kernel.engine.records import Due
from tests.games.american_civil_war.unit.table import (
    CAIRO,
    MONROE,
    RICHMOND,
)
from tests.played import played_steps


def test_every_decision_is_asked_in_a_sentence() -> None:
    """Whatever kind of decision the rules offer has its question, and every one met in play is a sentence."""
    asked: dict[str, str] = {}
    for step in played_steps(RULESET.name, 5):
        for due in RULESET.rules.due(step.after):
            asked.setdefault(due.kind, RULESET.words.question(due))
    assert len(asked) > 15
    for question in asked.values():
        assert question[0].isupper()
        assert question.endswith(".")
        assert "_" not in question
        assert "{" not in question


CAPTIONS = {
    "supply": {"open": ["kentucky"], "unsupplied": {}, "forts": ["1614"], "final": False},
    "reaction": {"hexes": [], "vessels": ["rsp1"], "exited": CAIRO, "entered": CAIRO},
    "battle_participants": {"hex": MONROE, "limit": 3, "units": []},
    "attacker_losses": {"hex": MONROE, "count": 1, "cause": "battle", "units": []},
    "defender_losses": {"hex": MONROE, "count": 2, "cause": "amphibious", "units": []},
    "siege_hold": {"hex": MONROE, "most": 2, "units": []},
    "relief_sortie": {"hex": MONROE, "units": []},
    "fort_target": {"hexside": "1513-1613", "fort": CAIRO, "targets": ["rsp1", "ironclad2"]},
    "fragment": {"fragments": [{"centres": [RICHMOND], "total": 3, "full": 4}]},
    "naval_action": {
        "hexside": "1513-1613", "round": 1, "can_fire": {"rsp1": ["1513"]}, "can_withdraw": ["rsp1"],
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(CAPTIONS))
def test_rare_decisions_are_asked_too(kind: str) -> None:
    question = RULESET.words.question(Due("d1", UNION, kind, "1.0/1", CAPTIONS[kind]))
    assert question.endswith(".")
    assert "rsp1" not in question
    assert "  " not in question


def test_no_kind_of_decision_is_without_its_question() -> None:
    assert set(acw.offers) == KINDS


def test_words_of_commands_have_names() -> None:
    names = {
        word: RULESET.words.name_of(word) for word in ("4506", "4405", "nsp12", "usmrr1", "nsp", "B", "no")
    }
    assert names == {
        "4506": "Washington (4506)", "4405": "4405", "nsp12": "NSP 12", "usmrr1": "USMRR 1", "nsp": "NSP",
        "B": "B", "no": "no",
    }  # fmt: skip
    assert RULESET.words.name_of("1513-1613") == "the Ohio at Cairo (1513-1613)"
