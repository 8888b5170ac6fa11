"""Since which version of a timeline a decision is due: a seat that answers it has to have seen that."""

from typing import Any

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.ruling import RULED
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    COMMAND_COMMITTED,
    LINK_REVEALED,
    ROUND_MISSED,
)
from ironclad.domain.match.seen import RULE, check_due
from ironclad.domain.match.signed import Seen
from ironclad.eventlog.log import stream_of
from ironclad.referee.open_games import OpenGame, OpenGames

_WAITING = (COMMAND_COMMITTED, LINK_REVEALED, ROUND_MISSED)
_MOST_STEPS = 256  # appends that are looked back over for one request


def require_seen_due(
    open_games: OpenGames, live: OpenGame, line: str, version: int, decision: str, seen: Seen
) -> None:
    """Check that a seat had seen the decision that it answers after a version of a timeline, its head.

    The appends since the version that it had seen are looked back over: the decision was due before each of
    them, and none of them is a take-back, by which a decision of the same id may ask something else. Raises
    Refused ("signature/seen").
    """
    end = _before_round(open_games, live, line, version)
    for _ in range(_MOST_STEPS):
        if end <= seen.line.version:
            return
        before = _before(open_games, live, line, end)
        if before is None or not _is_due(live, open_games.position(live, line, before), decision):
            check_due(seen, line, end)
        assert before is not None
        end = before
    raise Refused(RULE, f"{line} has come far since version {seen.line.version}: name a newer one")


def _before(open_games: OpenGames, live: OpenGame, line: str, end: int) -> int | None:
    """The version before the append that ends at `end`; None where that is the first, or a take-back."""
    recorder, stream, taken = open_games.recorder, stream_of(live.id, line), live.match.timelines[line].taken
    if any(back.version == end for back in taken):
        return None
    starts = [recorder.nearest(stream, end, name)[0] for name in (COMMAND_ACCEPTED, *RULED)]
    first = max((start for start in starts if start is not None), default=None)
    return None if first is None else _before_round(open_games, live, line, first - 1)


def _before_round(open_games: OpenGames, live: OpenGame, line: str, version: int) -> int:
    """The version before what was committed to and revealed at a version: that changes no decision."""
    stream = stream_of(live.id, line)
    while version > live.match.timelines[line].at:
        if open_games.recorder.name_at(stream, version) not in _WAITING:
            return version
        version -= 1
    return version


def _is_due(live: OpenGame, position: Any, decision: str) -> bool:
    return any(each.id == decision for each in live.ruleset.rules.due(position))
