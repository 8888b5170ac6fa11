"""The benchmark of readers, small: its figures are of what really happened."""

import os
import shutil
from pathlib import Path

import pytest

from ironclad.api.cli.bench import live, measure_rolling, measure_signed
from ironclad.api.cli.store import url_of
from ironclad.api.service import Service
from ironclad.domain import games


@pytest.mark.full
def test_live_readers_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("READERS", 6), ("GAMES", 2), ("ROUNDS", 2)):
        monkeypatch.setattr(live, name, value)
    figures = list(live.live(tmp_path, games.ruleset("american_civil_war")))
    assert [each.name for each in figures] == ["live/p50", "live/p99"]
    assert all(each.limit > 0 and each.value > 0 for each in figures)


def test_views_that_redis_has_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "VIEWS", 5)
    ruleset = games.ruleset("american_civil_war")
    with Service(url_of(tmp_path), {ruleset.name: ruleset}) as referee:
        game = referee.opening.open_game(ruleset.name, next(iter(ruleset.identity.scenarios))).id
    there_is_redis = "CI" in os.environ or shutil.which("redis-server") is not None
    figures = list(live.views(tmp_path, game))
    assert [each.name for each in figures] == (["view/redis p50"] if there_is_redis else [])


def test_without_redis_there_is_no_such_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.shutil, "which", lambda _: None)
    monkeypatch.delenv("IRONCLAD_REDIS", raising=False)
    assert list(live.views(tmp_path, "game")) == []


@pytest.mark.full
def test_signed_commands_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every signed command is answered with a receipt, so that the next can be signed."""
    for name, value in (("COMMANDS", 6), ("WARM_UP", 1)):
        monkeypatch.setattr(measure_signed, name, value)
    figures = list(measure_signed.figures(tmp_path, games.ruleset("american_civil_war")))
    assert [each.name for each in figures] == ["signed/p50", "signed/p99"]
    assert all(each.limit > 0 and "(6 commands)" in each.against for each in figures)


@pytest.mark.full
@pytest.mark.parametrize(("ruleset", "rolls"), [("american_civil_war", 2), ("eagle_variant", 60)])
def test_commands_that_roll_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, rolls: int
) -> None:
    """Each was committed to, its link was sent after that; battles have decisions of both seats at once."""
    for name, value in (("ROLLS", rolls), ("WARM_UP", 1)):
        monkeypatch.setattr(measure_rolling, name, value)
    figures = list(measure_rolling.figures(tmp_path, games.ruleset(ruleset)))
    assert [each.name for each in figures] == ["rolling/p50", "rolling/p99"]
    assert all(each.limit > 0 and f"({rolls} commands that roll)" in each.against for each in figures)
