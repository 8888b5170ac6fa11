"""Pairs of games that differ only in what is sealed: chits, rail orders and voyage orders (R.1/13).

Everybody else must get the same from both, to the byte: positions, offers, refusals, events as they are sent,
and the length of what is sealed.
"""

from typing import Any

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for

SEAL = GameSeal(game_key(b"w" * 32, "game"), RULESET.sight.padded_to)


class Leak(AssertionError):
    """A seat got something else from two games that differ only in what it may not see."""


class Pair:
    """Two games with their own secrets of one seat, compared as everyone else sees them."""

    def __init__(self, position: Position, hidden: str, seen: Any = see) -> None:
        self.games = [position, position]
        self.others = tuple(seat for seat in (*RULESET.identity.seats, None) if seat != hidden)
        self.see = seen
        self.number = 1

    def give(
        self, seat: str, commands: tuple[dict[str, Any], dict[str, Any]], dice: str
    ) -> list[list[Event]]:
        """Give each game its command with the same dice, and compare what others get."""
        made = []
        for index, command in enumerate(commands):
            read = RULESET.storage.commands.read(command)
            rolled = SeededDice(dice)
            events, self.games[index] = decider.execute(RULESET, self.games[index], seat, read, rolled)
            made.append(events)
        self.compare(made)
        return made

    def compare(self, made: list[list[Event]]) -> None:
        """Raise Leak where somebody else could tell the two games apart."""
        for seat in self.others:
            self._same("position", [self._document(game, seat) for game in self.games])
            if seat is not None:
                self._same("offers", [self._offers(game, seat) for game in self.games])
        self._same("events", [self._kept(index, events) for index, events in enumerate(made)])
        self.number += len(made[0])

    def _same(self, what: str, both: list[Any]) -> None:
        if both[0] != both[1]:
            raise Leak(f"{what}: {both[0]} and {both[1]}")

    def _document(self, game: Position, seat: str | None) -> bytes:
        return RULESET.storage.freeze(self.see(game, seat))

    def _offers(self, game: Position, seat: str) -> list[tuple[str, Any]]:
        seen = self.see(game, seat)
        return [(due.id, canonical(command)) for due, command in decider.offers(RULESET, seen, seat)]

    def refusals(self, seat: str, commands: list[Command]) -> None:
        """Compare the answers to a seat that may not see when it tries commands."""
        for command in commands:
            said = []
            for game in self.games:
                try:
                    decider.check(RULESET, game, seat, command)
                    said.append("legal")
                except Refused as refused:
                    said.append(str(refused))
            self._same("refusal", said)

    def _kept(self, index: int, events: list[Event]) -> list[Any]:
        """Each event's length in the log, and as everyone else reads it."""
        found = []
        for number, event in enumerate(events, self.number):
            sealed = SEAL.sealed("game/main", number, event, {})
            topic, body = RULESET.storage.events.encode(sealed)
            row = ("game/main", number, topic, body, number)
            found.append((topic, len(body), [body_for(SEAL, row, each) for each in self.others]))
        return found
