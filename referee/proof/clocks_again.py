"""The clocks of a game that is decided again: who was out of time, what lifts a flag, each press."""

from collections.abc import Sequence

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_tournament import request_digest
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import deciding, pressing
from ironclad.domain.match.clocks.deadlines import out_of_time
from ironclad.domain.match.clocks.events import FlagForgiven, Flagged
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import instant_of, instant_text
from ironclad.domain.match.events import CommandAccepted
from ironclad.eventlog.bundle.records import Stored
from ironclad.referee.clocks.timekeeping import lifting
from ironclad.referee.proof.game_again import GameAgain, Given
from ironclad.referee.proof.recorded import recorded_in

Served = c.FindFlag | c.CreditOutage | c.OpenSealedMove
"""What the service does of itself to the clocks."""

SERVED = (c.FindFlag, c.CreditOutage, c.OpenSealedMove)


class ClocksAgain:
    """Decides what concerns the clocks of one game again. Nothing is asked in a game that is not timed."""

    def __init__(self, game: GameAgain) -> None:
        self._game = game

    def _clocks(self) -> ClockState:
        return self._game.match.all_clocks

    # -- before a request

    def timely(self, seat: str, at: str, append: Sequence[Stored]) -> list[Event]:
        """Check that nobody was out of time before a request; what lifted the flag of its seat, if that did.

        The match has taken that then. Raises Refused ("clock/flag", "clock/time").
        """
        if not self._game.match.timed:
            return []
        self.not_before(at)
        lift: list[Event] = []
        forgiven = recorded_in(append, FlagForgiven)
        if forgiven is not None and not forgiven.by:
            lift = lifting(self._game.match, seat)
            self._game.take_match(lift)
        late = out_of_time(self._clocks(), instant_of(at))
        if late:
            seats = " and ".join(each.seat for each in late)
            raise Refused("clock/flag", f"{seats} ran out of time before, and nobody recorded it")
        return lift

    def not_before(self, at: str) -> None:
        """No time of a timed game is before the last one recorded. Raises Refused ("clock/time")."""
        if self._game.match.timed and instant_of(at) < (now := self._clocks().now):
            raise Refused("clock/time", f"{at} is before {instant_text(now)}, which is recorded already")

    def ordered(self, given: Given, line: str, version: int) -> list[Event]:
        """Check that an order is taken at its time; the opening of it, if its seat had sealed it.

        `version` is that of the line before it. Raises Refused ("clock/paused", "clock/sealed").
        """
        match = self._game.match
        if not match.timed or line != match.current:
            return []
        at, clocks = instant_of(given.at), self._clocks()
        sealed = clocks.talks.sealed
        opens = sealed is not None and (sealed.timeline, sealed.seat) == (line, given.seat)
        if opens and sealed is not None:
            opens = sealed.digest == self._digest(given, line)
        deciding.check_order(clocks, given.seat, at, opens)
        if not opens:
            return []
        return deciding.decide(clocks, c.SERVICE, c.OpenSealedMove(given.seat, version + 1), at)

    def _digest(self, given: Given, line: str) -> str:
        asked = {
            "id": given.id,
            "decision": given.decision,
            "expected_version": given.expected_version,
            "command": given.command,
        }
        return request_digest(self._game.game, line, given.seat, asked)

    # -- after it

    def press(
        self,
        line: str,
        version: int,
        at: str,
        given: Sequence[pressing.Given] = (),
        holders: tuple[str, ...] | None = None,
    ) -> list[Event]:
        """The press that joins an append, which the match takes; the line has its head already."""
        match = self._game.match
        if not match.timed:
            return []
        head = self._game.lines[line]
        there = pressing.There(line, version, head.position, head.waiting)
        found = pressing.press(self._game.rules(), match, self._game.game, there, at, given, holders)
        self._game.take_match(found)
        return found

    def served(self, accepted: CommandAccepted, command: Served, append: Sequence[Stored]) -> list[Event]:
        """What the service did of itself, which the match takes. Raises Refused."""
        if accepted.seat:
            raise Refused("clock/by", "no seat does this")
        self.not_before(accepted.at)
        match command:
            case c.FindFlag():
                events = self._flagged(accepted, command, append)
            case c.CreditOutage():
                events = self._credited(accepted, command)
            case _:
                events = deciding.decide(self._clocks(), c.SERVICE, command, instant_of(accepted.at))
        events += self._game.opened_at_end(events, append)
        self._game.take_match([accepted, *events])
        return events

    def _flagged(
        self, accepted: CommandAccepted, command: c.FindFlag, append: Sequence[Stored]
    ) -> list[Event]:
        """A flag has the last time at which its seat's command was taken; when it was found is a field."""
        clocks, match = self._clocks(), self._game.match
        place = (match.current, self._game.lines[match.current].version)
        if (command.timeline, command.version) != place:
            raise Refused("clock/flag", f"the game is at {place[1]} of {place[0]}")
        flag = recorded_in(append, Flagged)
        if flag is None:
            raise Refused("clock/no-flag", "nobody is flagged")
        found = instant_of(flag.found_at)
        events = deciding.decide(clocks, c.SERVICE, command, found)
        limit = instant_text(max(out_of_time(clocks, found)[0].limit, clocks.now))
        if accepted.at != limit:
            raise Refused("clock/time", f"the flag fell at {limit}, not at {accepted.at}")
        return events

    def _credited(self, accepted: CommandAccepted, command: c.CreditOutage) -> list[Event]:
        clocks = self._clocks()
        at = max(instant_of(accepted.at), instant_of(command.end))
        events = deciding.decide(clocks, c.SERVICE, command, at)
        wanted = instant_text(deciding.time_of_credit(clocks, events, at))
        if accepted.at != wanted:
            raise Refused("clock/time", f"the credit is of {wanted}, not of {accepted.at}")
        return events
