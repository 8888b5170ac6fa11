"""Tokens: 32 bytes that nobody can guess, kept as hashes, good for a time, revoked when their owner says so.

A session's token is a browser's, a program's is an account's own, a seat's is good for one seat of one game
and for nothing else of its account's.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256
from hmac import new as hmac
from typing import Any

from ironclad.eventlog.errors import NotSignedIn, as_problems
from ironclad.eventlog.records import Identity, Sitting, TokenRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee import request_limits
from ironclad.referee.background import BackgroundWork
from ironclad.referee.people.access import Access

LABEL_LIMIT = 64
TOKENS_A_SEAT = 8
TOKENS_AN_ACCOUNT = 100
GRACE_SECONDS = 600
"""How long a seat's token is good yet after it was renewed, should the answer with the new one be lost."""

RENEWED = "renewed"
"""The label of a seat's token that another one was renewed by: nobody can ask for it again."""

_HOUR = 3600
_GIVEN = (
    "INSERT INTO access_tokens (hash, id, kind, label, account, game, seat, player, issued, expires, used,"
    " revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (hash) DO UPDATE"
    " SET expires = excluded.expires WHERE access_tokens.revoked = 0"
)
_SWEPT = "DELETE FROM access_tokens WHERE account = ? AND kind <> 'seat' AND (expires <= ? OR revoked = 1)"
_RENEWALS_SWEPT = (
    f"DELETE FROM access_tokens WHERE player = ? AND label = '{RENEWED}' AND (expires <= ? OR revoked = 1)"
)
_STANDING = "SELECT revoked, expires FROM access_tokens WHERE hash = ?"
_LISTED = (
    "SELECT id, kind, label, issued, expires, used, game, seat FROM access_tokens"
    " WHERE account = ? AND revoked = 0 AND expires > ? ORDER BY issued DESC, id"
)
_WHOSE = (
    "SELECT t.id, t.kind, t.account, t.game, t.seat, t.player, t.expires, t.used, t.issued, t.revoked,"
    " a.name, a.role, a.disabled"
    " FROM access_tokens t LEFT JOIN accounts a ON a.account = t.account WHERE t.hash = ?"
)


class Tokens:
    """Every token that was given out. `now` gives the time in whole seconds since 1970."""

    def __init__(
        self,
        database: Database,
        secret: bytes,
        background: BackgroundWork,
        now: Callable[[], int],
        access: Access,
    ) -> None:
        self._database = database
        self._secret = secret
        self._background = background
        self._now = now
        self._access = access
        self._seconds = {"session": access.session_seconds, "program": access.program_seconds}
        self._idle = {"session": access.idle_session_seconds, "program": access.idle_program_seconds}

    @as_problems()
    def whose(self, token: str) -> Identity:
        """Whom a token belongs to. Raises NotSignedIn."""
        with self._database.reader() as connection:
            row = connection.execute(_WHOSE, (hashed_token(token),)).fetchone()
        if row is None:
            raise NotSignedIn("the token is not one of this server's")
        id, kind, account, game, seat, player, expires, used, issued, revoked, name, role, disabled = row
        now = self._now()
        if revoked:
            raise NotSignedIn("the token was revoked")
        if expires <= now:
            raise NotSignedIn(f"the token was good until {moment(expires)}")
        if now - max(used, issued) > self._idle.get(kind, now) + _HOUR:  # its use is kept by the hour
            raise NotSignedIn(f"the token was not used since {moment(max(used, issued))}")
        if disabled or (account and role is None):
            raise NotSignedIn("the account was disabled")
        if used // _HOUR != now // _HOUR:
            self._background.ask(f"token/{id}", lambda: self._note_use(id, now))
        if kind == "seat":
            return Identity(id, kind, moment(expires), account or None, game=game, seat=seat, player=player)
        return Identity(id, kind, moment(expires), account, name, role)

    def _note_use(self, id: str, now: int) -> None:
        """Keep when a token was used, by the hour: enough to tell one that is forgotten."""
        hour = now // _HOUR * _HOUR
        self._database.write(
            lambda connection: connection.execute(
                "UPDATE access_tokens SET used = ? WHERE id = ? AND used < ?", (hour, id, hour)
            )
        )

    # -- of accounts

    @as_problems()
    def give(
        self, account: str, kind: str, label: str, first: Callable[[Connection], object] | None = None
    ) -> tuple[str, TokenRecord]:
        """A new token for an account, of kind "session" or "program", and its record.

        `first` is done before it in the same transaction; where that raises, no token is given. Raises
        Unreadable for a label that cannot be shown.
        """
        request_limits.text(label, "label", LABEL_LIMIT)
        token, now = secrets.token_hex(32), self._now()
        expires = now + self._seconds[kind]
        row = _row(token, kind, label, account, Sitting("", "", ""), now, expires)

        def work(connection: Connection) -> None:
            if first is not None:
                first(connection)
            connection.execute(_SWEPT, (account, now))
            connection.execute(_GIVEN, row)
            _keep_newest(connection, "account = ? AND kind <> 'seat'", account, TOKENS_AN_ACCOUNT, row[1])

        self._database.write(work)
        return token, TokenRecord(row[1], kind, label, moment(now), moment(expires), None)

    @as_problems()
    def of(self, account: str) -> tuple[TokenRecord, ...]:
        """An account's tokens that are good, its seats' too, newest first."""
        with self._database.reader() as connection:
            rows = connection.execute(_LISTED, (account, self._now())).fetchall()
        return tuple(_record(*row) for row in rows)

    @as_problems()
    def revoke(self, account: str, id: str) -> bool:
        """Revoke one of an account's tokens; whether it has such a one. Raises NotFound."""
        request_limits.known(id, "token")
        text = "UPDATE access_tokens SET revoked = 1 WHERE account = ? AND id = ? AND revoked = 0"
        return self._database.write(lambda connection: connection.execute(text, (account, id)).rowcount > 0)

    # -- of seats

    def of_seat(self, game: str, seat: str, id: str) -> str:
        """The token of the player who took a seat with a request of this (secret) id."""
        return self._derived("ironclad-seat", game, seat, id)

    def of_invitation(self, game: str, maker: str, id: str) -> str:
        """The token of the invitation that was made with a request of this (secret) id."""
        return self._derived("ironclad-invitation", game, maker, id)

    def secret_id(self, seed: str) -> str:
        """An id for a request that brought none: nobody can ask under it again."""
        return self._derived("ironclad-seat-id", seed)

    def _derived(self, *words: str) -> str:
        return hmac(self._secret, "|".join(words).encode(), sha256).hexdigest()

    def seat_until(self) -> str:
        """Until when a seat's token given now is good."""
        return moment(self._now() + self._access.seat_seconds)

    def seating(
        self, sitting: Sitting, token: str, account: str | None, label: str = ""
    ) -> Callable[[Connection], None]:
        """The work that keeps a seat's token, for the transaction that seats the player."""
        now = self._now()
        expires = now + self._access.seat_seconds
        row = _row(token, "seat", label, account or "", sitting, now, expires)

        def keep(connection: Connection) -> None:
            connection.execute(_GIVEN, row)

        return keep

    def honour(self, sitting: Sitting, token: str, account: str | None) -> bool:
        """Make sure that a token given again is good, and as long as a new one; not one that was revoked."""
        with self._database.reader() as connection:
            found = connection.execute(_STANDING, (hashed_token(token),)).fetchone()
        if found is not None and (found[0] or found[1] - self._now() > self._access.seat_seconds // 2):
            return not found[0]
        keep = self.seating(sitting, token, account)

        def work(connection: Connection) -> bool:
            keep(connection)
            _keep_newest(
                connection,
                "player = ? AND kind = 'seat'",
                sitting.player,
                TOKENS_A_SEAT,
                _id(hashed_token(token)),
            )
            return not connection.execute(_STANDING, (hashed_token(token),)).fetchone()[0]

        return self._database.write(work)

    @as_problems()
    def admit(self, sitting: Sitting) -> tuple[str, str]:
        """One more token for a seat that is no account's, and until when it is good."""
        return self._another(sitting, None, "")

    @as_problems()
    def renew(self, sitting: Sitting, account: str | None, presented: Identity) -> tuple[str, str]:
        """A new token for a seat, and until when it is good; the seat's token that was shown ends soon."""
        return self._another(sitting, account, presented.token)

    def _another(self, sitting: Sitting, account: str | None, presented: str) -> tuple[str, str]:
        token, now = secrets.token_hex(32), self._now()
        keep = self.seating(sitting, token, account, RENEWED)

        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE access_tokens SET expires = ? WHERE id = ? AND kind = 'seat' AND expires > ?",
                (now + GRACE_SECONDS, presented, now + GRACE_SECONDS),
            )
            keep(connection)
            _keep_newest(
                connection,
                "player = ? AND kind = 'seat'",
                sitting.player,
                TOKENS_A_SEAT,
                _id(hashed_token(token)),
            )
            connection.execute(_RENEWALS_SWEPT, (sitting.player, now))

        self._database.write(work)
        return token, moment(now + self._access.seat_seconds)


def revoke_all(connection: Connection, account: str, but: str = "") -> None:
    """Within a transaction: revoke every token of an account, its seats' too, but the one of this id."""
    text = "DELETE FROM access_tokens WHERE account = ? AND kind <> 'seat' AND id <> ?"
    connection.execute(text, (account, but))
    connection.execute("UPDATE access_tokens SET revoked = 1 WHERE account = ? AND id <> ?", (account, but))


def revoke_seat(connection: Connection, game: str, seat: str) -> None:
    """Within a transaction: revoke every token of a seat of a game."""
    text = "UPDATE access_tokens SET revoked = 1 WHERE game = ? AND seat = ? AND kind = 'seat'"
    connection.execute(text, (game, seat))


def _keep_newest(connection: Connection, of: str, whose: str, count: int, made: str) -> None:
    """Revoke all but the newest tokens, the one of the id `made` among them.

    They stay as rows for now: one that a seat was taken with can be asked for again by its secret.
    """
    others = f"{of} AND revoked = 0 AND id <> ?"
    kept = f"SELECT id FROM access_tokens WHERE {others} ORDER BY issued DESC, id LIMIT {count - 1}"
    text = f"UPDATE access_tokens SET revoked = 1 WHERE {others} AND id NOT IN ({kept})"
    connection.execute(text, (whose, made, whose, made))


def _row(
    token: str, kind: str, label: str, account: str, of: Sitting, issued: int, expires: int
) -> tuple[Any, ...]:
    hashed = hashed_token(token)
    return (hashed, _id(hashed), kind, label, account, of.game, of.seat, of.player, issued, expires, 0)


def _id(hashed: bytes) -> str:
    """By what its owner names a token: it says nothing of the token itself."""
    return hashed.hex()[:16]


def _record(
    id: str, kind: str, label: str, issued: int, expires: int, used: int, game: str, seat: str
) -> TokenRecord:
    last = moment(used) if used else None
    return TokenRecord(id, kind, label, moment(issued), moment(expires), last, game or None, seat or None)


def hashed_token(token: str) -> bytes:
    """Tokens are 32 random bytes, so a plain hash keeps them as well as a slow one would."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
