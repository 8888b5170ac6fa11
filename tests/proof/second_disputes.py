"""A second reader of disputes in a record, written from docs/disputes.md: who asked, and what came of it.

It knows no rule of a game, and shares no code with the service.
"""

import json
from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]
CAUSES = {
    "name_officials": ("officials_asked", "officials_named"),
    "make_claim": ("claim_made",),
    "answer_claim": ("claim_answered",),
    "withdraw_claim": ("claim_withdrawn",),
    "add_evidence": ("evidence_added",),
    "settle_claim": ("settlement_offered", "claim_settled", "remedy_applied"),
    "take_claim": ("claim_taken",),
    "open_fact": ("fact_opened",),
    "declare_conflict": ("conflict_declared",),
    "rule_claim": ("ruling_given", "penalty_given", "remedy_applied", "remedy_undone"),
    "appeal_ruling": ("appeal_made",),
    "name_panel": ("panel_named",),
    "vote_appeal": ("appeal_voted", "appeal_decided", "remedy_applied", "remedy_undone"),
    "penalise": ("penalty_given",),
    **dict.fromkeys(("end_game", "lift_end", "annul", "rule_on_version"), ()),
    **dict.fromkeys(("stop_clocks", "start_clocks", "adjust_clock", "call_adjournment", "lift_flag"), ()),
    "order_chains": ("chains_ordered",),
    "vacate_seat": ("seat_vacated",),
}
KINDS = {kind for kinds in CAUSES.values() for kind in kinds}
LINES = ("settle_claim", "rule_claim", "vote_appeal")
ENDS = (*LINES, "end_game", "annul", "penalise")
SEAT = {"officials_asked", "claim_made", "claim_answered", "appeal_made", "settlement_offered"}
BY = {"evidence_added", "claim_taken", "ruling_given", "penalty_given", "appeal_voted"}
NEVER = {
    *("game_opened", "seat_taken", "taken_back", "resigned", "rules_asked", "rules_withdrawn"),
    *("rewind_proposed", "rewind_accepted", "rewind_declined", "rewind_withdrawn"),
    *("draw_offered", "draw_accepted", "draw_declined", "draw_withdrawn"),
}


class Officials:
    """Who may rule, and what requests about disputes cause."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def asks(self, asked: Fields, seats: list[str]) -> bool:
        """Whether a seat, or a named official, asks."""
        if asked["seat"]:
            return asked["seat"] in seats and asked["by"] == asked["seat"]
        return asked["command"]["type"] == "name_officials" or asked["by"] in self.names

    def wrong(self, asked: Fields, on: str, caused: list[tuple[int, str, Fields]]) -> int | None:
        """The position of the first event that is not caused so, 0 for a missing one; None where all are."""
        type, line, moved = asked["command"]["type"], "", False
        for at, kind, body in caused:
            if kind == "timeline_opened":
                fits, line = type in LINES and body["why"] == "ruling", body["timeline"]
            elif kind == "game_moved":
                fits = moved = body["left"] == on and body["timeline"] == line
            elif kind == "game_ended":
                ruled = body["how"] in ("ruling", "annulled")
                fits = type in ENDS if ruled else moved and body["how"] == "rules"
            elif kind == "rules_moved":
                there = on if type == "rule_on_version" else line
                fits = body["by"] == "ruling" and body["timeline"] == there
            elif kind in KINDS:
                fits = kind in CAUSES[type] and self.of(asked, kind, body)
            else:
                fits = kind not in NEVER
            if not fits:
                return at
        first = CAUSES[type][: 2 if type == "name_officials" else 1]
        return 0 if first and not any(kind in first for _, kind, _ in caused) else None

    def of(self, asked: Fields, kind: str, body: Fields) -> bool:
        if kind in SEAT:
            return bool(body["seat"] == asked["seat"])
        if kind in BY:
            return bool(body["by"] == asked["by"])
        if kind in ("chains_ordered", "seat_vacated"):
            said = {**asked["command"], "by": asked["by"], "type": kind}
            return said == {**body, "type": kind}
        return kind != "conflict_declared" or bool(body["official"] == asked["by"])

    def event(self, kind: str, body: Fields) -> None:
        if kind == "officials_named":
            self.names = {body["chief"], *body["deputies"], *body["assessors"]}


class Replays:
    """Commands decided again: each is the one of its place, asked by the same, with the same faces.

    `need` raises what the caller takes for a fault.
    """

    def __init__(self, need: Callable[[object, str], None]) -> None:
        self.need = need
        self.known: dict[str, list[tuple[int, int, str]]] = {}
        self.due: list[Fields] = []
        self.line = ""

    def take(self, timeline: str, version: int, kind: str, body: Fields) -> None:
        if kind in ("command_accepted", "command_committed") and not body.get("replayed"):
            self.need(not self.due, "replay")
        if kind == "command_accepted" and timeline and not body.get("replayed"):
            if body["command"]["type"] != "take_back":
                began = body.get("committed") or version
                self.known.setdefault(timeline, []).append((version, began, said(body)))
        elif kind == "taken_back":
            known = self.known.get(body["timeline"], [])
            self.known[body["timeline"]] = [each for each in known if each[0] <= body["to"]]
        elif kind == "remedy_applied" and body["remedy"]["type"] == "same_faces":
            remedy, line = body["remedy"], body["remedy"]["timeline"]
            last = remedy.get("through") or remedy["version"]
            wanted = [each[0] for each in self.known.get(line, []) if remedy["version"] <= each[0] <= last]
            self.need(wanted and wanted[0] == remedy["version"], "replay")
            self.due = [{"timeline": line, "version": each} for each in wanted]
            self.need(body["effect"].get("replayed") == self.due, "replay")
            self.line = body["effect"]["timeline"]
        elif kind == "timeline_opened" and self.due and body["timeline"] == self.line:
            began = self.at(self.due[0])[1]
            from_ = (body["parent"], body["at"])
            self.need(from_ == (self.due[0]["timeline"], began - 1), "replay")

    def at(self, place: Fields) -> tuple[int, int, str]:
        return next(each for each in self.known[place["timeline"]] if each[0] == place["version"])

    def replayed(self, timeline: str, version: int, body: Fields) -> None:
        self.need(self.due and timeline == self.line and body["replayed"] == self.due[0], "replay")
        known = self.at(self.due.pop(0))
        self.need(said(body) == known[2], "replay")
        plain = not (body.get("signature") or body.get("dice_proof") or body.get("committed"))
        self.need(plain, "replay")
        self.known.setdefault(timeline, []).append((version, version, known[2]))


def said(body: Fields) -> str:
    """What was asked by whom, and the faces."""
    faces = [[each["faces"], each.get("sides", 6)] for each in body.get("rolls", [])]
    named = [body.get(field, "") for field in ("seat", "id", "digest", "by")]
    return json.dumps([named, body["command"], faces], sort_keys=True)
