"""Random games with mixes of all options end; every type of event comes up."""

from collections import deque
from itertools import islice

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.document import problems
from tests.games.eagle_variant import seeded


def test_mixes_have_every_value_of_every_option() -> None:
    """But for the balanced scenario without an end, which random play may never finish."""
    found = [seeded.mixed(seed)[1] for seed in range(60)]
    for name, option in RULESET.identity.options.items():
        wanted = {"no"} if name == "balanced_without_end" else set(option.values)
        assert {each[name] for each in found} == wanted


@pytest.mark.parametrize("seed", [1, *(pytest.param(each, marks=pytest.mark.full) for each in (2, 3, 4))])
def test_a_random_game_with_mixed_options_ends(seed: int) -> None:
    (last,) = deque(seeded.game(seed), maxlen=1)
    assert last.after.ended is not None
    assert not list(problems(last.after))


def test_random_play_goes_on_from_the_positions_of_the_cases() -> None:
    for number, position in enumerate(islice(seeded.situations(), 0, None, 12)):
        list(seeded.onward(position, number))


@pytest.mark.full
def test_every_type_of_event_comes_up() -> None:
    seen = {
        name
        for number, position in enumerate(seeded.situations())
        for name in seeded.onward(position, number)
    }
    for seed in (1, 2):
        seen |= {type(event).__name__ for step in seeded.game(seed) for event in step.events}
    assert not seeded.every_type() - seen
