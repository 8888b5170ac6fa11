"""The computer player: legal answers to every decision, by what its seat sees, and better than chance."""

from collections import Counter
from random import Random
from time import process_time

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.sight import see
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.readers.opponent.choosing import ANSWERS, choose
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from tests.games.eagle_variant.walking import start, walked

ENOUGH = 20_000  # commands in a game
SLOW = 0.25  # seconds of CPU for one answer


def played(seed: int, scenario: str, computer: tuple[str, ...]) -> tuple[Position, Counter[str]]:
    """A game to its end: `computer` seats by the computer player, others at random; what it answered."""
    random, dice, position = Random(f"match {seed}"), SeededDice(f"match {seed}"), start(scenario)
    answered: Counter[str] = Counter()
    for _ in range(ENOUGH):
        if not (open_now := RULESET.rules.due(position)):
            return position, answered
        due = random.choice(open_now)
        if due.seat in computer:
            command = decider.opponent_command(RULESET, position, due, random)
            answered[due.kind] += 1
        else:
            command = decider.sample(RULESET, position, due, random)
        _, position = decider.execute(RULESET, position, due.seat, command, dice, due.id)
    raise AssertionError("the game does not end")


def winner(position: Position) -> str | None:
    assert position.ended is not None
    return position.ended.winner


@pytest.mark.parametrize("scenario", ["historical", "balanced"])
def test_it_answers_whatever_comes_up_by_what_it_may_see(scenario: str) -> None:
    """In random games: a legal command, the same on the position that its seat sees."""
    seen: Counter[str] = Counter()
    for step in walked(1, scenario):
        seen[step.due.kind] += 1
        if seen[step.due.kind] > 15:
            continue
        command = choose(step.before, step.due, Random(0))
        decider.check(RULESET, step.before, step.due.seat, command, step.due.id)
        assert choose(see(step.before, step.due.seat), step.due, Random(0)) == command
    assert {"movement", "battle_phase", "production"} <= set(seen)


def test_its_answers_are_for_decisions_that_there_are() -> None:
    assert set(ANSWERS) <= set(eagle.offers)


def test_it_answers_in_tens_of_milliseconds() -> None:
    """The median of its movements, which take it the longest; none is slow."""
    spent = []
    for step in [each for each in walked(1) if each.due.kind == "movement"][:60]:
        began = process_time()
        decider.opponent_command(RULESET, step.before, step.due, Random(0))
        spent.append(process_time() - began)
    assert sorted(spent)[len(spent) // 2] < 0.05
    assert max(spent) < SLOW


@pytest.mark.parametrize("side", SIDES)
def test_it_wins_the_war_against_chance(side: str) -> None:
    """By the cities that decide it, before its end."""
    position, answered = played(0, "historical", (side,))
    assert winner(position) == side
    assert position.ended is not None
    assert position.ended.rule == {"usa": "historical-scenario/6", "csa": "historical-scenario/8"}[side]
    assert {"movement", "production", "politics", "sealed_set_up", "battle_phase"} <= set(answered)


@pytest.mark.full
@pytest.mark.parametrize("scenario", ["historical", "balanced"])
@pytest.mark.parametrize("side", SIDES)
def test_it_wins_nine_games_of_ten(side: str, scenario: str) -> None:
    assert sum(winner(played(seed, scenario, (side,))[0]) == side for seed in range(10)) >= 9


@pytest.mark.full
@pytest.mark.parametrize("scenario", ["historical", "balanced"])
def test_against_itself_a_game_ends(scenario: str) -> None:
    position, answered = played(0, scenario, SIDES)
    assert position.ended is not None
    assert {"movement", "production", "battle_phase", "retreat_space", "pursuit"} <= set(answered)
