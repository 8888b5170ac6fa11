"""Breaks of the log in its games: what was there before a break does not go on by itself.

The log before the break had more events than it has now, and players may have seen them: links of dice,
answers, moves. So a game continues on a new line, with new dice, that its seats agree to after the break: by
a rewind, to the last event that is left or to an earlier one. Each seat's request is signed where the seat
has a key. `ironclad.eventlog.bundle.breaking` holds bundles to this.
"""

from collections.abc import Sequence
from threading import Lock

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.match import commands as c
from ironclad.domain.match.events import EVENTS
from ironclad.domain.match.state import Match
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.log import match_stream
from ironclad.eventlog.records import LogBreakRecord
from ironclad.eventlog.store.breaks import LogBreak, breaks_on
from ironclad.eventlog.store.checkpoints import said_on
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.recorders import StoreProcessRecorder

BROKEN = "match/break"

_OPENED = f"{EVENTS.family}.timeline_opened.1"
_PROPOSED = f"{EVENTS.family}.rewind_proposed.1"
_GAMES_KEPT = 2_000
_OF_LINE = (c.AnchorDice, c.RevealFirst, c.MakeIntent, c.MoveRules)
"""Requests on the match that change a line, or its dice."""


class _Named(msgspec.Struct):
    timeline: str = ""
    proposal: str = ""


def break_records(found: Sequence[LogBreak], history: KeyHistory) -> list[LogBreakRecord]:
    """What the log's key states of each break; one that it does not state is left out."""
    stated = [(each, each.statement(history)) for each in found]
    return [
        LogBreakRecord(each.size, said.lost, said.replayed, said.reason, each.note, each.former)
        for each, said in stated
        if said is not None
    ]


class Breaks:
    """The breaks of one log, as they were when it was opened: they are made while no server runs."""

    def __init__(self, database: Database, recorder: StoreProcessRecorder) -> None:
        self._recorder = recorder
        with database.reader() as connection:
            self.all: list[LogBreak] = breaks_on(connection)
            said = said_on(connection)
        self.records = [] if said is None else break_records(self.all, said.history())
        self._last = self.records[-1] if self.records else None
        self.last = 0 if self._last is None else self._last.size + self._last.replayed
        self._mutex = Lock()
        self._after: dict[str, tuple[int, frozenset[str]]] = {}

    def closed(self, game: str, version: int, line: str) -> bool:
        """Whether a line is from before the last break; `version` is that of the match."""
        return bool(self.last) and line not in self._since(game, version)

    def record(self, game: str, version: int, match: Match) -> LogBreakRecord | None:
        """The last break, for a game that waits for its seats to agree how it continues; else None."""
        ended = match.ended is not None and match.ended.how != "rules"
        return None if ended or not self.closed(game, version, match.current) else self._last

    def check_line(self, game: str, version: int, line: str) -> None:
        """Raises Refused for a line from before the last break."""
        if self.closed(game, version, line):
            raise Refused(
                BROKEN,
                f"the log lost events after {self.last:,}: the game continues when both seats agree on an"
                " event from which it does (propose a rewind, to the last event or an earlier one)",
            )

    def check_request(self, game: str, version: int, match: Match, command: Command) -> None:
        """Raises Refused for a request on the match that a break forbids."""
        if not self.last:
            return
        if isinstance(command, c.AcceptRewind):
            self.check_proposal(game, version, command.proposal)
        elif isinstance(command, _OF_LINE):
            line = match.current if isinstance(command, c.MoveRules) else command.timeline
            if line in match.proposals:
                self.check_proposal(game, version, line)
            else:
                self.check_line(game, version, line)

    def check_proposal(self, game: str, version: int, proposal: str) -> None:
        """Raises Refused for a rewind that was proposed before the last break."""
        if self.closed(game, version, proposal):
            raise Refused(BROKEN, "this was proposed before the log lost events: propose it again")

    def _since(self, game: str, version: int) -> frozenset[str]:
        """The lines that were opened or proposed after the last break (a proposal's id is its line's)."""
        with self._mutex:
            known = self._after.get(game)
        if known is not None and known[0] == version:
            return known[1]
        found = set()
        for _, _, name, body, position in self._recorder.placed(match_stream(game), 0, version):
            if position > self.last and name in (_OPENED, _PROPOSED):
                named = msgspec.json.decode(body, type=_Named)
                found.add(named.timeline if name == _OPENED else named.proposal)
        with self._mutex:
            if len(self._after) >= _GAMES_KEPT:
                self._after.clear()
            self._after[game] = version, frozenset(found)
        return frozenset(found)
