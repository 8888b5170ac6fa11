"""Clients that sign what they ask with keys of their own, over HTTP: written from docs/signatures.md."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironclad.domain.kernel.fair.fair_dice import V1
from tests.proof.over_http import OwnDice
from tests.proof.parties import OwnChain
from tests.proof.second_seen import Past
from tests.proof.second_signatures import link_hash, message

_names = count(10_001)  # past the ids that tests/log/data_0_13 has used

_SIGNED = ("dice", "custody", "agrees_to", "link", "anchored")

SMALL_ORDER = {
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}
"""Points of small order, as they are written."""


class Key:
    """A key in its owner's hand."""

    def __init__(self, name: str) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
        self.public = self._private.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> str:
        return self._private.sign(text).hex()


Wish = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass
class Signing(OwnDice):
    """A game whose seats keep keys; what a seat that has one posts is signed, unless the body says otherwise.

    A body's `signature` stands as it is given; None there sends the request without one. With a `scheme`
    each request says what the client has seen; `roots` are those of the log that it has seen, by size.
    """

    keys: dict[str, Key] = field(default_factory=dict)
    origin: str = ""
    line: str = "main"
    scheme: str = ""
    roots: dict[int, bytes] = field(default_factory=dict)

    @classmethod
    def new(
        cls,
        http: httpx.Client,
        ruleset: str,
        scenario: str,
        log: str,
        *own: str,
        scheme: str = "",
        dice: str = V1,
    ) -> "Signing":
        """A new game whose seats are taken with keys; `own` are those that keep their own chains too."""
        named = {"dice": dice}
        answer = http.post("/games", json={"ruleset": ruleset, "scenario": scenario, **named})
        assert answer.status_code == 201, answer.text
        table = cls(http, answer.json()["id"], origin=log, scheme=scheme, dice=dice)
        for seat in (each["seat"] for each in answer.json()["seats"]):
            chain = table.chain(seat) if seat in own else None
            taken = table.sit(seat, chain, Key(f"{seat} {table.game}"))
            assert taken.status_code == 201, taken.text
        return table

    def sit(self, seat: str, own: OwnChain | None = None, key: Key | None = None) -> httpx.Response:
        secret = f"a-secret-of-{seat}-{next(_names)}"
        body: dict[str, Any] = {"player": f"player-{seat}", "id": secret}
        command: dict[str, Any] = {"type": "take_seat"}
        if own is not None:
            body["dice"] = command["dice"] = {"anchor": own.anchor, "length": own.length}
        if key is not None:
            brought = self.brings(key)
            published = sha256(f"ironclad-seat-id|{secret}".encode()).hexdigest()
            body |= {**brought, **self.seen("", command)}
            command |= brought
            body["signature"] = key.sign(self.asked(seat, published, command, body.get("seen")))
        taken = self.post(f"/seats/{seat}", body)
        if taken.status_code == 201:
            self.tokens[seat] = taken.json()["token"]
            if own is not None:
                self.chains[seat] = own
            if key is not None:
                self.keys[seat] = key
        return taken

    def asked(self, seat: str, id: str, command: dict[str, Any], seen: Any = None) -> bytes:
        """The message of a request on the match."""
        return message(self.origin, self.game, "match", seat, None, None, id, command, b"", seen)

    def ordered(self, seat: str, body: dict[str, Any]) -> bytes:
        """The message of a command."""
        line, link = body.get("timeline") or self.line, link_hash(body.get("link"))
        about = (seat, body.get("decision"), body.get("expected_version"), body["id"], body["command"])
        return message(self.origin, self.game, line, *about, link, body.get("seen"))

    def brings(self, key: Key) -> dict[str, Any]:
        """What a request says of a key that it brings."""
        return {"key": key.public, **({"key_scheme": self.scheme} if self.scheme else {})}

    def seen(self, line: str, command: dict[str, Any]) -> dict[str, Any]:
        """What the client has seen, as a request says it: all that there is, computed from the log alone."""
        if not self.scheme:
            return {}
        rows, least = self.log(), self.log_size()
        checkpoint = self.http.get("/log/checkpoint", params={"at_least": least}).json()
        self.roots[checkpoint["size"]] = bytes.fromhex(checkpoint["root"])
        past = Past(self.game, {})
        for row in rows:
            past.take(row)
        about = past.line(line, command)
        on_line, in_match = past.hashes[about], past.hashes["match"]
        return {
            "seen": {
                "checkpoint": {"size": checkpoint["size"], "root": checkpoint["root"]},
                "line": {"timeline": about, "version": max(on_line), "hash": on_line[max(on_line)].hex()},
                "match": {"version": max(in_match), "hash": in_match[max(in_match)].hex()},
            }
        }

    def post(self, path: str, body: Any, seat: str | None = None, token: str | None = None) -> httpx.Response:
        if seat in self.keys and "signature" not in body and not path.endswith(("/key", "/forks", "/link")):
            body = {"id": f"asked-{next(_names)}", **body}
            text = self.text_of(path, seat, body)
            body["signature"] = self.keys[seat].sign(text)
        sent = {name: value for name, value in body.items() if (name, value) != ("signature", None)}
        return super().post(path, sent, seat, token)

    def text_of(self, path: str, seat: str, body: dict[str, Any]) -> bytes:
        """The message of a request, which the body is made to say what was seen for."""
        if path in ("/commands", "/take-backs"):
            command = body.get("command", {"type": "take_back", "to": body.get("to")})
            body |= self.seen(body.get("timeline") or self.line, command)
            return self.ordered(seat, {**body, "command": command})
        if path == "/dice/ready" and self.scheme:
            anchored = [row for row in self.log() if row[3] == "match.dice_anchored.1"]
            body |= {"anchored": anchored[-1][2]}
        command = self.command_of(path, body)
        body |= self.seen("", command)
        return self.asked(seat, body["id"], command, body.get("seen"))

    def link(self, seat: str, id: str, as_seat: str | None = None, **more: Any) -> httpx.Response:
        """Reveal the next link of a seat that signs it, under any seat's token."""
        if seat in self.keys and "signature" not in more:
            link = more.setdefault("link", self.chains[seat].link())
            more |= self.signed_link(seat, id, link)
        return super().link(seat, id, as_seat, **more)

    def signed_link(self, seat: str, id: str, link: str, committed: int | None = None) -> dict[str, Any]:
        """What the seat's key signs of a link for its command, and what it has seen then."""
        commits = [row for row in self.log() if row[3] == "match.command_committed.1" and row[4]["id"] == id]
        version = commits[-1][2] if committed is None else committed
        command = {"type": "reveal_link", "committed": version, "link": link}
        seen = self.seen(self.line, command)
        text = message(
            self.origin, self.game, self.line, seat, None, None, id, command, b"", seen.get("seen")
        )
        return {"signature": self.keys[seat].sign(text), **seen}

    def command_of(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What is signed of a request on the match, by the table of the document."""
        parts = path.strip("/").split("/")
        given = {name: body[name] for name in _SIGNED if name in body}
        line = {"timeline": body.get("timeline") or self.line}
        match parts:
            case ["resignation"]:
                return {"type": "resign"}
            case ["draw-offers"]:
                return {"type": "offer_draw"}
            case ["draw-offers", offer, how]:
                return {"type": f"{how}_draw", "offer": offer}
            case ["rewinds"]:
                return {"type": "propose_rewind", "at": body["at"], "reason": body.get("reason", ""), **line}
            case ["rewinds", proposal, how]:
                return {"type": f"{how}_rewind", "proposal": proposal, **given}
            case ["dice", "ready"]:
                return {"type": "reveal_first", **line, **given}
            case ["dice", "anchors"]:
                if "anchor" in body:
                    given["dice"] = {"anchor": body["anchor"], "length": body["length"]}
                return {"type": "anchor_dice", **line, **given}
            case ["seats", of, "key", how]:
                return {"type": f"{how}_key", "of": of, "key": body["key"]}
        raise AssertionError(f"no request of a seat: {path}")

    def register(self, seat: str, key: Key, old: Key | None = None, **more: Any) -> httpx.Response:
        """Register a first key, or one in place of another; the client signs with it from then on."""
        id = f"key-{next(_names)}"
        command = {"type": "register_key", **self.brings(key)}
        body = {"id": id, **self.brings(key), **self.seen("", command)}
        text = self.asked(seat, id, command, body.get("seen"))
        body["signature"] = (old or key).sign(text)
        if old is not None:
            body["possession"] = key.sign(text)
        answer = self.post(f"/seats/{seat}/key", {**body, **more}, seat)
        if answer.status_code == 200:
            self.keys[seat] = key
        return answer

    def offer(self, seat: str, key: Key, **more: Any) -> httpx.Response:
        """Offer a key in place of a lost one."""
        id = f"key-{next(_names)}"
        command = {"type": "offer_key", **self.brings(key)}
        body = {"id": id, **self.brings(key), **self.seen("", command), "lost": True}
        body |= {"signature": key.sign(self.asked(seat, id, command, body.get("seen"))), **more}
        return self.post(f"/seats/{seat}/key", body, seat)
