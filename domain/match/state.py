"""The state of a match, and how each event changes it."""

from collections.abc import Callable
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, Epoch, Share
from ironclad.domain.kernel.sight import PADDED_TO
from ironclad.domain.match import events as e
from ironclad.domain.match.clocks import events as t
from ironclad.domain.match.clocks import fold
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.disputes import state as disputing
from ironclad.domain.match.disputes.events import DISPUTE_EVENTS, SeatVacated
from ironclad.domain.match.keys import Keys

MAIN = "main"
_LAST = 2**62  # past the last version of any line
COMPUTER = "house"  # the stored pseudonym of the computer player; a person's is never a word
COMPUTER_NAME = "the computer player"  # what people call it


class Back(msgspec.Struct, frozen=True):
    """A take-back of `by`: at `version` of its line the position is the one at `to` again."""

    version: int
    to: int
    by: str


class Moved(msgspec.Struct, frozen=True):
    """From event `at` of its line on, another version of the rules holds, with these readings changed."""

    at: int
    version: str
    readings: dict[str, str]


class RulesAsk(msgspec.Struct, frozen=True):
    """A move of the rules that a seat asked for, and that waits for the other seat."""

    seat: str
    version: str
    readings: dict[str, str]
    made_at: str


class Timeline(msgspec.Struct, frozen=True):
    """A line, and how the game left it (`left_for` another line, at version `left_at`), if it did.

    `taken` are the take-backs on it, `moved` the moves of the rules, in order.
    """

    id: str
    parent: str | None
    at: int
    why: str
    by: str
    opened_at: str
    left_for: str | None = None
    left_by: str | None = None
    left_because: str | None = None
    left_at: int | None = None
    taken: tuple[Back, ...] = ()
    moved: tuple[Moved, ...] = ()

    def stands(self, version: int, head: int) -> bool:
        """Whether a version of the line is still in force at `head`: it was not taken back before."""
        for back in reversed(self.taken):
            if back.version <= head:
                if back.version <= version <= head:
                    return True
                head = back.to
        return version <= head


class Proposal(msgspec.Struct, frozen=True):
    """A proposed rewind that waits for its answer; `clocks` is "as_then" where they go back too."""

    id: str
    seat: str
    timeline: str
    at: int
    reason: str
    made_at: str
    clocks: str = ""


class DrawOffer(msgspec.Struct, frozen=True):
    """A draw on offer that waits for its answer."""

    id: str
    made_at: str


class LineDice(msgspec.Struct, frozen=True):
    """A line's dice as far as the match knows them: what commands revealed is in the line's own stream.

    `epoch` is None for a line that is only proposed. `bared` are the links that seats revealed in the epoch
    without a command, `series` how many chains of its own each seat has anchored here, `offers` what waits.
    """

    epoch: Epoch | None = None
    bared: tuple[Share, ...] = ()
    series: dict[str, int] = {}
    offers: dict[str, e.DiceOffered] = {}


class Intent(msgspec.Struct, frozen=True):
    """What a seat committed to last on a line; `state` is waiting, answered, refused, void or lapsed."""

    id: str
    seat: str
    digest: str
    round: int
    made_at: str
    state: str = "waiting"


class Match(msgspec.Struct):
    """A match. `clock` is the time of the last accepted command, as RFC 3339 in UTC.

    `dice` are those of its lines; a game from before fair dice has none. `keys` are those of its seats. At
    the tournament level `intents` are the last ones, by line and seat. `seal` is the commitment to the key of
    a game that hides something ("" for any other), `padded_to` the size that its hidden values are padded to,
    `opened_key` the key itself (hex) once it was opened. `clocks` are those of a timed game, None for a game
    for which no control was ever asked. `turns` tell by line from which version on which seats hold the turn,
    `flags` of a flagged seat until when its command would have been taken. `disputes` are None for a game
    without officials and claims.
    """

    opened: e.GameOpened | None = None
    opened_at: str = ""
    clock: str = ""
    players: dict[str, str] = {}
    timelines: dict[str, Timeline] = {}
    current: str = MAIN
    proposals: dict[str, Proposal] = {}
    draw_offers: dict[str, DrawOffer] = {}
    ended: e.GameEnded | None = None
    dice: dict[str, LineDice] = {}
    keys: Keys = Keys()
    tournament: e.TournamentSet | None = None
    intents: dict[tuple[str, str], Intent] = {}
    rules_asked: RulesAsk | None = None
    seal: str = ""
    opened_key: str = ""
    padded_to: int = PADDED_TO
    clocks: ClockState | None = None
    turns: dict[str, tuple[tuple[int, tuple[str, ...]], ...]] = {}
    flags: dict[str, str] = {}
    disputes: disputing.Disputes | None = None

    @property
    def timed(self) -> bool:
        """Whether clocks run in the game."""
        return self.clocks is not None and self.clocks.control is not None

    @property
    def all_clocks(self) -> ClockState:
        """The clocks; those of a game that is not timed have no control."""
        if self.clocks is not None or self.opened is None:
            return self.clocks or ClockState()
        now = instant_of(self.clock) if self.clock else 0
        return ClockState(self.opened.seats, now=now, ended=self.ended.how if self.ended is not None else "")

    @property
    def hides(self) -> bool:
        """Whether something in the game is hidden from somebody now."""
        return bool(self.seal) and not self.opened_key

    def copy(self) -> "Match":
        """A copy that can be changed without changing this match."""
        return Match(
            self.opened,
            self.opened_at,
            self.clock,
            self.players.copy(),
            self.timelines.copy(),
            self.current,
            self.proposals.copy(),
            self.draw_offers.copy(),
            self.ended,
            self.dice.copy(),
            self.keys,
            self.tournament,
            self.intents.copy(),
            self.rules_asked,
            self.seal,
            self.opened_key,
            self.padded_to,
            self.clocks,
            self.turns.copy(),
            self.flags.copy(),
            self.disputes,
        )

    def lineage(self, timeline: str, at: int) -> list[tuple[str, int, int]]:
        """The stretches (line, after, to version), root first, that make up `timeline` to version `at`."""
        stretches = []
        line: Timeline | None = self.timelines[timeline]
        while line is not None:
            if at > line.at:
                stretches.append((line.id, line.at, at))
                at = line.at
            line = self.timelines[line.parent] if line.parent is not None else None
        return stretches[::-1]

    def own_place(self, timeline: str, at: int) -> tuple[str, int]:
        """A version of a line, on the line before it if that has it: where a line begins is its own.

        As it is where the game has no such line.
        """
        line = self.timelines.get(timeline)
        while line is not None and at < line.at and line.parent is not None:
            line = self.timelines[line.parent]
        return timeline if line is None else line.id, at

    def course(self, timeline: str, at: int) -> list[tuple[str, int, int]]:
        """The stretches (line, after, to version), root first, whose events make the position there.

        They are those of the lineage without what was taken back by then.
        """
        stretches = []
        for line, after, upto in reversed(self.lineage(timeline, at)):
            for back in reversed(self.timelines[line].taken):
                if back.version <= upto:
                    if back.version < upto:
                        stretches.append((line, back.version, upto))
                    upto = back.to
            if after < upto:
                stretches.append((line, after, upto))
        return stretches[::-1]

    def holders(self, timeline: str, at: int) -> tuple[str, ...] | None:
        """The seats that held the turn at a version of a line; None where nobody did yet."""
        for line, after, upto in reversed(self.course(timeline, at)):
            found = [held for version, held in self.turns.get(line, ()) if after < version <= upto]
            if found:
                return found[-1]
        return None

    def moves_of(self, timeline: str, at: int | None = None) -> list[Moved]:
        """The moves of the rules that hold at a version of a line (its head, unless named), in order.

        No take-back goes past one of them.
        """
        stretches = self.lineage(timeline, _LAST if at is None else at)
        return [
            move
            for line, after, upto in stretches
            for move in self.timelines[line].moved
            if after < move.at <= upto
        ]

    def rules_of(self, timeline: str, at: int | None = None) -> str:
        """The version of the rules that holds at a version of a line (its head, unless named)."""
        moves = self.moves_of(timeline, at)
        return moves[-1].version if moves else self.opened.version if self.opened is not None else ""

    def readings_of(self, timeline: str, at: int | None = None) -> dict[str, str]:
        """The options that were changed since the game began, at a version of a line."""
        return {name: value for move in self.moves_of(timeline, at) for name, value in move.readings.items()}

    def branches_of(self, names: Callable[[str], bool]) -> int:
        """How many branches the players accepted by `names` have opened."""
        return sum(line.why == "branch" and names(line.by) for line in self.timelines.values())

    def is_what_if(self, timeline: str) -> bool:
        """Whether the line is a reader's branch, or forked from one."""
        line: Timeline | None = self.timelines[timeline]
        while line is not None:
            if line.why == "branch":
                return True
            line = self.timelines[line.parent] if line.parent is not None else None
        return False


def _accepted(match: Match, event: e.CommandAccepted) -> None:
    match.clock = event.at


def _opened(match: Match, event: e.GameOpened) -> None:
    match.opened, match.opened_at = event, match.clock


def _seated(match: Match, event: e.SeatTaken) -> None:
    match.players[event.seat] = event.player


def _line_opened(match: Match, event: e.TimelineOpened) -> None:
    match.timelines[event.timeline] = Timeline(
        event.timeline, event.parent, event.at, event.why, event.by, match.clock
    )


def _proposed(match: Match, event: e.RewindProposed) -> None:
    match.proposals[event.proposal] = Proposal(
        event.proposal, event.seat, event.timeline, event.at, event.reason, match.clock, event.clocks or ""
    )


def _answered(match: Match, event: e.RewindAccepted | e.RewindDeclined | e.RewindWithdrawn) -> None:
    match.proposals.pop(event.proposal, None)
    if isinstance(event, e.RewindAccepted):
        return
    match.dice.pop(event.proposal, None)


def _moved(match: Match, event: e.GameMoved) -> None:
    """Proposals and offers lapse with the line they were made on, and so does an end by the rules."""
    match.current = event.timeline
    match.timelines[event.left] = msgspec.structs.replace(
        match.timelines[event.left],
        left_for=event.timeline,
        left_by=event.by,
        left_because=event.why,
        left_at=event.at,
    )
    for proposal in match.proposals:
        match.dice.pop(proposal, None)
    _lapse(match, event.left)
    match.proposals.clear()
    match.draw_offers.clear()
    match.rules_asked = None
    match.ended = None


def _anchored(match: Match, event: e.DiceAnchored) -> None:
    """Shares and offers lapse; each new chain of a seat's own is one more of its series."""
    before = match.dice.get(event.timeline, LineDice())
    series = before.series.copy()
    for chain in event.epoch.chains:
        if chain.custody == KEPT_BY_CLIENT and chain.length:
            series[chain.party] = chain.series
    match.dice[event.timeline] = LineDice(event.epoch, (), series)
    _lapse(match, event.timeline)


def _lapse(match: Match, line: str) -> None:
    """New chains, or the game's leaving a line, end the intents of seats there."""
    for place, intent in match.intents.items():
        if place[0] == line and intent.state == "waiting":
            match.intents[place] = msgspec.structs.replace(intent, state="lapsed")


def _tournament_set(match: Match, event: e.TournamentSet) -> None:
    match.tournament = event


def _intent_made(match: Match, event: e.IntentMade) -> None:
    intent = Intent(event.intent, event.seat, event.digest, event.round, match.clock)
    match.intents[event.timeline, event.seat] = intent


def _intent_settled(match: Match, event: e.IntentAnswered | e.IntentVoided | e.IntentRefused) -> None:
    place = event.timeline, event.seat
    state = _SETTLED[type(event)]
    match.intents[place] = msgspec.structs.replace(match.intents[place], state=state)


_SETTLED: dict[type[Event], str] = {
    e.IntentAnswered: "answered",
    e.IntentVoided: "void",
    e.IntentRefused: "refused",
}


def _dice_offered(match: Match, event: e.DiceOffered) -> None:
    line = match.dice.get(event.timeline, LineDice())
    offers = {**line.offers, event.seat: event}
    match.dice[event.timeline] = msgspec.structs.replace(line, offers=offers)


def _readied(match: Match, event: e.SeatReady) -> None:
    line = match.dice[event.timeline]
    match.dice[event.timeline] = msgspec.structs.replace(line, bared=(*line.bared, event.share))


def _keyed(match: Match, event: e.KeyRegistered | e.KeyOffered | e.KeyDeclined) -> None:
    match.keys = match.keys.after(event)


def _draw_offered(match: Match, event: e.DrawOffered) -> None:
    match.draw_offers[event.seat] = DrawOffer(event.offer or f"draw-{event.seat}", match.clock)


def _draw_answered(match: Match, event: e.DrawAccepted | e.DrawDeclined | e.DrawWithdrawn) -> None:
    match.draw_offers.clear()


def _resigned(match: Match, event: e.Resigned) -> None:
    """The GameEnded event that follows has the rest."""


def _taken_back(match: Match, event: e.TakenBack) -> None:
    line = match.timelines[event.timeline]
    back = Back(event.version, event.to, event.by)
    match.timelines[line.id] = msgspec.structs.replace(line, taken=(*line.taken, back))


def _rules_asked(match: Match, event: e.RulesAsked) -> None:
    match.rules_asked = RulesAsk(event.seat, event.version, event.readings, match.clock)


def _rules_withdrawn(match: Match, event: e.RulesWithdrawn) -> None:
    match.rules_asked = None


def _rules_moved(match: Match, event: e.RulesMoved) -> None:
    line = match.timelines[event.timeline]
    moved = Moved(event.at, event.version, event.readings)
    match.timelines[line.id] = msgspec.structs.replace(line, moved=(*line.moved, moved))
    match.rules_asked = None


def _abandoned(match: Match, event: e.RollAbandoned) -> None:
    """The line has what waited; the game is over."""


def _seal_set(match: Match, event: e.SealSet) -> None:
    match.seal = event.commitment
    match.padded_to = PADDED_TO if event.padded_to is msgspec.UNSET else event.padded_to


def _seal_opened(match: Match, event: e.SealOpened) -> None:
    """What was hidden is known to all: a proposal to go back to before lapses."""
    match.opened_key = event.key
    for proposal in match.proposals:
        match.dice.pop(proposal, None)
    match.proposals.clear()


def _ended(match: Match, event: e.GameEnded) -> None:
    """Draw offers and a move of the rules lapse; proposed rewinds too, unless the rules ended the game."""
    match.ended = event
    match.draw_offers.clear()
    match.rules_asked = None
    if event.how != "rules":
        match.proposals.clear()


def _control_known(match: Match, event: t.ControlSet | t.ControlAsked | t.ControlWithdrawn) -> None:
    """From here on the game has clocks; without a control they do not run."""
    match.clocks = match.all_clocks


def _flagged(match: Match, event: t.Flagged) -> None:
    """The command that found it has the time until which the seat's own would have been taken."""
    match.flags[event.seat] = match.clock


def _flag_forgiven(match: Match, event: t.FlagForgiven) -> None:
    match.flags.pop(event.seat, None)


def _end_lifted(match: Match, event: t.EndLifted) -> None:
    match.ended = None


def _clocks_alone(match: Match, event: Event) -> None:
    """It concerns nothing but the clocks (domain/match/clocks/fold.py)."""


def _disputed(match: Match, event: Event) -> None:
    """From here on the game has disputes, which read it themselves (domain/match/disputes/state.py)."""
    if match.disputes is None:
        match.disputes = disputing.Disputes(now=instant_of(match.clock))


def _seat_vacated(match: Match, event: SeatVacated) -> None:
    """The seat is free, and without a key; what its player had proposed lapses."""
    seat = event.seat
    match.players.pop(seat, None)
    match.keys = match.keys.after(event)
    match.draw_offers.pop(seat, None)
    for id in [each.id for each in match.proposals.values() if each.seat == seat]:
        match.proposals.pop(id)
        match.dice.pop(id, None)
    if match.rules_asked is not None and match.rules_asked.seat == seat:
        match.rules_asked = None
    for place, intent in match.intents.items():
        if place[1] == seat and intent.state == "waiting":
            match.intents[place] = msgspec.structs.replace(intent, state="lapsed")
    _disputed(match, event)


_EVOLVERS: dict[type[Event], Callable[[Match, Any], None]] = {
    **dict.fromkeys(t.CLOCK_EVENTS, _clocks_alone),
    **dict.fromkeys(DISPUTE_EVENTS, _disputed),
    SeatVacated: _seat_vacated,
    t.ControlSet: _control_known,
    t.ControlAsked: _control_known,
    t.ControlWithdrawn: _control_known,
    t.Flagged: _flagged,
    t.FlagForgiven: _flag_forgiven,
    t.EndLifted: _end_lifted,
    e.CommandAccepted: _accepted,
    e.GameOpened: _opened,
    e.SeatTaken: _seated,
    e.TimelineOpened: _line_opened,
    e.RewindProposed: _proposed,
    e.RewindAccepted: _answered,
    e.RewindDeclined: _answered,
    e.RewindWithdrawn: _answered,
    e.GameMoved: _moved,
    e.DiceAnchored: _anchored,
    e.DiceOffered: _dice_offered,
    e.SeatReady: _readied,
    e.KeyRegistered: _keyed,
    e.KeyOffered: _keyed,
    e.KeyDeclined: _keyed,
    e.TournamentSet: _tournament_set,
    e.IntentMade: _intent_made,
    e.IntentAnswered: _intent_settled,
    e.IntentVoided: _intent_settled,
    e.IntentRefused: _intent_settled,
    e.DrawOffered: _draw_offered,
    e.DrawAccepted: _draw_answered,
    e.DrawDeclined: _draw_answered,
    e.DrawWithdrawn: _draw_answered,
    e.Resigned: _resigned,
    e.TakenBack: _taken_back,
    e.RulesAsked: _rules_asked,
    e.RulesWithdrawn: _rules_withdrawn,
    e.RulesMoved: _rules_moved,
    e.RollAbandoned: _abandoned,
    e.SealSet: _seal_set,
    e.SealOpened: _seal_opened,
    e.GameEnded: _ended,
}


def evolve(match: Match, event: Event) -> Match:
    """Apply an event to a match that the caller owns, in place, and return it."""
    _EVOLVERS[type(event)](match, event)
    if match.clocks is not None:
        match.clocks = clocks = fold.evolve(match.clocks, event)
        if isinstance(event, t.ClockPressed):
            _note_holders(match, event, clocks.holders or ())
    if match.disputes is not None:
        match.disputes = disputing.evolve(match.disputes, event)
    return match


def _note_holders(match: Match, event: t.ClockPressed, holders: tuple[str, ...]) -> None:
    known = match.turns.get(event.timeline, ())
    if not known or known[-1][1] != holders:
        match.turns[event.timeline] = (*known, (event.version, holders))
