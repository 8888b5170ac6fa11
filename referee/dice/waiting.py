"""The commands that wait on a timeline, as the log has them: see domain/match/committed.py."""

from collections.abc import Iterator

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.committed import Waiting, waiting_in
from ironclad.domain.match.dice import commits
from ironclad.domain.match.events import COMMAND_COMMITTED, EVENTS, LINK_REVEALED, ROUND_MISSED
from ironclad.eventlog.log import stream_of
from ironclad.referee.open_games import OpenGame, OpenGames

_NAMES = (COMMAND_COMMITTED, LINK_REVEALED, ROUND_MISSED)
_READ = 16  # events at once: a round has few
_NONE = Waiting()


def waiting_on(open_games: OpenGames, live: OpenGame, line: str, version: int) -> Waiting:
    """The commands that wait after a version of a timeline, its head; remembered until it moves on."""
    if not commits(live.match, line):
        return _NONE
    known = live.waiting.get(line)
    if known is None or known[0] != version:
        events = list(_last(open_games, live, line, version))
        known = live.waiting[line] = version, waiting_in(reversed(events))
    return known[1]


def _last(open_games: OpenGames, live: OpenGame, line: str, version: int) -> Iterator[tuple[int, Event]]:
    """The events of commands that wait, each with its version, the last one first."""
    recorder, stream = open_games.recorder, stream_of(live.id, line)
    if recorder.name_at(stream, version) not in _NAMES:
        return
    while version > 0:
        rows = recorder.placed(stream, max(version - _READ, 0), version)
        for _, version, name, body, _ in reversed(rows):
            if name not in _NAMES:
                return
            if live.seal is not None:
                body = live.seal.opened(stream, version, name, body)
            yield version, EVENTS.decode(name, body)
        version = rows[0][1] - 1 if rows else 0
