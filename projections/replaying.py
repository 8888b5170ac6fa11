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
from ironclad.domain.match.events import OF_NO_RULES
from ironclad.eventlog.errors import Problem, Unreadable
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.sealing import BadSeal, GameSeal, may_hide
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


class ReplayRecord(msgspec.Struct, frozen=True):
    """The position after the events, views of it, and an entry of the chronicle for each event that has one.

    An entry is `quiet` where it is no news.
    """

    position: dict[str, Any]
    views: dict[str, Any]
    entries: tuple[dict[str, Any], ...]


class TooLong(Unreadable):
    """The events took more time than one call may have."""


def replay(
    ruleset: Ruleset[Any],
    position: Mapping[str, Any] | None,
    events: Sequence[Brought],
    views: Sequence[str],
    seal: Seal | None = None,
) -> ReplayRecord:
    """Fold events onto a position document; without one the first event begins the game.

    Raises Unreadable for what is no position, no event or no view of this ruleset; TooLong.
    """
    shown = views_of(ruleset)
    for name in views:
        if name not in shown:
            raise Unreadable(f"{ruleset.name} has the views {', '.join(shown)}, not {name[:64]!r}")
    try:
        with bounded(SECONDS):
            return _replayed(ruleset, position, events, views, seal)
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
    return ReplayRecord(ruleset.storage.to_document(position), made, tuple(entries))


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
