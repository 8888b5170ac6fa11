"""The sealed facts of a recorded game, held to the key that its first append commits to (docs/bundle.md)."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.sight import PADDED_TO, pads
from ironclad.domain.match.closed import closed_fields
from ironclad.domain.match.events import COMMAND_ACCEPTED, COMMAND_COMMITTED, LINK_REVEALED
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Opened, Stored
from ironclad.eventlog.ledger.notes import strict_base64
from ironclad.eventlog.sealing import (
    KEY_BYTES,
    SALT_BYTES,
    BadSeal,
    GameSeal,
    Signed,
    any_commit,
    in_part,
    is_whole,
    may_hide,
    pointer_step,
    sealed_in,
    signed_part,
)

_OTHER_KEY = "the key that opens the game is not the one it committed to"
_SEAL_SET = "match.seal_set.1"
_SEAL_OPENED = "match.seal_opened.1"
_GAME_ENDED = "match.game_ended.1"
_DIGEST_BYTES = 32
_TAG_BYTES = 16


class SealCheck:
    """Takes a game append by append, as its log has them.

    `commitment` is that of the game's seal key ("" where the game hides nothing), `seal` the seal once it was
    opened, `facts` the number of sealed facts, `padded_to` the bytes that each is padded to a multiple of.
    """

    def __init__(self) -> None:
        self.commitment = ""
        self.seal: GameSeal | None = None
        self.facts = 0
        self.padded_to = PADDED_TO
        self._begun = False
        self._signed: dict[tuple[str, int], dict[str, str]] = {}

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
                self._hold_committed(event, self._count(event))
        self._begun = True
        if self.commitment and self.seal is None and _GAME_ENDED in names:
            self._open(_opening(append, names))
        elif _SEAL_OPENED in names:
            position = append[names.index(_SEAL_OPENED)].position
            raise BundleFault("seals", "a seal is opened where none can be", position)

    def is_signed(self, place: tuple[str, int]) -> bool:
        """Whether a command with sealed values that was committed to at a (stream, version) is signed."""
        return place in self._signed

    def _hold_committed(self, event: Stored, data: Any) -> None:
        """What is opened of a signed command, or carried out later, has the digests that were signed.

        Raises BundleFault.
        """
        if event.name == COMMAND_COMMITTED and data.get("signature") is not None:
            closed = closed_fields(data["command"])
            digests = {f"/{pointer_step(field)}": digest for field, digest in closed.items()}
            self._signed[event.stream, event.version] = {**_digests(data, "/command"), **digests}
        elif event.name in (COMMAND_ACCEPTED, LINK_REVEALED) and data.get("committed"):
            place = (event.stream, data["committed"])
            part = signed_part(event.stream, event.name, data, self.is_signed)
            if part and _digests(data, part) != self._signed.get(place):
                detail = f"the command has other digests than those signed at {data['committed']}"
                raise BundleFault("seals", detail, event.position)

    def _set(self, event: Stored) -> None:
        if self._begun or self.commitment:
            raise BundleFault("seals", "a seal is set after the game was opened", event.position)
        body = msgspec.json.decode(event.body)
        self.commitment, self.padded_to = str(body["commitment"]), body.get("padded_to", PADDED_TO)
        if not _is_digest(self.commitment):
            raise BundleFault("seals", "what the game commits to is no hash of a key", event.position)
        if not isinstance(self.padded_to, int) or not pads(self.padded_to):
            detail = "the game pads what it hides to a size that there is not"
            raise BundleFault("seals", detail, event.position)

    def _count(self, event: Stored) -> Any:
        """The body of an event with sealed values, which are counted. Raises BundleFault."""
        data = _data_of(event)
        if canonical(data) != bytes(event.body):
            detail = f"{event.name} has sealed values, and is not written in the canonical way"
            raise BundleFault("seals", detail, event.position)
        for path, sealed in sealed_in(data):
            if not _is_formed(sealed, self.padded_to):
                raise BundleFault("seals", f"{event.name} has no sealed value at {path}", event.position)
            self.facts += 1
        return data

    def _open(self, event: Stored) -> None:
        key = str(msgspec.json.decode(event.body)["key"])
        try:
            seal = GameSeal(bytes.fromhex(key), self.padded_to)
        except ValueError as wrong:
            raise BundleFault("seals", _OTHER_KEY, event.position) from wrong
        if len(seal.key) != KEY_BYTES or seal.key.hex() != key or not seal.fits(self.commitment):
            raise BundleFault("seals", _OTHER_KEY, event.position)
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


def opened(seal: GameSeal | None, append: Sequence[Stored], signed: Signed = any_commit) -> list[Stored]:
    """An append with every sealed value in the open; `signed` says which commits are signed.

    Raises BundleFault for a value that does not open.
    """
    if seal is None:
        return list(append)
    return [_opened(seal, event, signed) for event in append]


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


def _digests(data: Any, part: str) -> dict[str, str]:
    """The digests of the sealed values in a part of an event, by their paths in it."""
    found = sealed_in(data)
    return {path.removeprefix(part): sealed["digest"] for path, sealed in found if in_part(path, part)}


def _opened(seal: GameSeal, event: Stored, signed: Signed) -> Stored:
    body = bytes(event.body)
    if not may_hide(body):
        return event
    try:
        plain = seal.opened(event.stream, event.version, event.name, body, signed)
    except BadSeal as wrong:
        raise BundleFault("seals", str(wrong), event.position) from wrong
    return msgspec.structs.replace(event, body=msgspec.Raw(plain))


def _is_formed(sealed: dict[str, Any], padded_to: int) -> bool:
    """Whether a sealed value has seats, a digest of 32 bytes, and a box of a size that there is."""
    seats, digest, box = sealed["for"], sealed["digest"], sealed["box"]
    try:
        size = len(strict_base64(box))
    except (ValueError, TypeError):
        return False
    named = isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)
    return _is_digest(digest) and named and size > _TAG_BYTES and (size - _TAG_BYTES) % padded_to == 0


def _is_digest(text: object) -> bool:
    """Whether this is a SHA-256 in hex, in lower case."""
    try:
        return isinstance(text, str) and len(text) == 2 * _DIGEST_BYTES and bytes.fromhex(text).hex() == text
    except ValueError:
        return False
