"""Connections that read, kept to be used again, the last one back the first one out."""

from collections.abc import Callable
from contextlib import suppress
from threading import BoundedSemaphore, Lock
from typing import Generic, Protocol, TypeVar

from eventsourcing.persistence import OperationalError


class Closing(Protocol):
    """What can be closed."""

    def close(self) -> None: ...


C = TypeVar("C", bound=Closing)


class Readers(Generic[C]):
    """Makes connections when there is none to take, at most so many at once. Safe to use from many threads.

    Not `psycopg_pool`: that connects from threads of its own, and backs off up to a minute from a server
    that is away, so that readers would be refused after it has come back.
    """

    def __init__(self, connect: Callable[[], C], at_most: int, wait_seconds: float) -> None:
        self._connect = connect
        self._wait = wait_seconds
        self._room = BoundedSemaphore(at_most)
        self._idle: list[C] = []
        self._closed = False
        self._mutex = Lock()

    def take(self) -> C:
        """A connection. Raises OperationalError where none comes back in time, and what connecting raises."""
        if not self._room.acquire(timeout=self._wait):
            raise OperationalError(f"all connections to the store were busy for {self._wait} seconds")
        with self._mutex:
            if self._idle:
                return self._idle.pop()
        try:
            return self._connect()
        except BaseException:
            self._room.release()
            raise

    def give_back(self, connection: C, sound: bool = True) -> None:
        """Keep a connection for the next reader, unless it is broken or the store is closed."""
        with self._mutex:
            keep = sound and not self._closed
            if keep:
                self._idle.append(connection)
        self._room.release()
        if not keep:
            with suppress(Exception):
                connection.close()

    def drop(self) -> None:
        """Close those that wait: one of them was found broken, so the others may be."""
        with self._mutex:
            idle, self._idle = self._idle, []
        for connection in idle:
            with suppress(Exception):
                connection.close()

    def close(self) -> None:
        """Close those that wait; those still out close when they are given back."""
        self._closed = True
        self.drop()
