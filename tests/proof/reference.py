"""The tree as RFC 9162 defines it, written down as it stands there: slow, recursive, and sharing no code with
the ledger. D is a list of leaf entries; sizes and indexes are the RFC's.
"""

from base64 import b64encode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def mth(d: list[bytes]) -> bytes:
    """MTH(D_n), 2.1.1."""
    n = len(d)
    if n == 0:
        return sha256().digest()
    if n == 1:
        return sha256(b"\x00" + d[0]).digest()
    k = largest_power_of_two_below(n)
    return sha256(b"\x01" + mth(d[:k]) + mth(d[k:])).digest()


def path(m: int, d: list[bytes]) -> list[bytes]:
    """PATH(m, D_n), 2.1.3.1."""
    n = len(d)
    if n == 1:
        return []
    k = largest_power_of_two_below(n)
    if m < k:
        return [*path(m, d[:k]), mth(d[k:])]
    return [*path(m - k, d[k:]), mth(d[:k])]


def proof(m: int, d: list[bytes]) -> list[bytes]:
    """PROOF(m, D_n), 2.1.4.1."""
    return subproof(m, d, True)


def subproof(m: int, d: list[bytes], b: bool) -> list[bytes]:
    """SUBPROOF(m, D_n, b), 2.1.4.1."""
    n = len(d)
    if m == n:
        return [] if b else [mth(d)]
    k = largest_power_of_two_below(n)
    if m <= k:
        return [*subproof(m, d[:k], b), mth(d[k:])]
    return [*subproof(m - k, d[k:], False), mth(d[:k])]


def largest_power_of_two_below(n: int) -> int:
    """The k of 2.1.1: k < n <= 2k."""
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def tile(level: int, number: int, width: int, d: list[bytes]) -> list[bytes]:
    """A tile's hashes by the formula of C2SP tlog-tiles."""
    span = 256**level
    return [mth(d[(number * 256 + i) * span : (number * 256 + i + 1) * span]) for i in range(width)]


def checkpoint(origin: str, d: list[bytes], seed: bytes) -> str:
    """The whole tree as a signed checkpoint (C2SP tlog-checkpoint); the key has the name of the origin."""
    key = Ed25519PrivateKey.from_private_bytes(seed)
    text = origin + "\n" + str(len(d)) + "\n" + b64encode(mth(d)).decode() + "\n"
    key_id = sha256(origin.encode() + b"\x0a\x01" + key.public_key().public_bytes_raw()).digest()[:4]
    signature = b64encode(key_id + key.sign(text.encode())).decode()
    return text + "\n" + "\u2014 " + origin + " " + signature + "\n"
