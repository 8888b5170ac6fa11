"""Private games: who may read them, beside the log. A game is private from its opening on, or never."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database

_REMEMBERED = 10_000
INVITED = "INSERT INTO game_readers (game, account) VALUES (?, ?) ON CONFLICT (game, account) DO NOTHING"


class Privacy:
    """Which games are private, and whose accounts may read those: the opener's, the seats', the invited."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, bool] = OrderedDict()
        self._mutex = Lock()

    def opening(self, game: str, account: str) -> Callable[[Connection], None]:
        """The work that makes a game private, for the transaction that opens it."""

        def keep(connection: Connection) -> None:
            connection.execute("INSERT INTO private_games (game, account) VALUES (?, ?)", (game, account))
            connection.execute(INVITED, (game, account))

        return keep

    def seating(self, game: str, account: str) -> Callable[[Connection], None]:
        """The work that lets a seat's account read its game, for the transaction that seats it."""

        def keep(connection: Connection) -> None:
            connection.execute(INVITED, (game, account))

        return keep

    def known(self, game: str) -> bool | None:
        """Whether a game is private, if that was asked before: it never changes."""
        with self._mutex:
            if (private := self._known.get(game)) is not None:
                self._known.move_to_end(game)
            return private

    @as_problems()
    def is_private(self, game: str) -> bool:
        """Whether a game that exists is private."""
        if (known := self.known(game)) is not None:
            return known
        with self._database.reader() as connection:
            text = "SELECT 1 FROM private_games WHERE game = ?"
            private = connection.execute(text, (game,)).fetchone() is not None
        with self._mutex:
            self._known[game] = private
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return private

    @as_problems()
    def opener(self, game: str) -> str | None:
        """The account that opened a private game; none where the game is open, or the account was erased."""
        with self._database.reader() as connection:
            text = "SELECT account FROM private_games WHERE game = ?"
            row = connection.execute(text, (game,)).fetchone()
        return row[0] or None if row else None

    @as_problems()
    def is_reader(self, game: str, account: str) -> bool:
        """Whether an account may read a private game."""
        with self._database.reader() as connection:
            text = "SELECT 1 FROM game_readers WHERE game = ? AND account = ?"
            return connection.execute(text, (game, account)).fetchone() is not None

    @as_problems()
    def readers(self, game: str) -> tuple[tuple[str, str], ...]:
        """The accounts that may read a private game, as (pseudonym, name), by name."""
        text = (
            "SELECT a.account, a.name FROM game_readers r JOIN accounts a ON a.account = r.account"
            " WHERE r.game = ? ORDER BY a.folded"
        )
        with self._database.reader() as connection:
            return tuple((row[0], row[1]) for row in connection.execute(text, (game,)))

    @as_problems()
    def invite(self, game: str, account: str) -> None:
        """Let an account read a private game."""
        self._database.write(lambda connection: connection.execute(INVITED, (game, account)))

    @as_problems()
    def dismiss(self, game: str, account: str, also: Callable[[Connection], object]) -> None:
        """Let an account no longer read a private game; `also` is done in the same transaction."""

        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM game_readers WHERE game = ? AND account = ?", (game, account))
            also(connection)

        self._database.write(work)


def listed_for(account: str | None, oversees: bool) -> tuple[str, tuple[str, ...]]:
    """A condition on `games_list` for the games that a reader may see, and its values.

    Trials are listed with the games that they were tried from alone.
    """
    tried = " AND NOT EXISTS (SELECT 1 FROM trials t WHERE t.game = games_list.game)"
    if oversees:
        return tried, ()
    private = "EXISTS (SELECT 1 FROM private_games p WHERE p.game = games_list.game)"
    if account is None:
        return f"{tried} AND NOT {private}", ()
    invited = "EXISTS (SELECT 1 FROM game_readers r WHERE r.game = games_list.game AND r.account = ?)"
    return f"{tried} AND (NOT {private} OR {invited})", (account,)
