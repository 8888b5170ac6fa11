"""Forgeries by one who has the server's keys: events changed, and everything hashed and signed again.

The tree, the checkpoints, the statement of heads and the cosignatures are those of the forged log, so that
one deeper check alone can tell. `signed_again` gives the seats' keys to the forger too.
"""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.match import keys as k
from ironclad.domain.match import signed
from ironclad.domain.match.events import COMMAND_ACCEPTED, EVENTS, OF_NO_RULES
from ironclad.domain.match.sealed_commands import as_signed
from ironclad.domain.match.signed import Message, Seen
from ironclad.eventlog.ledger.running import RunningHashes
from ironclad.eventlog.store.leaf import leaf
from tests.hammer.forged_games import Game
from tests.proof import test_closed_forged, test_sealed_commands_forged
from tests.proof.logs import Log, Row

Rows = list[Row]
Told = tuple[Rows, str]
"""Forged rows, and what was changed: the event's name and the path in its body."""

NUMBERS = [0, 1, -1, 2, 7, 77, 2**31, 2**53 - 1, 2**53, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**30]
STRINGS = ["", "x", "grey", "blue", "client", "server", "main", "match", "00" * 32, "AB" * 32, "é", "e\u0301"]
STRINGS += ["\u0000", "\ud7ff", "😀", "ironclad-command/v2", "ironclad-dice/v2", "1.0", "__proto__", "-0"]
OTHERS = [None, True, False, [], {}, 1.5, 1.0, "0"]


def _said(row: Row) -> Any:
    return json.loads(row[3])


def _with(rows: Sequence[Row], at: int, body: bytes) -> Rows:
    return [*rows[:at], (*rows[at][:3], body), *rows[at + 1 :]]


def _kind(row: Row) -> str:
    return row[2].split(".")[1]


def _own(game: Game) -> list[int]:
    return [at for at, row in enumerate(game.rows) if row[0].startswith(f"{game.game}/")]


def _any(random: Random, game: Game) -> int:
    """The index of an event: each kind as often as the others, so that rare ones are changed too."""
    kinds: dict[str, list[int]] = {}
    for at in _own(game):
        kinds.setdefault(_kind(game.rows[at]), []).append(at)
    kinds["again"] = kinds["command_accepted"]
    return random.choice(kinds[random.choice(sorted(kinds))])


def _leaves(value: Any, path: str = "") -> list[tuple[Any, Any, str]]:
    """(container, name, path) of every value in plain data, the containers too."""
    names: list[Any] = list(value) if isinstance(value, dict) else []
    names = list(range(len(value))) if isinstance(value, list) else names
    found = []
    for name in names:
        step = "*" if isinstance(name, int) else name
        found.append((value, name, f"{path}/{step}"))
        found += _leaves(value[name], f"{path}/{step}")
    return found


def _other(random: Random, value: Any) -> Any:
    """Another value, more often of the same kind than not."""
    if isinstance(value, bool) or value is None or random.random() < 0.15:
        choices: list[Any] = [*OTHERS, 1, "x"]
    elif isinstance(value, int):
        choices = [value + 1, value - 1, *NUMBERS]
    elif isinstance(value, str):
        near = [value + "x", value[::-1], value[:-1], value.upper(), *STRINGS]
        flipped = ("1" if value[:1] != "1" else "2") + value[1:]
        choices = [flipped, flipped, flipped, *near]
    elif isinstance(value, list):
        choices = [[], value[1:], value + value[-1:], value[::-1], None]
    else:
        choices = [{}, None, {**value, "more": 1}, []]
    return random.choice([each for each in choices if canonical(each) != canonical(value)])


def value(random: Random, game: Game) -> Told:
    """One value of one event."""
    at = _any(random, game)
    body = _said(game.rows[at])
    container, name, path = random.choice(_leaves(body))
    container[name] = _other(random, container[name])
    return _with(game.rows, at, canonical(body)), f"{_kind(game.rows[at])}{path}"


def field(random: Random, game: Game) -> Told:
    """One field left out, or one more."""
    at = _any(random, game)
    body = _said(game.rows[at])
    container, name, path = random.choice(_leaves(body))
    if random.random() < 0.7 or not isinstance(container, dict):
        del container[name]
    else:
        path += "+"
        container[random.choice(["zz", "dice", "rolls", "signature", "seen", "type", "beacon"]) + "_"] = 1
    return _with(game.rows, at, canonical(body)), f"{_kind(game.rows[at])}{path}"


def written(random: Random, game: Game) -> Told:
    """A body with the same meaning, or nearly, written in another way."""
    at = _any(random, game)
    body = game.rows[at][3]
    name, rest = body[1:].split(b":", 1)
    lists = random.choice([100, 490, 520, 990, 3_000])
    other = random.choice(
        [
            body.replace(b":", b": ", 1),
            body + b" ",
            b" " + body,
            b"{" + name + b":" + random.choice([b"null", b"0", b'"x"']) + b"," + body[1:],
            body[:-1] + b"," + name + b":1}",
            body[:-1] + b',"zz":' + b"[" * lists + b"]" * lists + b"}",
            body[:-1] + b',"zz":1.0}',
            body[:-1] + b',"zz":1e400}',
            body[:-1] + b',"zz":-0}',
            body[:-1] + b',"zz":12345678901234567890123}',
            body[:-1] + b',"zz":"\\ud800"}',
            body[:-1] + b',"zz":"\xff"}',
            body[:-1] + b',"zz":"\\u0041"}',
            body[:-1] + '"\u2028":"\ufeff"}'.encode().replace(b'"', b',"', 1),
            body[:-1],
            b"[" + body + b"]",
            b"null",
            b"\xef\xbb\xbf" + body,
            b"{" + name.replace(b'"', b'"\\u00', 1)[:5] + b"61" + name[2:] + b":" + rest,
            b"{" + rest.rsplit(b",", 1)[-1][:-1] + b"," + body[1:],
        ]
    )
    return _with(game.rows, at, other), f"{_kind(game.rows[at])} written"


def name(random: Random, game: Game) -> Told:
    """The name of an event."""
    at = _any(random, game)
    stream, version, own, body = game.rows[at]
    names = sorted({row[2] for row in game.rows} - {own})
    family, kind, number = own.split(".")
    names += [f"{family}.{kind}.2", f"{family}.{kind}", f"x.{kind}.1", "match.nothing.1", "", f"{own}\u00e9"]
    names += [f"match.{kind.upper()}.{number}", "match.tournament_set.1", "match.command_committed.1"]
    other = random.choice([each for each in names if each != own])
    return [*game.rows[:at], (stream, version, other, body), *game.rows[at + 1 :]], f"{kind} named {other}"


def stream(random: Random, game: Game) -> Told:
    """The stream of an event, or its version there."""
    at = _any(random, game)
    own, version, called, body = game.rows[at]
    streams = sorted({row[0] for row in game.rows if row[0].startswith(game.game)} - {own})
    streams += [f"{game.game}/none", f"{game.game}/", f"{game.game}/main/x"]
    row: Row = (random.choice(streams), version, called, body)
    if random.random() < 0.6:
        row = (
            own,
            random.choice([version + 1, version - 1 if version else 5, 0, 2**53, 2**63 - 1]),
            called,
            body,
        )
    return [*game.rows[:at], row, *game.rows[at + 1 :]], f"{_kind(game.rows[at])} in {row[0]} {row[1]}"


def dropped(random: Random, game: Game) -> Told:
    """One event left out, or one append; the versions after it closed up, as a rule."""
    at = _any(random, game)
    end = at + 1
    if random.random() < 0.4:
        at = max(
            place for place in _own(game) if place <= at and _kind(game.rows[place]) == "command_accepted"
        )
        later = [
            place for place in _own(game) if place > at and _kind(game.rows[place]) == "command_accepted"
        ]
        end = min([*later, len(game.rows)])
    rows = [*game.rows[:at], *game.rows[end:]]
    if end == len(game.rows):
        return rows, "ended early"
    return (_closed_up(rows) if random.random() < 0.8 else rows), f"{_kind(game.rows[at])} dropped"


def doubled(random: Random, game: Game) -> Told:
    at = _any(random, game)
    to = random.choice([at + 1, at + 1, random.randrange(at + 1, len(game.rows) + 1)])
    rows = [*game.rows[:to], game.rows[at], *game.rows[to:]]
    return _closed_up(rows), f"{_kind(game.rows[at])} doubled"


def moved(random: Random, game: Game) -> Told:
    """One event in another place, or two swapped."""
    own = _own(game)
    at, to = random.sample(own, 2)
    if random.random() < 0.5:
        to = min(at + 1, own[-1]) if at != own[-1] else at - 1
    rows = list(game.rows)
    rows[at], rows[to] = rows[to], rows[at]
    return _closed_up(rows), f"{_kind(game.rows[at])} and {_kind(game.rows[to])} swapped"


def _closed_up(rows: Sequence[Row]) -> Rows:
    """The rows with the versions of each stream one after another, as a forger would leave them.

    A fork's first version is kept.
    """
    last: dict[str, int] = {}
    found = []
    for at, version, called, body in rows:
        last[at] = last[at] + 1 if at in last else version
        found.append((at, last[at], called, body))
    return found


def ended_early(random: Random, game: Game) -> Told:
    """The last appends left out, and the rest signed as if there had never been more."""
    begins = [at for at in _own(game) if _begins(game.rows[at])]
    return list(game.rows[: random.choice(begins[1:])]), "ended early"


def _begins(row: Row) -> bool:
    """Whether an append begins with an event: not with a command that was committed to before."""
    return row[2] in OF_NO_RULES and not (row[2] == COMMAND_ACCEPTED and b'"committed":' in row[3])


def swapped_values(random: Random, game: Game) -> Told:
    """The values of one field of two events of a kind exchanged: signatures, links, faces, proofs."""
    kinds: dict[str, list[int]] = {}
    for at in _own(game):
        kinds.setdefault(game.rows[at][2], []).append(at)
    places = random.choice([each for each in kinds.values() if len(each) > 1])
    one, other = random.sample(places, 2)
    first, second = _said(game.rows[one]), _said(game.rows[other])
    names = [each for each in first if each in second and first[each] != second[each]] or ["type"]
    which = random.choice(names)
    first[which], second[which] = second.get(which), first.get(which)
    rows = _with(_with(game.rows, one, canonical(first)), other, canonical(second))
    return rows, f"{_kind(game.rows[one])}/{which}"


def signature(random: Random, game: Game) -> Told:
    """A signature, or what it says was seen."""
    places = [at for at in _own(game) if b'"signature":{' in game.rows[at][3]]
    if not places:
        return value(random, game)
    at = random.choice(places)
    body = _said(game.rows[at])
    container, called, path = random.choice([(body, "signature", ""), *_leaves(body["signature"])])
    if random.random() < 0.2:
        container[called] = None
    else:
        container[called] = _other(random, container[called])
    return _with(game.rows, at, canonical(body)), f"command_accepted/signature{path}"


def dice(random: Random, game: Game) -> Told:
    """Faces, links, chains, anchors, beacons."""
    names = (b'"dice_proof":{', b'"epoch":{', b'"share":{', b'"round":', b'"witnesses":')
    places = [at for at in _own(game) if any(each in game.rows[at][3] for each in names)]
    if not places:
        return value(random, game)
    at = random.choice(places)
    body = _said(game.rows[at])
    parts = [body[each] for each in ("dice_proof", "rolls", "epoch", "share") if body.get(each)] or [body]
    part = random.choice(parts)
    container, called, path = random.choice(_leaves(part) or _leaves(body))
    container[called] = _other(random, container[called])
    return _with(game.rows, at, canonical(body)), f"{_kind(game.rows[at])} dice {path}"


def asked_again(random: Random, game: Game) -> Told:
    """A command that its seat would have signed: with the seats' keys too, the rules alone can tell."""
    places = [at for at in _own(game) if b'"signature":{' in game.rows[at][3]]
    if not places or not game.keys:
        return value(random, game)
    at = random.choice(places)
    body = _said(game.rows[at])
    container, called, path = random.choice(
        [(body, "decision", "/decision"), (body, "id", "/id"), *_leaves(body["command"], "/command")]
    )
    container[called] = _other(random, container[called])
    try:
        rows = signed_again(game, _with(game.rows, at, canonical(body)))
    except Exception:  # what cannot be signed is left as it is
        rows = _with(game.rows, at, canonical(body))
    return rows, f"command_accepted{path} signed"


def signed_again(game: Game, rows: Sequence[Row]) -> Rows:
    """Every signature made again by its seat's key, over what is in the rows now."""
    made: Rows = []
    keys, hashes, chains = k.Keys(), RunningHashes(), dict[tuple[str, str], str]()
    private, hides = {each.public: each for each in game.keys.values()}, False
    for at, version, called, body in rows:
        line = at.partition("/")[2]
        said = json.loads(body)
        if called == "match.command_accepted.1" and said.get("signature"):
            wanted = signed.signers(keys.in_force(said["seat"]), line, said["command"])
            assert wanted is not None
            given = said["signature"]
            if given.get("seen"):
                _see(given["seen"], hashes, made)
            hidden = hides and line != "match"
            command = as_signed(said["seat"], said["command"]) if hidden else said["command"]
            message = _message(game, line, {**said, "command": command}, wanted.log, chains)
            given["value"] = private[wanted.key].sign(message)
            if wanted.new_key:
                given["new_key"] = private[wanted.new_key].sign(message)
            body = canonical(said)
        made.append((at, version, called, body))
        hashes.append(line, leaf(at, version, called, body))
        if called.startswith("match.") and line == "match":
            keys = keys.after(EVENTS.decode(called, body))
        hides |= called == "match.seal_set.1"
        if called == "match.dice_anchored.1":
            chains |= {(said["timeline"], each["party"]): each["custody"] for each in said["epoch"]["chains"]}
        if called == "match.timeline_opened.1" and said["parent"] is not None:
            hashes.fork(said["timeline"], said["parent"], said["at"])
    return made


def _see(seen: dict[str, Any], hashes: RunningHashes, rows: Rows) -> None:
    """What was seen, as it is now."""
    checkpoint, line, match = seen["checkpoint"], seen["line"], seen["match"]
    checkpoint["root"] = Log(rows[: checkpoint["size"]]).checkpoint.root.hex()
    line["hash"] = (hashes.at(line["timeline"], line["version"]) or b"").hex()
    match["hash"] = (hashes.at("match", match["version"]) or b"").hex()


def _message(
    game: Game, line: str, said: dict[str, Any], log: str, chains: dict[tuple[str, str], str]
) -> Message:
    proof, given, seat = said.get("dice_proof") or {}, said["signature"], said["seat"]
    link = bytes.fromhex(given.get("link", ""))
    if seat in proof.get("revealed", []) and chains.get((line, seat)) == "client":
        link = signed.link_hash(next(each["link"] for each in proof["shares"] if each["party"] == seat))
    seen = msgspec.convert(given["seen"], Seen) if given.get("seen") else None
    about = (
        log,
        game.game,
        line,
        seat,
        said.get("decision") or "",
        said.get("expected_version") or 0,
        said["id"],
    )
    return Message(*about, signed.command_bytes(line, said["command"]), link, seen)


def sealed_answers(random: Random, game: Game) -> Told:
    """What both seats answered at once, by digests alone; or a command under its seat's own salts."""
    closed, signed_so = test_closed_forged.FORGED, test_sealed_commands_forged.FORGED
    kinds = {"sealed-closed": closed, "sealed-signed": signed_so}.get(game.name)
    if kinds is None:
        return value(random, game)
    what, (forge, _) = random.choice(sorted(kinds.items()))
    rows, _ = forge(list(game.rows))
    return rows, what


KINDS: dict[str, Callable[[Random, Game], Told]] = {
    "sealed answers": sealed_answers,
    "a value of an event": value,
    "a field of an event": field,
    "an event written otherwise": written,
    "an event's name": name,
    "an event's stream": stream,
    "an event dropped": dropped,
    "an event doubled": doubled,
    "events moved": moved,
    "values swapped": swapped_values,
    "a signature": signature,
    "dice": dice,
    "asked again": asked_again,
}

SHORTER = {"ended early": ended_early}
"""An older state of the log: it is true, of its day."""
