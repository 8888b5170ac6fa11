"""What a player reads before he answers: why it is asked, what is certain, what the dice will settle."""

import re

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.readers.prompts.questions import KINDS
from ironclad.domain.games.american_civil_war.readers.prompts.reasons import WHY
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.foresight import foresee
from ironclad.projections.foresight import meaning_of
from tests.played import played_steps

CLAUSE = re.compile(r"[A-Z0-9.]+/\d+")
FEW = 3  # answers of a decision that are looked at


def test_every_kind_of_decision_says_why_it_is_asked_with_clauses() -> None:
    assert set(WHY) == KINDS
    for notes in WHY.values():
        assert notes
        assert all(note.text.endswith(".") and CLAUSE.fullmatch(note.rule) for note in notes)


def test_every_answer_met_in_play_says_what_it_means_and_what_it_foretells_comes_true() -> None:
    """What is foreseen of the command that is then given is how its events begin, whatever is rolled."""
    seen: dict[str, set[str]] = {}
    for step in played_steps(RULESET.name, 5):
        due = step.due
        kinds = seen.setdefault(due.kind, set())
        if step.command.__struct_config__.tag in kinds:
            continue
        kinds.add(str(step.command.__struct_config__.tag))
        before = RULESET.storage.freeze(step.before)
        foreseen = foresee(RULESET, step.before, step.seat, step.command)
        meant = meaning_of(RULESET, step.before, step.seat, step.command, due)
        assert RULESET.storage.freeze(step.before) == before
        assert tuple(step.events[: len(foreseen.events)]) == foreseen.events
        assert foreseen.roll or len(step.events) == len(foreseen.events)
        assert meant.refused is None
        assert meant.notes or meant.then or meant.roll or meant.asked
        for note in meant.notes:
            assert note.text.endswith(".")
            assert CLAUSE.fullmatch(note.rule)
            assert "_" not in note.text
    assert len(seen) > 15


def test_what_may_not_be_given_says_why_with_its_clause() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("campaign", {}, None))
    (due,) = RULESET.rules.due(position)
    offered = next(decider.legal(RULESET, position, due.seat))
    wrong = offered.__class__(leaders=dict.fromkeys(due.about["leaders"], "4410"))  # type: ignore[call-arg]
    with pytest.raises(Refused):
        decider.decide(RULESET, position, due.seat, wrong, SeededDice(1))
    meant = meaning_of(RULESET, position, due.seat, wrong, due)
    assert meant.refused is not None
    assert CLAUSE.fullmatch(meant.refused.rule)
    assert (meant.notes, meant.then, meant.roll, meant.asked) == ((), (), None, ())


def test_answers_read_as_one_would_say_them() -> None:
    """No offer of a decision reads like its neighbour: a player must see what differs."""
    for step in played_steps(RULESET.name, 5):
        for due in RULESET.rules.due(step.after):
            if due.kind in ("movement", "setup", "supply") or not step.number % FEW:
                continue
            said = [RULESET.words.says(each) for each in decider.legal(RULESET, step.after, due.seat)]
            spoken = [each for each in said if each]
            assert len(set(spoken)) == len(spoken), spoken
        if step.number > 400:
            return


def warned(strength: int, enemies: int, turn: int = 1) -> list[str]:
    """What the Union is warned of as it ends the movement with so many points in St. Louis."""
    given = {
        "1208": {"union": {"asp": strength}},
        **({"0512": {"confederate": {"asp": enemies}}} if enemies else {}),
    }
    now = {"phase": "operations", "step": "movement", "initiative": "union", "turn": turn}
    begun = RULESET.rules.initial(RULESET.rules.begin("campaign", {}, None))
    document = {**RULESET.storage.to_document(begun), "forces": given, "due": None, **now}
    position = RULESET.rules.initial(RULESET.rules.begin("campaign", {}, document))
    end = RULESET.storage.commands.read({"type": "end_movement"})
    return [note.text for note in meaning_of(RULESET, position, "union", end, position.due).warns]


def test_what_may_lose_the_game_at_once_is_said_before_it_is_done() -> None:
    (text,) = warned(strength=1, enemies=2)
    assert "1 ASP in St Louis" in text
    assert "23 against 23 at this turn's check" in text
    assert warned(strength=5, enemies=2) == [], "St. Louis is held"
    assert warned(strength=1, enemies=0) == [], "nobody can come"
