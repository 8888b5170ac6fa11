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
from ironclad.domain.kernel.sight import Sealed, Secret
from ironclad.domain.match.events import COMMANDS_GIVEN, CommandAccepted, CommandCommitted
from ironclad.eventlog.ledger.notes import strict_base64

KEY_BYTES = 32
SALT_BYTES = 16
NONCE_BYTES = 12
PADDED_TO = 256
WHOLE = "whole numbers up to 2^53 - 1"
_LARGEST = 2**53 - 1
_MARK = b'"sealed":'
_FORM = frozenset({"box", "digest", "for"})
_SCHEME = "ironclad-seal/v1"
_FACT = "ironclad-seal-fact/v1"
_CHOICE = "ironclad-seal-choice/v1"
_COMMITMENT = b"ironclad-seal-key/v1|"

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
    """Seals and opens the hidden values of one game. `commitment` is that of its key."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.commitment = commitment_of(key)

    # -- sealing

    def sealed(self, stream: str, version: int, event: Event, secret: Mapping[str, str]) -> Event:
        """An event with every hidden value sealed, for its place in the log.

        `secret` are, for a command that was accepted or committed to, its secret fields with the seat that
        may read each. They are sealed too in the command that another one was carried out instead of.
        """
        if not isinstance(event, CommandAccepted | CommandCommitted):
            found: Event = self._walk(stream, version, event, "")
            return found
        if not secret:
            return event
        command = self._command(stream, version, "/command", event.command, secret)
        changed: dict[str, Any] = {"command": command}
        if isinstance(event, CommandAccepted) and event.instead:
            given = self._command(stream, version, "/instead/command", event.instead.command, secret)
            changed["instead"] = msgspec.structs.replace(event.instead, command=given)
        return msgspec.structs.replace(event, **changed)

    def _command(
        self, stream: str, version: int, path: str, command: dict[str, Any], secret: Mapping[str, str]
    ) -> dict[str, Any]:
        sealed = dict(command)
        for field, seat in secret.items():
            if field in command:
                box = self._box(stream, version, f"{path}/{_step(field)}", (seat,), command[field])
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
                name: self._walk(stream, version, part, f"{path}/{_step(encoded)}")
                for name, (encoded, part) in parts.items()
            }
            return msgspec.structs.replace(value, **changed)
        if isinstance(value, dict):
            return {
                key: self._walk(stream, version, each, f"{path}/{_step(str(key))}")
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

    def _box(self, stream: str, version: int, path: str, seats: tuple[str, ...], value: Any) -> Sealed:
        key, salt = self._fact(stream, version, path)
        if not is_whole(plain_data := msgspec.to_builtins(value)):
            raise BadSeal(f"a hidden value at {path} of {stream} {version} has other than {WHOLE}")
        plain = salt + canonical(plain_data)
        digest = sha256(plain).digest()
        box = AESGCM(key).encrypt(digest[:NONCE_BYTES], _padded(plain), None)
        return Sealed(seats, digest.hex(), b64encode(box).decode())

    def _fact(self, stream: str, version: int, path: str) -> tuple[bytes, bytes]:
        """The key and the salt of the value at a path of an event."""
        derived = _derived(self.key, f"{_FACT}|{stream}|{version}|{path}", KEY_BYTES + SALT_BYTES)
        return derived[:KEY_BYTES], derived[KEY_BYTES:]

    # -- opening

    def value(self, stream: str, version: int, path: str, sealed: Mapping[str, Any]) -> Any:
        """The value at a path of an event, held to its digest. Raises BadSeal."""
        at = f"{path} of {stream} {version}"
        key, salt = self._fact(stream, version, path)
        try:
            digest, box = bytes.fromhex(sealed["digest"]), strict_base64(sealed["box"])
            padded = AESGCM(key).decrypt(digest[:NONCE_BYTES], box, None)
        except (InvalidTag, ValueError, TypeError) as wrong:
            raise BadSeal(f"the sealed value at {at} does not open") from wrong
        plain = padded.rpartition(b"\x80")[0]
        if padded != _padded(plain) or len(plain) < SALT_BYTES:
            raise BadSeal(f"the sealed value at {at} is not padded as it must be")
        if sha256(plain).digest() != digest:
            raise BadSeal(f"the sealed value at {at} is not the one that its digest binds")
        if plain[:SALT_BYTES] != salt:
            raise BadSeal(f"the sealed value at {at} has another salt than its place gives")
        try:
            value = msgspec.json.decode(plain[SALT_BYTES:])
            same = is_whole(value) and canonical(value) == plain[SALT_BYTES:]
        except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
            raise BadSeal(f"the sealed value at {at} is not JSON") from wrong
        if not same:
            raise BadSeal(f"the sealed value at {at} is not written in the canonical way")
        return value

    def opened(self, stream: str, version: int, name: str, body: bytes) -> bytes:
        """The body of a stored event with every sealed value in the open. Raises BadSeal."""
        if not may_hide(body):
            return body
        data = msgspec.json.decode(body)
        return canonical(self.seen(stream, version, name, data, lambda seats: True))

    def seen(
        self, stream: str, version: int, name: str, data: Any, may_read: Callable[[list[str]], bool]
    ) -> Any:
        """A stored event's data with those sealed values open that `may_read` allows by their seats.

        Of the others the seats are left, and nothing by which two values could be distinguished. Raises
        BadSeal.
        """

        def shown(path: str, sealed: dict[str, Any]) -> Any:
            if not may_read(sealed["for"]):
                return {"seats": sealed["for"]}
            value = self.value(stream, version, path, sealed)
            return value if name in COMMANDS_GIVEN else {"seats": sealed["for"], "value": value}

        return replaced(data, shown)

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


def may_hide(body: bytes) -> bool:
    """Whether a stored body may have sealed values: a quick look at its bytes."""
    return _MARK in body


def is_sealed(value: object) -> bool:
    """Whether a value in a body of a game that hides has the form of a sealed one."""
    if not isinstance(value, dict) or value.keys() != {"sealed"}:
        return False
    inner = value["sealed"]
    return isinstance(inner, dict) and inner.keys() == _FORM


def sealed_in(data: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The sealed values of a body, in order, with their paths (JSON pointers, RFC 6901)."""
    if is_sealed(data):
        yield path, data["sealed"]
    elif isinstance(data, dict):
        for key in sorted(data):
            yield from sealed_in(data[key], f"{path}/{_step(key)}")
    elif isinstance(data, list):
        for at, each in enumerate(data):
            yield from sealed_in(each, f"{path}/{at}")


def replaced(data: Any, found: Found, path: str = "") -> Any:
    """A body with something else in place of each sealed value."""
    if is_sealed(data):
        return found(path, data["sealed"])
    if isinstance(data, dict):
        return {key: replaced(each, found, f"{path}/{_step(key)}") for key, each in data.items()}
    if isinstance(data, list):
        return [replaced(each, found, f"{path}/{at}") for at, each in enumerate(data)]
    return data


def looks_sealed(data: Any) -> bool:
    """Whether a part of a request has the name of sealed values: in a game that hides none may."""
    if isinstance(data, dict):
        return "sealed" in data or any(looks_sealed(each) for each in data.values())
    return isinstance(data, list | tuple) and any(looks_sealed(each) for each in data)


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
                walk(getattr(value, field.name), f"{path}/{_step(field.encode_name)}")
        elif isinstance(value, dict):
            for key, each in value.items():
                walk(each, f"{path}/{_step(str(key))}")
        elif isinstance(value, list | tuple):
            for at, each in enumerate(value):
                walk(each, f"{path}/{at}")
        elif isinstance(value, set | frozenset):
            for each in value:
                walk(each, f"{path}/-")

    walk(event, "")
    return found


def _padded(plain: bytes) -> bytes:
    """What is encrypted of a salt and a value: one size for all that are shorter than it."""
    marked = plain + b"\x80"
    return marked + bytes(-len(marked) % PADDED_TO)


def _derived(key: bytes, info: str, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info.encode()).derive(key)


def _step(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
