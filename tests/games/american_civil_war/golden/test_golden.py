"""Golden games replay to the position that they state, and are played today as they were then."""

import pytest

from tests.games.american_civil_war.golden.playing import INDEX, LOGS, PLAYED, anew, entry, index, kept


def test_every_golden_game_is_kept() -> None:
    assert INDEX.exists()
    assert index().keys() >= PLAYED.keys()
    assert {path.name.removesuffix(".jsonl.xz") for path in LOGS.iterdir()} == index().keys()


@pytest.mark.parametrize("name", index())
def test_it_replays_to_the_position_that_it_states(name: str) -> None:
    assert entry(kept(name)) == index()[name]


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_played_as_it_was(name: str) -> None:
    """Another game means that the rules, their dice or their events changed: see versions.py."""
    for number, (played, was) in enumerate(zip(anew(name), kept(name), strict=True), 1):
        assert played == was, f"event {number} of {name}"
