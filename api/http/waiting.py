"""Calls that wait for what others do: each holds a thread, so few may wait at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import current_app

from ironclad.api.serving.fair_pool import set_aside


@contextmanager
def place_to_wait() -> Iterator[bool]:
    """A place for a call that waits; False where all are taken, and it is answered at once.

    While it waits, its address may have other calls answered.
    """
    waiters: BoundedSemaphore = current_app.extensions["ironclad"].waiters
    if not waiters.acquire(blocking=False):
        yield False
        return
    try:
        with set_aside():
            yield True
    finally:
        waiters.release()
