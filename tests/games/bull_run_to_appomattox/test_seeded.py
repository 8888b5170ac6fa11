"""Play from made positions, and whole campaigns: a sample of what the hammer does (seeded.py)."""

import pytest

from tests.games.bull_run_to_appomattox import seeded


@pytest.mark.parametrize("seed", range(1, 1 + 2 * len(seeded.KINDS)))
def test_play_from_a_made_position_holds(seed: int) -> None:
    assert seeded.played(seed)


@pytest.mark.full
def test_landings_and_sieges_come_up() -> None:
    kinds = seeded.kinds_of(
        event for seed in range(100, 160) for step in seeded.played(seed) for event in step.events
    )
    expected = """
        troops_landed army_embarked siege_begun siege_lifted fort_lost battle_decided naval_combat_ended
        steps_lost fleets_retreated raider_fought hq_lost survival_checked city_taken
    """
    assert set(expected.split()) <= kinds.keys()


@pytest.mark.full
def test_random_campaigns_end_and_replay() -> None:
    assert seeded.campaigns(301, 10)["game_ended"] == 10
