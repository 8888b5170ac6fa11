"""The threads that answer calls: each caller in turn, by the processor time that its calls have taken.

One interpreter works on one call at a time, so a queue in order of arrival belongs to the caller who asks
most. Here the next call is one of the address that has used least so far, and there of the token that has. A
caller who comes back begins where the turns have come to: nobody saves up. A call of a dear kind
(its lane) takes no more than a few threads, so that a cheap one never waits for many dear ones.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from threading import Condition, Thread, local
from time import thread_time
from typing import Any

_CREDIT = 0.1
"""Seconds by which one who comes back is before the others: who asks little is not kept waiting."""
_IDLE_KEPT = 1_000  # callers without a call in progress whose use is remembered


class Lane(StrEnum):
    """Calls that cost alike, or that wait for the same."""

    LIGHT = "light"
    MIDDLE = "middle"
    HEAVY = "heavy"
    ODDS = "odds"
    BUNDLE = "bundles"


WIDTHS = {Lane.MIDDLE: 2, Lane.HEAVY: 1, Lane.ODDS: 1, Lane.BUNDLE: 1}
"""How many threads a lane may take; light calls may take all."""


class Crowded(Exception):
    """The caller has as many calls waiting as a caller may have."""


@dataclass(frozen=True)
class Bounds:
    """How many threads there are; how many calls of one address may be in progress, and how many of one token
    and of one address may wait."""

    threads: int = 12
    in_progress: int = 4
    waiting: int = 128
    waiting_of_address: int = 256


@dataclass
class _Job:
    lane: Lane
    work: Callable[[], Any]
    future: "Future[Any]"
    charged: float = 0.0


@dataclass
class _Caller:
    """A token of an address: its calls that wait, by lane, and the processor seconds that it has used."""

    used: float = 0.0
    waiting: int = 0
    lanes: dict[Lane, deque[_Job]] = field(default_factory=dict)

    def put(self, job: _Job) -> None:
        self.lanes.setdefault(job.lane, deque()).append(job)
        self.waiting += 1

    def has(self, full: set[Lane]) -> bool:
        """Whether a call waits whose lane has room."""
        return self.waiting > 0 and any(jobs and lane not in full for lane, jobs in self.lanes.items())

    def pop(self, full: set[Lane]) -> _Job:
        """The next call: of the lightest lane that has one, and room."""
        lane = next(lane for lane in Lane if lane not in full and self.lanes.get(lane))
        self.waiting -= 1
        return self.lanes[lane].popleft()


@dataclass(eq=False)
class _Address:
    """An address: its callers, its calls in progress, its calls that wait, and what it has used in all."""

    used: float = 0.0
    running: int = 0
    waiting: int = 0
    callers: dict[Hashable, _Caller] = field(default_factory=dict)

    def has(self, full: set[Lane]) -> bool:
        return self.waiting > 0 and any(each.has(full) for each in self.callers.values())


_now = local()
"""Of a thread of a pool: `aside`, which sets the call that it answers aside."""


def set_aside() -> AbstractContextManager[None]:
    """While a call waits for what others do, it is none of the calls in progress of its address and lane.

    It keeps its thread. Outside of a pool nothing is counted.
    """
    aside: Callable[[], AbstractContextManager[None]] = getattr(_now, "aside", nullcontext)
    return aside()


_Taken = tuple[_Address, _Caller, _Job]


class FairPool:
    """Threads for the calls of many callers. `submit` is called from any thread."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        self._addresses: OrderedDict[str, _Address] = OrderedDict()  # all that are remembered
        self._busy: dict[_Address, None] = {}  # those with a call in progress or waiting, as they came
        self._most_used = 0.0  # of all addresses
        self._in_lane: dict[Lane, int] = dict.fromkeys(Lane, 0)
        self._full: set[Lane] = set()  # lanes that may take no further thread
        self._usual: dict[Lane, float] = dict.fromkeys(Lane, 0.0)  # seconds of a call, as the last ones took
        self._changed = Condition()
        self._waiting = 0
        self._closed = False
        self._threads = [
            Thread(target=self._run, name=f"answer-{number}", daemon=True)
            for number in range(self._bounds.threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, address: str, token: Hashable, lane: Lane, work: Callable[[], Any]) -> "Future[Any]":
        """Have a call answered in its caller's turn. Raises Crowded."""
        job = _Job(lane, work, Future())
        with self._changed:
            found = self._addresses.get(address) or self._arrived(address)
            if found.waiting >= self._bounds.waiting_of_address:
                raise Crowded
            caller = found.callers.get(token)
            if caller is None:
                caller = found.callers[token] = _Caller()
            if caller.waiting >= self._bounds.waiting:
                raise Crowded
            if not caller.waiting:
                others = [each.used for each in found.callers.values() if each.waiting]
                caller.used = _begun(caller.used, others)
            if found not in self._busy:
                found.used = _begun(found.used, [each.used for each in self._busy] or [self._most_used])
                self._busy[found] = None
            caller.put(job)
            found.waiting += 1
            self._waiting += 1
            self._addresses.move_to_end(address)
            self._changed.notify()
        return job.future

    def close(self, wait: bool = True) -> None:
        """Answer what waits, then end the threads; wait for that unless asked not to."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if wait:
            for thread in self._threads:
                thread.join()

    def _arrived(self, address: str) -> _Address:
        """A new address; some of those that have been idle longest are forgotten."""
        for known in list(self._addresses)[: max(0, len(self._addresses) - _IDLE_KEPT)]:
            if self._addresses[known] not in self._busy:
                del self._addresses[known]
        self._addresses[address] = made = _Address()
        return made

    def _run(self) -> None:
        taken = self._next()
        while taken is not None:
            address, _, job = taken
            _now.aside = partial(self._aside, address, job.lane)
            begun = thread_time()
            try:
                if job.future.set_running_or_notify_cancel():
                    job.future.set_result(job.work())
            except BaseException as wrong:  # it is for the one that waits for the answer
                job.future.set_exception(wrong)
            taken = self._next(taken, thread_time() - begun)

    @contextmanager
    def _aside(self, address: _Address, lane: Lane) -> Iterator[None]:
        self._set_aside(address, lane, -1)
        try:
            yield
        finally:
            self._set_aside(address, lane, 1)

    def _set_aside(self, address: _Address, lane: Lane, more: int) -> None:
        """A call is in progress, or is set aside; then another one may begin."""
        with self._changed:
            self._count(address, lane, more)
            if address.running:
                self._busy[address] = None
            self._wake()

    def _count(self, address: _Address, lane: Lane, more: int) -> None:
        """So many more calls are in progress."""
        address.running += more
        self._in_lane[lane] += more
        full = self._in_lane[lane] >= WIDTHS.get(lane, self._bounds.threads)
        self._full.add(lane) if full else self._full.discard(lane)

    def _wake(self) -> None:
        """Have another thread look for a call; where none waits a thread would wake for nothing."""
        if self._closed:
            self._changed.notify_all()
        elif self._waiting:
            self._changed.notify()

    def _next(self, done: _Taken | None = None, seconds: float = 0.0) -> _Taken | None:
        """The call to answer now; waits for one. None when the pool is closed and nothing is left.

        `done` is the call that the thread has answered, in so many seconds.
        """
        with self._changed:
            if done is not None:
                self._settle(*done, seconds)
            while (found := self._chosen()) is None:
                if self._closed and not self._waiting:
                    return None
                self._changed.wait()
            address, caller, job = found
            address.waiting -= 1
            self._waiting -= 1
            self._count(address, job.lane, 1)
            job.charged = self._usual[job.lane]
            _charge(address, caller, job.charged)
            return found

    def _chosen(self) -> _Taken | None:
        """A call of the address, and there of the token, that has used least; None where none may begin."""
        if not self._waiting:
            return None
        most, full = self._bounds.in_progress, self._full
        able = [each for each in self._busy if each.running < most and each.has(full)]
        if not able:
            return None
        address = min(able, key=_used)
        caller = min((each for each in address.callers.values() if each.has(full)), key=_used)
        return address, caller, caller.pop(full)

    def _settle(self, address: _Address, caller: _Caller, job: _Job, seconds: float) -> None:
        """Charge a call to its caller for what it took, and let another one begin."""
        self._count(address, job.lane, -1)
        _charge(address, caller, seconds - job.charged)
        self._usual[job.lane] += (seconds - self._usual[job.lane]) / 8
        self._most_used = max(self._most_used, address.used)
        if not address.running and not address.waiting:
            address.callers.clear()
            self._busy.pop(address, None)  # not there where another of its calls was set aside
        self._wake()


def _used(who: _Caller | _Address) -> float:
    return who.used


def _begun(used: float, others: Sequence[float]) -> float:
    """Where one who comes back begins: a little before the others, unless it has used more."""
    return max(used, min(others, default=0.0) - _CREDIT)


def _charge(address: _Address, caller: _Caller, seconds: float) -> None:
    address.used += seconds
    caller.used += seconds
