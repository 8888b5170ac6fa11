"""A run of the benchmark beside earlier ones."""

from pathlib import Path

import msgspec
import pytest

from ironclad.api.cli.bench.compare import UnreadableRun, changes, read_run
from ironclad.api.cli.bench.play import Figure, rate, time


def run(decided: float, answered: float) -> list[Figure]:
    return [
        rate("decide/toy", decided, 10_000, "commands/s", "copying"),
        time("http/p50", answered, 0.5, "ms", "an empty call"),
    ]


def test_a_rate_is_better_when_higher_and_a_time_when_lower() -> None:
    decide, http = changes(run(2_000, 1.0), [run(1_000, 2.0)])
    assert (decide.faster, http.faster) == (2.0, 2.0)
    assert not decide.worse
    assert not http.worse


def test_what_is_worse_by_more_than_a_tenth_is_marked() -> None:
    decide, http = changes(run(890, 1.09), [run(1_000, 1.0)])
    assert decide.worse
    assert not http.worse


def test_of_several_earlier_runs_the_medians_count_and_new_figures_are_left_out() -> None:
    earlier = [run(1_000, 1.0)[:1], run(3_000, 1.0)[:1], run(1_200, 1.0)[:1]]
    (decide,) = changes(run(1_200, 9.0), earlier)
    assert (decide.before, decide.faster) == (1_200, 1.0)


def test_a_kept_run_is_read_and_what_is_none_is_named(tmp_path: Path) -> None:
    kept = tmp_path / "before.json"
    kept.write_bytes(msgspec.json.encode({"machine": {}, "results": run(1_000, 1.0)}))
    assert list(read_run(kept)) == run(1_000, 1.0)
    kept.write_text('{"soak": {}}')
    with pytest.raises(UnreadableRun, match=r"before\.json"):
        read_run(kept)
