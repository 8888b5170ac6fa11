"""Exporting a game: its bundle, as of a signed checkpoint of the log that it is in (docs/bundle.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from importlib.metadata import version
from time import monotonic, sleep
from typing import BinaryIO

import msgspec

from ironclad.domain.match.dice import commits
from ironclad.domain.match.events import EVENTS, CommandAccepted
from ironclad.eventlog.bundle.earlier import checked, merged
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.heads import heads_text
from ironclad.eventlog.bundle.outline import runs
from ironclad.eventlog.bundle.records import Break, Header, Stored
from ironclad.eventlog.bundle.writing import Beside, write_bundle
from ironclad.eventlog.errors import NotFound, NotProvable, NotSigned, OtherBuild, as_problems
from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.eventlog.log import MATCH, match_stream, stream_of
from ironclad.eventlog.signer import Signing
from ironclad.referee.intents import Intents
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.pasts import seen_in
from ironclad.referee.proof.prover import Prover

TIMES_LIMIT = 500
"""The most checkpoints that are in a bundle for the sake of its events' times alone."""

_PAGE = 500
_LOOK_SECONDS = 0.05
_PLACES = "SELECT position, version FROM events WHERE stream = ? AND position <= ? ORDER BY version"


@dataclass(frozen=True)
class Exported:
    """What was written: how many events of the game, as of how many of the log."""

    game: str
    events: int
    size: int


class Exporter:
    """Writes bundles of one log's games. A process that does has the log's key, to state their heads."""

    def __init__(self, open_games: OpenGames, prover: Prover, intents: Intents, signing: Signing) -> None:
        self._open_games, self._prover, self._intents = open_games, prover, intents
        self._keys = tuple(key for key in (signing.key, signing.successor) if key is not None)

    @as_problems()
    def write(self, game: str, file: BinaryIO, wait: float) -> Exported:
        """Write a game's bundle, waiting so many seconds for a checkpoint of all that it has now.

        Raises NotFound, NotSigned, NotProvable. What a game hides is sealed in its events.
        """
        open_games = self._open_games
        with open_games.game(game) as live:
            note = self._checkpoint(self._last(live), wait)
            history = self._prover.history()
            try:
                checkpoint, _ = history.open(str(note))
            except LedgerError as wrong:
                raise NotProvable(f"the log's checkpoint does not hold: {wrong}") from wrong
            key = next((key for key in self._keys if key.verifier in history.keys_for(checkpoint.size)), None)
            if key is None:
                raise NotSigned("this process has not the log's key, and states no game's heads", str(note))
            open_games.refresh(live)
            heads, positions = self._places(live, checkpoint.size)
            read = open_games.ledger.tiles.reader(checkpoint.size)
            try:
                earlier = list(checked(self._earlier(live, checkpoint.size, positions), history, read))
            except (BundleFault, LedgerError) as wrong:
                raise NotProvable(f"the game cannot be proved: {wrong}") from wrong
            breaks = [Break(each.size, each.note) for each in open_games.breaks.all]
            named = {size for size, _ in earlier} | self._named(live, heads, checkpoint.size)
            named |= {each.size for each in breaks}
            header = Header(
                game,
                f"ironclad {version('ironclad')}",
                str(history.keys[0]),
                tuple(self._prover.keys().handovers),
                str(note),
                _stated(checkpoint, game, heads, key),
                tuple(sorted(named)),
            )
            events = self._events(positions)
            beside = Beside([note for _, note in earlier], breaks, self._documents(live))
            try:
                write_bundle(file, header, checkpoint.size, positions, read, events, beside)
            except (BundleFault, LedgerError) as wrong:
                raise NotProvable(f"the game cannot be proved: {wrong}") from wrong
            return Exported(game, len(positions), checkpoint.size)

    def _checkpoint(self, least: int, wait: float) -> Note:
        """The last checkpoint, of so many events at least; a signer that has just begun is waited for too."""
        deadline = monotonic() + wait
        while True:
            try:
                return self._prover.checkpoint(least, wait=max(deadline - monotonic(), 0))
            except NotSigned:
                if self._open_games.ledger.signer is None or monotonic() >= deadline:
                    raise
                sleep(_LOOK_SECONDS)

    def _last(self, live: OpenGame) -> int:
        """The position of the game's last event."""
        return self._places(live, 2**62)[1][-1]

    def _places(self, live: OpenGame, size: int) -> tuple[dict[str, int], list[int]]:
        """Each of the game's streams with its last version at a size, and where all its events are."""
        heads: dict[str, int] = {}
        positions: list[int] = []
        with self._open_games.log.database.reader() as connection:
            for name in (MATCH, *live.match.timelines):
                rows = connection.execute(_PLACES, (stream_of(live.id, name), size)).fetchall()
                positions += [row[0] for row in rows]
                if rows:
                    heads[name] = rows[-1][1]
        if not positions:
            raise NotFound(f"the log of {size} events has none of the game's")
        return heads, sorted(positions)

    def _events(self, positions: Sequence[int]) -> Iterator[Stored]:
        """The events, in order, as they are stored."""
        for start, end in runs(positions):
            for first in range(start, end, _PAGE):
                for row in self._open_games.recorder.appended(first, min(_PAGE, end - first)):
                    stream, number, name, body, position = row
                    yield Stored(position, stream, number, name, msgspec.Raw(body))

    def _earlier(self, live: OpenGame, size: int, positions: Sequence[int]) -> Iterator[Note]:
        """The checkpoints up to a size that are kept for the sake of the game's dice, smallest first.

        With those that witnesses cosigned first after some of its events, which bound their times.
        """
        lines = [line for line in live.match.timelines if commits(live.match, line)]
        streams = [stream_of(live.id, name) for name in (MATCH, *lines)]
        kept = [self._open_games.ledger.kept.of_stream(stream, size) for stream in streams]
        cosigned = [self._intents.kept.of_stream(stream, size) for stream in streams]
        times = self._open_games.ledger.published.first_cosigned(positions, size, TIMES_LIMIT)
        return merged(merge(*kept, *cosigned, times, key=lambda note: parse_checkpoint(note.text).size))

    def _named(self, live: OpenGame, heads: Mapping[str, int], size: int) -> set[int]:
        """The sizes of the log that the game's signatures name, in its events up to a size of the log."""
        if not any(key.scheme for keys in live.match.keys.registered.values() for key in keys):
            return set()
        found = set[int]()
        for name, last in heads.items():
            for first in range(0, last, _PAGE):
                upto = min(first + _PAGE, last)
                for row in self._open_games.recorder.placed(stream_of(live.id, name), first, upto):
                    seen = seen_in(row[2], bytes(row[3]))
                    if seen is not None and row[4] <= size:
                        found.add(seen.checkpoint.size)
        return found

    def _documents(self, live: OpenGame) -> dict[str, bytes]:
        """The document that the game began from, if it is kept apart from the events, by its SHA-256."""
        ((name, body),) = self._open_games.recorder.rows(match_stream(live.id), 0, 1)
        opened = EVENTS.decode(name, body)
        if not isinstance(opened, CommandAccepted):
            raise OtherBuild("the game does not begin with the command that opened it")
        named = opened.command.get("position")
        if not named:
            return {}
        try:
            return {named["sha256"]: self._open_games.blob(named["sha256"])}
        except NotFound:
            return {}  # it is small, and in the first event


def _stated(checkpoint: Checkpoint, game: str, heads: dict[str, int], key: SigningKey) -> str:
    text = heads_text(checkpoint, game, heads)
    return str(Note(text, (key.sign(text),)))
