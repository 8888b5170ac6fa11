"""What is asked of a match: opening, seats, branches, rewinds, draws, resignation. Each is one append."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.decider import GameBegun, Ruleset
from ironclad.domain.kernel.engine.ruling import RULES_MOVED, RULINGS
from ironclad.domain.kernel.engine.ruling import RulesMoved as Ruled
from ironclad.domain.kernel.fair.fair_dice import SCHEME
from ironclad.domain.match import commands as c
from ironclad.domain.match.deciding import decide
from ironclad.domain.match.events import COMMAND_ACCEPTED, EVENTS, CommandAccepted, RulesMoved, TournamentSet
from ironclad.domain.match.rules import require_movable
from ironclad.domain.match.state import MAIN, evolve
from ironclad.eventlog.errors import GameOver, NotFound, NotYourSeat, Problem, Unavailable, Unreadable
from ironclad.eventlog.log import Fact, match_stream, stream_of
from ironclad.eventlog.records import Receipt, Seated, Sitting
from ironclad.eventlog.rows import records, rows_of
from ironclad.eventlog.store.append import Answer
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.recorders import Row
from ironclad.referee import request_limits
from ironclad.referee.dice.service import facts_of
from ironclad.referee.open_games import Core, LiveGame, Raced
from ironclad.referee.opening import begin, ended_there, line_opened, opening
from ironclad.referee.signatures import UNSIGNED, Given, SignatureRoom

Decide = Callable[[LiveGame], Command]
Check = Callable[[LiveGame, Any], object]

_KEEP_BLOB = "INSERT INTO blobs (digest, body) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"


@dataclass(frozen=True)
class Done:
    """An accepted request on a match: its events, and whether it was answered before."""

    game: str
    rows: list[Row]
    repeated: bool

    def first(self, name: str) -> dict[str, Any]:
        """The body of the first event of a type."""
        body = next(row[3] for row in self.rows if row[2] == f"match.{name}.1")
        data: dict[str, Any] = msgspec.json.decode(body)
        return data


@dataclass(frozen=True)
class _Request:
    """What a seat asks of a match; `also` works in the same transaction as the append."""

    seat: str
    command: Decide
    id: str
    digest: bytes
    also: Callable[[Connection], object] | None
    given: Given
    check: Check | None = None


class Matches:
    """Carries requests out on matches."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._signatures = SignatureRoom(core)

    # -- opening

    def open_game(
        self,
        ruleset: Ruleset[Any],
        command: c.OpenGame,
        position: Mapping[str, Any] | None,
        id: str | None,
        private_to: str | None = None,
    ) -> Done:
        """Open a game; Done.game is its id. Raises Unreadable, TooMuch, IdReused."""
        core = self._core
        data = msgspec.to_builtins(command)
        document = blob = None
        if position is not None:
            limit = request_limits.POSITION_LIMIT
            document, blob = request_limits.stored_form(position, "the position", limit)
            data["position"] = {"sha256": sha256(blob).hexdigest()}
        stored, _ = request_limits.stored_form(data, "the request")
        id = core.ids() if id is None else request_limits.text(id, "id", request_limits.ID_LIMIT, 1)
        whole = {"id": id, **stored} if private_to is None else {"id": id, "private": True, **stored}
        digest = request_limits.digest_of("open_game", whole)
        scope = f"games/{command.by}"
        with core.opening:
            for _ in range(2):
                if (first := core.answered(scope, id, digest)) is not None:
                    return Done(first[0], first[2], True)
                game = core.ids()
                accepted = CommandAccepted("", id, digest.hex(), core.now(), stored, command.by)
                try:
                    terms = core.intents.terms(command)
                    begun = begin(ruleset, command, document)
                    if core.opens_fair:
                        begun = msgspec.structs.replace(begun, dice=SCHEME)
                    keep = () if private_to is None else (core.privacy.opening(game, private_to),)
                    answer = Answer(scope, id, digest, game, MAIN)
                    return self._found(ruleset, game, command, accepted, begun, blob, answer, keep, terms)
                except Raced:
                    continue
        raise Unavailable("the game could not be opened: its id is taken")

    def _found(
        self,
        ruleset: Ruleset[Any],
        game: str,
        command: c.OpenGame,
        accepted: CommandAccepted,
        begun: GameBegun,
        blob: bytes | None,
        answer: Answer,
        also: tuple[Callable[[Connection], None], ...],
        terms: TournamentSet | None,
    ) -> Done:
        """Append a new game's first events, in its match and on its main line."""
        core = self._core
        digest = None
        if blob is not None and len(blob) > request_limits.INLINE_POSITION_LIMIT:
            digest = sha256(blob).hexdigest()
        first = opening(ruleset, command, accepted, begun, lambda: core.dice(game, MAIN, 0), digest)
        if core.opens_fair and first.rolls:
            raise Unreadable("a game cannot begin with a roll, for no seat is taken: its ruleset has to ask for `begin` first")
        accepted = msgspec.structs.replace(accepted, rolls=first.rolls)
        anchored: list[Event] = [terms] if terms is not None else []
        if core.opens_fair:
            anchored.append(core.fair.opened(ruleset, game, terms.beacon if terms is not None else ""))
        stream, family = match_stream(game), EVENTS.family
        of_match = enumerate([accepted, *first.match, *anchored, *first.end], 1)
        facts = [Fact(stream, version, family, event) for version, event in of_match]
        stream, family = stream_of(game, MAIN), ruleset.events.family
        of_line = [Fact(stream, version, family, event) for version, event in enumerate(first.line, 1)]
        # The end, if there is one, comes after what ended the game.
        last = len(facts) - len(first.end)
        facts[last:last] = of_line

        def keep(connection: Connection) -> None:
            for work in also:
                work(connection)
            if digest is not None:
                connection.execute(_KEEP_BLOB, (digest, blob))

        return Done(game, rows_of(core.append(facts, answer, keep)), False)

    # -- seats

    def take_seat(
        self,
        game: str,
        seat: str,
        name: str,
        id: str | None,
        account: str | None,
        dice: c.OwnChain | None,
        key: str = "",
        signatures: Given = UNSIGNED,
        first: Callable[[Connection], object] | None = None,
    ) -> Seated:
        """Seat a player and make the token. The id is a secret: the log gets its hash only.

        `first` is done before what else is kept, in the same transaction; where it raises, nobody sits down.
        """
        core = self._core
        name = request_limits.name(name, "player", least=1)
        signatures.check(id)
        id = core.tokens.secret_id(core.ids()) if id is None else id
        request_limits.text(id, "id", request_limits.ID_LIMIT, request_limits.SECRET_ID_LEAST)
        asked = {"id": id, "game": game, "seat": seat, "player": name}
        if dice is not None:
            asked["dice"] = msgspec.to_builtins(dice)
        if key:
            asked["key"] = key
        digest = request_limits.digest_of("take_seat", asked)
        hashed = sha256(f"ironclad-seat-id|{id}".encode()).hexdigest()
        token = core.tokens.of_seat(game, seat, id)
        sitting = Sitting(game, seat, core.ids())
        named = core.accounts.seating(sitting.player, name, account)
        given = core.tokens.seating(sitting, token, account)

        def register(connection: Connection) -> None:
            if first is not None:
                first(connection)
            named(connection)
            given(connection)
            if account is not None:
                core.privacy.seating(game, account)(connection)

        def take(live: LiveGame) -> c.TakeSeat:
            log = self._signatures.origin() if key else ""
            return c.TakeSeat(player=sitting.player, dice=dice, key=key, log=log)

        request = _Request(seat, take, hashed, digest, register, signatures)
        done = self._carry_out(game, request)
        player = done.first("seat_taken")["player"]
        if done.repeated:
            self._tell_again(Sitting(game, seat, player), token, account)
        return Seated(game, seat, player, token, core.tokens.seat_until(), done.repeated)

    def _tell_again(self, sitting: Sitting, token: str, account: str | None) -> None:
        """Make the token good that is told again, unless its player was erased. Raises NotYourSeat."""
        core = self._core
        owner = core.accounts.owner(sitting.player)
        if owner is not None and owner != account:
            raise NotYourSeat("the seat belongs to an account: sign in to it")
        if core.accounts.names([sitting.player]) and not core.tokens.honour(sitting, token, owner):
            raise NotYourSeat("this token of the seat was revoked")

    # -- everything else

    def carry_out(
        self,
        game: str,
        seat: str,
        command: Decide,
        asked: Mapping[str, Any],
        id: str | None,
        given: Given = UNSIGNED,
        check: Check | None = None,
        also: Callable[[Connection], object] | None = None,
    ) -> Done:
        """Carry out a request: `asked` is its whole content, `command` makes it of the live game.

        `check` is asked of it when its signature holds; it may refuse. `also` is more work for the
        transaction, after its events were appended.
        """
        given.check(id)
        id = self._core.ids() if id is None else request_limits.text(id, "id", request_limits.ID_LIMIT, 1)
        digest = request_limits.digest_of("match", {"id": id, "seat": seat, **asked})
        return self._carry_out(game, _Request(seat, command, id, digest, also, given, check))

    def _carry_out(self, game: str, request: "_Request") -> Done:
        core, seat = self._core, request.seat
        with core.game(game, fresh=False) as live:
            try:
                with live.lock:
                    return core.retrying(live, lambda _: self._judge(live, request))
            except (Problem, Refused) as wrong:
                core.refusals.note(game, seat, core.now(), wrong, getattr(wrong, "rule", ""), {})
                raise

    def _judge(self, live: LiveGame, request: "_Request") -> Done:
        core, seat, id, digest = self._core, request.seat, request.id, request.digest
        scope = f"{live.id}/{seat}"
        if (first := core.answered(scope, id, digest)) is not None:
            return Done(live.id, first[2], True)
        asked = request.command(live)
        stored = msgspec.to_builtins(asked)
        signature = self._signatures.of_request(live, seat, id, stored, request.given)
        if request.check is not None:
            request.check(live, asked)
        ruled = self._ruled(live, asked) if isinstance(asked, c.MoveRules) else None
        now = core.time(live, *core.head(live, None))
        accepted = CommandAccepted(seat, id, digest.hex(), now, stored, seat, signature=signature)
        match = evolve(live.match.copy(), accepted)
        try:
            events: list[Event] = [accepted, *decide(match, seat, asked)]
        except Refused as refused:
            if refused.rule == "match/over":
                reason = match.ended.reason if match.ended is not None else refused.reason
                raise GameOver(reason, refused.rule) from refused
            raise
        caused, standing = core.fair.caused(live, match, seat, asked, events[1:])
        events += caused
        if isinstance(asked, c.AcceptRewind):
            opened = line_opened(events)
            assert opened.parent is not None
            there = core.position(live, opened.parent, opened.at)
            events += ended_there(live.ruleset, match, events[1:], there)
        facts = facts_of(live, accepted, events[1:])
        line = live.match.current
        if isinstance(asked, c.AcceptRewind | c.AcceptDraw | c.Resign | c.MoveRules):
            standing = ((stream_of(live.id, line), asked.head),)
        head = None
        moved = next((event for event in events if isinstance(event, RulesMoved)), None)
        if moved is not None and ruled is not None:
            head = line, moved.at
            facts.append(Fact(stream_of(live.id, line), moved.at, RULINGS.family, ruled))
        answer = Answer(scope, id, digest, live.id, "")
        rows = rows_of(core.append(facts, answer, request.also, standing))
        core.advance_match(live, events, head)
        return Done(live.id, rows, False)

    def _ruled(self, live: LiveGame, asked: c.MoveRules) -> Ruled:
        """What a move of the rules does to the game's line, if it is carried out now. Raises Refused."""
        if live.match.ended is not None:
            raise GameOver(live.match.ended.reason, "match/over")
        position = self._core.position(live, live.match.current, asked.head)
        return require_movable(live.ruleset, live.match, position, asked)

    def receipt(self, done: Done) -> Receipt:
        """A request's answer: its events, and where the match stood after them."""
        of_match = [row for row in done.rows if row[0] == match_stream(done.game)]
        return Receipt(done.game, "", max(row[1] for row in of_match), records(done.rows), done.repeated)

    # -- places to fork

    def is_boundary(self, live: LiveGame, timeline: str, at: int) -> bool:
        """Whether no command is half done after version `at`."""
        head = self._core.head(live, timeline)[1]
        return at == head or self._name_after(live, timeline, at) in (COMMAND_ACCEPTED, RULES_MOVED)

    def fork_from(self, live: LiveGame, timeline: str | None, at: int) -> tuple[str, int]:
        """The timeline and version to fork from. Raises NotFound, Refused with the nearest places."""
        timeline, head = self._core.head(live, timeline)
        if not 1 <= at <= head:
            raise NotFound(f"{timeline} has versions 1 to {head}, not {at}")
        if not self.is_boundary(live, timeline, at):
            line = live.match.lineage(timeline, at + 1)[-1][0]
            before, after = self._core.recorder.nearest(stream_of(live.id, line), at, COMMAND_ACCEPTED)
            places = [str(place - 1) for place in (before, after) if place] + ([] if after else [str(head)])
            require(
                False, "match/boundary", f"a command is half done at {at}; the nearest: {', '.join(places)}"
            )
        return timeline, at

    def _name_after(self, live: LiveGame, timeline: str, at: int) -> str | None:
        line = live.match.lineage(timeline, at + 1)[-1][0]
        return self._core.recorder.name_at(stream_of(live.id, line), at + 1)
