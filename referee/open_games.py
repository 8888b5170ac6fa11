"""What the referee's parts share: the log, live games with their locks, and the one way to append."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from threading import Condition, Lock, RLock
from typing import Any, TypeVar

import msgspec
from eventsourcing.persistence import DataError, IntegrityError, PersistenceError

from ironclad.domain.kernel.engine.codec import Event, Registry, UnknownName
from ironclad.domain.kernel.engine.dice import Dice, SeededDice
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RULINGS
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.kernel.fair.fair_table import DiceProof
from ironclad.domain.match.clocks.times import instant_text
from ironclad.domain.match.committed import Waiting
from ironclad.domain.match.dice import scheme_of
from ironclad.domain.match.disputes.errata import ERRATA_EVENTS
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    COMMANDS_GIVEN,
    EVENTS,
    LINK_REVEALED,
    ROUND_MISSED,
    CommandAccepted,
)
from ironclad.domain.match.state import Match, evolve
from ironclad.eventlog.errors import IdReused, NotFound, Stale, Unavailable, as_problems
from ironclad.eventlog.log import Fact, LogBook, match_stream, stream_of
from ironclad.eventlog.records import MayTakeBack
from ironclad.eventlog.sealing import GameSeal
from ironclad.eventlog.store import in_memory
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.hold import Hold
from ironclad.eventlog.store.recorders import Row
from ironclad.eventlog.store.rows import Answer
from ironclad.referee import request_limits
from ironclad.referee.background import BackgroundWork
from ironclad.referee.cache.shared_cache import SharedCache
from ironclad.referee.clocks.arrival import arrived, time_text
from ironclad.referee.line_hashes import LineHashes
from ironclad.referee.pasts import Pasts
from ironclad.referee.positions import Positions
from ironclad.referee.proof.ledger_service import Ledger
from ironclad.referee.recovery.breaks import Breaks
from ironclad.referee.refusals import Refusals
from ironclad.referee.sealing.seals import Seals
from ironclad.referee.sealing.seals import master_from as seals_master
from ironclad.referee.settings import DiceSource, ServiceSettings
from ironclad.referee.stored_positions import PositionKey, StoredPositions

T = TypeVar("T")

Rulesets = Mapping[str, Ruleset[Any]] | Callable[[str], Ruleset[Any]]
"""Rulesets by name: a mapping, or a function that raises KeyError for an unknown name."""

_LIVE_GAMES_KEPT = 2_000
_ATTEMPTS = 4
_NEAR = 50  # events: few commands cause as many
_TIMED_EVENTS = (*COMMANDS_GIVEN, LINK_REVEALED, ROUND_MISSED)


class Standing(msgspec.Struct, frozen=True):
    """A timeline's dice at a version: the last command that revealed links (`since`, or 0), its proof."""

    version: int
    since: int
    proof: DiceProof | None


class Raced(Exception):
    """Another process wrote to the same stream first: look again."""


class _Told(msgspec.Struct):
    """When a command was accepted."""

    at: str


@dataclass
class OpenGame:
    """A game in memory. `lock` is held by the thread that commands it; `match` is replaced, never changed.

    Over a shared store each use has one of its own, as the log stood when the use began, with the lock and
    `changed` of the game. `last_times` has the time of each timeline's last command, and the version known
    then; `dice` what commands did to its dice. `covered` are the epochs (timeline, number) whose anchors a
    checkpoint is known to cover, `kept` those whose chains this service is known to have. `backs` is what may
    be taken back on each timeline, as found at its version and the match's. `waiting` are the commands that
    were committed to and wait on each timeline at a version. `seal` is that of a game that hides something.

    Where a request that had arrived in time is judged after a flag, it is judged in a copy of the game
    (`origin`) in which the events of `lift` have lifted that; they join the request's append.
    """

    id: str
    ruleset: Ruleset[Any]
    match: Match
    match_version: int
    lock: Any = field(default_factory=RLock)
    heads: dict[str, int] = field(default_factory=dict)
    last_times: dict[str, tuple[int, str]] = field(default_factory=dict)
    dice: dict[str, Standing] = field(default_factory=dict)
    covered: set[tuple[str, int]] = field(default_factory=set)
    kept: set[tuple[str, int]] = field(default_factory=set)
    backs: dict[str, tuple[tuple[int, int], MayTakeBack | None]] = field(default_factory=dict)
    waiting: dict[str, tuple[int, Waiting]] = field(default_factory=dict)
    changed: Condition = field(default_factory=Condition)
    seal: GameSeal | None = None
    users: int = 0
    lift: tuple[Event, ...] = ()
    origin: "OpenGame | None" = None


def seeded_by(secret: bytes) -> DiceSource:
    """Dice that only who knows the secret can foresee: one seed for every command of every timeline."""

    def source(game: str, timeline: str, version: int) -> Dice:
        place = f"|ironclad-server-dice|{game}|{timeline}|{version}"
        return SeededDice(sha256(secret + place.encode()).hexdigest())

    return source


def facts_of(live: OpenGame, accepted: CommandAccepted, events: list[Event]) -> list[Fact]:
    """A request's events in their places in the match's stream."""
    return [
        Fact(match_stream(live.id), live.match_version + 1 + number, EVENTS.family, event)
        for number, event in enumerate([accepted, *events])
    ]


def _position_key(url: str, settings: ServiceSettings, secret: bytes) -> PositionKey | None:
    """The key of stored positions; None for a log that outlives a service without a secret."""
    if settings.position_key is not None:
        return settings.position_key
    return PositionKey(secret) if settings.secret is not None or in_memory(url) else None


class OpenGames:
    """A log, its games in memory with their locks, and what every part of the service shares of them.

    `secret` is the service's; see ServiceSettings for what it is for. Raises BadStoreURL, HeldElsewhere,
    Unavailable if the store cannot be opened.
    """

    def __init__(self, url: str, rulesets: Rulesets, settings: ServiceSettings, secret: bytes) -> None:
        self._rulesets = rulesets if callable(rulesets) else rulesets.__getitem__
        self.clock = settings.clock or (lambda: datetime.now(UTC))
        self.ids = settings.ids or (lambda: secrets.token_hex(8))
        self.dice = settings.dice or seeded_by(secret)
        self.opens_fair = settings.dice is None
        self._hold = Hold(url) if settings.exclusive else None
        try:
            self.log = LogBook(url, self.family)
        except BaseException:
            self._let_go()
            raise
        self.recorder = self.log.process_recorder
        self.shared = self.log.database.shared or settings.beside
        self.background = BackgroundWork()
        try:
            self.shared_cache = SharedCache(settings.redis, secret, self.log)
        except BaseException:
            self.background.close()
            self.log.close()
            self._let_go()
            raise
        self.refusals = Refusals(self.log.database, self.background)
        every, cached = settings.snapshot_every, settings.cached_positions
        self.seals = Seals(settings.seal_key or seals_master(secret))
        views, open_body = self.shared_cache.views, self.seals.open_body
        key = _position_key(url, settings, secret)
        hashes = LineHashes(self.log.process_recorder)
        stored = StoredPositions(self.log.kept_positions, hashes, key, self.background)
        self.positions = Positions(
            self.log, self.background, self.blob, stored, every, cached, views, open_body
        )
        self.opening = Lock()
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._mutex = Lock()
        self.ledger = Ledger(self.log.database, self.background, settings.signing)
        self.pasts = Pasts(self.recorder, self.ledger.tiles)
        self.breaks = Breaks(self.log.database, self.recorder)
        self.moved: Callable[[OpenGame], None] = lambda live: None

    def close(self) -> None:
        """Let go of the store, after the background work is done."""
        self.ledger.close()
        self.background.close()
        self.shared_cache.close()
        self.log.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.release()

    # -- names

    def ruleset(self, name: str) -> Ruleset[Any]:
        """Raises NotFound."""
        try:
            return self._rulesets(name)
        except KeyError:
            raise NotFound(f"no ruleset is named {name!r}") from None

    def family(self, family: str) -> Registry:
        """The registry of a family of events. Raises UnknownName."""
        for shared in (EVENTS, RULINGS, ERRATA_EVENTS):
            if family == shared.family:
                return shared
        try:
            return self._rulesets(family).storage.events
        except KeyError:
            raise UnknownName(f"no ruleset is named {family!r}") from None

    def now(self) -> str:
        """The time as RFC 3339 in UTC, to the millisecond."""
        return time_text(self.clock())

    def seconds(self) -> int:
        """The time in whole seconds since 1970."""
        return int(self.clock().timestamp())

    def arrived(self, live: OpenGame) -> str:
        """The time of a request: in a timed game when it had arrived, else now."""
        at = arrived() if live.match.timed else None
        return self.now() if at is None else time_text(at)

    def time(self, live: OpenGame, line: str, version: int, at: str | None = None) -> str:
        """The time of a command given after a version of a timeline: now, or the last time in the log.

        A clock may be set back, and no two workers' clocks are the same: a game's time in the log
        does not advance then until the clock has come to it again. In a timed game it is when the request had
        arrived; `at` is a time that is given instead.
        """
        known, last = live.last_times.get(line, (0, ""))
        if known != version:
            last = self.last_time(live, line, version)
            live.last_times[line] = version, last
        if live.match.clocks is not None:
            last = max(last, instant_text(live.match.clocks.now))
        return max(self.arrived(live) if at is None else at, live.match.clock, last)

    def last_time(self, live: OpenGame, line: str, version: int) -> str:
        """The time of the last command on the way to a version of a timeline; "" if there is none.

        It is looked for near the end first: a database that has no statistics yet sorts the whole stretch.
        """
        names = _TIMED_EVENTS if scheme_of(live.match) == V2 else (COMMAND_ACCEPTED,)
        for each, after, upto in reversed(live.match.lineage(line, version)):
            for start in sorted({max(after, upto - _NEAR), after}, reverse=True):
                stream = stream_of(live.id, each)
                found = [self.recorder.last_named(stream, start, upto, name) for name in names]
                times = [msgspec.json.decode(body, type=_Told).at for body in found if body is not None]
                if times:
                    return max(times)
        return ""

    # -- live games

    @contextmanager
    def game(self, id: str, *, fresh: bool = True) -> Iterator[OpenGame]:
        """A live game, kept in memory while it is used. Raises NotFound, Unavailable, OtherBuild.

        It is as the log has it now, whichever process wrote there; not `fresh`, it may be behind what other
        processes did (for who asks only what never changes, or refreshes it later). What the store raises
        meanwhile becomes a problem too.
        """
        request_limits.known(id, "game")
        with self._mutex:
            live = self._games.get(id)
            if live is not None:
                live.users += 1
                self._games.move_to_end(id)
        with as_problems():
            if live is None:
                live = self._loaded(id)
            try:
                if not self.shared:
                    yield live
                    return
                with self._mutex:
                    own = replace(live, heads={})
                if fresh:
                    self.refresh(own)
                yield own
                with self._mutex:
                    if own.match_version > live.match_version:
                        live.match, live.match_version = own.match, own.match_version
            finally:
                with self._mutex:
                    live.users -= 1

    def wake_all(self) -> None:
        """Wake those who wait for a game: another process may have appended to it."""
        with self._mutex:
            waited_for = [live.changed for live in self._games.values() if live.users]
        for changed in waited_for:
            with changed:
                changed.notify_all()

    def _loaded(self, id: str) -> OpenGame:
        match, version = self._read_match(id, Match(), 0)
        if not version:
            raise NotFound(f"there is no game {id!r}")
        assert match.opened is not None
        loaded = OpenGame(id, self.ruleset(match.opened.ruleset), match, version)
        loaded.seal = self.seals.of_match(id, loaded.ruleset, match)
        with self._mutex:
            live = self._games.setdefault(id, loaded)
            live.users += 1
            for idle in [key for key, known in self._games.items() if not known.users]:
                if len(self._games) <= _LIVE_GAMES_KEPT:
                    break
                del self._games[idle]
        return live

    def _read_match(self, id: str, match: Match, version: int) -> tuple[Match, int]:
        """A match with the events that it got after a version, and its version then."""
        rows = self.recorder.rows(match_stream(id), version, 2**62)
        if rows:
            match = match.copy()
        for name, body in rows:
            evolve(match, EVENTS.decode(name, body))
        return match, version + len(rows)

    def refresh(self, live: OpenGame) -> None:
        """Learn what others appended to a game: one query where they appended nothing."""
        while True:
            current = live.match.current
            match, head = self.recorder.last_versions(match_stream(live.id), stream_of(live.id, current))
            live.heads = {} if head is None else {current: head}
            if match == live.match_version:
                return
            live.match, live.match_version = self._read_match(live.id, live.match, live.match_version)
            if live.match.current == current:
                return

    def head(self, live: OpenGame, timeline: str | None) -> tuple[str, int]:
        """A timeline (the current one unless named) and its last version. Raises NotFound."""
        match = live.match
        timeline = match.current if timeline is None else timeline
        if timeline not in match.timelines:
            raise NotFound(f"the game has no timeline {timeline!r}")
        version = live.heads.get(timeline)
        if version is None:
            # Where others share the game in memory, its commander must not be overtaken by an older answer.
            with nullcontext() if self.shared else live.lock:
                last = self.recorder.last_version(stream_of(live.id, timeline))
                version = match.timelines[timeline].at if last is None else last
                live.heads[timeline] = version
        return timeline, version

    def position(self, live: OpenGame, timeline: str, at: int) -> Any:
        """The shared position after version `at` of a timeline."""
        return self.positions.at(live.ruleset, live.id, live.match, timeline, at)

    # -- appending

    def answered(self, scope: str, id: str, digest: bytes) -> tuple[str, str, list[Row]] | None:
        """(game, timeline, events) of a request that was answered before. Raises IdReused."""
        found = self.recorder.answer(scope, id)
        if found is None:
            return None
        first, game, timeline, position, count = found
        if first != digest:
            raise IdReused(f"the id {id!r} was used before, for another request")
        return game, timeline, self.recorder.appended(position, count)

    def append(
        self,
        facts: list[Fact],
        answer: Answer,
        also: Callable[[Connection], object] | None = None,
        standing: Sequence[tuple[str, int]] = (),
    ) -> list[Row]:
        """Append one command's facts durably, if each stream of `standing` is still at its version.

        Returns their rows, as the log gives them from then on. Raises Raced, Unavailable.
        """
        try:
            rows = self.log.append(facts, answer, also, standing)
        except IntegrityError as taken:
            raise Raced from taken
        except DataError:
            raise  # an event past the limit is a fault of the rules that made it, not of the store
        except PersistenceError as failed:
            raise Unavailable(f"the store could not be written: {failed}") from failed
        if rows:
            self.ledger.grown(rows[-1][4])
            self.pasts.appended(rows)
        return rows

    def append_for_service(
        self,
        live: OpenGame,
        id: str,
        command: dict[str, Any],
        events: list[Event],
        standing: Sequence[tuple[str, int]],
        at: str | None = None,
    ) -> None:
        """Append what the service does of itself to a game's match, as a request of no seat.

        Its time is `at`, or now. Raises Raced, Unavailable.
        """
        digest = request_limits.digest_of("service", {"id": id, "game": live.id, **command})
        line, head = self.head(live, None)
        accepted = CommandAccepted("", id, digest.hex(), self.time(live, line, head, at), command)
        answer = Answer(f"{live.id}/", id, digest, live.id, "")
        standing = (*standing, (stream_of(live.id, line), head))  # its time is not before that line's last
        self.append(facts_of(live, accepted, events), answer, standing=standing)
        self.advance_match(live, [accepted, *events])

    def retrying(self, live: OpenGame, attempt: Callable[[], T]) -> T:
        """Try, and try again while another process is quicker; the game is read again before. Raises Stale.

        Over a shared store the game is read before the first attempt too, so that nothing is refused for what
        is no longer so.
        """
        for number in range(_ATTEMPTS):
            if number or self.shared:
                self.refresh(live)
            with suppress(Raced):
                return attempt()
        self.refresh(live)
        raise Stale("others wrote to this game at the same time", *self.head(live, None))

    def advance_match(self, live: OpenGame, events: list[Event], head: tuple[str, int] | None = None) -> None:
        """The match's stream got these events, and a line (if one did) its new `head`: wake who waits.

        No reader sees the head of a line without what the match tells of it.
        """
        if live.origin is not None:
            self.advance_match(live.origin, events, head)
            live.match, live.match_version = live.origin.match, live.origin.match_version
            live.lift, live.origin = (), None
            return
        match = live.match.copy()
        for event in events:
            evolve(match, event)
        live.match, live.match_version = match, live.match_version + len(events)
        if head is not None:
            live.heads[head[0]] = head[1]
        with live.changed:
            live.changed.notify_all()
        self.moved(live)

    # -- blobs

    def blob(self, digest: str) -> bytes:
        """A blob by the SHA-256 hex of its bytes, checked. Raises NotFound."""
        request_limits.known(digest, "blob")
        with self.log.database.reader() as connection:
            row = connection.execute("SELECT body FROM blobs WHERE digest = ?", (digest,)).fetchone()
        if row is None or sha256(row[0]).hexdigest() != digest:
            raise NotFound(f"there is no blob {digest!r}")
        body: bytes = row[0]
        return body
