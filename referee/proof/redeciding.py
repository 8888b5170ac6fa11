"""Deciding a recorded game again: every command of it, with the dice it rolled, must give the same events.

The Redecider takes one append after the other, as the log has them: the command that was accepted, then what
it caused, in its own stream or the match's. It asks of each command all that the referee asked, so that
nothing is in a record that could not have been accepted.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import DiceScriptError
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.closed import closed_fields
from ironclad.domain.match.commands import COMMANDS
from ironclad.domain.match.events import (
    CommandAccepted,
    CommandCommitted,
    LinkRevealed,
    RoundMissed,
)
from ironclad.eventlog.bundle.comparing import Caused, compare
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.seals import SealCheck, opened
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.log import MATCH
from ironclad.eventlog.sealing import hidden_in, may_hide, sealed_in
from ironclad.referee.proof.commands_again import CommandsAgain
from ironclad.referee.proof.game_again import Forks, GameAgain, Given
from ironclad.referee.proof.match_again import MatchAgain
from ironclad.referee.proof.opening_again import OpeningAgain
from ironclad.referee.proof.recorded import (
    first_of,
    line_of,
    paths,
)


class Redecider:
    """A game that is decided again, append by append."""

    def __init__(
        self,
        game: str,
        ruleset: Callable[[str], Ruleset[Any]],
        blobs: Mapping[str, bytes],
        forks: Forks,
        seals: SealCheck,
        says_seen: bool = False,
    ) -> None:
        """`ruleset` finds rules by name, or raises LookupError. `blobs` are documents by their SHA-256 (hex).

        `forks` are the places whose positions will be asked for again, `seals` those of the game, opened if
        it has ended. `says_seen`: there are requests that say what their seats had seen.
        """
        self._seals = seals
        self._game = GameAgain(game, forks, says_seen)
        self._commands = CommandsAgain(self._game)
        self._match = MatchAgain(self._game, OpeningAgain(self._game, ruleset, blobs), self._commands)
        self._ids: set[bytes] = set()

    @property
    def rules(self) -> str:
        """The rules that the game is played by: each version that held on the line that it is on."""
        match = self._game.match
        moves = [move.version for move in match.moves_of(match.current)]
        versions = [match.opened.version if match.opened is not None else "", *moves]
        return f"{self._game.rules().name} {', then '.join(dict.fromkeys(versions))}"

    def take(self, recorded: Sequence[Stored]) -> None:
        """Decide one command again. Raises BundleFault where something else comes of it, CannotDecide."""
        append = opened(self._seals.seal, recorded, self._seals.is_signed)
        first = append[0]
        event = first_of(first)
        try:
            caused = self._caused(event, append)
        except (Refused, Problem) as refused:
            raise BundleFault("rules", f"the command is refused: {refused}", first.position) from refused
        except (codec.UnknownName, codec.Unreadable, msgspec.MsgspecError) as wrong:
            raise BundleFault("rules", f"the command cannot be read: {wrong}", first.position) from wrong
        except DiceScriptError as wrong:
            raise BundleFault("rules", f"the command rolls other dice: {wrong}", first.position) from wrong
        compare(append, caused)
        if self._game.match.seal:
            self._check_sealed(recorded, [event, *(each for _, _, each in caused)])
        self._game.dice.take(append)

    def _caused(self, first: Event, append: Sequence[Stored]) -> list[Caused]:
        """What follows from an append's first event."""
        line, version = line_of(append[0]), append[0].version - 1
        match first:
            case CommandAccepted():
                self._check_once(first, append[0])
                if line == MATCH:
                    return self._match.asked(first, append)
                return self._commands.ordered(first, line, version, append)
            case CommandCommitted():
                self._check_once(first, append[0])
                return self._commands.committed(first, line, version, append)
            case LinkRevealed():
                return self._commands.revealed(first, line, version, append)
            case RoundMissed():
                return self._commands.missed(first, line, version, append)
        raise BundleFault("order", f"no command caused this {append[0].name}", append[0].position)

    def _check_sealed(self, recorded: Sequence[Stored], events: Sequence[Event]) -> None:
        """Sealed is just what the rules hide: of a command what is its seat's alone.

        Of a game that has not opened its seal only commands come here that hide nothing, and seal nothing.
        """
        for stored, event in zip(recorded, events, strict=True):
            body, wanted = bytes(stored.body), self._hidden(event, line_of(stored) == MATCH)
            found = dict(sealed_in(msgspec.json.decode(body))) if may_hide(body) else {}
            named = not isinstance(event, CommandAccepted | CommandCommitted | LinkRevealed) or all(
                each["for"] == [event.seat] for each in found.values()
            )
            if found.keys() != wanted or not named:
                detail = f"{stored.name} seals {paths(found)} where the rules hide {paths(wanted)}"
                raise BundleFault("rules", detail, stored.position)

    def _hidden(self, event: Event, in_match: bool) -> set[str]:
        """The paths of what is hidden in an event with its value, by the rules, or those of the match."""
        if isinstance(event, LinkRevealed):
            return {f"/opened/{field}" for field in event.opened or ()}
        if not isinstance(event, CommandAccepted | CommandCommitted):
            return hidden_in(event)
        given = {"/command": event.command}
        if isinstance(event, CommandAccepted) and event.instead:
            given["/instead/command"] = event.instead.command
        reader = COMMANDS if in_match else self._game.rules().storage.commands
        secret = {field for command in given.values() for field in reader.secret_fields(command)}
        if isinstance(event, CommandCommitted):
            secret ^= closed_fields(event.command).keys()  # a digest of what is not hidden is at fault too
        return {f"{path}/{field}" for path, command in given.items() for field in secret if field in command}

    def _check_once(self, accepted: Given, event: Stored) -> None:
        """No command comes twice, and its time is never before an earlier one's of the match."""
        known = sha256(f"{accepted.by}/{accepted.id}".encode()).digest()
        if known in self._ids:
            raise BundleFault(
                "rules", f"{accepted.by!r} gave a command {accepted.id!r} before", event.position
            )
        if accepted.at < self._game.match.clock:
            raise BundleFault("rules", f"the command has the time {accepted.at}, too early", event.position)
        self._ids.add(known)
