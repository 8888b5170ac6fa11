"""The course of a running game, read from the log: its commands, with their faces and what came of them."""

import msgspec

from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.match.events import CommandAccepted
from ironclad.domain.match.readings.course import Course, split
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.proof.courses import steps_of, with_document


def course_of(open_games: OpenGames, live: OpenGame, timeline: str | None = None) -> Course:
    """The course of a line to its head (the current one unless named), with nothing sealed in it.

    Raises NotFound, Unreadable.
    """
    line, head = open_games.head(live, timeline)
    found = list[Stored]()
    for name, after, upto in live.match.course(line, head):
        stream = stream_of(live.id, name)
        for _, version, topic, body, position in open_games.recorder.placed(stream, after, upto):
            if live.seal is not None:
                body = live.seal.opened(stream, version, topic, body)
            found.append(Stored(position, stream, version, topic, msgspec.Raw(body)))
    before, steps = steps_of(found)
    begun, opening = split(live.ruleset, before)
    begun = with_document(begun, lambda digest: _blob(open_games, digest))
    ended = live.match.ended is not None and live.match.ended.how == "rules"
    return Course(live.id, begun, _rolls(open_games, live), opening, tuple(steps), ended)


def _rolls(open_games: OpenGames, live: OpenGame) -> tuple[Roll, ...]:
    """The rolls with which the game began."""
    ((_, body),) = open_games.recorder.rows(match_stream(live.id), 0, 1)
    return msgspec.json.decode(body, type=CommandAccepted).rolls


def _blob(open_games: OpenGames, digest: str) -> bytes | None:
    try:
        return open_games.blob(digest)
    except NotFound:
        return None


def owner_of(live: OpenGame, timeline: str, version: int) -> str:
    """The line whose own event is at a version of a line. Raises Unreadable where there is none."""
    stretches = live.match.lineage(timeline, version)
    if not stretches:
        raise Unreadable(f"there is no event {version} of {timeline}")
    return stretches[-1][0]
