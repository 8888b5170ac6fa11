"""What is asked of a match: opening, seats, branches, rewinds, draws, resignation. Each is one append."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

from domain.kernel import codec
from domain.kernel.codec import Command, Event
from domain.kernel.decider import GameBegun, Outcome, Resolution, Ruleset
from domain.kernel.rulebook import Refused, require
from domain.match import commands as c
from domain.match.deciding import decide, ended_by_rules
from domain.match.events import COMMAND_ACCEPTED, EVENTS, CommandAccepted, TimelineOpened
from domain.match.state import MAIN, Match, evolve
from projections import asking
from projections.core import Core, LiveGame, Raced, records, rows_of
from projections.documents import Receipt, Seated, Sitting
from projections.errors import GameOver, NotFound, NotYourSeat, Problem, Unavailable, Unreadable
from projections.log import Fact, match_stream, stream_of
from projections.store.append import Answer
from projections.store.connection import Connection
from projections.store.recorders import Row

Decide = Callable[[LiveGame], Command]

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


class Matches:
    """Carries requests out on matches."""

    def __init__(self, core: Core) -> None:
        self._core = core

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
            document, blob = asking.stored_form(position, "the position", asking.POSITION_LIMIT)
            data["position"] = {"sha256": sha256(blob).hexdigest()}
        stored, _ = asking.stored_form(data, "the request")
        id = core.ids() if id is None else asking.text(id, "id", asking.ID_LIMIT, 1)
        whole = {"id": id, **stored} if private_to is None else {"id": id, "private": True, **stored}
        digest = asking.digest_of("open_game", whole)
        scope = f"games/{command.by}"
        with core.opening:
            for _ in range(2):
                if (first := core.answered(scope, id, digest)) is not None:
                    return Done(first[0], first[2], True)
                game = core.ids()
                accepted = CommandAccepted("", id, digest.hex(), core.now(), stored, command.by)
                try:
                    begun = _begun(ruleset, command, document)
                    keep = () if private_to is None else (core.privacy.opening(game, private_to),)
                    answer = Answer(scope, id, digest, game, MAIN)
                    return self._found(ruleset, game, command, accepted, begun, blob, answer, keep)
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
    ) -> Done:
        """Append a new game's first events, in its match and on its main line."""
        core = self._core
        beginning, outcome = self._first_events(ruleset, game, begun)
        if blob is not None and len(blob) > asking.INLINE_POSITION_LIMIT:
            digest = sha256(blob).hexdigest()
            beginning[0] = msgspec.structs.replace(begun, position={"blob": digest})
        match = evolve(Match(), accepted)
        events = [accepted, *decide(match, command.by, command)]
        facts = [Fact(match_stream(game), 1 + i, EVENTS.family, event) for i, event in enumerate(events)]
        family = ruleset.events.family
        facts += [Fact(stream_of(game, MAIN), 1 + i, family, event) for i, event in enumerate(beginning)]
        if outcome is not None:
            for event in events[1:]:
                evolve(match, event)
            end = ended_by_rules(match, outcome, len(beginning), accepted.at)
            facts.append(Fact(match_stream(game), 1 + len(events), EVENTS.family, end))

        def keep(connection: Connection) -> None:
            for work in also:
                work(connection)
            if beginning[0] is not begun and blob is not None:
                row = (sha256(blob).hexdigest(), blob)
                connection.execute(_KEEP_BLOB, row)

        return Done(game, rows_of(core.append(facts, answer, keep)), False)

    def _first_events(
        self, ruleset: Ruleset[Any], game: str, begun: GameBegun
    ) -> tuple[list[Event], Outcome | None]:
        """The first event, what follows of itself if no decision is due after it, and the outcome if any."""
        position = ruleset.initial(begun)
        outcome = ruleset.outcome(position)
        if outcome is not None or ruleset.due(position):
            return [begun], outcome
        dice = self._core.dice(game, MAIN, 0)
        resolution: Resolution[Any] = Resolution(position.copy(), dice, ruleset.handlers.evolvers)
        ruleset.proceed(resolution)
        return [begun, *resolution.events], ruleset.outcome(resolution.position)

    # -- seats

    def take_seat(self, game: str, seat: str, name: str, id: str | None, account: str | None) -> Seated:
        """Seat a player and make the token. The id is a secret: the log gets its hash only."""
        core = self._core
        name = asking.name(name, "player", least=1)
        id = core.tokens.secret_id(core.ids()) if id is None else id
        asking.text(id, "id", asking.ID_LIMIT, asking.SECRET_ID_LEAST)
        digest = asking.digest_of("take_seat", {"id": id, "game": game, "seat": seat, "player": name})
        hashed = sha256(f"ironclad-seat-id|{id}".encode()).hexdigest()
        token = core.tokens.of_seat(game, seat, id)
        sitting = Sitting(game, seat, core.ids())
        named = core.accounts.seating(sitting.player, name, account)
        given = core.tokens.seating(sitting, token, account)

        def register(connection: Connection) -> None:
            named(connection)
            given(connection)
            if account is not None:
                core.privacy.seating(game, account)(connection)

        taken = c.TakeSeat(player=sitting.player)
        done = self._carry_out(game, seat, lambda live: taken, hashed, digest, register)
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
        self, game: str, seat: str, command: Decide, asked: Mapping[str, Any], id: str | None
    ) -> Done:
        """Carry out a request: `asked` is its whole content, `command` makes it of the live game."""
        id = self._core.ids() if id is None else asking.text(id, "id", asking.ID_LIMIT, 1)
        digest = asking.digest_of("match", {"id": id, "seat": seat, **asked})
        return self._carry_out(game, seat, command, id, digest, None)

    def _carry_out(
        self,
        game: str,
        seat: str,
        command: Decide,
        id: str,
        digest: bytes,
        also: Callable[[Connection], object] | None,
    ) -> Done:
        core = self._core
        with core.game(game, fresh=False) as live:
            try:
                with live.lock:
                    return core.retrying(live, lambda _: self._judge(live, seat, command, id, digest, also))
            except (Problem, Refused) as wrong:
                core.refusals.note(game, seat, core.now(), wrong, getattr(wrong, "rule", ""), {})
                raise

    def _judge(
        self,
        live: LiveGame,
        seat: str,
        command: Decide,
        id: str,
        digest: bytes,
        also: Callable[[Connection], object] | None,
    ) -> Done:
        core = self._core
        scope = f"{live.id}/{seat}"
        if (first := core.answered(scope, id, digest)) is not None:
            return Done(live.id, first[2], True)
        asked = command(live)
        now = core.time(live, *core.head(live, None))
        accepted = CommandAccepted(seat, id, digest.hex(), now, msgspec.to_builtins(asked), seat)
        match = evolve(live.match.copy(), accepted)
        try:
            events: list[Event] = [accepted, *decide(match, seat, asked)]
        except Refused as refused:
            if refused.rule == "match/over":
                reason = match.ended.reason if match.ended is not None else refused.reason
                raise GameOver(reason, refused.rule) from refused
            raise
        if isinstance(asked, c.AcceptRewind):
            events += self._ended_there(live, match, events[1:])
        version = live.match_version
        facts = [
            Fact(match_stream(live.id), version + 1 + i, EVENTS.family, event)
            for i, event in enumerate(events)
        ]
        standing: tuple[tuple[str, int], ...] = ()
        if isinstance(asked, c.AcceptRewind | c.AcceptDraw | c.Resign):
            standing = ((stream_of(live.id, live.match.current), asked.head),)
        rows = rows_of(core.append(facts, Answer(scope, id, digest, live.id, ""), also, standing))
        core.advance_match(live, events)
        return Done(live.id, rows, False)

    def _ended_there(self, live: LiveGame, match: Match, events: list[Event]) -> list[Event]:
        """The end of a game that is moved to a position which the rules have ended already."""
        (opened,) = (event for event in events if isinstance(event, TimelineOpened))
        assert opened.parent is not None
        outcome = live.ruleset.outcome(self._core.position(live, opened.parent, opened.at))
        if outcome is None:
            return []
        for event in events:
            evolve(match, event)
        return [ended_by_rules(match, outcome, opened.at, match.clock)]

    def receipt(self, done: Done) -> Receipt:
        """A request's answer: its events, and where the match stood after them."""
        return Receipt(done.game, "", max(row[1] for row in done.rows), records(done.rows), done.repeated)

    # -- places to fork

    def is_boundary(self, live: LiveGame, timeline: str, at: int) -> bool:
        """Whether no command is half done after version `at`."""
        head = self._core.head(live, timeline)[1]
        return at == head or self._name_after(live, timeline, at) == COMMAND_ACCEPTED

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


def _begun(ruleset: Ruleset[Any], command: c.OpenGame, document: Mapping[str, Any] | None) -> GameBegun:
    """The first event, tried out: a position document that the ruleset cannot read is refused here."""
    try:
        begun = ruleset.begin(command.scenario, command.options, document)
        ruleset.due(ruleset.initial(begun))
    except (codec.Unreadable, codec.UnknownName) as wrong:
        raise Unreadable(str(wrong)) from wrong
    except (Refused, Problem):
        raise
    except Exception as wrong:
        if document is None:
            raise
        raise Unreadable(
            f"the position is not one of {ruleset.name}: {type(wrong).__name__}: {wrong}"
        ) from wrong
    return begun
