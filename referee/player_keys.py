"""A player's own key, in the hand of a program that plays: it signs requests (docs/signatures.md).

key = read_player_key(Path("my.key").read_bytes())
request = message_of({"log": …, "game": …, "timeline": "main", "seat": "blue", "id": …, "command": …,
                      "seen": {"checkpoint": …, "line": …, "match": …}})
signature = key.sign(request)
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from ironclad.domain.match import signed
from ironclad.domain.match.sealed_commands import with_digests
from ironclad.domain.match.signed import Message, Seen
from ironclad.eventlog.errors import BadSalts
from ironclad.eventlog.sealing import pointer_step
from ironclad.referee.sealing.salts import salts_of

_SEED_BYTES = 32


class BadPlayerKey(ValueError):
    """What is no Ed25519 key in a PEM file without a password."""


@dataclass(frozen=True)
class PlayerKey:
    """A private key: the 32 secret bytes of RFC 8032."""

    seed: bytes = field(repr=False)

    @classmethod
    def new(cls) -> "PlayerKey":
        return cls(os.urandom(_SEED_BYTES))

    @property
    def public(self) -> str:
        """The key as it is registered: 64 hexadecimal digits."""
        return self._key().public_key().public_bytes_raw().hex()

    def sign(self, message: Message) -> str:
        """The signature of a request: 128 hexadecimal digits."""
        return self._key().sign(message.to_bytes()).hex()

    def pem(self) -> bytes:
        """The key as a file: PKCS #8 in PEM, which openssl reads too. Its holder can sign."""
        return self._key().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def read_player_key(file: bytes) -> PlayerKey:
    """The key in a file's bytes. Raises BadPlayerKey, whose text has nothing secret."""
    try:
        key = load_pem_private_key(file, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadPlayerKey("this is no private key in PEM without a password") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadPlayerKey("this is a key of another kind than Ed25519")
    return PlayerKey(key.private_bytes_raw())


class _Parts(msgspec.Struct, forbid_unknown_fields=True):
    """A request as its seat would have it signed."""

    log: str
    game: str
    timeline: str
    seat: str
    command: dict[str, Any]
    id: str = ""
    secret_id: str = ""
    decision: str | None = None
    expected_version: int | None = None
    link: str | None = None
    seen: Seen | None = None
    salts: dict[str, str] = {}


def message_of(parts: Mapping[str, Any]) -> Message:
    """What is signed of a request: log, game, timeline, seat, command, id, decision, expected_version, link,
    and what the seat had `seen`; without that it is signed as v1.

    `id` is as the log stores it; in its place `secret_id` may be the secret with which a seat is taken. A
    link is revealed by the command {"type": "reveal_link", "committed", "link"} on its timeline. `salts` has
    for each hidden field, by its JSON pointer, the salt under which it is signed, in hex. Raises ValueError
    for what is no request, Refused ("signature/…") for what cannot be signed.
    """
    said = msgspec.convert(dict(parts), _Parts)
    if bool(said.id) == bool(said.secret_id):
        raise ValueError("a request has an `id`, or a `secret_id`")
    version = said.expected_version or 0
    if not 0 <= version <= signed.LARGEST:
        raise ValueError(f"{version} is no version")
    if said.seen is not None:
        said.seen.check_form()
    return Message(
        said.log,
        said.game,
        said.timeline,
        said.seat,
        said.decision or "",
        version,
        said.id or published_id(said.secret_id),
        signed.command_bytes(said.timeline, with_digests(said.command, _by_field(said))),
        b"" if said.link is None else signed.link_hash(said.link),
        said.seen,
    )


def _by_field(said: _Parts) -> dict[str, bytes]:
    """The salts of a request by field. Raises ValueError."""
    pointers = {f"/{pointer_step(field)}": field for field in said.command}
    named = [pointers[pointer] for pointer in said.salts if pointer in pointers]
    try:
        return salts_of(said.salts, named, said.seat)
    except BadSalts as wrong:
        raise ValueError(str(wrong)) from wrong


def published_id(secret_id: str) -> str:
    """What the log keeps of the secret id with which a seat is taken."""
    return sha256(f"ironclad-seat-id|{secret_id}".encode()).hexdigest()
