"""Writes vectors.json: `python -m tests.proof.make_vectors`. Slow, plain, and by docs/dice.md alone."""

import hashlib
import json
from pathlib import Path

OUT = Path(__file__).with_name("vectors.json")


def sha(data):  # type: ignore[no-untyped-def]
    return hashlib.sha256(data).digest()


def field(value):  # type: ignore[no-untyped-def]
    if isinstance(value, int):
        value = bytes((value >> shift) & 255 for shift in range(56, -8, -8))
    if isinstance(value, str):
        value = value.encode("utf-8")
    size = len(value)
    return bytes([size >> 24 & 255, size >> 16 & 255, size >> 8 & 255, size & 255]) + value


def framed(*values):  # type: ignore[no-untyped-def]
    out = b""
    for value in values:
        out = out + field(value)
    return out


def keyed(key, message):  # type: ignore[no-untyped-def]
    """HMAC by its definition (RFC 2104), not by the library."""
    padded = key + bytes(64 - len(key))
    inner = sha(bytes(b ^ 0x36 for b in padded) + message)
    return sha(bytes(b ^ 0x5C for b in padded) + inner)


def chain(scheme, game, timeline, party, custody, series, length, end):  # type: ignore[no-untyped-def]
    context = sha(framed(f"{scheme}/chain", game, timeline, party, custody, series))
    links = [end]
    for index in range(length, 0, -1):
        place = bytes([index >> 24 & 255, index >> 16 & 255, index >> 8 & 255, index & 255])
        links.insert(0, sha(context + place + links[0]))
    return context, links


def roll(scheme, key, game, timeline, number, count, sides):  # type: ignore[no-untyped-def]
    faces, block = [], 0
    while True:
        for byte in keyed(key, framed(f"{scheme}/block", game, timeline, number, block)):
            if byte < 256 - 256 % sides:
                faces.append(byte % sides + 1)
            if len(faces) == count:
                return faces
        block += 1


def chains(scheme):  # type: ignore[no-untyped-def]
    asked = [
        ("a1b2", "main", "server", "server", 1, 300, "server's end"),
        ("a1b2", "main", "union", "client", 1, 256, "union's end"),
        ("a1b2", "main", "confederate", "client", 2, 256, "confederate's end"),
        ("a1b2", "f00d", "union", "client", 1, 256, "union's end"),
        ("A1b2", "main", "union", "client", 1, 256, "union's end"),
        ("a1b2m", "ain", "union", "client", 1, 256, "union's end"),
        ("Gödel", "main", "grün", "server", 70000, 1, "short"),
    ]
    for game, timeline, party, custody, series, length, seed in asked:
        end = sha(seed.encode())
        context, links = chain(scheme, game, timeline, party, custody, series, length, end)
        told = {str(index): links[index].hex() for index in sorted({0, 1, length // 2, length - 1, length})}
        yield {
            "game": game, "timeline": timeline, "party": party, "custody": custody, "series": series,
            "length": length, "end": end.hex(), "context": context.hex(), "links": told,
        }  # fmt: skip


def rolls(scheme):  # type: ignore[no-untyped-def]
    for case in range(24):
        shares = [sha(f"share {case} {which}".encode()) for which in range(3)]
        beacon = sha(b"beacon" + bytes([case])) if case % 4 == 3 else bytes(32)
        if case % 6 == 5:
            shares[1] = shares[2] = bytes(32)
        key = sha(framed(f"{scheme}/key", *shares, beacon))
        game, timeline, number = f"game{case}", "main" if case % 2 else f"line{case}", 1 + case**5
        count, sides = (1, 2, 5, 40)[case % 4], (6, 10, 20, 2, 256, 255, 129, 100)[case % 8]
        yield {
            "game": game, "timeline": timeline, "number": number, "count": count, "sides": sides,
            "server": shares[0].hex(), "seats": [shares[1].hex(), shares[2].hex()], "beacon": beacon.hex(),
            "key": key.hex(), "faces": roll(scheme, key, game, timeline, number, count, sides),
        }  # fmt: skip


def vectors():  # type: ignore[no-untyped-def]
    first, second = "ironclad-dice/v1", "ironclad-dice/v2"
    return {
        "scheme": first, "chains": list(chains(first)), "rolls": list(rolls(first)),
        "scheme_2": second, "chains_2": list(chains(second)), "rolls_2": list(rolls(second)),
    }  # fmt: skip


if __name__ == "__main__":
    OUT.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
