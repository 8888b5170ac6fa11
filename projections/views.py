"""Views of a position, the history that led there, and how two positions differ."""

from typing import Any

import msgspec

from ironclad.domain.kernel.drawing.views import views_of
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.records import Compared
from ironclad.projections.comparing import compared
from ironclad.projections.histories import VIEW as HISTORY
from ironclad.projections.histories import Histories
from ironclad.projections.places import limited, place, position_at
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.sight import eyes_of, named


class ViewReader:
    """Makes views, or finds those that were made before."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games
        self.histories = Histories(open_games)

    def view(
        self, live: OpenGame, name: str, seat: str | None, timeline: str | None, at: int | None
    ) -> dict[str, Any]:
        """A ruleset's view of a position, or the history that led there, for a reader."""
        history = live.ruleset.show.history
        if name == HISTORY and history is not None:
            return self.histories.of(live, history, seat, *place(self._open_games, live, timeline, at))
        views = views_of(live.ruleset, named(seat))
        show = views.get(name)
        if show is None:
            names = (*views, *((HISTORY,) if history is not None else ()))
            raise NotFound(f"{live.ruleset.name} has the views {', '.join(names)}, not {name!r}")
        return show(position_at(self._open_games, live, seat, timeline, at))

    def view_json(
        self, live: OpenGame, name: str, seat: str | None, timeline: str | None, at: int | None
    ) -> bytes:
        """A view as JSON, as a seat gets it: from the cache, if any process has made it before."""
        seat = eyes_of(live, seat)
        line, version = place(self._open_games, live, timeline, at)
        rules = f"{live.ruleset.name}/{live.ruleset.version}"
        key = ("view", live.id, line, str(version), rules, "" if seat is None else f"seat {seat}", name)
        cache = self._open_games.shared_cache.views
        if (found := cache.find(*key)) is None:
            found = msgspec.json.encode(self.view(live, name, seat, line, version))
            cache.put(found, *key)
        return found

    def compare(
        self,
        live: OpenGame,
        seat: str | None,
        a: tuple[str | None, int | None],
        b: tuple[str | None, int | None],
        limit: int,
    ) -> Compared:
        """How two positions differ, as far as a reader may see them."""
        first, second = (position_at(self._open_games, live, seat, *where) for where in (a, b))
        return compared(live.ruleset, first, second, limited(limit))
