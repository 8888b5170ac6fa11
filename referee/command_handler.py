"""Judging a command: who, id, end of the game, staleness, signature, rules; then one durable append."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.fair.fair_table import LostChain
from ironclad.domain.match import taking_back
from ironclad.domain.match.deciding import ended_by_rules
from ironclad.domain.match.events import EVENTS, CommandAccepted, TakenBack
from ironclad.domain.match.intents import answered
from ironclad.domain.match.state import Intent
from ironclad.eventlog.errors import NotFound, Problem, Stale, Unreadable
from ironclad.eventlog.log import Fact, match_stream, stream_of
from ironclad.eventlog.records import Receipt, Request
from ironclad.eventlog.rows import records, rows_of
from ironclad.eventlog.store.append import Answer
from ironclad.referee import request_limits
from ironclad.referee.dice.service import DiceService
from ironclad.referee.intents import Intents
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.preconditions import check_answer, check_commander, check_running, check_timely
from ironclad.referee.request_limits import digest_of, read_request, stored_form
from ironclad.referee.signatures import Signatures, kept
from ironclad.referee.taking_back import standing


@dataclass(frozen=True)
class Ask:
    """A command that has been read: the side it is for, who gives it, and its exact stored form."""

    seat: str
    by: str
    request: Request
    data: dict[str, Any]
    digest: bytes
    takes_back: bool = False


class _Answered(Exception):
    """The command was answered before, so nothing is to be written for it."""

    def __init__(self, first: Receipt) -> None:
        super().__init__()
        self.first = first


class CommandHandler:
    """Carries commands out on timelines."""

    def __init__(self, open_games: OpenGames, dice: DiceService, intents: Intents) -> None:
        self._open_games, self._dice, self._intents = open_games, dice, intents
        self._signatures = Signatures(open_games)

    def handle(
        self, game: str, seat: str, request: Request | Mapping[str, Any], *, by: str | None = None
    ) -> Receipt:
        """Carry out a command of `seat`, given by the seat `by` (itself, unless named).

        Checked in order: who, id, end of the game, staleness, signature, rules. On a branch its owner gives
        the commands of every seat. Raises NotFound, NotYourSeat, Unreadable, TooMuch, IdReused, GameOver,
        Stale, Refused (rule, reason).
        """
        with self._open_games.game(game, fresh=False) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")
            ask = _read(seat, by or seat, read_request(request))
            if taking_back.is_take_back(ask.data):
                raise Unreadable("the rules have no take_back: it is asked by POST take-backs")
            return self._ask(live, ask)

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
        )
        with self._open_games.game(game, fresh=False) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")
            return self._ask(live, replace(_read(seat, by or seat, read_request(request)), takes_back=True))

    def _ask(self, live: OpenGame, ask: Ask) -> Receipt:
        try:
            with live.lock:
                return self._open_games.retrying(live, lambda again: self._answer(live, ask, again))
        except (Problem, Refused) as wrong:
            rule = getattr(wrong, "rule", "")
            self._open_games.refusals.note(live.id, ask.by, self._open_games.now(), wrong, rule, ask.data)
            raise

    def _answer(self, live: OpenGame, ask: Ask, again: bool) -> Receipt:
        """The first answer to a repeated request, or a new judgment.

        The id is looked up before anything is said against the request. A request that nothing is said
        against is not looked up: were its id used, the append would fail on it, and bring us here `again`.
        """
        line, version = self._open_games.head(live, ask.request.timeline)
        check_commander(live.match, line, ask.seat, ask.by)
        if again and (first := self._first_answer(live, ask)) is not None:
            return first
        try:
            return self._judge(live, ask, line, version)
        except _Answered as answered:
            return answered.first
        except (Problem, Refused):
            if not again and (first := self._first_answer(live, ask)) is not None:
                return first
            raise

    def _first_answer(self, live: OpenGame, ask: Ask) -> Receipt | None:
        found = self._open_games.answered(f"{live.id}/{ask.by}", ask.request.id, ask.digest)
        if found is None:
            return None
        game, timeline, rows = found
        return Receipt(game, timeline, _last(rows, timeline), records(rows), repeated=True)

    def _judge(self, live: OpenGame, ask: Ask, line: str, version: int) -> Receipt:
        """Carry a new request out, or refuse it; a seat that had committed to it is free then."""
        intents = self._intents
        committed = intents.committed(live, line, ask.seat, ask.request, ask.data)
        try:
            return self._carry_out(live, ask, line, version, committed)
        except (Problem, Refused) as wrong:
            if committed is not None:
                intents.refused(live, line, version, committed, ask.request, ask.data, wrong)
            raise

    def _carry_out(
        self, live: OpenGame, ask: Ask, line: str, version: int, committed: Intent | None
    ) -> Receipt:
        """Check a new request in order, and carry it out."""
        open_games = self._open_games
        position = open_games.position(live, line, version)
        self._check_open(live, ask, line, version, position)
        if ask.takes_back:
            return self._take_back(live, ask, line, version)
        signature = self._signatures.of_command(live, line, ask.seat, ask.request, ask.data)
        command = self._read_command(live, ask)
        check_answer(live.ruleset, position, ask.seat, ask.request.decision, command, ask.data["type"])

        def renewing() -> None:
            if (first := self._first_answer(live, ask)) is not None:
                raise _Answered(first)

        dice = self._dice.dice(live, line, version, ask.seat, ask.request.link, renewing)
        try:
            events, after = live.ruleset.execute(position, ask.seat, command, dice)
            proof = self._dice.settle(live, line, version, dice, ask.data["type"])
        except LostChain as lost:
            raise Refused("dice/lost", f"the service has lost {lost}: anchor new chains") from lost
        accepted = CommandAccepted(
            ask.seat,
            ask.request.id,
            ask.digest.hex(),
            open_games.time(live, line, version),
            ask.data,
            ask.by,
            ask.request.decision,
            ask.request.expected_version,
            dice.proof(),
            kept(signature, ask.seat, ask.request.link, proof),
            proof,
        )
        answers = [] if committed is None else answered(live.match, line, committed, version + 1)
        return self._append(live, ask, line, version, accepted, events, after, answers)

    def _take_back(self, live: OpenGame, ask: Ask, line: str, version: int) -> Receipt:
        """Take back what the seat ordered last; a version that is named must be the line's last one."""
        open_games, request = self._open_games, ask.request
        if request.expected_version not in (None, version):
            raise Stale(f"{line} is at version {version}", line, version)
        named = taking_back.read(ask.data).to
        to = taking_back.free(live.match, line, ask.by, named, standing(open_games, live, line, version))
        data = msgspec.to_builtins(taking_back.TakeBack(to=to))
        signature = self._signatures.of_command(live, line, ask.seat, request, data)
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
        return self._append(
            live, ask, line, version, accepted, (), open_games.position(live, line, to), [back]
        )

    def _append(
        self,
        live: OpenGame,
        ask: Ask,
        line: str,
        version: int,
        accepted: CommandAccepted,
        events: Sequence[Event],
        after: Any,
        answers: list[Event],
    ) -> Receipt:
        """Store a judged command, what it says in the match, and the end of the game if the rules say so."""
        open_games, stream, family = self._open_games, stream_of(live.id, line), live.ruleset.events.family
        facts = [Fact(stream, version + 1, EVENTS.family, accepted)]
        facts += [Fact(stream, version + 2 + i, family, event) for i, event in enumerate(events)]
        last = version + len(facts)
        outcome = live.ruleset.outcome(after) if line == live.match.current else None
        endings = answers
        if outcome is not None:
            endings = [*answers, ended_by_rules(live.match, outcome, last, accepted.at)]
        first = live.match_version + 1
        facts += [Fact(match_stream(live.id), first + i, EVENTS.family, end) for i, end in enumerate(endings)]
        answer = Answer(f"{live.id}/{ask.by}", ask.request.id, ask.digest, live.id, line)
        # Another process may have moved or ended the game: the match decides whether this line goes on.
        standing = ((match_stream(live.id), live.match_version),)
        recordings = open_games.append(facts, answer, standing=standing)
        open_games.positions.advanced(live.ruleset, stream, version, last, after)
        live.told[line] = last, accepted.at
        self._dice.appended(live, line, version + 1, last, accepted.dice_proof)
        open_games.advance_match(live, endings, (line, last))
        return Receipt(live.id, line, last, records(rows_of(recordings)))

    def _check_open(self, live: OpenGame, ask: Ask, line: str, version: int, position: Any) -> None:
        """The game goes on here, and the request answers what is open. Raises Refused, GameOver, Stale."""
        match, request = live.match, ask.request
        if match.timelines[line].left_for is not None:
            raise Stale(f"the game left {line} for {match.current}", *self._open_games.head(live, None))
        check_running(live.ruleset, match, line, position)
        decision, expected = request.decision, request.expected_version
        check_timely(live.ruleset, match, line, version, position, decision, expected)

    def _read_command(self, live: OpenGame, ask: Ask) -> Command:
        try:
            return live.ruleset.commands.read(ask.data)
        except (codec.UnknownName, codec.Unreadable) as wrong:
            raise Unreadable(str(wrong)) from wrong


def _read(seat: str, by: str, request: Request) -> Ask:
    data, _ = stored_form(request.command, "the command")
    parts = {"seat": seat, "by": by, **msgspec.structs.asdict(request)}
    if request.link is None:  # so that a request from before links has the digest that it had
        del parts["link"]
    del parts["signature"]  # who signs the same request again may get another signature of it
    return Ask(seat, by, request, data, digest_of("command", parts))


def _last(rows: list[Any], timeline: str) -> int:
    """The last version of a timeline among an append's rows."""
    return max(int(row[1]) for row in rows if row[0].endswith(f"/{timeline}"))
