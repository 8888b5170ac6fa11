"""The leaf of a stored event: what the Merkle tree over the log will be built of (RFC 9162, 2.1.1).

    entry = u16 len(stream) | stream | u64 version | u16 len(name) | name | u16 len(body) | body
    leaf  = SHA-256(0x00 | entry)

Numbers are big endian, stream and name UTF-8, body the exact bytes stored. The event's place in the log is
the leaf's index, so it is not in the entry. An entry has at most 65,535 bytes, so that tiles of entries, each
with a two-byte length before it, can carry every one.
"""

from functools import lru_cache
from hashlib import sha256
from struct import Struct

ENTRY_LIMIT = 65_535
_TWO, _EIGHT = Struct(">H").pack, Struct(">Q").pack


class EntryTooLarge(ValueError):
    """An event whose entry is longer than 65,535 bytes."""


def entry(stream: str, version: int, name: str, body: bytes) -> bytes:
    """The bytes that an event's leaf is the hash of. Raises EntryTooLarge."""
    return _entry(b"", stream, version, name, body)


def leaf(stream: str, version: int, name: str, body: bytes) -> bytes:
    """The event's leaf hash, 32 bytes. Raises EntryTooLarge."""
    return sha256(_entry(b"\x00", stream, version, name, body)).digest()


def _entry(first: bytes, stream: str, version: int, name: str, body: bytes) -> bytes:
    """An entry after some first bytes."""
    before, between, length = _framed(stream), _framed(name), len(body)
    size = 8 + 2 + len(before) + len(between) + length
    if size > ENTRY_LIMIT:
        raise EntryTooLarge(f"{name} takes {size:,} bytes; an event has at most {ENTRY_LIMIT:,}")
    return b"".join((first, before, _EIGHT(version), between, _TWO(length), body))


@lru_cache(maxsize=64)
def _framed(text: str) -> bytes:
    """A text after its length. One that is longer than any entry is refused, not kept."""
    encoded = text.encode()
    if len(encoded) > ENTRY_LIMIT:
        raise EntryTooLarge(f"{text[:40]} takes {len(encoded):,} bytes; an event has at most {ENTRY_LIMIT:,}")
    return _TWO(len(encoded)) + encoded
