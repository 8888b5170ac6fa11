"""What game clocks cost: folding the presses of a long game, and one more press."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

import msgspec

from ironclad.api.cli.bench.play import Figure, time
from ironclad.domain.match.clocks.events import ClockPressed, ControlSet
from ironclad.domain.match.clocks.fold import evolve, folded
from ironclad.domain.match.clocks.presets import named_control
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import HOUR, instant_of, instant_text

PRESSES = 3_000
ROUNDS = 7
CONTROL = "3d+12h cap 5d"
SEATS = ("first", "second")
BEGINS = "2026-01-01T00:00:00.000Z"


def figures() -> Iterator[Figure]:
    """clock-fold/… (ms) and clock-press (µs), beside decoding the same events and one of them."""
    state = evolve(ClockState(SEATS), ControlSet(named_control(CONTROL, SEATS), "fresh", ""))
    events = presses(PRESSES)
    folding = min(_seconds_of_fold(events, state) for _ in range(ROUNDS))
    lines = [msgspec.json.encode(each) for each in events]
    decoding = min(_seconds_of_decoding(lines) for _ in range(ROUNDS))
    against = "decoding the same events"
    yield time(f"clock-fold/{PRESSES}", folding * 1000, decoding * 1000, "ms", against)
    late, last = folded(events[:-1], state), events[-1]
    one, limit = _microseconds_of_one(late, last), decoding / PRESSES * 1_000_000
    yield time("clock-press", one, limit, "µs", "decoding one of them")


def presses(count: int) -> list[ClockPressed]:
    """Hand-overs of a game of two seats, some hours apart, and now and then a reaction."""
    found, at = [], instant_of(BEGINS)
    for number in range(count):
        seat, other = SEATS[number // 3 % 2], SEATS[(number // 3 + 1) % 2]
        running = {0: (seat,), 1: (other,), 2: (seat,)}[number % 3]
        completed = (other,) if number % 3 == 0 and number else ()
        found.append(ClockPressed("main", number + 1, instant_text(at), running, completed))
        at += HOUR + number * 37 % HOUR
    return found


def _seconds_of_fold(events: list[ClockPressed], state: ClockState) -> float:
    started = perf_counter()
    folded(events, state)
    return perf_counter() - started


def _seconds_of_decoding(lines: list[bytes]) -> float:
    decode = msgspec.json.Decoder(ClockPressed).decode
    started = perf_counter()
    for line in lines:
        decode(line)
    return perf_counter() - started


def _microseconds_of_one(state: ClockState, event: ClockPressed, repeats: int = 500) -> float:
    """The median time of one press in a game that has thousands behind it."""
    times = []
    for _ in range(repeats):
        started = perf_counter()
        evolve(state, event)
        times.append(perf_counter() - started)
    return median(times) * 1_000_000
