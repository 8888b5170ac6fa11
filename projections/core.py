"""What the referee's parts share: the log, live games with their locks, and the one way to append."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from sqlite3 import Connection
from threading import Condition, Lock, RLock
from typing import Any, TypeVar

import msgspec
from eventsourcing.persistence import DataError, IntegrityError, PersistenceError, Recording

from domain.kernel.codec import Event, Registry, UnknownName
from domain.kernel.decider import Ruleset
from domain.kernel.dice import Dice, SeededDice
from domain.match.events import EVENTS
from domain.match.state import Match, evolve
from projections import asking
from projections.accounts import Accounts
from projections.documents import EventRecord
from projections.errors import IdReused, NotFound, Stale, Unavailable, as_problems
from projections.housekeeper import Housekeeper
from projections.log import Fact, LogBook, match_stream, stream_of
from projections.positions import Positions
from projections.refusals import Refusals
from projections.store.append import Answer
from projections.store.hold import Hold
from projections.store.sqlite import Row

T = TypeVar("T")

DiceSource = Callable[[str, str, int], Dice]
"""Dice for one command: (game, timeline, version before the command) -> Dice."""

Rulesets = Mapping[str, Ruleset[Any]] | Callable[[str], Ruleset[Any]]
"""Rulesets by name: a mapping, or a function that raises KeyError for an unknown name."""

_LIVE_GAMES_KEPT = 2_000
_ATTEMPTS = 4


class Raced(Exception):
    """Another process wrote to the same stream first: look again."""


@dataclass
class LiveGame:
    """A game in memory. `lock` is held by whoever commands it; `match` is replaced, never changed."""

    id: str
    ruleset: Ruleset[Any]
    match: Match
    match_version: int
    lock: Any = field(default_factory=RLock)
    heads: dict[str, int] = field(default_factory=dict)
    changed: Condition = field(default_factory=Condition)
    users: int = 0


def seeded_by(secret: bytes) -> DiceSource:
    """Dice that only who knows the secret can foresee: one seed for every command of every timeline."""

    def source(game: str, timeline: str, version: int) -> Dice:
        place = f"|ironclad-server-dice|{game}|{timeline}|{version}"
        return SeededDice(sha256(secret + place.encode()).hexdigest())

    return source


class Core:
    """The referee's inner room; see Referee for what the parameters are."""

    def __init__(
        self,
        url: str,
        rulesets: Rulesets,
        *,
        clock: Callable[[], datetime] | None,
        ids: Callable[[], str] | None,
        secret: bytes | None,
        dice: DiceSource | None,
        keep_every: int,
        cached_positions: int,
        exclusive: bool,
    ) -> None:
        self._rulesets = rulesets if callable(rulesets) else rulesets.__getitem__
        self.clock = clock or (lambda: datetime.now(UTC))
        self.ids = ids or (lambda: secrets.token_hex(8))
        secret = secret or secrets.token_bytes(32)
        self.dice = dice or seeded_by(secret)
        self._hold = Hold(url) if exclusive else None
        try:
            self.log = LogBook(url, self.family)
        except BaseException:
            self._let_go()
            raise
        self.recorder = self.log.process_recorder
        self.accounts = Accounts(self.log.database, secret)
        self.housekeeper = Housekeeper()
        self.refusals = Refusals(self.log.database, self.housekeeper)
        self.positions = Positions(self.log, self.housekeeper, self.blob, keep_every, cached_positions)
        self.opening = Lock()
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._mutex = Lock()

    def close(self) -> None:
        self.housekeeper.close()
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
        if family == EVENTS.family:
            return EVENTS
        try:
            return self._rulesets(family).events
        except KeyError:
            raise UnknownName(f"no ruleset is named {family!r}") from None

    def now(self) -> str:
        """The time as RFC 3339 in UTC, to the millisecond."""
        return self.clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    # -- live games

    @contextmanager
    def game(self, id: str) -> Iterator[LiveGame]:
        """A live game, kept in memory while it is used. Raises NotFound, Unavailable, OtherBuild.

        What the store raises meanwhile becomes a problem too.
        """
        asking.known(id, "game")
        with self._mutex:
            live = self._games.get(id)
            if live is not None:
                live.users += 1
                self._games.move_to_end(id)
        with as_problems():
            if live is None:
                live = self._loaded(id)
            try:
                yield live
            finally:
                with self._mutex:
                    live.users -= 1

    def _loaded(self, id: str) -> LiveGame:
        match, version = self._read_match(id)
        assert match.opened is not None
        loaded = LiveGame(id, self.ruleset(match.opened.ruleset), match, version)
        with self._mutex:
            live = self._games.setdefault(id, loaded)
            live.users += 1
            for idle in [key for key, known in self._games.items() if not known.users]:
                if len(self._games) <= _LIVE_GAMES_KEPT:
                    break
                del self._games[idle]
        return live

    def _read_match(self, id: str) -> tuple[Match, int]:
        rows = self.recorder.rows(match_stream(id), 0, 2**62)
        if not rows:
            raise NotFound(f"there is no game {id!r}")
        match = Match()
        for name, body in rows:
            evolve(match, EVENTS.decode(name, body))
        return match, len(rows)

    def head(self, live: LiveGame, timeline: str | None) -> tuple[str, int]:
        """A timeline (the current one unless named) and its last version. Raises NotFound."""
        match = live.match
        timeline = match.current if timeline is None else timeline
        if timeline not in match.timelines:
            raise NotFound(f"the game has no timeline {timeline!r}")
        version = live.heads.get(timeline)
        if version is None:
            with live.lock:
                last = self.recorder.last_version(stream_of(live.id, timeline))
                version = match.timelines[timeline].at if last is None else last
                live.heads[timeline] = version
        return timeline, version

    def position(self, live: LiveGame, timeline: str, at: int) -> Any:
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
    ) -> list[Recording[str]]:
        """Append one command's facts durably, if each stream of `standing` is still at its version.

        Raises Raced, Unavailable.
        """
        try:
            recordings = self.log.append(facts, answer, also, standing)
        except IntegrityError as taken:
            raise Raced from taken
        except DataError:
            raise  # an event past the limit is a fault of the rules that made it, not of the store
        except PersistenceError as failed:
            raise Unavailable(f"the store could not be written: {failed}") from failed
        return recordings

    def retrying(self, live: LiveGame, attempt: Callable[[bool], T]) -> T:
        """Try, and again after reading the game anew while another process is quicker. Raises Stale.

        The attempt is told whether it is not the first.
        """
        for number in range(_ATTEMPTS):
            try:
                return attempt(number > 0)
            except Raced:
                live.match, live.match_version = self._read_match(live.id)
                live.heads.clear()
        raise Stale("others wrote to this game at the same time", *self.head(live, None))

    def advance_match(self, live: LiveGame, events: list[Event]) -> None:
        """The match's stream got these events: take them, and wake who waits."""
        match = live.match.copy()
        for event in events:
            evolve(match, event)
        live.match, live.match_version = match, live.match_version + len(events)
        with live.changed:
            live.changed.notify_all()

    # -- blobs

    def blob(self, digest: str) -> bytes:
        """A blob by the SHA-256 hex of its bytes, checked. Raises NotFound."""
        asking.known(digest, "blob")
        with self.log.database.reader() as connection:
            row = connection.execute("SELECT body FROM blobs WHERE digest = ?", (digest,)).fetchone()
        if row is None or sha256(row[0]).hexdigest() != digest:
            raise NotFound(f"there is no blob {digest!r}")
        body: bytes = row[0]
        return body


def records(rows: list[Row]) -> tuple[EventRecord, ...]:
    """Stored rows as readers get them."""
    return tuple(
        EventRecord(version, _line(stream), position, name.split(".")[1], name, msgspec.json.decode(body))
        for stream, version, name, body, position in rows
    )


def rows_of(recordings: list[Recording[str]]) -> list[Row]:
    """What was just recorded, as the rows that the log will give back."""
    rows = []
    for recording in recordings:
        note = recording.notification
        rows.append((str(note.originator_id), note.originator_version, note.topic, note.state, note.id))
    return rows


def _line(stream: str) -> str:
    """The timeline of a stream; none for the match."""
    line = stream.partition("/")[2]
    return "" if line == "match" else line
