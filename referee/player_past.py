"""What a program that plays has seen of its game, as its signed requests say it (docs/signatures.md).

past = PlayerPast(game)
past.take(events)          # every event of the match and of the timelines, in the order of the log
past.trust(checkpoint)     # a signed checkpoint, held to the log's key and to the last one by the caller
seen = past.seen("main")
"""

from collections.abc import Iterable

import msgspec

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.match.events import EVENTS, TimelineOpened
from ironclad.domain.match.signed import MATCH, Seen, SeenCheckpoint, SeenLine, SeenMatch
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.running import RunningHashes
from ironclad.eventlog.records import EventRecord
from ironclad.eventlog.store.leaf import leaf

_TIMELINE_OPENED = EVENTS.topics(TimelineOpened)


class PlayerPast:
    """The running hashes of a game that hides nothing, from its events as the service gives them out."""

    def __init__(self, game: str) -> None:
        self._game, self._hashes = game, RunningHashes()
        self._checkpoint: SeenCheckpoint | None = None

    def take(self, events: Iterable[EventRecord]) -> None:
        """More events, in the order of the log; those that are known are passed over.

        Raises ValueError where one before them is missing.
        """
        for event in events:
            name = event.timeline or MATCH
            if event.version <= self._hashes.last(name):
                continue
            if event.version != self._hashes.last(name) + 1:
                raise ValueError(f"{name} continues at {event.version}: events before it are missing")
            stream = f"{self._game}/{name}"
            self._hashes.append(name, leaf(stream, event.version, event.name, canonical(event.data)))
            if event.name in _TIMELINE_OPENED:
                opened = msgspec.convert(event.data, TimelineOpened)
                if opened.parent is not None:
                    self._hashes.fork(opened.timeline, opened.parent, opened.at)

    def trust(self, checkpoint: Checkpoint) -> None:
        """A signed checkpoint that the program has checked: its requests name it from now on."""
        self._checkpoint = SeenCheckpoint(checkpoint.size, checkpoint.root.hex())

    def seen(self, timeline: str) -> Seen:
        """What a request about a timeline says. Raises ValueError before there is a checkpoint."""
        if self._checkpoint is None:
            raise ValueError("no checkpoint of the log is known yet")
        line, match = self._hashes.last(timeline), self._hashes.last(MATCH)
        return Seen(
            self._checkpoint,
            SeenLine(timeline, line, (self._hashes.at(timeline, line) or b"").hex()),
            SeenMatch(match, (self._hashes.at(MATCH, match) or b"").hex()),
        )
