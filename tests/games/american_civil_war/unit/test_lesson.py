"""The lesson: its position stands, each step's order is legal, and its words say what the rules say."""

from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.american_civil_war.game import RULESET
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.readers.lesson import SCENARIO, lesson
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event, Unreadable
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.odds.odds import Question, odds
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.kernel.telling.lessons import SEEN_ON_THE_PAGE, LessonStep

STEPS = {step.id: step for step in lesson().steps}
ORDERED = [step for step in lesson().steps if step.wanted is not None]


def opened() -> Position:
    return RULESET.rules.initial(RULESET.rules.begin(SCENARIO, {}, lesson().position))


def given(position: Position, seat: str, order: dict[str, Any], seed: int) -> tuple[list[Event], Position]:
    return decider.execute(RULESET, position, seat, RULESET.storage.commands.read(order), SeededDice(seed))


def happened(step: LessonStep, events: list[Event]) -> bool:
    """Whether an event is the one that the step waits for, as the page asks it."""
    told = (msgspec.to_builtins(event) for event in events)
    return any((step.wanted or {}).items() <= each.items() for each in told)


def before(name: str, seed: int = 1) -> Position:
    """The position in which a step is due, all before it done; the battle's questions answered at random."""
    position = opened()
    for step in lesson().steps:
        if step.id == name:
            break
        if step.kind == "battle":
            position, _ = fought(position, seed)
        elif step.order is not None:
            events, position = given(position, step.seat, step.order, seed)
            assert happened(step, events), step.id
    return position


def fought(position: Position, seed: int) -> tuple[Position, list[Event]]:
    """The seat that is asked answers at random until the battle is over."""
    random, found = Random(seed), list[Event]()
    while position.due is not None and position.due.kind != "movement":
        due = position.due
        order = random.choice(list(decider.legal(RULESET, position, due.seat)))
        events, position = given(position, due.seat, msgspec.to_builtins(order), random.randrange(2**32))
        found += events
    return position, found


def fed(position: Position, hex_id: str) -> str:
    rows = RULESET.show.views["supply"](position)["forces"]
    return next(row["fed_by"] for row in rows if row["hex"] == hex_id and row["side"] == "union")


def test_the_position_is_one_of_the_game_and_the_union_is_to_move() -> None:
    position = opened()
    (due,) = RULESET.rules.due(position)
    assert (due.seat, due.kind) == ("union", "movement")
    assert RULESET.show.views["map"](position)["play"]["season"] == "spring"
    again = RULESET.rules.initial(RULESET.rules.begin(SCENARIO, {}, RULESET.storage.to_document(position)))
    assert RULESET.storage.to_document(again) == RULESET.storage.to_document(position)


def test_a_lesson_brings_its_position_and_is_no_scenario_to_choose() -> None:
    with pytest.raises(Unreadable, match="no scenario 'lesson'"):
        RULESET.rules.begin(SCENARIO, {}, None)
    assert SCENARIO not in RULESET.identity.scenarios


def test_its_steps_are_few_and_each_rests_on_a_clause_of_the_rulebook() -> None:
    known = {clause.id for clause in read_clauses("ironclad.domain.games.american_civil_war")}
    assert 8 <= len(STEPS) == len(lesson().steps) <= 12
    for step in lesson().steps:
        assert step.clause in known, step.id
        assert (step.wanted is None) == (step.kind in SEEN_ON_THE_PAGE), step.id
        assert all(text.endswith(".") and text.count(". ") == 0 for text in (step.why, step.do, step.after))


@pytest.mark.parametrize("step", [step for step in ORDERED if step.order], ids=lambda step: step.id)
def test_each_order_is_legal_when_its_step_is_due_and_does_what_it_waits_for(step: LessonStep) -> None:
    position = before(step.id)
    assert position.due is not None
    assert position.due.seat == step.seat
    events, _ = given(position, step.seat, step.order or {}, 1)
    assert happened(step, events)


@pytest.mark.parametrize(
    ("name", "charges"),
    [
        ("march", [("railroad", 1), ("clear", 1)]),
        ("ground", [("clear", 1), ("minor river", 1)]),
        ("zone", [("clear", 1), ("entering a primary zone", 2)]),
    ],
)
def test_a_march_costs_what_the_words_say(name: str, charges: list[tuple[str, int]]) -> None:
    step, position = STEPS[name], before(name)
    command = RULESET.storage.commands.read({"type": "move_force", "from": step.origin, "path": []})
    reached = {each.place: each for each in decider.reached(RULESET, position, "union", command)}
    found = [
        (charge["name"], charge["amount"]) for paid in reached[step.place].steps for charge in paid.charges
    ]
    assert found == charges
    assert reached[step.place].command["path"] == tuple((step.order or {})["path"])


def test_a_force_of_the_first_step_has_the_points_that_the_words_name() -> None:
    events, _ = given(opened(), "union", STEPS["march"].order or {}, 1)
    began = next(each for each in map(msgspec.to_builtins, events) if each["type"] == "move_began")
    assert began["allowance"] == 8
    assert " 8 movement points" in STEPS["look"].after


def test_huntsville_is_cut_off_until_the_zone_is_negated_and_its_marker_comes_off_at_the_end() -> None:
    assert fed(before("zone"), "2019") == "none"
    position = before("fed")
    assert fed(position, "2019") == "line"
    assert [group.oos for group in position.groups("union", "2019")] == [1]
    _, position = given(before("end"), "union", {"type": "end_movement"}, 1)
    assert [group.oos for group in position.groups("union", "2019")] == [0]


def test_the_attack_has_the_modifiers_that_the_words_name() -> None:
    position = before("battle")
    leads = {"type": "choose_leader", "leader": "A"}
    events, _ = given(position, "union", leads, 1)
    battle = next(each for each in map(msgspec.to_builtins, events) if each["type"] == "battle_fought")
    assert battle["ratio"] == "7/3"
    amounts = sorted((each["amount"], each["rule"]) for each in battle["modifiers"])
    assert amounts == [(-1, "9.4/6"), (1, "9.3/5"), (1, "9.4/4")]


def test_the_words_before_the_attack_are_the_odds_of_the_table() -> None:
    """What the table's odds assume and compute is what the lesson says: 7 to 3, a leader, a river."""
    step, position = STEPS["odds"], before("odds")
    command = RULESET.storage.commands.read(STEPS["attack"].order or {})
    found = odds(RULESET, position, Question(step.seat, command))
    lines = [each.line for each in found.forecast.modifiers]
    assert all(line.side in RULESET.seats for line in lines)
    strength = {
        side: sum(line.amount for line in lines if (line.roll, line.side) == ("strength", side))
        for side in RULESET.seats
    }
    assert strength == {"union": 7, "confederate": 3}
    outcome = sorted((line.amount, line.rule) for line in lines if line.roll == "outcome")
    assert outcome == [(-1, "9.4/6"), (1, "9.3/5"), (1, "9.4/4")]
    assert "Seven points to three" in step.after
    assert "a leader who takes part adds 1, and the minor river takes 1 away" in step.after


def test_the_army_may_not_march_on_after_its_battle() -> None:
    for seed in range(12):
        position = before("read", seed)
        with pytest.raises(Refused):
            given(position, "union", {"type": "move_force", "from": "2116", "path": ["2117"]}, seed)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_dice_and_the_answers_the_battle_ends_and_so_does_the_impulse(seed: int) -> None:
    position, events = fought(before("battle", seed), seed)
    assert happened(STEPS["battle"], events)
    events, position = given(position, "union", STEPS["end"].order or {}, seed)
    assert happened(STEPS["end"], events)
    assert position.due is not None
    assert position.due.seat == "confederate"
