"""What was in the log and in a game when a seat signed: the past that a request of v2 names.

Kept of each game that is asked about: the running hashes of its streams, what is open in its match, and
each seat's last request of v2. It is read from the log when it is first asked for, and moved with appends.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import RLock

import msgspec

from ironclad.domain.match.events import EVENTS, TimelineOpened
from ironclad.domain.match.seen import Last, Matters
from ironclad.domain.match.signed import MATCH, Seen, Signature
from ironclad.domain.match.state import Match
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.running import RunningHashes
from ironclad.eventlog.ledger.tree import root_at
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.recorders import Row, StoreProcessRecorder
from ironclad.eventlog.store.tiles import TileStore

_KEPT_BYTES = 64 * 1024 * 1024  # of running hashes, over all games
_KEPT_GAMES = 2_000
_KEPT_ROOTS = 4_096
_MATCH_FAMILY = f"{EVENTS.family}."


class _Signed(msgspec.Struct):
    """What is needed of an event that may hold a signature."""

    seat: str = ""
    signature: Signature | None = None


def seen_in(name: str, body: bytes) -> Seen | None:
    """What a stored event says that its seat had seen, if it is signed as v2."""
    if b'"seen":' not in body or not name.startswith(_MATCH_FAMILY):
        return None
    signature = msgspec.json.decode(body, type=_Signed).signature
    return signature.seen if signature is not None else None


class GamePast:
    """The past of one game, as far as it was read."""

    def __init__(self, game: str) -> None:
        self._game = game
        self.hashes, self.matters = RunningHashes(), Matters()
        self.last: dict[str, Last] = {}
        self.lock = RLock()
        self._over: set[str] = set()

    def read(self, recorder: StoreProcessRecorder, match: Match, heads: dict[str, int]) -> None:
        """Read what is new of every stream: of the match and of `heads` up to these versions.

        What is done on a branch is not signed, and is not read.
        """
        self._read(recorder, MATCH, heads[MATCH])
        for line in match.timelines.values():
            if line.id in self._over or match.is_what_if(line.id):
                continue
            self._read(recorder, line.id, heads.get(line.id, 2**62))
            if line.left_for is not None:
                self._over.add(line.id)

    def _read(self, recorder: StoreProcessRecorder, name: str, upto: int) -> None:
        known = self.hashes.last(name)
        if known < upto:
            for version, kind, body, position, hashed in recorder.signed_rows(
                stream_of(self._game, name), known, upto, _MATCH_FAMILY
            ):
                self._take(name, version, kind, bytes(body or b""), position, bytes(hashed))

    def appended(self, rows: Sequence[Row]) -> None:
        """An append: what continues a stream that was read is taken, the rest is read when it is needed."""
        for stream, version, kind, body, position in rows:
            name = stream.partition("/")[2]
            if name not in self.matters.branches and version == self.hashes.last(name) + 1:
                self._take(name, version, kind, body, position, leaf(stream, version, kind, body))

    def _take(self, name: str, version: int, kind: str, body: bytes, position: int, hashed: bytes) -> None:
        self.hashes.append(name, hashed)
        if not kind.startswith(_MATCH_FAMILY):
            return
        if (seen := seen_in(kind, body)) is not None:
            self.last[msgspec.json.decode(body, type=_Signed).seat] = Last.of(seen, position)
        if name == MATCH:
            event = EVENTS.decode(kind, body)
            self.matters.take(version, event)
            if isinstance(event, TimelineOpened) and event.parent is not None:
                self.hashes.fork(event.timeline, event.parent, event.at)


class Pasts:
    """The pasts of one log's games. Safe to use from many threads; memory is bounded."""

    def __init__(self, recorder: StoreProcessRecorder, tiles: TileStore) -> None:
        self._recorder, self._tiles = recorder, tiles
        self._games: OrderedDict[str, GamePast] = OrderedDict()
        self._roots: OrderedDict[int, bytes] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._size = 0
        self._mutex = RLock()

    def of(self, game: str, match: Match, heads: dict[str, int]) -> GamePast:
        """A game's past up to these versions of its match and of the timeline that it is on."""
        with self._mutex:
            past = self._games.setdefault(game, GamePast(game))
            self._games.move_to_end(game)
        with past.lock:
            past.read(self._recorder, match, heads)
            self._bound(game, past.hashes.bytes_kept)
        return past

    def appended(self, rows: Sequence[Row]) -> None:
        """Events were appended to the log, all of one game."""
        with self._mutex:
            past = self._games.get(rows[0][0].partition("/")[0])
        if past is not None:
            with past.lock:
                past.appended(rows)

    def root(self, size: int) -> bytes | None:
        """The root of the log's tree at a size; None where the log has not so many events, or lost some."""
        with self._mutex:
            if (known := self._roots.get(size)) is not None:
                return known
        try:
            found = root_at(self._tiles.reader(size), size)
        except LedgerError:
            return None
        with self._mutex:
            self._roots[size] = found
            if len(self._roots) > _KEPT_ROOTS:
                self._roots.popitem(last=False)
        return found

    def _bound(self, game: str, size: int) -> None:
        """Forget games that nobody asked about for longest, where all take more memory than they may."""
        with self._mutex:
            self._size += size - self._sizes.get(game, 0)
            self._sizes[game] = size
            while len(self._games) > 1 and (self._size > _KEPT_BYTES or len(self._games) > _KEPT_GAMES):
                gone, _ = self._games.popitem(last=False)
                self._size -= self._sizes.pop(gone, 0)
