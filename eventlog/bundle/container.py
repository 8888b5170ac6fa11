"""The file around a bundle: a first line that says what it is, lines in one zlib stream, and a digest.

    file = "ironclad-bundle/v2\\n" | zlib(lines) | SHA-256 of all the bytes before it

Every line ends with a newline. The digest says whether the file is as it was written, byte for byte; that its
content is true is for the proofs within to say, since a forger can also change the digest. Files of v1 are
read, too.

A reader holds one line and one chunk at a time, however large the file is or would unpack to. What a chunk
unpacks to is a block: whole lines, each with its newline.
"""

import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import BinaryIO

from ironclad.eventlog.bundle.faults import BundleFault

_MAGICS = {1: b"ironclad-bundle/v1\n", 2: b"ironclad-bundle/v2\n"}
VERSION = 2
"""The version that is written."""

MAGIC = _MAGICS[VERSION]
_BEGINS = b"ironclad-bundle/v"
LINE_LIMIT = 8 * 1024 * 1024
"""Bytes of the longest line. A position document of four mebibytes is the largest thing that a log holds."""

CHECKED_LIMIT = 256 * 1024 * 1024
"""The most bytes of lines that are looked at for damage of a file once something else in it does not hold."""

_CHUNK = 64 * 1024
_DIGEST = 32


def write(file: BinaryIO, lines: Iterable[bytes], version: int = VERSION) -> None:
    """Write lines (none with a newline in it) as a bundle file of a version."""
    digest, packer = sha256(_MAGICS[version]), zlib.compressobj(6)
    file.write(_MAGICS[version])

    def put(data: bytes) -> None:
        if data:
            digest.update(data)
            file.write(data)

    for line in lines:
        put(packer.compress(line + b"\n"))
    put(packer.flush())
    file.write(digest.digest())


def is_bundle(file: BinaryIO) -> bool:
    """Whether a file, at its start, begins as a bundle does; it is left at its start."""
    begins = file.read(len(_BEGINS)) == _BEGINS
    file.seek(0)
    return begins


def read(file: BinaryIO) -> tuple[int, Iterator[bytes]]:
    """The version of a bundle file, and its lines without their newlines. Raises BundleFault as `blocks`."""
    version, found = blocks(file)
    return version, (line for block in found for line in lines_of(block))


def lines_of(block: bytes) -> list[bytes]:
    """The lines of a block without their newlines."""
    return block[:-1].split(b"\n")


def blocks(file: BinaryIO) -> tuple[int, Iterator[bytes]]:
    """The version of a bundle file, and its lines in blocks.

    Raises BundleFault, with the blocks too; if nothing but the digest is wrong, after the last block.
    """
    begins = file.read(len(MAGIC))
    for version, magic in _MAGICS.items():
        if begins == magic:
            return version, _read(file, magic)
    if begins.startswith(_BEGINS):
        raise BundleFault("file", f"the bundle was written by a newer build: {begins[:-1].decode('latin-1')}")
    raise BundleFault("file", f"this is no bundle: it does not begin with {MAGIC.decode().strip()!r}")


def check(file: BinaryIO) -> None:
    """Check a file's packing and its digest, not what its lines say, if it unpacks to CHECKED_LIMIT or less.

    Raises BundleFault.
    """
    left = CHECKED_LIMIT
    for line in read(file)[1]:
        left -= len(line) + 1
        if left < 0:
            return


def _read(file: BinaryIO, magic: bytes) -> Iterator[bytes]:
    """What comes after the first line."""
    digest, unpacker, line = sha256(magic), zlib.decompressobj(), bytearray()
    for chunk in _before_digest(file, digest_out := bytearray()):
        digest.update(chunk)
        if chunk and unpacker.eof:
            raise BundleFault("file", "there is more in the file after the end of the bundle")
        for unpacked in _unpacked(unpacker, chunk):
            yield from _block(line, unpacked)
    if not unpacker.eof:
        raise BundleFault("file", "the file ends too early")
    if line:
        raise BundleFault("file", "the last line has no end")
    if digest.digest() != bytes(digest_out):
        raise BundleFault("file", "the file was changed: its digest is not that of its bytes")


def _before_digest(file: BinaryIO, digest: bytearray) -> Iterator[bytes]:
    """The bytes between the magic and the digest, in chunks; `digest` gets the last 32 bytes."""
    held = file.read(_DIGEST)
    while more := file.read(_CHUNK):
        held += more
        yield held[:-_DIGEST]
        held = held[-_DIGEST:]
    if len(held) < _DIGEST:
        raise BundleFault("file", "the file ends too early")
    digest += held


def _unpacked(unpacker: "zlib._Decompress", chunk: bytes) -> Iterator[bytes]:
    """What a chunk unpacks to, a little at a time: a small file may unpack to a huge one."""
    size = _CHUNK
    while size == _CHUNK and not unpacker.eof:
        try:
            unpacked = unpacker.decompress(chunk, _CHUNK)
        except zlib.error as wrong:
            raise BundleFault("file", f"the file is damaged: {wrong}") from wrong
        yield unpacked
        chunk, size = unpacker.unconsumed_tail, _CHUNK if unpacker.unconsumed_tail else len(unpacked)
    if unpacker.unused_data:
        raise BundleFault("file", "there is more in the file after the end of the bundle")


def _block(begun: bytearray, unpacked: bytes) -> Iterator[bytes]:
    """The lines that end in what was unpacked, if any; `begun` holds the one that does not."""
    end = unpacked.rfind(b"\n") + 1
    first = unpacked.find(b"\n") if end else len(unpacked)
    if len(begun) + first > LINE_LIMIT:
        raise BundleFault("file", f"a line has more than {LINE_LIMIT:,} bytes")
    if end:
        block = bytes(begun) + unpacked[:end]
        begun.clear()
        yield block
    begun += unpacked[end:]
