"""A sample of `python -m tests.hammer.readjudged`, and that it finds what it looks for."""

import pytest

from ironclad.domain import games
from ironclad.domain.match.readings.readjudication import readjudicate
from ironclad.domain.match.readings.terms import Asked
from tests.hammer import readjudged
from tests.hammer.readjudged import PLANTED, Count, Planted, Played, count, play

SAMPLE = 4


def test_a_planted_change_is_found_in_exactly_the_games_that_it_touches() -> None:
    found = count(SAMPLE, seed=3)
    assert found.wrong == []
    assert found.games == SAMPLE
    assert 0 < found.touched < SAMPLE, "of both kinds"


def test_a_change_that_is_not_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness says so where a touched game comes out the same, and where an untouched one does not."""
    planted, seed = PLANTED[1], 6
    assert play(planted, seed).touched is not None

    def unchanged(planted: Planted, course: object) -> object:
        return readjudicate(games.ruleset(planted.ruleset), course, Asked())  # type: ignore[arg-type]

    again = readjudged.decided_again
    monkeypatch.setattr(readjudged, "decided_again", unchanged)
    missed = Count()
    missed.take(planted, seed)
    assert "and was touched" in missed.wrong[0]
    monkeypatch.setattr(readjudged, "decided_again", again)
    monkeypatch.setattr(readjudged, "play", lambda *given: Played(play(*given).course, None))
    unexpected = Count()
    unexpected.take(planted, seed)
    assert "and was not touched" in unexpected.wrong[0]
