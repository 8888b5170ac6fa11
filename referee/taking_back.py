"""What may be taken back, as the log has it: see domain/match/taking_back.py."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.events import COMMAND_ACCEPTED, CommandAccepted
from ironclad.domain.match.taking_back import Ordered, free
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.records import MayTakeBack
from ironclad.referee import preconditions
from ironclad.referee.open_games import OpenGame, OpenGames

_READ = 32  # commands at once: mostly it is the last that is asked for

_accepted = msgspec.json.Decoder(CommandAccepted).decode


def standing(open_games: OpenGames, live: OpenGame, line: str, version: int) -> Iterator[Ordered]:
    """The commands of a line's own that hold at a version of it, the last one first."""
    for each, after, upto in reversed(live.match.course(line, version)):
        if each != line:
            return
        limit, last = 1, upto
        while last > after:
            rows = open_games.recorder.named_before(
                stream_of(live.id, line), after, last, COMMAND_ACCEPTED, limit
            )
            yield from (Ordered.of(at, _accepted(body)) for at, body in rows)
            if len(rows) < limit:
                break
            limit, last = _READ, rows[-1][0] - 1


def may_take_back(
    open_games: OpenGames, live: OpenGame, line: str, version: int, position: Any
) -> MayTakeBack | None:
    """Whose last command on a line may be taken back, and to which version; None where none may.

    What was found is remembered until the line or the match grows.
    """
    place = version, live.match_version
    known = live.backs.get(line)
    if known is None or known[0] != place:
        known = live.backs[line] = place, _found(open_games, live, line, version, position)
    return known[1]


def _found(
    open_games: OpenGames, live: OpenGame, line: str, version: int, position: Any
) -> MayTakeBack | None:
    if live.match.timelines[line].left_for is not None:
        return None
    last = next(standing(open_games, live, line, version), None)
    if last is None:
        return None
    try:
        preconditions.check_running(live.ruleset, live.match, line, position)
        to = free(live.match, line, last.by, None, [last], live.ruleset.dice.hands_over)
    except (Refused, Problem):
        return None
    return MayTakeBack(last.seat, to)
