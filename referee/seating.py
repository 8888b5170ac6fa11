"""Opening a game and taking a seat: what makes a game before any command of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.domain.match import commands as c
from ironclad.domain.match.events import EVENTS, CommandAccepted, SealOpened, TournamentSet
from ironclad.domain.match.signed import Seen
from ironclad.domain.match.state import MAIN
from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import NotFound, NotYourSeat, Unavailable, Unreadable, as_problems
from ironclad.eventlog.log import Fact, match_stream, stream_of
from ironclad.eventlog.records import GameRecord, Seated, Sitting
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.rows import Answer
from ironclad.referee import request_limits
from ironclad.referee.dice.service import DiceService, scheme_of_opening
from ironclad.referee.disputes.errata import Errata
from ironclad.referee.intents import Intents
from ironclad.referee.match_requests.handler import Asked, Done, MatchHandler
from ironclad.referee.open_games import OpenGame, OpenGames, Raced
from ironclad.referee.opening import begin, begun_clocks, opening
from ironclad.referee.people.people import People
from ironclad.referee.proof.receipts import Receipts
from ironclad.referee.sealing.seals import check_opening, sealed, set_in
from ironclad.referee.signatures import Given, Signatures


@dataclass(frozen=True)
class Apart:
    """How a game is private: the work that keeps it so, by the game's id. `tried_from` is a trial's place.

    The work is done in the transaction that opens the game; where it raises, no game is opened.
    """

    keep: Callable[[str], Callable[[Connection], None]]
    tried_from: str | msgspec.UnsetType = msgspec.UNSET


_KEEP_BLOB = "INSERT INTO blobs (digest, body) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"


class Opening:
    """Opens games and seats players. `record` gives the record of a game that was opened."""

    def __init__(
        self,
        open_games: OpenGames,
        people: People,
        intents: Intents,
        dice: DiceService,
        handler: MatchHandler,
        receipts: Receipts,
        record: Callable[[str], GameRecord],
    ) -> None:
        self._open_games, self._people, self._intents, self._dice = open_games, people, intents, dice
        self._signatures, self._handler, self._record = Signatures(open_games), handler, record
        self._receipts, self._errata = receipts, Errata(open_games)

    # -- opening

    @as_problems()
    def open_game(
        self,
        ruleset: str,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        position: Mapping[str, Any] | None = None,
        title: str = "",
        by: str = "",
        id: str | None = None,
        private_to: str | None = None,
        dice: str = "",
        version: str | None = None,
        apart: Apart | None = None,
        control: str | Mapping[str, Any] | None = None,
        replays: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> GameRecord:
        """Open a game at a scenario, or at a position document; private to an account, if one is named.

        `apart` makes it private in another way.
        `dice` is "ironclad-dice/v2" (as "" is where the service makes fair dice), "ironclad-dice/v1" (or
        "shared"), "tournament" or "ironclad-dice/v2/tournament"; `version` is any published version of the
        rules: the newest unless one is named, or the position has the errata of another. `control` is the
        name of one or an object (docs/clocks.md); without one the game is not timed. `replays` is an
        annulled game that is played again.
        Raises NotFound (ruleset, scenario), Unreadable (options, position, title, version, control), Refused
        ("dice/tournament": the service does not offer that level; "dice/scheme": it was given
        dice), IdReused.
        """
        rules = self._open_games.ruleset(ruleset)
        title = request_limits.name(title, "title", request_limits.TITLE_LIMIT)
        by = request_limits.name(by, "by")
        alone = ("",) if rules.show.lesson is None else ("", rules.show.lesson.scenario)  # need a position
        if scenario not in rules.identity.scenarios and not (position is not None and scenario in alone):
            raise NotFound(
                f"{ruleset} has the scenarios {', '.join(rules.identity.scenarios)}, not {scenario!r}"
            )
        named = dice or (V2 if self._open_games.opens_fair else V1)
        command = c.OpenGame(
            ruleset=rules.name,
            version=request_limits.read_version(rules, version, position),
            scenario=scenario,
            options=request_limits.read_options(rules, options or {}),
            seats=rules.seats,
            title=title,
            by=by,
            dice=msgspec.UNSET if named in ("shared", V1) else named,
            tried_from=msgspec.UNSET if apart is None else apart.tried_from,
            control=msgspec.UNSET if control is None else request_limits.read_control(control, rules.seats),
            replays=replays,
        )
        if private_to is not None:
            privacy, account = self._people.privacy, private_to
            apart = Apart(lambda game: privacy.opening(game, account))
        done = self._open(rules, command, position, id, apart, frozenset(options or ()))
        return msgspec.structs.replace(self._record(done.game), repeated=done.repeated)

    def _open(
        self,
        ruleset: Ruleset[Any],
        command: c.OpenGame,
        position: Mapping[str, Any] | None,
        id: str | None,
        apart: Apart | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Done:
        """Open a game; Done.game is its id. `named` are the options that were asked for."""
        open_games = self._open_games
        check_opening(ruleset, command, position is not None)
        data = msgspec.to_builtins(command)
        if position is None:
            command = self._with_errata(ruleset, command, named)
        document = blob = None
        if position is not None:
            limit = request_limits.POSITION_LIMIT
            document, blob = request_limits.stored_form(position, "the position", limit)
            data["position"] = {"sha256": sha256(blob).hexdigest()}
        stored, _ = request_limits.stored_form(data, "the request")
        id = open_games.ids() if id is None else request_limits.text(id, "id", request_bounds.ID_LIMIT, 1)
        whole = {"id": id, **stored} if apart is None else {"id": id, "private": True, **stored}
        digest = request_limits.digest_of("open_game", whole)
        scope = f"games/{command.by}"
        with open_games.opening:
            for _ in range(2):
                if (first := open_games.answered(scope, id, digest)) is not None:
                    return Done(first[0], first[2], True)
                game = open_games.ids()
                asked = {**stored, "options": command.options}
                accepted = CommandAccepted("", id, digest.hex(), open_games.now(), asked, command.by)
                try:
                    terms = self._intents.terms(command)
                    begun = begin(ruleset, command, document, command.tried_from is not msgspec.UNSET)
                    if open_games.opens_fair:
                        begun = msgspec.structs.replace(begun, dice=scheme_of_opening(command))
                    keep = () if apart is None else (apart.keep(game),)
                    answer = Answer(scope, id, digest, game, MAIN)
                    return self._found(ruleset, game, command, accepted, begun, blob, answer, keep, terms)
                except Raced:
                    continue
        raise Unavailable("the game could not be opened: its id is taken")

    def _with_errata(self, ruleset: Ruleset[Any], command: c.OpenGame, named: frozenset[str]) -> c.OpenGame:
        """With the readings that the service has published, in options that are not named.

        Not of a game on another one's terms.
        """
        defaults = {} if command.replays is not msgspec.UNSET else self._errata.defaults(ruleset)
        found = {name: value for name, value in defaults.items() if name not in named}
        if not found:
            return command
        return msgspec.structs.replace(command, options={**command.options, **found})

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
        open_games = self._open_games
        digest = None
        if blob is not None and len(blob) > request_limits.INLINE_POSITION_LIMIT:
            digest = sha256(blob).hexdigest()
        first = opening(ruleset, command, accepted, begun, lambda: open_games.dice(game, MAIN, 0), digest)
        if open_games.opens_fair and first.rolls:
            raise Unreadable(
                "a game cannot begin with a roll, for no seat is taken: its ruleset asks for `begin` first"
            )
        accepted = msgspec.structs.replace(accepted, rolls=first.rolls)
        anchored: list[Event] = [terms] if terms is not None else []
        if open_games.opens_fair:
            beacon = terms.beacon if terms is not None else ""
            anchored.append(self._dice.opened(ruleset, game, begun.dice, beacon))
        seal = open_games.seals.of(game, ruleset.sight.padded_to) if ruleset.sight.hides else None
        hides: list[Event] = [] if seal is None else [set_in(ruleset, seal)]
        end = [*first.end, *([SealOpened(seal.key.hex())] if seal is not None and first.end else [])]
        end += begun_clocks(ruleset, game, accepted, [*first.match, *hides, *anchored, *first.end], first)
        stream, family = match_stream(game), EVENTS.family
        of_match = enumerate([accepted, *first.match, *hides, *anchored, *end], 1)
        facts = [Fact(stream, version, family, event) for version, event in of_match]
        stream, family = stream_of(game, MAIN), ruleset.storage.events.family
        of_line = [Fact(stream, version, family, event) for version, event in enumerate(first.line, 1)]
        # The end, if there is one, comes after what ended the game.
        last = len(facts) - len(end)
        facts[last:last] = sealed(seal, of_line, ruleset.storage.commands)

        def keep(connection: Connection) -> None:
            for work in also:
                work(connection)
            if digest is not None:
                connection.execute(_KEEP_BLOB, (digest, blob))

        return Done(game, open_games.append(facts, answer, keep), False)

    # -- seats

    @as_problems()
    def take_seat(
        self,
        game: str,
        seat: str,
        player: str,
        *,
        id: str | None = None,
        account: str | None = None,
        dice: c.OwnChain | None = None,
        key: str = "",
        key_scheme: str = "",
        signature: str | None = None,
        seen: Seen | None = None,
        first: Callable[[Connection], object] | None = None,
    ) -> Seated:
        """Seat a player, for an account if one is named. `id` is a secret: the log gets its hash only.

        `dice` is a chain of the player's own; the service keeps one otherwise. `key` is one that the player
        signs with from now on, in the way of `key_scheme`, and has signed this with, having seen `seen`
        (docs/signatures.md). The same id, seat and player
        again gets the same token, good as long as a new one. `first` is done before what else is kept, in
        the same transaction; where it raises, nobody is seated. Raises NotFound, Unreadable, IdReused,
        NotYourSeat (the token was revoked), Refused ("match/seat-taken", "dice/…", "signature/…").
        """
        with self._open_games.game(game, fresh=False) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")
        request_limits.text(key, "key", request_bounds.LINK_LIMIT)
        request_limits.text(key_scheme, "key_scheme", request_bounds.LINK_LIMIT)
        signatures = Given(signature, seen=seen)
        open_games, people = self._open_games, self._people
        name = request_limits.name(player, "player", least=1)
        signatures.check(id)
        id = people.tokens.secret_id(open_games.ids()) if id is None else id
        request_limits.text(id, "id", request_bounds.ID_LIMIT, request_limits.SECRET_ID_LEAST)
        asked = {"id": id, "game": game, "seat": seat, "player": name}
        if dice is not None:
            asked["dice"] = msgspec.to_builtins(dice)
        if key:
            asked["key"] = key
        if key_scheme:
            asked["key_scheme"] = key_scheme
        digest = request_limits.digest_of("take_seat", asked)
        hashed = sha256(f"ironclad-seat-id|{id}".encode()).hexdigest()
        token = people.tokens.of_seat(game, seat, id)
        sitting = Sitting(game, seat, open_games.ids())
        named = people.accounts.seating(sitting.player, name, account)
        given = people.tokens.seating(sitting, token, account)

        def register(connection: Connection) -> None:
            if first is not None:
                first(connection)
            named(connection)
            given(connection)
            if account is not None:
                people.privacy.seating(game, account)(connection)

        def take(live: OpenGame) -> c.TakeSeat:
            log = self._signatures.origin() if key else ""
            return c.TakeSeat(player=sitting.player, dice=dice, key=key, log=log, key_scheme=key_scheme)

        done = self._handler.carry_out(game, Asked(seat, hashed, digest, take, signatures, also=register))
        player = done.first("seat_taken")["player"]
        if done.repeated:
            self._tell_again(Sitting(game, seat, player), token, account)
        seated = Seated(game, seat, player, token, people.tokens.seat_until(), done.repeated)
        return self._receipts.to_row(seated, done.rows[0])

    def _tell_again(self, sitting: Sitting, token: str, account: str | None) -> None:
        """Make the token good that is given again, unless its player was erased. Raises NotYourSeat."""
        people = self._people
        owner = people.accounts.owner(sitting.player)
        if owner is not None and owner != account:
            raise NotYourSeat("the seat belongs to an account: sign in to it")
        if people.accounts.names([sitting.player]) and not people.tokens.honour(sitting, token, owner):
            raise NotYourSeat("this token of the seat was revoked")
