"""The running hash of a line up to a version, from the events that the store has (docs/signatures.md).

Each leaf is computed from the event itself, and not taken from the store: so the hash is another one wherever
a row was rewritten, with its leaf or without.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from ironclad.eventlog.ledger.running import START, extended
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.recorders import StoreProcessRecorder

Stretch = tuple[str, int, int]
"""(stream, after, to version)."""

Way = Callable[[str, int], list[Stretch]]
"""(stream, version) -> the stretches of events that lead there, root first."""

_STREAMS = 1_000  # whose hashes are remembered
_VERSIONS = 64  # of each, those asked for last
_PAGE = 1_000  # events read at once


class LineHashes:
    """The running hashes of one log's lines at the versions that were asked for. Safe to use from threads.

    What was read once in this process is remembered: what is rewritten later is not looked at again.
    """

    def __init__(self, recorder: StoreProcessRecorder) -> None:
        self._recorder = recorder
        self._known: OrderedDict[str, dict[int, bytes]] = OrderedDict()
        self._mutex = Lock()

    def at(self, way: list[Stretch]) -> bytes:
        """The running hash after the last event of a way, 32 bytes."""
        found = START
        for stream, after, upto in way:
            found = self._along(stream, after, upto, found)
        return found

    def forget(self) -> None:
        """Forget what is remembered."""
        with self._mutex:
            self._known.clear()

    def _along(self, stream: str, after: int, upto: int, before: bytes) -> bytes:
        """The hash at a version of a stream that begins `after` one, with the hash `before` there."""
        with self._mutex:
            known = self._known.get(stream, {})
            versions = sorted(each for each in known if each > after)
            place = bisect_right(versions, upto)
            start, found = (after, before) if not place else (versions[place - 1], known[versions[place - 1]])
        while start < upto:
            stop = min(upto, start + _PAGE)
            for _, version, name, body, _ in self._recorder.placed(stream, start, stop):
                found = extended(found, leaf(stream, version, name, bytes(body)))
            start = stop
        with self._mutex:
            kept = self._known.setdefault(stream, {})
            kept.pop(upto, None)
            kept[upto] = found
            if len(kept) > _VERSIONS:
                del kept[next(iter(kept))]
            self._known.move_to_end(stream)
            if len(self._known) > _STREAMS:
                self._known.popitem(last=False)
        return found
