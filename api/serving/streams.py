"""Live updates: every reader of a game gets its events as they come, as server-sent events.

All of it runs on the event loop of the server's front. A reader is a place in the log, not a thread. What it
has not read yet waits in one short buffer of its game that all of the game's readers share; older events are
read from the log in small pieces, as fast as the reader takes them. A reader that stops reading is cut off,
and continues from its place when it connects again.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import randint
from threading import Lock
from time import monotonic
from typing import Any

import msgspec
import structlog
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # it is imported there to be used

from ironclad.api.http.problems import Failure
from ironclad.api.service import Service
from ironclad.api.serving.connection import Connection
from ironclad.api.serving.metrics import Metrics
from ironclad.api.settings import Settings
from ironclad.eventlog.store.recorders import Row
from ironclad.projections.live import Course
from ironclad.referee.sight import shown

LOG_READERS = 2
PING = b": ping\n\n"
RETRY = (1_000, 3_000)  # milliseconds until a reader that was cut off comes again: not all come at once
REMEMBERED = 256  # events of a game
REMEMBERED_BYTES = 1 << 20
SEND_BYTES = 1 << 16
STREAMS = "ironclad.streams"  # the key in a WSGI environ under which the front offers its streams
READER = "ironclad.reader"  # and the one under which a call that lets a reader in says so

_log = structlog.get_logger("ironclad.streams")
_encode = msgspec.json.Encoder().encode


@dataclass(eq=False)
class Reader:
    """One open stream: whose it is, how far it has come, and what wakes it.

    `stands` says whether the caller who opened it may still read; None where anyone may.
    """

    course: Course
    seat: str | None
    address: str
    stands: Callable[[], bool] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    connection: Connection | None = None
    over: bool = False

    def end(self, cut: bool = False) -> None:
        """The stream is over; one whose client does not read can be cut off only."""
        self.over = True
        self.news.set()
        if cut and self.connection is not None and not self.connection.takes_more:
            self.connection.cut()


class Feed:
    """The latest events of a game, in memory, for all who read it. `since`: none after it is missing."""

    def __init__(self) -> None:
        self.readers: set[Reader] = set()
        self.since: int | None = None
        self._rows: OrderedDict[int, tuple[Row, dict[str | None, bytes]]] = OrderedDict()
        self._bytes = 0

    def add(self, place: int, rows: Sequence[Row]) -> None:
        """Take the game's events that came after `place`, and wake the readers."""
        if self.since is None:
            self.since = place
        for row in rows:
            self._rows[row[4]] = (row, {})
            self._bytes += len(row[3])
        while len(self._rows) > REMEMBERED or self._bytes > REMEMBERED_BYTES:
            self.since, (dropped, _) = self._rows.popitem(last=False)
            self._bytes -= len(dropped[3])
        for reader in self.readers:
            reader.news.set()

    def forget(self) -> None:
        """Remember nothing any more: what comes next does not follow on it."""
        self.since, self._bytes = None, 0
        self._rows.clear()

    def next(self, reader: Reader) -> list[bytes] | None:
        """What a reader has not got yet; None where that is not remembered any more."""
        course = reader.course
        if self.since is None or course.place < self.since:
            return None
        later = []
        for position in reversed(self._rows):
            if position <= course.place:
                break
            later.append(self._rows[position][0])
        return [self._message(row, reader) for row in course.take(later[::-1])]

    def _message(self, row: Row, reader: Reader) -> bytes:
        _, known = self._rows[row[4]]
        eyes = reader.course.eyes(reader.seat)
        if eyes not in known:
            known[eyes] = message(reader.course, reader.seat, row)
        return known[eyes]


class Streams:
    """The open streams of one process. `admit` is called from any thread, `serve` on the event loop."""

    def __init__(self, referee: Service, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._feeds: dict[str, Feed] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._mutex = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = False
        self._upto = 0
        self._pool = ThreadPoolExecutor(LOG_READERS, thread_name_prefix="stream")
        self._follower = referee.queries.follow(self._hand_over, lambda: bool(self._feeds))

    # -- letting readers in

    def admit(
        self, course: Course, seat: str | None, address: str, stands: Callable[[], bool] | None
    ) -> Reader:
        """A new reader, counted. Raises Failure where there are too many: 429 of one kind, 503 in all."""
        chosen = self._settings
        all_of_them, of_address, of_game = ("", ""), ("address", address), ("game", course.game)
        with self._mutex:
            if self._ended or self._counts[all_of_them] >= chosen.streams:
                raise Failure("no-room", "This server has no room for another stream.", {"Retry-After": "5"})
            for key, most in ((of_address, chosen.streams_an_address), (of_game, chosen.streams_a_game)):
                if self._counts[key] >= most:
                    text = f"There are {most} streams of this {key[0]} open already."
                    raise Failure("too-many-streams", text, {"Retry-After": "5"})
            self._counts.update((all_of_them, of_address, of_game))
            self._metrics.streams.set(self._counts[all_of_them])
        return Reader(course, seat, address, stands)

    def dismiss(self, reader: Reader) -> None:
        """A reader is gone: make room for another."""
        keys = (("", ""), ("address", reader.address), ("game", reader.course.game))
        with self._mutex:
            self._counts.subtract(keys)
            self._counts = +self._counts
            self._metrics.streams.set(self._counts["", ""])

    # -- serving them

    async def serve(
        self, reader: Reader, protocol: Any, headers: list[tuple[str, str]], connection: Connection
    ) -> None:
        """Send a reader what comes, until it leaves, is cut off, or the server stops."""
        self._loop = asyncio.get_running_loop()
        reader.connection = connection
        game = reader.course.game
        feed = self._feeds.setdefault(game, Feed())
        feed.readers.add(reader)
        self._follower.wake()
        watch = asyncio.ensure_future(self._watch(reader, protocol))
        try:
            await self._pump(reader, feed, protocol.response_stream(200, headers), connection)
        except ProtocolClosed:
            pass  # the client left while it was sent something
        except Exception as fault:  # nobody looks at what a stream's task raises
            _log.error("stream_failed", game=game, exc_info=fault)
        finally:
            watch.cancel()
            feed.readers.discard(reader)
            if not feed.readers and self._feeds.get(game) is feed:
                del self._feeds[game]

    async def _pump(self, reader: Reader, feed: Feed, transport: Any, connection: Connection) -> None:
        """Greet, then send messages as they come, or a sign of life where none do.

        Now and then it is looked whether the reader may still have them.
        """
        messages, until = [greeting(reader.course)], monotonic() + self._settings.stream_seconds
        look = monotonic() + self._settings.look_seconds
        while not self._is_over(reader) and monotonic() < until:
            if reader.stands is not None and monotonic() >= look:
                if not await asyncio.get_running_loop().run_in_executor(self._pool, reader.stands):
                    return
                look = monotonic() + self._settings.look_seconds
            if not await self._send(messages, reader, transport, connection):
                connection.cut()
                return
            reader.news.clear()
            found = feed.next(reader)
            if found is None:
                found = await self._read(reader)
            messages = found or await self._rest(reader, until - monotonic())

    def _is_over(self, reader: Reader) -> bool:
        return reader.over or self._ended

    async def _rest(self, reader: Reader, left: float) -> list[bytes]:
        """Wait for news, as long as there is time left; what to send where there are none for long."""
        try:
            async with asyncio.timeout(min(self._settings.ping_seconds, left)):
                while not reader.news.is_set() and not self._is_over(reader):
                    await reader.news.wait()
        except TimeoutError:
            return [PING]
        return []

    async def _send(
        self, messages: list[bytes], reader: Reader, transport: Any, connection: Connection
    ) -> bool:
        """Send messages a piece at a time, each when there is room; False for a client that does not read."""
        for piece in _pieces(messages):
            if not await connection.room(self._settings.stall_seconds):
                self._metrics.cut.inc()
                return False
            if self._is_over(reader):
                return False
            await transport.send_bytes(piece)
            await asyncio.sleep(0)  # the task that sends the piece runs beside the loop
        return True

    async def _read(self, reader: Reader) -> list[bytes]:
        """What the log has next for a reader."""

        def read() -> list[bytes]:
            return [message(reader.course, reader.seat, row) for row in reader.course.read()]

        return await asyncio.get_running_loop().run_in_executor(self._pool, read)

    async def _watch(self, reader: Reader, protocol: Any) -> None:
        """Notice that the client has gone."""
        await protocol.client_disconnect()
        reader.end()

    # -- what comes

    def _hand_over(self, place: int, rows: Sequence[Row]) -> None:
        """The follower's news, handed to the event loop."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop was closed: the server stops
                self._loop.call_soon_threadsafe(self._spread, place, rows)

    def _spread(self, place: int, rows: Sequence[Row]) -> None:
        """Give each game that is read its events."""
        by_game: dict[str, list[Row]] = {}
        for row in rows:
            game = row[0].partition("/")[0]
            if game in self._feeds:
                by_game.setdefault(game, []).append(row)
        followed, self._upto = self._upto == place, rows[-1][4] if rows else place
        for game, feed in self._feeds.items():
            if not followed:  # the follower rested meanwhile, and continues further down the log
                feed.forget()
            if game in by_game or feed.since is None:
                feed.add(place, by_game.get(game, ()))

    # -- the end

    def end(self) -> None:
        """End every stream, from any thread; no more are let in."""
        self._ended = True
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._end_all)

    def _end_all(self) -> None:
        for feed in self._feeds.values():
            for reader in feed.readers:
                reader.end(cut=True)

    def close(self) -> None:
        """Let go of the log; the streams must have ended."""
        self._follower.close()
        self._pool.shutdown()


def greeting(course: Course) -> bytes:
    """The first words of a stream: the place to resume from, should nothing come before it breaks off."""
    return f"retry: {randint(*RETRY)}\nid: {course.place}\n\n".encode()


def message(course: Course, seat: str | None, row: Row) -> bytes:
    """An event as a server-sent one: its id is the event's position in the log."""
    (record,) = shown(course.seal, [row], course.eyes(seat))
    return b"id: %d\ndata: %b\n\n" % (row[4], _encode(record))


def _pieces(messages: Sequence[bytes]) -> Iterator[bytes]:
    """The messages joined to pieces of a size to send at once, each made when its turn comes."""
    piece: list[bytes] = []
    size = 0
    for each in messages:
        if piece and size + len(each) > SEND_BYTES:
            yield b"".join(piece)
            piece, size = [], 0
        piece.append(each)
        size += len(each)
    if piece:
        yield b"".join(piece)
