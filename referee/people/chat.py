"""What players say to each other beside a game: no part of its log, so that all of it can be erased.

A message is plain text of its author's, a pseudonym; names are looked up when it is read. Each change (a
message, a deletion) is counted by game, so that a reader who knows the count knows whether anything is new.
"""

from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import category

import msgspec

from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import IdReused, NotFound, Unreadable, as_problems
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee import request_limits
from ironclad.referee.people.game_rooms import hold

TEXT_LIMIT = 1_000
KEPT = 2_000
"""Messages of one game: older ones are dropped."""

_ALSO = "\n\t\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # in what people write, if in no name
_MESSAGES = (
    "SELECT m.number, m.author, m.seat, coalesce(p.name, a.name, ''), m.text, m.said FROM messages m"
    " LEFT JOIN players p ON p.player = m.author LEFT JOIN accounts a ON a.account = m.author"
)
_SAID = "INSERT INTO messages (game, number, id, author, seat, said, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
_DROPPED = (
    "DELETE FROM messages WHERE game = ? AND number <= (SELECT number FROM messages WHERE game = ?"
    f" ORDER BY number DESC LIMIT 1 OFFSET {KEPT})"
)
_OF_ACCOUNT = "(author = ? OR author IN (SELECT player FROM account_seats WHERE account = ?))"


class MessageRecord(msgspec.Struct, frozen=True):
    """A message: `seat` is its author's (None for an onlooker's), `name` "" where the author was forgotten.

    `number` grows with time, with gaps; `own` is whether the caller wrote it.
    """

    number: int
    seat: str | None
    name: str
    text: str
    said_at: str
    own: bool
    repeated: bool = False


class TalkRecord(msgspec.Struct, frozen=True):
    """A part of a game's talk, newest first; `next` is the `before` of the part that came before it.

    `changes` grows with each message and each deletion. A caller who knows it already gets nothing more:
    `changed` is false. `onlookers` is whether accounts without a seat may write, `may_write` whether the
    caller may.
    """

    game: str
    changes: int
    changed: bool
    items: tuple[MessageRecord, ...] = ()
    next: str | None = None
    onlookers: bool = False
    may_write: bool = False


class Chat:
    """The messages of every game. `now` gives the time in whole seconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], int], ids: Callable[[], str]) -> None:
        self._database = database
        self._now = now
        self._ids = ids

    @as_problems()
    def say(self, game: str, author: str, seat: str | None, text: str, id: str | None) -> MessageRecord:
        """Say something beside a game that exists, as a pseudonym; the same id again gets the same answer.

        Raises Unreadable for what is no plain text of 1 to 1,000 characters, IdReused.
        """
        text = plain(text)
        id = self._ids() if id is None else request_limits.text(id, "id", request_bounds.ID_LIMIT, 1)
        now = self._now()

        def work(connection: Connection) -> tuple[Any, bool]:
            hold(connection, game)
            asked, values = f"{_MESSAGES} WHERE m.game = ? AND m.author = ? AND m.id = ?", (game, author, id)
            if (row := connection.execute(asked, values).fetchone()) is not None:
                return row, True
            number = hold(connection, game, 1)
            connection.execute(_SAID, (game, number, id, author, seat or "", now, text))
            connection.execute(_DROPPED, (game, game))
            return connection.execute(asked, values).fetchone(), False

        row, repeated = self._database.write(work)
        record = _record(row, (author,), repeated)
        if (record.text, record.seat) != (text, seat):
            raise IdReused(f"the id {id!r} was used before, for another message")
        return record

    @as_problems()
    def changes(self, game: str) -> int:
        """How many changes there were: the same number again says that nothing is new."""
        with self._database.reader() as connection:
            row = connection.execute("SELECT changes FROM game_rooms WHERE game = ?", (game,)).fetchone()
        return row[0] if row else 0

    @as_problems()
    def read(
        self, game: str, own: Sequence[str], before: int | None, limit: int
    ) -> tuple[tuple[MessageRecord, ...], str | None]:
        """The latest messages (`before` a number) newest first, and the `before` of the part before them.

        `own` are the pseudonyms of the caller.
        """
        text = f"{_MESSAGES} WHERE m.game = ? AND m.number < ? ORDER BY m.number DESC LIMIT ?"
        with self._database.reader() as connection:
            values = (game, 2**62 if before is None else before, limit + 1)
            rows = connection.execute(text, values).fetchall()
        items = tuple(_record(row, own) for row in rows[:limit])
        return items, str(items[-1].number) if len(rows) > limit else None

    @as_problems()
    def delete(self, game: str, number: int, own: Sequence[str]) -> None:
        """Delete a message that one wrote oneself. Raises NotFound."""
        marks = ", ".join("?" * len(own)) or "NULL"

        def work(connection: Connection) -> bool:
            hold(connection, game)
            text = f"DELETE FROM messages WHERE game = ? AND number = ? AND author IN ({marks})"
            if connection.execute(text, (game, number, *own)).rowcount != 1:
                return False
            hold(connection, game, 1)
            return True

        if not self._database.write(work):
            raise NotFound("you wrote no such message")

    @as_problems()
    def is_open(self, game: str) -> bool:
        """Whether accounts without a seat may write."""
        with self._database.reader() as connection:
            text = "SELECT 1 FROM open_talks WHERE game = ?"
            return connection.execute(text, (game,)).fetchone() is not None

    @as_problems()
    def open_to(self, game: str, onlookers: bool) -> None:
        """Let accounts without a seat write, or no longer."""
        opened = "INSERT INTO open_talks (game) VALUES (?) ON CONFLICT (game) DO NOTHING"
        text = opened if onlookers else "DELETE FROM open_talks WHERE game = ?"

        def work(connection: Connection) -> None:
            hold(connection, game)
            if connection.execute(text, (game,)).rowcount:
                hold(connection, game, 1)

        self._database.write(work)


def plain(text: str, most: int = TEXT_LIMIT, least: int = 1, what: str = "a message") -> str:
    """A text as it is kept: lines of printable characters, without the space around. Raises Unreadable."""
    lines = text.replace("\r\n", "\n").strip().split("\n")
    cleaned = "\n".join(line.rstrip() for line in lines)
    if not least <= len(cleaned) <= most:
        raise Unreadable(f"{what} has {least} to {most:,} characters, not {len(cleaned):,}")
    if not all(each.isprintable() or each in _ALSO or category(each) == "Zs" for each in cleaned):
        raise Unreadable(f"{what} has printable characters and new lines only")
    return cleaned


def forget_account(connection: Connection, account: str) -> None:
    """Within a transaction: forget all that an account said, by its seats too."""
    _forget(connection, _OF_ACCOUNT, (account, account))


def forget_player(connection: Connection, player: str) -> None:
    """Within a transaction: forget all that a pseudonym said."""
    _forget(connection, "author = ?", (player,))


def _forget(connection: Connection, whose: str, values: Sequence[str]) -> None:
    games = f"SELECT game FROM messages WHERE {whose}"
    connection.execute(f"UPDATE game_rooms SET changes = changes + 1 WHERE game IN ({games})", values)
    connection.execute(f"DELETE FROM messages WHERE {whose}", values)


def _record(row: Sequence[Any], own: Sequence[str], repeated: bool = False) -> MessageRecord:
    number, author, seat, name, text, said = row
    return MessageRecord(number, seat or None, name, text, moment(said), author in own, repeated)
