"""Cosignatures: a witness says that at a time it had seen a checkpoint, and nothing inconsistent with it
(C2SP tlog-cosignature, `cosignature/v1`).

    message   = "cosignature/v1" newline "time " seconds newline | the checkpoint's text
    signature = u64 seconds since 1970, big endian | Ed25519 signature of the message, 64 bytes
"""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.errors import BadKey, BadSignature
from ironclad.eventlog.ledger.notes import (
    COSIGNATURE,
    KEY_BYTES,
    ML_DSA_SIGNATURE_BYTES,
    Signature,
    check_name,
    decode_vkey,
    encode_vkey,
    key_id,
    public_of,
    verifies,
)

TIME_BYTES = 8
LAST_TIME = 2**63 - 1
"""The latest time that a cosignature can have, in seconds since 1970."""

_BYTES = TIME_BYTES + 64
_COSIGNATURES = _BYTES, TIME_BYTES + ML_DSA_SIGNATURE_BYTES


def _message(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


@dataclass(frozen=True)
class WitnessKey:
    """The public half of a witness's key."""

    name: str
    public: bytes

    @property
    def checkable(self) -> bool:
        return True

    @property
    def key_id(self) -> bytes:
        return key_id(self.name, COSIGNATURE, self.public)

    def __str__(self) -> str:
        return encode_vkey(self.name, COSIGNATURE, self.public)

    def verify(self, text: str, signature: bytes) -> bool:
        if len(signature) != _BYTES:
            return False
        seconds = int.from_bytes(signature[:TIME_BYTES], "big")
        return seconds <= LAST_TIME and verifies(self.public, signature[TIME_BYTES:], _message(text, seconds))


@dataclass(frozen=True, repr=False)
class Witness:
    """A key that cosigns: a name and 32 secret bytes, which sign nothing else."""

    name: str
    seed: bytes

    def __post_init__(self) -> None:
        check_name(self.name)
        if len(self.seed) != KEY_BYTES:
            raise BadKey(f"a witness's key has {KEY_BYTES} secret bytes, not {len(self.seed)}")

    @property
    def verifier(self) -> WitnessKey:
        return WitnessKey(self.name, public_of(self.seed))

    def cosign(self, text: str, seconds: int) -> Signature:
        """The cosignature of a checkpoint's text at a time in seconds since 1970.

        The caller has seen that the checkpoint is consistent with the last that it cosigned. Raises
        BadCheckpoint.
        """
        parse_checkpoint(text)
        signature = Ed25519PrivateKey.from_private_bytes(self.seed).sign(_message(text, seconds))
        packed = seconds.to_bytes(TIME_BYTES, "big") + signature
        return Signature(self.name, self.verifier.key_id, packed)


def read_witness_key(text: str) -> WitnessKey:
    """A witness's public key from its one line. Raises BadKey."""
    name, kind, public = decode_vkey(text)
    if kind != COSIGNATURE:
        raise BadKey(f"the key of {name!r} is of type {kind}, not a witness's")
    return WitnessKey(name, public)


def time_of(signature: Signature) -> int:
    """When a cosignature says that it was made, in seconds since 1970. Raises BadSignature."""
    if len(signature.body) not in _COSIGNATURES:
        raise BadSignature(f"the line of {signature.name} is no cosignature")
    return int.from_bytes(signature.body[:TIME_BYTES], "big")
