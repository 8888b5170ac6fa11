"""Positions that are kept in the database to save time, each under a keyed code, and believed only under it.

    key  = HKDF-SHA256 of the service's secret, no salt, info "ironclad-stored-position/v1", 32 bytes
    code = HMAC-SHA256(key, parts), each part with its length before it in eight bytes, big endian:
           stream | version, decimal | ruleset | its version | ids of its errata, with commas | state

The state is what the ruleset freezes a position to. A row that has another code is dropped, counted and
logged, and its position is made again from the events: a writer to the database cannot change a
position by that. A service that has no secret keeps none and believes none.
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

CODE_BYTES = 32

_INFO = b"ironclad-stored-position/v1"
_log = logging.getLogger(__name__)


class PositionKey:
    """The key of one service's stored positions."""

    def __init__(self, secret: bytes) -> None:
        """`secret` is the service's own, of any length."""
        self._key = HKDF(SHA256(), CODE_BYTES, salt=None, info=_INFO).derive(secret)

    def code(self, ruleset: Ruleset[Any], stream: str, at: int, state: bytes) -> bytes:
        """The code of a position after version `at` of a stream, 32 bytes."""
        version = ruleset.identity.version
        errata = ",".join(sorted(ruleset.identity.published.newest.errata))
        texts = (stream, str(at), ruleset.name, version, errata)
        parts = (*(each.encode() for each in texts), state)
        framed = b"".join(chain.from_iterable((len(each).to_bytes(8, "big"), each) for each in parts))
        return hmac(self._key, framed, "sha256")

    def fits(self, ruleset: Ruleset[Any], stream: str, at: int, row: bytes) -> bool:
        """Whether a row has the code of the state that follows it."""
        return compare_digest(row[:CODE_BYTES], self.code(ruleset, stream, at, row[CODE_BYTES:]))


def tag_of(ruleset: Ruleset[Any]) -> str:
    """What a stored position was made by; another version of the rules makes its own."""
    return f"{ruleset.name}/{ruleset.version}/1"


def thawed(key: PositionKey | None, ruleset: Ruleset[Any], stream: str, at: int, row: bytes) -> Any:
    """The position in a row; None if its code is not the key's, or it cannot be read.

    Without a key the code is not checked.
    """
    try:
        if key is not None and not key.fits(ruleset, stream, at, row):
            return None
        return ruleset.storage.thaw(row[CODE_BYTES:])
    except Exception:
        _log.exception("a stored position of %s at %s cannot be read", stream, at)
        return None


class StoredPositions:
    """The positions that are kept of one log. Safe to use from many threads.

    `refused` is called for each that is dropped.
    """

    def __init__(
        self, recorder: StoreAggregateRecorder, key: PositionKey | None, background: BackgroundWork
    ) -> None:
        self._recorder, self._key, self._background = recorder, key, background
        self.refused: Callable[[], object] = lambda: None

    def keep(self, ruleset: Ruleset[Any], stream: str, at: int, position: Any) -> None:
        """Keep the position after version `at` of a stream."""
        if self._key is None:
            return
        state = ruleset.storage.freeze(position)
        row = self._key.code(ruleset, stream, at, state) + state
        self._recorder.keep(StoredEvent(stream, at, tag_of(ruleset), row))

    def latest(self, ruleset: Ruleset[Any], stream: str, after: int, upto: int) -> tuple[int, Any] | None:
        """Version and position of the last one in a stretch of a stream that is believed, if there is one."""
        if self._key is None:
            return None
        tag = tag_of(ruleset)
        while (found := self._recorder.latest(stream, after, upto, tag)) is not None:
            at, row = found
            if (position := thawed(self._key, ruleset, stream, at, row)) is not None:
                return at, position
            self.drop(stream, at)
            upto = at - 1
        return None

    def drop(self, stream: str, at: int) -> None:
        """A row is not believed: say so, and delete it some time soon."""
        _log.warning("the stored position of %s at %s is not believed: it is made again", stream, at)
        self.refused()
        self._background.ask(f"drop {stream} {at}", lambda: self._delete(stream, at))

    def _delete(self, stream: str, at: int) -> None:
        try:
            self._recorder.drop(stream, at)
        except PersistenceError:
            _log.warning("the stored position of %s at %s could not be deleted", stream, at)

    def clear(self) -> None:
        """Drop all of them."""
        self._recorder.clear()
