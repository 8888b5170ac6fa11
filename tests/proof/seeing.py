"""What a client of a referee has seen: the last checkpoint, and how far the streams of its game have come."""

import json
from time import monotonic, sleep
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.domain.match.signed import Seen, SeenCheckpoint, SeenLine, SeenMatch
from ironclad.eventlog.errors import NotSigned
from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.notes import Note
from ironclad.eventlog.ledger.running import RunningHashes
from ironclad.eventlog.store.leaf import leaf
from tests.log.conftest import stored
from tests.proof.logs import Log, Row


def hashes_of(rows: list[Row], game: str) -> RunningHashes:
    """The running hashes of a game's streams, by its events in the order of the log."""
    found = RunningHashes()
    for stream, version, name, body in rows:
        of, _, line = stream.partition("/")
        if of != game:
            continue
        found.append(line, leaf(stream, version, name, body))
        if name == "match.timeline_opened.1":
            opened = json.loads(body)
            if opened["parent"] is not None:
                found.fork(opened["timeline"], opened["parent"], opened["at"])
    return found


def checkpoint_of(referee: Service) -> Note:
    """A checkpoint of all that there is; a signer that has just begun is waited for."""
    until = monotonic() + 20.0
    while True:
        try:
            return referee.prover.checkpoint(referee.queries.log_size(), wait=20.0)
        except NotSigned:
            if monotonic() > until:
                raise
            sleep(0.02)


def seen_by(
    referee: Service, game: str, line: str | None = None, *, at: int | None = None, match: int | None = None
) -> Seen:
    """All that there is now, unless an earlier version of the line or the match is named."""
    line = referee.queries.head(game)[0] if line is None else line
    checkpoint = parse_checkpoint(checkpoint_of(referee).text)
    hashes = hashes_of([row[1:5] for row in stored(referee)], game)
    at, match = hashes.last(line) if at is None else at, hashes.last("match") if match is None else match
    on_line, in_match = hashes.at(line, at), hashes.at("match", match)
    assert on_line is not None
    assert in_match is not None
    return Seen(
        SeenCheckpoint(checkpoint.size, checkpoint.root.hex()),
        SeenLine(line, at, on_line.hex()),
        SeenMatch(match, in_match.hex()),
    )


def roots_of(rows: list[Row], game: str) -> dict[int, bytes]:
    """The roots of a log at the sizes that a game's signatures name, where it has so many events."""
    sizes = {size for size in Log(rows).seen(game) if isinstance(size, int) and 0 < size <= len(rows)}
    return {size: Log(rows[:size]).checkpoint.root for size in sizes}


def plain(seen: Seen) -> dict[str, Any]:
    """As it is sent."""
    found: dict[str, Any] = msgspec.to_builtins(seen)
    return found
