"""Deciding a recorded game again: every command of it, with the dice it rolled, must give the same events.

The Redecider takes one append after the other, as the log has them: the command that was accepted, then what
it caused, in its own stream or the match's. It asks of each command all that the referee asked, so that
nothing is in a record that could not have been accepted. It keeps the positions at the lines' heads, and at
the places where lines were forked.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from ironclad.domain.kernel.engine import codec, decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import Dice, DiceScriptError, NoDice, RollNeeded, ScriptedDice
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RULINGS
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER, Chain, FairTable
from ironclad.domain.match import commands as c
from ironclad.domain.match import dice, intents, taking_back
from ironclad.domain.match.beacon_rounds import check_missed
from ironclad.domain.match.committed import (
    Waiting,
    awaited,
    check_free,
    check_joins,
    needs_free_line,
    with_abandoned,
)
from ironclad.domain.match.deciding import decide, ended_by_rules
from ironclad.domain.match.dice import NewChain
from ironclad.domain.match.events import (
    EVENTS,
    Asked,
    CommandAccepted,
    CommandCommitted,
    DiceAnchored,
    GameEnded,
    LinkRevealed,
    RoundMissed,
    RulesMoved,
    SealOpened,
    SealSet,
    TakenBack,
    TimelineOpened,
)
from ironclad.domain.match.rules import require_movable
from ironclad.domain.match.seen import check_due
from ironclad.domain.match.state import MAIN, Match, evolve
from ironclad.domain.match.taking_back import Ordered, TakeBack, is_take_back
from ironclad.eventlog.bundle import reintending
from ironclad.eventlog.bundle.comparing import Caused, as_now, caused_on, check_rolls, compare
from ironclad.eventlog.bundle.dicing import DiceCheck
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.reading import fork_place
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.seals import opened
from ironclad.eventlog.errors import GameOver, NotFound, Problem, Stale, Unreadable
from ironclad.eventlog.log import MATCH
from ironclad.eventlog.sealing import GameSeal, hidden_in, may_hide, sealed_in
from ironclad.referee import preconditions
from ironclad.referee.dice.service import scheme_of_opening, terms_of
from ironclad.referee.opening import begin, ended_there, line_opened, opening
from ironclad.referee.proof.rounds_again import check_commit, check_link, decided_again
from ironclad.referee.request_limits import INLINE_POSITION_LIMIT
from ironclad.referee.seals import check_opening
from ironclad.referee.sight import known

_ANCHORED = f"{EVENTS.family}.dice_anchored.1"

E = TypeVar("E", bound=Event)

Given = CommandAccepted | CommandCommitted

Forks = Collection[tuple[str, int]]
"""(line, version) of every place at which another line begins or to which something was taken back, on the
line whose own event is there."""


class CannotDecide(Exception):
    """This build has not the rules that the game was played by; what it would need."""


@dataclass
class _Line:
    """The head of a timeline, and the commands of its own that hold there.

    `due` has since which version each decision is due there, where somebody asks; `waiting` are the commands
    that were committed to and wait: the position is the one before them.
    """

    version: int
    position: Any
    ordered: list[Ordered] = field(default_factory=list)
    due: dict[str, int] = field(default_factory=dict)
    waiting: Waiting = field(default_factory=Waiting)


class Redecider:
    """A game that is decided again, append by append."""

    def __init__(
        self,
        game: str,
        ruleset: Callable[[str], Ruleset[Any]],
        blobs: Mapping[str, bytes],
        forks: Forks,
        seal: GameSeal | None = None,
        says_seen: bool = False,
    ) -> None:
        """`ruleset` finds rules by name, or raises LookupError. `blobs` are documents by their SHA-256 (hex).

        `forks` are the places whose positions will be asked for again, `seal` is that of a game that hid
        something and has opened it. `says_seen`: there are requests that say what their seats had seen.
        """
        self._seal, self._says_seen = seal, says_seen
        self._find, self._blobs, self._forks = ruleset, blobs, forks
        self._ruleset: Ruleset[Any] | None = None
        self._match = Match()
        self._lines: dict[str, _Line] = {}
        self._kept: dict[tuple[str, int], Any] = {}
        self._ids: set[bytes] = set()
        self._dice = DiceCheck(game)

    @property
    def rules(self) -> str:
        """The rules that the game is played by: each version that held on the line that it is on."""
        match = self._match
        moves = [move.version for move in match.moves_of(match.current)]
        versions = [match.opened.version if match.opened is not None else "", *moves]
        return f"{self._rules().name} {', then '.join(dict.fromkeys(versions))}"

    def take(self, recorded: Sequence[Stored]) -> None:
        """Decide one command again. Raises BundleFault where something else comes of it, CannotDecide."""
        append = opened(self._seal, recorded)
        first = append[0]
        event = _first(first)
        try:
            caused = self._caused(event, append)
        except (Refused, Problem) as refused:
            raise BundleFault("rules", f"the command is refused: {refused}", first.position) from refused
        except (codec.UnknownName, codec.Unreadable, msgspec.MsgspecError) as wrong:
            raise BundleFault("rules", f"the command cannot be read: {wrong}", first.position) from wrong
        except DiceScriptError as wrong:
            raise BundleFault("rules", f"the command rolls other dice: {wrong}", first.position) from wrong
        compare(append, caused)
        if self._match.seal:
            self._check_sealed(recorded, [event, *(each for _, _, each in caused)])
        self._dice.take(append)

    def _caused(self, first: Event, append: Sequence[Stored]) -> list[Caused]:
        """What follows from an append's first event."""
        line, version = _name(append[0]), append[0].version - 1
        match first:
            case CommandAccepted():
                self._check_once(first, append[0])
                if line == MATCH:
                    return self._match_asked(first, append)
                return self._ordered(first, line, version, append)
            case CommandCommitted():
                self._check_once(first, append[0])
                return self._committed(first, line, version, append)
            case LinkRevealed():
                return self._revealed(first, line, version, append)
            case RoundMissed():
                return self._missed(first, line, version, append)
        raise BundleFault("order", f"no command caused this {append[0].name}", append[0].position)

    def _check_sealed(self, recorded: Sequence[Stored], events: Sequence[Event]) -> None:
        """Sealed is just what the rules hide: of a command what is its seat's alone.

        Of a game that has not opened its seal only commands come here that hide nothing, and seal nothing.
        """
        for stored, event in zip(recorded, events, strict=True):
            body, wanted = bytes(stored.body), self._hidden(event)
            found = dict(sealed_in(msgspec.json.decode(body))) if may_hide(body) else {}
            named = not isinstance(event, CommandAccepted | CommandCommitted) or all(
                each["for"] == [event.seat] for each in found.values()
            )
            if found.keys() != wanted or not named:
                detail = f"{stored.name} seals {_paths(found)} where the rules hide {_paths(wanted)}"
                raise BundleFault("rules", detail, stored.position)

    def _hidden(self, event: Event) -> set[str]:
        """The paths of what is hidden in an event, by the rules."""
        if not isinstance(event, CommandAccepted | CommandCommitted):
            return hidden_in(event)
        given = {"/command": event.command}
        if isinstance(event, CommandAccepted) and event.instead:
            given["/instead/command"] = event.instead.command
        reader = self._rules().storage.commands
        secret = {field for command in given.values() for field in reader.secret_fields(command)}
        return {f"{path}/{field}" for path, command in given.items() for field in secret if field in command}

    def _check_once(self, accepted: Given, event: Stored) -> None:
        """No command comes twice, and its time is never before an earlier one's of the match."""
        known = sha256(f"{accepted.by}/{accepted.id}".encode()).digest()
        if known in self._ids:
            raise BundleFault(
                "order", f"{accepted.by!r} gave a command {accepted.id!r} before", event.position
            )
        if accepted.at < self._match.clock:
            raise BundleFault("order", f"the command has the time {accepted.at}, too early", event.position)
        self._ids.add(known)

    # -- what is asked of the match

    def _match_asked(self, accepted: CommandAccepted, append: Sequence[Stored]) -> list[Caused]:
        asked = dict(accepted.command)
        document = asked.pop("position", None) if asked.get("type") == "open_game" else None
        command = c.COMMANDS.read(asked)
        _check_request(accepted, asked, command)
        if isinstance(command, c.OpenGame):
            return self._opened(accepted, command, document, append)
        if isinstance(command, c.AcceptRewind | c.AcceptDraw | c.Resign | c.MoveRules):
            self._check_head(command.head)
        if isinstance(command, c.MoveRules):
            return self._rules_moved(accepted, command)
        if isinstance(command, c.RenewDice | c.VoidIntent | c.RefuseIntent):
            return self._served(accepted, command, append)
        match = evolve(self._match.copy(), accepted)
        waiting, table = self._lines[match.current].waiting, self._dice.table(match.current)
        if needs_free_line(match, command):
            check_free(waiting, table)
        decided = decide(match, accepted.seat, command)
        events: list[Event] = with_abandoned(decided, waiting, table, match.current, accepted.seat)
        new = _chains_in(append)
        events += dice.caused(match, accepted.seat, command, events, new, self._dice.table)
        if isinstance(command, c.AcceptRewind):
            opened = line_opened(events)
            events += ended_there(self._rules(), match, events, self._forked(opened))
        events += self._opened_at_end(events, append)
        self._take_match([accepted, *events])
        return caused_on(MATCH, EVENTS, events)

    def _rules_moved(self, accepted: CommandAccepted, command: c.MoveRules) -> list[Caused]:
        """A seat asked to move the rules, or agreed to it: then its line has what was ruled."""
        match, ruleset = evolve(self._match.copy(), accepted), self._rules()
        if command.version not in {each.version for each in ruleset.identity.published.versions}:
            raise CannotDecide(f"version {command.version} of {ruleset.name}")
        line = match.current
        head = self._lines[line]
        check_free(head.waiting, self._dice.table(line))
        ruled = require_movable(ruleset, match, head.position, command)
        events = decide(match, accepted.seat, command)
        caused = caused_on(MATCH, EVENTS, events)
        if any(isinstance(event, RulesMoved) for event in events):
            self._moved(line, head.version + 1, decider.evolve(ruleset, head.position.copy(), ruled))
            caused += caused_on(line, RULINGS, [ruled])
        self._take_match([accepted, *events])
        return caused

    def _check_head(self, head: int) -> None:
        current = self._lines[self._match.current]
        if head != current.version:
            raise Refused("match/head", f"the line is at {current.version}, not at {head}")

    def _opened(
        self, accepted: CommandAccepted, command: c.OpenGame, document: Any, append: Sequence[Stored]
    ) -> list[Caused]:
        ruleset = self._ruleset = self._rules_of(command)
        check_opening(ruleset, command, document is not None)
        begun = begin(ruleset, command, self._document(document, append))
        anchored: list[Event] = []
        if _is_fair(append):
            scheme = scheme_of_opening(command)
            begun = msgspec.structs.replace(begun, dice=scheme)
            terms = reintending.terms_in(command, append)
            named = terms_of(ruleset, scheme, terms.beacon if terms is not None else "")
            anchored = [terms] if terms is not None else []
            anchored.append(dice.begun(MAIN, ruleset.seats, named, _chains_in(append)))
        rolled = _dice_of(accepted)
        first = opening(ruleset, command, accepted, begun, lambda: rolled, self._kept_apart(document))
        check_rolls(accepted, rolled)
        set_ = _recorded(append, SealSet) or SealSet("")
        of_match = [*first.match, *([set_] if ruleset.sight.hides else []), *anchored]
        self._take_match([accepted, *of_match])
        end = [*first.end, *self._opened_at_end(first.end, append)]
        self._take_match(end)
        self._moved(MAIN, len(first.line), first.position)
        return [
            *caused_on(MATCH, EVENTS, of_match),
            *caused_on(MAIN, ruleset.storage.events, first.line),
            *caused_on(MATCH, EVENTS, end),
        ]

    def _opened_at_end(self, events: Sequence[Event], append: Sequence[Stored]) -> list[Event]:
        """The opening of the game's seal, if these events end it: with the key that is recorded."""
        if not self._match.hides or not any(isinstance(event, GameEnded) for event in events):
            return []
        return [_recorded(append, SealOpened) or SealOpened("")]

    def _served(
        self,
        accepted: CommandAccepted,
        command: c.RenewDice | c.VoidIntent | c.RefuseIntent,
        append: Sequence[Stored],
    ) -> list[Caused]:
        """What the service did of itself."""
        if accepted.seat:
            raise Refused("match/seats", "no seat does this")
        if isinstance(command, c.RenewDice):
            table = self._dice.table(command.timeline)
            if table is None:
                raise Refused("dice/scheme", "no chain of the service is there to be renewed")
            events: list[Event] = [dice.renewed(self._match, table, _chains_in(append))]
        else:
            match = evolve(self._match.copy(), accepted)
            events = reintending.settled(match, command, append, self._refusal)
        self._take_match([accepted, *events])
        return caused_on(MATCH, EVENTS, events)

    def _refusal(self, line: str, seat: str, asked: Asked) -> str | None:
        """By which rule a request is refused at the head of its line; None if it is not before it rolls."""
        given = CommandAccepted(
            seat, asked.id, "", "", asked.command, seat, asked.decision, asked.expected_version
        )
        try:
            self._judged(given, line, self._lines[line].version, NoDice())
        except (codec.UnknownName, codec.Unreadable) as wrong:
            return preconditions.freed_by(Unreadable(str(wrong)))
        except (Refused, Problem) as wrong:
            return preconditions.freed_by(wrong)
        except RollNeeded:
            pass
        return None

    def _rules_of(self, command: c.OpenGame) -> Ruleset[Any]:
        """The rules that the game is opened with. Raises CannotDecide."""
        try:
            ruleset = self._find(command.ruleset)
        except LookupError:
            raise CannotDecide(f"the rules of {command.ruleset}") from None
        known = [each.version for each in ruleset.identity.published.versions]
        if command.version not in known:
            raise CannotDecide(
                f"version {command.version} of {command.ruleset}; this build has {', '.join(known)}"
            )
        return ruleset

    def _document(self, named: Any, append: Sequence[Stored]) -> Any:
        """The position document that the game is opened from, if it is. The command names it by its hash.

        A small one is in the line's first event, a large one apart.
        """
        if named is None:
            return None
        apart = self._blob_of(named)
        for document in [apart] if apart is not None else _positions_in(append):
            if named == {"sha256": sha256(document).hexdigest()}:
                return msgspec.json.decode(document)
        raise Unreadable("the document that the game was opened from is not in the bundle")

    def _blob_of(self, named: Any) -> bytes | None:
        """The document that a command names, where it is kept apart from the events."""
        return self._blobs.get(str(named.get("sha256"))) if isinstance(named, dict) else None

    def _kept_apart(self, named: Any) -> str | None:
        """The name of the document that a game was opened from, if it is too large for the first event."""
        blob = self._blob_of(named)
        return str(named["sha256"]) if blob is not None and len(blob) > INLINE_POSITION_LIMIT else None

    # -- what is ordered on a line

    def _ordered(
        self, accepted: CommandAccepted, line: str, version: int, append: Sequence[Stored]
    ) -> list[Caused]:
        """`version` is that of the line before the command."""
        match, ruleset = self._match, self._rules()
        rolled = _dice_of(accepted)
        check_free(self._head(line).waiting, self._dice.table(line))
        self._check_seen(accepted, line)
        events, after = self._judged(accepted, line, version, rolled)
        check_rolls(accepted, rolled)
        last = version + 1 + len(events)
        self._moved(line, last, after, is_take_back(accepted.command))
        if is_take_back(accepted.command):
            return self._taken_back(accepted, line, version + 1)
        self._lines[line].ordered.append(Ordered.of(version + 1, accepted))
        waits = intents.waiting(match, line, accepted.seat)
        ends = [] if waits is None else intents.answered(match, line, waits, version + 1)
        ends = self._with_end(line, accepted.at, ends, append)
        return caused_on(line, ruleset.storage.events, events) + caused_on(MATCH, EVENTS, ends)

    def _with_end(
        self, line: str, at: str, in_match: list[Event], append: Sequence[Stored]
    ) -> list[Event]:
        """Events of the match, and the end of the game at the head of a line if the rules say so."""
        head, ends = self._lines[line], in_match
        outcome = self._rules().rules.outcome(head.position) if line == self._match.current else None
        if outcome is not None:
            ends.append(ended_by_rules(self._match, outcome, head.version, at))
            ends += self._opened_at_end(ends, append)
        self._take_match(ends)
        return ends

    # -- what is committed to first

    def _committed(
        self, commit: CommandCommitted, line: str, version: int, append: Sequence[Stored]
    ) -> list[Caused]:
        """A command is committed to after a version of a line: it is legal, and needs a link."""
        head, table, type = self._head(line), self._table_of_2(line), str(commit.command.get("type"))
        asked = self._awaited(head.waiting, head.position, table)
        check_joins(head.waiting, asked, table, commit.seat, type, commit.decision or "")
        self._check_seen(commit, line)
        try:
            self._judged(commit, line, version, NoDice())
            rolls = False
        except RollNeeded:
            rolls = True
        check_commit(self._match, table, commit, rolls)
        waiting = head.waiting.after(version + 1, commit)
        return self._round(line, version + 1, waiting, commit.at, append)

    def _missed(
        self, event: RoundMissed, line: str, version: int, append: Sequence[Stored]
    ) -> list[Caused]:
        """What waits on a line was not witnessed in time, by the service's word."""
        head = self._head(line)
        check_missed(self._match, line, head.waiting, event)
        return self._round(line, version + 1, head.waiting.after(version + 1, event), event.at, append)

    def _revealed(
        self, link: LinkRevealed, line: str, version: int, append: Sequence[Stored]
    ) -> list[Caused]:
        """The link of a command that waits is revealed after a version of a line."""
        head, table = self._head(line), self._table_of_2(line)
        asked = self._awaited(head.waiting, head.position, table)
        check_link(self._match, line, table, head.waiting, asked, link)
        waiting = head.waiting.after(version + 1, link)
        return self._round(line, version + 1, waiting, link.at, append)

    def _round(
        self, line: str, version: int, waiting: Waiting, at: str, append: Sequence[Stored]
    ) -> list[Caused]:
        """What a round comes to at a version of its line: nothing yet, or all its commands, carried out."""
        head, table = self._lines[line], self._table_of_2(line)
        if self._awaited(waiting, head.position, table) or waiting.owed(table):
            head.version, head.waiting = version, waiting
            return []
        about = (waiting.ordered(table.seats), head.position, line, version, append)
        again = decided_again(self._rules(), self._match.hides, *about)
        head.ordered.extend(again.ordered)
        self._moved(line, version + len(again.caused), again.position)
        return again.caused + caused_on(MATCH, EVENTS, self._with_end(line, at, [], append))

    def _awaited(self, waiting: Waiting, position: Any, table: FairTable) -> list[Due]:
        return awaited(self._rules(), position, table.epoch.terms.together, waiting)

    def _head(self, line: str) -> _Line:
        if line not in self._match.timelines or line not in self._lines:
            raise NotFound(f"the game has no timeline {line!r}")
        return self._lines[line]

    def _table_of_2(self, line: str) -> FairTable:
        """The dice of a line whose commands are committed to. Raises Refused."""
        table = self._dice.table(line)
        if table is None or not dice.commits(self._match, line):
            raise Refused("dice/scheme", f"nothing is committed to on {line}")
        return table

    def _taken_back(self, accepted: CommandAccepted, line: str, at: int) -> list[Caused]:
        back = TakenBack(line, at, accepted.command["to"], accepted.seat, accepted.by)
        ordered = self._lines[line].ordered
        while ordered and ordered[-1].version > back.to:
            ordered.pop()
        self._take_match([back])
        return caused_on(MATCH, EVENTS, [back])

    def _judged(
        self, accepted: Given, line: str, version: int, rolled: Dice
    ) -> tuple[Sequence[Event], Any]:
        """What a command given after a version of a line causes, and the position then."""
        match, ruleset = self._match, self._rules()
        position = self._head(line).position
        if match.timelines[line].left_for is not None:
            raise GameOver(f"the game left {line} for {match.current}", "match/left")
        preconditions.check_commander(match, line, accepted.seat, accepted.by)
        seat_sees = known(ruleset, match, position, accepted.seat)
        preconditions.check_running(ruleset, match, line, seat_sees)
        expected, decision = accepted.expected_version, accepted.decision
        preconditions.check_timely(ruleset, match, line, version, seat_sees, decision, expected)
        if is_take_back(accepted.command):
            return (), self._before(accepted, line, version)
        command = ruleset.storage.commands.read(accepted.command)
        type = str(accepted.command["type"])
        preconditions.check_answer(ruleset, seat_sees, accepted.seat, decision, command, type)
        preconditions.check_seen(ruleset, position, seat_sees, accepted.seat, decision, command)
        return decider.execute(ruleset, position, accepted.seat, command, rolled, decision)

    def _before(self, accepted: Given, line: str, version: int) -> Any:
        """The position that a take-back given after a version of a line leads to. Raises Refused, Stale."""
        expected = accepted.expected_version
        if expected not in (None, version):
            raise Stale(f"{line} is at version {version}", line, version)
        asked = taking_back.read(accepted.command)
        ordered = reversed(self._lines[line].ordered)
        to = taking_back.free(self._match, line, accepted.by, asked.to, ordered)
        if accepted.decision is not None or accepted.command != msgspec.to_builtins(TakeBack(to=to)):
            raise Unreadable("it is recorded with more than it has")
        return self._at(line, to)

    # -- keeping up

    def _rules(self) -> Ruleset[Any]:
        if self._ruleset is None:
            raise NotFound("the game has not been opened")
        return self._ruleset

    def _take_match(self, events: Sequence[Event]) -> None:
        self._match = self._match.copy()
        for event in events:
            evolve(self._match, event)
            if isinstance(event, TimelineOpened) and event.parent is not None:
                position = self._forked(event)
                self._lines[event.timeline] = _Line(event.at, position, due=self._due({}, event.at, position))

    def _moved(self, line: str, version: int, position: Any, back: bool = False) -> None:
        """A line got to a version: keep its position, for those too that fork there.

        By a take-back (`back`) all that is due is asked again.
        """
        known = self._lines.get(line) or _Line(version, position)
        due = self._due({} if back else known.due, version, position)
        self._lines[line] = _Line(version, position, known.ordered, due)
        if (line, version) in self._forks:
            self._kept[line, version] = position

    def _due(self, before: dict[str, int], version: int, position: Any) -> dict[str, int]:
        """Since when each decision is due at a version, from what was due at the version before."""
        if not self._says_seen:
            return {}
        return {each.id: before.get(each.id, version) for each in self._rules().rules.due(position)}

    def _check_seen(self, accepted: Given, line: str) -> None:
        """A seat had seen the decision that it answers. Raises Refused."""
        seen = accepted.signature.seen if accepted.signature is not None else None
        if seen is not None and accepted.decision is not None and line in self._lines:
            check_due(seen, line, self._lines[line].due.get(accepted.decision, 0))

    def _at(self, line: str, at: int) -> Any:
        """The position at a version of a line, one of `forks`. Raises Refused where no command had ended."""
        lines = {each.id: (each.parent, each.at) for each in self._match.timelines.values()}
        place = fork_place(lines, line, at)
        if place not in self._kept:
            raise Refused("match/boundary", f"no command had ended at {place[1]} of {place[0]}")
        return self._kept[place]

    def _forked(self, opened: TimelineOpened) -> Any:
        """The position at which a line begins. Raises Refused where no command had ended there."""
        if opened.parent not in self._match.timelines:
            raise NotFound(f"the game has no timeline {opened.parent!r}")
        return self._at(opened.parent, opened.at)


def _name(event: Stored) -> str:
    return event.stream.partition("/")[2]


def _first(event: Stored) -> Event:
    """The event that an append begins with: a command, or what a round begins with."""
    first, name, body = as_now(EVENTS, event)
    if (name, body) != EVENTS.encode(first):
        raise BundleFault("rules", "the command is recorded with more than it has", event.position)
    return first


def _recorded(append: Sequence[Stored], kind: type[E]) -> E | None:
    """The first event of a type that is recorded of a command: what only the service could make."""
    topics = EVENTS.topics(kind)
    for event in append:
        if event.name in topics:
            decoded = as_now(EVENTS, event)[0]
            assert isinstance(decoded, kind)
            return decoded
    return None


def _paths(paths: Collection[str]) -> str:
    return ", ".join(sorted(paths)) or "nothing"


def _dice_of(accepted: CommandAccepted) -> ScriptedDice:
    return ScriptedDice(face for roll in accepted.rolls for face in roll.faces)


def _check_request(accepted: CommandAccepted, asked: dict[str, Any], command: Command) -> None:
    """A request of the match is recorded with nothing that it has not. Raises Unreadable."""
    seat, by = (accepted.seat, accepted.seat)
    if isinstance(command, c.OpenGame):
        seat, by = "", command.by
    if (accepted.seat, accepted.by) != (seat, by):
        raise Unreadable(f"it is recorded as of {accepted.by!r} for {accepted.seat!r}")
    more = (accepted.decision, accepted.expected_version) != (None, None)
    if more or codec.canonical(asked) != codec.canonical(command):
        raise Unreadable("it is recorded with more than it has")
    if accepted.rolls and not isinstance(command, c.OpenGame):
        raise Unreadable("it rolls no dice")


class _Begun(msgspec.Struct):
    """What is needed of a line's first event."""

    position: Any = None


def _positions_in(append: Sequence[Stored]) -> list[bytes]:
    """The position document in the first event of a line that an append begins, if there is one."""
    found = []
    for event in append:
        if _name(event) == MAIN:
            position = msgspec.json.decode(event.body, type=_Begun).position
            found += [codec.canonical(position)] if position is not None else []
    return found


def _is_fair(append: Sequence[Stored]) -> bool:
    """Whether chains are anchored as the game is opened."""
    return any(event.name == _ANCHORED for event in append)


def _chains_in(append: Sequence[Stored]) -> NewChain:
    """The chains that the service made for a request, as they are recorded: only it can make them."""
    found: dict[tuple[str, str], str] = {}
    for event in append:
        if event.name == _ANCHORED:
            anchored = as_now(EVENTS, event)[0]
            assert isinstance(anchored, DiceAnchored)
            found |= {(anchored.timeline, chain.party): chain.link for chain in anchored.epoch.chains}

    def new(line: str, party: str, series: int, length: int) -> Chain:
        return Chain(party, KEPT_BY_SERVER, series, length, found.get((line, party), ""))

    return new
