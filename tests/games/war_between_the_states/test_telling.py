"""The chronicle has words for every event, with clauses of the book; every decision has a question."""

import re
from typing import get_args

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.battle import AttackKind
from ironclad.domain.games.war_between_the_states.readers.chronicle.telling import chronicle
from ironclad.domain.games.war_between_the_states.readers.prompts.questions import question
from ironclad.domain.games.war_between_the_states.registry import wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackDeclared,
    BattleFought,
    ChitChosen,
    Reading,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.events import AttritionRolled
from ironclad.domain.kernel.engine import playout
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.ruling import PositionCorrected
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.kernel.sight import Secret

CLAUSES = {clause.id for clause in read_clauses("ironclad.domain.games.war_between_the_states")}
ABOUT = {"hex": "C2516", "most": 3, "need": 2, "strengths": {"union_infantry_1": 4}, "loss": 1, "must": True}
ABOUT |= {"count": 1, "ships": ("union_river_flotilla_1",)}


def test_every_event_has_words() -> None:
    kinds = set(wbts.evolvers) - {GameBegun, PositionCorrected}  # the kernel tells of it
    assert len(kinds) > 85
    told = chronicle.tellers.keys() | chronicle.quiet_ones.keys()
    assert not {kind.__name__ for kind in kinds - told}
    assert not chronicle.tellers.keys() & chronicle.quiet_ones.keys()


def test_every_decision_has_a_question() -> None:
    kinds = {kind for kind in wbts.offers if kind}
    assert {"chit", "feeding", "siege"} <= kinds
    for kind in kinds:
        due = Due("1", "union", kind, "8.0/1", {**ABOUT, "needs": {"C2516": 2}})
        assert question(due).endswith("?")


@pytest.mark.parametrize(("scenario", "seed"), [("manassas_1861", 1), ("forts_1862", 1)])
def test_a_game_is_told_with_clauses_of_the_book(scenario: str, seed: int) -> None:
    told = 0
    for event in playout.play(RULESET, seed, scenario).events:
        entry = RULESET.words.tell(event) or RULESET.words.tell_quietly(event)
        if isinstance(event, GameBegun):
            continue
        assert entry is not None
        assert entry["rule"] in CLAUSES, entry
        assert entry["text"]
        assert entry["topic"]
        for line in entry["details"]:
            named = re.findall(r"\((\d+\.\d+/\d+|R\.\d+/\d+)\)", line)
            assert set(named) <= CLAUSES, line
        told += 1
    assert told > 300


def test_the_arithmetic_of_a_battle_is_told() -> None:
    reading = Reading(18, 12, 150, 3, 4, 0, "132-156")
    sides = {"union": 18, "confederate": 12}
    event = BattleFought(
        "union", "C2516", reading, {"union": 10, "confederate": 10}, sides, {"union": 2, "confederate": 1}, ""
    )
    told = RULESET.words.tell(event)
    assert told is not None
    assert told["text"] == "Battle in Richmond (C2516)"
    assert told["details"] == [
        "18 to 12: 150 percent, column 132-156 (8.0/15)",
        "chits 3, die 4",
        "the Union: 10 percent of 18 SP, 2 SP lost (8.15)",
        "the Confederate: 10 percent of 12 SP, 1 SP lost (8.15)",
    ]
    starved = AttritionRolled("union", "C2516", 15, 4, True, True, 5)
    told = RULESET.words.tell(starved)
    assert told is not None
    assert told["details"] == ["die 4 + 1 for winter + 1 for the siege for 15 SP: 5 (12.13)"]


@pytest.mark.parametrize("kind", get_args(AttackKind))
def test_every_kind_of_attack_has_words(kind: str) -> None:
    told = RULESET.words.tell(
        AttackDeclared("union", kind, "C2516", "McDowell", ("union_infantry_1",), ("C2415",))
    )
    assert told is not None
    assert told["rule"] in CLAUSES
    assert "Richmond (C2516)" in told["text"]


def test_a_chit_that_is_not_open_is_not_told() -> None:
    hidden = RULESET.words.tell_quietly(ChitChosen("union", Secret(("union",))))
    assert hidden is not None
    assert hidden["text"] == "The Union chooses its chit"
    own = RULESET.words.tell_quietly(ChitChosen("union", Secret(("union",), 3)))
    assert own is not None
    assert own["text"] == "The Union chooses chit 3"
