"""How two documents differ, path by path."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

_ABSENT = object()


class Difference(msgspec.Struct, frozen=True):
    """One difference between two documents: its `path`, the value in each.

    Keys on the path are joined by dots (in a key "~" is written "~0" and "." is written "~1"). `only` is "a"
    or "b" where the other document has nothing there, "" where both have a value.
    """

    path: str
    a: Any
    b: Any
    only: str = ""


def differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Difference]:
    """Every difference between two documents, in order of path; a list differs place by place.

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
