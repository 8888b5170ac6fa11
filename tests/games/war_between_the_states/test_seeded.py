"""Random games with mixes of all options end and replay; every type of event comes up."""

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from tests.games.war_between_the_states import seeded


def test_mixes_have_every_value_of_every_option() -> None:
    found = [seeded.begun("manassas_1861", seed).options for seed in range(40)]
    for name, option in RULESET.identity.options.items():
        assert {each[name] for each in found if name in each} == set(option.values)


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("manassas_1861", 1),
        ("forts_1862", 2),
        *(pytest.param(name, 3, marks=pytest.mark.full) for name in ("east_1862", "west_1862")),
        pytest.param("campaign_1861", 4, marks=pytest.mark.full),
    ],
)
def test_a_random_game_with_mixed_options_ends_and_replays(scenario: str, seed: int) -> None:
    events, commands, position = seeded.game(scenario, seed)
    assert position.ended is not None
    assert commands < len(events)


def test_random_play_goes_on_from_the_positions_of_the_cases() -> None:
    for number, (position, _) in enumerate(seeded.situations()):
        if number % 12 == 0:
            list(seeded.onward(position, number))
