"""One request on a match carried out: who → id → signature → what it asks → one durable append."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.ruling import RULINGS
from ironclad.domain.kernel.engine.ruling import RulesMoved as Ruled
from ironclad.domain.match import commands as c
from ironclad.domain.match.clocks.events import ControlSet
from ironclad.domain.match.clocks.past import agreed_back
from ironclad.domain.match.clocks.pressing import There
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.deciding import decide
from ironclad.domain.match.events import CommandAccepted, RulesMoved
from ironclad.domain.match.readings.course import Place
from ironclad.domain.match.rules import require_movable
from ironclad.domain.match.state import Match, evolve
from ironclad.eventlog.errors import GameOver, Problem
from ironclad.eventlog.log import Fact, match_stream, stream_of
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.rows import records
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.recorders import Row
from ironclad.eventlog.store.rows import Answer
from ironclad.referee.clocks.past import clocks_at
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.dice.service import DiceService
from ironclad.referee.open_games import OpenGame, OpenGames, facts_of
from ironclad.referee.opening import ended_there, line_opened
from ironclad.referee.sealing.seals import opened_at_end
from ironclad.referee.signatures import UNSIGNED, Given, Signatures


@dataclass(frozen=True)
class Done:
    """An accepted request on a match: its events, and whether it was answered before."""

    game: str
    rows: list[Row]
    repeated: bool

    def first(self, name: str) -> dict[str, Any]:
        """The body of the first event of a type."""
        body = next(row[3] for row in self.rows if row[2] == f"match.{name}.1")
        data: dict[str, Any] = msgspec.json.decode(body)
        return data

    def receipt(self) -> Receipt:
        """The request's answer: its events, and the version of the match after them."""
        of_match = [row for row in self.rows if row[0] == match_stream(self.game)]
        return Receipt(self.game, "", max(row[1] for row in of_match), records(self.rows), self.repeated)


@dataclass(frozen=True)
class Asked:
    """A request on a match that has been read: `digest` tells a repeated one from another of the same id.

    `command` makes it a command of the game as it is now. `check` is called when its signature is good, and
    may refuse; `also` works in the same transaction as the append.
    """

    seat: str
    id: str
    digest: bytes
    command: Callable[[OpenGame], Command]
    given: Given = UNSIGNED
    check: Callable[[OpenGame, Any], object] | None = None
    also: Callable[[Connection], object] | None = None


class MatchHandler:
    """Carries requests out on matches."""

    def __init__(
        self, open_games: OpenGames, dice: DiceService, signatures: Signatures, time: Timekeeper
    ) -> None:
        self._open_games, self._dice, self._signatures = open_games, dice, signatures
        self._time = time

    def carry_out(self, game: str, asked: Asked) -> Done:
        """Carry a request out, or return its first answer. Raises NotFound, IdReused, GameOver, Refused."""
        open_games = self._open_games
        with open_games.game(game, fresh=False) as live:
            try:
                with self._time.arriving(live), live.lock:
                    return open_games.retrying(live, lambda: self._answer(live, asked))
            except (Problem, Refused) as wrong:
                kind, rule = type(wrong).__name__, getattr(wrong, "rule", "")
                open_games.refusals.note(game, asked.seat, open_games.now(), kind, rule, str(wrong), {})
                raise

    def _answer(self, live: OpenGame, asked: Asked) -> Done:
        first = self._open_games.answered(f"{live.id}/{asked.seat}", asked.id, asked.digest)
        if first is not None:
            return Done(live.id, first[2], True)
        self._time.sweep(live)
        live = self._time.lifted(live, asked.seat)
        command = asked.command(live)
        stored = msgspec.to_builtins(command)
        signature = self._signatures.of_request(live, asked.seat, asked.id, stored, asked.given)
        self._open_games.breaks.check_request(live.id, live.match_version, live.match, command)
        if asked.check is not None:
            asked.check(live, command)
        ruled = self._ruled(live, command) if isinstance(command, c.MoveRules) else None
        current, head = self._open_games.head(live, None)
        now = self._open_games.time(live, current, head)
        accepted = CommandAccepted(
            asked.seat, asked.id, asked.digest.hex(), now, stored, asked.seat, signature=signature
        )
        match = evolve(live.match.copy(), accepted)
        events: list[Event] = [accepted, *_decided(match, asked.seat, command)]
        there = There(current, head, None, self._dice.waiting(live, current, head))
        events[1:] = self._dice.ended(live, asked.seat, events[1:])
        caused, standing = self._dice.caused(live, match, asked.seat, command, events[1:])
        events += caused
        if isinstance(command, c.AcceptRewind):
            opened = line_opened(events)
            assert opened.parent is not None
            position = self._open_games.position(live, opened.parent, opened.at)
            events += ended_there(live.ruleset, match, events[1:], position)
            there = There(opened.timeline, opened.at, position)
            events += self._clocks_back(live, command, events)
        events += opened_at_end(live.match, live.seal, events)
        if isinstance(command, c.AcceptRewind | c.AcceptDraw | c.Resign | c.MoveRules):
            standing = ((stream_of(live.id, live.match.current), command.head),)
        events += self._press(live, command, events, there)
        events[1:1] = live.lift
        # No command of the line comes in between: the order of a seat's requests is checked, and their times.
        standing = (*standing, (stream_of(live.id, current), head))
        return self._append(live, asked, events, ruled, standing)

    def _clocks_back(self, live: OpenGame, command: c.AcceptRewind, events: list[Event]) -> list[Event]:
        """What sets the clocks to what they showed where the game is rewound to, if that was proposed."""
        proposed = live.match.proposals[command.proposal]
        if not proposed.clocks:
            return []
        match = live.match.copy()
        for event in events:
            evolve(match, event)
        then = clocks_at(self._open_games, live, Place(proposed.timeline, proposed.at))
        return agreed_back(match.all_clocks, instant_of(match.clock), then)

    def _press(
        self, live: OpenGame, command: Command, events: list[Event], there: There
    ) -> list[Event]:
        """Who runs after a request: in a game that is rewound, with who holds the turn at that place."""
        holders = None
        if isinstance(command, c.AcceptRewind):
            opened = line_opened(events)
            assert opened.parent is not None
            holders = live.match.holders(opened.parent, opened.at)
        elif live.match.timed or any(isinstance(event, ControlSet) for event in events):
            position = self._open_games.position(live, there.line, there.version)
            there = msgspec.structs.replace(there, position=position)
        assert isinstance(events[0], CommandAccepted)
        return self._time.press(live, events, there, events[0].at, (), holders)

    def _append(
        self,
        live: OpenGame,
        asked: Asked,
        events: list[Event],
        ruled: Ruled | None,
        standing: tuple[tuple[str, int], ...],
    ) -> Done:
        """Store what a request caused; a move of the rules is on the game's line too."""
        accepted, line, head = events[0], live.match.current, None
        assert isinstance(accepted, CommandAccepted)
        facts = facts_of(live, accepted, events[1:])
        moved = next((event for event in events if isinstance(event, RulesMoved)), None)
        if moved is not None and ruled is not None:
            head = line, moved.at
            facts.append(Fact(stream_of(live.id, line), moved.at, RULINGS.family, ruled))
        answer = Answer(f"{live.id}/{asked.seat}", asked.id, asked.digest, live.id, "")
        rows = self._open_games.append(facts, answer, asked.also, standing)
        self._open_games.advance_match(live, events, head)
        return Done(live.id, rows, False)

    def _ruled(self, live: OpenGame, command: c.MoveRules) -> Ruled:
        """What a move of the rules does to the game's line, if it is carried out now. Raises Refused."""
        if live.match.ended is not None:
            raise GameOver(live.match.ended.reason, "match/over")
        position = self._open_games.position(live, live.match.current, command.head)
        return require_movable(live.ruleset, live.match, position, command)


def _decided(match: Match, seat: str, command: Command) -> list[Event]:
    """What a command causes in its match. Raises GameOver, Refused."""
    try:
        return list(decide(match, seat, command))
    except Refused as refused:
        if refused.rule == "match/over":
            reason = match.ended.reason if match.ended is not None else refused.reason
            raise GameOver(reason, refused.rule) from refused
        raise
