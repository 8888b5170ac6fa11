"""What clocks cost: folding the presses of a long game, one more press, a command of a timed game."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from ironclad.api.cli.bench.play import Figure, time
from ironclad.api.cli.bench.record import Given, Recorded
from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.clocks.events import ClockPressed, ControlSet
from ironclad.domain.match.clocks.fold import evolve, folded
from ironclad.domain.match.clocks.presets import named_control
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import HOUR, instant_of, instant_text
from ironclad.eventlog.records import Request

PRESSES = 3_000
ROUNDS = 7
CONTROL = "3d+12h cap 5d"
COMMANDS = 400
SLOW = "21d a turn"  # no clock runs out in the benchmark
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


def commands(place: Path, ruleset: Ruleset[Any], recorded: Recorded) -> Iterator[Figure]:
    """timed-command p50: milliseconds of a command of a timed game, in process, on a durable log, beside the
    same command of a game that is not timed. Both games are played in turn, command by command.
    """
    spent: dict[str, list[float]] = {"plain": [], "timed": []}
    with ExitStack() as stack:
        games = {
            name: _OneGame(stack, place / f"{name}.db", ruleset, recorded, control)
            for name, control in (("plain", None), ("timed", SLOW))
        }
        for number, given in enumerate(recorded.given[:COMMANDS]):
            for name, game in games.items():
                spent[name].append(game.give(number, given))
    plain, timed = (median(times) * 1000 for times in spent.values())
    against = f"the same command of a game that is not timed ({COMMANDS} commands, in process)"
    yield time("timed-command p50", timed, plain, "ms", against)


class _OneGame:
    """A recorded game that is played again, with or without a control, on a log of its own."""

    def __init__(
        self, stack: ExitStack, file: Path, ruleset: Ruleset[Any], recorded: Recorded, control: str | None
    ) -> None:
        settings = ServiceSettings(dice=recorded.dice())
        self._service = stack.enter_context(Service(f"sqlite:///{file}", {ruleset.name: ruleset}, settings))
        opening = self._service.opening
        self._game = opening.open_game(ruleset.name, recorded.begun.scenario, control=control).id
        for seat in ruleset.seats:
            opening.take_seat(self._game, seat, f"bench-{seat}")

    def give(self, number: int, given: Given) -> float:
        """Give a recorded command: the seconds that it took."""
        request = Request(id=f"c{number}", decision=given.decision, command=document_of(given.command))
        started = perf_counter()
        self._service.commands.handle(self._game, given.seat, request)
        return perf_counter() - started
