"""The one way to Redis: short time-outs, no retries, and a rest after each failure."""

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from redis import RedisError, ResponseError
from redis.backoff import NoBackoff
from redis.retry import Retry

from ironclad.eventlog.store import BadStoreURL
from ironclad.referee.cache import connecting

T = TypeVar("T")

SECONDS = 0.05  # to connect to an address, and for an answer
REST_SECONDS = 5.0
CONNECTIONS = 64

_log = logging.getLogger(__name__)


class RedisClient:
    """Asks Redis, or gives None. Nothing that happens to Redis is raised; any number of threads may ask."""

    def __init__(
        self,
        url: str,
        *,
        make: Callable[..., Any] = connecting.client,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`make` gives a client for a URL and a connection's settings. Raises BadStoreURL for another URL."""
        self.url = url
        self._make = make
        try:
            self._client = self.client(SECONDS)
        except ValueError as wrong:  # which may quote the URL, and the password in it
            raise BadStoreURL(
                "the URL of a Redis is redis://host:port/number, or rediss:// or unix://"
            ) from wrong
        self._clock = clock
        self._resting_until = 0.0
        self._failing = False
        self._mutex = Lock()

    def client(self, seconds: float) -> Any:
        """A client of its own, that waits so long for an answer."""
        return self._make(
            self.url,
            socket_timeout=seconds,
            socket_connect_timeout=SECONDS,
            retry=Retry(NoBackoff(), 0),
            max_connections=CONNECTIONS,
        )

    def ask(self, work: Callable[[Any], T]) -> T | None:
        """What work gives of the client; None where Redis does not answer, or did not a moment ago."""
        if not self._may_ask():
            return None
        try:
            answer = work(self._client)
        except ResponseError as refused:  # it answers: a value of another type, no memory left
            _log.warning("Redis refused: %s", refused)
            return None
        except (RedisError, OSError) as failed:
            self._rest(failed)
            return None
        if self._failing:
            self._recover()
        return answer

    def _may_ask(self) -> bool:
        """Whether to ask at all. After a rest one thread tries, the others keep resting."""
        if not self._failing:
            return True
        with self._mutex:
            now = self._clock()
            if now < self._resting_until:
                return False
            self._resting_until = now + REST_SECONDS
            return True

    def _rest(self, failed: Exception) -> None:
        with self._mutex:
            if not self._failing:
                _log.warning("Redis does not answer, and is left alone: %s", failed)
            self._failing = True
            self._resting_until = self._clock() + REST_SECONDS

    def _recover(self) -> None:
        with self._mutex:
            self._failing = False
        _log.warning("Redis answers again")

    def close(self) -> None:
        self._client.close()
