"""Private trial lines: which games are trials, from which event of which game, whose, and who may see them.

A trial is a game of its own that begins at a position of another game. So nothing of it is in the other
game's streams, feed or bundle. Until its owner opens it, it does not exist for anybody else, the service's
overseers included. An opened trial is for those who may read the other game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.eventlog.errors import NotFound, as_problems
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee.people.game_rooms import hold
from ironclad.referee.people.privacy import INVITED

MOST = 50
"""Trials of one game that one owner may have: each keeps a whole position."""
MOST_OF_READERS = 1_000
"""Trials of one game that readers without a seat in it may have together."""

_PRIVATE = "INSERT INTO private_games (game, account) VALUES (?, ?)"
_MADE = (
    "INSERT INTO trials (game, parent, timeline, at, owner, seated, made, opened)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, 0)"
)
_KNOWN = (
    "SELECT t.game, t.parent, t.timeline, t.at, t.owner, coalesce(p.name, a.name, ''), t.made, t.opened"
    " FROM trials t LEFT JOIN players p ON p.player = t.owner LEFT JOIN accounts a ON a.account = t.owner"
)


@dataclass(frozen=True)
class Maker:
    """Who makes a trial: the pseudonym that owns it ("" for a reader without one) and a name.

    `account` is the owner where that is one, `seated` whether the maker holds a seat of the parent.
    """

    owner: str
    name: str
    account: str | None
    seated: bool


class TrialRecord(msgspec.Struct, frozen=True):
    """A trial line: `game` is its own, tried from event `at` of a line of `parent`.

    `open` is whether all who may read `parent` may read it. `name` is its owner's, "" where the owner was
    forgotten; `own` is whether the caller is the owner.
    """

    game: str
    parent: str
    timeline: str
    at: int
    name: str
    made_at: str
    open: bool
    own: bool
    repeated: bool = False


class TrialList(msgspec.Struct, frozen=True):
    """The trial lines of a game that the caller may know of, oldest first.

    `trial` is what the game is itself, where it is one.
    """

    game: str
    items: tuple[TrialRecord, ...]
    trial: TrialRecord | None = None


class Trials:
    """Which games are trial lines. `now` gives the time in whole seconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    def making(self, game: str, place: tuple[str, str, int], maker: Maker) -> Callable[[Connection], None]:
        """The work that makes a game a private trial, for the transaction that opens it.

        `place` is (parent, timeline, version). The work raises Refused ("trial/many").
        """

        def keep(connection: Connection) -> None:
            hold(connection, place[0])
            text = "SELECT count(*) FROM trials WHERE parent = ? AND owner = ?"
            if maker.owner and connection.execute(text, (place[0], maker.owner)).fetchone()[0] >= MOST:
                raise Refused("trial/many", f"you have {MOST} trial lines of this game, and may have no more")
            if not maker.seated:
                text = "SELECT count(*) FROM trials WHERE parent = ? AND seated = 0"
                if connection.execute(text, (place[0],)).fetchone()[0] >= MOST_OF_READERS:
                    most = f"readers have {MOST_OF_READERS:,} trial lines of this game"
                    raise Refused("trial/many", f"{most}, and may have no more")
            connection.execute(_PRIVATE, (game, maker.account or ""))
            connection.execute(_MADE, (game, *place, maker.owner, int(maker.seated), self._now()))
            if maker.account is not None:
                connection.execute(INVITED, (game, maker.account))

        return keep

    @as_problems()
    def find(self, game: str, own: Sequence[str] = ()) -> TrialRecord | None:
        """What a game is, where it is a trial; `own` are the caller's pseudonyms in its parent."""
        with self._database.reader() as connection:
            row = connection.execute(f"{_KNOWN} WHERE t.game = ?", (game,)).fetchone()
        return None if row is None else _record(row, own)

    @as_problems()
    def of(self, parent: str, own: Sequence[str]) -> tuple[TrialRecord, ...]:
        """The trials of a game that are open, and the caller's own."""
        whose = f"t.owner IN ({', '.join('?' * len(own))})" if own else "1 = 0"
        text = f"{_KNOWN} WHERE t.parent = ? AND (t.opened > 0 OR {whose}) ORDER BY t.made, t.game"
        with self._database.reader() as connection:
            return tuple(_record(row, own) for row in connection.execute(text, (parent, *own)).fetchall())

    @as_problems()
    def open(self, game: str) -> None:
        """Let all who may read its parent read a trial, from now on. Raises NotFound for any other game."""
        text = "UPDATE trials SET opened = CASE opened WHEN 0 THEN ? ELSE opened END WHERE game = ?"
        values = (self._now(), game)
        if self._database.write(lambda connection: connection.execute(text, values).rowcount) != 1:
            raise NotFound("this game is no trial line")


def forget_account(connection: Connection, account: str) -> None:
    """Within a transaction: the trials of an account, and of its seats, are nobody's any more."""
    whose = "owner = ? OR owner IN (SELECT player FROM account_seats WHERE account = ?)"
    connection.execute(f"UPDATE trials SET owner = '' WHERE {whose}", (account, account))


def _record(row: Sequence[Any], own: Sequence[str]) -> TrialRecord:
    game, parent, timeline, at, owner, name, made, opened = row
    return TrialRecord(game, parent, timeline, at, name, moment(made), opened > 0, owner in own)
