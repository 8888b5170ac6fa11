"""The computer player: legal answers to every decision, by what its seat sees, and better than chance."""

from collections import Counter
from random import Random

import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.sight import see
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.readers.opponent.choosing import ANSWERS, choose
from ironclad.domain.games.iron_brigade.registry import brigade
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from tests.games.iron_brigade.battles import battle, opened, unit

ENOUGH = 2_000  # commands in a battle


def played(seed: int, scenario: str, computer: tuple[str, ...]) -> tuple[Position, Counter[str]]:
    """A battle to its end: `computer` seats by the computer player, others at random; what it answered."""
    random, dice = Random(f"match {seed}"), SeededDice(f"match {seed}")
    position = RULESET.rules.initial(RULESET.rules.begin(scenario, {}, None, ""))
    answered: Counter[str] = Counter()
    for _ in range(ENOUGH):
        if not (open_now := RULESET.rules.due(position)):
            return position, answered
        due = random.choice(open_now)
        if due.seat in computer:
            command = decider.opponent_command(RULESET, position, due, random)
            assert choose(see(position, due.seat), due, Random(0)) == command
            answered[due.kind] += 1
        else:
            command = decider.sample(RULESET, position, due, random)
        _, position = decider.execute(RULESET, position, due.seat, command, dice, due.id)
    raise AssertionError("the battle does not end")


def winner(position: Position) -> str | None:
    assert position.ended is not None
    return position.ended.winner


def test_its_answers_are_for_the_decisions_that_there_are() -> None:
    assert set(ANSWERS) == set(brigade.offers)


@pytest.mark.parametrize("side", [pytest.param("union", marks=pytest.mark.full), "confederate"])
def test_it_wins_a_battle_against_chance(side: str) -> None:
    """The same on the position that its seat sees, at every decision."""
    position, answered = played(0, "first_shots", (side,))
    assert winner(position) == side
    assert {"movement", "fire"} <= set(answered)


def test_it_faces_a_threat_and_fires_at_it() -> None:
    """An enemy on its right flank, 10 inches away: it wheels to the right before anything else."""
    position = opened(battle(unit("u1", (2000, 2000)), unit("c1", (3300, 2000), 270)))
    (due,) = [each for each in RULESET.rules.due(position) if each.seat == "union"]
    command = decider.opponent_command(RULESET, position, due, Random(0))
    (leg,) = command.plan.orders["u1"].legs  # type: ignore[attr-defined]
    assert leg.to == "right"


def test_it_loads_its_guns_and_keeps_a_reserve_back() -> None:
    """Five regiments 40 inches from the enemy: the last does not go as near as the others."""
    own = [unit(f"u{number}", (1000 * number, 1500)) for number in range(1, 6)]
    guns = unit("u6", (5600, 1500), type="battery", loaded=False)
    position = opened(battle(*own, guns, unit("c1", (3000, 4600), 180)))
    (due,) = [each for each in RULESET.rules.due(position) if each.seat == "union"]
    orders = decider.opponent_command(RULESET, position, due, Random(0)).plan.orders  # type: ignore[attr-defined]
    assert orders["u6"].load
    assert {"u1", "u2", "u3", "u4"} <= set(orders)


@pytest.mark.full
@pytest.mark.parametrize("side", SIDES)
def test_it_wins_most_battles_on_a_large_table(side: str) -> None:
    position, answered = played(1, "brawner_farm", (side,))
    assert winner(position) == side
    assert {"movement", "fire"} <= set(answered)
