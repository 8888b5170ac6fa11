"""Games whose events tell times, and where these fall: both verifiers are held to the same list."""

from typing import Any

from ironclad.domain.kernel.engine.codec import canonical

Told = tuple[str, str, dict[str, Any]]
"""The stream within the game, the event's name, its body."""


def command(stream: str, minute: int, **more: Any) -> Told:
    return stream, "match.command_accepted.1", {"at": time(minute), **more}


def time(minute: int) -> str:
    return f"2026-07-01T12:{minute:02}:00.000Z"


def opened(line: str, parent: str | None = None, at: int = 0) -> Told:
    body = {"timeline": line, "parent": parent, "at": at, "why": "x", "by": ""}
    return "match", "match.timeline_opened.1", body


def begun(dice: str = "ironclad-dice/v2") -> Told:
    return "main", "tug.game_begun.1", {"dice": dice}


def moved(line: str, left: str) -> Told:
    return "match", "match.game_moved.1", {"timeline": line, "left": left, "at": 3, "by": "", "why": ""}


SEEN = {"signature": {"value": "", "seen": {"checkpoint": {}}}}
START = [command("match", 0), opened("main"), begun()]
V1_START = [*START[:2], begun("ironclad-dice/v1")]
ROUND = [
    *START,
    ("main", "match.command_committed.1", {"at": time(1)}),
    ("main", "match.link_revealed.1", {"at": time(3)}),
]

CASES: dict[str, tuple[list[Told], int | None]] = {
    "times that rise, and that are the same": (
        [*START, command("main", 1), command("main", 1), command("match", 1), command("main", 2)],
        None,
    ),
    "a fall on a line": ([*START, command("main", 2), command("main", 1)], 5),
    "a fall in the match": ([*START, command("match", 2), command("match", 1)], 5),
    "a line before the match": ([*START, command("match", 2), command("main", 1)], 5),
    "the match before the line of the game": ([*START, command("main", 2), command("match", 1)], 5),
    "a commit": (
        [*START, command("main", 2), ("main", "match.command_committed.1", {"at": time(1)})],
        5,
    ),
    "a link": ([*START, command("main", 2), ("main", "match.link_revealed.1", {"at": time(1)})], 5),
    "a missed round": ([*START, command("main", 2), ("main", "match.round_missed.1", {"at": time(1)})], 5),
    "a branch beside the game": (
        [*START, command("main", 1), opened("b", "main", 2), command("b", 9), command("main", 2)],
        None,
    ),
    "a branch before what it has of its parent": (
        [*START, command("main", 5), opened("b", "main", 2), command("b", 4)],
        6,
    ),
    "a branch from before its parent's last": (
        [*START, command("main", 1), command("main", 5), opened("b", "main", 2), command("b", 4)],
        None,
    ),
    "the match after a move, before the new line": (
        [*START, command("main", 1), opened("b", "main", 2), command("b", 9), moved("b", "main"),
         command("match", 8)],
        8,
    ),
    "the match after a move, before the old line": (
        [*START, command("main", 9), opened("b", "main", 1), moved("b", "main"), command("match", 8)],
        None,
    ),
    "a fall where dice are of v1": ([*V1_START, command("main", 2), command("main", 1)], None),
    "a fall before a seat says what it had seen": (
        [*V1_START, command("main", 2), command("main", 1), command("main", 2, **SEEN)],
        None,
    ),
    "a fall where a seat says what it had seen": (
        [*V1_START, command("main", 2), command("main", 1, **SEEN)],
        5,
    ),
    "a fall after a seat says what it had seen": (
        [*V1_START, command("main", 2, **SEEN), command("main", 1)],
        5,
    ),
    "a command that was committed to": (
        [*ROUND, command("main", 1, committed=2), command("main", 3)],
        None,
    ),
    "a fall after a command that was committed to": (
        [*ROUND, command("main", 1, committed=2), command("main", 2)],
        7,
    ),
    "another form": ([*START, ("main", "match.command_accepted.1", {"at": "2026-07-01T12:05:00Z"})], 4),
    "no time at all": ([*START, ("main", "match.command_accepted.1", {"at": "tomorrow"})], 4),
}  # fmt: skip
"""By what it shows: a game, and the position at which a time falls (None: nowhere)."""


def placed(told: list[Told]) -> list[tuple[int, str, int, str, bytes]]:
    """Position, stream, version, name and body of each event; a branch begins after what it was opened at."""
    versions: dict[str, int] = {}
    found = []
    for position, (line, name, body) in enumerate(told, 1):
        versions[line] = versions.get(line, 0) + 1
        if name == "match.timeline_opened.1" and body["parent"] is not None:
            versions[body["timeline"]] = body["at"]
        found.append((position, f"g/{line}", versions[line], name, canonical(body)))
    return found
