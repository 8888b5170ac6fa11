"""The index of answered requests, made again from the log.

Every append begins with the command that it answers, so the log shows which request each was: a lost index
is no loss of "the same request again gets the first answer".
"""

from collections.abc import Iterator

import msgspec

from ironclad.domain.match.events import COMMAND_ACCEPTED
from ironclad.domain.match.state import MAIN
from ironclad.eventlog.store.connection import Connection

_Line = tuple[str, str, bytes, str, str, int, int]
"""(scope, id, digest, game, timeline, position, count)"""

_ACCEPTED = (
    "SELECT stream, version, body, position FROM events WHERE name = ? AND position > ?"
    " ORDER BY position LIMIT ?"
)
_PAGE = 2_000
_KNOWN = "SELECT 1 FROM answers WHERE scope = ? AND id = ?"
_ADD = (
    "INSERT INTO answers (scope, id, digest, game, timeline, position, count) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (scope, id) DO NOTHING"
)
_END = (
    "SELECT stream, version, body, position, 0 FROM events WHERE name = ?"
    " AND position {} (SELECT {}(position) FROM events) ORDER BY position {} LIMIT 1"
)


class _Accepted(msgspec.Struct):
    """What the index needs of an accepted command."""

    id: str
    digest: str
    by: str = ""


def is_whole(connection: Connection) -> bool:
    """Whether the log's first and last commands are in the index: it is not emptied, nor left behind."""
    for test, end, order in ((">=", "min", "ASC"), ("<=", "max", "DESC")):
        row = connection.execute(_END.format(test, end, order), (COMMAND_ACCEPTED,)).fetchone()
        line = _line(*row) if row is not None else None
        if line is None:
            continue
        if connection.execute(_KNOWN, line[:2]).fetchone() is None:
            return False
    return True


def first_missing(connection: Connection) -> int | None:
    """The position of the log's first command that is not in the index; None if every one is."""
    for lines in pages(connection):
        for line in lines:
            if connection.execute(_KNOWN, line[:2]).fetchone() is None:
                return line[5]
    return None


def rebuild(connection: Connection) -> int:
    """Make the index again, within the caller's transaction; the number of its lines."""
    connection.execute("DELETE FROM answers")
    for lines in pages(connection):
        # Of two commands under one id, the first is the one that was answered.
        connection.executemany(_ADD, lines)
    count: int = connection.execute("SELECT count(*) FROM answers").fetchone()[0]
    return count


def pages(connection: Connection) -> Iterator[list[_Line]]:
    """Every line of the index as the log gives it, in the log's order, some at a time."""
    size = connection.execute("SELECT max(position) FROM events").fetchone()[0] or 0
    last = 0
    while rows := connection.execute(_ACCEPTED, (COMMAND_ACCEPTED, last, _PAGE + 1)).fetchall():
        # An append extends to the next one: the row past the page says where its last one ends.
        ends = [row[3] for row in rows[1:]]
        if len(rows) <= _PAGE:
            ends.append(size + 1)
        lines = []
        for (stream, version, body, position), end in zip(rows, ends, strict=False):
            if (line := _line(stream, version, body, position, end - position)) is not None:
                lines.append(line)
        yield lines
        last = rows[len(ends) - 1][3]


def _line(stream: str, version: int, body: bytes, position: int, count: int) -> _Line | None:
    """The index's line for an append; none for a command that this build cannot read."""
    try:
        accepted = msgspec.json.decode(body, type=_Accepted)
        digest = bytes.fromhex(accepted.digest)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None
    game, _, line = stream.partition("/")
    if line != "match":
        return f"{game}/{accepted.by}", accepted.id, digest, game, line, position, count
    if version > 1:
        return f"{game}/{accepted.by}", accepted.id, digest, game, "", position, count
    return f"games/{accepted.by}", accepted.id, digest, game, MAIN, position, count
