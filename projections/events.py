"""Events as a reader may see them, and the chronicle: events in words."""

from collections.abc import Callable, Iterator
from typing import Any

from ironclad.domain.kernel.engine import ruling
from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.match.events import COMMAND_ACCEPTED, OF_NO_RULES
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.eventlog.records import EventRecord, Page
from ironclad.eventlog.store.recorders import Row
from ironclad.projections.places import limited, place, whole
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.sight import body_for, eyes_of, shown

TAKEN_BACK = "taken_back"


class EventReader:
    """Reads stretches of a game's events from the log."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    def events(
        self, live: OpenGame, seat: str | None, timeline: str | None, first: int, last: int | None, limit: int
    ) -> Page[EventRecord]:
        """A stretch of a line's events as a seat sees them, through its ancestors."""
        rows, next_ = self._rows(live, timeline, first, last, limit)
        return Page(shown(live.seal, rows, eyes_of(live, seat)), next_)

    def match_events(self, live: OpenGame, seat: str | None, first: int, limit: int) -> Page[EventRecord]:
        """A stretch of the match's events as a seat sees them."""
        head, first = live.match_version, max(whole(first), 1)
        last = min(head, first + limited(limit) - 1)
        rows = self._open_games.recorder.placed(match_stream(live.id), first - 1, last)
        found = shown(live.seal, rows, eyes_of(live, seat))
        return Page(found, str(last + 1) if last < head else None)

    def chronicle(
        self,
        live: OpenGame,
        seat: str | None,
        timeline: str | None,
        at: int | None,
        first: int,
        limit: int,
        types: frozenset[str] | None = None,
        quiet: bool = False,
    ) -> Page[dict[str, Any]]:
        """The chronicle's entries for events (of some types): at most `limit`, from version `first` to `at`.

        Take-backs have entries too, and events that were taken back by then are marked. With `quiet` events
        that are no news have entries, marked as such.
        """
        entries: list[dict[str, Any]] = []
        limit, ruleset, next_ = limited(limit), live.ruleset, max(whole(first), 1)
        line, last = place(self._open_games, live, timeline, at)
        backs, gone = _taken_back(live, line, last)
        for stream, version, name, body in self._of_types(live, line, next_, last, types):
            if len(entries) == limit:
                break
            next_ = version + 1
            kind = TAKEN_BACK if version in backs else name.split(".")[1]
            if types is not None and kind not in types:
                continue
            entry = backs.get(version)
            if entry is None and name not in OF_NO_RULES:
                row = (stream, version, name, body, 0)
                event = ruleset.storage.events.decode(name, body_for(live.seal, row, eyes_of(live, seat)))
                entry = ruling.tell(event) or ruleset.words.tell(event)
                if entry is None and quiet and (entry := ruleset.words.tell_quietly(event)) is not None:
                    entry = {**entry, "quiet": True}
            if entry is not None:
                mark = {"taken_back": True} if gone(version) else {}
                entries.append({**entry, "version": version, "type": kind, **mark})
        else:
            next_ = last + 1
        return Page(tuple(entries), str(next_) if next_ <= last else None)

    def _of_types(
        self, live: OpenGame, line: str, first: int, last: int, types: frozenset[str] | None
    ) -> Iterator[tuple[str, int, str, bytes]]:
        """(stream, version, name, body) of a line's events (of some types) in order, a stretch at a time."""
        if types is None:
            while first <= last:
                rows, _ = self._rows(live, line, first, last, 500)
                yield from (row[:4] for row in rows)
                first += 500
            return
        registry: Registry = live.ruleset.storage.events
        known = [registry.types[each] for each in sorted(types) if each in registry.types]
        topics = [topic for kind in known for topic in registry.topics(kind)]
        topics += [each for each in ruling.RULED if each.split(".")[1] in types]
        topics += [COMMAND_ACCEPTED] * (TAKEN_BACK in types)  # the place of its entry
        for stretch, after, upto in live.match.lineage(line, last) if topics else ():
            if upto >= first:
                stream = stream_of(live.id, stretch)
                for row in self._open_games.recorder.named(stream, max(after, first - 1), upto, topics):
                    yield stream, *row

    def _rows(
        self, live: OpenGame, timeline: str | None, first: int, last: int | None, limit: int
    ) -> tuple[list[Row], str | None]:
        line, head = self._open_games.head(live, timeline)
        first = max(whole(first), 1)
        stop = head if last is None else min(whole(last), head)
        end = min(stop, first + limited(limit) - 1)
        rows: list[Row] = []
        for stretch, after, upto in live.match.lineage(line, end):
            if upto >= first:
                stream = stream_of(live.id, stretch)
                rows += self._open_games.recorder.placed(stream, max(after, first - 1), upto)
        return rows, str(end + 1) if first <= end < stop else None


def _taken_back(
    live: OpenGame, timeline: str, at: int
) -> tuple[dict[int, dict[str, Any]], Callable[[int], bool]]:
    """The chronicle's entries for take-backs on a line up to a version; and which events were taken back."""
    backs = {}
    for line, after, upto in live.match.lineage(timeline, at):
        for back in live.match.timelines[line].taken:
            if after < back.version <= upto:
                by = live.ruleset.words.name_of(back.by)
                text = f"{by[:1].upper()}{by[1:]} takes back what was ordered after event {back.to}"
                backs[back.version] = {"text": text, "by": back.by, "to": back.to}
    valid = [(after, upto) for _, after, upto in live.match.course(timeline, at)]
    if not backs:
        return backs, lambda version: False
    return (
        backs,
        lambda version: version not in backs and not any(after < version <= upto for after, upto in valid),
    )
