"""What a seat may order, and what an order would bring: legal commands, reach, foresight, odds."""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec, decider
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.foresight import foresee
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.odds import odds as kernel_odds
from ironclad.eventlog.errors import NotFound, TooManyWays, Unreadable
from ironclad.eventlog.records import (
    AdviceRecord,
    AskedOdds,
    ForesightRecord,
    LegalRecord,
    OddsRecord,
    ReachRecord,
)
from ironclad.projections.foresight import meanings
from ironclad.projections.places import due_at, limited, place, position_at
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.request_limits import stored_form
from ironclad.referee.sight import seen
from ironclad.referee.taking_back import may_take_back

MOST_ANSWERS = 100  # of advice on one decision


class OrderReader:
    """Answers what a seat asks of its orders. Nothing here changes a game."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    def due(self, live: OpenGame, seat: str | None, timeline: str | None) -> tuple[Due, ...]:
        """Decisions due at a line's head, for a seat (None: an onlooker)."""
        line, version = self._open_games.head(live, timeline)
        return due_at(live, line, seen(live, self._open_games.position(live, line, version), seat))

    def legal(
        self, live: OpenGame, seat: str, timeline: str | None, limit: int, decision: str | None = None
    ) -> LegalRecord:
        """Commands a seat may give at a line's head, up to a limit; for one decision, if it is named."""
        _seat(live, seat)
        limit = limited(limit)
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        due = due_at(live, line, position)
        every = decider.offers(live.ruleset, position, seat, decision) if due else ()
        offered = list(islice(every, limit + 1))
        commands = tuple(msgspec.to_builtins(command) for _, command in offered[:limit])
        answers = tuple(answered.id for answered, _ in offered[:limit])
        owed = tuple(each for each in due if each.seat == seat)
        back = may_take_back(self._open_games, live, line, version, position)
        more = len(offered) > limit
        about = live.id, line, version, seat, owed, commands, more
        return LegalRecord(*about, may_take_back=back, answers=answers)

    def reach(
        self,
        live: OpenGame,
        seat: str,
        data: Mapping[str, Any],
        timeline: str | None,
        decision: str | None = None,
    ) -> ReachRecord:
        """Where a command whose way is left open could lead, at a line's head. Raises Refused, Unreadable."""
        _seat(live, seat)
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        found = decider.reached(live.ruleset, position, seat, _command(live, data), decision)
        return ReachRecord(live.id, line, version, seat, found)

    def foresight(
        self,
        live: OpenGame,
        seat: str,
        asked: Sequence[Mapping[str, Any]],
        timeline: str | None,
        decision: str | None = None,
    ) -> ForesightRecord:
        """What commands of a seat's would mean at a line's head. Raises Unreadable."""
        _seat(live, seat)
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        commands = [_command(live, data) for data in asked]
        why, meant = meanings(live.ruleset, position, seat, commands, decision)
        return ForesightRecord(live.id, line, version, seat, why, meant)

    def advice(
        self,
        live: OpenGame,
        seat: str,
        timeline: str | None,
        decision: str | None = None,
        whole: bool = False,
    ) -> AdviceRecord:
        """What the computer player would answer at a line's head, as that seat sees it. Raises Refused.

        With `whole` it has all answers to a decision that stays open until the last of them.
        """
        _seat(live, seat)
        require(live.match.tournament is None, "match/advice", "no advice is given at the tournament level")
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        due = [each for each in due_at(live, line, position) if each.seat == seat]
        due = [each for each in due if decision in (None, each.id)]
        about = live.id, line, version, seat
        if not due or live.ruleset.advice.opponent is None:
            return AdviceRecord(*about)
        answered = due[0]
        random = Random(f"{live.id} {line} {version} {answered.id}")
        found = answers(live.ruleset, position, answered, random, MOST_ANSWERS if whole else 1)
        commands = tuple(msgspec.to_builtins(each) for each in found)
        return AdviceRecord(*about, answered.id, commands[0], commands=commands if whole else ())

    def odds(
        self,
        live: OpenGame,
        eyes: str | None,
        asked: AskedOdds,
        timeline: str | None,
        at: int | None,
        patience: kernel_odds.Patience,
    ) -> OddsRecord:
        """The exact odds of a battle at any event, from the position that the reader may see."""
        position = position_at(self._open_games, live, eyes, timeline, at)
        line, version = place(self._open_games, live, timeline, at)
        answers = tuple((_seat(live, who), _command(live, data)) for who, data in asked.answers)
        command = None if asked.command is None else _command(live, asked.command)
        owing = next((due.seat for due in live.ruleset.rules.due(position)), "")
        seat = owing if asked.seat is None else _seat(live, asked.seat)
        try:
            found = kernel_odds.odds(
                live.ruleset, position, kernel_odds.Question(seat, command, answers, asked.decision), patience
            )
        except kernel_odds.NoOdds as none:
            raise NotFound(str(none)) from none
        except kernel_odds.TooManyWays as many:
            raise TooManyWays(str(many)) from many
        return OddsRecord(live.id, line, version, seat, asked.command, found)


def answers(ruleset: Ruleset[Any], position: Any, due: Due, random: Random, most: int) -> list[Command]:
    """The computer player's answers to a decision, as long as it stays open and no die is rolled."""
    found: list[Command] = []
    while len(found) < most:
        found.append(decider.opponent_command(ruleset, position, due, random))
        if len(found) == most:
            break
        foreseen = foresee(ruleset, position, due.seat, found[-1], due.id)
        again = [each for each in foreseen.due if each.id == due.id]
        if foreseen.roll is not None or not again:
            break
        position, due = foreseen.after, again[0]
    return found


def _seat(live: OpenGame, seat: str) -> str:
    """A seat of the game's. Raises NotFound."""
    if seat not in live.ruleset.seats:
        raise NotFound(f"the game has no seat {seat!r}")
    return seat


def _command(live: OpenGame, data: Mapping[str, Any]) -> Command:
    """A command as it would be stored. Raises Unreadable and TooMuch."""
    try:
        return live.ruleset.storage.commands.read(stored_form(data, "the command")[0])
    except (codec.UnknownName, codec.Unreadable) as wrong:
        raise Unreadable(str(wrong)) from wrong
