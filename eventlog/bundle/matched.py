"""Events of the match's kinds in a bundle, read from what is stored: with numbers that every reader keeps."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.events import EVENTS
from ironclad.domain.match.fair_records import Placed
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import LARGEST, Stored
from ironclad.eventlog.log import MATCH

_FAMILY = f"{EVENTS.family}."
_OUTLINED = bytes.maketrans(b"123456789,[", b"000000000::")
_LONG_NUMBER = b":" + 16 * b"0"
"""How a number of 16 digits or more looks once every digit is 0 and every mark before a number a colon."""

_KEPT = 256


def is_of_match(event: Stored) -> bool:
    """Whether an event is of one of the match's kinds, in whatever stream."""
    return event.name.startswith(_FAMILY)


def relevant(append: Iterable[Stored]) -> list[Stored]:
    """Those events that say anything of dice, keys and times: of the match's kinds, or a stream's first."""
    return [event for event in append if event.name.startswith(_FAMILY) or event.version == 1]


class MatchReader:
    """Reads the match's events of one bundle; keeps the last ones, which several checks ask for in turn."""

    def __init__(self) -> None:
        self._kept: dict[int, Placed] = {}

    def placed(self, event: Stored) -> Placed:
        """A stored event of the match's kinds, read, in its place. Raises BundleFault ("order")."""
        found = self._kept.get(event.position)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            found = self._kept[event.position] = _placed(event)
        return found

    def read(self, event: Stored) -> Event | None:
        """A stored event of the match's kinds, read; None for one of a ruleset's. Raises as `placed`."""
        return self.placed(event)[3] if is_of_match(event) else None


def _placed(event: Stored) -> Placed:
    line = event.stream.partition("/")[2]
    return event.position, "" if line == MATCH else line, event.version, read_event(event)


def read_event(event: Stored) -> Event:
    """A stored event of the match's kinds, read. Raises BundleFault ("order")."""
    try:
        return _decoded(event.name, bytes(event.body))
    except (codec.UnknownName, codec.Unreadable, msgspec.MsgspecError, RecursionError) as wrong:
        raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong


def _decoded(name: str, body: bytes) -> Event:
    event = EVENTS.decode(name, body)
    as_written_now = codec.canonical(event) == body
    if not as_written_now and codec.canonical(msgspec.json.decode(body)) != body:
        raise codec.Unreadable(f"{name}: it is not written in the canonical way")
    if _LONG_NUMBER in body.translate(_OUTLINED, b"-"):
        _check_numbers(name, event)
    return event


def _check_numbers(name: str, value: Any) -> None:
    """Check the numbers of an event's own fields. Raises Unreadable.

    What a ruleset's command holds is for the signature over it.
    """
    if isinstance(value, msgspec.Struct):
        for each in msgspec.structs.astuple(value):
            _check_numbers(name, each)
    elif isinstance(value, list | tuple):
        for each in value:
            _check_numbers(name, each)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise codec.Unreadable(f"{name}: {value!r:.40} is no whole number up to 2^53 - 1")
