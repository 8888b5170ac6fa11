"""Writes signature_vectors.json: `python -m tests.proof.make_signature_vectors`.

Slow, plain, and by docs/signatures.md and RFC 8032 alone: neither the service's code nor a library's Ed25519.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from tests.proof.make_vectors import framed, sha

OUT = Path(__file__).with_name("signature_vectors.json")
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def recovered(y):  # type: ignore[no-untyped-def]
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return x if x % 2 == 0 else P - x


BASE = (recovered(4 * pow(5, -1, P) % P), 4 * pow(5, -1, P) % P)


def added(a, b):  # type: ignore[no-untyped-def]
    both = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + both, -1, P) % P
    return x, (a[1] * b[1] + a[0] * b[0]) * pow(1 - both, -1, P) % P


def times(factor, point):  # type: ignore[no-untyped-def]
    found = (0, 1)
    for bit in bin(factor)[2:]:
        found = added(found, found)
        if bit == "1":
            found = added(found, point)
    return found


def written(point):  # type: ignore[no-untyped-def]
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


@lru_cache
def is_key(body):  # type: ignore[no-untyped-def]
    """Whether these bytes write, in the one way, a point of the base point's group, not the neutral."""
    y, odd = int.from_bytes(body, "little") % 2**255, body[31] >> 7
    x = recovered(y)
    point = (P - x if odd else x, y)
    on_curve = (y * y - x * x - 1 - D * x * x * y * y) % P == 0
    return on_curve and written(point) == body and y < P and y != 1 and times(L, point) == (0, 1)


def number(*parts):  # type: ignore[no-untyped-def]
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def halves(seed):  # type: ignore[no-untyped-def]
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    return scalar, digest[32:]


def public(seed):  # type: ignore[no-untyped-def]
    return written(times(halves(seed)[0], BASE))


def signature(seed, message):  # type: ignore[no-untyped-def]
    scalar, prefix = halves(seed)
    once = number(prefix, message) % L
    point = written(times(once, BASE))
    return point + ((once + number(point, public(seed), message) * scalar) % L).to_bytes(32, "little")


HERE = {"log": "games.example/ironclad", "game": "a1b2"}

# What is sent, and the bytes of the command written out by hand: (about, command as stored, its bytes).
ASKED = [
    (
        {**HERE, "timeline": "main", "seat": "union",
         "decision": "1.set_up.union", "expected_version": 2, "id": "order-1"},
        {"type": "set_up"},
        '{"type":"set_up"}',
    ),
    (
        {"log": "", "game": "a1b2", "timeline": "main", "seat": "union", "id": "order-2"},
        {"type": "shout", "word": ""},
        '{"type":"shout","word":""}',
    ),
    (
        {**HERE, "timeline": "f00d", "seat": "confederate",
         "decision": "7.move", "expected_version": 12345, "id": "zug:3.1", "link": "ab" * 32},
        {"type": "move", "path": ["1208", "1209"], "units": {"b": 2, "a": 1, "é": 0, "z": None},
         "forced": True},
        '{"forced":true,"path":["1208","1209"],"type":"move","units":{"a":1,"b":2,"z":null,"é":0}}',
    ),
    (
        {"log": "spiele.example/ürdingen", "game": "Gödel", "timeline": "linie-ß", "seat": "grün",
         "decision": "日本", "expected_version": 9007199254740991, "id": "größe"},
        {"type": "shout", "word": "Zürich 日本 😀 e\u0301 \u2028 \x7f /"},
        '{"type":"shout","word":"Zürich 日本 😀 e\u0301 \u2028 \x7f /"}',
    ),
    (
        {**HERE, "timeline": "main", "seat": "union", "id": "order-5"},
        {"type": "shout", "word": "\"\\\b\f\n\r\t\x00\x1f"},
        '{"type":"shout","word":"\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f"}',
    ),
    (
        {**HERE, "timeline": "main", "seat": "union", "id": "order-6"},
        {"type": "sorted", "😀": 1, "\uffee": 2, "": 3, "a": {"b": [[], {}, [{"d": -1, "c": 0}]]},
         "A": False},
        '{"":3,"A":false,"a":{"b":[[],{},[{"c":0,"d":-1}]]},"type":"sorted","\uffee":2,"😀":1}',
    ),
    (
        {**HERE, "timeline": "main", "seat": "union", "id": "order-7"},
        {"type": "pay", "most": 9007199254740991, "least": -9007199254740991},
        '{"least":-9007199254740991,"most":9007199254740991,"type":"pay"}',
    ),
    (
        {**HERE, "timeline": "match", "seat": "union", "id": "go"},
        {"type": "resign", "head": 812},
        '{"type":"resign"}',
    ),
    (
        {**HERE, "timeline": "main", "seat": "union", "id": "not-of-match"},
        {"type": "resign", "head": 812},
        '{"head":812,"type":"resign"}',
    ),
    (
        {**HERE, "timeline": "match", "seat": "union",
         "id": sha(b"ironclad-seat-id|a-secret-of-the-player").hex()},
        {"type": "take_seat", "player": "p-17", "log": "games.example/ironclad", "key": "KEY",
         "dice": {"anchor": "cd" * 32, "length": 512}},
        '{"dice":{"anchor":"' + "cd" * 32 + '","length":512},"key":"KEY","type":"take_seat"}',
    ),
    (
        {**HERE, "timeline": "match", "seat": "confederate", "id": "back"},
        {"type": "propose_rewind", "proposal": "f00d", "timeline": "main", "at": 40, "reason": "nur Spaß"},
        '{"at":40,"reason":"nur Spaß","timeline":"main","type":"propose_rewind"}',
    ),
    (
        {**HERE, "timeline": "match", "seat": "union", "id": "dice"},
        {"type": "anchor_dice", "timeline": "f00d", "offer": "0ff3", "agrees_to": "0ff2"},
        '{"agrees_to":"0ff2","timeline":"f00d","type":"anchor_dice"}',
    ),
]  # fmt: skip


def vectors():  # type: ignore[no-untyped-def]
    for case, (about, stored, text) in enumerate(ASKED):
        seed = sha(f"seed {case}".encode())
        key = public(seed)
        stored = json.loads(json.dumps(stored).replace('"KEY"', f'"{key.hex()}"'))
        command = text.replace('"KEY"', f'"{key.hex()}"').encode()
        link = sha(framed("ironclad-command/v1/link", about["link"])) if "link" in about else b""
        decision, version = about.get("decision", ""), about.get("expected_version", 0)
        place = (
            about["log"],
            about["game"],
            about["timeline"],
            about["seat"],
            decision,
            version,
            about["id"],
        )
        message = framed("ironclad-command/v1", *place, command, link)
        yield {
            "seed": seed.hex(), "key": key.hex(), **about, "stored": stored, "command": command.decode(),
            "message": message.hex(), "signature": signature(seed, message).hex(),
        }  # fmt: skip


# What each request of v2 had seen, beside the requests of v1 above: (number of the request, its seen).
SEEN = [
    (0, {"checkpoint": {"size": 7, "root": "0a" * 32}, "line": {"timeline": "main", "version": 2,
         "hash": "0b" * 32}, "match": {"version": 4, "hash": "0c" * 32}}),
    (3, {"checkpoint": {"size": 9007199254740991, "root": "ff" * 32}, "line": {"timeline": "linie-ß",
         "version": 9007199254740991, "hash": "fe" * 32}, "match": {"version": 9007199254740990,
         "hash": "fd" * 32}}),
    (7, {"checkpoint": {"size": 900, "root": "1a" * 32}, "line": {"timeline": "main", "version": 812,
         "hash": "1b" * 32}, "match": {"version": 31, "hash": "1c" * 32}}),
    (9, {"checkpoint": {"size": 1, "root": "2a" * 32}, "line": {"timeline": "main", "version": 0,
         "hash": "00" * 32}, "match": {"version": 0, "hash": "00" * 32}}),
    (11, {"checkpoint": {"size": 65536, "root": "3a" * 32}, "line": {"timeline": "main", "version": 40,
         "hash": "3b" * 32}, "match": {"version": 12, "hash": "3c" * 32}}),
]  # fmt: skip
REVEALED = {**HERE, "timeline": "main", "seat": "union", "id": "order-1", "committed": 41, "link": "ab" * 32}


def vectors_2():  # type: ignore[no-untyped-def]
    """Requests of v2: those of v1 with what was seen, a key that is registered for v2, and a link."""
    firsts = list(vectors())
    for number, seen in SEEN:
        about = {name: value for name, value in firsts[number].items() if name != "link"}
        if about["stored"]["type"] == "take_seat":
            about["stored"] = {**about["stored"], "key_scheme": "ironclad-command/v2"}
            about["command"] = about["command"].replace(
                ',"type"', ',"key_scheme":"ironclad-command/v2","type"'
            )
        yield signed_2(about, seen)
    link, version = REVEALED["link"], REVEALED["committed"]
    stored = {"type": "reveal_link", "committed": version, "link": link}
    text = f'{{"committed":{version},"link":"{link}","type":"reveal_link"}}'
    about = {name: value for name, value in REVEALED.items() if name not in ("committed", "link")}
    seed = sha(b"seed of a link")
    about = {"seed": seed.hex(), "key": public(seed).hex(), **about, "stored": stored, "command": text}
    yield signed_2(about, SEEN[0][1])


def signed_2(about, seen):  # type: ignore[no-untyped-def]
    head = [about[name] for name in ("log", "game", "timeline", "seat")]
    head += [about.get("decision", ""), about.get("expected_version", 0), about["id"]]
    checkpoint, line, match = seen["checkpoint"], seen["line"], seen["match"]
    tail = [checkpoint["size"], bytes.fromhex(checkpoint["root"])]
    tail += [line["timeline"], line["version"], bytes.fromhex(line["hash"])]
    tail += [match["version"], bytes.fromhex(match["hash"])]
    message = framed("ironclad-command/v2", *head, about["command"].encode(), b"", *tail)
    value = signature(bytes.fromhex(about["seed"]), message).hex()
    return {**about, "seen": seen, "message": message.hex(), "signature": value}


def running():  # type: ignore[no-untyped-def]
    """A stream of five leaves, and one that was forked at its version 2 and has two leaves more."""
    known = [bytes(32)]
    for number in range(5):
        known.append(sha(known[-1] + sha(b"\0leaf %d" % number)))
    forked = known[:3]
    for number in (5, 6):
        forked.append(sha(forked[-1] + sha(b"\0leaf %d" % number)))
    leaves = [sha(b"\0leaf %d" % number).hex() for number in range(7)]
    return {
        "leaves": leaves[:5], "hashes": [each.hex() for each in known],
        "forked_at": 2, "forked_leaves": leaves[5:], "forked_hashes": [each.hex() for each in forked],
    }  # fmt: skip


# Commands with hidden fields: (seat, as given, salts by pointer, the value as JSON, what is signed).
HIDDEN = [
    ("north", {"type": "give_orders", "plan": {"north-2": "b", "north-1": "a"}}, {"/plan": "00" * 16},
     '{"north-1":"a","north-2":"b"}', '{"plan":{"sealed":{"digest":"DIGEST"}},"type":"give_orders"}'),
    ("south", {"type": "bid", "sum": 9007199254740991, "open": {"digest": "x"}}, {"/sum": "5a" * 16},
     "9007199254740991", '{"open":{"digest":"x"},"sum":{"sealed":{"digest":"DIGEST"}},"type":"bid"}'),
    ("grün", {"type": "write", "a/b~c": "Zürich 日本 😀"}, {"/a~1b~0c": "ff" * 16},
     '"Zürich 日本 😀"', '{"a/b~c":{"sealed":{"digest":"DIGEST"}},"type":"write"}'),
    ("south", {"type": "pass"}, {}, "", '{"type":"pass"}'),
]  # fmt: skip

# Commands that no log can have of seat north in a game that hides something.
NOT_SEALED = [
    {"type": "bid", "sum": {"sealed": {"digest": "00" * 32}}},
    {"type": "bid", "sum": {"sealed": {"box": "", "digest": "00" * 32, "for": ["north", "south"]}}},
    {"type": "bid", "sum": {"sealed": {"box": "", "digest": "00" * 32, "for": ["south"]}}},
    {"type": "bid", "sum": {"sealed": {"box": "", "digest": "00" * 32, "for": ["north"], "salt": ""}}},
    {"type": "bid", "sum": {"sealed": {"box": "", "digest": "00" * 32, "for": ["north"]}, "more": 1}},
    {"type": "bid", "sums": [{"sealed": {"box": "", "digest": "00" * 32, "for": ["north"]}}]},
    {"type": "bid", "sealed": 1},
]


# Commands that are committed to by digests, as they are stored and signed; None: no log can have it.
DIGEST = {"sealed": {"digest": "0a" * 32}}
CLOSED = [
    ({"type": "bid", "sum": DIGEST, "open": 1},
     '{"open":1,"sum":{"sealed":{"digest":"' + "0a" * 32 + '"}},"type":"bid"}'),
    ({"type": "pass"}, '{"type":"pass"}'),
    ({"type": "bid", "sum": {"sealed": {"box": "AA==", "digest": "0a" * 32, "for": ["north"]}}}, None),
    ({"type": "bid", "sum": {"sealed": {"digest": "0A" * 32}}}, None),
    ({"type": "bid", "sum": {"sealed": {"digest": "0a" * 31}}}, None),
    ({"type": "bid", "sums": [DIGEST]}, None),
    ({"type": "bid", "sum": {"sealed": {"digest": "0a" * 32, "salt": ""}}}, None),
]  # fmt: skip


def hidden():  # type: ignore[no-untyped-def]
    for seat, given, salts, value, text in HIDDEN:
        stored = dict(given)
        for pointer, salt in salts.items():
            digest = sha(bytes.fromhex(salt) + value.encode()).hex()
            field = pointer[1:].replace("~1", "/").replace("~0", "~")
            stored[field] = {"sealed": {"box": "AA==", "digest": digest, "for": [seat]}}
            text = text.replace("DIGEST", digest)
        yield {"seat": seat, "given": given, "salts": salts, "stored": stored, "signed": text}


def document():  # type: ignore[no-untyped-def]
    first = {"scheme": "ironclad-command/v1", "vectors": list(vectors())}
    second = {"scheme_2": "ironclad-command/v2", "vectors_2": list(vectors_2())}
    closed = [{"stored": stored, "signed": text} for stored, text in CLOSED]
    sealed = {"sealed": list(hidden()), "not_sealed": NOT_SEALED, "closed": closed}
    return {**first, **second, "running": running(), **sealed}


if __name__ == "__main__":
    body = document()
    OUT.write_text(json.dumps(body, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
