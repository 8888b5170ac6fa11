"""Where readers look: a place on a timeline, the position there as a reader may see it, and what is due."""

from typing import Any

from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.eventlog.errors import NotFound, Unreadable
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.sight import seen

PAGE_LIMIT = 5_000
"""The most items of one page of an answer."""


def place(open_games: OpenGames, live: OpenGame, timeline: str | None, at: int | None) -> tuple[str, int]:
    """A timeline and a version that it has (the head unless named). Raises NotFound."""
    line, head = open_games.head(live, timeline)
    if at is None:
        return line, head
    if not 1 <= at <= head:
        raise NotFound(f"{line} has versions 1 to {head}, not {at}")
    return line, at


def position_at(
    open_games: OpenGames, live: OpenGame, seat: str | None, timeline: str | None, at: int | None
) -> Any:
    """The shared position object as a reader may see it: read it, never change it. Raises NotFound."""
    return seen(live, open_games.position(live, *place(open_games, live, timeline, at)), seat)


def due_at(live: OpenGame, line: str, position: Any) -> tuple[Due, ...]:
    """The decisions that are due: none on a line that the game left, nor once it has ended."""
    match = live.match
    if (line == match.current and match.ended is not None) or match.timelines[line].left_for is not None:
        return ()
    return live.ruleset.rules.due(position)


def outcome_at(live: OpenGame, line: str, position: Any) -> Outcome | None:
    """How the game ended: as its match says, or as its rules say of the position; None while it is on."""
    ended = live.match.ended
    if line == live.match.current and ended is not None:
        return Outcome(ended.winner, ended.reason, ended.rule)
    return live.ruleset.rules.outcome(position)


def limited(limit: int) -> int:
    """A page's limit. Raises Unreadable unless it is 1 to PAGE_LIMIT."""
    if not 1 <= whole(limit) <= PAGE_LIMIT:
        raise Unreadable(f"limit must be 1 to {PAGE_LIMIT:,}")
    return limit


def whole(value: int) -> int:
    """A version or limit. Raises Unreadable unless it is a whole number."""
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**62) < value < 2**62:
        raise Unreadable("versions and limits are whole numbers")
    return value
