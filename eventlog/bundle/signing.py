"""Who sent each request of a recorded game, checked against its seats' keys (docs/signatures.md)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

import msgspec

from ironclad.domain.match.events import TimelineOpened
from ironclad.domain.match.fair_records import Placed
from ironclad.domain.match.signed import ONLY_V2
from ironclad.domain.match.signed_check import KeyChecker, KeyFault
from ironclad.domain.match.state import MAIN
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.matched import MatchReader, is_of_match, relevant
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.ledger.notes import verifies
from ironclad.eventlog.ledger.running import RunningHashes

_STREAM = attrgetter("stream")


class _Begun(msgspec.Struct):
    """What is needed of a game's first event: where its dice come from."""

    dice: str = "server"


class SignatureCheck:
    """Takes a game append by append, as its log has them; `origin` is the log's.

    `roots` are those of the log's tree at the sizes that are known, by size; `leaf_of` gives the leaf of an
    event that is taken. `reader` reads the bundle's events of the match.
    """

    def __init__(
        self,
        game: str,
        origin: str,
        roots: Mapping[int, bytes],
        leaf_of: Callable[[Stored], bytes],
        reader: MatchReader,
    ) -> None:
        self._reader = reader
        self._roots, self._leaf_of, self._hashes = roots, leaf_of, RunningHashes()
        self._checker = KeyChecker(game, origin, verifies, self)

    @property
    def found(self) -> str:
        """The findings on a game whose signatures hold."""
        return self._checker.found

    @property
    def words(self) -> list[str]:
        """What the signatures leave to the service's word, in sentences."""
        return self._checker.words

    def check_first_keys(self, keys: Mapping[str, str]) -> None:
        """Check that the first key of each of these seats is the one that is known. Raises BundleFault."""
        for seat, key in keys.items():
            if (first := self._checker.first_key(seat)) != key:
                found = f"{seat}'s first key is {first}" if first else f"{seat} has no key"
                raise BundleFault("signatures", f"{found}, and not the one that was named")

    @property
    def named(self) -> set[int]:
        """The sizes of the log that signatures name."""
        return self._checker.named

    def root(self, size: int) -> bytes | None:
        """The log's root at a size, where it is known."""
        return self._roots.get(size)

    def running(self, stream: str, version: int) -> bytes | None:
        """The running hash of a stream before the append that is taken."""
        return self._hashes.at(stream, version)

    def take(self, append: Sequence[Stored], chosen: Sequence[Stored] | None = None) -> None:
        """`chosen` is as much of the append as is `relevant`, where it is known. Raises BundleFault."""
        chosen = relevant(append) if chosen is None else chosen
        placed = [self._reader.placed(each) for each in chosen if is_of_match(each)]
        self._look(chosen)
        try:
            self._checker.take(placed)
        except KeyFault as fault:
            raise BundleFault("signatures", fault.detail, fault.position) from fault
        except RecursionError as wrong:
            detail = f"the command cannot be read: {wrong}"
            raise BundleFault("signatures", detail, append[0].position) from wrong
        self._keep_up(append, placed)

    def _look(self, chosen: Sequence[Stored]) -> None:
        """In a game of dice of v2 every key signs v2: its main line's first event says which they are."""
        for event in chosen:
            if event.version == 1 and event.stream.endswith(f"/{MAIN}"):
                try:
                    begun = msgspec.json.decode(event.body, type=_Begun)
                except msgspec.MsgspecError as wrong:
                    raise BundleFault(
                        "order", f"the event cannot be read: {wrong}", event.position
                    ) from wrong
                self._checker.only_v2 |= begun.dice in ONLY_V2

    def _keep_up(self, append: Sequence[Stored], placed: Sequence[Placed]) -> None:
        for stream, events in groupby(append, _STREAM):
            try:
                self._hashes.append(stream.partition("/")[2], b"".join(map(self._leaf_of, events)))
            except ValueError as wrong:
                raise BundleFault("order", str(wrong), append[0].position) from wrong
        for _, _, _, opened in placed:
            if isinstance(opened, TimelineOpened) and opened.parent is not None:
                self._hashes.fork(opened.timeline, opened.parent, opened.at)
