"""Waiting for what comes about by itself: in a moment as a rule, in a minute on a machine that is busy."""

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 60.0
"""Seconds: past all that a busy machine, a slow disk and a cold start need together."""


def within(true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Whether it becomes true in time.

    Playwright runs nothing meanwhile: a request that a page's `route` has to answer waits as long.
    Wait for such a request by Playwright itself (`expect_request`).
    """
    until = monotonic() + seconds
    while not true():
        if monotonic() > until:
            return False
        sleep(0.01)
    return True
