"""A second verifier of dice, written from docs/dice.md: it shares no code with the service.

`verify(game, rows)` takes a game's events in log order as (position, timeline or "", version, name, body as
plain data) and gives None, or the position and a word of the first that does not hold.
"""

import hashlib
import hmac
from typing import Any

Row = tuple[int, str, int, str, dict[str, Any]]
ZEROS = "00" * 32


class Wrong(Exception):
    """What does not hold."""


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def frame(*fields: Any) -> bytes:
    out = b""
    for each in fields:
        raw = each.to_bytes(8, "big") if isinstance(each, int) else each
        raw = raw.encode() if isinstance(raw, str) else raw
        out += len(raw).to_bytes(4, "big") + raw
    return out


def previous(game: str, line: str, chain: dict[str, Any], index: int, link: str) -> str:
    place = frame("ironclad-dice/v1/chain", game, line, chain["party"], chain["custody"], chain["series"])
    return sha(sha(place) + index.to_bytes(4, "big") + bytes.fromhex(link)).hex()


def faces(key: bytes, game: str, line: str, number: int, count: int, sides: int) -> list[int]:
    shown: list[int] = []
    block = 0
    while len(shown) < count:
        message = frame("ironclad-dice/v1/block", game, line, number, block)
        mac = hmac.new(key, message, hashlib.sha256).digest()
        shown += [byte % sides + 1 for byte in mac if byte < 256 - 256 % sides]
        block += 1
    return shown[:count]


def need(test: Any, word: str) -> None:
    if not test:
        raise Wrong(word)


class Line:
    """What is known of a timeline's dice."""

    def __init__(self) -> None:
        self.number, self.roll, self.since = 0, 1, 0
        self.chains: list[dict[str, Any]] = []
        self.shares: dict[str, dict[str, Any]] = {}
        self.series: dict[str, int] = {}

    def chain(self, party: str) -> Any:
        return next((each for each in self.chains if each["party"] == party), None)

    def last(self, chain: dict[str, Any]) -> tuple[int, str]:
        share = self.shares.get(chain["party"])
        return (share["index"], share["link"]) if share else (chain.get("index", 0), chain["link"])


class Verifier:
    def __init__(self, game: str) -> None:
        self.game = game
        self.seats: list[str] = []
        self.branches: set[str] = set()
        self.lines: dict[str, Line] = {}
        self.terms: Any = None

    def take(self, timeline: str, version: int, name: str, body: dict[str, Any]) -> None:
        kind = name.split(".")[1]
        if name.startswith("match.") and kind == "game_opened":
            self.seats = body["seats"]
        elif name.startswith("match.") and kind == "timeline_opened":
            if body["why"] == "branch" or body["parent"] in self.branches:
                self.branches.add(body["timeline"])
        elif name.startswith("match.") and kind == "dice_anchored":
            self.anchored(body["timeline"], body["epoch"])
        elif name.startswith("match.") and kind == "seat_ready":
            self.ready(body)
        elif name.startswith("match.") and kind == "command_accepted" and timeline:
            self.command(timeline, version, body)

    def anchored(self, timeline: str, epoch: dict[str, Any]) -> None:
        line = self.lines.setdefault(timeline, Line())
        terms = epoch.get("terms", {})
        self.terms = terms if self.terms is None else self.terms
        need(terms == self.terms, "terms")
        need(epoch["number"] == line.number + 1, "epoch")
        parties = ["server"] if timeline in self.branches else ["server", *self.seats]
        need([each["party"] for each in epoch["chains"]] == parties, "parties")
        agreed = epoch.get("agreed", [])
        for each in line.chains:
            bared = each["custody"] == "client" and each["party"] in line.shares
            need(not bared or each["party"] in agreed, "agreement")
        for new in epoch["chains"]:
            self.chain(line, epoch, new, agreed)
        line.number, line.chains, line.shares = epoch["number"], epoch["chains"], {}

    def chain(self, line: Line, epoch: dict[str, Any], new: dict[str, Any], agreed: list[str]) -> None:
        party, old = new["party"], line.chain(new["party"])
        index = new.get("index", 0)
        was_own = old is not None and old["custody"] == "client"
        if new["custody"] == "server":
            need(not was_own or party in agreed, "agreement")
            need(new["series"] == epoch["number"] and index == 0, "series")
            need(1 <= new["length"] <= 65536, "length")
        else:
            need(new["custody"] == "client" and party != "server", "custody")
            if was_own and old["series"] == new["series"] and old["length"]:
                need((index, new["link"]) == line.last(old) and new["length"] == old["length"], "series")
            else:
                waits = was_own and old["length"] == new["length"] == 0
                need(line.number == 0 or waits or party in agreed, "agreement")
                need(new["series"] == line.series.get(party, 0) + 1 and index == 0, "series")
            if new["length"] == 0:
                return
            line.series[party] = new["series"]
            need(256 <= new["length"] <= 16384, "length")
        need(len(new["link"]) == 64 and set(new["link"]) <= set("0123456789abcdef"), "anchor")

    def reveal(self, timeline: str, line: Line, share: dict[str, Any]) -> None:
        chain = line.chain(share["party"])
        need(all(each["length"] for each in line.chains), "anchor")
        index, link = line.last(chain)
        need(share["index"] > index, "reused")
        need(share["index"] == index + 1, "skipped")
        need(share["index"] <= chain["length"], "length")
        need(len(share["link"]) == 64 and set(share["link"]) <= set("0123456789abcdef"), "link")
        need(previous(self.game, timeline, chain, share["index"], share["link"]) == link, "link")
        line.shares[share["party"]] = share

    def ready(self, body: dict[str, Any]) -> None:
        line = self.lines.get(body["timeline"])
        need(line, "anchor")
        assert line is not None
        chain = line.chain(body["share"]["party"])
        need(body["epoch"] == line.number, "epoch")
        need(chain and chain["custody"] == "client" and chain["party"] not in line.shares, "reveal")
        self.reveal(body["timeline"], line, body["share"])

    def due(self, line: Line, body: dict[str, Any]) -> list[str]:
        giver = body["seat"]
        seats = [seat for seat in self.seats if line.chain(seat)]
        if not body.get("rolls"):
            over = body["command"].get("type") in self.terms.get("hands_over", [])
            return [giver] if over and giver in seats else []
        late = [s for s in seats if s not in line.shares and line.chain(s)["custody"] == "server"]
        return ["server", *(seat for seat in seats if seat == giver or seat in late)]

    def command(self, timeline: str, version: int, body: dict[str, Any]) -> None:
        line, proof = self.lines.get(timeline), body.get("dice_proof")
        need(line, "anchor")
        need(proof, "proof")
        assert line is not None
        assert proof is not None
        need(proof["epoch"] == line.number, "epoch")
        due, rolls = self.due(line, body), body.get("rolls", [])
        if not due:
            since = {"since": line.since} if line.since else {}
            need(proof == {"epoch": line.number, **since}, "reveal")
            return
        need(proof.get("revealed") == due, "reveal")
        need("since" not in proof, "reveal")
        shares = {each["party"]: each for each in proof.get("shares", [])}
        need(set(due) <= set(shares), "share")
        for party in due:
            self.reveal(timeline, line, shares[party])
        order = [line.shares[party] for party in ["server", *self.seats] if party in line.shares]
        need(proof["shares"] == order, "share")
        if rolls:
            need(all(each["party"] in line.shares for each in line.chains), "share")
            need(not self.terms.get("beacon") and not proof.get("beacon"), "beacon")
            mine = [line.shares[each]["link"] if each in line.shares else ZEROS for each in self.seats]
            parts = [bytes.fromhex(each) for each in (line.shares["server"]["link"], *mine, ZEROS)]
            self.faces(timeline, line, sha(frame("ironclad-dice/v1/key", *parts)), rolls)
        need(proof.get("next_roll") == line.roll, "number")
        line.since = version

    def faces(self, timeline: str, line: Line, key: bytes, rolls: list[dict[str, Any]]) -> None:
        for roll in rolls:
            need(roll.get("number") == line.roll, "number")
            need(roll.get("unprompted", False) == (roll["rule"] in self.terms.get("unprompted", [])), "cause")
            sides = roll.get("sides", 6)
            need(2 <= sides <= 256, "sides")
            shown = faces(key, self.game, timeline, line.roll, len(roll["faces"]), sides)
            need(shown == roll["faces"], "faces")
            line.roll += 1


def verify(game: str, rows: list[Row]) -> tuple[int, str] | None:
    verifier = Verifier(game)
    for position, timeline, version, name, body in rows:
        try:
            verifier.take(timeline, version, name, body)
        except Wrong as wrong:
            return position, str(wrong)
    return None
