"""The referee: the application service, and the only door to the log.

Everything a player, a reader or a program asks of games goes through `Referee`. Each accepted request is one
atomic append that is durable before the answer leaves; each refused one raises and changes nothing.
Safe to use from many threads at once.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Self

import msgspec

from ironclad.domain.match.commands import OpenBranch, OpenGame, OwnChain
from ironclad.domain.match.state import HOUSE
from ironclad.domain.match.taking_back import TAKE_BACK
from ironclad.eventlog.errors import (
    Busy,
    GameOver,
    HeldElsewhere,
    IdReused,
    NameTaken,
    NotFound,
    NotSignedIn,
    NotYourSeat,
    OtherBuild,
    Problem,
    Refused,
    Stale,
    TooMuch,
    Unavailable,
    Unreadable,
    as_problems,
)
from ironclad.eventlog.records import (
    AccountRecord,
    DiceRecord,
    Difference,
    EventRecord,
    ForesightRecord,
    GameRecord,
    GameSummary,
    Identity,
    LegalRecord,
    OddsRecord,
    Page,
    PositionRecord,
    ProposalRecord,
    ReachRecord,
    Receipt,
    Request,
    Seated,
    TimelineRecord,
    TokenRecord,
)
from ironclad.eventlog.signer import Signing
from ironclad.referee import request_limits
from ironclad.referee.authorization import Doorkeeper
from ironclad.referee.command_handler import Judge
from ironclad.referee.computer_player import House
from ironclad.referee.dice.beacon import Beacon
from ironclad.referee.dice.service import Covered
from ironclad.referee.match_requests.intent_requests import IntentDesk
from ironclad.referee.open_games import Core, DiceSource, LiveGame, Rulesets
from ironclad.referee.people.access import Access
from ironclad.referee.proof.exporting import Exporter
from ironclad.referee.signatures import Given

__all__ = [
    "Access",
    "AccountRecord",
    "Busy",
    "DiceRecord",
    "DiceSource",
    "Difference",
    "EventRecord",
    "ForesightRecord",
    "GameOver",
    "GameRecord",
    "GameSummary",
    "HeldElsewhere",
    "IdReused",
    "Identity",
    "LegalRecord",
    "NameTaken",
    "NotFound",
    "NotSignedIn",
    "NotYourSeat",
    "OddsRecord",
    "OtherBuild",
    "Page",
    "PositionRecord",
    "Problem",
    "ProposalRecord",
    "ReachRecord",
    "Receipt",
    "Referee",
    "Refused",
    "Request",
    "Rulesets",
    "Seated",
    "Stale",
    "TimelineRecord",
    "TokenRecord",
    "TooMuch",
    "Unavailable",
    "Unreadable",
]


class Referee(Doorkeeper, IntentDesk):
    """Opens games, seats players, judges commands, answers readers."""

    def __init__(
        self,
        url: str,
        rulesets: Rulesets,
        *,
        clock: Callable[[], datetime] | None = None,
        ids: Callable[[], str] | None = None,
        secret: bytes | None = None,
        dice: DiceSource | None = None,
        dice_key: bytes | None = None,
        seal_key: bytes | None = None,
        covered: Covered | None = None,
        snapshot_every: int = 500,
        cached_positions: int = 256,
        exclusive: bool = True,
        access: Access | None = None,
        redis: str | None = None,
        beside: bool = False,
        signing: Signing | None = None,
        beacon: Beacon | None = None,
    ) -> None:
        """Open (or make) the log at a URL: `sqlite:///relative`, `sqlite:////absolute`, `sqlite://` (memory).

        `clock` gives an aware time (UTC now); `ids` fresh names for games and timelines (random). `secret` is
        what seat tokens are derived from: kept by whoever starts the server, apart from the database, a
        repeated request gets the same token after a restart too (random). `dice_key` is the master key of
        the dice chains that the service keeps, kept apart likewise (made from the secret); `seal_key` is that
        of the hidden values of games (made from the secret). `covered` says
        whether a signed checkpoint covers a position of the log: no link is revealed before it covers the
        anchors (as the log is signed). `dice` gives each command its dice instead: games opened so prove
        nothing. A position is kept on disk every `snapshot_every` events. `access` says how long tokens are
        good and what passwords cost to check. `redis` is the URL of a Redis that the processes of one service
        share; it makes them quicker, and is needed for nothing.
        One process at a time may have a log for writing: this referee holds it until it is closed, unless
        it is not `exclusive`. What others write to a SQLite log later may pass it by then, unless it works
        `beside` them: it looks again before each use of a game. With the log's key in `signing` it signs
        checkpoints, unless another process does. With a `beacon`, witnesses and a signed log it offers the
        tournament level.

        Raises BadStoreURL, HeldElsewhere, Unavailable if the store cannot be opened.
        """
        with as_problems():
            core = Core(
                url,
                rulesets,
                clock=clock,
                ids=ids,
                secret=secret,
                dice=dice,
                dice_key=dice_key,
                seal_key=seal_key,
                covered=covered,
                keep_every=snapshot_every,
                cached_positions=cached_positions,
                exclusive=exclusive,
                access=access or Access(),
                redis=redis,
                beside=beside,
                signing=signing or Signing(),
                beacon=beacon,
            )
        super().__init__(core)
        self._judge = Judge(core)
        self._house = House(core, self._matches, self)
        core.moved = lambda live: self._house.soon(live.id, live.match)
        self.exporter = Exporter(core, self.prover, signing or Signing())
        if exclusive:
            try:
                self._mend_views()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let go of the store; what was acknowledged is durable already. Also a context manager."""
        self._house.close()
        self._core.log.database.unlisten(self._on_commit)
        self._core.log.database.unlisten(self._core.wake_all)
        self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- opening and seats

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
        dice: str = "shared",
        version: str | None = None,
    ) -> GameRecord:
        """Open a game at a scenario, or at a position document; private to an account, if one is named.

        `dice` is "shared" or "tournament", `version` any published version of the rules: the newest unless
        one is named, or the position has the errata of another. Raises NotFound (ruleset, scenario),
        Unreadable (options, position, title, version), IdReused, Refused ("dice/tournament": the service
        does not offer that level).
        """
        rules = self._core.ruleset(ruleset)
        title = request_limits.name(title, "title", request_limits.TITLE_LIMIT)
        by = request_limits.name(by, "by")
        alone = ("",) if rules.lesson is None else ("", rules.lesson.scenario)  # need a position
        if scenario not in rules.scenarios and not (position is not None and scenario in alone):
            raise NotFound(f"{ruleset} has the scenarios {', '.join(rules.scenarios)}, not {scenario!r}")
        command = OpenGame(
            ruleset=rules.name,
            version=request_limits.read_version(rules, version, position),
            scenario=scenario,
            options=request_limits.read_options(rules, options or {}),
            seats=rules.seats,
            title=title,
            by=by,
            dice=msgspec.UNSET if dice == "shared" else dice,
        )
        done = self._matches.open_game(rules, command, position, id, private_to)
        self._list_soon()
        return msgspec.structs.replace(self.game(done.game), repeated=done.repeated)

    @as_problems()
    def take_seat(
        self,
        game: str,
        seat: str,
        player: str,
        *,
        id: str | None = None,
        account: str | None = None,
        dice: OwnChain | None = None,
        key: str = "",
        signature: str | None = None,
    ) -> Seated:
        """Seat a player, for an account if one is named. `id` is a secret of 16 to 64 characters.

        `dice` is a chain of the player's own; the service keeps one otherwise. `key` is one that the player
        signs with from now on, and has signed this with (docs/signatures.md). The same id, seat and player
        again gets the same token, good as long as a new one. Raises NotFound, Unreadable, IdReused,
        NotYourSeat (the token was revoked), Refused ("match/seat-taken", "dice/…", "signature/…").
        """
        self._seat(game, seat)
        request_limits.text(key, "key", request_limits.LINK_LIMIT)
        return self._matches.take_seat(game, seat, player, id, account, dice, key, Given(signature))

    @as_problems()
    def seat_house(self, game: str, seat: str) -> GameRecord:
        """Let the house play a seat; `repeated` if it does already. Raises NotFound, Refused ("match/…")."""
        new = self._house.sit(game, seat)
        return msgspec.structs.replace(self.game(game), repeated=not new)

    def game(self, game: str, *, seat: str | None = None) -> GameRecord:
        """A game as it is now, for a seat (None: an onlooker). Raises NotFound.

        Should the house owe a move there, it is reminded.
        """
        record = super().game(game, seat=seat)
        if record.due and any(each.player == HOUSE for each in record.seats):
            with self._core.game(game, fresh=False) as live:
                self._house.soon(game, live.match)
        return record

    # -- commands

    def command(
        self, game: str, seat: str, request: Request | Mapping[str, Any], *, by: str | None = None
    ) -> Receipt:
        """Judge a command of `seat`, given by the seat `by` (itself, unless named).

        Checked in order: who, id, end of the game, staleness, signature, rules. On a branch the one who
        opened it gives the commands of every seat. Raises NotFound, NotYourSeat, Unreadable, TooMuch,
        IdReused, GameOver, Stale, Refused (rule, reason).
        """
        receipt = self._judge.command(game, seat, request, by)
        self._list_soon()
        return receipt

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

        It is for nothing where it is free (domain/match/taking_back.py). Checked in the order of a command's;
        a seat that signs names `to`. Raises also Stale where the timeline is not at `expected_version`,
        Refused ("take-back/…").
        """
        command: dict[str, Any] = {"type": TAKE_BACK}
        if to is not None:
            command["to"] = request_limits.number(to, "to")
        request = Request(
            id=id,
            command=command,
            expected_version=expected_version,
            timeline=timeline,
            signature=signature,
        )
        receipt = self._judge.take_back(game, seat, request, by)
        self._list_soon()
        return receipt

    # -- timelines

    def timelines(self, game: str) -> tuple[TimelineRecord, ...]:
        """Every timeline in the order opened. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.timelines(live)

    def branch(
        self, game: str, at: int, by: str, *, timeline: str | None = None, id: str | None = None
    ) -> TimelineRecord:
        """Fork a what-if at version `at`, owned by `by` (a seat, or any reader's name); the game is
        untouched.

        Raises NotFound, NotYourSeat (a reader's name that looks like a seat's), IdReused, Refused
        ("match/boundary", which names the nearest place where one may fork; "match/branches").
        """
        by = self._branching(game, by)
        request_limits.number(at, "at")
        if timeline is not None:
            request_limits.known(timeline, "timeline")

        def open_branch(live: LiveGame) -> OpenBranch:
            line, version = self._matches.fork_from(live, timeline, at)
            return OpenBranch(branch=self._core.ids(), timeline=line, at=version)

        done = self._matches.carry_out(
            game, by, open_branch, {"branch": at, "timeline": timeline, "game": game}, id
        )
        return self._timeline(done)

    # -- within

    def _branching(self, game: str, by: str) -> str:
        """The name under which `by` branches. Raises NotYourSeat for a reader's that looks like a seat's."""
        name = request_limits.name(by, "by", least=1)
        with self._core.game(game, fresh=False) as live:
            seats = live.ruleset.seats
        if by not in seats and name.casefold() in {seat.casefold() for seat in seats}:
            raise NotYourSeat(f"{by!r} is no reader's name: a seat is called so")
        return name
