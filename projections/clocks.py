"""What the clocks of a game show, and the ledger of every minute: each item with the event that made it.

Everything in it is computed from the match's events, which hide nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.arithmetic import shown
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.deadlines import read_clock
from ironclad.domain.match.clocks.fold import evolve
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import NEVER, instant_of, instant_text
from ironclad.domain.match.events import EVENTS
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.log import match_stream
from ironclad.referee.open_games import OpenGame, OpenGames

LEDGER_LIMIT = 500


class VacationRecord(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A seat's vacation, planned or under way."""

    start: str
    end: str


class SeatClockRecord(msgspec.Struct, frozen=True):
    """What the clock of a seat shows.

    Durations are milliseconds: `left_ms` on the clock, `used_ms` in the turn. `periods` are those of byo-yomi
    that are left, `block_ms` and `block_turns` what is left of a block of Canadian overtime; `turns` were
    completed in its `stage` (from 1). `deadline` is the last instant at which it is in time, None while its
    time is not counted. `vacation_days` are left. `flagged`: it was out of time.
    """

    left_ms: int
    reserve_ms: int
    periods: int
    block_ms: int | None
    block_turns: int | None
    stage: int
    turns: int
    used_ms: int
    deadline: str | None
    vacation: VacationRecord | None
    vacation_days: int
    flagged: bool


class PauseRecord(msgspec.Struct, frozen=True):
    """All clocks stand until an instant, or (None) until somebody resumes them; `play`: orders are taken."""

    by: str
    why: str
    until: str | None
    play: bool


class LedgerItem(msgspec.Struct, frozen=True):
    """What changed a clock: `ms` (below 0: used), and what it showed then (`left_ms`).

    `what` is ran, or the kind of the event at this version of the match. `seat` is "" for what concerns all.
    """

    at: str
    seat: str
    what: str
    ms: int
    left_ms: int
    event: int


class Ledger(msgspec.Struct, frozen=True):
    """A page of the ledger; `next` is the version of the match that the next page begins at."""

    items: tuple[LedgerItem, ...]
    next: int | None = None


class ClockRecord(msgspec.Struct, frozen=True):
    """The clocks of a game at `now`; one that is not timed has no control, and no seats here.

    `running` are the seats whose time is counted, `holder` those that hold the turn. `proposals` are pauses
    that wait for an answer, `asked` the controls that seats ask for, `resumes` the seats that ask to end a
    pause. `adjourning`: the holder has to seal its command; `sealed` is the seat that has sealed one.
    """

    game: str
    control: Control | None
    running: tuple[str, ...]
    holder: tuple[str, ...]
    paused: PauseRecord | None
    until: str | None
    now: str
    ended: str
    seats: dict[str, SeatClockRecord]
    proposals: tuple[e.PauseProposed, ...]
    asked: tuple[e.ControlAsked, ...]
    resumes: tuple[str, ...]
    adjourning: bool
    sealed: str | None
    ledger: Ledger


class ClockReader:
    """Reads the clocks of one log's games."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    def read(self, live: OpenGame, at: str | None, first: int, limit: int) -> ClockRecord:
        """The clocks now, or at an instant, and `limit` items of the ledger from a version of the match on.

        Raises Unreadable for an instant that is none.
        """
        now = instant_of(self._open_games.now())
        clocks, when = live.match.all_clocks, now
        if at is not None:
            when = _instant(at)
        past = when < clocks.now
        events = self._events(live) if past or limit else []
        if past:
            clocks = _then(events, when)
        items = list(_page(events, first, limit))
        following = items[limit].event if len(items) > limit else None
        kept = [each for each in items[:limit] if following is None or each.event < following]
        return _record(live.id, clocks, max(when, clocks.now), Ledger(tuple(kept or items), following))

    def _events(self, live: OpenGame) -> list[tuple[int, Event]]:
        """The events of the match that concern clocks, each with its version."""
        rows = self._open_games.recorder.rows(match_stream(live.id), 0, live.match_version)
        return [
            (version, EVENTS.decode(name, body))
            for version, (name, body) in enumerate(rows, 1)
            if name in _OF_CLOCKS
        ]


def _instant(text: str) -> int:
    try:
        return instant_of(text)
    except Exception as wrong:
        raise Unreadable(f"at: {wrong}") from wrong


_OF_CLOCKS = {
    topic
    for kind in (*e.CLOCK_EVENTS, m.CommandAccepted, m.GameOpened, m.GameEnded, m.GameMoved)
    for topic in EVENTS.topics(kind)
}


def _then(events: Iterable[tuple[int, Event]], at: int) -> ClockState:
    """The clocks as of an instant of the past."""
    state = ClockState()
    for _, event in events:
        after = evolve(state, event)
        if after.now > at:
            return state
        state = after
    return state


def _page(events: Iterable[tuple[int, Event]], first: int, limit: int) -> Iterator[LedgerItem]:
    """One item more than a page has, and the rest of those of its last event."""
    found, last = 0, 0
    if not limit:
        return
    for item in ledger(events):
        if item.event < first:
            continue
        if found > limit and item.event != last:
            return
        found, last = found + 1, item.event
        yield item


def ledger(events: Iterable[tuple[int, Event]]) -> Iterator[LedgerItem]:
    """What changed the clocks of a match, in order: its events, each with its version."""
    state, showed = ClockState(), dict[str, int]()
    for version, event in events:
        before, state = state, evolve(state, event)
        if state.control is None or isinstance(event, m.CommandAccepted):
            continue
        items = [
            item for seat in state.seats for item in _of_seat(before, state, seat, event, version, showed)
        ]
        yield from items
        if not items and not isinstance(event, e.ClockPressed):
            yield LedgerItem(instant_text(state.now), "", _kind(event), 0, 0, version)


def _of_seat(
    before: ClockState, state: ClockState, seat: str, event: Event, version: int, showed: dict[str, int]
) -> Iterator[LedgerItem]:
    """The items of a seat by one event; `showed` has what each clock showed after the last of its items."""
    at, after = state.now, _left(state, seat, state.now)
    timed = before.control is not None
    left = _left(before, seat, at) if timed else 0
    ran = left - showed.get(seat, left)
    if ran:
        yield LedgerItem(instant_text(at), seat, "ran", ran, left, version)
    if not timed or after != left or getattr(event, "seat", None) == seat:
        yield LedgerItem(instant_text(at), seat, _kind(event), after - left, after, version)
    showed[seat] = after


def _kind(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def _left(state: ClockState, seat: str, at: int) -> int:
    return shown(*state.of(seat), at)[0]


def _record(game: str, state: ClockState, at: int, ledger: Ledger) -> ClockRecord:
    held, talks = state.paused(at), state.talks
    until = None if held is None or held.until >= NEVER else instant_text(held.until)
    timed = state.control is not None
    return ClockRecord(
        game=game,
        control=state.control,
        running=state.running if timed else (),
        holder=state.holders or (),
        paused=None if held is None else PauseRecord(held.by, held.why, until, held.play),
        until=until,
        now=instant_text(at),
        ended=state.ended,
        seats={seat: _seat(state, seat, at) for seat in state.seats} if timed else {},
        proposals=tuple(talks.pauses.values()),
        asked=tuple(talks.controls.values()),
        resumes=talks.resumes,
        adjourning=talks.adjournment is not None,
        sealed=talks.sealed.seat if talks.sealed is not None else None,
        ledger=ledger,
    )


def _seat(state: ClockState, seat: str, at: int) -> SeatClockRecord:
    reading, (clock, terms) = read_clock(state, seat, at), state.of(seat)
    vacation: Any = reading.vacation
    return SeatClockRecord(
        left_ms=reading.left_ms,
        reserve_ms=reading.reserve_ms,
        periods=reading.periods,
        block_ms=reading.block_ms,
        block_turns=reading.block_turns,
        stage=reading.stage + 1,
        turns=reading.turns,
        used_ms=reading.used_ms,
        deadline=None if reading.deadline is None else instant_text(reading.deadline),
        vacation=vacation and VacationRecord(instant_text(vacation.start), instant_text(vacation.end)),
        vacation_days=terms.vacation_days - clock.vacation_days,
        flagged=clock.turn.flagged,
    )
