"""A second verifier of sealed facts, written from docs/bundle.md and docs/signatures.md alone.

`verify_seals(game, rows)` takes a game's events as the verifiers of dice and of signatures do, and gives
None, or the position and a word of the first that does not hold. It decides no commands: what the rules hide
it does not know.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.proof.second_signatures import begins, digits, named_sealed
from tests.proof.second_verifier import Row, Wrong, need

Place = tuple[str, int]
"""A line ("" for the match), and a version."""


def boxes(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each sealed value in a body with its JSON pointer."""
    if isinstance(value, dict):
        inner = value.get("sealed") if list(value) == ["sealed"] else None
        if isinstance(inner, dict) and sorted(inner) == ["box", "digest", "for"]:
            yield path, inner
            return
        for name, each in value.items():
            step = name.replace("~", "~0").replace("/", "~1")
            yield from boxes(each, f"{path}/{step}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from boxes(each, f"{path}/{number}")


def digests_under(body: dict[str, Any], part: str) -> dict[str, str]:
    """The digests of what is sealed right under a part of a body, by the rest of the pointer."""
    found = ((path, inner["digest"]) for path, inner in boxes(body) if path.startswith(part + "/"))
    return {path.removeprefix(part): digest for path, digest in found}


def closed_in(command: dict[str, Any]) -> dict[str, str]:
    """The digests that a closed commit has without boxes, by pointer."""
    found = {}
    for name, value in command.items():
        inner = value.get("sealed") if isinstance(value, dict) and list(value) == ["sealed"] else None
        if isinstance(inner, dict) and list(inner) == ["digest"]:
            found["/" + name.replace("~", "~0").replace("/", "~1")] = inner["digest"]
    return found


def whole(value: Any) -> bool:
    """Whether all numbers of a value are whole, up to 2^53 - 1."""
    if isinstance(value, dict):
        return all(map(whole, value.values()))
    if isinstance(value, list):
        return all(map(whole, value))
    return not isinstance(value, float) and (not isinstance(value, int) or abs(value) < 2**53)


class Seals:
    def __init__(self, game: str, otherwise: set[int]) -> None:
        self.game, self.commitment, self.padded_to = game, "", 256
        self.otherwise = otherwise
        self.key = b""
        self.found: list[tuple[int, Place, str, dict[str, Any], bool]] = []
        self.signed: dict[Place, dict[str, str]] = {}

    def take(self, append: list[Row], first: bool) -> None:
        names = [row[3] for row in append]
        for position, line, version, name, body in append:
            if name == "match.seal_set.1":
                need(first and not self.commitment, (position, "set"))
                self.commitment, self.padded_to = body["commitment"], body.get("padded_to", 256)
                need(digits(self.commitment, 64), (position, "set"))
                size = self.padded_to
                need(type(size) is int and not size % 256 and 256 <= size <= 16_384, (position, "set"))
            elif self.commitment:
                self.body(position, (line, version), name, body)
        ends = "match.game_ended.1" in names and bool(self.commitment) and not self.key
        for at, name in enumerate(names):
            if name == "match.seal_opened.1":
                need(ends and names[at - 1] == "match.game_ended.1", (append[at][0], "opened"))
                self.open(append[at])
        need(not ends or self.key, (append[-1][0], "opened"))

    def body(self, position: int, place: Place, name: str, body: dict[str, Any]) -> None:
        need(position not in self.otherwise or not named_sealed(body), (position, "written"))
        own = self.own_salts(position, place, name, body)
        for path, inner in boxes(body):
            need(digits(inner["digest"], 64), (position, "formed"))
            seats = inner["for"]
            named = isinstance(seats, list) and all(isinstance(each, str) for each in seats)
            need(named, (position, "formed"))
            try:
                packed = base64.b64decode(inner["box"], validate=True)
            except (ValueError, TypeError) as wrong:
                raise Wrong((position, "formed")) from wrong
            need(base64.b64encode(packed).decode() == inner["box"], (position, "formed"))
            need(len(packed) > 16 and not (len(packed) - 16) % self.padded_to, (position, "formed"))
            self.found.append((position, place, path, inner, bool(own) and path.startswith(own + "/")))

    def own_salts(self, position: int, place: Place, name: str, body: dict[str, Any]) -> str:
        """The part of an event that has the salts of its seat, held to what was committed to; "" for none."""
        if name == "match.command_committed.1" and body.get("signature"):
            self.signed[place] = {**digests_under(body, "/command"), **closed_in(body["command"])}
            return "/command"
        of = (place[0], body.get("committed"))
        if name == "match.link_revealed.1" and body.get("opened"):
            need(digests_under(body, "/opened") == self.signed.get(of), (position, "digest"))
            return "/opened"
        if name == "match.command_accepted.1" and of in self.signed:
            part = "/instead/command" if body.get("instead") else "/command"
            need(digests_under(body, part) == self.signed[of], (position, "digest"))
            return part
        return "/command" if name == "match.command_accepted.1" and body.get("signature") else ""

    def open(self, row: Row) -> None:
        position, _, _, _, body = row
        need(digits(body["key"], 64), (position, "key"))
        key = bytes.fromhex(body["key"])
        held = hashlib.sha256(b"ironclad-seal-key/v1|" + key).hexdigest()
        need(held == self.commitment, (position, "key"))
        self.key = key

    def values(self) -> None:
        """Every box opens to the one thing that its digest binds."""
        for position, (line, version), path, inner, own in self.found:
            info = f"ironclad-seal-fact/v1|{self.game}/{line or 'match'}|{version}|{path}".encode()
            derived = HKDF(SHA256(), 48, salt=None, info=info).derive(self.key)
            digest = bytes.fromhex(inner["digest"])
            try:
                box = base64.b64decode(inner["box"])
                padded = AESGCM(derived[:32]).decrypt(digest[:12], box, None)
            except InvalidTag as wrong:
                raise Wrong((position, "value")) from wrong
            plain = padded.rstrip(b"\0")
            need(plain.endswith(b"\x80") and len(plain) > 17, (position, "value"))
            plain = plain[:-1]
            fits = -(-(len(plain) + 1) // self.padded_to) * self.padded_to
            need(len(padded) == fits, (position, "value"))
            need(own or plain[:16] == derived[32:], (position, "salt"))
            need(hashlib.sha256(plain).digest() == digest, (position, "value"))
            self.canonical(position, plain[16:])

    @staticmethod
    def canonical(position: int, text: bytes) -> None:
        try:
            value = json.loads(text)
        except ValueError as wrong:
            raise Wrong((position, "value")) from wrong
        written = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        need(written.encode() == text and whole(value), (position, "value"))


def verify_seals(game: str, rows: list[Row], otherwise: set[int] | None = None) -> tuple[int, str] | None:
    """The first that does not hold: of forms and digests as the log goes, then of values, if they are open.

    `otherwise` are the positions of events that are not written in the canonical way.
    """
    seals = Seals(game, otherwise or set())
    starts = [number for number, row in enumerate(rows) if begins(row)]
    try:
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            seals.take(rows[start:end], start == 0)
        if seals.key:
            seals.values()
    except Wrong as wrong:
        position, word = wrong.args[0]
        return position, word
    return None
