"""Upkeep of what is kept beside the log: rebuilt, mended, settled; and the latest refusals."""

import logging
from typing import Any

from ironclad.eventlog import idempotency
from ironclad.eventlog.errors import as_problems
from ironclad.projections.games_list import GamesList
from ironclad.projections.histories import Histories
from ironclad.projections.projection import Tell, unreported
from ironclad.projections.projector import Projector
from ironclad.referee.open_games import OpenGames

_log = logging.getLogger(__name__)


class Upkeep:
    """Looks after what can be made again from the log."""

    def __init__(self, open_games: OpenGames, games: GamesList, histories: Histories) -> None:
        self._open_games, self._games, self._histories = open_games, games, histories

    @as_problems()
    def refusals(self, limit: int = 100) -> list[dict[str, Any]]:
        """The latest refused requests, newest first: game, seat, at, kind, rule, reason."""
        self._open_games.background.settle()
        return self._open_games.refusals.latest(limit)

    def settle(self) -> None:
        """Wait until the background work that was asked for so far is done."""
        self._open_games.background.settle()

    def forget_cached(self) -> None:
        """Forget the positions and histories in memory; positions on disk stay."""
        self._open_games.positions.forget()
        self._histories.forget()

    @as_problems()
    def rebuild_views(self, tell: Tell = unreported) -> None:
        """Make again from the log what is kept beside it; `tell` is called with how far the list of games is.

        Positions, the list of games, the index of answered requests: each is served until the new one is
        there. Names and tokens are not in the log.
        """
        self._open_games.positions.drop()
        self._histories.forget()
        self._open_games.log.database.write(idempotency.rebuild)
        self._games.rebuild(tell)

    @as_problems()
    def rebuild_list(self, tell: Tell = unreported) -> None:
        """Make the list of games again, while others use it."""
        self._games.rebuild(tell)

    def projector(self) -> Projector:
        """A projector of all that is projected from the log; the caller runs it."""
        return Projector(self._open_games.log, (self._games,))

    @as_problems()
    def mend_views(self) -> None:
        """Make again what was lost beside the log while no process served it."""
        database = self._open_games.log.database
        with database.reader() as connection:
            whole = idempotency.is_whole(connection)
        if not whole:
            _log.warning("the index of answered requests is made again from the log")
            database.write(idempotency.rebuild)
        if not self._games.is_whole():
            _log.warning("the list of games is made again from the log")
            self._games.forget()
