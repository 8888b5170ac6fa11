"""What a request of v2 had seen, checked as docs/signatures.md states it: no code of the service is used."""

import hashlib
import json
from typing import Any

from tests.proof.second_verifier import Row, need


def leaf(game: str, row: Row) -> bytes:
    """The hash of an event's leaf (docs/ledger.md)."""
    _, line, version, name, body = row
    stream = f"{game}/{line or 'match'}".encode()
    written = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    entry = len(stream).to_bytes(2, "big") + stream + version.to_bytes(8, "big")
    entry += len(name.encode()).to_bytes(2, "big") + name.encode()
    return hashlib.sha256(b"\0" + entry + len(written).to_bytes(2, "big") + written).digest()


class Past:
    """The streams of a game as far as they have come, what is open in its match, the log's known roots."""

    def __init__(self, game: str, roots: dict[int, bytes]) -> None:
        self.game, self.roots = game, roots
        self.hashes: dict[str, dict[int, bytes]] = {"match": {0: bytes(32)}, "main": {0: bytes(32)}}
        self.current = "main"
        self.moves: dict[str, str] = {}
        self.made: dict[tuple[str, str], int] = {}
        self.last: dict[str, dict[str, int]] = {}

    def take(self, row: Row) -> None:
        """One more event of the game."""
        _, line, version, name, body = row
        known = self.hashes[line or "match"]
        known[version] = hashlib.sha256(known[version - 1] + leaf(self.game, row)).digest()
        kind = name.removeprefix("match.").removesuffix(".1") if name.startswith("match.") else ""
        if kind == "timeline_opened" and body["parent"]:
            parent = self.hashes[body["parent"]]
            self.hashes[body["timeline"]] = {at: parent[at] for at in range(body["at"] + 1)}
        elif kind == "game_moved":
            self.current = body["timeline"]
        elif kind == "rewind_proposed":
            self.moves[body["proposal"]] = body["timeline"]
        for place in self.places(kind, body):
            self.made[place] = version

    @staticmethod
    def places(kind: str, body: dict[str, Any]) -> list[tuple[str, str]]:
        return {
            "rewind_proposed": [("rewind", body.get("proposal", ""))],
            "draw_offered": [("draw", body.get("offer", "")), ("draw", "")],
            "key_offered": [("key", body.get("seat", ""))],
            "rules_asked": [("rules", "")],
            "dice_offered": [("chain", body.get("offer", "")), ("all", body.get("timeline", ""))],
            "dice_anchored": [("epoch", body.get("timeline", ""))],
        }.get(kind, [])

    def line(self, line: str, command: dict[str, Any]) -> str:
        """The timeline that a request is about."""
        if line:
            return line
        named = command.get("timeline") or command.get("proposal") or ""
        return named if named in self.hashes else self.moves.get(named, self.current)

    def answered(self, line: str, command: dict[str, Any], link: bool) -> int:
        """The version of the match that a request answers: one on it, or one that brings a link."""
        if line:
            return self.made.get(("epoch", line), 0) if link else 0
        kind, found = command["type"], list[int]()
        named = {
            "rewind": command.get("proposal", ""),
            "draw": command.get("offer", ""),
            "key": command.get("of", ""),
            "rules": "",
        }
        for what, name in named.items():
            if kind in (f"accept_{what}", f"decline_{what}", f"withdraw_{what}", f"move_{what}"):
                found.append(self.made.get((what, name), 0))
        if kind == "accept_rewind":
            found.append(self.made.get(("all", command["proposal"]), 0))
        if kind == "anchor_dice" and command.get("agrees_to"):
            found.append(self.made.get(("chain", command["agrees_to"]), 0))
        if kind == "reveal_first":
            found.append(self.made.get(("epoch", command["timeline"]), 0))
            need(command.get("anchored") == found[0], "seen")
        return max(found, default=0)

    def check(self, position: int, line: str, asked: dict[str, Any], link: bool) -> None:
        """Raises Wrong unless what was seen was there, and is as new as it must be."""
        seen, command = asked["signature"]["seen"], asked["command"]
        checkpoint, about, match = seen["checkpoint"], seen["line"], seen["match"]
        last = self.last.get(asked["seat"], {"size": 1, "position": 1, "match": 0})
        size = checkpoint["size"]
        need(max(last["size"], last["position"]) <= size < position, "seen")
        need(self.roots.get(size, b"").hex() == checkpoint["root"], "seen")
        need(about["timeline"] == self.line(line, command), "seen")
        for stream, each in ((about["timeline"], about), ("match", match)):
            need(self.hashes[stream].get(each["version"], b"").hex() == each["hash"], "seen")
        need(match["version"] >= max(self.answered(line, command, link), last["match"]), "seen")
        self.last[asked["seat"]] = {"size": size, "position": position, "match": match["version"]}
