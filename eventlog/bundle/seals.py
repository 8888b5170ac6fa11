"""The sealed facts of a recorded game, held to the key that its first append commits to (docs/bundle.md)."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Opened, Stored
from ironclad.eventlog.ledger.notes import strict_base64
from ironclad.eventlog.sealing import (
    KEY_BYTES,
    PADDED_TO,
    SALT_BYTES,
    BadSeal,
    GameSeal,
    is_whole,
    may_hide,
    sealed_in,
)

_SEAL_SET = "match.seal_set.1"
_SEAL_OPENED = "match.seal_opened.1"
_GAME_ENDED = "match.game_ended.1"
_DIGEST_BYTES = 32
_TAG_BYTES = 16


class SealCheck:
    """Takes a game append by append, as its log has them.

    `commitment` is that of the game's seal key ("" where the game hides nothing), `seal` the seal once it was
    opened, `facts` the number of sealed facts.
    """

    def __init__(self) -> None:
        self.commitment = ""
        self.seal: GameSeal | None = None
        self.facts = 0
        self._begun = False

    @property
    def found(self) -> str:
        """What was found of a game whose seals hold."""
        if not self.commitment:
            return "the game hides nothing"
        if self.seal is None:
            return f"{self.facts:,} sealed facts, to be opened when the game ends"
        return f"{self.facts:,} sealed facts opened, each the one that its digest binds"

    @property
    def waits(self) -> bool:
        """Whether the game has sealed facts that nobody can open yet."""
        return bool(self.facts) and self.seal is None

    def take(self, append: Sequence[Stored]) -> None:
        """Raises BundleFault."""
        names = [event.name for event in append]
        for event in append:
            if event.name == _SEAL_SET:
                self._set(event)
            elif self.commitment and may_hide(bytes(event.body)):
                self._count(event)
        self._begun = True
        if self.commitment and self.seal is None and _GAME_ENDED in names:
            self._open(_opening(append, names))
        elif _SEAL_OPENED in names:
            position = append[names.index(_SEAL_OPENED)].position
            raise BundleFault("seals", "a seal is opened where none can be", position)

    def _set(self, event: Stored) -> None:
        if self._begun or self.commitment:
            raise BundleFault("seals", "a seal is set after the game was opened", event.position)
        self.commitment = str(msgspec.json.decode(event.body)["commitment"])
        if not _is_digest(self.commitment):
            raise BundleFault("seals", "what the game commits to is no hash of a key", event.position)

    def _count(self, event: Stored) -> None:
        data = _data_of(event)
        if canonical(data) != bytes(event.body):
            detail = f"{event.name} has sealed values, and is not written in the canonical way"
            raise BundleFault("seals", detail, event.position)
        for path, sealed in sealed_in(data):
            if not _is_formed(sealed):
                raise BundleFault("seals", f"{event.name} has no sealed value at {path}", event.position)
            self.facts += 1

    def _open(self, event: Stored) -> None:
        key = str(msgspec.json.decode(event.body)["key"])
        try:
            seal = GameSeal(bytes.fromhex(key))
        except ValueError as wrong:
            raise BundleFault("seals", "the key that opens the game is none", event.position) from wrong
        if len(seal.key) != KEY_BYTES or seal.key.hex() != key or not seal.fits(self.commitment):
            detail = "the key that opens the game is not the one it committed to"
            raise BundleFault("seals", detail, event.position)
        self.seal = seal


def _data_of(event: Stored) -> Any:
    """The body of an event as plain data. Raises BundleFault ("order") for a number that nothing holds."""
    try:
        return msgspec.json.decode(event.body)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong


def _opening(append: Sequence[Stored], names: Sequence[str]) -> Stored:
    """The opening of the seal in the append that ends the game: one, right after the end.

    Raises BundleFault.
    """
    places = [at for at, name in enumerate(names) if name == _SEAL_OPENED]
    if not places:
        detail = "the game ends, and what it hides is not opened"
        raise BundleFault("seals", detail, append[-1].position)
    for at in places:
        if at != names.index(_GAME_ENDED) + 1:
            detail = "a seal is opened elsewhere than right after the game's end"
            raise BundleFault("seals", detail, append[at].position)
    return append[places[0]]


def opened(seal: GameSeal | None, append: Sequence[Stored]) -> list[Stored]:
    """An append with every sealed value in the open. Raises BundleFault for one that does not open."""
    if seal is None:
        return list(append)
    return [_opened(seal, event) for event in append]


def digest_of_opened(line: Opened) -> str:
    """The digest in hex that a fact which was opened alone has to have. Raises BundleFault."""
    try:
        salt = bytes.fromhex(line.salt)
        data = msgspec.json.decode(line.value)
        value = canonical(data)
    except (ValueError, RecursionError) as wrong:
        raise BundleFault("seals", f"an opened fact cannot be read: {wrong}", line.position) from wrong
    if salt.hex() != line.salt or len(salt) != SALT_BYTES or not is_whole(data) or value != bytes(line.value):
        raise BundleFault("seals", "an opened fact is written in another way than the one", line.position)
    return sha256(salt + value).hexdigest()


def check_opened(event: Stored, opened: Iterable[tuple[str, str]]) -> None:
    """Check an event's facts that were opened, by path and digest. Raises BundleFault."""
    if not opened:
        return
    sealed = dict(sealed_in(_data_of(event)))
    for path, digest in opened:
        if path not in sealed:
            raise BundleFault("seals", f"nothing is sealed at {path} that could be opened", event.position)
        if sealed[path].get("digest") != digest:
            detail = f"what is opened at {path} is not what its digest binds"
            raise BundleFault("seals", detail, event.position)


def _opened(seal: GameSeal, event: Stored) -> Stored:
    body = bytes(event.body)
    if not may_hide(body):
        return event
    try:
        plain = seal.opened(event.stream, event.version, event.name, body)
    except BadSeal as wrong:
        raise BundleFault("seals", str(wrong), event.position) from wrong
    return msgspec.structs.replace(event, body=msgspec.Raw(plain))


def _is_formed(sealed: dict[str, Any]) -> bool:
    """Whether a sealed value has seats, a digest of 32 bytes, and a box of a size that there is."""
    seats, digest, box = sealed["for"], sealed["digest"], sealed["box"]
    try:
        size = len(strict_base64(box))
    except (ValueError, TypeError):
        return False
    named = isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)
    return _is_digest(digest) and named and size > _TAG_BYTES and (size - _TAG_BYTES) % PADDED_TO == 0


def _is_digest(text: object) -> bool:
    """Whether this is a SHA-256 in hex, in lower case."""
    try:
        return isinstance(text, str) and len(text) == 2 * _DIGEST_BYTES and bytes.fromhex(text).hex() == text
    except ValueError:
        return False
