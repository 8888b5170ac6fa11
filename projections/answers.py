"""The index of answered requests, made again from the log.

Every append begins with the command that it answers, so the log tells which request each was: a lost index
is no loss of "the same request again gets the first answer".
"""

from sqlite3 import Connection

import msgspec

from domain.match.events import COMMAND_ACCEPTED
from domain.match.state import MAIN
from projections.store.database import Database

_Line = tuple[str, str, bytes, str, str, int, int]
"""(scope, id, digest, game, timeline, position, count)"""

_APPENDS = """
SELECT stream, version, body, position,
    lead(position, 1, (SELECT max(position) + 1 FROM events)) OVER (ORDER BY position) - position
FROM events WHERE name = ? ORDER BY position
"""
_END = (
    "SELECT stream, version, body, position, 0 FROM events WHERE name = ?"
    " AND position {} (SELECT {}(position) FROM events) ORDER BY position {} LIMIT 1"
)


class _Accepted(msgspec.Struct):
    """What the index needs of an accepted command."""

    id: str
    digest: str
    by: str = ""


def is_whole(database: Database) -> bool:
    """Whether the log's first and last commands are in the index: it is not emptied, nor left behind."""
    with database.reader() as connection:
        for test, end, order in ((">=", "min", "ASC"), ("<=", "max", "DESC")):
            row = connection.execute(_END.format(test, end, order), (COMMAND_ACCEPTED,)).fetchone()
            line = _line(*row) if row is not None else None
            if line is None:
                continue
            known = "SELECT 1 FROM answers WHERE scope = ? AND id = ?"
            if connection.execute(known, line[:2]).fetchone() is None:
                return False
    return True


def rebuild(database: Database) -> int:
    """Make the index again, in one transaction; the number of its lines."""

    def write(connection: Connection) -> int:
        connection.execute("DELETE FROM answers")
        rows = connection.execute(_APPENDS, (COMMAND_ACCEPTED,))
        lines = (line for row in rows if (line := _line(*row)) is not None)
        # Of two commands under one id, the first is the one that was answered.
        connection.executemany("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", lines)
        count: int = connection.execute("SELECT count(*) FROM answers").fetchone()[0]
        return count

    return database.write(write)


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
