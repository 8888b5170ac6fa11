"""Places of a timeline where it may be forked: between two commands."""

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.ruling import RULED
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    COMMAND_COMMITTED,
    COMMANDS_GIVEN,
    LINK_REVEALED,
    ROUND_MISSED,
)
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.log import stream_of
from ironclad.referee.open_games import OpenGame, OpenGames

_WAITING = (COMMAND_COMMITTED, LINK_REVEALED, ROUND_MISSED)
"""After these events a command waits."""


class _Accepted(msgspec.Struct):
    """What is needed of an accepted command."""

    committed: int = 0


def is_boundary(open_games: OpenGames, live: OpenGame, timeline: str, at: int) -> bool:
    """Whether no command is half done after version `at`, and none waits that was committed to."""
    head = open_games.head(live, timeline)[1]
    after = None if at == head else _name_at(open_games, live, timeline, at + 1)
    if after not in (None, COMMAND_ACCEPTED, COMMAND_COMMITTED, *RULED):
        return False
    if after == COMMAND_ACCEPTED and _is_committed(open_games, live, timeline, at + 1):
        return False
    return _name_at(open_games, live, timeline, at) not in _WAITING


def fork_from(open_games: OpenGames, live: OpenGame, timeline: str | None, at: int) -> tuple[str, int]:
    """The timeline and version to fork from. Raises NotFound, Refused with the nearest places."""
    timeline, head = open_games.head(live, timeline)
    if not 1 <= at <= head:
        raise NotFound(f"{timeline} has versions 1 to {head}, not {at}")
    if not is_boundary(open_games, live, timeline, at):
        places = ", ".join(str(place) for place in _nearest(open_games, live, timeline, at, head))
        raise Refused("match/boundary", f"a command is half done at {at}; the nearest: {places}")
    return timeline, at


def _nearest(open_games: OpenGames, live: OpenGame, timeline: str, at: int, head: int) -> list[int]:
    """The nearest versions before and after one that a timeline may be forked from."""
    stream = stream_of(live.id, live.match.lineage(timeline, at + 1)[-1][0])

    def near(version: int) -> tuple[int, int]:
        found = [open_games.recorder.nearest(stream, version, name) for name in COMMANDS_GIVEN]
        before = [each for each, _ in found if each is not None]
        after = [each for _, each in found if each is not None]
        return max(before, default=0), min(after, default=0)

    def boundary(version: int) -> bool:
        return is_boundary(open_games, live, timeline, version)

    before, after = near(at)
    while before > 1 and not boundary(before - 1):
        before = near(before - 1)[0]
    while after and not boundary(after - 1):
        after = near(after)[1]
    ends = [head] if not after and at != head and boundary(head) else []
    return [place - 1 for place in (before, after) if place] + ends


def _name_at(open_games: OpenGames, live: OpenGame, timeline: str, at: int) -> str | None:
    line = live.match.lineage(timeline, at)[-1][0]
    return open_games.recorder.name_at(stream_of(live.id, line), at)


def _is_committed(open_games: OpenGames, live: OpenGame, timeline: str, at: int) -> bool:
    """Whether the command that was accepted at a version was committed to before."""
    line = live.match.lineage(timeline, at)[-1][0]
    ((_, body),) = open_games.recorder.rows(stream_of(live.id, line), at - 1, at)
    return bool(msgspec.json.decode(body, type=_Accepted).committed)
