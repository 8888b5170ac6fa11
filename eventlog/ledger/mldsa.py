"""Cosignatures with ML-DSA-44 (C2SP tlog-cosignature, signature type 6), where this build has the algorithm.

    message   = "subtree/v1" newline 0x00 | u8 length, cosigner's name | u64 seconds since 1970
              | u8 length, origin | u64 0 | u64 size | root, 32 bytes
    signature = u64 seconds | ML-DSA-44 signature of the message, 2,420 bytes

Numbers are big endian. The message has no extension lines, so a checkpoint with any is not signed here, and
none of its lines is good. A log may sign its checkpoints the same way, with its origin as the key's name; its
seconds may be 0.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import LAST_TIME, TIME_BYTES
from ironclad.eventlog.ledger.errors import BadCheckpoint, BadKey
from ironclad.eventlog.ledger.notes import (
    KEY_BYTES,
    ML_DSA_COSIGNATURE,
    ML_DSA_SIGNATURE_BYTES,
    Signature,
    check_name,
    encode_vkey,
    key_id,
)

_LABEL = b"subtree/v1\n\x00"
LONGEST_NAME = 255
"""The most bytes of a cosigner's name, and of an origin."""


@cache
def available() -> bool:
    """Whether the installed `cryptography` has ML-DSA-44, which depends on how it was built."""
    try:
        _private(bytes(KEY_BYTES))
    except (ImportError, UnsupportedAlgorithm):
        return False
    return True


def _private(seed: bytes) -> Any:
    # Imported here: where the module is missing, the rest of the ledger works without it.
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

    return MLDSA44PrivateKey.from_seed_bytes(seed)


def _verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey  # as above

    try:
        MLDSA44PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def cosigned_message(name: str, seconds: int, checkpoint: Checkpoint) -> bytes:
    """What an ML-DSA-44 cosigner signs of a checkpoint. Raises BadCheckpoint."""
    cosigner, origin = name.encode(), checkpoint.origin.encode()
    if checkpoint.extensions:
        raise BadCheckpoint("a checkpoint with extension lines has no ML-DSA-44 cosignature")
    if not 0 < len(cosigner) <= LONGEST_NAME or not 0 < len(origin) <= LONGEST_NAME:
        raise BadCheckpoint(f"a cosigner's name and an origin have 1 to {LONGEST_NAME} bytes")
    parts = (
        *(_LABEL, bytes([len(cosigner)]), cosigner, seconds.to_bytes(8, "big")),
        *(bytes([len(origin)]), origin, bytes(8), checkpoint.size.to_bytes(8, "big"), checkpoint.root),
    )
    return b"".join(parts)


@dataclass(frozen=True)
class MlDsaWitnessKey:
    """The public half of an ML-DSA-44 key that cosigns, 1,312 bytes."""

    name: str
    public: bytes

    @property
    def checkable(self) -> bool:
        return available()

    @property
    def key_id(self) -> bytes:
        return key_id(self.name, ML_DSA_COSIGNATURE, self.public)

    def __str__(self) -> str:
        return encode_vkey(self.name, ML_DSA_COSIGNATURE, self.public)

    def verify(self, text: str, signature: bytes) -> bool:
        seconds = int.from_bytes(signature[:TIME_BYTES], "big")
        if len(signature) != TIME_BYTES + ML_DSA_SIGNATURE_BYTES or seconds > LAST_TIME:
            return False
        try:
            message = cosigned_message(self.name, seconds, parse_checkpoint(text))
        except BadCheckpoint:
            return False
        return self.checkable and _verifies(self.public, signature[TIME_BYTES:], message)


@dataclass(frozen=True, repr=False)
class MlDsaWitness:
    """An ML-DSA-44 key that cosigns: a name and the 32 secret bytes that it is made from (FIPS 204, 6.1).

    Use it only where the algorithm is `available`.
    """

    name: str
    seed: bytes

    def __post_init__(self) -> None:
        check_name(self.name)
        if len(self.seed) != KEY_BYTES or len(self.name.encode()) > LONGEST_NAME:
            raise BadKey(f"a witness's key has {KEY_BYTES} secret bytes, its name at most {LONGEST_NAME}")

    @property
    def verifier(self) -> MlDsaWitnessKey:
        return MlDsaWitnessKey(self.name, _private(self.seed).public_key().public_bytes_raw())

    def cosign(self, text: str, seconds: int) -> Signature:
        """The cosignature of a checkpoint's text at a time in seconds since 1970; see `Witness.cosign`.

        Raises BadCheckpoint, also for a checkpoint with extension lines.
        """
        message = cosigned_message(self.name, seconds, parse_checkpoint(text))
        packed = seconds.to_bytes(TIME_BYTES, "big") + _private(self.seed).sign(message)
        return Signature(self.name, self.verifier.key_id, packed)
