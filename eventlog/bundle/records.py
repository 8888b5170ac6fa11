"""The lines of a bundle: each one JSON object, in canonical form; its `is` says which kind it is."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ironclad.domain.kernel.engine.codec import canonical, canonical_lines
from ironclad.eventlog.bundle.container import LINE_LIMIT, lines_of
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.outline import Stretch
from ironclad.eventlog.ledger.notes import strict_base64

LARGEST = 2**53 - 1
"""The largest number in a bundle: every reader of JSON keeps it exactly."""

DEEPEST = 500
"""How deep lists and objects are nested in a line at most."""

_BRACKETS = re.compile(rb'[\[\]{}]|"(?:[^"\\]|\\.)*"')

Count = Annotated[int, Meta(ge=0, le=LARGEST)]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", gc=False):
    """A line of a bundle."""


class Header(Line, frozen=True, tag="bundle"):
    """The first line: the game, the build that wrote this, the log's keys, its checkpoint, the game's heads.

    `log_key` is the log's first public key and `handovers` the notes by which it was replaced; `checkpoint`
    and `heads` are notes that the key in use signed. `named` are the sizes of the log that something in the
    bundle names, increasing.
    """

    game: str
    written_by: str
    log_key: str
    handovers: tuple[str, ...]
    checkpoint: str
    heads: str
    named: tuple[Count, ...] = ()


class FirstHeader(Line, frozen=True, tag="bundle"):
    """The first line of a bundle of v1, which names no sizes."""

    game: str
    written_by: str
    log_key: str
    handovers: tuple[str, ...]
    checkpoint: str
    heads: str


class Leaves(Line, frozen=True, tag="leaves"):
    """The hashes of `count` leaves of the game's own from leaf `at` on, in base64."""

    at: Count
    count: Count
    hashes: str


class Others(Line, frozen=True, tag="others"):
    """The hashes of the subtrees that `count` leaves of others from leaf `at` on consist of, in base64."""

    at: Count
    count: Count
    hashes: str


class Noted(Line, frozen=True, tag="checkpoint"):
    """An earlier checkpoint of the log: the note, the line of the log's key first, then any witness's."""

    note: str


class FirstNoted(Line, frozen=True, tag="checkpoint"):
    """An earlier checkpoint in a bundle of v1, with the consistency proof of RFC 9162 to the bundle's own
    (its hashes in a row, in base64)."""

    note: str
    proof: str


class Break(Line, frozen=True, tag="break"):
    """A statement that the log was broken and repaired at a size (`eventlog/ledger/breaks.py`): a note."""

    size: Count
    text: str


class Opened(Line, frozen=True, tag="opened"):
    """A sealed fact that was opened before the game's end: the value at a path of an event, and its salt."""

    position: Count
    path: str
    salt: str
    value: msgspec.Raw


class Blob(Line, frozen=True, tag="blob"):
    """A document that the game's events name by the SHA-256 of its bytes."""

    sha256: str
    body: msgspec.Raw


class Stored(Line, frozen=True, tag="event"):
    """An event as it is stored: its place in the log, its stream, its version there, its name, its body."""

    position: Count
    stream: str
    version: Count
    name: str
    body: msgspec.Raw


class End(Line, frozen=True, tag="end"):
    """The last line: how many events the bundle has."""

    events: Count


_decoders: "dict[int, msgspec.json.Decoder[Any]]" = {
    1: msgspec.json.Decoder(FirstHeader | Leaves | Others | FirstNoted | Blob | Stored | End),
    2: msgspec.json.Decoder(Header | Leaves | Others | Noted | Break | Blob | Opened | Stored | End),
}


def encoded(lines: Iterable[Line]) -> Iterator[bytes]:
    """Encode the lines. Raises BundleFault for a line that no reader would accept."""
    for line in lines:
        body = canonical(line)
        if len(body) > LINE_LIMIT or b"\n" in body:
            raise BundleFault("file", f"a line of {len(body):,} bytes cannot be written")
        yield body


def decoded(version: int, blocks: Iterable[bytes]) -> Iterator[Line]:
    """Decode the lines of a bundle of a version.

    Raises BundleFault for a line that is invalid or not canonical, after those before it.
    """
    decoder, number = _decoders[version], 0
    for block in blocks:
        bodies = lines_of(block)
        yield from _together(decoder, block, bodies) or _one_by_one(decoder, bodies, number)
        number += len(bodies)


def _together(decoder: "msgspec.json.Decoder[Any]", block: bytes, bodies: list[bytes]) -> list[Line]:
    """The lines of a block at once, if all are valid and canonical; else none of them."""
    try:
        lines: list[Line] = decoder.decode_lines(block)
        same = len(lines) == len(bodies) and canonical_lines(lines) == block
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return []
    return [] if not same or any(map(_is_deep, bodies)) else lines


def _one_by_one(decoder: "msgspec.json.Decoder[Any]", bodies: list[bytes], before: int) -> Iterator[Line]:
    """The lines of a block, after so many lines before it. Raises BundleFault as `decoded`."""
    for number, body in enumerate(bodies, before + 1):
        try:
            line: Line = decoder.decode(body)
            if _is_deep(body):
                raise ValueError("it is nested too deeply")
            same = canonical(line) == body
        except (msgspec.MsgspecError, RecursionError, ValueError) as wrong:
            raise BundleFault("file", f"line {number} cannot be read: {wrong}") from wrong
        if not same:
            raise BundleFault("file", f"line {number} is not written in the canonical way")
        yield line


def _is_deep(body: bytes) -> bool:
    """Whether lists and objects are nested in a line too deeply."""
    if len(body) <= DEEPEST or body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    return _depth(body) > DEEPEST


def _depth(body: bytes) -> int:
    """How deep the lists and objects of a JSON text are nested."""
    deepest = now = 0
    for bracket in _BRACKETS.finditer(body):
        now += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(bracket[0], 0)
        deepest = max(deepest, now)
    return deepest


def stretch_line(stretch: Stretch) -> Leaves | Others:
    """A stretch of an outline as a line."""
    kind = Leaves if stretch.own else Others
    return kind(stretch.at, stretch.count, b64encode(stretch.hashes).decode())


def stretch_of(line: Leaves | Others) -> Stretch:
    """A line as a stretch of an outline. Raises BundleFault."""
    try:
        return Stretch(line.at, line.count, isinstance(line, Leaves), strict_base64(line.hashes))
    except ValueError as wrong:
        raise BundleFault("inclusion", f"the outline cannot be read at leaf {line.at:,}: {wrong}") from wrong
