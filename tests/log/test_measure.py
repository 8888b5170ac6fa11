"""The measurements themselves: that they measure, and that nothing is an order of magnitude off.

The figures that count are the bench's, on an idle machine; these hold on a busy one.
"""

from pathlib import Path

from projections.measure import append_rate, leaf_rate, play, position_anywhere, rebuild, shared_flushes
from projections.referee import Referee
from tests.toy import TUG


def test_appending_is_near_the_raw_rate(tmp_path: Path) -> None:
    figure = append_rate(tmp_path, commands=600)
    assert figure.ratio is not None
    assert figure.ratio > 0.35
    assert figure.value > 100


def test_clients_share_flushes(tmp_path: Path) -> None:
    figures = shared_flushes(tmp_path, TUG, "long", clients=8, commands=40)
    for middle, slow, rate in (figures[:3], figures[3:]):
        assert 0 < middle.value <= slow.value < 500
        assert rate.value > 50


def test_a_game_is_rebuilt_quickly(referee: Referee, game: str) -> None:
    play(referee, game, 1_500)
    assert rebuild(referee, game).value > 50_000
    assert position_anywhere(referee, game, samples=20).value < 100
    assert leaf_rate(2_000).value > 10_000
