"""A sample of `python -m tests.hammer.readjudged`, and that it finds what it looks for."""

import os
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.match.readings.readjudication import readjudicate
from ironclad.domain.match.readings.terms import Asked
from tests.cli.conftest import Run, run
from tests.hammer import readjudged
from tests.hammer.forged import forge
from tests.hammer.forged_games import Game, plain_games
from tests.hammer.readjudged import PLANTED, Count, Planted, Played, count, play

__all__ = ["run"]

SAMPLE = 4
FORGED = int(os.environ.get("IRONCLAD_TEST_FORGED", "60"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    return plain_games(tmp_path_factory.mktemp("recorded"))


def test_a_forged_bundle_is_unusable_or_decided(
    recorded: dict[str, Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """No forgery is a fault of the program: each ends with a status, and says why."""
    path, statuses = tmp_path / "forged.bundle", list[int]()
    for number in range(FORGED):
        forged = forge(recorded, 7, number)
        path.write_bytes(forged.bundle)

        def ruleset(name: str, rules: Any = forged.rules) -> Any:
            if name not in rules:
                raise UnknownName(name)
            return rules[name]

        monkeypatch.setattr(games, "ruleset", ruleset)
        for asked in ((), ("--version", "1.1")):
            result = run("readjudicate", path, *asked)
            assert isinstance(result.exception, SystemExit | None), (str(forged), result.exception)
            assert result.output
            statuses.append(result.exit_code)
    assert set(statuses) <= {0, 1, 2}
    assert len(set(statuses)) > 1


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
