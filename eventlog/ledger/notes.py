"""Signed notes: a text, and lines that sign it (C2SP signed-note).

    note = text that ends with a newline | newline | one or more signature lines
    line = "— " name " " base64(key id, 4 bytes | signature) newline

The text is signed with its last newline, without the empty line after it. A key id is the beginning of
SHA-256(name | newline | type | public key).
"""

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Protocol, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ironclad.eventlog.ledger.errors import BadKey, BadNote, BadSignature

NOTE_BYTES = 1_000_000
SIGNATURES = 100
"""The most bytes and the most signatures that a note may have here."""

ED25519 = 1
"""The type of an Ed25519 key that signs a note's text as it is."""

KEY_BYTES = 32
COSIGNATURE, ML_DSA_COSIGNATURE = 4, 6
"""The types of keys that cosign checkpoints: Ed25519, and ML-DSA-44 (C2SP tlog-cosignature)."""

ML_DSA_KEY_BYTES, ML_DSA_SIGNATURE_BYTES = 1_312, 2_420
"""Of ML-DSA-44 (FIPS 204, table 2)."""

_BYTES_OF = {ED25519: KEY_BYTES, COSIGNATURE: KEY_BYTES, ML_DSA_COSIGNATURE: ML_DSA_KEY_BYTES}
_MARK = "— "
_PRIVATE = "PRIVATE+KEY+"


@dataclass(frozen=True)
class Signature:
    """A signature line: whose it says it is, and the bytes that the key made."""

    name: str
    key_id: bytes
    body: bytes

    def line(self) -> str:
        return f"{_MARK}{self.name} {b64encode(self.key_id + self.body).decode()}\n"


@dataclass(frozen=True)
class Note:
    """A text with its signatures; parsed is not verified."""

    text: str
    signatures: tuple[Signature, ...] = ()

    def __str__(self) -> str:
        return self.text + "\n" + "".join(each.line() for each in self.signatures)

    def signed(self, *more: Signature) -> "Note":
        """The same with more signatures; one of a key that has signed takes the place of the older."""
        keys = {(each.name, each.key_id) for each in more}
        kept = [each for each in self.signatures if (each.name, each.key_id) not in keys]
        return replace(self, signatures=(*kept, *more))


class Verifier(Protocol):
    """A key that can check its own signatures."""

    @property
    def name(self) -> str: ...

    @property
    def key_id(self) -> bytes: ...

    @property
    def checkable(self) -> bool:
        """Whether this build can check signatures of the key's type."""

    def verify(self, text: str, signature: bytes) -> bool:
        """Whether this key made the signature of a note's text. False where it is not checkable."""


@dataclass(frozen=True)
class VerifierKey:
    """The public half of a key that signs notes."""

    name: str
    public: bytes

    @property
    def checkable(self) -> bool:
        return True

    @property
    def key_id(self) -> bytes:
        return key_id(self.name, ED25519, self.public)

    def __str__(self) -> str:
        return encode_vkey(self.name, ED25519, self.public)

    def verify(self, text: str, signature: bytes) -> bool:
        return verifies(self.public, signature, text.encode())


@dataclass(frozen=True, repr=False)
class SigningKey:
    """A key that signs notes: a name and the 32 secret bytes of RFC 8032."""

    name: str
    seed: bytes

    def __post_init__(self) -> None:
        check_name(self.name)
        if len(self.seed) != KEY_BYTES:
            raise BadKey(f"a signing key has {KEY_BYTES} secret bytes, not {len(self.seed)}")

    @cached_property
    def verifier(self) -> VerifierKey:
        return VerifierKey(self.name, public_of(self.seed))

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def sign(self, text: str) -> Signature:
        """The signature of a note's text. Raises BadNote for a text that no note can have."""
        check_text(text)
        return Signature(self.name, self.verifier.key_id, self._private.sign(text.encode()))

    def encoded(self) -> str:
        """The key as one line, which is secret: it is enough to sign."""
        return f"{_PRIVATE}{_encode_key(self.name, ED25519, self.seed, self.verifier.key_id)}"


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The four bytes by which a signature names its key, with the name."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def public_of(seed: bytes) -> bytes:
    """The public half of 32 secret bytes."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature is good (RFC 8032)."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def encode_vkey(name: str, kind: int, public: bytes) -> str:
    """A public key as one line: name, id in hex, type and key in base64, joined by +."""
    return _encode_key(name, kind, public, key_id(name, kind, public))


def _encode_key(name: str, kind: int, key: bytes, identity: bytes) -> str:
    return f"{name}+{identity.hex()}+{b64encode(bytes([kind]) + key).decode()}"


def decode_vkey(text: str) -> tuple[str, int, bytes]:
    """(name, type, public key) of an encoded public key, of the length that its type has. Raises BadKey."""
    name, kind, key, identity = _decode_key(text)
    if key_id(name, kind, key) != identity:
        raise BadKey(f"the id of the key of {name!r} is not the key's")
    return name, kind, key


def _decode_key(text: str) -> tuple[str, int, bytes, bytes]:
    name, _, rest = text.partition("+")
    identity, _, packed = rest.partition("+")
    try:
        check_name(name)
        key = strict_base64(packed)
    except ValueError as wrong:
        raise BadKey(f"{text[:100]!r} is no key of a note: {wrong}") from wrong
    if len(identity) != 8 or set(identity) - set("0123456789abcdef") or len(key) < 2:
        raise BadKey(f"{text[:100]!r} is no key of a note")
    if len(key) != 1 + _BYTES_OF.get(key[0], len(key) - 1):
        raise BadKey(f"{text[:100]!r} is no key of a note: one of type {key[0]} has another length")
    return name, key[0], key[1:], bytes.fromhex(identity)


def read_vkey(text: str) -> VerifierKey:
    """A log's public key from its one line. Raises BadKey."""
    name, kind, public = decode_vkey(text)
    if kind != ED25519:
        raise BadKey(f"the key of {name!r} is of type {kind}, not Ed25519")
    return VerifierKey(name, public)


def read_signing_key(text: str) -> SigningKey:
    """A signing key from its one line. Raises BadKey, without anything secret in it."""
    wrong = BadKey("this is no signing key of a note: PRIVATE+KEY+name+id+key")
    if not text.startswith(_PRIVATE):
        raise wrong
    try:
        name, kind, seed, identity = _decode_key(text.removeprefix(_PRIVATE))
    except BadKey:
        raise wrong from None
    made = SigningKey(name, seed)
    if kind != ED25519 or made.verifier.key_id != identity:
        raise wrong
    return made


def parse(data: bytes | str) -> Note:
    """A note from its bytes, strictly. Raises BadNote."""
    if len(data) > NOTE_BYTES:
        raise BadNote(f"a note has at most {NOTE_BYTES:,} bytes")
    try:
        whole = data.decode() if isinstance(data, bytes) else data
        whole.encode()
    except UnicodeError as wrong:
        raise BadNote("a note is UTF-8") from wrong
    start = whole.rfind("\n\n")
    if start < 0 or not whole.endswith("\n"):
        raise BadNote("a note has a text, an empty line, and signatures")
    text, lines = whole[: start + 1], whole[start + 2 :].split("\n")[:-1]
    check_text(text)
    if not 0 < len(lines) <= SIGNATURES:
        raise BadNote(f"a note has 1 to {SIGNATURES} signatures")
    return Note(text, tuple(_signature(line) for line in lines))


def _signature(line: str) -> Signature:
    name, _, packed = line.removeprefix(_MARK).partition(" ")
    try:
        if not line.startswith(_MARK):
            raise BadNote("it does not begin with a dash and a space")
        check_name(name)
        body = strict_base64(packed)
    except ValueError as wrong:
        raise BadNote(f"{line[:100]!r} is no signature line: {wrong}") from wrong
    if len(body) <= 4:
        raise BadNote(f"{line[:100]!r} has no room for a signature")
    return Signature(name, body[:4], body[4:])


def check_text(text: str) -> None:
    """Raises BadNote for what cannot be a note's text."""
    if not text.endswith("\n"):
        raise BadNote("a note's text ends with a newline")
    if any(each < " " and each != "\n" for each in text):
        raise BadNote("a note's text has no control characters")


def check_name(name: str) -> None:
    """Raises BadKey for what cannot be a key's name."""
    if not name or "+" in name or any(each.isspace() or each < " " for each in name):
        raise BadKey("a key's name is not empty, and has no spaces and no plus")


def strict_base64(text: str) -> bytes:
    """The bytes of base64 as it is written in one way only. Raises ValueError."""
    try:
        found = b64decode(text.encode("ascii"), validate=True)
    except (Error, UnicodeEncodeError) as wrong:
        raise ValueError("it is not base64") from wrong
    if b64encode(found).decode() != text:
        raise ValueError("its base64 is written in another way than the one")
    return found


V = TypeVar("V", bound=Verifier)


def verified(note: Note, keys: Iterable[V]) -> list[tuple[V, Signature]]:
    """The keys among those given that signed a note, each with its signature, in the note's order.

    Lines of other keys are passed over, and lines of keys that this build cannot check. Raises BadSignature
    where a line says that it is of one of the keys and is not.
    """
    known = {(each.name, each.key_id): each for each in keys if each.checkable}
    found = []
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            continue
        if not key.verify(note.text, signature.body):
            raise BadSignature(f"the signature of {signature.name} is not of that key or not of this text")
        found.append((key, signature))
    return found


def open_note(data: bytes | str, keys: Sequence[Verifier]) -> Note:
    """A note that one of the keys signed at least. Raises BadNote, BadSignature."""
    note = parse(data)
    if not verified(note, keys):
        raise BadSignature("none of the keys that are trusted signed the note")
    return note
