"""What people write beside a game: one row a game, locked before any of it changes."""

from ironclad.eventlog.store.connection import Connection

_KEPT = (
    "INSERT INTO game_rooms (game, changes) VALUES (?, ?) ON CONFLICT (game)"
    " DO UPDATE SET changes = game_rooms.changes + excluded.changes RETURNING changes"
)


def hold(connection: Connection, game: str, changes: int = 0) -> int:
    """Within a transaction: keep other processes from what is beside a game until it ends.

    So two that write there wait for one another once, and never for each other. `changes` are counted;
    how many there were is the answer.
    """
    counted: int = connection.execute(_KEPT, (game, changes)).fetchone()[0]
    return counted
