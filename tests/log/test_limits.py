"""How often something may be done."""

import threading

import pytest

from ironclad.referee import limits
from ironclad.referee.limits import LocalLimiter


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_as_many_at_once_as_the_limit_then_one_a_step(clock: Clock) -> None:
    limiter = LocalLimiter(clock)
    assert [limiter.allow("a", 5, 10)[0] for _ in range(6)] == [True] * 5 + [False]
    allowed, after = limiter.allow("a", 5, 10)
    assert (allowed, after) == (False, pytest.approx(2))
    clock.now += 1.9
    assert not limiter.allow("a", 5, 10)[0]
    clock.now += 0.2
    assert [limiter.allow("a", 5, 10)[0] for _ in range(2)] == [True, False]
    clock.now += 10
    assert [limiter.allow("a", 5, 10)[0] for _ in range(6)] == [True] * 5 + [False]


def test_a_refusal_costs_nothing(clock: Clock) -> None:
    limiter = LocalLimiter(clock)
    for _ in range(50):
        limiter.allow("a", 2, 2)
    clock.now += 1.1
    assert limiter.allow("a", 2, 2)[0]


def test_keys_are_counted_apart_and_the_oldest_forgotten(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_KEYS_KEPT", 2)
    limiter = LocalLimiter(clock)
    assert limiter.allow("a", 1, 60)[0]
    assert limiter.allow("b", 1, 60)[0]
    assert not limiter.allow("a", 1, 60)[0]
    assert limiter.allow("c", 1, 60)[0]
    assert limiter.allow("a", 1, 60)[0], "a was asked for first, and is forgotten"
    assert not limiter.allow("c", 1, 60)[0]


def test_threads_together_get_no_more_than_the_limit(clock: Clock) -> None:
    limiter = LocalLimiter(clock)
    allowed: list[bool] = []
    threads = [
        threading.Thread(target=lambda: allowed.extend(limiter.allow("a", 100, 60)[0] for _ in range(50)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert allowed.count(True) == 100
