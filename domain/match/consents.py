"""What requests do to the match: who has which seat, on which line the game is, how it ends, its rules.

`Consents` takes a game's appends in log order and holds these events to the requests that cause them: to the
seat that gave each, and to what the other seat proposed before. It asks no rule of the game. Keys and dice
have checks of their own (`signed_check`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as e
from ironclad.domain.match.clocks.consents import ClockConsents
from ironclad.domain.match.clocks.events import AGREEMENT, TimeAdjusted
from ironclad.domain.match.disputes.consents import CAUSED, OF_CLOCKS, DisputeConsents
from ironclad.domain.match.disputes.events import DISPUTE_EVENTS, SeatVacated
from ironclad.domain.match.fair_records import Placed
from ironclad.domain.match.signed import UNSIGNED
from ironclad.domain.match.taking_back import TAKE_BACK

_Due = tuple[type[Event], dict[str, Any]]
"""An event that a request causes: its type, and those of its fields that have to be so."""

_HELD = (
    *(e.GameOpened, e.SeatTaken, e.TimelineOpened, e.GameMoved, e.GameEnded, e.TakenBack, e.Resigned),
    *(e.RewindProposed, e.RewindAccepted, e.RewindDeclined, e.RewindWithdrawn),
    *(e.DrawOffered, e.DrawAccepted, e.DrawDeclined, e.DrawWithdrawn),
    *(e.RulesAsked, e.RulesMoved, e.RulesWithdrawn),
)


class Unasked(Exception):
    """What was not asked for: the log position, and what was found."""

    def __init__(self, position: int, detail: str) -> None:
        super().__init__(detail)
        self.position, self.detail = position, detail


class Consents:
    """What seats have proposed to each other in a game, and on which line the game is."""

    def __init__(self) -> None:
        self._seats: tuple[str, ...] = ()
        self._branches: set[str] = set()
        self._current = ""
        self._proposals: dict[str, e.RewindProposed] = {}
        self._draw: e.DrawOffered | None = None
        self._rules: e.RulesAsked | None = None
        self._clocks = ClockConsents()
        self._disputes = DisputeConsents()

    @property
    def words(self) -> list[str]:
        """What is the service's word alone, in sentences."""
        return self._disputes.words

    def take(self, append: Sequence[Placed]) -> None:
        """An append of the game: the command, commit or link, then what it caused. Raises Unasked."""
        position, line, version, first = append[0]
        due: list[_Due] = []
        if isinstance(first, e.CommandAccepted) and not line and _type(first.command) in CAUSED:
            self._take_dispute(position, first, append)
            return
        if isinstance(first, e.CommandAccepted):
            unsigned = not line and _type(first.command) in UNSIGNED
            if not (unsigned or first.seat in self._seats or line in self._branches):
                raise Unasked(position, f"the game has no seat {first.seat!r}")
            caused = self._due(line, version, first.seat, first.command)
            if caused is None:
                raise Unasked(position, "there is nothing to be answered so")
            due = caused
        in_match = [(at, event) for at, of, _, event in append[1:] if not of]
        found = [each for each in in_match if isinstance(each[1], _HELD)]
        for number, (place, event) in enumerate(found):
            is_due = number < len(due) and _is(event, due[number])
            if not is_due and not (number == len(due) and self._ends(line, first, event)):
                raise Unasked(place, "nobody asked for this")
        if len(found) < len(due):
            raise Unasked(append[0][0], "what was asked for here is missing")
        for at, event in in_match:
            if isinstance(event, DISPUTE_EVENTS):
                raise Unasked(at, "nobody asked for this")
        also = self._clocks_back(first, in_match) if not line else ()
        self._take_clocks(line, first, append, in_match, also)

    def _clocks_back(self, first: Event, in_match: Sequence[tuple[int, Event]]) -> tuple[type[Event], ...]:
        """The events by which clocks are set back with the game, where that was proposed. Raises Unasked."""
        if not isinstance(first, e.CommandAccepted) or _type(first.command) != "accept_rewind":
            return ()
        proposed = self._proposals.get(str(first.command.get("proposal")))
        if proposed is None or not proposed.clocks:
            return ()
        for at, event in in_match:
            if isinstance(event, TimeAdjusted):
                agreed = (event.by, event.why, event.claim, event.outage)
                if agreed != (AGREEMENT, "agreement", None, None):
                    raise Unasked(at, "nobody asked for this")
        return (TimeAdjusted,)

    def _take_clocks(
        self,
        line: str,
        first: Event,
        append: Sequence[Placed],
        in_match: Sequence[tuple[int, Event]],
        also: tuple[type[Event], ...] = (),
    ) -> None:
        """What an append did, and what it did to the clocks. Raises Unasked."""
        for *_, each in append[1:]:
            self._take(each)
        if (wrong := self._clocks.take(line, self._current, first, in_match, also)) is not None:
            raise Unasked(wrong[0] or append[0][0], wrong[1])

    def _take_dispute(self, position: int, first: e.CommandAccepted, append: Sequence[Placed]) -> None:
        """An append of a request about a dispute. Raises Unasked."""
        if not self._disputes.may_ask(first, self._seats):
            raise Unasked(position, f"nobody named {first.by!r} an official of the game")
        in_match = [(at, event) for at, of, _, event in append[1:] if not of]
        if (wrong := self._disputes.wrong(first, self._current, in_match)) is not None:
            raise Unasked(wrong[0] or position, wrong[1])
        self._take_clocks("", first, append, in_match, OF_CLOCKS.get(_type(first.command), ()))

    def _due(self, line: str, version: int, seat: str, command: Mapping[str, Any]) -> list[_Due] | None:
        """What a request has to cause at a version of its line; None where nothing waits for this answer."""
        if line:
            if _type(command) != TAKE_BACK:
                return []
            back = {"timeline": line, "version": version, "to": command.get("to"), "seat": seat}
            return [(e.TakenBack, back)]
        match _type(command):
            case "open_game":
                return [(e.GameOpened, {}), (e.TimelineOpened, {"parent": None, "at": 0, "why": "main"})]
            case "open_branch":
                from_ = {"parent": command.get("timeline"), "at": command.get("at"), "why": "branch"}
                return [(e.TimelineOpened, {"timeline": command.get("branch"), **from_})]
            case "take_seat":
                return [(e.SeatTaken, {"seat": seat, "player": command.get("player")})]
            case "propose_rewind":
                fields = {each: command.get(each) for each in ("proposal", "timeline", "at")}
                fields["clocks"] = command.get("clocks", UNSET)
                return [(e.RewindProposed, {"seat": seat, **fields})]
            case "accept_rewind" | "decline_rewind" | "withdraw_rewind":
                return self._of_rewind(seat, command)
            case "offer_draw":
                return [(e.DrawOffered, {"seat": seat, "offer": command.get("offer", "")})]
            case "accept_draw" | "decline_draw" | "withdraw_draw":
                return self._of_draw(seat, command)
            case "resign":
                winner = next((each for each in self._seats if each != seat), None)
                return [(e.Resigned, {"seat": seat}), self._end(command, "resignation", winner)]
            case "move_rules" | "withdraw_rules":
                return self._of_rules(seat, command)
        return []

    def _of_rewind(self, seat: str, command: Mapping[str, Any]) -> list[_Due] | None:
        """An answer to a proposal: by the other seat, or taken back by its own."""
        proposed, type = self._proposals.get(str(command.get("proposal"))), _type(command)
        if proposed is None or (proposed.seat == seat) != (type == "withdraw_rewind"):
            return None
        id, answer = proposed.proposal, {"proposal": proposed.proposal, "seat": seat}
        if type != "accept_rewind":
            return [(e.RewindDeclined if type == "decline_rewind" else e.RewindWithdrawn, answer)]
        from_ = {"parent": proposed.timeline, "at": proposed.at, "why": "rewind"}
        moved = {"timeline": id, "left": self._current, "at": command.get("head")}
        opened = (e.TimelineOpened, {"timeline": id, **from_})
        return [(e.RewindAccepted, answer), opened, (e.GameMoved, moved)]

    def _of_draw(self, seat: str, command: Mapping[str, Any]) -> list[_Due] | None:
        """An answer to an offer of a draw: by the other seat, or taken back by its own."""
        type, by = _type(command), {"seat": seat}
        if self._draw is None or (self._draw.seat == seat) != (type == "withdraw_draw"):
            return None
        if type == "accept_draw":
            return [(e.DrawAccepted, by), self._end(command, "draw", None)]
        return [(e.DrawDeclined if type == "decline_draw" else e.DrawWithdrawn, by)]

    def _of_rules(self, seat: str, command: Mapping[str, Any]) -> list[_Due] | None:
        """The rules are moved as the second seat asks for the same as the first."""
        asks = self._rules
        if _type(command) == "withdraw_rules":
            return None if asks is None else [(e.RulesWithdrawn, {"seat": asks.seat, "by": seat})]
        to = {"version": command.get("version"), "readings": command.get("readings")}
        if asks is None:
            return [(e.RulesAsked, {"seat": seat, **to})]
        if asks.seat == seat or {"version": asks.version, "readings": asks.readings} != to:
            return None
        return [(e.RulesMoved, {"timeline": self._current, "by": "agreement", **to})]

    def _end(self, command: Mapping[str, Any], how: str, winner: str | None) -> _Due:
        ended = {"timeline": self._current, "version": command.get("head"), "how": how, "winner": winner}
        return e.GameEnded, ended

    def _ends(self, line: str, first: Event, event: Event) -> bool:
        """Whether the rules, or a flag, may end the game here: on the line that it is on, or comes to."""
        if not isinstance(event, e.GameEnded) or event.how not in ("rules", "flag"):
            return False
        if event.how == "flag":
            finds = not line and isinstance(first, e.CommandAccepted) and _type(first.command) == "find_flag"
            return finds and event.timeline == self._current
        if line:
            return event.timeline == line == self._current
        return isinstance(first, e.CommandAccepted) and _type(first.command) in ("open_game", "accept_rewind")

    def _take(self, event: Event) -> None:
        self._disputes.take(event)
        match event:
            case e.GameOpened():
                self._seats = event.seats
            case e.TimelineOpened():
                if event.why == "main":
                    self._current = event.timeline
                if event.why == "branch" or event.parent in self._branches:
                    self._branches.add(event.timeline)
            case e.RewindProposed():
                self._proposals[event.proposal] = event
            case e.RewindAccepted() | e.RewindDeclined() | e.RewindWithdrawn():
                self._proposals.pop(event.proposal, None)
            case e.GameMoved():
                self._current, self._draw, self._rules = event.timeline, None, None
                self._proposals.clear()
            case e.DrawOffered():
                self._draw = event
            case e.DrawAccepted() | e.DrawDeclined() | e.DrawWithdrawn():
                self._draw = None
            case e.RulesAsked():
                self._rules = event
            case e.RulesMoved() | e.RulesWithdrawn():
                self._rules = None
            case SeatVacated():
                self._vacate(event.seat)
            case e.GameEnded():
                self._draw = self._rules = None
                if event.how != "rules":
                    self._proposals.clear()
            case e.SealOpened():
                self._proposals.clear()

    def _vacate(self, seat: str) -> None:
        """What the player of a vacated seat had proposed lapses."""
        self._proposals = {id: each for id, each in self._proposals.items() if each.seat != seat}
        if self._draw is not None and self._draw.seat == seat:
            self._draw = None
        if self._rules is not None and self._rules.seat == seat:
            self._rules = None


def _type(command: Mapping[str, Any]) -> str:
    return str(command.get("type"))


def _is(event: Event, due: _Due) -> bool:
    """Whether an event is what was due."""
    kind, fields = due
    return isinstance(event, kind) and all(
        _same(getattr(event, name), value) for name, value in fields.items()
    )


def _same(found: Any, asked: Any) -> bool:
    """Whether two values are equal as JSON: true is not 1."""
    return type(found) is type(asked) and bool(found == asked)
