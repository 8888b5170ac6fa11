"""Group commit: pieces of work that arrive together share one durable transaction, a savepoint each.

A thread that arrives while none is writing leads: it takes all that is waiting, carries it out, commits once,
and hands the lead to the first of those who came meanwhile. So there is never more than one writer, a lone
caller pays for no thread switch (a third of an append's time here), and a crowd shares its flushes.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, TypeVar, cast

from ironclad.eventlog.store.append import Append, append_together
from ironclad.eventlog.store.connection import ConnectionLost, Writer

T = TypeVar("T")

BATCH_LIMIT = 256
TRIED_AGAIN = 3
"""How often work is done again that was given up for a deadlock with another process."""


class _Task(Generic[T]):
    """A piece of work. One that waits has a lock, which is released when it is done, or is to lead."""

    __slots__ = ("error", "leads", "result", "wake", "work")

    def __init__(self, work: Callable[[Writer], T]) -> None:
        self.work = work
        self.result: T | None = None
        self.error: BaseException | None = None
        self.leads = False
        self.wake: Lock | None = None


class GroupCommit:
    """Carries out work on one connection, one batch at a time. Safe to use from many threads."""

    def __init__(self, writer: Writer, committed: Callable[[], None], hold: "Lock | None" = None) -> None:
        """`committed` is called after each durable batch; `hold` is held while a batch is open."""
        self._writer = writer
        self._committed = committed
        self._hold = hold or Lock()
        self._mutex = Lock()
        self._queue: deque[_Task[Any]] = deque()
        self._led = False
        self.batches = 0

    def run(self, work: Callable[[Writer], T]) -> T:
        """Carry out work; returns when it is durable, raises what it raised or what the commit did."""
        task = _Task(work)
        with self._mutex:
            if self._led:
                self._queue.append(task)
                task.wake = Lock()
                task.wake.acquire()
            self._led = True
        if task.wake is None:
            self._lead([task])
        else:
            task.wake.acquire()
            if task.leads:
                self._lead(self._waiting())
        if task.error is not None:
            raise task.error
        return cast(T, task.result)

    def _waiting(self) -> list[_Task[Any]]:
        """The next batch: the tasks that have waited longest, the leader's own first."""
        with self._mutex:
            return [self._queue.popleft() for _ in range(min(len(self._queue), BATCH_LIMIT))]

    def _lead(self, batch: list[_Task[Any]]) -> None:
        """Carry a batch out, and hand the lead on."""
        try:
            with self._hold:
                self._commit(batch)
            self._committed()
        finally:
            with self._mutex:
                heir = self._queue[0] if self._queue else None
                self._led = heir is not None
            if heir is not None:
                heir.leads = True
            for task in (heir, *batch[1:]):
                if task is not None and task.wake is not None:
                    task.wake.release()

    def _commit(self, batch: list[_Task[Any]]) -> None:
        """Carry out a batch: the work that fails is undone alone, a commit that fails undoes all."""
        self.batches += 1
        appends = [task.work for task in batch if isinstance(task.work, Append) and task.work.plain]
        try:
            if len(appends) < len(batch):
                self._carry_out_all(batch, together=len(batch) > 1)
                return
            try:
                places = self._writer.append(appends)
            except ConnectionLost:
                raise
            except Exception:
                if len(batch) == 1:
                    raise
                self._carry_out_all(batch, together=False)
            else:
                for task, result in zip(batch, places, strict=True):
                    task.result = result
        except BaseException as failed:
            for task in batch:
                task.error = task.error or failed
        for task in batch:
            if task.error is not None:
                self._carry_out_again(task)

    def _carry_out_again(self, task: _Task[Any]) -> None:
        """Do work again that was given up for a deadlock, in a transaction of its own.

        Pieces of work that share a transaction are in no order that another process would keep, so that two
        processes may wait for each other; the database ends that by failing one of them. Alone it holds
        nothing that another one waits for meanwhile.
        """
        for _ in range(TRIED_AGAIN):
            if task.error is None or not self._writer.is_deadlock(task.error):
                return
            task.error = None
            try:
                self._carry_out_all([task], together=False)
            except BaseException as failed:
                task.error = failed

    def _carry_out_all(self, batch: list[_Task[Any]], together: bool) -> None:
        """Carry out a batch in one transaction: appends last, plain ones all at once if they may be.

        A log that others append to is locked for the end of the transaction only.
        """
        try:
            self._writer.begin()
            if len(batch) == 1:
                batch[0].result = batch[0].work(self._writer)
            else:
                plain = [task for task in batch if isinstance(task.work, Append) and task.work.plain]
                others = [task for task in batch if task not in plain]
                for task in sorted(others, key=lambda task: isinstance(task.work, Append)):
                    self._carry_out(task)
                if not (together and self._append_together(plain)):
                    for task in plain:
                        self._carry_out(task)
            self._writer.commit()
        except ConnectionLost as lost:
            self._find(batch, lost)
        except BaseException:
            with suppress(Exception):  # an open transaction that cannot be given up ends with its connection
                self._writer.rollback()
            raise

    def _append_together(self, plain: list[_Task[Any]]) -> bool:
        """Write all plain appends at once; whether that could be done."""
        self._writer.execute("SAVEPOINT appends")
        try:
            places = append_together(self._writer, [cast(Append, task.work) for task in plain])
        except Exception:
            self._undo("appends")
            return False
        self._writer.execute("RELEASE appends")
        for task, result in zip(plain, places, strict=True):
            task.result = result
        return True

    def _find(self, batch: list[_Task[Any]], lost: ConnectionLost) -> None:
        """Learn from the log what became of a batch whose commit was not answered."""
        done = [task.work for task in batch if task.error is None]
        appends = [work for work in done if isinstance(work, Append) and work.rows]
        if not (appends and self._writer.stands(appends)):
            raise lost

    def _carry_out(self, task: _Task[Any]) -> None:
        """One piece of work in a savepoint."""
        self._writer.execute("SAVEPOINT work")
        try:
            task.result = task.work(self._writer)
        except BaseException as failed:
            self._undo("work")
            task.error = failed
        else:
            self._writer.execute("RELEASE work")

    def _undo(self, savepoint: str) -> None:
        """Undo back to a savepoint. Raises if the database gave the whole transaction up (a full disk)."""
        self._writer.execute(f"ROLLBACK TO {savepoint}")
        self._writer.execute(f"RELEASE {savepoint}")
