"""A sample of the odds that `python -m tests.hammer odds-eagle` holds against 100,000 runs each."""

import pytest

from tests.games.eagle_variant import many_odds

RUNS = 150


@pytest.mark.parametrize("counted", [pytest.param(each, id=each.name) for each in many_odds.battles()])
def test_battles_come_out_as_their_odds_say(counted: many_odds.Counted) -> None:
    assert sum(counted.chances.values()) == pytest.approx(1)
    assert (
        many_odds.held(counted, RUNS // (6 if "column" in counted.name else 1), 1861)[2] > many_odds.SUSPECT
    )


def test_wrong_odds_are_found() -> None:
    """Odds of another battle do not fit the runs of this one."""
    found = {each.name: each for each in many_odds.battles()}
    fire, charges = found["a part of fire"], found["a part of charges"]
    assert many_odds.held(many_odds.Counted("", charges.chances, fire.run), 200, 1)[2] < many_odds.SUSPECT


@pytest.mark.full
def test_rolls_of_commands_come_out_as_all_their_dice_say() -> None:
    found = list(many_odds.rolls())
    assert len(found) >= 12
    for counted in found:
        assert many_odds.held(counted, 100, 1861)[2] > many_odds.SUSPECT
