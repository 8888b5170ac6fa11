"""When a request had arrived whole: a timed game takes that as its time, however long it waited since.

The front of the server notes it as it has read a body; without a front it is when the service is called.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

_noted: ContextVar[float | None] = ContextVar("noted", default=None)
_arrived: ContextVar[datetime | None] = ContextVar("arrived", default=None)


def note(at: float | None) -> None:
    """The request that this thread answers had arrived at a time of `time.monotonic` (None: not known)."""
    _noted.set(at)


@contextmanager
def arriving(clock: Callable[[], datetime]) -> Iterator[None]:
    """Hold the arrival of the request that is carried out meanwhile; `clock` gives the time now."""
    if _arrived.get() is not None:
        yield
        return
    noted = _noted.get()
    waited = timedelta(seconds=time.monotonic() - noted) if noted is not None else timedelta()
    token = _arrived.set(clock() - waited)
    try:
        yield
    finally:
        _arrived.reset(token)


def arrived() -> datetime | None:
    """When the request that is carried out had arrived; None where none is."""
    return _arrived.get()


def time_text(at: datetime) -> str:
    """A time as RFC 3339 in UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
