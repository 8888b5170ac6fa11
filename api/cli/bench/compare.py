"""`ironclad bench --compare FILE`: a run beside earlier ones, and what has become worse."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec

from ironclad.api.cli.bench.play import Figure

WORSE = 0.10
"""The part by which a figure has to be worse before it is marked."""


class UnreadableRun(Exception):
    """A file that `ironclad bench --json` did not write."""


class _Run(msgspec.Struct):
    results: tuple[Figure, ...]


class Change(msgspec.Struct, frozen=True):
    """A figure of this run beside the median of earlier runs; `faster` is by which factor it is better."""

    name: str
    unit: str
    before: float
    value: float
    faster: float

    @property
    def worse(self) -> bool:
        """Whether it is worse by more than a tenth."""
        return self.faster < 1 - WORSE


def read_run(file: Path) -> tuple[Figure, ...]:
    """The figures of a run that was kept as JSON. Raises UnreadableRun."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Run).results
    except (OSError, msgspec.DecodeError) as wrong:
        raise UnreadableRun(f"{file}: {wrong}") from wrong


def changes(now: Sequence[Figure], runs: Sequence[Sequence[Figure]]) -> list[Change]:
    """The figures that are in this run and in earlier ones, by the medians of those."""
    before: dict[str, list[float]] = {}
    for run in runs:
        for each in run:
            before.setdefault(each.name, []).append(each.value)
    return [_change(each, median(before[each.name])) for each in now if each.name in before]


def _change(figure: Figure, before: float) -> Change:
    is_rate = figure.unit.endswith("/s")
    high, low = (figure.value, before) if is_rate else (before, figure.value)
    return Change(figure.name, figure.unit, before, figure.value, round(high / low, 3) if low else 1.0)
