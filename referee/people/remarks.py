"""Remarks on the events of a game: text, a sign, marks and arrows. They are beside the log and can be erased.

A remark says for whom it is. To everybody else it does not exist: its number is random, and nothing that
others read counts it.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.eventlog.errors import IdReused, NotFound, Unreadable, as_problems
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee import request_limits
from ironclad.referee.people.chat import plain
from ironclad.referee.people.game_rooms import hold

TEXT_LIMIT = 2_000
TITLE_LIMIT = 100
MARKS = 20
KEPT = 500
"""Remarks that one author may have in a game."""
SIGNS = ("!", "?", "!!", "??", "!?", "?!")
AUDIENCES = ("me", "seats", "after_end", "all")

Sign = Literal["", "!", "?", "!!", "??", "!?", "?!"]
Audience = Literal["me", "seats", "after_end", "all"]

_MADE = (
    "INSERT INTO remarks (game, number, id, author, seat, made, edited, timeline, version, audience, asked,"
    " body) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)"
)
_READ = (
    "SELECT r.number, r.author, r.seat, coalesce(p.name, a.name, ''), r.made, r.edited, r.timeline,"
    " r.version, r.audience, r.body FROM remarks r LEFT JOIN players p ON p.player = r.author"
    " LEFT JOIN accounts a ON a.account = r.author"
)


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark on a place, or an arrow from one place to another."""

    place: str = ""
    from_: str = msgspec.field(default="", name="from")
    to: str = ""


class Content(msgspec.Struct, frozen=True):
    """What a remark says. One with a title begins a chapter."""

    text: str = ""
    sign: Sign = ""
    marks: tuple[Mark, ...] = ()
    title: str = ""


class RemarkRecord(msgspec.Struct, frozen=True):
    """A remark on event `version` of a line, for `audience`.

    `seat` is its author's ("" for a reader without one), `name` "" where the author was forgotten; `own` is
    whether the caller wrote it. `edited_at` is None until it is changed.
    """

    number: int
    timeline: str
    version: int
    text: str
    sign: Sign
    marks: tuple[Mark, ...]
    title: str
    audience: Audience = msgspec.field(name="for")
    seat: str
    name: str
    made_at: str
    edited_at: str | None
    own: bool
    repeated: bool = False


class RemarkList(msgspec.Struct, frozen=True):
    """A part of a game's remarks by line and event; `next` is the cursor of the part after it.

    `may_write` is whether the caller may write remarks here.
    """

    items: tuple[RemarkRecord, ...]
    next: str | None
    may_write: bool


@dataclass(frozen=True)
class Reader:
    """Who reads: the caller's pseudonyms, whether one of them has a seat, whether the game has ended."""

    own: tuple[str, ...]
    seated: bool
    ended: bool

    def condition(self) -> tuple[str, tuple[str, ...]]:
        """A condition on `remarks r` for those that the reader may see, and its values."""
        shown = ["'all'", *(["'seats'"] if self.seated else []), *(["'after_end'"] if self.ended else [])]
        own = f" OR r.author IN ({', '.join('?' * len(self.own))})" if self.own else ""
        return f"(r.audience IN ({', '.join(shown)}){own})", self.own


@dataclass(frozen=True)
class Place:
    """An event of a line: the line whose stream has it."""

    timeline: str
    version: int


class Remarks:
    """The remarks of every game. `now` gives the time in whole seconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], int], ids: Callable[[], str]) -> None:
        self._database, self._now, self._ids = database, now, ids

    @as_problems()
    def write(
        self,
        game: str,
        author: tuple[str, str],
        place: Place,
        content: Content,
        audience: Audience,
        id: str | None = None,
    ) -> RemarkRecord:
        """Write a remark as (pseudonym, seat or ""); the same id again gives the first answer.

        Raises Unreadable, IdReused, Refused ("remark/many").
        """
        body, (pseudonym, seat) = _checked(content), author
        id = self._ids() if id is None else id
        asked = [place.timeline, place.version, audience, seat, msgspec.to_builtins(body)]
        digest = request_limits.digest_of("remark", {"id": id, "asked": asked}).hex()
        now = self._now()

        def work(connection: Connection) -> tuple[Any, Any]:
            hold(connection, game)
            text = "SELECT asked, number FROM remarks WHERE game = ? AND author = ? AND id = ?"
            first = connection.execute(text, (game, pseudonym, id)).fetchone()
            if first is not None:
                number = first[1]
            else:
                text = "SELECT count(*) FROM remarks WHERE game = ? AND author = ?"
                if connection.execute(text, (game, pseudonym)).fetchone()[0] >= KEPT:
                    raise Refused("remark/many", f"you have {KEPT} remarks here: delete some to write more")
                number = secrets.randbelow(2**53 - 1) + 1
                values = (game, number, id, pseudonym, seat, now, place.timeline, place.version, audience)
                connection.execute(_MADE, (*values, digest, msgspec.json.encode(body).decode()))
            found = connection.execute(
                f"{_READ} WHERE r.game = ? AND r.number = ?", (game, number)
            ).fetchone()
            return first, found

        first, row = self._database.write(work)
        if first is not None and first[0] != digest:
            raise IdReused(f"the id {id!r} was used before, for another remark")
        return msgspec.structs.replace(_record(row, (pseudonym,)), repeated=first is not None)

    @as_problems()
    def read(
        self, game: str, reader: Reader, after: tuple[str, int, int] | None, limit: int
    ) -> list[RemarkRecord]:
        """The remarks that a reader may see, by line and event, after (line, event, number)."""
        shown, values = reader.condition()
        text = f"{_READ} WHERE r.game = ? AND {shown}"
        if after is not None:
            text += " AND (r.timeline, r.version, r.number) > (?, ?, ?)"
        text += " ORDER BY r.timeline, r.version, r.number LIMIT ?"
        with self._database.reader() as connection:
            rows = connection.execute(text, (game, *values, *(after or ()), limit)).fetchall()
        return [_record(row, reader.own) for row in rows]

    @as_problems()
    def change(
        self, game: str, number: int, own: Sequence[str], changes: dict[str, Any], audience: Audience | None
    ) -> RemarkRecord:
        """Change a remark that one wrote oneself: those fields of its content, and for whom it is.

        Raises NotFound, Unreadable.
        """

        def work(connection: Connection) -> Any:
            hold(connection, game)
            mine = f"r.game = ? AND r.number = ? AND r.author IN ({', '.join('?' * len(own)) or 'NULL'})"
            values = (game, number, *own)
            row = connection.execute(f"{_READ} WHERE {mine}", values).fetchone()
            if row is None:
                return None
            before = msgspec.json.decode(row[9], type=Content)
            body = msgspec.json.encode(_checked(msgspec.structs.replace(before, **changes))).decode()
            text = "UPDATE remarks SET body = ?, audience = ?, edited = ? WHERE game = ? AND number = ?"
            connection.execute(text, (body, audience or row[8], self._now(), game, number))
            return connection.execute(f"{_READ} WHERE {mine}", values).fetchone()

        row = self._database.write(work)
        if row is None:
            raise NotFound("you wrote no such remark")
        return _record(row, own)

    @as_problems()
    def delete(self, game: str, number: int, own: Sequence[str]) -> None:
        """Delete a remark that one wrote oneself. Raises NotFound."""
        marks = ", ".join("?" * len(own)) or "NULL"
        text = f"DELETE FROM remarks WHERE game = ? AND number = ? AND author IN ({marks})"
        values = (game, number, *own)
        if self._database.write(lambda connection: connection.execute(text, values).rowcount) != 1:
            raise NotFound("you wrote no such remark")


def forget_account(connection: Connection, account: str) -> None:
    """Within a transaction: forget all remarks of an account, those of its seats too."""
    whose = "author = ? OR author IN (SELECT player FROM account_seats WHERE account = ?)"
    connection.execute(f"DELETE FROM remarks WHERE {whose}", (account, account))


def forget_player(connection: Connection, player: str) -> None:
    """Within a transaction: forget all remarks of a pseudonym."""
    connection.execute("DELETE FROM remarks WHERE author = ?", (player,))


def _checked(content: Content) -> Content:
    """A content as it is kept. Raises Unreadable."""
    text = plain(content.text, TEXT_LIMIT, 0, "a remark")
    title = plain(content.title, TITLE_LIMIT, 0, "a title")
    if "\n" in title:
        raise Unreadable("a title is one line")
    if not (text or title or content.sign or content.marks):
        raise Unreadable("a remark has a text, a title, a sign or a mark")
    if len(content.marks) > MARKS:
        raise Unreadable(f"a remark has at most {MARKS} marks")
    for mark in content.marks:
        if bool(mark.place) == bool(mark.from_ and mark.to) or bool(mark.from_) != bool(mark.to):
            raise Unreadable("a mark has a place, or it is an arrow that has `from` and `to`")
    return msgspec.structs.replace(content, text=text, title=title)


def _record(row: Sequence[Any], own: Sequence[str]) -> RemarkRecord:
    number, author, seat, name, made, edited, timeline, version, audience, body = row
    content = msgspec.json.decode(body, type=Content)
    return RemarkRecord(
        number=number,
        timeline=timeline,
        version=version,
        text=content.text,
        sign=content.sign,
        marks=content.marks,
        title=content.title,
        audience=audience,
        seat=seat,
        name=name,
        made_at=moment(made),
        edited_at=moment(edited) if edited else None,
        own=author in own,
    )
