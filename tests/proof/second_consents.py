"""What requests do to the match, checked a second time from docs/signatures.md.

It shares no code with the service.
"""

from typing import Any

from tests.proof.second_disputes import CAUSES, Officials
from tests.proof.second_verifier import Row

NOT_TAKEN = {"decline_rewind": "rewind_declined", "withdraw_rewind": "rewind_withdrawn"}
DRAWS = {"accept_draw": "draw_accepted", "decline_draw": "draw_declined", "withdraw_draw": "draw_withdrawn"}
HELD = (
    *("game_opened", "seat_taken", "timeline_opened", "game_moved", "game_ended", "taken_back", "resigned"),
    *("rewind_proposed", "rewind_accepted", "rewind_declined", "rewind_withdrawn"),
    *("draw_offered", "draw_accepted", "draw_declined", "draw_withdrawn"),
    *("rules_asked", "rules_moved", "rules_withdrawn"),
)
SERVED = ("open_game", "open_branch", "renew_dice", "void_intent", "refuse_intent")
Fields = dict[str, Any]


class Match:
    def __init__(self) -> None:
        self.seats: list[str] = []
        self.branches: set[str] = set()
        self.on = ""
        self.proposals: dict[str, Fields] = {}
        self.draw: Fields | None = None
        self.rules: Fields | None = None
        self.officials = Officials()

    def take(self, append: list[Row]) -> int:
        """The position of the first event that was not asked for; 0 if all were."""
        first, line, version, name, asked = append[0]
        kind, due = "", []
        if name == "match.command_accepted.1":
            command = asked["command"]
            kind = command["type"]
            if not line and kind in CAUSES:
                return self.dispute(first, asked, append)
            known = asked["seat"] in self.seats or line in self.branches or (not line and kind in SERVED)
            wanted = self.due(line, version, asked["seat"], command) if known else None
            if wanted is None:
                return first
            due = wanted
        done = 0
        for at, of, _, name, body in append[1:]:
            what = name.split(".")[1]
            if of or not name.startswith("match."):
                continue
            if what in HELD:
                if done < len(due):
                    holds = what == due[done][0] and all(
                        same(body.get(field, ""), value) for field, value in due[done][1].items()
                    )
                else:
                    holds = done == len(due) and what == "game_ended" and self.ends(line, kind, body)
                if not holds:
                    return at
                done += 1
        if done < len(due):
            return first
        for _, _, _, name, body in append[1:]:
            if name.startswith("match."):
                self.event(name.split(".")[1], body)
        return 0

    def dispute(self, first: int, asked: Fields, append: list[Row]) -> int:
        """The same of a request about a dispute."""
        caused = [
            (at, name.split(".")[1], body)
            for at, of, _, name, body in append[1:]
            if not of and name.startswith("match.")
        ]
        if not self.officials.asks(asked, self.seats):
            return first
        if (wrong := self.officials.wrong(asked, self.on, caused)) is not None:
            return wrong or first
        for _, kind, body in caused:
            self.event(kind, body)
            self.officials.event(kind, body)
        return 0

    def ends(self, line: str, kind: str, body: Fields) -> bool:
        """Whether the rules can end the game by this request."""
        on_it = body["timeline"] == line == self.on if line else kind in ("open_game", "accept_rewind")
        return bool(body["how"] == "rules" and on_it)

    def due(self, line: str, version: int, seat: str, command: Fields) -> list[tuple[str, Fields]] | None:
        kind = command["type"]
        if line:
            back = {"timeline": line, "version": version, "to": command.get("to"), "seat": seat}
            return [("taken_back", back)] if kind == "take_back" else []
        draw = {"timeline": self.on, "version": command.get("head"), "how": "draw", "winner": None}
        others = [each for each in self.seats if each != seat]
        lost = {**draw, "how": "resignation", "winner": others[0] if others else None}
        from_ = {"parent": command.get("timeline"), "at": command.get("at"), "why": "branch"}
        named = {field: command.get(field) for field in ("proposal", "timeline", "at")}
        named["clocks"] = command.get("clocks", "")
        plain: dict[str, list[tuple[str, Fields]]] = {
            "open_game": [("game_opened", {}), ("timeline_opened", {"parent": None, "at": 0, "why": "main"})],
            "open_branch": [("timeline_opened", {"timeline": command.get("branch"), **from_})],
            "take_seat": [("seat_taken", {"seat": seat, "player": command.get("player")})],
            "propose_rewind": [("rewind_proposed", {"seat": seat, **named})],
            "offer_draw": [("draw_offered", {"seat": seat, "offer": command.get("offer", "")})],
            "resign": [("resigned", {"seat": seat}), ("game_ended", lost)],
        }
        if kind in plain:
            return plain[kind]
        if kind.endswith("_rewind"):
            return self.rewind(seat, command)
        if kind in DRAWS:
            if not self.draw or (self.draw["seat"] == seat) != (kind == "withdraw_draw"):
                return None
            return [(DRAWS[kind], {"seat": seat}), ("game_ended", draw)][: 1 + (kind == "accept_draw")]
        if kind == "withdraw_rules":
            return [("rules_withdrawn", {"seat": self.rules["seat"], "by": seat})] if self.rules else None
        if kind == "move_rules":
            to = {"version": command.get("version"), "readings": command.get("readings")}
            if not self.rules:
                return [("rules_asked", {"seat": seat, **to})]
            if self.rules["seat"] == seat or any(self.rules[field] != to[field] for field in to):
                return None
            return [("rules_moved", {"timeline": self.on, "by": "agreement", **to})]
        return []

    def rewind(self, seat: str, command: Fields) -> list[tuple[str, Fields]] | None:
        kind, id = command["type"], command.get("proposal")
        proposed = self.proposals.get(id) if isinstance(id, str) else None
        if not proposed or (proposed["seat"] == seat) != (kind == "withdraw_rewind"):
            return None
        answer = {"proposal": id, "seat": seat}
        if kind in NOT_TAKEN:
            return [(NOT_TAKEN[kind], answer)]
        line = {"timeline": id, "parent": proposed["timeline"], "at": proposed["at"], "why": "rewind"}
        moved = {"timeline": id, "left": self.on, "at": command.get("head")}
        return [("rewind_accepted", answer), ("timeline_opened", line), ("game_moved", moved)]

    def event(self, kind: str, body: Fields) -> None:
        if kind == "game_opened":
            self.seats = body["seats"]
        elif kind == "timeline_opened":
            self.on = body["timeline"] if body["why"] == "main" else self.on
            if body["why"] == "branch" or body["parent"] in self.branches:
                self.branches.add(body["timeline"])
        elif kind == "rewind_proposed":
            self.proposals[body["proposal"]] = body
        elif kind == "draw_offered":
            self.draw = body
        elif kind == "rules_asked":
            self.rules = body
        elif kind in ("rewind_accepted", *NOT_TAKEN.values()):
            self.proposals.pop(body["proposal"], None)
        if kind == "seat_vacated":
            self.proposals = {id: each for id, each in self.proposals.items() if each["seat"] != body["seat"]}
            self.draw = None if self.draw and self.draw["seat"] == body["seat"] else self.draw
            self.rules = None if self.rules and self.rules["seat"] == body["seat"] else self.rules
        if kind == "game_moved":
            self.on = body["timeline"]
        if kind in ("game_moved", "seal_opened") or (kind == "game_ended" and body["how"] != "rules"):
            self.proposals = {}
        if kind in ("game_moved", "game_ended", *DRAWS.values()):
            self.draw = None
        if kind in ("game_moved", "game_ended", "rules_moved", "rules_withdrawn"):
            self.rules = None


def same(found: Any, asked: Any) -> bool:
    return type(found) is type(asked) and bool(found == asked)
