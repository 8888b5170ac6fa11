"""Invitations by link: its holder may take a free seat, once, or read a private game.

The link holds 32 bytes that nobody can guess; the store keeps their hash. An invitation ends after some days,
when its seat was taken with it, or when its maker withdraws it. What is closed is kept for a while, so that
who comes too late gets the reason.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import InvitationOver, NotFound, TooMuch, as_problems
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee import request_limits
from ironclad.referee.people.game_rooms import hold
from ironclad.referee.people.privacy import INVITED
from ironclad.referee.people.tokens import Tokens, hashed_token

OPEN_AT_MOST = 50
"""Open invitations of one game."""

LONGEST_DAYS = 30
USUAL_DAYS = 7
_CLOSED_KEPT = 200
_DAY = 24 * 3600

_ROW = "SELECT id, game, seat, maker, made, expires, closed, how FROM invitations"
_STANDS = "closed = 0 AND expires > ?"
_MADE = (
    "INSERT INTO invitations (hash, id, game, seat, maker, made, expires, closed, how)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, 0, '')"
)
_CLOSE = "UPDATE invitations SET closed = ?, how = ?"
_SWEPT = (
    f"DELETE FROM invitations WHERE game = ? AND NOT ({_STANDS}) AND id NOT IN (SELECT id FROM invitations"
    f" WHERE game = ? AND NOT ({_STANDS}) ORDER BY made DESC, id LIMIT {_CLOSED_KEPT})"
)
_OF_ACCOUNT = "(maker = ? OR maker IN (SELECT player FROM account_seats WHERE account = ?))"


class InvitationRecord(msgspec.Struct, frozen=True):
    """An invitation, without its link: to a seat, or to watch where that is None.

    `state` is open, used, withdrawn or expired; `maker` a pseudonym.
    """

    id: str
    game: str
    seat: str | None
    maker: str
    made_at: str
    expires_at: str
    state: str


class Invited(msgspec.Struct, frozen=True):
    """The answer to making an invitation: `path` is its page on this server, given here and never again."""

    path: str
    invitation: InvitationRecord
    repeated: bool = False


class Invitations:
    """Every invitation that was made. `now` gives the time in whole seconds since 1970."""

    def __init__(self, database: Database, tokens: Tokens, now: Callable[[], int]) -> None:
        self._database = database
        self._tokens = tokens
        self._now = now

    @as_problems()
    def make(self, game: str, seat: str | None, maker: str, days: int, id: str) -> Invited:
        """Invite the holder of the link to a seat of a game, or (None) to watch it, for so many days.

        `id` is a secret: the same id again gets the same link, also after the invitation has ended. Raises
        Unreadable, TooMuch where as many are open as a game may have.
        """
        request_limits.text(id, "id", request_bounds.ID_LIMIT, request_limits.SECRET_ID_LEAST)
        token, now = self._tokens.of_invitation(game, maker, id), self._now()
        hashed = hashed_token(token)
        row = (hashed, hashed.hex()[:16], game, seat or "", maker, now, now + days * _DAY)

        def work(connection: Connection) -> bool:
            hold(connection, game)
            if connection.execute("SELECT 1 FROM invitations WHERE hash = ?", (hashed,)).fetchone():
                return False
            connection.execute(_SWEPT, (game, now, game, now))
            counted = f"SELECT count(*) FROM invitations WHERE game = ? AND {_STANDS}"
            if connection.execute(counted, (game, now)).fetchone()[0] >= OPEN_AT_MOST:
                raise TooMuch(f"a game has {OPEN_AT_MOST} open invitations at most: withdraw one first")
            connection.execute(_MADE, row)
            return True

        new = self._database.write(work)
        return Invited(f"/invitations/{token}", self.find(token), not new)

    @as_problems()
    def find(self, token: str) -> InvitationRecord:
        """What a link is for, open or not. Raises NotFound."""
        with self._database.reader() as connection:
            row = connection.execute(f"{_ROW} WHERE hash = ?", (hashed_token(token),)).fetchone()
        if row is None:
            raise NotFound("there is no such invitation: it was never made, or is long over")
        return self._record(row)

    @as_problems()
    def made_by(self, game: str, makers: Sequence[str]) -> tuple[InvitationRecord, ...]:
        """The open invitations to a game that any of these made, newest first."""
        if not makers:
            return ()
        marks = ", ".join("?" * len(makers))
        text = f"{_ROW} WHERE game = ? AND {_STANDS} AND maker IN ({marks}) ORDER BY made DESC, id"
        with self._database.reader() as connection:
            rows = connection.execute(text, (game, self._now(), *makers)).fetchall()
        return tuple(self._record(row) for row in rows)

    @as_problems()
    def withdraw(self, game: str, id: str, makers: Sequence[str]) -> None:
        """Close an open invitation that one of these made. Raises NotFound, InvitationOver."""
        request_limits.known(id, "invitation")
        now, marks = self._now(), ", ".join("?" * len(makers)) or "NULL"

        def work(connection: Connection) -> None:
            hold(connection, game)
            text = f"{_ROW} WHERE game = ? AND id = ? AND maker IN ({marks})"
            row = connection.execute(text, (game, id, *makers)).fetchone()
            if row is None:
                raise NotFound("you made no such invitation")
            self._check(row, now)
            connection.execute(f"{_CLOSE} WHERE id = ?", (now, "withdrawn", id))

        self._database.write(work)

    @as_problems()
    def admit(self, token: str, account: str) -> None:
        """Let an account read the private game that the link is to watch. Raises NotFound, InvitationOver."""
        found, now = self.find(token), self._now()

        def work(connection: Connection) -> None:
            hold(connection, found.game)
            self._check(_row_of(connection, token), now)
            connection.execute(INVITED, (found.game, account))

        self._database.write(work)

    def using(self, token: str) -> Callable[[Connection], None]:
        """The work that closes an invitation to a seat, for the transaction that seats the player.

        It raises NotFound, InvitationOver.
        """
        now, hashed = self._now(), hashed_token(token)

        def use(connection: Connection) -> None:
            text = f"{_CLOSE} WHERE hash = ? AND {_STANDS}"
            if connection.execute(text, (now, "used", hashed, now)).rowcount != 1:
                self._check(_row_of(connection, token), now)

        return use

    def _check(self, row: Sequence[Any], now: int) -> None:
        """Refuse an invitation that has ended. Raises InvitationOver."""
        if (state := _state(row, now)) != "open":
            raise InvitationOver(OVER[state])

    def _record(self, row: Sequence[Any]) -> InvitationRecord:
        id, game, seat, maker, made, expires, *_ = row
        state = _state(row, self._now())
        return InvitationRecord(id, game, seat or None, maker, moment(made), moment(expires), state)


OVER = {
    "used": "This invitation was used: a link to a seat is good once.",
    "withdrawn": "This invitation was withdrawn by the player who made it.",
    "expired": "This invitation has ended: its days are over.",
}
"""What is said of an invitation that has ended, by its state."""


def withdraw_of(connection: Connection, account: str, now: int) -> None:
    """Within a transaction: close every open invitation that an account made, for its seats too."""
    text = f"{_CLOSE} WHERE {_STANDS} AND {_OF_ACCOUNT}"
    connection.execute(text, (now, "withdrawn", now, account, account))


def withdraw_watching(connection: Connection, game: str, now: int) -> None:
    """Within a transaction: close every open invitation to watch a game."""
    text = f"{_CLOSE} WHERE {_STANDS} AND game = ? AND seat = ''"
    connection.execute(text, (now, "withdrawn", now, game))


def forget_account(connection: Connection, account: str) -> None:
    """Within a transaction: forget what invitations an account made."""
    connection.execute(f"DELETE FROM invitations WHERE {_OF_ACCOUNT}", (account, account))


def forget_player(connection: Connection, player: str) -> None:
    """Within a transaction: forget what invitations a pseudonym made."""
    connection.execute("DELETE FROM invitations WHERE maker = ?", (player,))


def _row_of(connection: Connection, token: str) -> Sequence[Any]:
    row: Sequence[Any] | None = connection.execute(
        f"{_ROW} WHERE hash = ?", (hashed_token(token),)
    ).fetchone()
    if row is None:
        raise NotFound("there is no such invitation: it was never made, or is long over")
    return row


def _state(row: Sequence[Any], now: int) -> str:
    *_, expires, closed, how = row
    return str(how) if closed else "expired" if expires <= now else "open"
