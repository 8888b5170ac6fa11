"""A cache that processes share: views and positions that one has made, for the others to find.

Each is kept under all that it was made of, and sealed with the service's secret: what was cut short, mixed up
or forged is not believed. The cache is bounded by the size of one entry, by their number, and by time.
"""

from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac
from itertools import chain
from time import time
from typing import Protocol

from ironclad.referee.cache.redis_client import RedisClient

ENTRY_BYTES = 1 << 20
ENTRIES = 2_000
KEPT_SECONDS = 3_600
_SEAL_BYTES = 32


class ViewCache(Protocol):
    """Where something that was made once may be found again."""

    def find(self, *key: str) -> bytes | None:
        """What was put there under this key, if it is still there and sound."""
        ...

    def put(self, value: bytes, *key: str) -> None:
        """Put something there; it may be gone at any time."""
        ...


class NoViewCache:
    """The cache of a process that is alone: it keeps nothing."""

    def find(self, *key: str) -> bytes | None:
        return None

    def put(self, value: bytes, *key: str) -> None:
        return None


class RedisViewCache:
    """A cache in Redis, of one log: `log` names it, None as long as it has no name."""

    def __init__(self, link: RedisClient, secret: bytes, log: Callable[[], str | None]) -> None:
        self._link = link
        self._secret = sha256(b"ironclad-views|" + secret).digest()
        self._log = log

    def find(self, *key: str) -> bytes | None:
        place = self._place(key)
        if place is None:
            return None
        kept = self._link.ask(lambda redis: redis.get(place[0]))
        if not isinstance(kept, bytes) or len(kept) <= _SEAL_BYTES:
            return None
        seal, value = kept[:_SEAL_BYTES], kept[_SEAL_BYTES:]
        return value if compare_digest(seal, self._seal(place[0], value)) else None

    def put(self, value: bytes, *key: str) -> None:
        place = self._place(key)
        if place is None or len(value) > ENTRY_BYTES:
            return
        name, index = place

        def keep(redis: object) -> list[str]:
            with redis.pipeline() as pipe:  # type: ignore[attr-defined]
                pipe.set(name, self._seal(name, value) + value, ex=KEPT_SECONDS)
                pipe.zadd(index, {name: time()})
                pipe.expire(index, KEPT_SECONDS)
                pipe.zrange(index, 0, -ENTRIES - 1)
                surplus: list[str] = pipe.execute()[-1]
            if surplus:
                with redis.pipeline() as pipe:  # type: ignore[attr-defined]
                    pipe.unlink(*surplus)
                    pipe.zrem(index, *surplus)
                    pipe.execute()
            return surplus

        self._link.ask(keep)

    def _place(self, key: tuple[str, ...]) -> tuple[str, str] | None:
        """The names of an entry and of the index of all entries in Redis."""
        log = self._log()
        if log is None:
            return None
        digest = sha256(b"".join(chain.from_iterable((b"%d:" % len(each), each) for each in _bytes(key))))
        return f"ironclad:{log}:views:{digest.hexdigest()}", f"ironclad:{log}:views"

    def _seal(self, name: str, value: bytes) -> bytes:
        return hmac(self._secret, name.encode() + value, sha256)


def _bytes(key: tuple[str, ...]) -> list[bytes]:
    return [each.encode("utf-8", "surrogatepass") for each in key]
