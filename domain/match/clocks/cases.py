"""Clock cases: a control, what happens, and what the clocks show then (docs/clocks.md, "Cases").

A case is plain data. `ClockCase.read` holds it to its format (an unknown key is an error); `run` in
case_run.py plays it through the same decisions and the same fold as a game's, and lists what differed.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.cases.matching import plain
from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.presets import control_named_or_given
from ironclad.domain.match.clocks.times import LAST, duration_of, instant_of

SEATS = ("blue", "grey")
START = "2026-01-01T00:00:00.000Z"
OFFICIALS = ("director", "operator", "service")
MOST_ITEMS = 10_000

_PRESS = {"running", "completed", "arrived", "holders"}
_BESIDE = {"at", "by", "refused", "note"}


class Item(msgspec.Struct, frozen=True):
    """What happens at an instant: `what` is a press, a command, or something that a case has of its own.

    by: a seat, "director", "operator" or "service". refused: the rule under which it is refused, "" for none.
    """

    number: int
    at: int
    what: str
    fields: dict[str, Any]
    by: str = "service"
    refused: str = ""


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What holds at an instant, after all that happens at it. Times are durations, or null for none.

    Of a seat: left, reserve, used, periods, block and block_turns (of Canadian overtime), stage (from 1),
    turns (completed in it), deadline (a time), out (of time). Of the game: paused, ended (how), winner,
    flagged, running, holders, and `next`, the seats that are out of time first.
    """

    at: Any
    seat: str = ""
    left: Any = msgspec.UNSET
    reserve: Any = msgspec.UNSET
    used: Any = msgspec.UNSET
    periods: int | msgspec.UnsetType = msgspec.UNSET
    block: Any = msgspec.UNSET
    block_turns: int | msgspec.UnsetType | None = msgspec.UNSET
    stage: int | msgspec.UnsetType = msgspec.UNSET
    turns: int | msgspec.UnsetType = msgspec.UNSET
    deadline: Any = msgspec.UNSET
    out: bool | msgspec.UnsetType = msgspec.UNSET
    paused: bool | msgspec.UnsetType = msgspec.UNSET
    ended: str | msgspec.UnsetType = msgspec.UNSET
    winner: str | msgspec.UnsetType | None = msgspec.UNSET
    flagged: list[str] | msgspec.UnsetType = msgspec.UNSET
    running: list[str] | msgspec.UnsetType = msgspec.UNSET
    holders: list[str] | msgspec.UnsetType = msgspec.UNSET
    next: list[str] | msgspec.UnsetType = msgspec.UNSET


OF_SEAT = frozenset(
    ["left", "reserve", "used", "periods", "block", "block_turns", "stage", "turns", "deadline", "out"]
)


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clock: str
    source: str
    control: Any
    events: list[dict[str, Any]]
    expect: list[Expectation]
    rules: list[str] = []
    seats: tuple[str, ...] = SEATS
    start: str = START
    note: str = ""


class ClockCase(msgspec.Struct, frozen=True):
    """A clock case. `start` is the instant that its times count from, in ms since 1970."""

    clock: str
    source: str
    rules: tuple[str, ...]
    seats: tuple[str, ...]
    start: int
    control: Control
    items: tuple[Item, ...]
    expect: tuple[Expectation, ...]

    @classmethod
    def read(cls, data: Any) -> "ClockCase":
        """Read a case from plain data. Raises Unusable, naming what is wrong."""
        try:
            written = msgspec.convert(plain(data), _Written)
            _require_usable(written)
            start, seats = instant_of(written.start), written.seats
            control = control_named_or_given(written.control, seats)
            items = [_item(number, each, start) for number, each in enumerate(written.events, 1)]
        except (msgspec.ValidationError, Unreadable, UnknownName) as wrong:
            raise Unusable(str(wrong)) from wrong
        named = written.clock, written.source, tuple(written.rules), seats, start
        case = cls(*named, control, tuple(items), tuple(written.expect))
        for number, each in enumerate(case.expect, 1):
            _check_expectation(case, number, each)
        return case

    def instant(self, time: Any) -> int:
        """The instant of a time: a duration from the start, whole ms, or an instant. Raises Unusable."""
        return _instant(self.start, time)


def _require_usable(written: _Written) -> None:
    if not written.expect and not any("refused" in each for each in written.events):
        raise Unusable("a case that expects nothing shows nothing")
    if not written.source.strip():
        raise Unusable("a case says where its rule or its numbers come from (source)")
    seats = written.seats
    if len(set(seats)) != len(seats) or not seats or set(seats) & {*OFFICIALS, ""}:
        raise Unusable("`seats` are different names, and none of " + ", ".join(OFFICIALS))
    if len(written.events) > MOST_ITEMS or len(written.expect) > MOST_ITEMS:
        raise Unusable(f"a case has at most {MOST_ITEMS:,} events")


def _item(number: int, data: Mapping[str, Any], start: int) -> Item:
    """One item of `events`: a press, or one command with its fields."""
    named = set(data) - _BESIDE
    press = bool(named & _PRESS)
    if "at" not in data or (press and named - _PRESS) or (not press and len(named) != 1):
        raise Unusable(f"event {number}: `at`, and either running and completed, or one command")
    what = "press_clock" if press else next(iter(named))
    fields = {key: data[key] for key in named} if press else data[what]
    by, refused = data.get("by", "service"), data.get("refused", "")
    if not isinstance(fields, dict) or not isinstance(by, str) or not isinstance(refused, str):
        raise Unusable(f"event {number}: {what} has an object; `by` and `refused` are names")
    return Item(number, _instant(start, data["at"]), what, fields, by, refused)


def _instant(start: int, time: Any) -> int:
    try:
        if isinstance(time, str):
            at = instant_of(time) if "T" in time else start + duration_of(time)
        elif isinstance(time, int) and not isinstance(time, bool):
            at = start + time
        else:
            raise Unusable(f"{str(time)[:40]!r} is no time")
    except Unreadable as wrong:
        raise Unusable(str(wrong)) from wrong
    if not start <= at <= LAST:
        raise Unusable(f"{str(time)[:40]!r} is before the start, or after the year 9999")
    return at


def duration(value: Any) -> int:
    """A duration of a case in ms: text or whole milliseconds. Raises Unusable."""
    try:
        if isinstance(value, str):
            return duration_of(value)
    except Unreadable as wrong:
        raise Unusable(str(wrong)) from wrong
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Unusable(f"{str(value)[:40]!r} is no duration")


def _check_expectation(case: ClockCase, number: int, expected: Expectation) -> None:
    """What is compared can be compared: a mistake in a case is never a pass."""
    case.instant(expected.at)
    fields = [name for name in expected.__struct_fields__ if name not in ("at", "seat")]
    given = [name for name in fields if getattr(expected, name) is not msgspec.UNSET]
    if not given:
        raise Unusable(f"expectation {number} asks for nothing")
    if expected.seat and expected.seat not in case.seats:
        raise Unusable(f"expectation {number}: there is no seat {expected.seat[:40]!r}")
    if not expected.seat and OF_SEAT & set(given):
        raise Unusable(f"expectation {number} does not say of which seat")
    for name in ("left", "reserve", "used", "block"):
        value = getattr(expected, name)
        if name in given and not (name == "block" and value is None):
            duration(value)
    if expected.deadline is not msgspec.UNSET and expected.deadline is not None:
        case.instant(expected.deadline)
