"""Who players are: names, passwords and roles, apart from the log, so that all of it can be erased.

The log knows pseudonyms: one for each seat that was taken. Whose they are is here.

A transaction that changes an account or gives it a token locks the account's row first (`_STILL` does by
changing nothing), so that each sees what the other did, and two processes do not wait for each other.
"""

from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import normalize

from ironclad.eventlog.errors import NameTaken, NotFound, NotSignedIn, as_problems
from ironclad.eventlog.records import AccountRecord, TokenRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee import request_limits
from ironclad.referee.disputes import files
from ironclad.referee.people import chat, invitations, remarks, second_factor, trials
from ironclad.referee.people.passwords import Passwords, fit
from ironclad.referee.people.roles import Role
from ironclad.referee.people.second_factor import SecondFactors
from ironclad.referee.people.tokens import Tokens, revoke_all

NAME_LIMIT = 64

_NAMED = (
    "INSERT INTO players (player, name) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET name = excluded.name"
)
_HELD = "INSERT INTO account_seats (player, account) VALUES (?, ?) ON CONFLICT (player) DO NOTHING"
_RECORD = "SELECT account, name, role, disabled, made FROM accounts"
_ADDED = (
    "INSERT INTO accounts (account, name, folded, password, role, disabled, made)"
    " VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT (folded) DO NOTHING"
)
_REPLACED = "UPDATE accounts SET password = ? WHERE account = ? AND password = ?"
_STILL = "UPDATE accounts SET made = made WHERE account = ? AND password = ? AND disabled = 0"
_WRONG = "the name or the password is wrong"


class Accounts:
    """Accounts and the pseudonyms behind which they play.

    `now` gives the time in whole seconds since 1970, `ids` fresh pseudonyms.
    """

    def __init__(
        self,
        database: Database,
        passwords: Passwords,
        tokens: Tokens,
        second_factors: SecondFactors,
        now: Callable[[], int],
        ids: Callable[[], str],
    ) -> None:
        self._database = database
        self._passwords = passwords
        self._tokens = tokens
        self._second_factors = second_factors
        self._now = now
        self._ids = ids

    # -- accounts

    @as_problems()
    def add(self, name: str, password: str, role: Role = Role.PLAYER) -> AccountRecord:
        """Make an account. Raises Unreadable, NameTaken, Busy."""
        name = request_limits.name(name, "name", NAME_LIMIT, least=1)
        hashed = self._passwords.hash(fit(password, name))
        account, made = self._ids(), self._now()
        row = (account, name, folded(name), hashed, role.value, made)
        if not self._database.write(lambda connection: connection.execute(_ADDED, row).rowcount > 0):
            raise NameTaken(f"the name {name!r} is taken")
        return AccountRecord(account, name, role.value, False, moment(made))

    @as_problems()
    def sign_in(self, name: str, password: str, code: str = "") -> AccountRecord:
        """The account of that name, if the password is right, and the code where it has a second factor.

        Raises NotSignedIn, CodeNeeded, WrongCode, CodesPaused, Busy.
        """
        account = self._known(name, password)[0]
        self._second_factors.check(account.account, code)
        return account

    @as_problems()
    def check_password(self, name: str, password: str) -> AccountRecord:
        """The account of that name, if the password is right, with or without a second factor.

        Raises NotSignedIn, Busy.
        """
        return self._known(name, password)[0]

    @as_problems()
    def enter(
        self, name: str, password: str, kind: str, label: str, code: str = ""
    ) -> tuple[AccountRecord, str, TokenRecord]:
        """Sign in, and give the account a token of a kind ("session" or "program").

        Not where the password or the second factor was changed, or the account disabled, since it was looked
        at: such a token would outlive what ends all of them. Raises as `sign_in`.
        """
        account, kept = self._known(name, password)
        confirmed = self._second_factors.check(account.account, code)

        def still(connection: Connection) -> None:
            if connection.execute(_STILL, (account.account, kept)).rowcount != 1:
                raise NotSignedIn(_WRONG)
            if not self._second_factors.is_still(connection, account.account, confirmed):
                raise NotSignedIn("the second factor was changed meanwhile")

        return account, *self._tokens.give(account.account, kind, label, still)

    def _known(self, name: str, password: str) -> tuple[AccountRecord, str]:
        """The account of that name, and its password as it is kept; as slow where there is none.

        A hash that was made with other parameters is replaced. Raises NotSignedIn, Busy.
        """
        row = self._row("SELECT account, name, role, disabled, made, password FROM accounts", name)
        if not self._passwords.holds(row and row[5], password) or row[3]:
            raise NotSignedIn(_WRONG)
        kept: str = row[5]
        if self._passwords.is_outdated(kept):
            before, kept = kept, self._passwords.hash(password)
            self._set_password(row[0], kept, before)
        return _record(row[:5]), kept

    def _set_password(self, account: str, hashed: str, before: str) -> bool:
        """Replace a hash, unless the password was changed meanwhile; whether it was replaced."""
        return self._database.write(
            lambda connection: connection.execute(_REPLACED, (hashed, account, before)).rowcount > 0
        )

    @as_problems()
    def change_password(self, account: str, old: str, new: str, token: str, code: str = "") -> None:
        """Change a password, and revoke every token but the one of this id.

        Raises NotFound, NotSignedIn for a wrong old password, as `sign_in` for the code, Unreadable, Busy.
        """
        with self._database.reader() as connection:
            text = "SELECT name, password FROM accounts WHERE account = ?"
            row = connection.execute(text, (account,)).fetchone()
        if row is None:
            raise NotFound("there is no such account")
        if not self._passwords.holds(row[1], old):
            raise NotSignedIn("the old password is wrong")
        fit(new, row[0])  # before the code is used up
        self._second_factors.check(account, code)
        hashed = self._passwords.hash(new)

        def work(connection: Connection) -> None:
            if connection.execute(_REPLACED, (hashed, account, row[1])).rowcount != 1:
                raise NotSignedIn("the password was changed meanwhile")
            revoke_all(connection, account, but=token)

        self._database.write(work)

    @as_problems()
    def reset_password(self, account: str, new: str) -> None:
        """Give an account a new password, and end all its tokens. Raises NotFound, Unreadable, Busy."""
        hashed = self._passwords.hash(fit(new, self.get(account).name))

        def work(connection: Connection) -> None:
            connection.execute("UPDATE accounts SET password = ? WHERE account = ?", (hashed, account))
            revoke_all(connection, account)

        self._database.write(work)

    @as_problems()
    def find(self, name: str) -> AccountRecord | None:
        """The account of a name."""
        row = self._row(_RECORD, name)
        return _record(row) if row else None

    def _row(self, select: str, name: str) -> Any:
        """The row of a name; none for what no name may have in it, which not every database takes as text."""
        if not name.isprintable():
            return None
        with self._database.reader() as connection:
            return connection.execute(f"{select} WHERE folded = ?", (folded(name),)).fetchone()

    @as_problems()
    def get(self, account: str) -> AccountRecord:
        """An account by its pseudonym. Raises NotFound."""
        request_limits.known(account, "account")
        with self._database.reader() as connection:
            row = connection.execute(f"{_RECORD} WHERE account = ?", (account,)).fetchone()
        if row is None:
            raise NotFound("there is no such account")
        return _record(row)

    @as_problems()
    def name_of(self, account: str) -> str | None:
        """What an account is called, by its pseudonym; None where there is none (any more)."""
        with self._database.reader() as connection:
            row = connection.execute("SELECT name FROM accounts WHERE account = ?", (account,)).fetchone()
        return row[0] if row else None

    @as_problems()
    def all(self) -> tuple[AccountRecord, ...]:
        """Every account, by name."""
        with self._database.reader() as connection:
            rows = connection.execute(f"{_RECORD} ORDER BY folded").fetchall()
        return tuple(_record(row) for row in rows)

    @as_problems()
    def change(self, account: str, role: Role | None, disabled: bool | None) -> AccountRecord:
        """Set what an account is; None leaves it as it is. One that is disabled loses its tokens.

        Raises NotFound.
        """
        request_limits.known(account, "account")

        def work(connection: Connection) -> bool:
            text = "UPDATE accounts SET role = coalesce(?, role), disabled = coalesce(?, disabled)"
            values = (role and role.value, None if disabled is None else int(disabled), account)
            if connection.execute(f"{text} WHERE account = ?", values).rowcount != 1:
                return False
            if disabled:
                revoke_all(connection, account)
                invitations.withdraw_of(connection, account, self._now())
            return True

        if not self._database.write(work):
            raise NotFound("there is no such account")
        return self.get(account)

    @as_problems()
    def revoke_tokens(self, account: str) -> None:
        """Sign an account out everywhere, its seats' tokens too."""
        self._database.write(lambda connection: revoke_all(connection, account))

    @as_problems()
    def erase(self, account: str) -> None:
        """Forget an account: its name, password, tokens and pseudonyms. Raises NotFound."""

        def work(connection: Connection) -> bool:
            if connection.execute("DELETE FROM accounts WHERE account = ?", (account,)).rowcount != 1:
                return False
            played = "(SELECT player FROM account_seats WHERE account = ?)"
            invitations.forget_account(connection, account)
            chat.forget_account(connection, account)
            remarks.forget_account(connection, account)
            files.forget_account(connection, account)
            trials.forget_account(connection, account)
            second_factor.forget_account(connection, account)
            connection.execute(f"DELETE FROM players WHERE player IN {played}", (account,))
            connection.execute(f"DELETE FROM access_tokens WHERE player IN {played}", (account,))
            for table in ("access_tokens", "account_seats", "game_readers"):
                connection.execute(f"DELETE FROM {table} WHERE account = ?", (account,))
            connection.execute("UPDATE private_games SET account = '' WHERE account = ?", (account,))
            return True

        if not self._database.write(work):
            raise NotFound("there is no such account")

    # -- pseudonyms

    def seating(self, player: str, name: str, account: str | None) -> Callable[[Connection], None]:
        """The work that keeps who a pseudonym is, for the transaction that seats the player."""

        def register(connection: Connection) -> None:
            connection.execute(_NAMED, (player, name))
            if account is not None:
                connection.execute(_HELD, (player, account))

        return register

    @as_problems()
    def names(self, players: Sequence[str]) -> dict[str, str]:
        """Names by pseudonym, of those who are known."""
        if not players:
            return {}
        text = f"SELECT player, name FROM players WHERE player IN ({_marks(players)})"
        with self._database.reader() as connection:
            return dict(connection.execute(text, players).fetchall())

    @as_problems()
    def held_by(self, account: str, players: Sequence[str]) -> set[str]:
        """Which of these pseudonyms are an account's."""
        text = f"SELECT player FROM account_seats WHERE account = ? AND player IN ({_marks(players)})"
        with self._database.reader() as connection:
            return {row[0] for row in connection.execute(text, (account, *players))}

    @as_problems()
    def owner(self, player: str) -> str | None:
        """The account that a pseudonym is of, if any."""
        with self._database.reader() as connection:
            text = "SELECT account FROM account_seats WHERE player = ?"
            row = connection.execute(text, (player,)).fetchone()
        return row[0] if row else None

    @as_problems()
    def erase_player(self, player: str) -> bool:
        """Forget who a pseudonym was and its tokens; whether anything was known."""

        def forget(connection: Connection) -> bool:
            connection.execute("DELETE FROM access_tokens WHERE player = ?", (player,))
            connection.execute("DELETE FROM account_seats WHERE player = ?", (player,))
            invitations.forget_player(connection, player)
            chat.forget_player(connection, player)
            remarks.forget_player(connection, player)
            files.forget_player(connection, player)
            return connection.execute("DELETE FROM players WHERE player = ?", (player,)).rowcount > 0

        return self._database.write(forget)


def folded(name: str) -> str:
    """What two names share that are taken for one: in any composition, case and width.

    Nobody is named by what is no text to every database: it is asked for as something else that nobody is.
    """
    asked = name.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
    return " ".join(normalize("NFKC", asked).casefold().split())


def _record(row: Sequence[object]) -> AccountRecord:
    account, name, role, disabled, made = row
    return AccountRecord(str(account), str(name), str(role), bool(disabled), moment(int(str(made))))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
