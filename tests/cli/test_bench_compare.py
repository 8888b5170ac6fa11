"""A run of the bench held against another one, and the figures of a ruleset's own work."""

import json
from pathlib import Path

import pytest

from ironclad.api.cli.bench.compare import NoRun, Worse, read_run, worse
from ironclad.api.cli.bench.play import Figure, decide_and_play, rate, time
from ironclad.api.cli.bench.record import record
from ironclad.domain import games
from tests.cli.conftest import Run

RATE = rate("decide/game", 1_000, 2_000, "commands/s", "the limit")
TIME = time("legal/game", 4.0, 1.0, "ms", "the limit")


def at(figure: Figure, value: float) -> Figure:
    make = rate if figure is RATE else time
    return make(figure.name, value, figure.limit, figure.unit, figure.against)


def test_what_takes_more_than_a_tenth_longer_is_named_the_worst_first() -> None:
    now = [at(RATE, 800), at(TIME, 6.0)]
    assert worse([RATE, TIME], now) == (
        Worse("legal/game", 4.0, 6.0, "ms", 0.5),
        Worse("decide/game", 1_000, 800, "commands/s", 0.25),
    )


@pytest.mark.parametrize(("commands", "milliseconds"), [(1_000, 4.0), (920, 4.3), (5_000, 0.1)])
def test_what_is_as_good_or_better_is_not_named(commands: float, milliseconds: float) -> None:
    assert worse([RATE, TIME], [at(RATE, commands), at(TIME, milliseconds)]) == ()


def test_a_figure_of_one_run_alone_is_not_compared() -> None:
    in_seconds = time(TIME.name, 9.0, 1.0, "s", "the limit")
    assert worse([TIME], [in_seconds, RATE]) == ()


def test_a_figure_that_fell_to_nothing_or_rose_from_it_is_worse() -> None:
    nothing = Figure("legal/game", 0.0, "ms", 1.0, 0.0, "the limit")
    stopped = Figure("decide/game", 0.0, "commands/s", 1.0, 0.0, "the limit")
    assert [each.name for each in worse([nothing, RATE], [TIME, stopped])] == ["decide/game", "legal/game"]
    assert worse([nothing], [nothing]) == ()


def test_a_run_is_read_as_the_bench_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    figure = {name: getattr(RATE, name) for name in RATE.__struct_fields__}
    path.write_text(json.dumps({"machine": {"cores": 2}, "results": [figure]}), encoding="utf-8")
    assert read_run(path) == (RATE,)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": [{"name": "x"}]}', "\udcff"])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(NoRun, match="no run of ironclad bench"):
        read_run(path)


def test_the_file_is_looked_at_before_anything_is_measured(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text("{}", encoding="utf-8")
    ended = run("bench", "--compare", path)
    assert ended.exit_code == 2
    assert "is no run of ironclad bench --json" in ended.output


def test_a_soak_is_not_compared(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text('{"results": []}', encoding="utf-8")
    ended = run("bench", "--compare", path, "--soak", "1")
    assert ended.exit_code == 2
    assert "--soak" in ended.output


def test_the_computer_and_how_far_an_order_goes_are_measured() -> None:
    ruleset = games.ruleset("bull_run_to_appomattox")
    figures = {each.name: each for each in decide_and_play(ruleset, record(ruleset, 1), 1)}
    for name in ("opponent", "reach", "economy"):
        assert figures[f"{name}/{ruleset.name}"].value > 0
