"""Who players are and what tokens they hold: apart from the log, so that it can be erased."""

from collections.abc import Callable
from hashlib import sha256
from hmac import new as hmac
from sqlite3 import Connection

from projections.documents import Account
from projections.store.database import Database

TOKENS_A_SEAT = 8


class Accounts:
    """Players' names by pseudonym, and seats by token; tokens are kept only as hashes."""

    def __init__(self, database: Database, secret: bytes) -> None:
        self._database = database
        self._secret = secret

    def token(self, game: str, seat: str, id: str) -> str:
        """The token of whoever took a seat with a request of this (secret) id."""
        return self._derived("ironclad-seat", game, seat, id)

    def secret_id(self, seed: str) -> str:
        """An id for a request that brought none: nobody can ask under it again."""
        return self._derived("ironclad-seat-id", seed)

    def _derived(self, *words: str) -> str:
        return hmac(self._secret, "|".join(words).encode(), sha256).hexdigest()

    def seating(self, account: Account, name: str, token: str) -> Callable[[Connection], None]:
        """The work that registers a player and a token, for the transaction that seats the player."""

        def register(connection: Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO players VALUES (?, ?)", (account.player, name))
            connection.execute(
                "INSERT OR IGNORE INTO tokens VALUES (?, ?, ?, ?)",
                (_hash(token), account.game, account.seat, account.player),
            )

        return register

    def honour(self, account: Account, token: str) -> None:
        """Make sure that a token told again is known, should the secret have changed; a seat has few."""
        if self.whose(token) is not None:
            return

        def register(connection: Connection) -> None:
            values = (_hash(token), account.game, account.seat, account.player)
            count = connection.execute("SELECT count(*) FROM tokens WHERE player = ?", values[3:]).fetchone()[
                0
            ]
            if count < TOKENS_A_SEAT:
                connection.execute("INSERT OR IGNORE INTO tokens VALUES (?, ?, ?, ?)", values)

        self._database.write(register)

    def whose(self, token: str) -> Account | None:
        """Whom a token belongs to."""
        with self._database.reader() as connection:
            row = connection.execute(
                "SELECT game, seat, player FROM tokens WHERE hash = ?", (_hash(token),)
            ).fetchone()
        return Account(*row) if row else None

    def names(self, players: list[str]) -> dict[str, str]:
        """Names by pseudonym, of those who are known."""
        marks = ", ".join("?" * len(players))
        with self._database.reader() as connection:
            rows = connection.execute(f"SELECT player, name FROM players WHERE player IN ({marks})", players)
            return dict(rows.fetchall())

    def erase(self, player: str) -> bool:
        """Forget a player's name and tokens; whether there was one."""

        def forget(connection: Connection) -> bool:
            connection.execute("DELETE FROM tokens WHERE player = ?", (player,))
            return connection.execute("DELETE FROM players WHERE player = ?", (player,)).rowcount > 0

        return self._database.write(forget)


def _hash(token: str) -> bytes:
    """Tokens are 32 random bytes, so a plain hash keeps them as well as a slow one would."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
