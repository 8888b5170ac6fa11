"""Commands that were committed to and wait: read from the end of their timeline's own events (docs/dice.md).

While a round waits its timeline takes nothing but the round's own commits and links. So what waits are the
timeline's last events: `command_committed`, `link_revealed` and `round_missed`, with no command accepted
after them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, FairTable, Share
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match.closed import closed_fields, opened_with
from ironclad.domain.match.state import Match

OWED = "dice/owed"

WAITING = (e.CommandCommitted, e.LinkRevealed, e.RoundMissed)
"""The events that a round which waits consists of."""


class Commit(msgspec.Struct, frozen=True):
    """A command that waits, committed to at `version` of its timeline.

    `round` is that of the beacon for which it waits now (0: none), `link` the one that was revealed for it,
    at version `linked`.
    """

    version: int
    event: e.CommandCommitted
    round: int
    link: e.LinkRevealed | None = None
    linked: int = 0

    @property
    def closed(self) -> dict[str, str]:
        """The digests of the fields that are committed to by these alone, by field."""
        return closed_fields(self.event.command)

    @property
    def command(self) -> dict[str, Any]:
        """The command, with the values of its closed fields once they were opened."""
        opened = self.link.opened if self.link is not None else msgspec.UNSET
        return opened_with(self.event.command, opened or {})

    @property
    def type(self) -> str:
        """The type of the command."""
        return str(self.event.command.get("type"))


class Waiting(msgspec.Struct, frozen=True):
    """The commands that wait on a timeline, in the order in which they were committed to."""

    commits: tuple[Commit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.commits)

    def after(self, version: int, event: Event) -> "Waiting":
        """What waits after the timeline's event at a version; `event` is any of its events."""
        match event:
            case e.CommandCommitted():
                return Waiting((*self.commits, Commit(version, event, event.round)))
            case e.LinkRevealed():
                return self._changed(event.committed, link=event, linked=version)
            case e.RoundMissed():
                return self._changed(event.committed, round=event.round)
        return Waiting()

    def _changed(self, version: int, **fields: Any) -> "Waiting":
        changed = msgspec.structs.replace
        return Waiting(
            tuple(changed(each, **fields) if each.version == version else each for each in self.commits)
        )

    def find(self, seat: str, id: str) -> Commit | None:
        """The commit of a seat's request, if it waits."""
        return next((each for each in self.commits if (each.event.seat, each.event.id) == (seat, id)), None)

    def ordered(self, seats: Sequence[str]) -> list[Commit]:
        """The commits as they are carried out: in the order of the seats, then of the commits."""
        return sorted(self.commits, key=lambda each: (seats.index(each.event.seat), each.version))

    def owed(self, table: FairTable) -> list[Commit]:
        """The commits whose links are owed, in the order in which they are to be revealed."""
        return [
            each
            for each in self.ordered(table.seats)
            if each.link is None and table.kept_by(each.event.seat) == KEPT_BY_CLIENT
        ]

    def shares(self) -> list[Share]:
        """The links that were revealed, in order."""
        links = [each.link for each in self.commits if each.link is not None]
        return [link.share for link in sorted(links, key=lambda each: each.share.index)]

    @property
    def round(self) -> int:
        """The beacon's round for which all of them wait: the latest of theirs; 0 where there is none."""
        return max((each.round for each in self.commits), default=0)


def waiting_in(events: Iterable[tuple[int, Event]]) -> Waiting:
    """What waits after events of a timeline, in order, each with its version."""
    found = Waiting()
    for version, event in events:
        found = found.after(version, event)
    return found


def decisions(ruleset: Ruleset[Any], position: Any, together: Sequence[str]) -> list[Due]:
    """The open decisions that a command of one of some types answers."""
    types = ruleset.storage.commands.types
    kinds = {kind for name in together for kind in ruleset.rules.handlers.answers[types[name]]}
    return [due for due in ruleset.rules.due(position) if due.kind in kinds]


def awaited(
    ruleset: Ruleset[Any], position: Any, together: Sequence[str], waiting: Waiting
) -> list[Due]:
    """The decisions whose answers are to be committed to before the links of a round are revealed.

    `position` is the one before the round. A command of one of the types in `together` waits for those of the
    other seats; any other is alone.
    """
    if not waiting or waiting.commits[0].type not in together:
        return []
    first = waiting.commits[0].event
    asked = decisions(ruleset, position, together)
    if first.decision not in {due.id for due in asked} or all(due.seat == first.seat for due in asked):
        return []
    given = {each.event.decision for each in waiting.commits}
    return [due for due in asked if due.id not in given]


def is_due(table: FairTable, seat: str, command: str, rolls: bool) -> bool:
    """Whether a seat commits to a command of a type before it is carried out; `rolls`: whether it rolls."""
    terms = table.epoch.terms
    if command in terms.together or (rolls and table.beacon):
        return True
    own = table.kept_by(seat) == KEPT_BY_CLIENT
    return own and (rolls or terms.reveals(command))


def check_joins(
    waiting: Waiting, asked: Sequence[Due], table: FairTable | None, seat: str, command: str, decision: str
) -> None:
    """Check that a command of a type belongs to the round that waits, if one does.

    `asked` are the decisions that the round waits for, `decision` the one that the command answers. Raises
    Refused ("dice/owed").
    """
    if not waiting:
        return
    together = table.epoch.terms.together if table is not None else ()
    if command not in together or all((each.id, each.seat) != (decision, seat) for each in asked):
        raise Refused(OWED, refusal(waiting, table, asked))


def check_next(
    waiting: Waiting, asked: Sequence[Due], table: FairTable, commit: Commit
) -> None:
    """Check that the link of a commit comes next. Raises Refused ("dice/owed", "dice/link")."""
    if asked:
        raise Refused(OWED, refusal(waiting, table, asked))
    owed = waiting.owed(table)
    if commit not in owed:
        raise Refused("dice/link", f"no link of {commit.event.seat} is owed for its command")
    if owed[0] != commit:
        raise Refused(OWED, refusal(waiting, table))


def needs_free_line(match: Match, asked: Command) -> bool:
    """Whether a request on the match is refused while a command waits on the line that the game is on.

    A seat does not replace its key either: that would undo a link that it has signed for others to hand in.
    """
    match asked:
        case c.AcceptRewind() | c.MoveRules() | c.RevealFirst() | c.RegisterKey():
            return True
        case c.AnchorDice():
            return asked.timeline not in match.proposals
        case c.TakeSeat():
            return asked.dice is not None
    return False


def with_abandoned(
    events: Sequence[Event], waiting: Waiting, table: FairTable | None, line: str, by: str
) -> list[Event]:
    """The events of a request on the match; where they end the game, first what waited on its line.

    `by` is the seat that ends it.
    """
    if not waiting or table is None:
        return list(events)
    found: list[Event] = []
    for event in events:
        if isinstance(event, e.GameEnded):
            owed = tuple(dict.fromkeys(each.event.seat for each in waiting.owed(table)))
            found.append(e.RollAbandoned(line, tuple(each.version for each in waiting.commits), owed, by))
        found.append(event)
    return found


def check_free(waiting: Waiting, table: FairTable | None) -> None:
    """Check that nothing waits on a timeline. Raises Refused ("dice/owed"), which says whose link is owed."""
    if not waiting:
        return
    raise Refused(OWED, refusal(waiting, table))


def refusal(waiting: Waiting, table: FairTable | None, asked: Sequence[Due] = ()) -> str:
    """Why nothing else may be done on a timeline where commands wait; `asked` as in check_joins."""
    if asked:
        seats = " and ".join(dict.fromkeys(each.seat for each in asked))
        return f"the answer of {seats} is awaited, to a decision that all seats answer at once"
    owed = [] if table is None else waiting.owed(table)
    if owed:
        event = owed[0].event
        return f"the link of {event.seat} for its command {event.id!r} is owed: it comes first"
    seats = ", ".join(dict.fromkeys(each.event.seat for each in waiting.commits))
    return f"a command of {seats} is committed to and not carried out yet"
