"""Hidden facts of an event, counted and opened for one director. No event has their values."""

from typing import Any

import msgspec

from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.sealing import sealed_in
from ironclad.referee.open_games import OpenGame, OpenGames


def hidden_at(open_games: OpenGames, live: OpenGame, timeline: str, version: int) -> int:
    """How many hidden facts an event of a line has; 0 where there is no such event."""
    found = _stored(open_games, live, timeline, version)
    return 0 if found is None else len(list(sealed_in(msgspec.json.decode(found[1]))))


def value_at(open_games: OpenGames, live: OpenGame, timeline: str, version: int, number: int) -> Any:
    """The value of a hidden fact, the one of this number, from 1. Raises NotFound."""
    found = _stored(open_games, live, timeline, version)
    if found is None or live.seal is None:
        raise NotFound(f"nothing is hidden at {timeline}@{version}")
    name, body = found
    paths = [path for path, _ in sealed_in(msgspec.json.decode(body))]
    if not 1 <= number <= len(paths):
        raise NotFound(f"the event has {len(paths)} hidden facts")
    opened = live.seal.opened(stream_of(live.id, timeline), version, name, body)
    value: Any = msgspec.json.decode(opened)
    for step in paths[number - 1].split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def _stored(
    open_games: OpenGames, live: OpenGame, timeline: str, version: int
) -> tuple[str, bytes] | None:
    """An event of a line's own, as it is stored: its name and its body."""
    if timeline not in live.match.timelines or version < 1:
        return None
    rows = open_games.recorder.rows(stream_of(live.id, timeline), version - 1, version)
    return (rows[0][0], rows[0][1]) if rows else None
