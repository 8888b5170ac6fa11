"""Finished games decided again by another version of their rules, or by other readings: a page at a time.

Nothing of it is stored, and no game is changed. What one call decides is bounded; the next one continues.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.readings.readjudication import Verdict, counts, readjudicate
from ironclad.domain.match.readings.terms import Asked
from ironclad.eventlog.errors import NotFound, Unreadable
from ironclad.projections.rulings import RulingIndex
from ironclad.referee.disputes.course import course_of
from ironclad.referee.open_games import OpenGame, OpenGames

MOST_COMMANDS = 2_000
"""Once so many commands were decided, the page ends."""
MOST_GAMES = 25
"""Games of a page, and games that are named in one request."""
MOST_LOOKED = 200
"""Games that one page looks at: those that run, and those that are not for the reader, are left out of it."""


class GameVerdict(Verdict, frozen=True, kw_only=True):
    """What a game comes to; `from` is each version that its line was played by."""

    game: str
    title: str
    version: str = msgspec.field(name="from")


class To(msgspec.Struct, frozen=True):
    """By what games are decided: a version (null: each game's own), and readings by name."""

    version: str | None
    readings: dict[str, str]


class Readjudication(msgspec.Struct, frozen=True):
    """A page of games that were decided again, with how many there are of each class on it.

    The reader may read `total` games of those that were asked for, `done` of them were looked at up to the
    end of this page. `next` is the cursor of the page after it, null at the end.
    """

    ruleset: str
    to: To
    games: tuple[GameVerdict, ...]
    counts: dict[str, int]
    done: int
    total: int
    next: str | None


class Readjudications:
    """Decides finished games of one log again."""

    def __init__(self, open_games: OpenGames, rulings: RulingIndex) -> None:
        self._open_games, self._rulings = open_games, rulings

    def decide(
        self,
        ruleset: str,
        asked: Asked,
        games: Sequence[str] | None,
        cursor: str | None,
        may_read: Callable[[str], bool],
    ) -> Readjudication:
        """A page of games: of those that are named, or of all finished ones that somebody may read.

        Raises NotFound, Unreadable, and Refused ("match/running") for a named game that is not over.
        """
        name = self._open_games.ruleset(ruleset).name
        every = list(dict.fromkeys(games or ()))
        if games is None:  # a count of others would tell that they are there
            every = [game for game in self._rulings.games_of(name) if may_read(game)]
        start, found = _start(cursor, len(every)), list[GameVerdict]()
        done = start
        for game in every[start:]:
            if len(found) == MOST_GAMES or done - start == MOST_LOOKED:
                break
            if sum(each.commands for each in found) >= MOST_COMMANDS:
                break
            found += self._of(game, name, asked, may_read, games is not None)
            done += 1
        following = str(done) if done < len(every) else None
        to = To(asked.version, asked.readings)
        return Readjudication(name, to, tuple(found), counts(found), done, len(every), following)

    def _of(
        self, game: str, ruleset: str, asked: Asked, may_read: Callable[[str], bool], named: bool
    ) -> Iterator[GameVerdict]:
        if not may_read(game):
            if named:
                raise NotFound(f"there is no game {game!r}")
            return
        with self._open_games.game(game) as live:
            if live.ruleset.name != ruleset:
                raise Unreadable(f"the game {game} is of {live.ruleset.name}, not of {ruleset}")
            if live.match.ended is None:
                if named:
                    raise Refused("match/running", f"the game {game} is not over")
                return
            yield _told(live, _decided(self._open_games, live, asked))


def _start(cursor: str | None, count: int) -> int:
    """How many games were looked at before. Raises Unreadable."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10 and int(cursor) <= count):
        raise Unreadable(f"{cursor!r} is no cursor of this list")
    return int(cursor)


def _decided(open_games: OpenGames, live: OpenGame, asked: Asked) -> Verdict:
    if live.match.hides:
        return Verdict(kind="cannot", would={"needs": "the end of the game: it hides what is not opened yet"})
    return readjudicate(live.ruleset, course_of(open_games, live), asked)


def _told(live: OpenGame, verdict: Verdict) -> GameVerdict:
    match = live.match
    opened = match.opened
    assert opened is not None
    versions = dict.fromkeys([opened.version, *(move.version for move in match.moves_of(match.current))])
    fields: dict[str, Any] = {name: getattr(verdict, name) for name in Verdict.__struct_fields__}
    return GameVerdict(game=live.id, title=opened.title, version=", then ".join(versions), **fields)
