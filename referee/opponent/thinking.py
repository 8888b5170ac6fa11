"""Thinking takes no longer than it may: a ruleset's opponent may be slow, and a thread cannot be stopped."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import BoundedSemaphore, Thread
from typing import TypeVar

T = TypeVar("T")
SECONDS = 20.0
AT_ONCE = 4


class Thinking:
    """Runs work in threads of their own, each for some seconds; one that takes longer is left to itself.

    Those that are left still count among the `at_once`: where all are taken nothing more is begun.
    """

    def __init__(self, seconds: float = SECONDS, at_once: int = AT_ONCE) -> None:
        self._seconds, self._room = seconds, BoundedSemaphore(at_once)

    def within(self, work: Callable[[], T]) -> T | None:
        """What the work comes to; None where it took too long, or was not begun. Raises what it raises."""
        if not self._room.acquire(timeout=self._seconds):
            return None
        thought: Future[T] = Future()
        Thread(target=self._run, args=(work, thought), name="thinking", daemon=True).start()
        try:
            return thought.result(self._seconds)
        except TimeoutError:
            if thought.done():
                raise  # the work's own
            return None

    def _run(self, work: Callable[[], T], thought: "Future[T]") -> None:
        try:
            thought.set_result(work())
        except BaseException as wrong:  # it is for the one that waits
            thought.set_exception(wrong)
        finally:
            self._room.release()
