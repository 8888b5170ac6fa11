"""Positions that are kept to save time, each under a keyed code, and believed only under it.

They are kept in the database, and in Redis where processes share one; a row is the same in both.

    key  = HKDF-SHA256 of the service's secret, no salt, info "ironclad-stored-position/v2", 32 bytes
    code = HMAC-SHA256(key, parts), each part with its length before it in eight bytes, big endian:
           stream | version, decimal | ruleset | its version | ids of its errata, with commas |
           history | state
    row  = code | history | state

The history is the running hash of the line at that version, 32 bytes: of every event that led there, those of
the lines before it too. The state is what the ruleset freezes a position to. A row that has another code, or
whose history is not that of the events as they are now, is dropped, counted and logged, and its position is
made again from the events: who writes to the database or to Redis cannot change a position by that, nor keep
one that the events no longer lead to. A service that has no secret keeps none and believes none.
"""

import logging
from collections.abc import Callable
from hmac import compare_digest
from hmac import digest as hmac
from itertools import chain
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from eventsourcing.persistence import PersistenceError, StoredEvent

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.store.recorders import StoreAggregateRecorder
from ironclad.referee.background import BackgroundWork
from ironclad.referee.line_hashes import LineHashes, Stretch, Way

CODE_BYTES = HISTORY_BYTES = 32
_STATE = CODE_BYTES + HISTORY_BYTES  # where the state begins in a row

_INFO = b"ironclad-stored-position/v2"
_log = logging.getLogger(__name__)


class PositionKey:
    """The key of one service's stored positions."""

    def __init__(self, secret: bytes) -> None:
        """`secret` is the service's own, of any length."""
        self._key = HKDF(SHA256(), CODE_BYTES, salt=None, info=_INFO).derive(secret)

    def code(self, ruleset: Ruleset[Any], stream: str, at: int, history: bytes, state: bytes) -> bytes:
        """The code of a position after version `at` of a stream, 32 bytes; `history` is the line's hash."""
        version = ruleset.identity.version
        errata = ",".join(sorted(ruleset.identity.published.newest.errata))
        texts = (stream, str(at), ruleset.name, version, errata)
        parts = (*(each.encode() for each in texts), history, state)
        framed = b"".join(chain.from_iterable((len(each).to_bytes(8, "big"), each) for each in parts))
        return hmac(self._key, framed, "sha256")

    def fits(self, ruleset: Ruleset[Any], stream: str, at: int, row: bytes) -> bool:
        """Whether a row has the code of the history and the state that follow it."""
        history, state = row[CODE_BYTES:_STATE], row[_STATE:]
        return compare_digest(row[:CODE_BYTES], self.code(ruleset, stream, at, history, state))


def tag_of(ruleset: Ruleset[Any]) -> str:
    """What a stored position was made by; another version of the rules makes its own."""
    return f"{ruleset.name}/{ruleset.version}/2"


def thawed(key: PositionKey | None, ruleset: Ruleset[Any], stream: str, at: int, row: bytes) -> Any:
    """The position in a row; None if its code is not the key's, or it cannot be read.

    Without a key the code is not checked. The history is the caller's to check.
    """
    try:
        if key is not None and not key.fits(ruleset, stream, at, row):
            return None
        return ruleset.storage.thaw(row[_STATE:])
    except Exception:
        _log.exception("a stored position of %s at %s cannot be read", stream, at)
        return None


class StoredPositions:
    """The positions that are kept of one log. Safe to use from many threads.

    `refused` is called for each that is dropped.
    """

    def __init__(
        self,
        recorder: StoreAggregateRecorder,
        hashes: LineHashes,
        key: PositionKey | None,
        background: BackgroundWork,
    ) -> None:
        self._recorder, self._key, self._background = recorder, key, background
        self._hashes = hashes
        self.refused: Callable[[], object] = lambda: None

    def row(self, ruleset: Ruleset[Any], way: list[Stretch], position: Any) -> bytes | None:
        """The row of the position at the end of a way; None without a secret."""
        if self._key is None:
            return None
        (stream, _, at), history = way[-1], self._hashes.at(way)
        state = ruleset.storage.freeze(position)
        return self._key.code(ruleset, stream, at, history, state) + history + state

    def believed(self, ruleset: Ruleset[Any], way: list[Stretch], row: bytes) -> Any:
        """The position in a row, if it is the one at the end of a way; else None."""
        stream, _, at = way[-1]
        position = None if self._key is None else thawed(self._key, ruleset, stream, at, row)
        if position is None or row[CODE_BYTES:_STATE] != self._hashes.at(way):
            return None
        return position

    def keep(self, ruleset: Ruleset[Any], way: list[Stretch], position: Any) -> None:
        """Keep the position at the end of a way."""
        if (row := self.row(ruleset, way, position)) is not None:
            stream, _, at = way[-1]
            self._recorder.keep(StoredEvent(stream, at, tag_of(ruleset), row))

    def latest(
        self, ruleset: Ruleset[Any], way: Way, stream: str, after: int, upto: int
    ) -> tuple[int, Any] | None:
        """Version and position of the last one in a stretch of a stream that is believed, if there is one.

        `way` says which events lead to a version of the stream.
        """
        if self._key is None:
            return None
        tag = tag_of(ruleset)
        while (found := self._recorder.latest(stream, after, upto, tag)) is not None:
            at, row = found
            if (position := self.believed(ruleset, way(stream, at), row)) is not None:
                return at, position
            self.drop(stream, at)
            upto = at - 1
        return None

    def drop(self, stream: str, at: int) -> None:
        """A row of the database is not believed: say so, and delete it some time soon."""
        self.refuse("stored", stream, at)
        self._background.ask(f"drop {stream} {at}", lambda: self._delete(stream, at))

    def refuse(self, which: str, stream: str, at: int) -> None:
        """A position is not believed: say so, and count it."""
        _log.warning("the %s position of %s at %s is not believed: it is made again", which, stream, at)
        self.refused()

    def _delete(self, stream: str, at: int) -> None:
        try:
            self._recorder.drop(stream, at)
        except PersistenceError:
            _log.warning("the stored position of %s at %s could not be deleted", stream, at)

    def clear(self) -> None:
        """Drop all of them."""
        self._recorder.clear()
