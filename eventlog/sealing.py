"""Sealed facts: hidden values encrypted where events are stored, and opened where they are read.

A game of a ruleset that hides has a seal key of its own. In the stored body of an event a hidden value is

    {"sealed": {"box": base64, "digest": hex, "for": [seats]}}

and nothing else in the bodies of such a game has this form. docs/bundle.md ("Sealed facts") is the contract.
The digest binds the value: it cannot be opened in two ways. The box is encrypted under a key for this one
place in the log, so that one fact can be opened without the others.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ironclad.domain.kernel.engine.codec import Event, canonical
from ironclad.domain.kernel.sight import PADDED_TO, Sealed, Secret, digest_alone, is_sealed
from ironclad.domain.match.events import (
    AS_GIVEN,
    LINK_REVEALED,
    CommandAccepted,
    CommandCommitted,
    LinkRevealed,
)
from ironclad.eventlog.ledger.notes import strict_base64

KEY_BYTES = 32
SALT_BYTES = 16
NONCE_BYTES = 12
WHOLE = "whole numbers up to 2^53 - 1"
_LARGEST = 2**53 - 1
_MARK = b'"sealed":'
_SCHEME = "ironclad-seal/v1"
_FACT = "ironclad-seal-fact/v1"
_CHOICE = "ironclad-seal-choice/v1"
_COMMITMENT = b"ironclad-seal-key/v1|"

_COMMAND, _INSTEAD, _OPENED = "/command", "/instead/command", "/opened"
NO_SALTS: Mapping[str, bytes] = {}

Signed = Callable[[tuple[str, int]], bool]
"""Whether what was committed to at a (stream, version) is signed."""


def any_commit(place: tuple[str, int]) -> bool:
    """Of a log of one's own it need not be known which commits are signed."""
    return True


Found = Callable[[str, dict[str, Any]], Any]
"""(path, sealed form) -> what takes the place of a sealed value."""


class BadSeal(Exception):
    """A sealed value that does not open, or is not what its digest binds; the reason in words."""


def game_key(master: bytes, game: str) -> bytes:
    """The seal key of a game: HKDF-SHA256 of the service's master, of 32 bytes."""
    return _derived(master, f"{_SCHEME}|{game}", KEY_BYTES)


def commitment_of(key: bytes) -> str:
    """The hex that a game's first append commits to: SHA-256 of a tag and the key."""
    return sha256(_COMMITMENT + key).hexdigest()


class GameSeal:
    """Seals and opens the hidden values of one game. `commitment` is that of its key.

    `padded_to`: bytes; a box is the smallest multiple of this that its value fits in. With None it opens
    boxes of any size, and seals nothing: for a service that reads its own log.
    """

    def __init__(self, key: bytes, padded_to: int | None = PADDED_TO) -> None:
        self.key = key
        self.padded_to = padded_to
        self.commitment = commitment_of(key)

    # -- sealing

    def sealed(
        self,
        stream: str,
        version: int,
        event: Event,
        secret: Mapping[str, str],
        salts: Mapping[str, bytes] = NO_SALTS,
    ) -> Event:
        """An event with every hidden value sealed, for its place in the log.

        `secret` are, for a command that was accepted or committed to, its secret fields with the seat that
        may read each. They are sealed too in the command that another one was carried out instead of, and
        where they are opened with a link. One that has its digest alone stays as it is.
        `salts` are those that the seat chose for the fields of the command that it signed.
        """
        place = (stream, version)
        if isinstance(event, LinkRevealed):
            if not event.opened:
                return event
            opened = self._command(place, _OPENED, event.opened, secret, salts)
            return msgspec.structs.replace(event, opened=opened)
        if not isinstance(event, CommandAccepted | CommandCommitted):
            found: Event = self._walk(stream, version, event, "")
            return found
        if not secret:
            return event
        instead = event.instead if isinstance(event, CommandAccepted) else None
        own = NO_SALTS if instead else salts
        changed: dict[str, Any] = {"command": self._command(place, _COMMAND, event.command, secret, own)}
        if instead:
            given = self._command(place, _INSTEAD, instead.command, secret, salts)
            changed["instead"] = msgspec.structs.replace(instead, command=given)
        return msgspec.structs.replace(event, **changed)

    def _command(
        self,
        place: tuple[str, int],
        path: str,
        command: dict[str, Any],
        secret: Mapping[str, str],
        salts: Mapping[str, bytes],
    ) -> dict[str, Any]:
        sealed = dict(command)
        for field, seat in secret.items():
            if field in command and digest_alone(command[field]) is None:
                at = f"{path}/{pointer_step(field)}"
                box = self._box(*place, at, (seat,), command[field], salts.get(field))
                sealed[field] = {"sealed": msgspec.to_builtins(box)}
        return sealed

    def _walk(self, stream: str, version: int, value: Any, path: str) -> Any:
        if isinstance(value, Secret):
            if value.value is msgspec.UNSET:
                raise BadSeal(f"a hidden value at {path} of {stream} {version} is not known")
            return Secret(sealed=self._box(stream, version, path, value.seats, value.value))
        if isinstance(value, msgspec.Struct):
            fields = msgspec.structs.fields(value)
            parts = {each.name: (each.encode_name, getattr(value, each.name)) for each in fields}
            changed = {
                name: self._walk(stream, version, part, f"{path}/{pointer_step(encoded)}")
                for name, (encoded, part) in parts.items()
            }
            return msgspec.structs.replace(value, **changed)
        if isinstance(value, dict):
            return {
                key: self._walk(stream, version, each, f"{path}/{pointer_step(str(key))}")
                for key, each in value.items()
            }
        if isinstance(value, list | tuple):
            parts_in_order = [
                self._walk(stream, version, each, f"{path}/{at}") for at, each in enumerate(value)
            ]
            return type(value)(*parts_in_order) if hasattr(value, "_fields") else type(value)(parts_in_order)
        if isinstance(value, set | frozenset) and hidden_in(value):
            raise BadSeal(f"a hidden value at {path} of {stream} {version} is in a set, and has no path")
        return value

    def _box(
        self,
        stream: str,
        version: int,
        path: str,
        seats: tuple[str, ...],
        value: Any,
        chosen: bytes | None = None,
    ) -> Sealed:
        """A value sealed under the salt of its place, unless its seat has `chosen` one."""
        key, own = self._fact(stream, version, path)
        salt = own if chosen is None else chosen
        if not is_whole(plain_data := msgspec.to_builtins(value)):
            raise BadSeal(f"a hidden value at {path} of {stream} {version} has other than {WHOLE}")
        plain = salt + canonical(plain_data)
        digest = sha256(plain).digest()
        box = AESGCM(key).encrypt(digest[:NONCE_BYTES], self._padded(plain), None)
        return Sealed(seats, digest.hex(), b64encode(box).decode())

    def _padded(self, plain: bytes) -> bytes:
        """What is encrypted of a salt and a value: one size for all that are shorter than it."""
        assert self.padded_to is not None, "a seal that only opens"
        return _filled(plain, self.padded_to)

    def _is_padded(self, plain: bytes, padded: bytes) -> bool:
        size = self.padded_to or len(padded)
        return padded == _filled(plain, size)

    def _fact(self, stream: str, version: int, path: str) -> tuple[bytes, bytes]:
        """The key and the salt of the value at a path of an event."""
        derived = _derived(self.key, f"{_FACT}|{stream}|{version}|{path}", KEY_BYTES + SALT_BYTES)
        return derived[:KEY_BYTES], derived[KEY_BYTES:]

    # -- opening

    def value(
        self, stream: str, version: int, path: str, sealed: Mapping[str, Any], chosen: bool = False
    ) -> Any:
        """The value at a path of an event, held to its digest. Raises BadSeal.

        `chosen`: its seat chose the salt. Any other has that of its place.
        """
        return self.plain(stream, version, path, sealed, chosen)[1]

    def plain(
        self, stream: str, version: int, path: str, sealed: Mapping[str, Any], chosen: bool
    ) -> tuple[bytes, Any]:
        """The salt and the value at a path of an event. Raises BadSeal."""
        at = f"{path} of {stream} {version}"
        key, salt = self._fact(stream, version, path)
        try:
            digest, box = bytes.fromhex(sealed["digest"]), strict_base64(sealed["box"])
            padded = AESGCM(key).decrypt(digest[:NONCE_BYTES], box, None)
        except (InvalidTag, ValueError, TypeError) as wrong:
            raise BadSeal(f"the sealed value at {at} does not open") from wrong
        plain = padded.rpartition(b"\x80")[0]
        if not self._is_padded(plain, padded) or len(plain) < SALT_BYTES:
            raise BadSeal(f"the sealed value at {at} is not padded as it must be")
        if sha256(plain).digest() != digest:
            raise BadSeal(f"the sealed value at {at} is not the one that its digest binds")
        if not chosen and plain[:SALT_BYTES] != salt:
            raise BadSeal(f"the sealed value at {at} has another salt than its place gives")
        try:
            value = msgspec.json.decode(plain[SALT_BYTES:])
            same = is_whole(value) and canonical(value) == plain[SALT_BYTES:]
        except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
            raise BadSeal(f"the sealed value at {at} is not JSON") from wrong
        if not same:
            raise BadSeal(f"the sealed value at {at} is not written in the canonical way")
        return plain[:SALT_BYTES], value

    def opened(self, stream: str, version: int, name: str, body: bytes, signed: Signed = any_commit) -> bytes:
        """The body of a stored event with every sealed value in the open. Raises BadSeal.

        `signed` says of a place whether a commit there is signed; of a log of one's own it need not be named.
        """
        if not may_hide(body):
            return body
        data = msgspec.json.decode(body)
        return canonical(self.seen(stream, version, name, data, lambda seats: True, signed))

    def seen(
        self,
        stream: str,
        version: int,
        name: str,
        data: Any,
        may_read: Callable[[list[str]], bool],
        signed: Signed = any_commit,
    ) -> Any:
        """A stored event's data with those sealed values open that `may_read` allows by their seats.

        Of the others the seats are left, and nothing by which two values could be distinguished. Raises
        BadSeal.
        """
        of_signer = signed_part(stream, name, data, signed)

        def shown(path: str, sealed: dict[str, Any]) -> Any:
            if not may_read(sealed["for"]):
                return {"seats": sealed["for"]}
            value = self.value(stream, version, path, sealed, in_part(path, of_signer))
            seats = {"seats": sealed["for"]} if sealed["for"] else {}  # as an event is written
            return value if name in AS_GIVEN else {**seats, "value": value}

        return replaced(data, shown)

    def salts_of(self, stream: str, version: int, body: bytes) -> dict[str, bytes]:
        """The salts by field that a seat chose for a command which it signed, by its commit or its link."""
        data = msgspec.json.decode(body)
        if data.get("signature") is None:
            return {}
        part = _COMMAND if "command" in data else _OPENED
        found = {}
        for field, value in data.get(part[1:], {}).items():
            if is_sealed(value):
                place = (stream, version, f"{part}/{pointer_step(field)}")
                found[field], _ = self.plain(*place, value["sealed"], True)
        return found

    # -- requests

    def digest_of(self, plain: bytes) -> bytes:
        """The digest of a request with hidden fields: keyed, so that nobody can try what it may be of."""
        return hmac_digest(self.key, b"ironclad-seal-request/v1|" + plain, "sha256")

    # -- choices

    def seed_of(self, place: str) -> str:
        """A seed (hex, 32 bytes) for a choice at a place of the game: nobody without the key foresees it."""
        return _derived(self.key, f"{_CHOICE}|{place}", KEY_BYTES).hex()

    # -- the key

    def fits(self, commitment: str) -> bool:
        """Whether this is the seal that a game has committed to."""
        return compare_digest(self.commitment, commitment)


def signed_part(stream: str, name: str, data: Any, signed: Signed) -> str:
    """The path of the command in a stored event whose salts its seat chose, as it signed it; "" for none.

    That of a command which was committed to is as signed as its commit.
    """
    if name not in AS_GIVEN or not isinstance(data, dict):
        return ""
    if name == LINK_REVEALED:
        return _OPENED
    if committed := data.get("committed"):
        return (_INSTEAD if "instead" in data else _COMMAND) if signed((stream, committed)) else ""
    return _COMMAND if data.get("signature") is not None else ""


def in_part(path: str, part: str) -> bool:
    """Whether a path is below that of a part of an event; nothing is below ""."""
    return bool(part) and path.startswith(f"{part}/")


def may_hide(body: bytes) -> bool:
    """Whether a stored body may have sealed values: a quick look at its bytes."""
    return _MARK in body


def sealed_in(data: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The sealed values of a body, in order, with their paths (JSON pointers, RFC 6901)."""
    if is_sealed(data):
        yield path, data["sealed"]
    elif isinstance(data, dict):
        for key in sorted(data):
            yield from sealed_in(data[key], f"{path}/{pointer_step(key)}")
    elif isinstance(data, list):
        for at, each in enumerate(data):
            yield from sealed_in(each, f"{path}/{at}")


def replaced(data: Any, found: Found, path: str = "") -> Any:
    """A body with something else in place of each sealed value."""
    if is_sealed(data):
        return found(path, data["sealed"])
    if isinstance(data, dict):
        return {key: replaced(each, found, f"{path}/{pointer_step(key)}") for key, each in data.items()}
    if isinstance(data, list):
        return [replaced(each, found, f"{path}/{at}") for at, each in enumerate(data)]
    return data


def is_whole(data: Any) -> bool:
    """Whether all numbers in plain data are whole, up to 2^53 - 1: others have no one form in JSON."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, float) or (isinstance(value, int) and abs(value) > _LARGEST):
            return False
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return True


def hidden_in(event: object) -> set[str]:
    """The paths of an event's hidden values, as the rules made it; in a set each has the step `-`."""
    found: set[str] = set()

    def walk(value: Any, path: str) -> None:
        if isinstance(value, Secret):
            found.add(path)
        elif isinstance(value, msgspec.Struct):
            for field in msgspec.structs.fields(value):
                walk(getattr(value, field.name), f"{path}/{pointer_step(field.encode_name)}")
        elif isinstance(value, dict):
            for key, each in value.items():
                walk(each, f"{path}/{pointer_step(str(key))}")
        elif isinstance(value, list | tuple):
            for at, each in enumerate(value):
                walk(each, f"{path}/{at}")
        elif isinstance(value, set | frozenset):
            for each in value:
                walk(each, f"{path}/-")

    walk(event, "")
    return found


def _filled(plain: bytes, size: int) -> bytes:
    """A mark behind the plain bytes, and zeros up to a multiple of a size."""
    marked = plain + b"\x80"
    return marked + bytes(-len(marked) % size)


def _derived(key: bytes, info: str, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info.encode()).derive(key)


def pointer_step(name: str) -> str:
    """A name as a step of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
