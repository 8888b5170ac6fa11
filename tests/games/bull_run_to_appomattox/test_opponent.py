"""The computer player: legal answers to every decision, by what its seat sees, and better than chance."""

from collections import Counter
from random import Random

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.sight import see
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings, Range
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent import introductory
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.choosing import choose
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.rehearsal import (
    DRAWN,
    Army,
    Stage,
    fight,
    rehearse,
)
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import BeginGame
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import victory_points
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from tests.games.bull_run_to_appomattox.playing import chosen, start, walked

ENOUGH = 6_000  # commands in a game


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
            command = chosen(position, due, random)
        _, position = decider.execute(RULESET, position, due.seat, command, dice, due.id)
    raise AssertionError("the game does not end")


def winner(position: Position) -> str | None:
    assert position.ended is not None
    return position.ended.winner


@pytest.mark.parametrize(
    ("seed", "commands"), [(1, 50), *(pytest.param(each, 400, marks=pytest.mark.full) for each in (2, 3))]
)
def test_it_answers_whatever_comes_up_by_what_it_may_see(seed: int, commands: int) -> None:
    """In random games: a legal command, the same on the position that its seat sees."""
    for step in walked(seed, commands):
        command = choose(step.before, step.due, Random(0))
        decider.check(RULESET, step.before, step.due.seat, command, step.due.id)
        assert choose(see(step.before, step.due.seat), step.due, Random(0)) == command


def test_against_itself_a_game_ends() -> None:
    position, answered = played(0, "campaign", SIDES)
    assert winner(position) in SIDES
    assert {"activation", "hq_orders", "preparation", "placement", "attacker_stays"} <= set(answered)
    assert set(answered) <= {*brta.providers, "begin"}


@pytest.mark.parametrize("side", SIDES)
def test_it_wins_the_campaign_against_chance(side: str) -> None:
    """Nothing but the cities that decide the game: the North takes five, the South two."""
    position, _ = played(1, "campaign", (side,))
    assert winner(position) == side
    assert position.ended is not None
    assert position.ended.rule == {"north": "14/1", "south": "14/2"}[side]


@pytest.mark.full
@pytest.mark.parametrize("side", SIDES)
def test_it_wins_nine_campaigns_of_ten(side: str) -> None:
    """And has more points: cities and historical sites (14/5)."""
    ends = [played(seed, "campaign", (side,))[0] for seed in range(10)]
    assert sum(winner(end) == side for end in ends) >= 9
    assert sum(victory_points(end, side) > victory_points(end, ENEMY[side]) for end in ends) >= 9


@pytest.mark.full
@pytest.mark.parametrize("side", SIDES)
def test_it_wins_the_introductory_scenario(side: str) -> None:
    """Two turns, three or four combats: chance decides some, and an equal count is no win."""
    ends = Counter(winner(played(seed, "introductory", (side,))[0]) for seed in range(3))
    assert ends[side] >= 2, ends


def test_it_supposes_the_printed_set_up_less_what_was_lost_in_the_open() -> None:
    """17: everybody may read the set-up and counts the CP lost; what an army has now stays hidden."""
    position, dice = start("introductory"), SeededDice("set-up")
    due = RULESET.rules.due(position)[0]
    _, position = decider.execute(RULESET, position, due.seat, BeginGame(), dice, due.id)
    seen = see(position, "north")
    assert not seen.units_of("beauregard").known
    assert introductory.guessed(seen, "north", {}) == {
        hq: position.units_of(hq) for hq in position.hqs_of("south")
    }
    seen.eliminated["north"] = 3
    left = introductory.guessed(seen, "north", {})
    assert sum(units.total for units in left.values()) == 5
    seen.intelligence["north"]["je_johnston"] = Findings(seen.turn, "SHE", infantry=Range(0, 0))
    assert introductory.guessed(seen, "north", {})["je_johnston"].infantry == 0


def test_a_rehearsal_is_the_same_each_time_and_knows_who_is_ahead() -> None:
    """The last turn, nobody to activate: the lead decides, and a draw is little."""
    army = Army("grant", "north", 2, 0, 0, "WAS", active=True)

    def stage(lead: int) -> Stage:
        none: frozenset[str] = frozenset()
        works = {"north": none, "south": none}
        return Stage("north", lead, 0, "north", dict.fromkeys(SIDES, 3), set(), [army], works, {})

    def wait(stage: Stage, random: Random) -> None:
        pass

    found = [rehearse(stage(lead), wait, 5, Random(0)) for lead in (1, 0, -1)]
    assert found == [1, DRAWN, 0]
    foe = Army("lee", "south", 2, 0, 1, "C")

    def attack(stage: Stage, random: Random) -> None:
        fight(stage, stage.army("grant"), "C", random)

    behind = stage(0)
    behind.armies = [army, foe]
    chances = [rehearse(behind, attack, 100, Random(0)) for _ in range(2)]
    assert chances[0] == chances[1]
    assert 0 < chances[0] < 1
