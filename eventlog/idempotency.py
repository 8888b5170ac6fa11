"""The index of answered requests, made again from the log.

Every append begins with the event of the request that it answers: a command that was accepted or committed
to, or a link that was revealed. So a lost index is no loss of "the same request again gets the first answer".
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise

import msgspec

from ironclad.domain.kernel.fair.fair_table import Share
from ironclad.domain.match.events import LINK_REVEALED, OF_NO_RULES, ROUND_MISSED
from ironclad.domain.match.state import MAIN
from ironclad.eventlog.store.connection import Connection

_Line = tuple[str, str, bytes, str, str, int, int]
"""(scope, id, digest, game, timeline, position, count)"""

_Row = tuple[str, int, str, bytes, int]
"""(stream, version, name, body, position)"""

_MARKS = ", ".join("?" * len(OF_NO_RULES))
_BEGINNINGS = (
    f"SELECT stream, version, name, body, position FROM events WHERE name IN ({_MARKS}) AND position > ?"
    " ORDER BY position LIMIT ?"
)
_PAGE = 2_000
_KNOWN = "SELECT 1 FROM answers WHERE scope = ? AND id = ?"
_ADD = (
    "INSERT INTO answers (scope, id, digest, game, timeline, position, count) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (scope, id) DO NOTHING"
)
_END = (
    f"SELECT stream, version, name, body, position FROM events WHERE name IN ({_MARKS})"
    " AND position {} (SELECT {}(position) FROM events) ORDER BY position {} LIMIT ?"
)
_NEAR = 64  # events: the commands of one append, and the rounds of the beacon that were missed


class _Beginning(msgspec.Struct):
    """What the index needs of an append's first event."""

    id: str = ""
    digest: str = ""
    by: str = ""
    committed: int = 0
    share: Share | None = None


def link_answer(game: str, timeline: str, committed: int, link: str) -> tuple[str, str, bytes]:
    """(scope, id, digest) of the append that reveals the link of a committed command."""
    return f"links/{game}", f"{timeline}/{committed}", sha256(link.encode()).digest()


def is_whole(connection: Connection) -> bool:
    """Whether the log's first and last commands are in the index: it is not emptied, nor left behind."""
    for test, end, order in ((">=", "min", "ASC"), ("<=", "max", "DESC")):
        rows = connection.execute(_END.format(test, end, order), (*OF_NO_RULES, _NEAR)).fetchall()
        lines = (_line(row, 0) for row in rows if _begins(row))
        line = next((line for line in lines if line is not None), None)
        if line is not None and connection.execute(_KNOWN, line[:2]).fetchone() is None:
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
    last: list[_Row] = []
    for rows in _beginnings(connection):
        # An append extends to the next one: the row past the page says where its last one ends.
        yield _lines([*last, *rows])
        last = rows[-1:]
    if last and (line := _line(last[0], size + 1 - last[0][4])) is not None:
        yield [line]


def _beginnings(connection: Connection) -> Iterator[list[_Row]]:
    """The first events of all appends in order, some at a time, at least one."""
    last = 0
    while rows := connection.execute(_BEGINNINGS, (*OF_NO_RULES, last, _PAGE)).fetchall():
        last = rows[-1][4]
        if found := [row for row in rows if _begins(row)]:
            yield found


def _lines(rows: Sequence[_Row]) -> list[_Line]:
    """The lines for all but the last of some beginnings in a row."""
    lines = (_line(row, after[4] - row[4]) for row, after in pairwise(rows))
    return [line for line in lines if line is not None]


def _begins(row: _Row) -> bool:
    """Whether an append begins with this event: a command that was committed to is carried out in the append
    of the last link that it waited for.
    """
    if row[2] in (LINK_REVEALED, ROUND_MISSED):
        return True
    try:
        return not msgspec.json.decode(row[3], type=_Beginning).committed
    except msgspec.MsgspecError:
        return True


def _line(row: _Row, count: int) -> _Line | None:
    """The index's line for an append; none for one of the service's own, or that this build cannot read."""
    stream, version, name, body, position = row
    game, _, line = stream.partition("/")
    try:
        begun = msgspec.json.decode(body, type=_Beginning)
        digest = bytes.fromhex(begun.digest)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None
    if name == LINK_REVEALED and begun.share is not None:
        return *link_answer(game, line, begun.committed, begun.share.link), game, line, position, count
    if not begun.id:
        return None
    if line != "match":
        return f"{game}/{begun.by}", begun.id, digest, game, line, position, count
    if version > 1:
        return f"{game}/{begun.by}", begun.id, digest, game, "", position, count
    return f"games/{begun.by}", begun.id, digest, game, MAIN, position, count
