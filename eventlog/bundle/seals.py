"""The sealed facts of a recorded game, held to the key that its first append commits to (docs/bundle.md)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.ledger.notes import strict_base64
from ironclad.eventlog.sealing import KEY_BYTES, PADDED_TO, BadSeal, GameSeal, may_hide, sealed_in

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
            if _SEAL_OPENED not in names:
                detail = "the game ends, and what it hides is not opened"
                raise BundleFault("seals", detail, append[-1].position)
            self._open(append[names.index(_SEAL_OPENED)])
        elif _SEAL_OPENED in names:
            position = append[names.index(_SEAL_OPENED)].position
            raise BundleFault("seals", "a seal is opened where none can be", position)

    def _set(self, event: Stored) -> None:
        if self._begun or self.commitment:
            raise BundleFault("seals", "a seal is set after the game was opened", event.position)
        self.commitment = str(msgspec.json.decode(event.body)["commitment"])

    def _count(self, event: Stored) -> None:
        for path, sealed in sealed_in(msgspec.json.decode(event.body)):
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


def opened(seal: GameSeal | None, append: Sequence[Stored]) -> list[Stored]:
    """An append with every sealed value in the open. Raises BundleFault for one that does not open."""
    if seal is None:
        return list(append)
    return [_opened(seal, event) for event in append]


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
        whole = bytes.fromhex(digest).hex() == digest and len(digest) == 2 * _DIGEST_BYTES
        size = len(strict_base64(box))
    except (ValueError, TypeError):
        return False
    named = isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)
    return whole and named and size > _TAG_BYTES and (size - _TAG_BYTES) % PADDED_TO == 0
