"""The signature of a public beacon's round: drand's unchained scheme on BLS12-381 (docs/dice.md).

    message    = SHA-256 of the round as u64, big endian
    signature  = a point of G1, compressed, 48 bytes; the key is a point of G2, compressed, 96 bytes
    holds      where e(signature, generator of G2) = e(H(message), key), with H of RFC 9380, and
                 DST = BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_
    randomness = SHA-256 of the signature

The extra `beacon` installs the library that checks it (`py_arkworks_bls12381`).
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from typing import Any

SIGNATURE_BYTES, KEY_BYTES = 48, 96
LIBRARY = "py_arkworks_bls12381"

_DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ROUNDS = 2**64


@dataclass(frozen=True)
class KnownChain:
    """A beacon that this build knows: its key in hex, the time of round 1, seconds from one to the next."""

    name: str
    public_key: str
    genesis: int
    period: int


QUICKNET = KnownChain(
    "quicknet",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    1_692_803_367,
    3,
)
"""drand's quicknet (chain 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971)."""


def known_chain(public_key: str) -> KnownChain | None:
    """The beacon with a public key (hex), if this build knows it."""
    return QUICKNET if public_key == QUICKNET.public_key else None


def available() -> bool:
    """Whether this installation has the library that checks signatures."""
    return _library() is not None


def is_key(public_key: str) -> bool:
    """Whether a public key (hex) is of the kind whose signatures are checked here."""
    return len(public_key) == 2 * KEY_BYTES


def is_signature(value: bytes) -> bool:
    """Whether a beacon's value can be a signature; else it is the randomness alone."""
    return len(value) == SIGNATURE_BYTES


def signed(public_key: str, round: int, signature: bytes) -> bool:
    """Whether a beacon's key (hex) made a signature of a round.

    False too for what is no key, no signature or no round. Raises LookupError without the library.
    """
    if (library := _library()) is None:
        raise LookupError(f"{LIBRARY} is not installed")
    key = _key(public_key)
    if key is None or not is_signature(signature) or not 1 <= round < _ROUNDS:
        return False
    point = _point(library.G1Point, signature)
    if point is None:
        return False
    message = library.G1Point.hash_to_curve(sha256(round.to_bytes(8, "big")).digest(), _DST)
    pairing = library.GT.multi_pairing([point, -message], [library.G2Point(), key])
    return bool(pairing == library.GT.one())


@lru_cache(1)
def _library() -> Any:
    try:
        return import_module(LIBRARY)
    except ImportError:
        return None


@lru_cache(16)
def _key(public_key: str) -> Any:
    """The point of a key in hex; None for anything else."""
    try:
        packed = bytes.fromhex(public_key)
    except ValueError:
        return None
    return _point(_library().G2Point, packed) if len(packed) == KEY_BYTES else None


def _point(group: Any, packed: bytes) -> Any:
    """A point of a group, in its subgroup of prime order and not its identity; None for anything else."""
    try:
        point = group.from_compressed_bytes(packed)
    except (ValueError, TypeError):
        return None
    return point if point.is_in_subgroup() and point != group.identity() else None
