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
    lanes: dict[Lane, deque[_Job]] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        return sum(map(len, self.lanes.values()))

    def has(self, open_lanes: frozenset[Lane]) -> bool:
        return any(jobs and lane in open_lanes for lane, jobs in self.lanes.items())

    def pop(self, open_lanes: frozenset[Lane]) -> _Job:
        """The next call: of the lightest lane that has one."""
        lane = next(lane for lane in Lane if lane in open_lanes and self.lanes.get(lane))
        return self.lanes[lane].popleft()


@dataclass
class _Address:
    """An address with its callers, its calls in progress, and what it has used in all."""

    used: float = 0.0
    running: int = 0
    callers: dict[Hashable, _Caller] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        return sum(each.waiting for each in self.callers.values())

    def has(self, open_lanes: frozenset[Lane]) -> bool:
        return any(each.has(open_lanes) for each in self.callers.values())


_now = local()
"""Of a thread of a pool: `aside`, which sets the call that it answers aside."""


def set_aside() -> AbstractContextManager[None]:
    """While a call waits for what others do, it is none of the calls in progress of its address and lane.

    It keeps its thread. Outside of a pool nothing is counted.
    """
    aside: Callable[[], AbstractContextManager[None]] = getattr(_now, "aside", nullcontext)
    return aside()


class FairPool:
    """Threads for the calls of many callers. `submit` is called from any thread."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._in_lane: dict[Lane, int] = dict.fromkeys(Lane, 0)
        self._usual: dict[Lane, float] = dict.fromkeys(Lane, 0.0)  # seconds of a call, as the last ones took
        self._changed = Condition()
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
                caller.used = _begun(caller, [each for each in found.callers.values() if each.waiting])
            if not found.waiting and not found.running:
                found.used = _begun(found, self._busy() or [_Address(self._most_used())])
            caller.lanes.setdefault(lane, deque()).append(job)
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
            if not self._addresses[known].running and not self._addresses[known].waiting:
                del self._addresses[known]
        self._addresses[address] = made = _Address()
        return made

    def _busy(self) -> list[_Address]:
        return [each for each in self._addresses.values() if each.running or each.waiting]

    def _most_used(self) -> float:
        return max((each.used for each in self._addresses.values()), default=0.0)

    def _run(self) -> None:
        while (taken := self._next()) is not None:
            address, caller, job = taken
            _now.aside = partial(self._aside, address, job.lane)
            begun = thread_time()
            try:
                if job.future.set_running_or_notify_cancel():
                    job.future.set_result(job.work())
            except BaseException as wrong:  # it is for the one that waits for the answer
                job.future.set_exception(wrong)
            self._done(address, caller, job, thread_time() - begun)

    @contextmanager
    def _aside(self, address: _Address, lane: Lane) -> Iterator[None]:
        self._count(address, lane, -1)
        try:
            yield
        finally:
            self._count(address, lane, 1)

    def _count(self, address: _Address, lane: Lane, more: int) -> None:
        """A call is in progress, or is set aside; then another one may begin."""
        with self._changed:
            address.running += more
            self._in_lane[lane] += more
            self._changed.notify()

    def _next(self) -> tuple[_Address, _Caller, _Job] | None:
        """The call to answer now; waits for one. None when the pool is closed and nothing is left."""
        with self._changed:
            while (found := self._chosen()) is None:
                if self._closed and not any(each.waiting for each in self._addresses.values()):
                    return None
                self._changed.wait()
            address, caller, job = found
            address.running += 1
            self._in_lane[job.lane] += 1
            job.charged = self._usual[job.lane]
            _charge(address, caller, job.charged)
            return found

    def _chosen(self) -> tuple[_Address, _Caller, _Job] | None:
        """A call of the address, and there of the token, that has used least; None where none may begin."""
        free = self._free()
        most = self._bounds.in_progress
        able = [each for each in self._addresses.values() if each.running < most and each.has(free)]
        if not able:
            return None
        address = min(able, key=lambda each: each.used)
        waiting = [each for each in address.callers.values() if each.has(free)]
        caller = min(waiting, key=lambda each: each.used)
        return address, caller, caller.pop(free)

    def _free(self) -> frozenset[Lane]:
        """The lanes of which another call may begin."""
        running, threads = self._in_lane, self._bounds.threads
        return frozenset(lane for lane in Lane if running[lane] < WIDTHS.get(lane, threads))

    def _done(self, address: _Address, caller: _Caller, job: _Job, seconds: float) -> None:
        """Charge a call to its caller for what it took, and let another one begin."""
        with self._changed:
            address.running -= 1
            self._in_lane[job.lane] -= 1
            _charge(address, caller, seconds - job.charged)
            self._usual[job.lane] += (seconds - self._usual[job.lane]) / 8
            if not address.running and not address.waiting:
                address.callers.clear()
            self._changed.notify_all() if self._closed else self._changed.notify()


def _begun(who: _Caller | _Address, others: Sequence[_Caller | _Address]) -> float:
    """Where one who comes back begins: a little before the others, unless it has used more."""
    return max(who.used, min((each.used for each in others), default=0.0) - _CREDIT)


def _charge(address: _Address, caller: _Caller, seconds: float) -> None:
    address.used += seconds
    caller.used += seconds
