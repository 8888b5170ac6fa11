"""One run of the bench against another: which figures got worse by more than a tenth."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from ironclad.api.cli.bench.play import Figure

WORSE = 0.1


class NoRun(ValueError):
    """A file that is not what `ironclad bench --json` writes."""


class Worse(msgspec.Struct, frozen=True):
    """A figure that got worse: `by` is the share, 0.25 for a quarter slower."""

    name: str
    before: float
    now: float
    unit: str
    by: float


class _Run(msgspec.Struct, frozen=True):
    results: tuple[Figure, ...]


def read_run(path: Path) -> tuple[Figure, ...]:
    """The figures of a run that `ironclad bench --json` has written. Raises NoRun."""
    try:
        run = msgspec.json.decode(path.read_bytes(), type=_Run)
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError) as fault:
        raise NoRun(f"{path} is no run of ironclad bench --json: {fault}") from fault
    return run.results


def worse(before: Iterable[Figure], now: Iterable[Figure]) -> tuple[Worse, ...]:
    """The figures of both runs that got worse by more than a tenth, the worst first.

    A figure that only one of them has, or has in another unit, is not compared.
    """
    known = {(each.name, each.unit): each for each in before}
    found = (_change(known[each.name, each.unit], each) for each in now if (each.name, each.unit) in known)
    return tuple(sorted((each for each in found if each.by > WORSE), key=lambda each: (-each.by, each.name)))


def _change(before: Figure, now: Figure) -> Worse:
    """How much longer the same work takes: a rate is better when higher, a time when lower."""
    slow, quick = (before.value, now.value) if now.unit.endswith("/s") else (now.value, before.value)
    by = slow / quick - 1 if quick > 0 else float(slow > 0)  # beside nothing, anything is as much again
    return Worse(now.name, before.value, now.value, now.unit, round(by, 3))
