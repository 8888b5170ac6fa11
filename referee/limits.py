"""How often something may be done: one number a key, so that a flood of keys costs little.

The generic cell rate algorithm (ITU-T I.371): `limit` at once, then one every `seconds / limit`.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Protocol

_KEYS_KEPT = 100_000


class Limiter(Protocol):
    """Counts what is done under a key."""

    def allow(self, key: str, limit: int, seconds: float, cost: int = 1) -> tuple[bool, float]:
        """Whether it may be done once more, and if not, after how many seconds it may.

        What is dear counts as `cost` of them.
        """
        ...


class LocalLimiter:
    """A limiter of this process; any number of threads may use it.

    Past `_KEYS_KEPT` keys the one asked for longest ago is forgotten: a count for each
    address does not stop a sender with that many addresses.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._due: OrderedDict[str, float] = OrderedDict()  # when a key's allowance will be whole again
        self._mutex = Lock()

    def allow(self, key: str, limit: int, seconds: float, cost: int = 1) -> tuple[bool, float]:
        now, step = self._clock(), seconds / limit * cost
        with self._mutex:
            due = max(self._due.get(key, now), now) + step
            if due - now > seconds + step / 1_000:  # the sum of `limit` steps is not exact
                return False, due - now - seconds
            self._due[key] = due
            self._due.move_to_end(key)
            if len(self._due) > _KEYS_KEPT:
                self._due.popitem(last=False)
        return True, 0.0
