"""One request about a dispute carried out: who → id → state → signature → rule → one durable append."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.ruling import RULINGS
from ironclad.domain.kernel.sight import looks_sealed
from ironclad.domain.match import dice
from ironclad.domain.match.clocks.pressing import There
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.commands import COMMANDS
from ironclad.domain.match.disputes.commands import Actor, AddEvidence, OrderChains, RuleClaim, VacateSeat
from ironclad.domain.match.disputes.deciding import check_asked, decide
from ironclad.domain.match.disputes.events import Effect, RemedyApplied
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import Correct, Replay, SameFaces
from ironclad.domain.match.disputes.same_faces import Replays, replayed_as
from ironclad.domain.match.disputes.state import NO_DISPUTES
from ironclad.domain.match.events import EVENTS, CommandAccepted, RulesMoved, TimelineOpened
from ironclad.domain.match.signed import Seen
from ironclad.domain.match.state import Match, evolve
from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import GameOver, NotFound, Problem, Unreadable, as_problems
from ironclad.eventlog.log import Fact, stream_of
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.rows import Answer
from ironclad.referee import request_limits
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.dice.service import DiceService
from ironclad.referee.disputes.files import EvidenceFile, EvidenceFiles
from ironclad.referee.disputes.gathering import Gathered, Gathering
from ironclad.referee.disputes.opening_facts import value_at
from ironclad.referee.disputes.panels import Panels
from ironclad.referee.disputes.people import Named, OfficialsOf
from ironclad.referee.disputes.replaying import Replaying
from ironclad.referee.disputes.requests import Asking, Naming, read
from ironclad.referee.disputes.situation import Situations
from ironclad.referee.match_requests.handler import Done
from ironclad.referee.open_games import OpenGame, OpenGames, facts_of
from ironclad.referee.opening import ended_there, line_opened
from ironclad.referee.people.people import People
from ironclad.referee.people.tokens import revoke_seat
from ironclad.referee.sealing.seals import opened_at_end, sealed
from ironclad.referee.sight import eyes_of, shown
from ironclad.referee.signatures import UNSIGNED, Given, Signatures

OPENER = "opener"
"""What the opener of a game is called who has no name."""
_KEEP_BLOB = "INSERT INTO blobs (digest, body) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"


@dataclass(frozen=True)
class _Asked:
    """A request that has been read: who asks, its id, what tells it from another one, and its command."""

    actor: Actor
    id: str
    digest: bytes
    asking: Callable[[OpenGame], Asking]
    given: Given = UNSIGNED

    @property
    def seat(self) -> str:
        """The seat that asks, "" for anybody else."""
        return self.actor.name if self.actor.role == "seat" else ""


@dataclass
class _Append:
    """What a request causes: the match's events, and those of the game's line in their places."""

    accepted: CommandAccepted
    events: list[Event]
    there: There
    holders: tuple[str, ...] | None = None
    of_line: list[Fact] = field(default_factory=list)
    line: str = ""

    def take_line(self, game: str, line: str, after: int, events: Sequence[tuple[str, Event]]) -> None:
        """The line's own events behind a version of it, each with its family."""
        self.line = line
        stream = stream_of(game, line)
        for number, (family, event) in enumerate(events):
            self.of_line.append(Fact(stream, after + 1 + number, family, event))


class DisputeHandler:
    """Carries out what seats and officials ask in disputes."""

    def __init__(
        self,
        open_games: OpenGames,
        dice: DiceService,
        signatures: Signatures,
        time: Timekeeper,
        people: People,
        secret: bytes,
    ) -> None:
        self._open_games, self._dice, self._signatures, self._time = open_games, dice, signatures, time
        self.officials, self._panels = OfficialsOf(people), Panels(secret)
        self.situations = Situations(open_games)
        self._gathering = Gathering(open_games, self.situations)
        self._naming = Naming(self.officials, self._panels, open_games.ids)
        self.files = EvidenceFiles(open_games.log.database)
        self.replaying: Replaying | None = None
        self.is_ruling: Callable[[str, int], bool] = lambda game, claim: False

    # -- what is asked

    @as_problems()
    def ask(
        self,
        game: str,
        actor: Actor,
        kind: str,
        fields: Mapping[str, Any],
        *,
        id: str | None = None,
        signature: str | None = None,
        seen: Seen | None = None,
    ) -> Receipt:
        """Carry out a request of a kind, or return the first answer to it.

        Raises NotFound, Unreadable, TooMuch, IdReused, GameOver, Refused (rule, reason), Unavailable.
        """

        def asking(live: OpenGame) -> Asking:
            filled = dict(fields)
            if kind == "name_panel":
                filled["link"] = self._panels.next(live.id, live.match.disputes or NO_DISPUTES)
            return Asking(read(kind, filled))

        if kind != "name_panel":
            read(kind, fields)
        given = Given(signature, seen=seen)
        return self._receipt(self._carry_out(game, actor, id, {"ask": kind, **fields}, asking, given))

    @as_problems()
    def open_fact(
        self, game: str, actor: Actor, fields: Mapping[str, Any], *, id: str | None = None
    ) -> tuple[Receipt, Any]:
        """Open one hidden fact for a director: the receipt, and the value, which is nowhere else.

        Raises as `ask`.
        """
        receipt = self.ask(game, actor, "open_fact", fields, id=id)
        with self._open_games.game(game) as live:
            place = (str(fields["timeline"]), int(fields["version"]), int(fields["number"]))
            return receipt, value_at(self._open_games, live, *place)

    @as_problems()
    def send_file(self, game: str, actor: Actor, claim: int, data: bytes) -> tuple[EvidenceFile, bool]:
        """Keep a file for a claim, from who may add evidence to it; and whether it was there before.

        Raises NotFound, Refused.
        """
        with self._open_games.game(game) as live, live.lock:
            command = AddEvidence(claim=claim, items=())
            facts = self._gathering.first(live, command, self.officials.facts(live, {}))
            now = instant_of(self._open_games.now())
            check_asked(live.match.disputes or NO_DISPUTES, actor, command, now, facts)
            sender = live.match.players.get(actor.name, "") if actor.role == "seat" else actor.name
            return self.files.keep(game, claim, sender, self.officials.account(sender) or "", data)

    @as_problems()
    def name_officials(
        self, game: str, actor: Actor, named: Named, policy: Policy, *, id: str | None = None
    ) -> Receipt:
        """Name the officials of a game by their accounts. Raises as `ask`."""
        people = msgspec.to_builtins(named)
        content = {"ask": "name_officials", **people, "policy": msgspec.to_builtins(policy)}

        def asking(live: OpenGame) -> Asking:
            return self._naming.asking(live, actor, named, policy)

        return self._carry_out(game, actor, id, content, asking, UNSIGNED).receipt()

    @as_problems()
    def check_officials(self, named: Named, policy: Policy) -> None:
        """Check that a game can be opened with these officials. Raises NotFound, Refused."""
        self._naming.check(named, policy)

    def name_at_opening(self, game: str, named: Named, policy: Policy, id: str | None) -> None:
        """Name the officials that a game was opened with, once; raises as `ask`.

        The id is that of the opening: the same again does nothing, with other officials it is refused.
        """
        with self._open_games.game(game) as live:
            by = live.match.opened.by if live.match.opened is not None else ""
        actor = Actor(by or OPENER, "opener")
        self.name_officials(game, actor, named, policy, id=_of_opening(id or game))

    def _carry_out(
        self,
        game: str,
        actor: Actor,
        id: str | None,
        content: Mapping[str, Any],
        asking: Callable[[OpenGame], Asking],
        given: Given,
    ) -> Done:
        given.check(id)
        open_games = self._open_games
        limit = request_bounds.ID_LIMIT
        id = open_games.ids() if id is None else request_limits.text(id, "id", limit, 1)
        data = {"id": id, "by": actor.name, "game": game, **content}
        whole, _ = request_limits.stored_form(data, "the request")
        digest = request_limits.digest_of("dispute", whole)
        with open_games.game(game, fresh=False) as live:
            asked = _Asked(actor, id, _kept_secret(live, whole, digest), asking, given)
            try:
                with self._time.arriving(live), live.lock:
                    return open_games.retrying(live, lambda: self._answer(live, asked))
            except (Problem, Refused) as wrong:
                kind, rule = type(wrong).__name__, getattr(wrong, "rule", "")
                open_games.refusals.note(game, actor.name, open_games.now(), kind, rule, str(wrong), {})
                if rule == "match/over" and isinstance(wrong, Refused):
                    raise GameOver(wrong.reason, rule) from wrong
                raise

    def _receipt(self, done: Done) -> Receipt:
        """The answer, without what is sealed in it."""
        with self._open_games.game(done.game) as live:
            events = shown(live.seal, done.rows, eyes_of(live, None))
        return msgspec.structs.replace(done.receipt(), events=events)

    # -- one attempt

    def _answer(self, live: OpenGame, asked: _Asked) -> Done:
        first = self._open_games.answered(f"{live.id}/{asked.actor.name}", asked.id, asked.digest)
        if first is not None:
            return Done(live.id, first[2], True)
        self._time.sweep(live)
        if asked.seat:
            live = self._time.lifted(live, asked.seat)
        asking = asked.asking(live)
        command = asking.command
        current, head = self._open_games.head(live, None)
        now = self._open_games.time(live, current, head)
        at, state = instant_of(now), live.match.disputes or NO_DISPUTES
        facts = self._gathering.first(live, command, self.officials.facts(live, asking.new))
        check_asked(state, asked.actor, command, at, facts)
        stored, signature = msgspec.to_builtins(command), None
        if asked.seat:
            signature = self._signatures.of_request(live, asked.seat, asked.id, stored, asked.given)
        if isinstance(command, OrderChains | VacateSeat):
            facts = msgspec.structs.replace(facts, owed=bool(self._dice.waiting(live, current, head)))
        if isinstance(command, AddEvidence):
            self._check_files(live, command)
        gathered = self._gathering.whole(live, asked.actor, command, at, facts)
        if isinstance(command, RuleClaim):
            gathered = msgspec.structs.replace(gathered, facts=self._cited(command, gathered.facts))
        events = decide(state, asked.actor, command, at, gathered.facts)
        if any(isinstance(each, RemedyApplied) and isinstance(each.remedy, Replay) for each in events):
            effect = Effect(game=self._reopened(live, asked.id))
            remedy = msgspec.structs.replace(gathered.facts.remedy, effect=effect)
            facts = msgspec.structs.replace(gathered.facts, remedy=remedy)
            events = decide(state, asked.actor, command, at, facts)
        accepted = CommandAccepted(
            asked.seat, asked.id, asked.digest.hex(), now, stored, asked.actor.name, signature=signature
        )
        there = There(current, head, None, self._dice.waiting(live, current, head))
        made = _Append(accepted, events, there)
        self._complete(live, asked, command, gathered, made)
        return self._append(live, asked, made, self._kept(live, asking, gathered))

    def _check_files(self, live: OpenGame, command: AddEvidence) -> None:
        """A file that is named was sent before. Raises Refused."""
        named = {each.file for each in command.items if each.file}
        sent = {each.sha256 for each in self.files.of(live.id, command.claim)} if named else set()
        require(named <= sent, "claim/file", "a file is sent (POST …/files) before its sha256 is named")

    def _cited(self, command: RuleClaim, facts: Facts) -> Facts:
        """Whether each precedent that is named is a ruling of this service."""
        for each in command.precedents:
            if not self.is_ruling(each.game, each.claim):
                wrong = f"claim {each.claim} of {each.game[:40]!r} was not ruled on"
                return msgspec.structs.replace(facts, precedents=wrong)
        return facts

    def _reopened(self, live: OpenGame, id: str) -> str:
        """The game that is played in place of an annulled one, with the same officials where they can be."""
        assert self.replaying is not None
        game = self.replaying.reopen(live, id)
        officials, policy = self.replaying.officials(live), (live.match.disputes or NO_DISPUTES).policy
        if officials is not None:
            with suppress(Refused, NotFound):
                self.name_at_opening(game, officials, policy, f"{live.id}/{id}")
        return game

    def _complete(
        self, live: OpenGame, asked: _Asked, command: Command, gathered: Gathered, made: _Append
    ) -> None:
        """Add what the game's line, its dice, its seal and its clocks have to do with the events."""
        match = evolve(live.match.copy(), made.accepted)
        made.events[:] = self._dice.ended(live, asked.actor.name, made.events)
        made.events += self._dice.by_official(live, match, command)
        if any(isinstance(event, TimelineOpened) for event in made.events):
            self._begin_line(live, match, command, gathered, made)
        if gathered.ruled is not None:
            moved = next(event for event in made.events if isinstance(event, RulesMoved))
            self._dice.require_free(live, made.there.line, moved.at - 1)
            made.take_line(live.id, made.there.line, moved.at - 1, [(RULINGS.family, gathered.ruled)])
        made.events += opened_at_end(live.match, live.seal, made.events)
        made.events += self._press(live, made)

    def _begin_line(
        self, live: OpenGame, match: Match, command: Command, gathered: Gathered, made: _Append
    ) -> None:
        """A new line has dice chains of its own; it may begin with a corrected position, or commands that
        are decided again."""
        self._dice.require_free(live, made.there.line, made.there.version)
        opened = line_opened(made.events)
        parent, at = opened.parent, opened.at
        assert parent is not None
        new = self._dice.new(live.id, dice.scheme_of(live.match))
        made.events += dice.rewound(match, "", None, opened.timeline, new)
        position = self._open_games.position(live, parent, at)
        remedy = getattr(command, "remedy", None)
        held, ends = opened.at, opened.at
        if isinstance(remedy, Correct):
            correction = self.situations.corrected(live, remedy.set)
            at, position = at + 1, correction.position
            made.take_line(live.id, opened.timeline, at - 1, [(RULINGS.family, correction.event)])
        elif gathered.replays is not None and isinstance(remedy, SameFaces):
            self._replay(live, opened, gathered.replays, made)
            at, position = made.of_line[-1].originator_version, gathered.replays.after
            held, ends = gathered.replays.commands[-1].given.at.version, at
        made.events += ended_there(live.ruleset, match, made.events, position, ends)
        made.there = There(opened.timeline, at, position)
        made.holders = live.match.holders(parent, held)

    def _replay(self, live: OpenGame, opened: TimelineOpened, replays: Replays, made: _Append) -> None:
        """The line's events: the move of its rules, then each command with what it comes to."""
        events: list[tuple[str, Event]] = [(RULINGS.family, replays.moved)]
        for each in replays.commands:
            place = each.place
            stream = stream_of(live.id, place.timeline)
            ((_, body),) = self._open_games.recorder.rows(stream, place.version - 1, place.version)
            accepted = replayed_as(msgspec.json.decode(body, type=CommandAccepted), each, made.accepted.at)
            events.append((EVENTS.family, accepted))
            events += [(live.ruleset.storage.events.family, event) for event in each.events]
        made.take_line(live.id, opened.timeline, opened.at, events)

    def _press(self, live: OpenGame, made: _Append) -> list[Event]:
        there = made.there
        if there.position is None and live.match.timed:
            position = self._open_games.position(live, there.line, there.version)
            for fact in made.of_line:
                position = decider.evolve(live.ruleset, position.copy(), fact.event)
            there = msgspec.structs.replace(there, position=position)
        events = [made.accepted, *made.events]
        return self._time.press(live, events, there, made.accepted.at, (), made.holders)

    def _append(
        self, live: OpenGame, asked: _Asked, made: _Append, also: Callable[[Connection], object]
    ) -> Done:
        made.events[0:0] = live.lift
        seal = live.seal if live.match.hides else None
        facts = [*sealed(seal, facts_of(live, made.accepted, made.events), COMMANDS), *made.of_line]
        head = (made.line, made.of_line[-1].originator_version) if made.of_line else None
        answer = Answer(f"{live.id}/{asked.actor.name}", asked.id, asked.digest, live.id, "")
        current, version = self._open_games.head(live, None)
        # No command of the line comes in between: what the request rests on is of that version.
        standing = ((stream_of(live.id, current), version),)
        rows = self._open_games.append(facts, answer, also, standing)
        self._open_games.advance_match(live, [made.accepted, *made.events], head)
        return Done(live.id, rows, False)

    def _kept(self, live: OpenGame, asking: Asking, gathered: Gathered) -> Callable[[Connection], None]:
        """What is kept beside the log in the same transaction: whose pseudonyms are, the cases of a claim;
        and the tokens of a vacated seat are revoked."""
        case = None if gathered.case is None else canonical(gathered.case)

        def keep(connection: Connection) -> None:
            if asking.also is not None:
                asking.also(connection)
            if isinstance(asking.command, VacateSeat):
                revoke_seat(connection, live.id, asking.command.seat)
            if case is not None:
                connection.execute(_KEEP_BLOB, (sha256(case).hexdigest(), case))

        return keep


def _kept_secret(live: OpenGame, whole: Mapping[str, Any], digest: bytes) -> bytes:
    """The digest of a request: one by which nobody can guess what is sealed of it. Raises Unreadable."""
    if live.seal is None:
        return digest
    if looks_sealed(whole):
        raise Unreadable("a request in this game has no field that is called sealed")
    return live.seal.digest_of(digest) if whole.get("sealed_reason") is not None else digest


def _of_opening(id: str) -> str:
    """The id of the request that names officials as a game is opened by a request of this id."""
    return f"officials-{sha256(id.encode()).hexdigest()[:32]}"
