"""The stores that tests of servers run on.

A test of a server runs on SQLite. One that is marked `every_store` (sessions, live reading, restarts, the
story) runs on PostgreSQL with Redis as well, in the full tier; so do all others where IRONCLAD_TEST_STORE
names the kinds: a list with commas of `sqlite`, `sqlite+redis`, `postgresql` and `postgresql+redis`. What is
about SQLite's files names a file itself; what is about several workers makes its own PostgreSQL and Redis.
"""

import atexit
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import postgresql
from tests.redis_server import OwnRedis, own_redis

KINDS = ("sqlite", "sqlite+redis", "postgresql", "postgresql+redis")
_ASKED = os.environ.get("IRONCLAD_TEST_STORE")
CHOSEN = tuple((_ASKED or "sqlite,postgresql+redis").split(","))
SECRET = "the same for every process of this log"

if unknown := set(CHOSEN) - set(KINDS):
    raise ValueError(f"IRONCLAD_TEST_STORE lists {', '.join(KINDS)}, not {', '.join(sorted(unknown))!r}")

_numbers = count()


def kinds_for(every: bool) -> list[Any]:
    """The kinds of store for a test, as parameters: all but SQLite alone belong to the full tier.

    every: whether the test is marked `every_store`. Kinds that IRONCLAD_TEST_STORE names hold for all.
    """
    chosen = CHOSEN if every or _ASKED else ("sqlite",)
    return [each if each == "sqlite" else pytest.param(each, marks=pytest.mark.full) for each in chosen]


LAST = [pytest.param(each, marks=pytest.mark.full) for each in (CHOSEN if _ASKED else CHOSEN[-1:])]
"""For a long test of what is the same over each store: one kind, unless kinds are asked for."""


@dataclass(frozen=True)
class Store:
    """An empty store: its URL, the Redis of its service if any, what the environment tells its servers."""

    url: str
    redis: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@contextmanager
def empty_store(folder: Path, kind: str) -> Iterator[Store]:
    """A store of a kind, with a Redis database of its own; one of SQLite's is a file in the folder."""
    database, _, shared = kind.partition("+")
    redis = f"{_redis().url.rpartition('/')[0]}/{next(_numbers)}" if shared else None
    environment = {"IRONCLAD_REDIS": redis} if redis else {}
    if database == "sqlite":
        yield Store(f"sqlite:///{folder / 'ironclad.db'}", redis, environment)
    else:
        with postgresql.schema() as url:
            kept = {"IRONCLAD_SECRET": SECRET, "IRONCLAD_LOG_KEY_FILE": str(folder / "ironclad.log-key")}
            yield Store(url, redis, {**environment, **kept})


@cache
def _redis() -> OwnRedis:
    """One Redis for all stores of this process, as long as it lives."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(own_redis())
