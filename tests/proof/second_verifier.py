"""A second verifier of dice, written from docs/dice.md: it shares no code with the service.

`verify(game, rows)` takes a game's events in log order as (position, timeline or "", version, name, body as
plain data) and gives None, or the position and a word of the first that does not hold. `sizes` are those of
signed checkpoints (None: not looked at), as `second_bundle` reads them from a bundle, `cosigned` tells what
witnesses cosigned. That of signatures is `second_signatures.py`, that of sealed facts `second_seals.py`.
"""

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

from tests.proof.second_disputes import Replays

Row = tuple[int, str, int, str, dict[str, Any]]
ZEROS = "00" * 32
V1, V2 = "ironclad-dice/v1", "ironclad-dice/v2"


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


def previous(scheme: str, game: str, line: str, chain: dict[str, Any], index: int, link: str) -> str:
    place = frame(f"{scheme}/chain", game, line, chain["party"], chain["custody"], chain["series"])
    return sha(sha(place) + index.to_bytes(4, "big") + bytes.fromhex(link)).hex()


def faces(scheme: str, key: bytes, game: str, line: str, number: int, count: int, sides: int) -> list[int]:
    shown: list[int] = []
    block = 0
    while len(shown) < count:
        message = frame(f"{scheme}/block", game, line, number, block)
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
        self.anchored = 0

    def chain(self, party: str) -> Any:
        return next((each for each in self.chains if each["party"] == party), None)

    def last(self, chain: dict[str, Any]) -> tuple[int, str]:
        share = self.shares.get(chain["party"])
        return (share["index"], share["link"]) if share else (chain.get("index", 0), chain["link"])


class SecondIntents:
    """What seats have committed to. `cosigned` gives (size, time) of every checkpoint that a key cosigned."""

    def __init__(self, game: str, cosigned: Callable[[str], list[tuple[int, int]]] = lambda key: []) -> None:
        self.game, self.cosigned = game, cosigned
        self.terms: Any = None
        self.waiting: dict[tuple[str, str], dict[str, Any]] = {}
        self.given: dict[str, Any] | None = None
        self.commits: set[tuple[str, int]] = set()
        self.rounds: dict[str, list[tuple[int, int]]] = {}

    def take(self, position: int, timeline: str, version: int, kind: str, body: dict[str, Any]) -> None:
        place = (body.get("timeline"), body.get("seat"))
        if kind == "command_committed":
            if (timeline, version - 1) not in self.commits:
                self.rounds = {key: each for key, each in self.rounds.items() if key != timeline}
            self.commits.add((timeline, version))
            if body.get("round"):
                need(self.terms, "beacon")
                self.rounds.setdefault(timeline, []).append((position, body["round"]))
        elif kind == "round_missed":
            need(self.rounds.get(timeline), "beacon")
            last, latest = self.last(timeline)
            need(body["round"] > latest, "beacon")
            self.rounds[timeline].append((last, body["round"]))
        elif kind == "command_accepted" and body.get("committed"):
            at, latest = self.last(timeline)
            self.given = {"position": at, "round": latest, "committed": at} if at else None
        elif kind == "command_accepted":
            self.rounds.pop(timeline, None)
            self.given = self.waiting.pop((timeline, body["seat"]), None)
            names = ("command", "decision", "expected_version", "id")
            asked = {each: body[each] for each in names}
            need(
                not self.given or self.given["digest"] == self.digest(timeline, body["seat"], asked), "intent"
            )
        elif kind == "tournament_set":
            self.terms = body
        elif kind in ("dice_anchored", "game_moved"):
            left = body["timeline"] if kind == "dice_anchored" else body["left"]
            self.waiting = {key: each for key, each in self.waiting.items() if key[0] != left}
        elif kind == "intent_made":
            need(place not in self.waiting, "intent")
            self.waiting[place] = {**body, "position": position}  # type: ignore[index]
        elif kind == "intent_answered":
            need(self.given and self.given["intent"] == body["intent"], "intent")
        elif kind in ("intent_refused", "intent_voided"):
            intent = self.waiting.pop(place, {})  # type: ignore[call-overload]
            need(intent.get("intent") == body["intent"], "intent")
            same = kind != "intent_refused" or self.digest(*place, body["request"]) == intent["digest"]
            need(same, "intent")

    def last(self, timeline: str) -> tuple[int, int]:
        """What waits on a timeline for a round: the place of the last commit, and the latest round."""
        waits = self.rounds.get(timeline, [])
        return max((each[0] for each in waits), default=0), max((each[1] for each in waits), default=0)

    def digest(self, timeline: Any, seat: Any, asked: dict[str, Any]) -> str:
        whole = {**asked, "game": self.game, "timeline": timeline, "seat": seat}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha(frame("ironclad-dice/v1/intent", text)).hex()

    def in_time(self, intent: dict[str, Any]) -> bool:
        at = self.terms["genesis"] + (intent["round"] - 1) * self.terms["period"]
        found = [self.cosigned(key) for key in self.terms["witnesses"]]
        timely = [any(size >= intent["position"] and when < at for size, when in each) for each in found]
        return sum(timely) >= self.terms["needed"]

    def share(self, name: str, said: dict[str, Any]) -> bytes:
        need(self.given, "intent")
        assert self.given is not None
        need(self.in_time(self.given), "witness")
        scheme, place = ("v2", "committed") if self.given.get("committed") else ("v1", "intent")
        need((said["round"], said[place]) == (self.given["round"], self.given["position"]), "beacon")
        return sha(frame(f"ironclad-dice/{scheme}/beacon", name, said["round"], bytes.fromhex(said["value"])))


class Verifier:
    def __init__(
        self, game: str, sizes: list[int] | None = None, intents: SecondIntents | None = None
    ) -> None:
        self.game, self.sizes, self.position = game, sizes, 0
        self.intents = intents or SecondIntents(game)
        self.seats: list[str] = []
        self.branches: set[str] = set()
        self.lines: dict[str, Line] = {}
        self.terms: Any = None
        self.hides = False
        self.rounds = Rounds(self)
        self.replays = Replays(need)
        self.ordered: list[str] = []

    @property
    def scheme(self) -> str:
        return str((self.terms or {}).get("scheme", V1))

    def take(self, timeline: str, version: int, name: str, body: dict[str, Any]) -> None:
        kind = name.split(".")[1]
        if name.startswith("match."):
            self.replays.take(timeline, version, kind, body)
        if name.startswith("match.") and not body.get("replayed"):
            self.intents.take(self.position, timeline, version, kind, body)
        self.hides |= name == "match.seal_set.1"
        if kind in ("command_accepted", "command_committed", "link_revealed"):
            self.ordered = []
        elif kind in ("chains_ordered", "seat_vacated"):
            self.ordered = body["seats"] if kind == "chains_ordered" else [body["seat"]]
        if (timeline, version) == ("main", 1) and not name.startswith("match."):
            said, anchored = body.get("dice"), None if self.terms is None else self.scheme
            need(said == anchored or (anchored is None and said not in (V1, V2)), "said")
        if name.startswith("match.") and kind == "game_opened":
            self.seats = body["seats"]
        elif name.startswith("match.") and kind == "timeline_opened":
            if body["why"] == "branch" or body["parent"] in self.branches:
                self.branches.add(body["timeline"])
        elif name.startswith("match.") and kind == "dice_anchored":
            self.anchored(body["timeline"], body["epoch"])
        elif name.startswith("match.") and kind == "seat_ready":
            self.ready(body)
        elif name == "match.command_accepted.1" and body.get("replayed"):
            self.replays.replayed(timeline, version, body)
        elif name.startswith("match.") and kind == "command_accepted" and timeline:
            if self.terms is not None or body.get("dice_proof"):
                self.command(timeline, version, body)
        elif name.startswith("match."):
            self.rounds.take(timeline, version, kind, body)

    def anchored(self, timeline: str, epoch: dict[str, Any]) -> None:
        self.rounds.free(timeline)
        line = self.lines.setdefault(timeline, Line())
        terms = epoch.get("terms", {})
        self.terms = terms if self.terms is None else self.terms
        need(self.scheme in (V1, V2), "terms")
        need(terms == self.terms, "terms")
        need(epoch["number"] == line.number + 1, "epoch")
        parties = ["server"] if timeline in self.branches else ["server", *self.seats]
        need([each["party"] for each in epoch["chains"]] == parties, "parties")
        agreed = epoch.get("agreed", [])
        for each in line.chains:
            bared = each["custody"] == "client" and each["party"] in line.shares
            need(not bared or each["party"] in agreed or self.ordered, "agreement")
        for new in epoch["chains"]:
            self.chain(line, epoch, new, [*agreed, *self.ordered])
        self.ordered = []
        line.number, line.chains, line.shares = epoch["number"], epoch["chains"], {}
        line.anchored = self.position

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
        need(previous(self.scheme, self.game, timeline, chain, share["index"], share["link"]) == link, "link")
        line.shares[share["party"]] = share

    def ready(self, body: dict[str, Any]) -> None:
        line = self.lines.get(body["timeline"])
        need(line, "anchor")
        assert line is not None
        chain = line.chain(body["share"]["party"])
        need(body["epoch"] == line.number, "epoch")
        need(chain and chain["custody"] == "client" and chain["party"] not in line.shares, "reveal")
        self.reveal(body["timeline"], line, body["share"])
        self.published(line)

    def published(self, line: Line) -> None:
        """Who trusts the service with every chain has nothing to fear from one that was anchored late."""
        if any(each["custody"] == "client" for each in line.chains):
            self.covered(line.anchored)

    def covered(self, position: int) -> None:
        """A checkpoint that has an event at a position came before this one."""
        if self.sizes is not None:
            need(any(position <= size < self.position for size in self.sizes), "checkpoint")

    def due(self, line: Line, body: dict[str, Any]) -> list[str]:
        giver = body["seat"]
        seats = [seat for seat in self.seats if line.chain(seat)]
        if not body.get("rolls"):
            kind = body["command"].get("type")
            over = kind in [*self.terms.get("hands_over", []), *self.terms.get("together", [])]
            due = [giver] if over and giver in seats else []
        else:
            late = [s for s in seats if s not in line.shares and line.chain(s)["custody"] == "server"]
            due = ["server", *(seat for seat in seats if seat == giver or seat in late)]
        if self.scheme == V2 and giver in due:
            alone = body.get("rolls") and self.terms.get("beacon")
            need(line.chain(giver)["custody"] == "server" and not alone, "commit")
        return due

    def command(self, timeline: str, version: int, body: dict[str, Any]) -> None:
        line, proof = self.lines.get(timeline), body.get("dice_proof")
        need(line, "anchor")
        waits = self.rounds.accepted(timeline, body)
        need(proof, "proof")
        assert line is not None
        assert proof is not None
        need(proof["epoch"] == line.number, "epoch")
        rolls = body.get("rolls", [])
        due = self.due(line, body) if waits is None else self.rounds.due(waits, line, rolls)
        if not due and not (waits and rolls):
            since = {"since": line.since} if line.since else {}
            need(proof == {"epoch": line.number, **since}, "reveal")
            self.rounds.done(timeline, waits)
            return
        need(proof.get("revealed", []) == due, "reveal")
        need("since" not in proof, "reveal")
        shares = {each["party"]: each for each in proof.get("shares", [])}
        need(set(due) <= set(shares), "share")
        for party in due:
            if waits is None or line.chain(party)["custody"] == "server":
                self.reveal(timeline, line, shares[party])
        if due:
            self.published(line)
        order = [line.shares[party] for party in ["server", *self.seats] if party in line.shares]
        need(proof.get("shares", []) == order, "share")
        if rolls and waits and waits["key"]:
            need(proof.get("beacon") == waits["beacon"], "beacon")
            self.faces(timeline, line, waits["key"], rolls)
        elif rolls:
            need(all(each["party"] in line.shares for each in line.chains), "share")
            name = self.terms.get("beacon") if len(line.chains) > 1 else None
            need(bool(name) == bool(proof.get("beacon")), "beacon")
            beacon = self.intents.share(name, proof["beacon"]) if name else bytes(32)
            mine = [line.shares[each]["link"] if each in line.shares else ZEROS for each in self.seats]
            parts = [bytes.fromhex(each) for each in (line.shares["server"]["link"], *mine)]
            key = sha(frame(f"{self.scheme}/key", *parts, beacon))
            if waits:
                waits.update(key=key, beacon=proof.get("beacon"))
            self.faces(timeline, line, key, rolls)
        need(proof.get("next_roll") == line.roll, "number")
        line.since = version
        self.rounds.done(timeline, waits)

    def faces(self, timeline: str, line: Line, key: bytes, rolls: list[dict[str, Any]]) -> None:
        for roll in rolls:
            need(roll.get("number") == line.roll, "number")
            need(roll.get("unprompted", False) == (roll["rule"] in self.terms.get("unprompted", [])), "cause")
            sides = roll.get("sides", 6)
            need(2 <= sides <= 256, "sides")
            shown = faces(self.scheme, key, self.game, timeline, line.roll, len(roll["faces"]), sides)
            need(shown == roll["faces"], "faces")
            line.roll += 1


SAME = ("seat", "id", "digest", "at", "by", "decision", "expected_version")


def closed(command: dict[str, Any]) -> list[str]:
    """The fields of a command that is committed to by their digests alone."""

    def alone(value: Any) -> bool:
        inner = value.get("sealed") if isinstance(value, dict) and list(value) == ["sealed"] else None
        return isinstance(inner, dict) and list(inner) == ["digest"]

    return sorted(field for field, value in command.items() if alone(value))


def unboxed(value: Any) -> Any:
    """A command without the boxes and digests of its hidden fields: each place of the log has its own."""
    if isinstance(value, dict):
        inner = value.get("sealed") if list(value) == ["sealed"] else None
        if isinstance(inner, dict) and sorted(inner) == ["box", "digest", "for"]:
            return {"sealed": inner["for"]}
        return {name: unboxed(each) for name, each in value.items()}
    return [unboxed(each) for each in value] if isinstance(value, list) else value


class Rounds:
    """What is committed to and waits, line by line."""

    def __init__(self, verifier: Verifier) -> None:
        self.verifier = verifier
        self.waiting: dict[str, dict[str, Any]] = {}

    def free(self, timeline: str) -> None:
        need(timeline not in self.waiting, "owed")

    def take(self, timeline: str, version: int, kind: str, body: dict[str, Any]) -> None:
        position, of = self.verifier.position, self.verifier
        if kind == "command_committed":
            line = of.lines.get(timeline)
            need(line, "anchor")
            assert line is not None
            need(of.scheme == V2 and timeline not in of.branches and body["seat"] in of.seats, "commit")
            fresh: dict[str, Any] = {"commits": [], "links": set(), "done": 0, "key": None, "beacon": None}
            waits = self.waiting.setdefault(timeline, fresh)
            need(not waits["links"] and not waits["done"], "owed")
            together = of.terms.get("together", [])
            need(all(each["command"]["type"] in together for each in waits["commits"][:1]), "owed")
            own = line.chain(body["seat"])["custody"] == "client"
            alike = own or waits["commits"] or body["command"]["type"] in together or of.terms.get("beacon")
            need(alike, "commit")
            waits["commits"].append({**body, "version": version, "position": position})
        elif kind == "link_revealed":
            line = of.lines.get(timeline)
            need(line, "anchor")
            assert line is not None
            need(of.scheme == V2, "commit")
            owed = self.owed(timeline, line)
            need(owed and not self.waiting[timeline]["done"], "reveal")
            need(owed[0]["version"] == body["committed"], "order")
            need(owed[0]["seat"] == body["seat"] == body["share"]["party"], "reveal")
            self.open(owed[0], body.get("opened") or {})
            self.waiting[timeline]["links"].add(body["committed"])
            of.reveal(timeline, line, body["share"])
            of.published(line)
            last = max(each["position"] for each in self.waiting[timeline]["commits"])
            seen = (body.get("signature") or {}).get("seen")
            if seen is None:
                of.covered(last)
            else:
                need(last <= seen["checkpoint"]["size"] < position, "checkpoint")
        elif kind == "round_missed":
            waits = self.waiting.get(timeline, {"commits": [], "done": 0})
            versions = [each["version"] for each in waits["commits"]]
            need(body["committed"] in versions and not waits["done"], "commit")
        elif kind == "roll_abandoned":
            waits = self.waiting.get(body["timeline"], {"commits": []})
            need(waits["commits"], "abandoned")
            versions = [each["version"] for each in waits["commits"]]
            need(body["committed"] == versions, "abandoned")
            owed = self.owed(body["timeline"], of.lines[body["timeline"]])
            need(body["owed"] == list(dict.fromkeys(each["seat"] for each in owed)), "abandoned")
        elif kind == "game_moved" and of.terms is not None:
            self.free(body["left"])

    def open(self, commit: dict[str, Any], opened: dict[str, Any]) -> None:
        """The link of a closed commit opens its closed fields, and nothing else."""
        fields = closed(commit["command"]) if self.verifier.hides else []
        need(sorted(opened) == fields, "commit")
        commit["command"] = {**commit["command"], **opened}

    def order(self, waits: dict[str, Any]) -> list[dict[str, Any]]:
        seats = self.verifier.seats
        return sorted(waits["commits"], key=lambda each: (seats.index(each["seat"]), each["version"]))

    def owed(self, timeline: str, line: Line) -> list[dict[str, Any]]:
        waits = self.waiting.get(timeline)
        if waits is None:
            return []
        own = [each for each in self.order(waits) if line.chain(each["seat"])["custody"] == "client"]
        return [each for each in own if each["version"] not in waits["links"]]

    def accepted(self, timeline: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """The round that a command is of, after it was found to be the next of it."""
        if not body.get("committed"):
            self.free(timeline)
            return None
        need(self.verifier.scheme == V2 and timeline in self.waiting, "commit")
        waits = self.waiting[timeline]
        need(not self.owed(timeline, self.verifier.lines[timeline]), "owed")
        due = self.order(waits)[waits["done"]]
        need(due["version"] == body["committed"], "order")
        given = (body.get("instead") or body)["command"]
        same = all(due.get(each) == body.get(each) for each in SAME)
        same = same and unboxed(due["command"]) == unboxed(given)
        need(same and not body.get("signature"), "commit")
        return waits

    def due(self, waits: dict[str, Any], line: Line, rolls: list[Any]) -> list[str]:
        first = [] if waits["done"] else [each["seat"] for each in waits["commits"]]
        late = []
        if rolls and not waits["key"]:
            seats = self.verifier.seats
            late = [s for s in seats if s not in line.shares and line.chain(s)["custody"] == "server"]
            late.append("server")
        return [party for party in ("server", *self.verifier.seats) if party in (*first, *late)]

    def done(self, timeline: str, waits: dict[str, Any] | None) -> None:
        if waits is not None:
            waits["done"] += 1
            if waits["done"] == len(waits["commits"]):
                del self.waiting[timeline]


def verify(
    game: str,
    rows: list[Row],
    sizes: list[int] | None = None,
    cosigned: Callable[[str], list[tuple[int, int]]] | None = None,
) -> tuple[int, str] | None:
    verifier = Verifier(game, sizes, SecondIntents(game, cosigned) if cosigned else None)
    for position, timeline, version, name, body in rows:
        verifier.position = position
        try:
            verifier.take(timeline, version, name, body)
        except Wrong as wrong:
            return position, str(wrong)
    return None
