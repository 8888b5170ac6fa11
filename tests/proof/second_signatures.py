"""A second verifier of signatures, written from docs/signatures.md: it shares no code with the service.

`verify_signatures(game, origin, rows)` takes a game's events as the one of dice does, and tells of the first
request that is not shown to be its seat's.
"""

import json
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.proof.make_signature_vectors import is_key
from tests.proof.second_consents import Match
from tests.proof.second_seen import Past
from tests.proof.second_verifier import Row, Wrong, frame, need, sha

MADE = {
    "take_seat": ["player", "log"],
    "register_key": ["log"],
    "offer_key": ["log"],
    "propose_rewind": ["proposal"],
    "accept_rewind": ["head"],
    "anchor_dice": ["offer"],
    "offer_draw": ["offer"],
    "accept_draw": ["head"],
    "resign": ["head"],
    "move_rules": ["head"],
}


def plain(value: Any) -> bytes:
    """A command's bytes: JSON in the one way that docs/signatures.md allows."""
    need(not isinstance(value, float), "number")
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode())
        return b"{" + b",".join(plain(name) + b":" + plain(value[name]) for name in names) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(plain, value)) + b"]"
    if isinstance(value, int) and not isinstance(value, bool):
        need(-(2**53) < value < 2**53, "number")
    return json.dumps(value, ensure_ascii=False).encode()


def link_hash(link: str | None) -> bytes:
    return sha(frame("ironclad-command/v1/link", link)) if link else b""


def message(
    log: str,
    game: str,
    timeline: str,
    seat: str,
    decision: str | None,
    version: int | None,
    id: str,
    command: dict[str, Any],
    link: bytes = b"",
    seen: dict[str, Any] | None = None,
) -> bytes:
    """What a seat signs, as v2 with what it had `seen`; `command` may hold what the service filled in."""
    made = MADE.get(command["type"], []) if timeline == "match" else []
    said = plain({name: value for name, value in command.items() if name not in made})
    about = (log, game, timeline, seat, decision or "", version or 0, id, said, link)
    if seen is None:
        return frame("ironclad-command/v1", *about)
    checkpoint, line, match = seen["checkpoint"], seen["line"], seen["match"]
    more = [checkpoint["size"], bytes.fromhex(checkpoint["root"]), line["timeline"], line["version"]]
    more += [bytes.fromhex(line["hash"]), match["version"], bytes.fromhex(match["hash"])]
    return frame("ironclad-command/v2", *about, *more)


def named_sealed(value: Any) -> bool:
    if isinstance(value, dict):
        return "sealed" in value or any(map(named_sealed, value.values()))
    return isinstance(value, list) and any(map(named_sealed, value))


def unsealed(seat: str, command: dict[str, Any], closed: bool = False) -> dict[str, Any]:
    """A stored command with sealed fields as its seat signed it: each with its digest alone.

    `closed`: it is stored so.
    """
    said: dict[str, Any] = {}
    for name, value in command.items():
        inner = value.get("sealed") if isinstance(value, dict) and list(value) == ["sealed"] else None
        if closed and isinstance(inner, dict) and list(inner) == ["digest"]:
            need(digits(inner["digest"], 64), "sealed")
            said[name] = value
        elif isinstance(inner, dict) and sorted(inner) == ["box", "digest", "for"]:
            need(not closed, "sealed")
            need(inner["for"] == [seat], "sealed")
            said[name] = {"sealed": {"digest": inner["digest"]}}
        else:
            need(name != "sealed" and not named_sealed(value), "sealed")
            said[name] = value
    return said


def digits(text: Any, count: int) -> bool:
    return isinstance(text, str) and len(text) == count and set(text) <= set("0123456789abcdef")


def holds(key: str, signature: Any, text: bytes) -> bool:
    if not digits(key, 64) or not digits(signature, 128):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


class Signatures:
    def __init__(self, game: str, origin: str, roots: dict[int, bytes]) -> None:
        self.game, self.origin, self.checked = game, origin, 0
        self.past = Past(game, roots)
        self.match = Match()
        self.schemes: dict[str, str] = {}
        self.commits: dict[tuple[str, int], str] = {}
        self.seats: list[str] = []
        self.branches: set[str] = set()
        self.hides = False
        self.rounds: dict[str, tuple[set[str], int]] = {}
        self.keys: dict[str, list[tuple[str, str]]] = {}
        self.offers: dict[str, tuple[str, str, str]] = {}
        self.vacant: set[str] = set()
        self.epochs: dict[str, dict[str, Any]] = {}
        self.chains: dict[tuple[str, str], dict[str, Any]] = {}

    def take(self, append: list[Row]) -> int:
        """The position of the first that does not hold; 0 if all does."""
        at, line, version, first, asked = append[0]
        if not isinstance(asked.get("command", {}).get("type", ""), str):
            return at
        closed = first == "match.command_committed.1" and self.closes(line, asked["command"])
        try:
            if first == "match.command_committed.1":
                self.commits[line, version] = asked["id"]
            elif first == "match.link_revealed.1":
                if asked.get("opened"):
                    need(asked["signature"]["seen"]["checkpoint"]["size"] >= self.rounds[line][1], "seen")
                    for value in asked["opened"].values():
                        need(unsealed(asked["seat"], {"value": value}) != {"value": value}, "sealed")
                asked = self.link(line, asked)
            self.signed(at, line or "match", asked, closed)
            if closed:
                known, _ = self.rounds.get(line, (set(), 0))
                fresh = {each["sealed"]["digest"] for each in asked["command"].values() if named_sealed(each)}
                need(not known & fresh, "digest")
                self.rounds[line] = (known | fresh, at)
            wanted = [] if line else self.key_events(asked)
            for position, _, _, name, body in append[1:]:
                at = position
                later = (line and body.get("committed")) or (not line and body.get("replayed"))
                need(name != "match.command_accepted.1" or later, "commit")
                if name == "match.command_accepted.1":
                    self.rounds.pop(line, None)
                if name.startswith("match.key_"):
                    need(wanted and body == wanted.pop(0), "key")
            at = append[0][0]
            need(not wanted, "key")
            if unasked := self.match.take(append):
                return unasked
            for position, _, _, name, body in append[1:]:
                at = position
                if name.startswith("match."):
                    self.event(name.split(".")[1], body, line, asked)
        except Wrong:
            return at
        for row in append:
            self.past.take(row)
        return 0

    def link(self, line: str, body: dict[str, Any]) -> dict[str, Any]:
        """What a seat signs of a link: as a command, under the id of the one that was committed to."""
        said = {"type": "reveal_link", "committed": body["committed"], "link": body["share"]["link"]}
        id = self.commits.get((line, body["committed"]), "")
        return {"seat": body["seat"], "id": id, "command": said, "signature": body.get("signature")}

    def signers(self, line: str, asked: dict[str, Any]) -> list[tuple[str, str]]:
        """(key, log) of the signer."""
        seat, command = asked["seat"], asked["command"]
        kind = command["type"]
        mine = [] if seat in self.vacant else self.keys.get(seat, [])[-1:]
        brought = [(command.get("key", ""), command.get("log", ""))]
        if seat not in self.seats or line in self.branches:
            return []
        if line == "match":
            if kind in ("open_game", "open_branch", "renew_dice"):
                return []
            if kind == "take_seat":
                return brought if "key" in command else []
            if kind == "offer_key":
                return brought
            if kind == "register_key":
                return [(key, brought[0][1]) for key, _ in mine + brought]
        return mine

    def scheme(self, line: str, asked: dict[str, Any]) -> str:
        """The scheme of a request that is signed: that of the key it brings, else of the key in force."""
        command = asked["command"]
        brings = line == "match" and command["type"] in ("take_seat", "register_key", "offer_key")
        return command.get("key_scheme", "") if brings else self.schemes.get(asked["seat"], "")

    def closes(self, line: str, command: dict[str, Any]) -> bool:
        """Whether both seats sign and keep their chains, and answer with such a command together."""
        epoch = self.epochs.get(line)
        if not self.hides or not epoch or command.get("type") not in epoch["terms"].get("together", []):
            return False
        own = {each["party"] for each in epoch["chains"] if each["custody"] == "client"}
        return all(seat in own and self.schemes.get(seat) for seat in self.seats)

    def signed(self, position: int, line: str, asked: dict[str, Any], closed: bool = False) -> None:
        signers, given = self.signers(line, asked), asked.get("signature")
        need(bool(signers) == (given is not None), "missing")
        if given is None:
            return
        need((len(signers) == 2) == ("new_key" in given), "missing")
        link = bytes.fromhex(given.get("link", "")) if digits(given.get("link", "0" * 64), 64) else b"?"
        proof = asked.get("dice_proof") or {}
        chains = self.epochs.get(line, {}).get("chains", [])
        own = any(each["party"] == asked["seat"] and each["custody"] == "client" for each in chains)
        if own and asked["seat"] in proof.get("revealed", []):
            need(not link, "link")
            link = link_hash({each["party"]: each["link"] for each in proof["shares"]}[asked["seat"]])
        seen, scheme = given.get("seen"), self.scheme(line, asked)
        need(scheme == ("ironclad-command/v2" if seen else ""), "scheme")
        if seen:
            brings = bool(link) or asked["command"]["type"] == "reveal_link"
            self.past.check(position, line.removeprefix("match"), asked, brings)
        about = (asked["seat"], asked.get("decision"), asked.get("expected_version"), asked["id"])
        command = asked["command"]
        if self.hides and line != "match":
            command = unsealed(asked["seat"], command, closed)
        for (key, log), value in zip(signers, [given["value"], given.get("new_key")], strict=False):
            text = message(log, self.game, line, *about, command, link, seen)
            need(holds(key, value, text), "signature")
        self.checked += 1

    def new_key(self, command: dict[str, Any]) -> None:
        need(digits(command["key"], 64) and is_key(bytes.fromhex(command["key"])), "key")
        need(all(command["key"] != key for keys in self.keys.values() for key, _ in keys), "key")

    def key_events(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        seat, command = asked["seat"], asked["command"]
        kind, log = command["type"], {"log": command["log"]} if command.get("log") else {}
        if command.get("key_scheme"):
            need(command["key_scheme"] == "ironclad-command/v2" and log, "scheme")
            log["scheme"] = command["key_scheme"]
        elif kind in ("register_key", "offer_key"):
            need(not self.schemes.get(seat) or seat in self.vacant, "scheme")
        if (kind == "take_seat" and "key" in command) or kind == "register_key":
            self.new_key(command)
            need(kind == "register_key" or seat not in self.keys or seat in self.vacant, "key")
            number = len(self.keys.get(seat, [])) + 1
            return [{"type": "key_registered", "seat": seat, "key": command["key"], "number": number, **log}]
        if kind == "offer_key":
            self.new_key(command)
            need(
                seat in self.keys
                and seat not in self.vacant
                and self.offers.get(seat, ("",))[0] != command["key"],
                "offer",
            )
            return [{"type": "key_offered", "seat": seat, "key": command["key"], **log}]
        if kind not in ("accept_key", "decline_key"):
            return []
        of, key = command["of"], command["key"]
        need(self.offers.get(of, ("",))[0] == key, "offer")
        if kind == "decline_key":
            return [{"type": "key_declined", "seat": of, "key": key, "by": seat}]
        need(of != seat, "offer")
        self.new_key(command)
        log = {"log": self.offers[of][1]} if self.offers[of][1] else {}
        if self.offers[of][2]:
            log["scheme"] = self.offers[of][2]
        number = len(self.keys[of]) + 1
        return [{"type": "key_registered", "seat": of, "key": key, "number": number, **log, "agreed": seat}]

    def event(self, kind: str, body: dict[str, Any], line: str, asked: dict[str, Any]) -> None:
        if kind == "game_opened":
            self.seats = body["seats"]
        elif kind == "seal_set":
            self.hides = True
        elif kind == "timeline_opened":
            if body["why"] == "branch" or body["parent"] in self.branches:
                self.branches.add(body["timeline"])
        elif kind == "key_registered":
            need(body.get("log", "") in ("", self.origin), "log")
            need(not self.hides or body.get("scheme"), "scheme")
            self.keys.setdefault(body["seat"], []).append((body["key"], body.get("log", "")))
            self.schemes[body["seat"]] = body.get("scheme", "")
            self.offers.pop(body["seat"], None)
            self.vacant.discard(body["seat"])
        elif kind == "seat_vacated":
            self.vacant.add(body["seat"])
            self.offers.pop(body["seat"], None)
        elif kind == "key_offered":
            self.offers[body["seat"]] = (body["key"], body.get("log", ""), body.get("scheme", ""))
        elif kind == "key_declined":
            self.offers.pop(body["seat"])
        elif kind == "dice_offered":
            self.chain_offered(body, line, asked)
        elif kind == "dice_anchored":
            self.anchored(body["timeline"], body["epoch"], line, asked)

    def chain_offered(self, body: dict[str, Any], line: str, asked: dict[str, Any]) -> None:
        command = asked["command"]
        need(not line and command["type"] == "anchor_dice", "offer")
        own = body.get("own")
        said = {"anchor": own["link"], "length": own["length"]} if own else None
        need((body["seat"], body["timeline"]) == (asked["seat"], command["timeline"]), "offer")
        need((said, body.get("custody")) == (command.get("dice"), command.get("custody")), "offer")
        need(body["offer"] == command["offer"], "offer")
        self.chains[body["timeline"], body["seat"]] = {**command}

    def anchored(self, timeline: str, epoch: dict[str, Any], line: str, asked: dict[str, Any]) -> None:
        command, seat = asked["command"], asked["seat"]
        kind = "" if line else command["type"]
        offers = {who: each for (where, who), each in self.chains.items() if where == timeline}
        said: dict[str, dict[str, Any]] = {}
        if kind == "accept_rewind":
            said = dict(offers)
        if kind == "anchor_dice" and command.get("agrees_to"):
            said = {who: each for who, each in offers.items() if each["offer"] == command["agrees_to"]}
        if kind in ("order_chains", "vacate_seat"):
            custody = "server" if kind == "vacate_seat" else command["custody"]
            wish = {"custody": "server" if custody == "server" else ""}
            said = dict.fromkeys(command.get("seats") or [command.get("seat", "")], wish)
        if kind == "anchor_dice" or (kind in ("take_seat", "accept_rewind") and command.get("dice")):
            said[seat] = command
        before = {each["party"]: each for each in self.epochs.get(timeline, {}).get("chains", [])}
        for each in epoch["chains"]:
            old, agreed = before.get(each["party"]), each["party"] in epoch.get("agreed", [])
            same = ("custody", "series", "length")
            if each["custody"] == "client":
                as_it_was = not each["length"] or (old and all(old[name] == each[name] for name in same))
            else:
                as_it_was = not old or old["custody"] == "server"
            if agreed or not as_it_was:
                need(each["party"] in said, "agreement")
                wish = said[each["party"]]
                if wish.get("dice"):
                    fits = each["custody"] == "client" and not each.get("index")
                    need(fits and wish["dice"] == {"anchor": each["link"], "length": each["length"]}, "chain")
                elif wish.get("custody"):
                    need(each["custody"] == "server", "chain")
                else:
                    need(as_it_was, "chain")
        need(set(epoch.get("agreed", [])) <= {each["party"] for each in epoch["chains"]}, "agreement")
        self.epochs[timeline] = epoch
        self.chains = {place: each for place, each in self.chains.items() if place[0] != timeline}


def begins(row: Row) -> bool:
    """Whether an append begins with an event."""
    if row[3] == "match.command_accepted.1":
        return not row[4].get("committed") and not row[4].get("replayed")
    return row[3] in ("match.command_committed.1", "match.link_revealed.1", "match.round_missed.1")


def verify_signatures(
    game: str, origin: str, rows: list[Row], roots: dict[int, bytes] | None = None
) -> tuple[int, int]:
    """The position of the first that does not hold (0: all does), and how many signatures held before it.

    `roots` are those of the log that are known, by size.
    """
    checker = Signatures(game, origin, roots or {})
    starts = [number for number, row in enumerate(rows) if begins(row)]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        if position := checker.take(rows[start:end]):
            return position, checker.checked
    return 0, checker.checked
