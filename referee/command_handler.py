"""The command handler: a command is admitted, checked, decided and appended, or refused with the rule.

`CommandHandler._attempt` has the steps in their order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace as replaced

from ironclad.domain.kernel.engine import codec, decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.kernel.fair.fair_table import LostChain
from ironclad.domain.kernel.sight import looks_sealed
from ironclad.domain.match import dice, taking_back
from ironclad.domain.match.clocks.pressing import Given, There
from ironclad.domain.match.closed import closed_fields
from ironclad.domain.match.committed import Waiting
from ironclad.domain.match.deciding import ended_by_rules
from ironclad.domain.match.events import (
    COMMAND_COMMITTED,
    EVENTS,
    CommandAccepted,
    TakenBack,
)
from ironclad.domain.match.intents import answered, is_bound
from ironclad.domain.match.signed import Seen, Signature
from ironclad.domain.match.state import Intent
from ironclad.eventlog.errors import NotFound, Problem, Stale, Unreadable
from ironclad.eventlog.log import Fact, match_stream, stream_of
from ironclad.eventlog.records import EventRecord, Receipt, Request
from ironclad.eventlog.sealing import WHOLE, is_whole
from ironclad.eventlog.store.rows import Answer
from ironclad.referee import request_limits
from ironclad.referee.asked import Ask, Place
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.committing import Committing, lost_chain
from ironclad.referee.dice.rounds import Rounds
from ironclad.referee.dice.service import DiceService
from ironclad.referee.intents import Intents
from ironclad.referee.open_games import OpenGame, OpenGames, Raced
from ironclad.referee.positions import way_in
from ironclad.referee.preconditions import (
    check_answer,
    check_commander,
    check_lock,
    check_running,
    check_seen,
    check_timely,
)
from ironclad.referee.proof.receipts import Receipts
from ironclad.referee.request_limits import digest_of, read_request, stored_form
from ironclad.referee.sealing.salts import chosen
from ironclad.referee.sealing.seals import opened_at_end, sealed
from ironclad.referee.sight import ALL_SEEING, seen, shown
from ironclad.referee.signatures import Signatures, kept
from ironclad.referee.taking_back import standing


@dataclass(frozen=True)
class Decided:
    """What a command causes: events on the timeline, the position after them, events in the match."""

    accepted: CommandAccepted
    events: Sequence[Event]
    after: Any
    in_match: list[Event]


class CommandHandler:
    """Carries commands out on timelines."""

    def __init__(
        self,
        open_games: OpenGames,
        dice: DiceService,
        rounds: Rounds,
        intents: Intents,
        receipts: Receipts,
        time: Timekeeper,
    ) -> None:
        self._open_games, self._dice, self._intents = open_games, dice, intents
        self._rounds, self._receipts, self._time = rounds, receipts, time
        self._committing = Committing(open_games, dice, rounds, time)
        self._signatures = Signatures(open_games)

    def handle(
        self, game: str, seat: str, request: Request | Mapping[str, Any], *, by: str | None = None
    ) -> Receipt:
        """Carry out a command of `seat`, given by the seat `by` (itself, unless named), or commit to it.

        Checked in order: who, id, end of the game, staleness, signature, rules. On a branch its owner gives
        the commands of every seat. In a game of dice of v2 the command of a seat that keeps its own chain is
        committed to where it needs a link; the receipt has `owed` then. Raises NotFound, NotYourSeat,
        Unreadable, TooMuch, IdReused, GameOver, Stale, Refused (rule, reason).
        """
        with self._open_games.game(game, fresh=False) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")
            ask = _kept_secret(live, _read(seat, by or seat, read_request(request)))
            if ask.request.link is not None and dice.scheme_of(live.match) == V2:
                raise Unreadable(f"in a game of {V2} no link comes with a command: its own request follows")
            if taking_back.is_take_back(ask.data):
                raise Unreadable("the rules have no take_back: it is asked by POST take-backs")
            return self._carry_out(live, ask)

    def take_back(
        self,
        game: str,
        seat: str,
        *,
        id: str,
        to: int | None = None,
        timeline: str | None = None,
        expected_version: int | None = None,
        signature: str | None = None,
        seen: Seen | None = None,
        by: str | None = None,
    ) -> Receipt:
        """Take back what `seat` ordered after version `to` of a timeline (the last command unless named).

        Only what is free can be taken back (domain/match/taking_back.py). Checked in the order of a command;
        a seat that signs names `to`. Raises also Stale where the timeline is not at `expected_version`,
        Refused ("take-back/…").
        """
        command: dict[str, Any] = {"type": taking_back.TAKE_BACK}
        if to is not None:
            command["to"] = request_limits.number(to, "to")
        request = Request(
            id=id,
            command=command,
            expected_version=expected_version,
            timeline=timeline,
            signature=signature,
            seen=seen,
        )
        with self._open_games.game(game, fresh=False) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")
            ask = replace(_read(seat, by or seat, read_request(request)), takes_back=True)
            return self._carry_out(live, ask)

    def _carry_out(self, live: OpenGame, ask: Ask) -> Receipt:
        """Carry a request out, as often as others are quicker; a refusal is noted.

        The receipt of the log is waited for when the game is not locked any more.
        """
        try:
            with self._time.arriving(live), live.lock:
                tries = count()
                given = self._open_games.retrying(live, lambda: self._attempt(live, ask, next(tries) > 0))
        except (Problem, Refused) as wrong:
            rule = getattr(wrong, "rule", "")
            noted, reason = (ask.data, str(wrong)) if live.seal is None else (_open_part(live, ask), "")
            refusals, now = self._open_games.refusals, self._open_games.now()
            refusals.note(live.id, ask.by, now, type(wrong).__name__, rule, reason, noted)
            raise
        return self._receipts.to_event(given, given.events[0])

    def _attempt(self, live: OpenGame, ask: Ask, again: bool) -> Receipt:
        """Admit, first answer, flags, check, decide, append. Raises Raced if another process was quicker.

        The id is looked up before the request is refused, and before anything else is written for it. Where
        its own append is all that is written, it is not looked up at first: an id that is taken makes the
        append fail, and the attempt is made `again`. The game is read before the id is looked up: what
        another process appends later makes the append fail, too. A seat that had committed to a request that
        is refused is free.
        """
        line, version = self._open_games.head(live, ask.request.timeline)
        check_commander(live.match, line, ask.seat, ask.by)
        looked_up = again or self._writes_before(live, line, version)
        if looked_up and (first := self._first_answer(live, ask)) is not None:
            return first
        self._time.sweep(live)
        live, ask = self._time.lifted(live, ask.seat), self._time.of_sealed(live, line, ask)
        committed = self._intents.committed(live, line, ask.seat, ask.request, ask.data)
        try:
            position = self._open_games.position(live, line, version)
            place = Place(line, version, position, seen(live, position, ask.seat))
            waiting = self._check_open(live, ask, place)
            if ask.takes_back:
                decided = self._take_back(live, ask, place)
            elif ask.closed:
                return self._commit_closed(live, ask, place, waiting)
            else:
                command, signature = self._check(live, ask, place)
                commit = self._committing.owed(live, ask, place, command, waiting)
                if commit is not None:
                    return self._committing.commit(live, ask, place, replaced(commit, signature=signature))
                decided = self._decide(live, ask, place, command, signature, committed)
        except (Problem, Refused) as wrong:
            if not looked_up and (first := self._first_answer(live, ask)) is not None:
                return first
            if committed is not None:
                self._intents.refused(live, line, version, committed, ask.request, ask.data, wrong)
            self._time.refused(live, line, version, ask, wrong)
            raise
        return self._append(live, ask, place, decided)

    def _writes_before(self, live: OpenGame, line: str, version: int) -> bool:
        """Whether anything but a command's own append may be written for it: flags, intents, new chains."""
        match = live.match
        return match.timed or is_bound(match, line) or self._dice.renews(live, line, version)

    def _first_answer(self, live: OpenGame, ask: Ask) -> Receipt | None:
        """The answer that the request was given before, if it was. Raises IdReused."""
        found = self._open_games.answered(f"{live.id}/{ask.by}", ask.request.id, ask.digest)
        if found is None:
            return None
        game, timeline, rows = found
        if rows[0][2] == COMMAND_COMMITTED:
            return self._rounds.receipt(live, timeline, rows[0][1], rows, ask.seat, repeated=True)
        events = _visible(live, ask, timeline, rows)
        return Receipt(game, timeline, _last(rows, timeline), events, repeated=True)

    def _check_open(self, live: OpenGame, ask: Ask, place: Place) -> Waiting:
        """The line is the game's, and the request answers what is open. Raises Refused, GameOver, Stale.

        Returns what waits on the timeline: nothing, or the round that the command belongs to.
        """
        match, request, line, version = live.match, ask.request, place.line, place.version
        if match.timelines[line].left_for is not None:
            raise Stale(f"the game left {line} for {match.current}", *self._open_games.head(live, None))
        self._open_games.breaks.check_line(live.id, live.match_version, line)
        check_running(live.ruleset, match, line, place.seat_sees)
        self._time.check_order(live, line, version, ask)
        decision, expected = request.decision, request.expected_version
        about = (ask.seat, str(ask.data.get("type")), decision or "")
        waiting = self._rounds.joined(live, line, version, place.position, *about)
        check_timely(live.ruleset, match, line, version, place.seat_sees, decision, expected)
        check_lock(line, version, expected)
        return waiting

    def _check(self, live: OpenGame, ask: Ask, place: Place) -> tuple[Command, Signature | None]:
        """The command and its signature, checked as far as no die is needed but for its own rules."""
        signature = self._signatures.of_command(
            live, place.line, place.version, ask.seat, ask.request, ask.data
        )
        command = self._read_command(live, ask)
        decision, type = ask.request.decision, ask.data["type"]
        check_answer(live.ruleset, place.seat_sees, ask.seat, decision, command, type)
        check_seen(live.ruleset, place.position, place.seat_sees, ask.seat, decision, command)
        return command, signature

    def _commit_closed(self, live: OpenGame, ask: Ask, place: Place, waiting: Waiting) -> Receipt:
        """Commit to a command by the digests of its hidden fields; their values come with its link."""
        about = (live, place.line, place.version, ask.seat, ask.request, ask.data)
        signature = self._signatures.of_command(*about)
        commit = self._committing.closed(live, ask, place, waiting)
        return self._committing.commit(live, ask, place, replaced(commit, signature=signature))

    def _decide(
        self,
        live: OpenGame,
        ask: Ask,
        place: Place,
        command: Command,
        signature: Signature | None,
        committed: Intent | None,
    ) -> Decided:
        """What the rules and the dice make of a command. Raises Refused with the rule."""
        line, version, position, link = place.line, place.version, place.position, ask.request.link
        try:
            known = live.match_version
            rolled = self._dice.dice(live, line, version, ask.seat, link)
            if live.match_version != known and signature is not None and signature.seen is not None:
                raise Raced  # new chains were anchored: the seat may not have seen them
            given = ask.seat, command, rolled, ask.request.decision
            events, after = decider.execute(live.ruleset, position, *given)
            proof = self._dice.settle(live, line, version, rolled, ask.data["type"])
        except LostChain as lost:
            raise lost_chain(lost) from lost
        accepted = CommandAccepted(
            ask.seat,
            ask.request.id,
            ask.digest.hex(),
            self._open_games.time(live, line, version),
            ask.data,
            ask.by,
            ask.request.decision,
            ask.request.expected_version,
            rolled.proof(),
            kept(signature, ask.seat, link, proof),
            proof,
        )
        answers = [] if committed is None else answered(live.match, line, committed, version + 1)
        return Decided(accepted, events, after, answers)

    def _take_back(self, live: OpenGame, ask: Ask, place: Place) -> Decided:
        """Take back what the seat ordered last; a version that is named must be the line's last one."""
        open_games, request, line, version = self._open_games, ask.request, place.line, place.version
        if request.expected_version not in (None, version):
            raise Stale(f"{line} is at version {version}", line, version)
        named = taking_back.read(ask.data).to
        ordered = standing(open_games, live, line, version)
        to = taking_back.free(live.match, line, ask.by, named, ordered, live.ruleset.dice.hands_over)
        data = msgspec.to_builtins(taking_back.TakeBack(to=to))
        signature = self._signatures.of_command(live, line, version, ask.seat, request, data)
        accepted = CommandAccepted(
            ask.seat,
            request.id,
            ask.digest.hex(),
            open_games.time(live, line, version),
            data,
            ask.by,
            expected_version=request.expected_version,
            signature=signature,
            dice_proof=self._dice.untouched(live, line, version),
        )
        back = TakenBack(line, version + 1, to, ask.seat, ask.by)
        return Decided(accepted, (), open_games.position(live, line, to), [back])

    def _append(self, live: OpenGame, ask: Ask, place: Place, decided: Decided) -> Receipt:
        """Store a command, what it causes in the match, and the end of the game if the rules say so."""
        open_games, accepted, line, version = self._open_games, decided.accepted, place.line, place.version
        stream, family = stream_of(live.id, line), live.ruleset.storage.events.family
        facts = [Fact(stream, version + 1, EVENTS.family, accepted)]
        facts += [Fact(stream, version + 2 + i, family, event) for i, event in enumerate(decided.events)]
        last = version + len(facts)
        in_match = self._in_match(live, ask, place, last, decided)
        first = live.match_version + 1
        salts = {version + 1: chosen(live, ask, accepted.signature)}
        facts = sealed(live.seal, facts, live.ruleset.storage.commands, salts)
        facts += [
            Fact(match_stream(live.id), first + i, EVENTS.family, each) for i, each in enumerate(in_match)
        ]
        answer = Answer(f"{live.id}/{ask.by}", ask.request.id, ask.digest, live.id, line)
        # Another process may have moved or ended the game: the match decides whether this line continues.
        rows = open_games.append(facts, answer, standing=((match_stream(live.id), live.match_version),))
        way = way_in(live.id, live.match)(stream, last)
        open_games.positions.advanced(live.ruleset, way, version, decided.after)
        live.last_times[line] = last, accepted.at
        self._dice.appended(live, line, version + 1, last, accepted.dice_proof)
        open_games.advance_match(live, in_match, (line, last))
        return Receipt(live.id, line, last, _visible(live, ask, line, rows))

    def _in_match(
        self, live: OpenGame, ask: Ask, place: Place, last: int, decided: Decided
    ) -> list[Event]:
        """All that a command brings to the match: a flag lifted, what it caused, an end, a press."""
        accepted, given = decided.accepted, place.version + 1
        events = self._with_end(live, place.line, last, decided)
        events = [*self._time.opened(live, ask, given, accepted.at), *events]
        there = There(place.line, given, decided.after)
        done = (Given(ask.seat, str(ask.data.get("type"))),)
        return [*live.lift, *events, *self._time.press(live, events, there, accepted.at, done)]

    def _with_end(self, live: OpenGame, line: str, last: int, decided: Decided) -> list[Event]:
        """The events in the match, and after them the end of the game if the rules say so."""
        outcome = live.ruleset.rules.outcome(decided.after) if line == live.match.current else None
        if outcome is None:
            return decided.in_match
        events = [*decided.in_match, ended_by_rules(live.match, outcome, last, decided.accepted.at)]
        return events + opened_at_end(live.match, live.seal, events)

    def _read_command(self, live: OpenGame, ask: Ask) -> Command:
        try:
            return live.ruleset.storage.commands.read(ask.data)
        except (codec.UnknownName, codec.Unreadable) as wrong:
            raise Unreadable(str(wrong)) from wrong


def _read(seat: str, by: str, request: Request) -> Ask:
    data, _ = stored_form(request.command, "the command")
    parts = {"seat": seat, "by": by, **msgspec.structs.asdict(request)}
    if request.link is None:  # so that a request from before links has the digest that it had
        del parts["link"]
    del parts["signature"]  # who signs the same request again may get another signature of it
    del parts["seen"]  # and may have seen more by then
    del parts["salts"]  # and pick other salts for it
    return Ask(seat, by, request, data, digest_of("command", parts))


def _kept_secret(live: OpenGame, ask: Ask) -> Ask:
    """A request with its hidden fields named, and a digest by which nobody can guess them."""
    if live.seal is None:
        return ask
    secret = live.ruleset.storage.commands.secret_fields(ask.data)
    closed = closed_fields(ask.data)
    if looks_sealed({field: each for field, each in ask.data.items() if field not in closed}):
        raise Unreadable("a command of this game has no field that is called sealed")
    if closed and closed.keys() != {field for field in secret if field in ask.data}:
        raise Unreadable("each hidden field of a command is committed to by its digest, or none is")
    if not all(is_whole(ask.data.get(field)) for field in secret):
        raise Unreadable(f"the numbers in a hidden field are {WHOLE}")
    digest = live.seal.digest_of(ask.digest) if secret else ask.digest
    return replace(ask, secret=secret, digest=digest, closed=bool(closed))


def _open_part(live: OpenGame, ask: Ask) -> dict[str, Any]:
    """What may be noted of a refused command in a game that hides something: its type, if the rules know it.

    Its other fields, and the reason, may tell what only its seat may know.
    """
    name = str(ask.data.get("type"))
    return {"type": name} if name in live.ruleset.storage.commands.types else {}


def _visible(live: OpenGame, ask: Ask, line: str, rows: list[Any]) -> tuple[EventRecord, ...]:
    """What a request appended, as its seat may see it: the same when it is repeated after the opening.

    The player of a branch gives the commands of all its seats.
    """
    return shown(live.seal, rows, ALL_SEEING if live.match.is_what_if(line) else ask.seat)


def _last(rows: list[Any], timeline: str) -> int:
    """The last version of a timeline among an append's rows."""
    return max(int(row[1]) for row in rows if row[0].endswith(f"/{timeline}"))
