"""Clients of Redis that connect within a bound, however long the host's name takes to be looked up.

The library bounds the connection, and not the system's look-up of a name before it (getaddrinfo(3)), which
takes as long as a name server that does not answer makes it: some ten to thirty seconds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from typing import Any

from redis import Connection, InvalidResponse, Redis, RedisError, SSLConnection

from ironclad.eventlog.store import BadStoreURL

ADDRESSES = 4  # of a name that are tried at most, as far as the bound goes


class Attempt:
    """A connection being made in a thread of its own; it is closed where its caller has given up."""

    def __init__(self, connect: Any) -> None:
        self._connect = connect
        self._found: Any = None
        self._failed: Exception | None = None
        self._given_up = False
        self._mutex = Lock()
        self._thread = Thread(target=self._run, name="connecting", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            found = self._connect()
        except Exception as failed:
            self._failed = failed
            return
        with self._mutex:
            self._found = found
            if self._given_up:
                found.close()

    def result(self, seconds: float) -> Any:
        """The socket. Raises TimeoutError, and what connecting raises."""
        self._thread.join(seconds)
        with self._mutex:
            self._given_up = self._found is None
        if self._failed is not None:
            raise self._failed
        if self._given_up:
            raise TimeoutError("the name of the host was not looked up in time, or nobody answered there")
        return self._found


@contextmanager
def _of_the_library() -> Iterator[None]:
    """Raise nothing but RedisError and OSError: what is no Redis answers what the library stumbles over."""
    try:
        yield
    except (RedisError, OSError):
        raise
    except Exception as wrong:
        raise InvalidResponse(f"no Redis answers there: {type(wrong).__name__}: {wrong}") from wrong


class _Bounded(Connection):
    """A connection that is made within `ADDRESSES` times its bound for one address."""

    def connect_check_health(self, *arguments: Any, **more: Any) -> None:
        with _of_the_library():
            super().connect_check_health(*arguments, **more)

    def read_response(self, *arguments: Any, **more: Any) -> Any:
        with _of_the_library():
            return super().read_response(*arguments, **more)

    def _connect(self) -> Any:
        seconds = self.socket_connect_timeout
        attempt = Attempt(super()._connect)
        return attempt.result(ADDRESSES * (5.0 if seconds is None else seconds))


class _BoundedTLS(_Bounded, SSLConnection):
    """The same over TLS."""


_KINDS: dict[str, type[Connection]] = {"redis": _Bounded, "rediss": _BoundedTLS}


def client(url: str, **settings: Any) -> Any:
    """A client of the Redis at a URL. Raises BadStoreURL for another URL."""
    kind = _KINDS.get(url.partition(":")[0])
    chosen = settings if kind is None else {**settings, "connection_class": kind}
    try:
        return Redis.from_url(url, **chosen)
    except ValueError as wrong:  # which may quote the URL, and the password in it
        raise BadStoreURL(
            "the URL of a Redis is redis://host:port/number, or rediss:// or unix://"
        ) from wrong
