"""Commands on a game's lines, decided again: what is ordered at once, and what is committed to first."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import Dice, NoDice, RollNeeded
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.fair.fair_table import FairTable
from ironclad.domain.match import intents, taking_back
from ironclad.domain.match.beacon_rounds import check_missed
from ironclad.domain.match.clocks.pressing import Given as GivenNow
from ironclad.domain.match.closed import closed_fields
from ironclad.domain.match.committed import (
    Waiting,
    awaited,
    check_free,
    check_joins,
)
from ironclad.domain.match.events import (
    EVENTS,
    CommandAccepted,
    CommandCommitted,
    LinkRevealed,
    RoundMissed,
    TakenBack,
)
from ironclad.domain.match.taking_back import Ordered, TakeBack, is_take_back
from ironclad.eventlog.bundle.comparing import Caused, caused_on, check_rolls
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import GameOver, Stale, Unreadable
from ironclad.eventlog.log import MATCH
from ironclad.referee import preconditions
from ironclad.referee.proof.clocks_again import ClocksAgain
from ironclad.referee.proof.game_again import GameAgain, Given
from ironclad.referee.proof.recorded import (
    dice_of,
)
from ironclad.referee.proof.rounds_again import check_commit, check_link, decided_again
from ironclad.referee.sight import known


class CommandsAgain:
    """Decides the commands on the lines of one game again."""

    def __init__(self, game: GameAgain) -> None:
        self._game, self._clocks = game, ClocksAgain(game)

    def ordered(
        self, accepted: CommandAccepted, line: str, version: int, append: Sequence[Stored]
    ) -> list[Caused]:
        """What a command causes; `version` is that of its line before it."""
        ruleset = self._game.rules()
        rolled = dice_of(accepted)
        lift = self._timely(accepted.seat, accepted.at, line, append)
        opened = self._clocks.ordered(accepted, line, version)
        check_free(self._game.head(line).waiting, self._game.dice.table(line))
        self._game.check_seen(accepted, line)
        events, after = self.judged(accepted, line, version, rolled)
        check_rolls(accepted, rolled)
        last = version + 1 + len(events)
        self._game.moved(line, last, after, is_take_back(accepted.command))
        given = (GivenNow(accepted.seat, str(accepted.command.get("type"))),)
        if is_take_back(accepted.command):
            back = self._taken_back(accepted, line, version + 1, opened)
            press = self._clocks.press(line, version + 1, accepted.at, given)
            return caused_on(MATCH, EVENTS, [*lift, *back, *press])
        self._game.lines[line].ordered.append(Ordered.of(version + 1, accepted))
        match = self._game.match
        waits = intents.waiting(match, line, accepted.seat)
        ends = [] if waits is None else intents.answered(match, line, waits, version + 1)
        ends = self._game.with_end(line, accepted.at, [*opened, *ends], append)
        press = self._clocks.press(line, version + 1, accepted.at, given)
        in_match = [*lift, *ends, *press]
        return caused_on(line, ruleset.storage.events, events) + caused_on(MATCH, EVENTS, in_match)

    def _timely(self, seat: str, at: str, line: str, append: Sequence[Stored]) -> list[Event]:
        """See ClocksAgain.timely: the clocks are those of the line that the game is on."""
        return self._clocks.timely(seat, at, append) if line == self._game.match.current else []

    def committed(
        self, commit: CommandCommitted, line: str, version: int, append: Sequence[Stored]
    ) -> list[Caused]:
        """A command is committed to after a version of a line: it is legal, and needs a link."""
        head, table, type = (
            self._game.head(line),
            self._game.table_of_2(line),
            str(commit.command.get("type")),
        )
        lift = self._timely(commit.seat, commit.at, line, append)
        opened = self._clocks.ordered(commit, line, version)
        asked = self._awaited(head.waiting, head.position, table)
        check_joins(head.waiting, asked, table, commit.seat, type, commit.decision or "")
        self._game.check_seen(commit, line)
        rolls = self._rolls(commit, line, version)
        check_commit(self._game.match, table, commit, rolls)
        waiting = head.waiting.after(version + 1, commit)
        given = GivenNow(commit.seat, type, done=False)
        return self._round(line, version + 1, waiting, commit.at, append, (lift, opened), given)

    def _rolls(self, commit: CommandCommitted, line: str, version: int) -> bool:
        """Whether what is committed to rolls; not known of what is committed to by its digests.

        Raises Refused where the rules refuse it.
        """
        if self._game.match.seal and closed_fields(commit.command):
            seat_sees = self._may_give(commit, line, version)
            type = str(commit.command.get("type"))
            preconditions.check_closed(self._game.rules(), seat_sees, commit.seat, commit.decision, type)
            return False
        try:
            self.judged(commit, line, version, NoDice())
        except RollNeeded:
            return True
        return False

    def missed(self, event: RoundMissed, line: str, version: int, append: Sequence[Stored]) -> list[Caused]:
        """What waits on a line was not witnessed in time, by the service's word."""
        head = self._game.head(line)
        self._clocks.not_before(event.at)
        check_missed(self._game.match, line, head.waiting, event)
        return self._round(line, version + 1, head.waiting.after(version + 1, event), event.at, append)

    def revealed(self, link: LinkRevealed, line: str, version: int, append: Sequence[Stored]) -> list[Caused]:
        """The link of a command that waits is revealed after a version of a line."""
        head, table = self._game.head(line), self._game.table_of_2(line)
        lift = self._timely(link.seat, link.at, line, append)
        asked = self._awaited(head.waiting, head.position, table)
        check_link(self._game.match, line, table, head.waiting, asked, link)
        waiting = head.waiting.after(version + 1, link)
        return self._round(line, version + 1, waiting, link.at, append, (lift, []))

    def _round(
        self,
        line: str,
        version: int,
        waiting: Waiting,
        at: str,
        append: Sequence[Stored],
        clocks: tuple[list[Event], list[Event]] = ([], []),
        given: GivenNow | None = None,
    ) -> list[Caused]:
        """What a round comes to at a version of its line: nothing yet, or all its commands, carried out.

        `clocks` are what lifted a flag, and what opened a sealed command; `given` what is committed to now.
        """
        head, table = self._game.lines[line], self._game.table_of_2(line)
        lift, opened = clocks
        giving = [] if given is None else [given]
        if self._awaited(waiting, head.position, table) or waiting.owed(table):
            head.version, head.waiting = version, waiting
            self._game.take_match(opened)
            press = self._clocks.press(line, version, at, giving)
            return caused_on(MATCH, EVENTS, [*lift, *opened, *press])
        about = (waiting.ordered(table.seats), head.position, line, version, append)
        again = decided_again(self._game.rules(), self._game.match.hides, *about)
        head.ordered.extend(again.ordered)
        self._game.moved(line, version + len(again.caused), again.position)
        ends = self._game.with_end(line, at, opened, append)
        press = self._clocks.press(line, version, at, [*giving, *again.given])
        return again.caused + caused_on(MATCH, EVENTS, [*lift, *ends, *press])

    def _awaited(self, waiting: Waiting, position: Any, table: FairTable) -> list[Due]:
        return awaited(self._game.rules(), position, table.epoch.terms.together, waiting)

    def _taken_back(
        self, accepted: CommandAccepted, line: str, at: int, opened: list[Event]
    ) -> list[Event]:
        back = TakenBack(line, at, accepted.command["to"], accepted.seat, accepted.by)
        ordered = self._game.lines[line].ordered
        while ordered and ordered[-1].version > back.to:
            ordered.pop()
        self._game.take_match([*opened, back])
        return [*opened, back]

    def judged(self, accepted: Given, line: str, version: int, rolled: Dice) -> tuple[Sequence[Event], Any]:
        """What a command given after a version of a line causes, and the position then."""
        ruleset, position = self._game.rules(), self._game.head(line).position
        seat_sees, decision = self._may_give(accepted, line, version), accepted.decision
        if is_take_back(accepted.command):
            return (), self._before(accepted, line, version)
        command = ruleset.storage.commands.read(accepted.command)
        type = str(accepted.command["type"])
        preconditions.check_answer(ruleset, seat_sees, accepted.seat, decision, command, type)
        preconditions.check_seen(ruleset, position, seat_sees, accepted.seat, decision, command)
        return decider.execute(ruleset, position, accepted.seat, command, rolled, decision)

    def _may_give(self, accepted: Given, line: str, version: int) -> Any:
        """The position after a version of a line as the seat of a command sees it, which may be given there.

        Raises Refused, Stale, GameOver, NotYourSeat.
        """
        match, ruleset = self._game.match, self._game.rules()
        position = self._game.head(line).position
        if match.timelines[line].left_for is not None:
            raise GameOver(f"the game left {line} for {match.current}", "match/left")
        preconditions.check_commander(match, line, accepted.seat, accepted.by)
        seat_sees = known(ruleset, match, position, accepted.seat)
        preconditions.check_running(ruleset, match, line, seat_sees)
        expected, decision = accepted.expected_version, accepted.decision
        preconditions.check_timely(ruleset, match, line, version, seat_sees, decision, expected)
        return seat_sees

    def _before(self, accepted: Given, line: str, version: int) -> Any:
        """The position that a take-back given after a version of a line leads to. Raises Refused, Stale."""
        expected = accepted.expected_version
        if expected not in (None, version):
            raise Stale(f"{line} is at version {version}", line, version)
        asked = taking_back.read(accepted.command)
        ordered = reversed(self._game.lines[line].ordered)
        hands_over = self._game.rules().dice.hands_over
        to = taking_back.free(self._game.match, line, accepted.by, asked.to, ordered, hands_over)
        if accepted.decision is not None or accepted.command != msgspec.to_builtins(TakeBack(to=to)):
            raise Unreadable("it is recorded with more than it has")
        return self._game.at(line, to)
