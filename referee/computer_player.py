"""The computer player: it takes a seat like any player, and plays it by calls that any player has.

What it gives is the same in every process: a command's id names the decision that it answers, and its
choice hangs on the game, and on a secret of the service (referee/opponent/seeds.py). So every process of a
service may move for it; the log takes each command once. It moves after each append to a game that it plays
in, and when one is looked at (a process may have died before it moved). It thinks without the game's lock,
for some seconds at most, and in several games at once.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.match.commands import MoveRules, TakeSeat
from ironclad.domain.match.committed import OWED, Waiting, awaited
from ironclad.domain.match.dice import terms_of
from ironclad.domain.match.rules import require_movable
from ironclad.domain.match.state import COMPUTER, Match, RulesAsk
from ironclad.eventlog.errors import GameOver, IdReused, NotFound, Stale, Unavailable
from ironclad.eventlog.records import Request
from ironclad.eventlog.request_bounds import ID_LIMIT
from ironclad.referee import match_requests as r
from ironclad.referee.command_handler import CommandHandler
from ironclad.referee.dice.waiting import waiting_on
from ironclad.referee.match_requests import MatchRequests
from ironclad.referee.match_requests.handler import Asked, MatchHandler
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.opponent.seeds import OpponentSeeds
from ironclad.referee.opponent.thinking import Thinking
from ironclad.referee.request_limits import digest_of
from ironclad.referee.sight import seen

_log = logging.getLogger(__name__)
_STOP = ""
IN_A_ROW = 40
"""Answers in one game before others have their part: it may play against itself."""
_TRIES, _AGAIN_SECONDS = 40, 0.25  # a store or a checkpoint that is late
_GAMES_AT_ONCE = 2
_JOIN_SECONDS = 5.0


@dataclass(frozen=True)
class _Turn:
    """A decision that the computer player owes, and the position as its seat sees it."""

    live: OpenGame
    due: Due
    position: Any
    line: str
    version: int


class ComputerPlayer:
    """Gives the computer player's commands, one after the other in each game."""

    def __init__(
        self,
        open_games: OpenGames,
        handler: MatchHandler,
        match: MatchRequests,
        commands: CommandHandler,
        seeds: OpponentSeeds,
        thinking: Thinking | None = None,
    ) -> None:
        self._open_games, self._handler, self._match, self._commands = open_games, handler, match, commands
        self._seeds, self._thinking = seeds, thinking or Thinking()
        self._asked: SimpleQueue[str] = SimpleQueue()
        self._waiting: set[str] = set()
        self._playing: set[str] = set()
        self._mutex = Lock()
        self._threads: list[Thread] = []
        self._stopped = Event()

    def sit(self, game: str, seat: str) -> bool:
        """Seat the computer player; False if it sits there already. Raises NotFound, Refused ("match/…")."""
        with self._open_games.game(game) as live:
            if live.match.players.get(seat) == COMPUTER:
                return False
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")
            plays = live.ruleset.advice.opponent is not None
            require(plays, "match/house", f"the computer player does not play {live.ruleset.name}")
            plain = live.match.tournament is None
            require(plain, "match/house", "the computer player plays no game of the tournament level")
            id = self._seeds.sitting_id(game, live.match.current)
        digest = digest_of("match", {"id": id, "seat": seat, "house": seat, "game": game})
        self._handler.carry_out(game, Asked(seat, id, digest, lambda _: TakeSeat(player=COMPUTER)))
        return True

    def soon(self, game: str, match: Match) -> None:
        """Move in a game before long, if the computer player plays in it."""
        if COMPUTER not in match.players.values():
            return
        with self._mutex:
            if self._stopped.is_set() or game in self._waiting:
                return
            self._waiting.add(game)
            if not self._threads:
                names = [f"house-{number}" for number in range(_GAMES_AT_ONCE)]
                self._threads = [Thread(target=self._run, name=name, daemon=True) for name in names]
                for thread in self._threads:
                    thread.start()
        self._asked.put(game)

    def close(self) -> None:
        """Stop after the command under way."""
        with self._mutex:
            self._stopped.set()
        for _ in self._threads:
            self._asked.put(_STOP)
        for thread in self._threads:
            thread.join(_JOIN_SECONDS)  # one that still thinks is left

    def _run(self) -> None:
        while (game := self._asked.get()) != _STOP:
            with self._mutex:
                if game in self._playing:  # by another thread: it looks once more
                    continue
                self._waiting.discard(game)
                self._playing.add(game)
            try:
                self._play(game)
            except Exception:
                _log.exception("the computer player cannot move in game %s", game)
            finally:
                self._played(game)

    def _played(self, game: str) -> None:
        """A game has been played as far as was owed; once more if it was asked for meanwhile."""
        with self._mutex:
            self._playing.discard(game)
            again = game in self._waiting and not self._stopped.is_set()
        if again:
            self._asked.put(game)

    def _play(self, game: str) -> None:
        """Move until nothing is owed by the computer player; if that takes long, other games come between."""
        for _ in range(IN_A_ROW):
            if self._stopped.is_set() or not self._once(game):
                return
        with self._mutex:
            self._waiting.add(game)  # asked for again when others have had their part

    def _once(self, game: str) -> bool:
        """Answer one thing that the computer player owes; False if it owes nothing."""
        with self._open_games.game(game) as live:
            seats = {seat for seat, player in live.match.players.items() if player == COMPUTER}
            line, version = self._open_games.head(live, None)
            waiting = waiting_on(self._open_games, live, line, version)
            broken = self._open_games.breaks.closed(game, live.match_version, line)
            settling = self._settling(live, seats) if broken or not waiting else None
            turn = None if settling is not None else self._turn(live, seats, waiting)
        answer = settling if turn is None else self._ordering(turn)
        if answer is None:
            return False
        self._patiently(answer)
        return True

    def _settling(self, live: OpenGame, seats: set[str]) -> Callable[[], object] | None:
        """An answer to what another seat proposes: the computer player agrees to all but a draw."""
        game, match, ask = live.id, live.match, self._match.request
        if match.ended is not None and match.ended.how != "rules":
            return None
        breaks = self._open_games.breaks
        for proposal in match.proposals.values():
            if breaks.closed(game, live.match_version, proposal.id):
                continue
            for seat in seats - {proposal.seat}:
                return lambda: ask(game, seat, r.AcceptRewind(proposal.id), id=f"house-{proposal.id}")
        for by, offer in match.draw_offers.items():
            for seat in seats - {by}:
                return lambda: ask(game, seat, r.DeclineDraw(offer.id), id=f"house-{offer.id}")
        for by, key in match.keys.offers.items():
            for seat in seats - {by}:
                name = f"house-{key.key}"[:ID_LIMIT]
                return lambda: ask(game, seat, r.AcceptKey(by, key.key), id=name)
        if breaks.closed(game, live.match_version, match.current):
            return None
        if (rules := match.rules_asked) is not None:
            for seat in seats - {rules.seat}:
                return self._moving_rules(live, seat, rules)
        known = match.dice.get(match.current)
        for by, dice in (known.offers if known is not None else {}).items():
            for seat in seats - {by}:
                return lambda: ask(game, seat, r.AnchorDice(agrees_to=dice.offer), id=f"house-{dice.offer}")
        return None

    def _moving_rules(self, live: OpenGame, seat: str, ask: RulesAsk) -> Callable[[], object]:
        """Agree to move the rules; decline where the move is not possible now."""
        game, request = live.id, self._match.request
        line, head = self._open_games.head(live, None)
        command = MoveRules(version=ask.version, readings=ask.readings, head=head)
        name = f"house-rules-{live.match_version}"
        try:
            require_movable(live.ruleset, live.match, self._open_games.position(live, line, head), command)
        except Refused:
            return lambda: request(game, seat, r.WithdrawRules(), id=name)
        return lambda: request(game, seat, r.MoveRules(ask.version, dict(ask.readings)), id=name)

    def _turn(self, live: OpenGame, seats: set[str], waiting: Waiting) -> _Turn | None:
        """A decision that the computer player owes on the game's line, if it owes one.

        `waiting` are the commands that wait there: then only an answer that they wait for is owed.
        """
        line, version = self._open_games.head(live, None)
        broken = self._open_games.breaks.closed(live.id, live.match_version, line)
        if live.match.ended is not None or broken:
            return None
        position = self._open_games.position(live, line, version)
        asked: Sequence[Due] = live.ruleset.rules.due(position)
        if waiting:
            asked = awaited(live.ruleset, position, terms_of(live.match).together, waiting)
        due = next((each for each in asked if each.seat in seats), None)
        if due is None or live.ruleset.rules.outcome(position) is not None:
            return None
        return _Turn(live, due, seen(live, position, due.seat), line, version)

    def _ordering(self, turn: _Turn) -> Callable[[], object]:
        """The command for a decision; the game is used by others while it is thought of."""
        line, version, due = turn.line, turn.version, turn.due
        request = Request(
            id=f"house-{line}-{version}",
            command=self._chosen(turn),
            decision=due.id,
            expected_version=version,
            timeline=line,
        )
        return lambda: self._commands.handle(turn.live.id, due.seat, request)

    def _chosen(self, turn: _Turn) -> dict[str, Any]:
        """The command of the ruleset's opponent; any legal one if that is refused, or takes too long."""
        ruleset, position, due = turn.live.ruleset, turn.position, turn.due
        seed = self._seeds.of_choice(turn.live, turn.line, turn.version)
        place = f"{turn.live.id} {turn.line} {turn.version}"
        command = self._thinking.within(
            lambda: decider.opponent_command(ruleset, position, due, Random(seed))
        )
        if command is None:
            _log.warning("at %s the computer player thought for too long, and gives any order", place)
        elif not decider.is_legal(ruleset, position, due.seat, command):
            said = command if turn.live.seal is None else type(command).__name__
            _log.error("at %s the computer player ordered what it may not: %s", place, said)
            command = None
        if command is None:
            command = decider.sample(ruleset, position, due, Random(seed))
        chosen: dict[str, Any] = msgspec.to_builtins(command)
        return chosen

    def _patiently(self, answer: Callable[[], object]) -> None:
        """Give an answer, again while the store or a checkpoint is late; too late for it is no fault."""
        for _ in range(_TRIES):
            try:
                answer()
                return
            except Unavailable:
                if self._stopped.wait(_AGAIN_SECONDS):
                    return
            except (Stale, GameOver, IdReused):
                return  # another process moved, or a player ended the game, first
            except Refused as refused:
                if refused.rule != OWED:
                    raise
                return  # a player has committed to a command first
        raise Unavailable("the store, or a checkpoint that covers the dice, has not come")
