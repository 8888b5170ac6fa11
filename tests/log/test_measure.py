"""The measurements themselves: that they measure. The figures are the bench's, on an idle machine."""

from pathlib import Path

import pytest

from ironclad.api.cli.bench.measure import (
    append_rate,
    append_rate_postgresql,
    append_with_proof_rate,
    append_with_proof_rate_postgresql,
    play,
    position_anywhere,
    rebuild,
    shared_flushes,
)
from ironclad.api.service import Service
from tests import postgresql
from tests.toy import TUG

pytestmark = pytest.mark.full


def test_appending_is_measured_against_the_raw_rate(tmp_path: Path) -> None:
    figure = append_rate(tmp_path, commands=600)
    assert figure.ratio is not None
    assert figure.value > 0 < figure.ratio


def test_appending_to_a_server_is_measured_against_the_raw_rate() -> None:
    with postgresql.schema():  # skips, or fails, where there is none
        figure = append_rate_postgresql(postgresql.URL, commands=400)
    assert figure.name == "append/postgresql"
    assert figure.ratio is not None
    assert figure.value > 0 < figure.ratio


def test_the_cost_of_proof_is_measured_on_and_off(tmp_path: Path) -> None:
    figure = append_with_proof_rate(tmp_path, commands=300)
    assert figure.name == "append-with-proof/sqlite"
    assert figure.ratio is not None
    assert figure.value > 0 < figure.ratio
    with postgresql.schema():  # skips, or fails, where there is none
        figure = append_with_proof_rate_postgresql(postgresql.URL, commands=300)
    assert figure.name == "append-with-proof/postgresql"
    assert figure.ratio is not None
    assert figure.value > 0 < figure.ratio


def test_clients_share_flushes(tmp_path: Path) -> None:
    figures = shared_flushes(tmp_path, TUG, "long", clients=8, commands=40)
    for middle, slow, rate in (figures[:3], figures[3:]):
        assert 0 < middle.value <= slow.value
        assert rate.value > 0


def test_rebuilding_a_game_is_measured(referee: Service, game: str) -> None:
    play(referee, game, 1_500)
    assert rebuild(referee, game).value > 0
    assert position_anywhere(referee, game, samples=20).value > 0
