"""The latest few thousand refused commands: what players run into. Not part of any game."""

from collections import deque
from typing import Any

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.referee.background import BackgroundWork

KEPT = 5_000
_REQUEST_LIMIT = 4_096
_NOTE = "INSERT INTO refusals (game, seat, at, kind, rule, reason, request) VALUES (?, ?, ?, ?, ?, ?, ?)"


class Refusals:
    """Notes refusals in the background; a burst of them past `KEPT` loses the oldest."""

    def __init__(self, database: Database, background: BackgroundWork) -> None:
        self._database = database
        self._background = background
        self._waiting: deque[tuple[str, str, str, str, str, str, bytes]] = deque(maxlen=KEPT)

    def note(self, game: str, seat: str, at: str, kind: str, rule: str, reason: str, command: Any) -> None:
        """Note one; `rule` is "" for what is wrong by no rule (stale, unreadable).

        The notes are in the database in the open: of a game that hides something the caller leaves out
        `reason` and the fields of `command`.
        """
        request = canonical(command)[:_REQUEST_LIMIT]
        # What was asked may be quoted, with characters that are no text to every database.
        reason = reason[:500].encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
        self._waiting.append((game, seat, at, kind, rule, reason, request))
        self._background.ask("refusals", self._write)

    def latest(self, limit: int = 100) -> list[dict[str, Any]]:
        """The latest refusals that are written down, newest first."""
        keys = ("game", "seat", "at", "kind", "rule", "reason")
        text = f"SELECT {', '.join(keys)} FROM refusals ORDER BY number DESC LIMIT ?"
        with self._database.reader() as connection:
            return [dict(zip(keys, row, strict=True)) for row in connection.execute(text, (limit,))]

    def _write(self) -> None:
        rows = [self._waiting.popleft() for _ in range(len(self._waiting))]

        def write(connection: Connection) -> None:
            connection.executemany(_NOTE, rows)
            connection.execute(
                "DELETE FROM refusals WHERE number <= (SELECT max(number) FROM refusals) - ?", (KEPT,)
            )

        self._database.write(write)
