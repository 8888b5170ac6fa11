"""The soak works: a short run has commands, figures of memory, and no answer that should not have been."""

from pathlib import Path

import pytest

from tests.api.running import Server
from tests.load.soak import Soak, slope


def test_a_short_soak_meets_no_error(tmp_path: Path) -> None:
    server = Server(tmp_path / "log.db", bounds={"rates": {}}).start()
    soak = Soak(server, "american_civil_war", "campaign", commands=60)
    try:
        soak.run(2, 15)
    finally:
        assert server.stop() == 0
    report = soak.report()
    assert soak.wrong == []
    assert report["commands"] > 20
    assert report["games"] >= 2
    assert report["statuses"].keys() == {"200"}
    assert all(10 < held < 1_000 for held in report["memory_mib"].values())


def test_an_answer_that_should_not_have_been_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "log.db").start()
    soak = Soak(server, "american_civil_war", "no such scenario", commands=10)
    try:
        soak.run(1, 5)
    finally:
        server.stop()
    assert len(soak.wrong) == 1
    assert "no such scenario" in soak.wrong[0] or "422" in soak.wrong[0]


def test_growth_is_theslope_of_memory() -> None:
    assert slope([(0, 10), (10, 12), (20, 14)]) == pytest.approx(0.2)
