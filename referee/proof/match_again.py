"""Requests about the match, decided again: of seats, and of the service itself."""

from collections.abc import Sequence

from ironclad.domain.kernel.engine import codec, decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.ruling import RULINGS
from ironclad.domain.match import commands as c
from ironclad.domain.match import dice
from ironclad.domain.match.clocks.past import agreed_back
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.committed import (
    check_free,
    needs_free_line,
    with_abandoned,
)
from ironclad.domain.match.deciding import decide
from ironclad.domain.match.disputes.commands import DISPUTE_COMMANDS
from ironclad.domain.match.events import (
    EVENTS,
    Asked,
    CommandAccepted,
    RulesMoved,
)
from ironclad.domain.match.rules import require_movable
from ironclad.domain.match.state import evolve
from ironclad.eventlog.bundle import reintending
from ironclad.eventlog.bundle.comparing import Caused, caused_on
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import Problem, Unreadable
from ironclad.eventlog.log import MATCH
from ironclad.referee import preconditions
from ironclad.referee.opening import ended_there, line_opened
from ironclad.referee.proof.clocks_again import SERVED, ClocksAgain
from ironclad.referee.proof.commands_again import CommandsAgain
from ironclad.referee.proof.disputes_again import DisputesAgain
from ironclad.referee.proof.game_again import GameAgain
from ironclad.referee.proof.opening_again import CannotDecide, OpeningAgain
from ironclad.referee.proof.recorded import (
    chains_in,
    check_request,
)


class MatchAgain:
    """Decides the requests on the match of one game again."""

    def __init__(self, game: GameAgain, opening: OpeningAgain, commands: CommandsAgain) -> None:
        self._game, self._opening, self._commands = game, opening, commands
        self._clocks = ClocksAgain(game)
        self._disputes = DisputesAgain(game, self._clocks)

    def asked(self, accepted: CommandAccepted, append: Sequence[Stored]) -> list[Caused]:
        """What a request on the match causes. Raises Refused, Problem, CannotDecide."""
        asked = dict(accepted.command)
        document = asked.pop("position", None) if asked.get("type") == "open_game" else None
        command = c.COMMANDS.read(asked)
        check_request(accepted, asked, command)
        if isinstance(command, c.OpenGame):
            return self._opening.opened(accepted, command, document, append)
        if isinstance(command, c.AcceptRewind | c.AcceptDraw | c.Resign | c.MoveRules):
            self._check_head(command.head)
        if isinstance(command, DISPUTE_COMMANDS):
            return self._disputes.asked(accepted, command, append)
        if isinstance(command, SERVED):
            return caused_on(MATCH, EVENTS, self._clocks.served(accepted, command, append))
        if isinstance(command, c.RenewDice | c.VoidIntent | c.RefuseIntent):
            return self._served(accepted, command, append)
        lift = caused_on(MATCH, EVENTS, self._clocks.timely(accepted.seat, accepted.at, append))
        if isinstance(command, c.MoveRules):
            return lift + self._rules_moved(accepted, command)
        match = evolve(self._game.match.copy(), accepted)
        waiting, table = self._game.lines[match.current].waiting, self._game.dice.table(match.current)
        if needs_free_line(match, command):
            check_free(waiting, table)
        decided = decide(match, accepted.seat, command)
        events: list[Event] = with_abandoned(decided, waiting, table, match.current, accepted.seat)
        new = chains_in(append)
        events += dice.caused(match, accepted.seat, command, events, new, self._game.dice.table)
        holders = None
        if isinstance(command, c.AcceptRewind):
            opened = line_opened(events)
            events += ended_there(self._game.rules(), match, events, self._game.forked(opened))
            assert opened.parent is not None
            holders = self._game.match.holders(opened.parent, opened.at)
            if match.proposals[command.proposal].clocks:
                then = self._game.clocks_at(opened.parent, opened.at)
                for event in events:
                    evolve(match, event)
                events += agreed_back(match.all_clocks, instant_of(accepted.at), then)
        events += self._game.opened_at_end(events, append)
        self._game.take_match([accepted, *events])
        current = self._game.match.current
        events += self._clocks.press(current, self._game.lines[current].version, accepted.at, (), holders)
        return lift + caused_on(MATCH, EVENTS, events)

    def _rules_moved(self, accepted: CommandAccepted, command: c.MoveRules) -> list[Caused]:
        """A seat asked to move the rules, or agreed to it: then its line has what was ruled."""
        match, ruleset = evolve(self._game.match.copy(), accepted), self._game.rules()
        if command.version not in {each.version for each in ruleset.identity.published.versions}:
            raise CannotDecide(f"version {command.version} of {ruleset.name}")
        line = match.current
        head = self._game.lines[line]
        check_free(head.waiting, self._game.dice.table(line))
        ruled = require_movable(ruleset, match, head.position, command)
        events = decide(match, accepted.seat, command)
        self._game.take_match([accepted, *events])
        press = self._clocks.press(line, head.version, accepted.at)
        caused = caused_on(MATCH, EVENTS, [*events, *press])
        if any(isinstance(event, RulesMoved) for event in events):
            self._game.moved(line, head.version + 1, decider.evolve(ruleset, head.position.copy(), ruled))
            caused += caused_on(line, RULINGS, [ruled])
        return caused

    def _check_head(self, head: int) -> None:
        current = self._game.lines[self._game.match.current]
        if head != current.version:
            raise Refused("match/head", f"the line is at {current.version}, not at {head}")

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
            table = self._game.dice.table(command.timeline)
            if table is None:
                raise Refused("dice/scheme", "no chain of the service is there to be renewed")
            events: list[Event] = [dice.renewed(self._game.match, table, chains_in(append))]
        else:
            match = evolve(self._game.match.copy(), accepted)
            events = reintending.settled(match, command, append, self._refusal)
        self._game.take_match([accepted, *events])
        return caused_on(MATCH, EVENTS, events)

    def _refusal(self, line: str, seat: str, asked: Asked) -> str | None:
        """By which rule a request is refused at the head of its line; None if it is not before it rolls."""
        given = CommandAccepted(
            seat, asked.id, "", "", asked.command, seat, asked.decision, asked.expected_version
        )
        try:
            self._commands.judged(given, line, self._game.lines[line].version, NoDice())
        except (codec.UnknownName, codec.Unreadable) as wrong:
            return preconditions.freed_by(Unreadable(str(wrong)))
        except (Refused, Problem) as wrong:
            return preconditions.freed_by(wrong)
        except RollNeeded:
            pass
        return None
