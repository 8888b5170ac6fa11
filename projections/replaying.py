"""Events that somebody brings, replayed from a position that somebody brings: nothing is stored or looked up.

The events of a bundle's game are none of this service's, so they are input: what they lack or say wrongly is
the caller's mistake, and the work on them is bounded by time.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import Any

import msgspec

from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine import ruling
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.telling.comparison import Change
from ironclad.domain.kernel.telling.paths import Difference
from ironclad.domain.match.events import OF_NO_RULES
from ironclad.eventlog.errors import Problem, Unreadable
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.sealing import BadSeal, GameSeal, may_hide
from ironclad.projections.comparing import compared
from ironclad.referee.positions import Folder

SECONDS = 2.0
"""Of processor time that one call may take."""


class Brought(msgspec.Struct, frozen=True):
    """A stored event as a bundle has it: the line whose stream has it, its version, stored name and body."""

    line: str
    version: int
    name: str
    data: dict[str, Any]


class Seal(msgspec.Struct, frozen=True):
    """The seal of a game that hid something: its key in hex."""

    game: str
    key: str


class TurnEvent(msgspec.Struct, frozen=True):
    """An event that a turn's row is made of, or that `ends` a turn."""

    line: str
    version: int
    ends: bool


class ReplayRecord(msgspec.Struct, frozen=True):
    """The position after the events, views of it, and an entry of the chronicle for each event that has one.

    An entry is `quiet` where it is no news. `turn_events` are those that the history of the game is made of;
    `turn` is the row of the turn whose events of that kind were brought, at this position.
    """

    position: dict[str, Any]
    views: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    turn_events: tuple[TurnEvent, ...] = ()
    turn: dict[str, Any] | None = None


class ComparedRecord(msgspec.Struct, frozen=True):
    """How two positions differ, as `GET /games/{g}/compare` says it of two points of a game."""

    changes: tuple[Change, ...]
    told: tuple[str, ...]
    differences: tuple[Difference, ...]
    more: int


class TooLong(Unreadable):
    """The events took more time than one call may have."""


def replay(
    ruleset: Ruleset[Any],
    position: Mapping[str, Any] | None,
    events: Sequence[Brought],
    views: Sequence[str],
    seal: Seal | None = None,
    turn: Sequence[Brought] | None = None,
) -> ReplayRecord:
    """Fold events onto a position document; without one the first event begins the game.

    `turn` are events of the turn in which the position then is: they are not folded, and make its row.
    Raises Unreadable for what is no position, no event or no view of this ruleset; TooLong.
    """
    shown = views_of(ruleset)
    for name in views:
        if name not in shown:
            raise Unreadable(f"{ruleset.name} has the views {', '.join(shown)}, not {name[:64]!r}")
    with _brought(ruleset):
        return _replayed(ruleset, position, events, views, seal, turn)


def compare(ruleset: Ruleset[Any], a: Mapping[str, Any], b: Mapping[str, Any], limit: int) -> ComparedRecord:
    """How two position documents differ, with at most `limit` paths. Raises Unreadable, TooLong."""
    with _brought(ruleset):
        read = ruleset.storage.from_document
        found = compared(ruleset, read(a), read(b), limit)
        return ComparedRecord(found.changes, found.told, found.differences, found.more)


@contextmanager
def _brought(ruleset: Ruleset[Any]) -> Iterator[None]:
    """Work on what a caller brings: bounded, and whatever is wrong with it raises Unreadable."""
    try:
        with bounded(SECONDS):
            yield
    except Problem:
        raise
    except (RecursionError, MemoryError) as wrong:
        raise Unreadable(f"the events do not replay: {type(wrong).__name__}") from wrong
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {wrong}"[:300]
        raise Unreadable(f"the events do not replay by {ruleset.name}: {said}") from wrong


def _replayed(
    ruleset: Ruleset[Any],
    document: Mapping[str, Any] | None,
    events: Sequence[Brought],
    views: Sequence[str],
    seal: Seal | None,
    turn: Sequence[Brought] | None,
) -> ReplayRecord:
    rows = [(each, _body(each, seal)) for each in events if each.name not in OF_NO_RULES]
    registry, entries = ruleset.storage.events, []
    left = [(each.name, body) for each, body in rows]
    if document is not None:
        position = ruleset.storage.from_document(document)
    else:
        first = registry.decode(*left.pop(0)) if left else None
        if not isinstance(first, GameBegun):
            raise Unreadable("without a position the first event is the one that begins the game")
        position = ruleset.rules.initial(first)
    position = Folder(ruleset).fold(position, left)
    for each, body in rows:
        event = registry.decode(each.name, body)
        entry = ruling.tell(event) or ruleset.words.tell(event)
        if entry is None and (entry := ruleset.words.tell_quietly(event)) is not None:
            entry = {**entry, "quiet": True}
        if entry is not None:
            kind = each.name.split(".")[1]
            entries.append({**entry, "line": each.line, "version": each.version, "type": kind})
    made = {name: views_of(ruleset)[name](position) for name in views}
    row = None if turn is None else _row(ruleset, position, turn, seal)
    marked = tuple(_turn_events(ruleset, events))
    return ReplayRecord(ruleset.storage.to_document(position), made, tuple(entries), marked, row)


def _turn_events(ruleset: Ruleset[Any], events: Sequence[Brought]) -> Iterator[TurnEvent]:
    """Those of the events that the history of the game is made of."""
    if (history := ruleset.show.history) is None:
        return
    registry = ruleset.storage.events
    ends = registry.topics(registry.types[history.end])
    counted = {topic for kind in history.counted for topic in registry.topics(kind)}
    for each in events:
        if each.name in ends or each.name in counted:
            yield TurnEvent(each.line, each.version, each.name in ends)


def _row(
    ruleset: Ruleset[Any], position: Any, events: Sequence[Brought], seal: Seal | None
) -> dict[str, Any] | None:
    """A turn's row, of the position at its end and those of its events that count."""
    if (history := ruleset.show.history) is None:
        return None
    decoded = (ruleset.storage.events.decode(each.name, _body(each, seal)) for each in events)
    return history.row(position, [each for each in decoded if type(each) in history.counted])


def _body(event: Brought, seal: Seal | None) -> bytes:
    """An event's body, with what was sealed in the open. Raises Unreadable."""
    body = msgspec.json.encode(event.data)
    if seal is None or not may_hide(body):
        return body
    try:
        opener = GameSeal(bytes.fromhex(seal.key), None)
        return opener.opened(stream_of(seal.game, event.line), event.version, event.name, body)
    except (BadSeal, ValueError) as wrong:
        raise Unreadable(f"what event {event.version} hides does not open: {wrong}") from wrong


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """End the work of this thread after so much processor time, at its next call of a function.

    Raises TooLong, in the midst of the work.
    """
    until = thread_time() + seconds

    def look(*_: object) -> None:
        if thread_time() > until:
            sys.setprofile(None)
            raise TooLong(f"the events take more than {seconds:g} seconds")

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)
