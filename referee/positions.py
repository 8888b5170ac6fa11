"""Positions at any event of any timeline: cached while they are hot, kept on disk every few hundred events.

Which events make a position is the match's to say (`Match.course`): what was taken back makes none later.

A position here is shared and never changed: a caller that continues from one copies it first. Kept positions
are a convenience; they can be dropped at any time, and are made again on the way when an old event is asked
for. The events alone are believed: a kept position is under a keyed code (`stored_positions`), and one that
is wrong in any way is made again.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from threading import Lock
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError

from ironclad.domain.kernel.engine.codec import Event, Registry
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import OF_NO_RULES
from ironclad.domain.match.state import Match
from ironclad.eventlog.log import LogBook, stream_of
from ironclad.referee.background import BackgroundWork
from ironclad.referee.cache.view_cache import NoViewCache, ViewCache
from ironclad.referee.line_hashes import Stretch, Way
from ironclad.referee.stored_positions import StoredPositions, tag_of

_log = logging.getLogger(__name__)

OpenBody = Callable[[str, str, int, str, bytes], bytes]
"""(game, stream, version, name, body) -> the body with every sealed value in the open."""

Steps = dict[str, tuple[Callable[[bytes], Event], Callable[[Any, Any], None]]]


class Folder:
    """Folds stored rows of one ruleset into positions; the hot path of every rebuild."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self._steps: Steps = {}

    def fold(self, position: Any, rows: Iterable[tuple[str, bytes]]) -> Any:
        """Apply rows (name, body) in order to a position that the caller owns, and return it."""
        steps = self._steps
        for name, body in rows:
            step = steps.get(name) or self._learn(name, body)
            step[1](position, step[0](body))
        return position

    def _learn(self, name: str, body: bytes) -> tuple[Callable[[bytes], Event], Callable[[Any, Any], None]]:
        """How to read and apply events of a name: at full speed if it is the current version of its shape."""
        registry: Registry = self.ruleset.storage.events
        event = registry.decode(name, body)
        kind, evolve = type(event), self.ruleset.rules.handlers.evolvers[type(event)]
        if registry.topic(event) == name:
            self._steps[name] = (msgspec.json.Decoder(kind).decode, evolve)
        else:
            self._steps[name] = (lambda old: registry.decode(name, old), evolve)
        return self._steps[name]


def way_in(game: str, match: Match) -> Way:
    """Which events lead to a version of a stream of a game, what was taken back among them."""

    def way(stream: str, at: int) -> list[Stretch]:
        line = stream.partition("/")[2]
        return [(stream_of(game, each), after, upto) for each, after, upto in match.lineage(line, at)]

    return way


BACK = 16  # events before a position that was made at which another is remembered


class Positions:
    """Looks positions up. Safe to use from many threads."""

    def __init__(
        self,
        log: LogBook,
        background: BackgroundWork,
        blob: Callable[[str], bytes],
        stored: StoredPositions,
        keep_every: int,
        cached: int,
        view_cache: ViewCache,
        open_body: OpenBody,
    ) -> None:
        """`open_body` opens the sealed values of stored events, in games that hide something.

        `stored` are the positions on the disk.
        """
        self.stored = stored
        self._log = log
        self._open_body = open_body
        self._view_cache = view_cache
        self._background = background
        self._blob = blob
        self._keep_every = keep_every
        self._cached = cached
        self._cache: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._latest: dict[str, int] = {}  # by stream: the last version whose position is in memory
        self._folders: dict[str, Folder] = {}
        self._mutex = Lock()

    def at(self, ruleset: Ruleset[Any], game: str, match: Match, timeline: str, at: int) -> Any:
        """The position after version `at` (at least 1) of a timeline. Shared: never change it."""
        stream = stream_of(game, match.lineage(timeline, at)[-1][0])
        with self._mutex:
            if (hit := self._cache.get((stream, at))) is not None:
                self._cache.move_to_end((stream, at))
                return hit
        way = way_in(game, match)
        position = self._shared(ruleset, way, stream, at)
        if position is None:
            position = self._rebuild(ruleset, game, match.course(timeline, at), way)
        self._remember(stream, at, position)
        return position

    def advanced(self, ruleset: Ruleset[Any], way: list[Stretch], before: int, position: Any) -> None:
        """A command took a stream from version `before` to the end of a way: remember its position there."""
        stream, _, after = way[-1]
        self._remember(stream, after, position)
        with self._mutex:
            self._cache.pop((stream, before), None)
        if not isinstance(self._view_cache, NoViewCache):
            self._background.ask(f"share {stream}", lambda: self._share(ruleset, way, position))
        if before // self._keep_every != after // self._keep_every:
            self._background.ask(f"keep {stream} {after}", lambda: self.stored.keep(ruleset, way, position))

    def forget(self) -> None:
        """Forget the positions in memory."""
        with self._mutex:
            self._cache.clear()
            self._latest.clear()

    def drop(self) -> None:
        """Forget every position, in memory and on disk."""
        self.forget()
        self.stored.clear()

    def folder(self, ruleset: Ruleset[Any]) -> Folder:
        """The folder of a ruleset."""
        found = self._folders.get(ruleset.name)
        if found is None or found.ruleset is not ruleset:
            found = self._folders[ruleset.name] = Folder(ruleset)
        return found

    def begun(self, ruleset: Ruleset[Any], name: str, body: bytes) -> Any:
        """The position that a game's first event makes. The position it may bring may be in a blob."""
        event = ruleset.storage.events.decode(name, body)
        assert isinstance(event, GameBegun)
        if event.position is not None and event.position.keys() == {"blob"}:
            document = msgspec.json.decode(self._blob(event.position["blob"]))
            event = msgspec.structs.replace(event, position=document)
        return ruleset.rules.initial(event)

    def _remember(self, stream: str, at: int, position: Any) -> None:
        with self._mutex:
            self._cache[stream, at] = position
            self._cache.move_to_end((stream, at))
            self._latest[stream] = max(at, self._latest.get(stream, 0))
            if len(self._cache) > self._cached:
                (oldest, version), _ = self._cache.popitem(last=False)
                if self._latest.get(oldest) == version:
                    del self._latest[oldest]

    def _share(self, ruleset: Ruleset[Any], way: list[Stretch], position: Any) -> None:
        """Put the position at a head where other processes find it."""
        stream, _, at = way[-1]
        if (row := self.stored.row(ruleset, way, position)) is not None:
            self._view_cache.put(row, "position", stream, str(at), tag_of(ruleset))

    def _shared(self, ruleset: Ruleset[Any], way: Way, stream: str, at: int) -> Any:
        """The position that another process has made; None if there is none that is believed."""
        row = self._view_cache.find("position", stream, str(at), tag_of(ruleset))
        if row is None:
            return None
        position = self.stored.believed(ruleset, way(stream, at), row)
        if position is None:
            self.stored.refuse("shared", stream, at)
        return position

    def _rebuild(self, ruleset: Ruleset[Any], game: str, stretches: list[Stretch], way: Way) -> Any:
        """Fold from the nearest kept position on, or from the first event.

        A position that cannot be gone on from is no reason to fail: the events say what is so.
        """
        whole = [(stream_of(game, line), after, upto) for line, after, upto in stretches]
        position, left = self._nearest(ruleset, whole, way)
        if position is not None:
            try:
                return self._fold_stretches(ruleset, position, left, way)
            except PersistenceError:
                raise
            except Exception:
                _log.exception("a position of %s was wrong", left[0][0] if left else whole[-1][0])
        return self._fold_stretches(ruleset, None, whole, way)

    def _nearest(
        self, ruleset: Ruleset[Any], stretches: list[Stretch], way: Way
    ) -> tuple[Any, list[Stretch]]:
        """The last position on the way that is in memory or kept, if any, and the stretches left from it.

        In memory is where this process left the stream: what others appended since is little.
        """
        left: list[Stretch] = []
        for stream, after, upto in reversed(stretches):
            at, position = self._left_at(stream, after, upto)
            if position is None:
                at, position = self._kept(ruleset, way, stream, after, upto)
            left.insert(0, (stream, at, upto))
            if position is not None:
                return position, left
        return None, left

    def _left_at(self, stream: str, after: int, upto: int) -> tuple[int, Any]:
        """Version and a copy of the last position of a stream in memory, if it is in the stretch, or of one
        close before its end.
        """
        with self._mutex:
            at = self._latest.get(stream, 0)
            if at > upto:  # a reader who steps back through a game was a few events on just before
                near = range(max(after + 1, upto - BACK), upto + 1)
                at = next((each for each in reversed(near) if (stream, each) in self._cache), 0)
            position = self._cache.get((stream, at)) if after < at <= upto else None
        return (after, None) if position is None else (at, position.copy())

    def _kept(self, ruleset: Ruleset[Any], way: Way, stream: str, after: int, upto: int) -> tuple[int, Any]:
        """Version and position of the last sound one kept in a stretch; (`after`, None) if there is none."""
        return self.stored.latest(ruleset, way, stream, after, upto) or (after, None)

    def _fold_stretches(
        self, ruleset: Ruleset[Any], position: Any, stretches: list[Stretch], way: Way
    ) -> Any:
        for stretch in stretches:
            position = self._fold_stretch(ruleset, position, stretch, way)
        return position

    def _fold_stretch(self, ruleset: Ruleset[Any], position: Any, stretch: Stretch, way: Way) -> Any:
        """Fold one stream's events, keeping a position at each milestone that is passed."""
        stream, after, upto = stretch
        fold, every = self.folder(ruleset).fold, self._keep_every
        while after < upto:
            stop = min(upto, (after // every + 1) * every)
            if stop == upto and upto - after > 2 * BACK:
                stop = upto - BACK
            rows = self._rows(ruleset, stream, after, stop)
            if position is None:
                position, rows = self.begun(ruleset, *rows[0]), rows[1:]
            position = fold(position, rows)
            after = stop
            if after == upto - BACK:  # for a reader who steps further back
                self._remember(stream, after, position.copy())
            if after % every == 0:
                kept = position.copy()
                self._background.ask(
                    f"keep {stream} {after}",
                    partial(self.stored.keep, ruleset, way(stream, after), kept),
                )
        return position

    def _rows(self, ruleset: Ruleset[Any], stream: str, after: int, upto: int) -> list[tuple[str, bytes]]:
        """(name, body) of a stream's events of the rules, with nothing sealed."""
        if not ruleset.sight.hides:
            return self._log.process_recorder.rows(stream, after, upto, without=OF_NO_RULES)
        game = stream.partition("/")[0]
        return [
            (name, self._open_body(game, stream, version, name, body))
            for _, version, name, body, _ in self._log.process_recorder.placed(stream, after, upto)
            if name not in OF_NO_RULES
        ]
