"""The course of a recorded game: each command of the line that it is on, with its faces and its events.

What was taken back is no part of it, and neither are requests on the match. Places are (timeline, version).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import Instead


class Place(msgspec.Struct, frozen=True, order=True):
    """An event on a line of a game."""

    timeline: str
    version: int

    def __str__(self) -> str:
        return f"{self.timeline}@{self.version}"


class LoggedEvent(msgspec.Struct, frozen=True):
    """A recorded event of the rules: its place, its stored name and its body, with nothing sealed in it."""

    at: Place
    name: str
    body: bytes


class Given(msgspec.Struct, frozen=True):
    """A recorded command: as it was carried out, the rolls that it made, and what came of it.

    committed: the version at which it was committed to, None for one that was carried out at once. instead:
    why another command than the one committed to was carried out.
    """

    at: Place
    seat: str
    command: dict[str, Any]
    decision: str | None = None
    rolls: tuple[Roll, ...] = ()
    events: tuple[LoggedEvent, ...] = ()
    committed: int | None = None
    instead: Instead | None = None


class Ruled(msgspec.Struct, frozen=True):
    """An event on the line that no command of a seat caused: it is taken over as it is."""

    event: LoggedEvent


Step = Given | Ruled


class Course(msgspec.Struct, frozen=True):
    """A recorded game: its first event with any position document in it, the rolls and the events of its
    opening after that, and every step.

    ended: the rules ended the game on this line.
    """

    game: str
    begun: GameBegun
    rolls: tuple[Roll, ...] = ()
    opening: tuple[LoggedEvent, ...] = ()
    steps: tuple[Step, ...] = ()
    ended: bool = False


def read(ruleset: Ruleset[Any], logged: LoggedEvent) -> Event:
    """A recorded event. Raises UnknownName, Unreadable."""
    return ruleset.storage.events.decode(logged.name, logged.body)


def document(logged: LoggedEvent) -> dict[str, Any]:
    """A recorded event as plain data. Raises Unreadable."""
    try:
        found: dict[str, Any] = msgspec.json.decode(logged.body, type=dict[str, Any])
    except msgspec.MsgspecError as wrong:
        raise codec.Unreadable(f"{logged.name}: {wrong}") from wrong
    return found


def is_same(ruleset: Ruleset[Any], logged: LoggedEvent, topic: str, body: bytes) -> bool:
    """Whether a recorded event is the one of this name and body; an older shape as it is written now."""
    if logged.name == topic:
        return logged.body == body
    return ruleset.storage.events.encode(read(ruleset, logged)) == (topic, body)


def split(ruleset: Ruleset[Any], events: Sequence[LoggedEvent]) -> tuple[GameBegun, tuple[LoggedEvent, ...]]:
    """The first event of a game, and those of its opening after it. Raises UnknownName, Unreadable."""
    begun = read(ruleset, events[0]) if events else None
    if not isinstance(begun, GameBegun):
        raise codec.Unreadable("the line does not begin with the event that begins a game")
    return begun, tuple(events[1:])
