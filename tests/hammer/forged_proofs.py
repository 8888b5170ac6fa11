"""Forgeries by one who has the server's keys: what proves the events changed, and signed as it should be.

Heads, checkpoints, handovers, cosignatures, breaks, documents, opened facts, the outline.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.bundle.heads import heads_text
from ironclad.eventlog.bundle.records import Blob, Opened, encoded
from ironclad.eventlog.ledger.breaks import BreakStatement
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import Note, Signature, SigningKey, parse
from ironclad.eventlog.sealing import GameSeal, sealed_in
from tests.hammer.forged_games import NEW_KEY, Game
from tests.proof.logs import KEY, Log, lines_of, packed

Made = tuple[bytes, str]
STRANGER = SigningKey(KEY.name, bytes([77]) * 32)
WITNESS = Witness("witness.example/stranger", bytes([78]) * 32)
STRANGERS = 6
"""Which change of an earlier checkpoint adds lines of keys that nobody knows."""

DOCUMENT = b'{"turn":3}'


def _key(game: Game) -> SigningKey:
    return NEW_KEY if game.handed_over else KEY


def _header(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(lines_of(data)[0])
    return found


def _with_header(data: bytes, **fields: Any) -> bytes:
    lines = lines_of(data)
    lines[0] = canonical({**json.loads(lines[0]), **fields})
    return packed(lines)


def _signed(text: str, *keys: SigningKey) -> str:
    """A note of a text, which need not be one that a key would sign."""
    return str(Note(text, tuple(_line(each, text) for each in keys)))


def _line(key: SigningKey, text: str) -> Signature:
    private = Ed25519PrivateKey.from_private_bytes(key.seed)
    return Signature(key.name, key.verifier.key_id, private.sign(text.encode()))


def heads(random: Random, game: Game) -> Made:
    """The statement of how far the game goes."""
    log, data, key = Log(game.rows), game.bundle(), _key(game)
    last = {each.stream.partition("/")[2]: each.version for each in log.of_game(game.game)}
    name = random.choice(sorted(last))
    other = random.choice([{**last, name: last[name] + 1}, {**last, name: last[name] - 1}, {**last, "zz": 1}])
    less = {each: last[each] for each in last if each != name}
    texts = [
        heads_text(log.checkpoint, game.game, other),
        heads_text(log.checkpoint, game.game, less),
        heads_text(log.checkpoint, game.game + "x", last),
        heads_text(Checkpoint(KEY.name, len(log.rows) + 1, log.checkpoint.root), game.game, last),
        heads_text(Checkpoint(KEY.name, len(log.rows), bytes(32)), game.game, last),
        heads_text(Checkpoint("other", len(log.rows), log.checkpoint.root), game.game, last),
        heads_text(log.checkpoint, game.game, last).replace("/v1", "/v2"),
        heads_text(log.checkpoint, game.game, last) + f"{name} 1\n",
        heads_text(log.checkpoint, game.game, last) + "zz 0\n",
        heads_text(log.checkpoint, game.game, last) + "zz 01\n",
        heads_text(log.checkpoint, game.game, last) + "zz\n",
        heads_text(log.checkpoint, game.game, last) + "zz -1\n",
        heads_text(log.checkpoint, game.game, last) + "zz 9223372036854775807\n",
        heads_text(log.checkpoint, game.game, last) + "z\u00e9 z 9007199254740993\n",
        heads_text(log.checkpoint, game.game, last) + "\n",
    ]
    text = random.choice(texts)
    if random.random() < 0.2:
        return _with_header(data, heads=_signed(texts[0], STRANGER)), "heads by a stranger"
    return _with_header(data, heads=_signed(text, key)), f"heads {texts.index(text)}"


def checkpoint(random: Random, game: Game) -> Made:
    """The checkpoint, or lines under it."""
    log, data, key = Log(game.rows), game.bundle(), _key(game)
    size, root = log.checkpoint.size, log.checkpoint.root
    text = log.checkpoint.text()
    own = Checkpoint(KEY.name, size, root)
    good = _line(key, text)
    texts = [
        replace(own, size=size + 1).text(),
        replace(own, size=size - 1).text(),
        replace(own, root=bytes(32)).text(),
        replace(own, origin="another.example/log").text(),
        replace(own, size=2**53).text(),
        replace(own, size=2**63 - 1).text(),
        replace(own, size=2**63).text(),
        text.replace(f"\n{size}\n", f"\n0{size}\n"),
        text.replace(f"\n{size}\n", f"\n+{size}\n"),
        text[:-2] + "\n",
        text + "\n",
        text.replace("=\n", "\n"),
    ]
    notes = [_signed(each, key) for each in texts]
    spoiled = Signature(good.name, good.key_id, good.body[:-1] + bytes([good.body[-1] ^ 1]))
    lines = [
        (_line(STRANGER, text),),
        (spoiled,),
        (good, spoiled),
        (Signature(good.name, b"abcd", good.body),),
        (Signature("other", good.key_id, good.body),),
        (Signature(good.name, good.key_id, good.body + b"x"),),
        (good,) * 101,
        (),
    ]
    notes += [str(Note(text, each)) for each in lines]
    whole = str(Note(text, (good,)))
    notes += [
        whole[:-1],
        whole + "\n",
        whole.replace("— ", "- "),
        whole.replace("— ", "—  "),
        "",
        whole + "x\n",
    ]
    notes += [whole.replace("\n\n", "\n"), whole.replace("\n\n", "\r\n\r\n"), "\ufeff" + whole]
    at = random.randrange(len(notes))
    fields: dict[str, Any] = {"checkpoint": notes[at]}
    if at < len(texts) and random.random() < 0.5:  # with heads to fit
        fields["heads"] = _signed(
            "ironclad-game-heads/v1\n"
            + texts[at]
            + _header(data)["heads"].split("\n", 4)[4].split("\n\n")[0]
            + "\n",
            key,
        )
    return _with_header(data, **fields), f"checkpoint {at}"


def named(random: Random, game: Game) -> Made:
    """The sizes of the log that are named, with an outline that is cut at them."""
    data = game.bundle()
    sizes = _header(data).get("named", [])
    last = len(game.rows)
    changes = [
        [*sizes, last],
        sizes[:-1],
        sizes[1:],
        [1, *sizes],
        sizes[::-1],
        [0, *sizes],
        [*sizes, last + 1],
    ]
    changes += [sorted({*sizes, random.randint(1, last)}), [*sizes[:1], *sizes], [2**53], [-1], [last]]
    other = random.choice([each for each in changes if each != sizes] or [[1, 1]])
    if game.version == 2 and random.random() < 0.6:
        try:
            return game.bundle(header={"named": tuple(other)}), f"named {len(other) - len(sizes):+}"
        except Exception:
            pass
    return _with_header(data, named=other), f"named {len(other) - len(sizes):+}, alone"


def keys(random: Random, game: Game) -> Made:
    """The log's key, and who it was handed over to."""
    log, data, own = Log(game.rows), game.bundle(), _header(game.bundle())["handovers"]
    line = str(KEY.verifier)
    name, identity, packed_key = line.split("+", 2)
    last = Log(game.rows[: len(game.rows) // 2]).checkpoint
    third = SigningKey(KEY.name, bytes([10]) * 32)
    notes = [
        str(handover(last, STRANGER, NEW_KEY)),
        str(handover(last, KEY, KEY)),
        str(handover(log.checkpoint, KEY, third)),
        str(Note(handover(last, KEY, third).text, handover(last, KEY, third).signatures[:1])),
        str(Note(handover(last, KEY, third).text, handover(last, KEY, third).signatures[1:])),
        str(handover(Checkpoint(KEY.name, len(game.rows), bytes(32)), KEY, third)),
        str(handover(Checkpoint("other", 1, bytes(32)), KEY, third)),
        str(log.checkpoint.sign(KEY)),
        _signed(f"ironclad-log-key-handover/v1\n{last.text()}more\n{third.verifier}\n", KEY, third),
        _signed(f"ironclad-log-key-handover/v1\n{last.text()}rubbish\n", KEY, third),
        "",
    ]
    lists = [[*own, each] for each in notes] + [[each, *own] for each in notes]
    lists += [own + own, own[:-1]] if own else []
    vkeys = [
        str(STRANGER.verifier),
        line.upper(),
        f"{name}+00000000+{packed_key}",
        "",
        line + "=",
        line + " ",
    ]
    vkeys += [f"{name}+{identity}", f" {line}", f"{name}+{identity.upper()}+{packed_key}"]
    vkeys += [f"{name}+{identity}+{b64encode(bytes([2]) + KEY.verifier.public).decode()}"]
    if random.random() < 0.4:
        which = random.randrange(len(vkeys))
        return _with_header(data, log_key=vkeys[which]), f"log key {which}"
    which = random.randrange(len(lists))
    at_the_end = not own and lists[which] == [notes[2]]
    what = "handed over at the end" if at_the_end else f"handovers {which}"
    return _with_header(data, handovers=lists[which]), what


def _numbers(lines: Sequence[bytes], kind: str) -> list[int]:
    return [at for at, line in enumerate(lines) if json.loads(line).get("is") == kind]


def earlier(random: Random, game: Game) -> Made:
    """An earlier checkpoint: left out, of another root, by a stranger, with other lines."""
    data, key = game.bundle(), _key(game)
    lines = lines_of(data)
    places = _numbers(lines, "checkpoint")
    if not places:
        return checkpoint(random, game)
    at = random.choice(places)
    line = json.loads(lines[at])
    note = parse(line["note"])
    size = int(note.text.split("\n")[1])
    own = KEY if not game.handed_over or size <= game.handed_over else NEW_KEY
    other = KEY if own is NEW_KEY else STRANGER
    wrong = Checkpoint(KEY.name, size, sha256(b"other").digest()).text()
    bad = Signature(WITNESS.name, WITNESS.verifier.key_id, bytes(72))
    long = note.text + "an extension\n"
    stranger = WITNESS.cosign(note.text, 1_790_000_000)
    changes: list[Any] = [
        None,
        _signed(wrong, own),
        _signed(note.text, other),
        _signed(long, own),
        _signed(note.text, own, own),
        str(Note(note.text, (*note.signatures[1:], note.signatures[0]))) if note.signatures[1:] else "",
        str(Note(note.text, (note.signatures[0], bad, *[stranger] * 17))),
        str(Note(note.text, (stranger, *note.signatures))),
        _signed(
            Checkpoint(KEY.name, max(1, size - 1), Log(game.rows[: size - 1]).checkpoint.root).text(), key
        )
        if size > 1
        else "",
    ]
    if note.signatures[1:]:
        first, *rest = note.signatures
        turned = Signature(rest[0].name, rest[0].key_id, rest[0].body[:-1] + bytes([rest[0].body[-1] ^ 1]))
        changes += [
            str(Note(note.text, (first, turned, *rest[1:]))),
            str(Note(note.text, (first, Signature(rest[0].name, rest[0].key_id, rest[0].body[:20])))),
            str(Note(note.text, (first, rest[0], *rest))),
            str(Note(note.text, (first,))),
        ]
    which = random.randrange(len(changes))
    if changes[which] is None:
        return packed([*lines[:at], *lines[at + 1 :]]), "earlier left out"
    if which == STRANGERS and game.version > 1:
        line["note"] = changes[which]
        return packed([*lines[:at], canonical(line), *lines[at + 1 :]]), "lines of strangers"
    line["note"] = changes[which]
    return packed([*lines[:at], canonical(line), *lines[at + 1 :]]), f"earlier {which}"


def proof(random: Random, game: Game) -> Made:
    """In v1 the proof of an earlier checkpoint; in v2 one, where there is none."""
    data = game.bundle()
    lines = lines_of(data)
    places = _numbers(lines, "checkpoint")
    if not places:
        return outline(random, game)
    at = random.choice(places)
    line = json.loads(lines[at])
    own = line.get("proof", "")
    other = random.choice(
        ["", own[44:], own + own, own[:-1], "AAAA", b64encode(bytes(32)).decode(), own[::-1]]
    )
    line["proof"] = other if other != own else "AAAA"
    return packed([*lines[:at], canonical(line), *lines[at + 1 :]]), "proof"


def outline(random: Random, game: Game) -> Made:
    """A stretch of the outline cut in two, joined with the next, of other hashes, of another kind."""
    data = game.bundle()
    lines = lines_of(data)
    places = [at for at, line in enumerate(lines) if json.loads(line).get("is") in ("leaves", "others")]
    at = random.choice(places)
    line, after = json.loads(lines[at]), json.loads(lines[at + 1])
    how = random.randrange(5)
    made: list[Any] = [line]
    hashes = b64decode(line["hashes"])
    if how == 0 and line["is"] == "leaves" and line["count"] > 1:
        cut = random.randrange(1, line["count"])
        made = [
            {**line, "count": cut, "hashes": b64encode(hashes[: 32 * cut]).decode()},
            {
                **line,
                "at": line["at"] + cut,
                "count": line["count"] - cut,
                "hashes": b64encode(hashes[32 * cut :]).decode(),
            },
        ]
    elif how == 1 and after.get("is") == line["is"]:
        both = b64encode(hashes + b64decode(after["hashes"])).decode()
        made, at_end = [{**line, "count": line["count"] + after["count"], "hashes": both}], at + 2
        return packed([*lines[:at], *map(canonical, made), *lines[at_end:]]), "outline joined"
    elif how == 2:
        made = [{**line, "is": "others" if line["is"] == "leaves" else "leaves"}]
    elif how == 3:
        turned = bytearray(hashes)
        turned[random.randrange(len(turned))] ^= 1
        made = [{**line, "hashes": b64encode(turned).decode()}]
    else:
        other = random.choice(
            [{"at": line["at"] + 1}, {"count": line["count"] + 1}, {"count": 0}, {"hashes": ""}]
        )
        made = [{**line, **other}]
    return packed([*lines[:at], *map(canonical, made), *lines[at + 1 :]]), f"outline {how}"


def breaks(random: Random, game: Game) -> Made:
    """A note by which the log says that it was repaired."""
    data, key = game.bundle(), _key(game)
    lines = lines_of(data)
    places = _numbers(lines, "break")
    size = len(game.rows) // 2
    kept = Log(game.rows[:size]).checkpoint
    text = BreakStatement(kept, "a disk failed").text()
    texts = [
        text,
        text.replace("a disk failed", "x" * 501),
        text.replace("a disk failed", "\u200b"),
        text.replace("a disk failed", "two\nlines"),
        text.replace("a disk failed\n", "\n"),
        text.replace("/v1", "/v2"),
        BreakStatement(replace(kept, root=bytes(32)), "why").text(),
        BreakStatement(replace(kept, size=size + 1), "why").text(),
        kept.text(),
    ]
    which = random.randrange(len(texts))
    added = canonical(
        {"is": "break", "size": size, "text": _signed(texts[which], random.choice([key, key, STRANGER]))}
    )
    if not places:
        at = next(number for number, line in enumerate(lines) if json.loads(line)["is"] in ("event", "blob"))
        return packed([*lines[:at], added, *lines[at:]]), f"break added {which}"
    at = random.choice(places)
    line = json.loads(lines[at])
    ways: list[Callable[[], list[bytes]]] = [
        lambda: [*lines[:at], *lines[at + 1 :]],
        lambda: [*lines[: at + 1], *lines[at:]],
        lambda: [*lines[:at], added, *lines[at + 1 :]],
        lambda: [*lines[:at], canonical({**line, "size": line["size"] + 1}), *lines[at + 1 :]],
        lambda: [*lines[: places[0]], *[lines[each] for each in reversed(places)], *lines[places[-1] + 1 :]],
    ]
    way = random.randrange(len(ways))
    return packed(ways[way]()), f"break {way} {which}"


def documents(random: Random, game: Game) -> Made:
    """A document that nothing names, or not under its name."""
    lines = lines_of(game.bundle())
    at = next(number for number, line in enumerate(lines) if json.loads(line)["is"] == "event")
    own = sha256(DOCUMENT).hexdigest()
    called = random.choice([own, own, "00" * 32, own.upper(), "", own + "0"])
    body = random.choice([DOCUMENT, b"1", b"{", b" 1", b'"\xff"', b'{"a":1,"a":2}', b"[" * 600 + b"]" * 600])
    line = next(encoded([Blob(called, msgspec.Raw(b"0"))])).replace(b'"body":0', b'"body":' + body)
    times = random.choice([1, 1, 2])
    return packed([*lines[:at], *[line] * times, *lines[at:]]), "document"


def openings(random: Random, game: Game) -> Made:
    """Sealed facts opened one by one: as they are, or in another way."""
    events = Log(game.rows).of_game(game.game)
    key = next((json.loads(bytes(each.body))["key"] for each in events if "seal_opened" in each.name), None)
    lines = lines_of(game.bundle())
    at = next(number for number, line in enumerate(lines) if json.loads(line)["is"] == "event")
    if key is None:
        line = canonical({"is": "opened", "path": "/a", "position": 1, "salt": "00" * 16, "value": 1})
        return packed([*lines[:at], line, *lines[at:]]), "opened of nothing"
    facts = _facts(game, bytes.fromhex(key))
    opened = random.sample(facts, random.randint(1, len(facts)))
    opened.sort(key=lambda each: (each.position, each.path))
    which = random.randrange(9)
    one = random.randrange(len(opened))
    changes: list[dict[str, Any]] = [
        {},
        {"salt": "00" * 16},
        {"salt": opened[one].salt.upper()},
        {"salt": opened[one].salt[:-2]},
        {"path": "/none"},
        {"position": 1},
        {"value": msgspec.Raw(b"77")},
        {"value": msgspec.Raw(b" " + bytes(opened[one].value))},
        {"position": len(game.rows) + 5},
    ]
    opened[one] = msgspec.structs.replace(opened[one], **changes[which])
    twice = random.random() < 0.15
    if twice:
        opened.append(opened[0])
    what = f"opened {which}{' twice' if twice else ''}"
    return packed([*lines[:at], *encoded(opened), *lines[at:]]), what


def _facts(game: Game, key: bytes) -> list[Opened]:
    """Every sealed fact of an ended game, opened."""
    seal, found = GameSeal(key), []
    for each in Log(game.rows).of_game(game.game):
        for path, sealed in sealed_in(json.loads(bytes(each.body))):
            salt, value = seal.plain(each.stream, each.version, path, sealed, True)
            found.append(Opened(each.position, path, salt.hex(), msgspec.Raw(canonical(value))))
    return found


KINDS: dict[str, Callable[[Random, Game], Made]] = {
    "heads": heads,
    "the checkpoint": checkpoint,
    "named sizes": named,
    "the log's keys": keys,
    "an earlier checkpoint": earlier,
    "a proof": proof,
    "the outline": outline,
    "breaks": breaks,
    "documents": documents,
    "opened facts": openings,
}
