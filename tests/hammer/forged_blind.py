"""Forgeries by one who has the file and no key: bytes, lines, fields and packings changed."""

import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from random import Random

from ironclad.eventlog.bundle.container import LINE_LIMIT
from tests.proof.logs import lines_of

MAGIC_BYTES, DIGEST_BYTES = 19, 32
BOUNDS = [
    "-1",
    "0",
    "1",
    "-0",
    "01",
    "1.0",
    "1e0",
    "1E2",
    "0.5",
    "9007199254740991",
    "9007199254740992",
    "9223372036854775807",
]
BOUNDS += ["9223372036854775808", "18446744073709551616", "1" + "0" * 400, "1e999", "NaN", "null", "true"]
TEXTS = ["", "e\u0301", "\u00e9", "\ufeff", "\u2028", "\ufffd", "\U0001f600", "\U00010000", "\x7f", "\u200b"]
ESCAPES = ["\\u0041", "\\u00e9", "\\ud800", "\\udc00\\ud800", "\\ud83d\\ude00", "\\/", "\\u0000", "\\u001F"]
ESCAPES += ["\\x41", "\\'", "\n", "\t", "\x00", "\\b", "\\u000a"]

Change = Callable[[Random, bytes], bytes]


def file_of(raw: bytes, magic: bytes, level: int = 6) -> bytes:
    """A file of these bytes as its lines, with the digest that it should have."""
    return closed(magic + zlib.compress(raw, level))


def closed(whole: bytes) -> bytes:
    return whole + sha256(whole).digest()


def _raw(data: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines_of(data))


def _of_lines(change: Callable[[Random, list[bytes]], list[bytes]]) -> Change:
    def forge(random: Random, data: bytes) -> bytes:
        lines = change(random, lines_of(data))
        return file_of(b"".join(line + b"\n" for line in lines), data[:MAGIC_BYTES])

    return forge


def _of_line(change: Callable[[Random, bytes], bytes]) -> Change:
    def changed(random: Random, lines: list[bytes]) -> list[bytes]:
        at = random.randrange(len(lines))
        return [*lines[:at], change(random, lines[at]), *lines[at + 1 :]]

    return _of_lines(changed)


def _of_raw(change: Callable[[Random, bytes], bytes]) -> Change:
    return lambda random, data: file_of(change(random, _raw(data)), data[:MAGIC_BYTES])


# -- the file


def _byte(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _byte_closed(random: Random, data: bytes) -> bytes:
    return closed(_byte(random, data[:-DIGEST_BYTES]))


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.choice([random.randrange(len(data)), len(data) - random.randint(1, 40)])]


def _cut_closed(random: Random, data: bytes) -> bytes:
    return closed(_cut(random, data[:-DIGEST_BYTES]))


def _more(random: Random, data: bytes) -> bytes:
    more = random.randbytes(random.choice([1, 31, 32, 33, 5000]))
    inside = closed(data[:-DIGEST_BYTES] + more)
    twice = closed(data[:-DIGEST_BYTES] + zlib.compress(_raw(data)))
    return random.choice([data + more, inside, twice, closed(data)])


def _magic(random: Random, data: bytes) -> bytes:
    other = b"ironclad-bundle/v%c\n" % random.choice(b"0123456789ax ")
    whole = random.choice([other, b"", b"\xef\xbb\xbf" + data[:19], other.upper(), b"PK"]) + data[19:-32]
    return closed(whole)


def _packed_otherwise(random: Random, data: bytes) -> bytes:
    """Not as zlib with its defaults: raw, as gzip, with a dictionary, without its end."""
    raw, magic = _raw(data), data[:MAGIC_BYTES]
    bare = zlib.compressobj(6, zlib.DEFLATED, -15)
    gzip = zlib.compressobj(6, zlib.DEFLATED, 31)
    known = zlib.compressobj(zdict=raw[:500])
    flushed = zlib.compressobj()
    packed = [
        bare.compress(raw) + bare.flush(),
        gzip.compress(raw) + gzip.flush(),
        known.compress(raw) + known.flush(),
        flushed.compress(raw) + flushed.flush(zlib.Z_SYNC_FLUSH),
        zlib.compress(raw)[:-4],
        zlib.compress(raw)[:-1] + b"\0",
        b"",
    ]
    return closed(magic + random.choice(packed))


def _packed_again(random: Random, data: bytes) -> bytes:
    """The same lines, packed in another way that every unpacker reads."""
    packer = zlib.compressobj(
        random.randrange(10), zlib.DEFLATED, random.randint(9, 15), random.randint(1, 9)
    )
    raw = _raw(data)
    at = random.randrange(len(raw))
    parts = [packer.compress(raw[:at]), packer.flush(random.choice([zlib.Z_FULL_FLUSH, zlib.Z_SYNC_FLUSH]))]
    return closed(data[:MAGIC_BYTES] + b"".join(parts) + packer.compress(raw[at:]) + packer.flush())


# -- lines


def _dropped(random: Random, lines: list[bytes]) -> list[bytes]:
    at = random.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def _doubled(random: Random, lines: list[bytes]) -> list[bytes]:
    at = random.randrange(len(lines))
    return lines[: at + 1] + lines[at:]


def _swapped(random: Random, lines: list[bytes]) -> list[bytes]:
    one, other = random.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _moved(random: Random, lines: list[bytes]) -> list[bytes]:
    at = random.randrange(len(lines))
    line = lines.pop(at)
    to = random.choice([each for each in range(len(lines) + 1) if each != at])
    return [*lines[:to], line, *lines[to:]]


def _ends(random: Random, raw: bytes) -> bytes:
    at = random.choice([place for place, byte in enumerate(raw) if byte == 10])
    other = random.choice([b"", b"\n\n", b"\r\n", b"\0\n", b"\x0b", b" \n"])
    return random.choice([raw[:-1], b"\n" + raw, raw + b"x", raw[:at] + other + raw[at + 1 :], b""])


# -- fields


def _character(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    other = random.choice([byte for byte in b'07aZ"{}[],:\\\xff \x00' if byte != line[at]])
    return line[:at] + bytes([other]) + line[at + 1 :]


def _number(random: Random, line: bytes) -> bytes:
    found = list(re.finditer(rb"(?<=[:,\[])-?\d+(?=[,}\]])", line)) or list(re.finditer(rb"\d+", line))
    if not found:
        return line[:-1]
    place = random.choice(found)
    own = place.group()
    near = [b"%d" % (int(own[:18]) + step) for step in (-1, 1)] if own.isdigit() else []
    other = random.choice([each for each in [*near, *map(str.encode, BOUNDS)] if each != own])
    return line[: place.start()] + other + line[place.end() :]


def _text(random: Random, line: bytes) -> bytes:
    """Something put into a text, or in its place."""
    found = list(re.finditer(rb'"[^"\\]*"', line))
    place = random.choice(found)
    other = random.choice([*TEXTS[1:], *ESCAPES]).encode()
    start = random.choice([place.start() + 1, place.end() - 1])
    return line[:start] + other + line[random.choice([start, place.end() - 1]) :]


def _name_twice(random: Random, line: bytes) -> bytes:
    fields = list(re.finditer(rb'"([a-z_]+)":(-?\d+|"[^"\\]*"|null|true|false|\[\]|\{\})', line))
    place = random.choice(fields)
    other = b'"' + place.group(1) + b'":' + random.choice([place.group(2), b"0", b'""', b"null"])
    return random.choice(
        [
            line[: place.start()] + other + b"," + line[place.start() :],
            line[: place.end()] + b"," + other + line[place.end() :],
            b"{" + other + b"," + line[1:],
            line[:-1] + b"," + other + b"}",
        ]
    )


def _field_more_or_less(random: Random, line: bytes) -> bytes:
    fields = list(re.finditer(rb'"([a-z_]+)":(-?\d+|"[^"\\]*"|null|true|false|\[\]|\{\})', line))
    place = random.choice(fields)
    less = line[: place.start()] + line[place.end() + 1 :]
    more = random.choice([b'"zz":1', b'"__proto__":{}', b'"":""', b'"constructor":null', b'"more":[]'])
    return random.choice([less, line[:-1] + b"," + more + b"}", b"{" + more + b"," + line[1:]])


def _value(random: Random, line: bytes) -> bytes:
    """A value of another kind."""
    fields = list(re.finditer(rb':(-?\d+|"[^"\\]*"|null|true|false|\[\]|\{\})', line))
    place = random.choice(fields)
    other = random.choice(
        [b"null", b"[]", b"{}", b"true", b"false", b'""', b"[[]]", b'{"a":1}', b"0", b"1.5"]
    )
    return line[: place.start(1)] + (other if other != place.group(1) else b"77") + line[place.end() :]


def _base64(random: Random, line: bytes) -> bytes:
    """Base64 with spare bits, without padding, with white space, of the other alphabet, of other bytes."""
    found = list(re.finditer(rb"[A-Za-z0-9+/]{20,}={0,2}", line))
    if not found:
        return _character(random, line)
    place = random.choice(found)
    own = place.group()
    ways = [own + b"=", own + b"A", own[:-1], b" " + own, own[:8] + b"\\n" + own[8:], own[4:], own + own]
    if own.endswith(b"="):
        alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        at = len(own.rstrip(b"=")) - 1
        spare = alphabet[alphabet.index(own[at]) ^ 1]
        ways += [own[:at] + bytes([spare]) + own[at + 1 :], own.rstrip(b"=")] * 3
    if set(own) & set(b"+/"):
        ways.append(own.replace(b"+", b"-").replace(b"/", b"_"))
    if len(own) % 4 == 0:
        packed = bytearray(b64decode(own))
        packed[random.randrange(len(packed))] ^= 1
        ways.append(b64encode(packed))
    return line[: place.start()] + random.choice(ways) + line[place.end() :]


def _white(random: Random, line: bytes) -> bytes:
    places = [at + 1 for at, byte in enumerate(line) if byte in b"{}[],:"]
    at = random.choice([0, *places])
    return (
        line[:at] + random.choice([b" ", b"\t", b"\r", b"\x0c", "\ufeff".encode(), b"\xc2\xa0"]) + line[at:]
    )


def _order(random: Random, line: bytes) -> bytes:
    """The first field last."""
    first = re.match(rb'\{("[a-z_]+":(?:\d+|"[^"\\]*"|\[[^\]]*\])),', line)
    if first is None:
        return b"{" + line[1:-1].replace(b'"is":', b'"si":', 1) + b"}"
    return b"{" + line[first.end() : -1] + b"," + first.group(1) + b"}"


# -- sizes


def _bomb(random: Random, data: bytes) -> bytes:
    """What unpacks to a thousand times its size: one line too long, one of the most bytes, many lines."""
    lines = lines_of(data)
    at = random.randrange(len(lines))
    deep = random.choice([400, 499, 501, 900, 1_100, 5_000, 100_000])
    nested = b"[" * deep + b"]" * deep
    lines[at] = random.choice(
        [
            b" " * (LINE_LIMIT + 1),
            b"[" * LINE_LIMIT,
            b'"' + b"a" * (LINE_LIMIT - 2) + b'"',
            lines[at][:-1] + b"," + b'"zz":' + nested + b"}",
            nested,
            lines[at] + b"\n" * 100_000,
            b'{"at":%s}' % (b"9" * 1_000_000),
        ]
    )
    return file_of(b"".join(line + b"\n" for line in lines), data[:MAGIC_BYTES], 9)


def _written_by(random: Random, lines: list[bytes]) -> list[bytes]:
    """The build that wrote the file, which is for information."""
    other = random.choice(["", "1.0", "Zürich 😀", "x" * 5_000, "\u2028"])
    assert b'"written_by":"tests"' in lines[0]
    return [lines[0].replace(b'"written_by":"tests"', f'"written_by":"{other}"'.encode()), *lines[1:]]


KINDS: dict[str, Change] = {
    "a byte": _byte,
    "a byte, and the digest": _byte_closed,
    "the file cut": _cut,
    "the file cut, and the digest": _cut_closed,
    "more bytes": _more,
    "the first line": _magic,
    "packed otherwise": _packed_otherwise,
    "a line dropped": _of_lines(_dropped),
    "a line doubled": _of_lines(_doubled),
    "lines swapped": _of_lines(_swapped),
    "a line moved": _of_lines(_moved),
    "ends of lines": _of_raw(_ends),
    "a character": _of_line(_character),
    "a number": _of_line(_number),
    "a text": _of_line(_text),
    "a name twice": _of_line(_name_twice),
    "a field": _of_line(_field_more_or_less),
    "a value": _of_line(_value),
    "base64": _of_line(_base64),
    "white space": _of_line(_white),
    "order of fields": _of_line(_order),
    "a bomb": _bomb,
}
"""Each is a change, unless it happens to give the same lines again."""

NO_CHANGE: dict[str, Change] = {
    "packed again": _packed_again,
    "written by": _of_lines(_written_by),
}
"""Nothing that a bundle says is another: it holds."""
