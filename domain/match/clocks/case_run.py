"""Running a clock case, as the service will run a game: flags first, then the command, then the fold.

Beside presses and the commands of `commands.py` a case has: `order` (is an order taken?), `end` (the rules
end the game), `as_then` (a rewind sets the clocks back to what they showed), `take_back` (is it free?).
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import CommandReader, Event, UnknownName, Unreadable
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.cases import OF_SEAT, OFFICIALS, ClockCase, Expectation, Item, duration
from ironclad.domain.match.clocks.deadlines import Reading, first_flags, out_of_time, read_clock
from ironclad.domain.match.clocks.deciding import (
    check_order,
    check_take_back,
    clocks_as_then,
    decide,
    time_of_credit,
)
from ironclad.domain.match.clocks.fold import folded
from ironclad.domain.match.clocks.presets import control_named_or_given
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import duration_text, instant_text

LINE = "main"
_READER = CommandReader(c.CLOCK_COMMANDS)
_DURATIONS = {"ms"}
_INSTANTS = {"from", "to", "until"}
_HAVE_TO = {"give_time": "to"}  # `to` is a seat there
_OPENER = "service"


class ClockResult(msgspec.Struct, frozen=True):
    """What became of a clock case: it held when nothing failed. `events` are all that were stored."""

    clock: str
    source: str
    rules: tuple[str, ...]
    failures: list[str]
    events: list[dict[str, Any]]

    @property
    def held(self) -> bool:
        return not self.failures


def run(case: ClockCase) -> ClockResult:
    """Play a case. Raises Unusable; a refusal that was not expected is a failure, not an error."""
    played = _Played(case)
    for item in case.items:
        played.happens(item)
    failures = played.failures + [
        failure for number, each in enumerate(case.expect, 1) for failure in played.expected(number, each)
    ]
    events = [msgspec.to_builtins(each) for each in played.events]
    return ClockResult(case.clock, case.source, case.rules, failures, events)


class _Played:
    """A case as far as it was played: the states after each instant, what was stored, what failed."""

    def __init__(self, case: ClockCase) -> None:
        self.case = case
        self.state = ClockState(seats=case.seats)
        self.events: list[Event] = []
        self.failures: list[str] = []
        self.winner: str | None = None
        self.times: list[int] = []
        self.states: list[tuple[ClockState, str | None]] = []
        self._store(_accepted(case.start), e.ControlSet(case.control, "fresh", _OPENER))
        self._keep(case.start)

    def _store(self, *events: Event) -> None:
        self.events += events
        self.state = folded(events, self.state)
        self.winner = _winner(events, self.state, self.winner)

    def _keep(self, at: int) -> None:
        """Keep the state after an instant, for what is expected then."""
        self.times.append(at)
        self.states.append((self.state, self.winner))

    def happens(self, item: Item) -> None:
        """One item: who is out of time at its instant is flagged first, but after a credit for an outage."""
        if item.what not in ("credit_outage", "find_flag"):
            self._sweep(item.at)
        refused = ""
        try:
            self._store(*self._made(item))
        except Refused as wrong:
            refused = f"{wrong.rule}: {wrong.reason}"
        rule = refused.partition(": ")[0]
        if rule != item.refused:
            wanted = f"refused under {item.refused}" if item.refused else "accepted"
            found = f"refused under {refused}" if refused else "accepted"
            self.failures.append(f"event {item.number} ({item.what}) was {found}, expected: {wanted}")
        self._keep(max(item.at, self.times[-1]))

    def _sweep(self, at: int) -> None:
        """What the service does before it looks at a request of that instant."""
        self._store(*_flags_found(self.state, at, len(self.events)))

    def _made(self, item: Item) -> list[Event]:
        """The events of an item. Raises Refused."""
        at, actor = max(item.at, self.state.now), self._actor(item)
        own: dict[str, Callable[[], list[Event]]] = {
            "order": lambda: self._ordered(item, actor.name, at),
            "end": lambda: self._end(item, at),
            "as_then": lambda: self._as_then(item, at),
            "take_back": lambda: self._taken_back(item),
        }
        if item.what in own:
            return own[item.what]()
        command = self._command(item)
        if isinstance(command, c.PressClock):
            require(not self.state.ended, "match/over", "the game is over")
            for seat in command.completed:
                check_order(self.state, seat, at)
            return decide(self.state, actor, command, at)
        late = out_of_time(self.state, at) if isinstance(command, c.FindFlag) else []
        made = decide(self.state, actor, command, at)
        if isinstance(command, c.CreditOutage):
            at = time_of_credit(self.state, made, at)
        return [_accepted(late[0].limit if late else at), *made]

    def _actor(self, item: Item) -> c.Actor:
        if item.by in self.case.seats:
            return c.Actor(item.by, "seat")
        for role in ("director", "operator"):
            if item.by == role:
                return c.Actor(role, "director" if role == "director" else "operator")
        if item.by != "service":
            roles = ", ".join((*self.case.seats, *OFFICIALS))
            raise Unusable(f"event {item.number}: `by` is one of {roles}, not {item.by[:40]!r}")
        return c.SERVICE

    def _command(self, item: Item) -> Any:
        fields = dict(item.fields)
        for name, value in fields.items():
            if name in _DURATIONS and value is not None:
                fields[name] = duration(value)
            elif name in _INSTANTS and value is not None and _HAVE_TO.get(item.what) != name:
                fields[name] = instant_text(self.case.instant(value))
        try:
            if "control" in fields:
                control = control_named_or_given(fields["control"], self.case.seats)
                fields["control"] = msgspec.to_builtins(control)
            if "given" in fields:
                fields["given"] = {seat: duration(ms) for seat, ms in fields["given"].items()}
            place = {"timeline": LINE, "version": len(self.events)}
            of_service = {"press_clock": {**place, "running": ()}, "find_flag": place}
            return _READER.read({"type": item.what, **of_service.get(item.what, {}), **fields})
        except (Unreadable, UnknownName, AttributeError) as wrong:
            raise Unusable(f"event {item.number}: {wrong}") from wrong

    def _ordered(self, item: Item, seat: str, at: int) -> list[Event]:
        self._only(item, "sealed")
        require(not self.state.ended, "match/over", "the game is over")
        check_order(self.state, seat, at, bool(item.fields.get("sealed", False)))
        return []

    def _end(self, item: Item, at: int) -> list[Event]:
        self._only(item, "winner")
        winner = item.fields.get("winner")
        require(not self.state.ended, "match/over", "the game is over")
        return [m.GameEnded(LINE, len(self.events), "rules", winner, "", "", instant_text(at))]

    def _as_then(self, item: Item, at: int) -> list[Event]:
        self._only(item, "at")
        then_at = self.case.instant(item.fields.get("at"))
        then = self._state_at(then_at)[0]
        return [_accepted(at), *clocks_as_then(self.state, at, then, then_at, "agreement", e.AGREEMENT)]

    def _taken_back(self, item: Item) -> list[Event]:
        self._only(item, "hands_over")
        check_take_back(self.state, bool(item.fields.get("hands_over", False)))
        return []

    def _only(self, item: Item, *fields: str) -> None:
        unknown = set(item.fields) - set(fields)
        if unknown:
            raise Unusable(f"event {item.number}: {item.what} has no field {', '.join(sorted(unknown))}")

    def _state_at(self, at: int) -> tuple[ClockState, str | None]:
        """The state after all that happened up to an instant, and the winner by then."""
        return self.states[bisect_right(self.times, at) - 1]

    def expected(self, number: int, expected: Expectation) -> list[str]:
        """What differs from an expectation, one line each."""
        at = self.case.instant(expected.at)
        state, winner = self._state_at(at)
        flags = _flags_found(state, at, len(self.events))
        state = folded(flags, state)
        found = _of_game(state, at, _winner(flags, state, winner))
        if expected.seat:
            found |= _of_seat(read_clock(state, expected.seat, at))
        where = f"expectation {number} ({expected.at}{f', {expected.seat}' if expected.seat else ''})"
        return [f"{where}: {each}" for each in self._differences(expected, found)]

    def _differences(self, expected: Expectation, found: dict[str, Any]) -> list[str]:
        differ = []
        for name in (*sorted(OF_SEAT), *_GAME):
            wanted = getattr(expected, name)
            if wanted is msgspec.UNSET:
                continue
            if name in ("left", "reserve", "used", "block") and wanted is not None:
                wanted = duration(wanted)
            elif name == "deadline" and wanted is not None:
                wanted = self.case.instant(wanted)
            if found[name] != wanted:
                shown = f"{self._said(name, found[name])}, expected {self._said(name, wanted)}"
                differ.append(f"{name} is {shown}")
        return differ

    def _said(self, name: str, value: Any) -> str:
        if value is not None and name in ("left", "reserve", "used", "block"):
            return duration_text(value)
        if value is not None and name == "deadline":
            return f"{duration_text(value - self.case.start)} ({instant_text(value)})"
        return msgspec.json.encode(value).decode()


_GAME = ("paused", "ended", "winner", "flagged", "running", "holders", "next")


def _flags_found(state: ClockState, at: int, version: int) -> list[Event]:
    """The flags that the service records before it judges anything of an instant, the earliest first."""
    events = list[Event]()
    while late := out_of_time(state, at):
        found = decide(state, c.SERVICE, c.FindFlag(timeline=LINE, version=version), at)
        events += [_accepted(late[0].limit), *found]
        state = folded(events[-len(found) - 1 :], state)
    return events


def _winner(events: Sequence[Event], state: ClockState, before: str | None) -> str | None:
    """The winner after some events, where the game is over then; `before` is who it was before them."""
    ends = [each.winner for each in events if isinstance(each, m.GameEnded)]
    return (ends[-1] if ends else before) if state.ended else None


def _of_game(state: ClockState, at: int, winner: str | None) -> dict[str, Any]:
    flagged = [seat for seat in state.seats if state.of(seat)[0].turn.flagged]
    return {
        "paused": state.paused(at) is not None,
        "ended": state.ended,
        "winner": winner,
        "flagged": flagged,
        "running": list(state.running),
        "holders": list(state.holders or ()),
        "next": [each.seat for each in first_flags(state)],
    }


def _of_seat(reading: Reading) -> dict[str, Any]:
    return {
        "left": reading.left_ms,
        "reserve": reading.reserve_ms,
        "used": reading.used_ms,
        "periods": reading.periods,
        "block": reading.block_ms,
        "block_turns": reading.block_turns,
        "stage": reading.stage + 1,
        "turns": reading.turns,
        "deadline": reading.deadline,
        "out": reading.out,
    }


def _accepted(at: int) -> m.CommandAccepted:
    """The command whose append the events after it are in."""
    return m.CommandAccepted("", "case", "", instant_text(at), {})
