"""The computer player plays whole games legally, beats random play, and chooses the same each time."""

from random import Random

import pytest

from ironclad.domain import games
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.playout import play, rebuild, same_position, steps, stored

ACW = games.ruleset("american_civil_war")
SEEDS = (1, 2, 3)  # ten of each are `ironclad selfplay american_civil_war --house SEAT --games 10`


@pytest.mark.parametrize(
    "seed", [SEEDS[0], *(pytest.param(each, marks=pytest.mark.full) for each in SEEDS[1:])]
)
@pytest.mark.parametrize("side", [UNION, CONFEDERATE])
def test_it_beats_random_play(side: str, seed: int) -> None:
    """A refusal of what it orders would be a PlayFault."""
    game = play(ACW, seed, cap=4_000, computer=(side,))
    assert game.outcome is not None
    assert game.outcome.winner == side


@pytest.mark.full
def test_it_plays_against_itself_to_the_end_and_the_log_replays() -> None:
    game = play(ACW, 5, cap=6_000, computer=(UNION, CONFEDERATE))
    assert game.outcome is not None
    assert same_position(ACW, game.position, rebuild(ACW, stored(ACW, game.events)))


def test_it_gives_the_same_command_again_and_leaves_the_position_alone() -> None:
    """So two servers that both move for the computer player give one command, not two."""
    begun = ACW.rules.begin("campaign", {}, None)
    asked = 0
    for step in steps(ACW, 2, begun, computer=(UNION, CONFEDERATE)):
        if step.number % 10 == 0:
            due, frozen = ACW.rules.due(step.before)[0], ACW.storage.freeze(step.before)
            first, second = (
                decider.opponent_command(ACW, step.before, due, Random(str(step.number))) for _ in "12"
            )
            assert first == second
            assert ACW.storage.freeze(step.before) == frozen
            asked += 1
        if step.number == 200:
            break
    assert asked == 20
