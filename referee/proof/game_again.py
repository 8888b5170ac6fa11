"""The state of a game that is decided again: its match, the heads of its lines, and its dice.

Positions are kept at the lines' heads, and at the places where lines were forked.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_table import FairTable
from ironclad.domain.match import dice
from ironclad.domain.match.clocks.past import ClockPast, Shown
from ironclad.domain.match.committed import (
    Waiting,
)
from ironclad.domain.match.deciding import ended_by_rules
from ironclad.domain.match.events import (
    CommandAccepted,
    CommandCommitted,
    GameEnded,
    SealOpened,
    TimelineOpened,
)
from ironclad.domain.match.seen import check_due
from ironclad.domain.match.state import Match, evolve
from ironclad.domain.match.taking_back import Ordered
from ironclad.eventlog.bundle.dicing import DiceCheck
from ironclad.eventlog.bundle.matched import MatchReader
from ironclad.eventlog.bundle.reading import fork_place
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import NotFound
from ironclad.referee.proof.recorded import (
    recorded_in,
)

Given = CommandAccepted | CommandCommitted

Forks = Collection[tuple[str, int]]
"""(line, version) of every place at which another line begins or to which something was taken back, on the
line whose own event is there."""


@dataclass
class Line:
    """The head of a timeline, and the commands of its own that hold there.

    `due` has since which version each decision is due there, where somebody asks; `waiting` are the commands
    that were committed to and wait: the position is the one before them.
    """

    version: int
    position: Any
    ordered: list[Ordered] = field(default_factory=list)
    due: dict[str, int] = field(default_factory=dict)
    waiting: Waiting = field(default_factory=Waiting)


class GameAgain:
    """A game as far as it was decided again."""

    def __init__(self, game: str, forks: Forks, says_seen: bool) -> None:
        """`forks` are the places whose positions will be asked for again. `says_seen`: there are requests
        that say what their seats had seen.
        """
        self.game = game
        self._forks, self._says_seen = forks, says_seen
        self.ruleset: Ruleset[Any] | None = None
        self.match = Match()
        self.lines: dict[str, Line] = {}
        self.dice = DiceCheck(game, MatchReader())
        self._kept: dict[tuple[str, int], Any] = {}
        self._clocks = ClockPast()

    def rules(self) -> Ruleset[Any]:
        """The rules that the game is played by. Raises NotFound before it is opened."""
        if self.ruleset is None:
            raise NotFound("the game has not been opened")
        return self.ruleset

    def head(self, line: str) -> Line:
        """The head of a line. Raises NotFound."""
        if line not in self.match.timelines or line not in self.lines:
            raise NotFound(f"the game has no timeline {line!r}")
        return self.lines[line]

    def table_of_2(self, line: str) -> FairTable:
        """The dice of a line whose commands are committed to. Raises Refused."""
        table = self.dice.table(line)
        if table is None or not dice.commits(self.match, line):
            raise Refused("dice/scheme", f"nothing is committed to on {line}")
        return table

    def take_match(self, events: Sequence[Event]) -> None:
        """The match gets these events; a line that is forked begins."""
        self.match = self.match.copy()
        for event in events:
            evolve(self.match, event)
            self._clocks.take(event, self.match.clocks)
            if isinstance(event, TimelineOpened) and event.parent is not None:
                position = self.forked(event)
                self.lines[event.timeline] = Line(event.at, position, due=self._due({}, event.at, position))

    def clocks_at(self, line: str, version: int) -> Shown | None:
        """The clocks at a version of a line; None without clocks then."""
        return self._clocks.at(*self.match.own_place(line, version))

    def moved(self, line: str, version: int, position: Any, back: bool = False) -> None:
        """A line got to a version: keep its position, for those too that fork there.

        By a take-back (`back`) all that is due is asked again.
        """
        known = self.lines.get(line) or Line(version, position)
        due = self._due({} if back else known.due, version, position)
        self.lines[line] = Line(version, position, known.ordered, due)
        if (line, version) in self._forks:
            self._kept[line, version] = position

    def with_end(self, line: str, at: str, in_match: list[Event], append: Sequence[Stored]) -> list[Event]:
        """Events of the match, and the end of the game at the head of a line if the rules say so."""
        head, ends = self.lines[line], in_match
        outcome = self.rules().rules.outcome(head.position) if line == self.match.current else None
        if outcome is not None:
            ends.append(ended_by_rules(self.match, outcome, head.version, at))
            ends += self.opened_at_end(ends, append)
        self.take_match(ends)
        return ends

    def opened_at_end(self, events: Sequence[Event], append: Sequence[Stored]) -> list[Event]:
        """The opening of the game's seal, if these events end it: with the key that is recorded."""
        if not self.match.hides or not any(isinstance(event, GameEnded) for event in events):
            return []
        return [recorded_in(append, SealOpened) or SealOpened("")]

    def _due(self, before: dict[str, int], version: int, position: Any) -> dict[str, int]:
        """Since when each decision is due at a version, from what was due at the version before."""
        if not self._says_seen:
            return {}
        return {each.id: before.get(each.id, version) for each in self.rules().rules.due(position)}

    def check_seen(self, accepted: Given, line: str) -> None:
        """A seat had seen the decision that it answers. Raises Refused."""
        seen = accepted.signature.seen if accepted.signature is not None else None
        if seen is not None and accepted.decision is not None and line in self.lines:
            check_due(seen, line, self.lines[line].due.get(accepted.decision, 0))

    def at(self, line: str, at: int) -> Any:
        """The position at a version of a line, one of `forks`. Raises Refused where no command had ended."""
        lines = {each.id: (each.parent, each.at) for each in self.match.timelines.values()}
        place = fork_place(lines, line, at)
        if place not in self._kept:
            raise Refused("match/boundary", f"no command had ended at {place[1]} of {place[0]}")
        return self._kept[place]

    def forked(self, opened: TimelineOpened) -> Any:
        """The position at which a line begins. Raises Refused where no command had ended there."""
        if opened.parent not in self.match.timelines:
            raise NotFound(f"the game has no timeline {opened.parent!r}")
        return self.at(opened.parent, opened.at)
