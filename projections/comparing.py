"""Two positions, difference by difference: path by path for any ruleset, in words where it has them."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.telling.comparison import SideBySide
from ironclad.eventlog.records import Compared, Difference

_ABSENT = object()


def compared(ruleset: Ruleset[Any], a: Any, b: Any, limit: int) -> Compared:
    """How two positions of a ruleset differ: at most `limit` paths, and every change in words."""
    found = differences(ruleset.storage.to_document(a), ruleset.storage.to_document(b))
    shown = tuple(islice(found, limit))
    more = sum(1 for _ in found)
    words = SideBySide((), ()) if ruleset.show.compare is None else ruleset.show.compare(a, b)
    return Compared(words.changes, words.told, shown, more)


def differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Difference]:
    """Every difference between two documents, in order of path; a list differs place by place.

    A path joins the keys that lead there with dots; in a key "~" is written "~0" and "." is written "~1".
    Setting each path of `a` to the value of `b`, and taking away what only `a` has, makes `b`.
    """
    for key in sorted(a.keys() | b.keys()):
        yield from _between(a.get(key, _ABSENT), b.get(key, _ABSENT), _step(key))


def _between(a: Any, b: Any, path: str) -> Iterator[Difference]:
    if isinstance(a, dict) and isinstance(b, dict):
        for inner in differences(a, b):
            yield Difference(f"{path}.{inner.path}", inner.a, inner.b, inner.only)
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple):
        for place in range(max(len(a), len(b))):
            ours, theirs = (side[place] if place < len(side) else _ABSENT for side in (a, b))
            yield from _between(ours, theirs, f"{path}.{place}")
    elif a is _ABSENT:
        yield Difference(path, None, b, "b")
    elif b is _ABSENT:
        yield Difference(path, a, None, "a")
    elif type(a) is not type(b) or a != b:  # True is no 1
        yield Difference(path, a, b)


def _step(key: str) -> str:
    return key.replace("~", "~0").replace(".", "~1")
