"""Places of a timeline where it may be forked: between two commands."""

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.ruling import RULES_MOVED
from ironclad.domain.match.events import COMMAND_ACCEPTED
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.log import stream_of
from ironclad.referee.open_games import OpenGame, OpenGames


def is_boundary(open_games: OpenGames, live: OpenGame, timeline: str, at: int) -> bool:
    """Whether no command is half done after version `at`."""
    head = open_games.head(live, timeline)[1]
    return at == head or _name_after(open_games, live, timeline, at) in (COMMAND_ACCEPTED, RULES_MOVED)


def fork_from(open_games: OpenGames, live: OpenGame, timeline: str | None, at: int) -> tuple[str, int]:
    """The timeline and version to fork from. Raises NotFound, Refused with the nearest places."""
    timeline, head = open_games.head(live, timeline)
    if not 1 <= at <= head:
        raise NotFound(f"{timeline} has versions 1 to {head}, not {at}")
    if not is_boundary(open_games, live, timeline, at):
        line = live.match.lineage(timeline, at + 1)[-1][0]
        before, after = open_games.recorder.nearest(stream_of(live.id, line), at, COMMAND_ACCEPTED)
        places = [str(place - 1) for place in (before, after) if place] + ([] if after else [str(head)])
        raise Refused("match/boundary", f"a command is half done at {at}; the nearest: {', '.join(places)}")
    return timeline, at


def _name_after(open_games: OpenGames, live: OpenGame, timeline: str, at: int) -> str | None:
    line = live.match.lineage(timeline, at + 1)[-1][0]
    return open_games.recorder.name_at(stream_of(live.id, line), at + 1)
