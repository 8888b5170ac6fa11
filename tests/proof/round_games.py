"""Whole games, played by two clients with chains of their own, and what an operator hears of them."""

import re
from itertools import islice
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.playout import COMMAND_CAP, choices
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.fair.fair_dice import SERVER, V1, faces_of, fits
from ironclad.domain.kernel.fair.fair_table import FairTable, Share
from ironclad.domain.match.signed import Seen, SeenCheckpoint, SeenLine, SeenMatch
from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.running import RunningHashes
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store.leaf import leaf
from tests.proof.round_player import RoundPlayer
from tests.proof.seeing import checkpoint_of
from tests.proof.test_signed_bundle import Body

LENGTH = 4_096


class Operator:
    """Who runs the service: it has the log, the service's own chains, and all that it ever received."""

    def __init__(self, referee: Service, game: str) -> None:
        self._referee, self._game = referee, game
        self.heard: set[str] = set()

    def hears(self, request: Any) -> None:
        """A request came."""
        self.heard |= set(re.findall(r"[0-9a-f]{64}", msgspec.json.encode(request).decode()))

    def foresees(self, giver: str) -> bytes | None:
        """The key of the next rolls of a seat's command, if it follows from what the operator has."""
        with self._referee.open_games.game(self._game) as live:
            line, version = self._referee.open_games.head(live, None)
            table = self._referee.dice.table(live, line, version)
        assert table is not None
        for party in (SERVER, *table.seats):
            if party in (SERVER, giver) or party not in table.shares:
                if (link := self._next(table, party)) is None:
                    return None
                table = table.revealed(Share(party, 0, link))
        return table.key()

    def _next(self, table: FairTable, party: str) -> str | None:
        """The next link of a party, if the operator has it."""
        chain = table.chain(party)
        assert chain is not None
        last = table.last(chain)
        if chain.custody == "server":
            keeper = self._referee.dice.keeper
            return keeper.link(table.game, table.timeline, chain, last.index + 1, table.scheme).hex()
        context, known = table.context(chain), bytes.fromhex(last.link)
        index = last.index + 1
        found = (link for link in self.heard if fits(context, known, index, bytes.fromhex(link)))
        return next(found, None)


class WholePlayer(RoundPlayer):
    """Two clients who play what a seed chooses; their operator hears all that they send.

    `foreseen` counts the commands whose rolls the operator could compute before the last link of theirs came,
    of `rolled`.
    """

    def __init__(self, referee: Service, ruleset: str, scenario: str, **more: Any) -> None:
        self._hashes, self._read = RunningHashes(), 0
        super().__init__(referee, ruleset, None, scenario, length=LENGTH, **more)
        self.operator = Operator(referee, self.game)
        self.foreseen = self.rolled = 0

    def seen(self, line: str | None = None) -> Seen | None:
        """What the clients have seen: all that there is; they read each event once."""
        size = self.referee.queries.log_size()
        for stream, version, name, body, _ in self.referee.open_games.recorder.appended(
            self._read + 1, size - self._read
        ):
            self._hashes.append(stream.partition("/")[2], leaf(stream, version, name, body))
        self._read = size
        checkpoint = parse_checkpoint(checkpoint_of(self.referee).text)
        line = line or "main"
        last, match = self._hashes.last(line), self._hashes.last("match")
        return Seen(
            SeenCheckpoint(checkpoint.size, checkpoint.root.hex()),
            SeenLine(line, last, (self._hashes.at(line, last) or b"").hex()),
            SeenMatch(match, (self._hashes.at("match", match) or b"").hex()),
        )

    def ask(self, seat: str, command: Body, asked: Body) -> Body:
        body = super().ask(seat, command, asked)
        return {**body, "link": self.chains[seat].link()} if self.dice == V1 else body

    def send(self, seat: str, command: Body, decision: str | None) -> Receipt:
        """Give a command with whatever link is asked for; the operator predicts its rolls before."""
        predicted = self.operator.foresees(seat)
        given = self.give(seat, command, decision=decision)
        self.operator.hears({"link": self.chains[seat].link()} if self.dice == V1 else command)
        while isinstance(given.owed, tuple) and given.owed:
            owed = given.owed[0]
            predicted = self.operator.foresees(seat)
            link = self.chains[owed.seat].link()
            given = self.reveal(owed.seat, owed.id, owed.committed)
            self.operator.hears({"link": link})
        for event in given.events:
            if event.type == "command_accepted":
                self._count(event.data, predicted)
        return given

    def _count(self, accepted: Body, predicted: bytes | None) -> None:
        seat, proof = accepted["seat"], accepted["dice_proof"]
        if self.dice == V1:
            self.chains[seat].used += seat in proof.get("revealed", ())
        if rolls := accepted["rolls"]:
            place = (self.game, "main", rolls[0]["number"])
            shape = (len(rolls[0]["faces"]), rolls[0].get("sides", 6), self.dice)
            shown = tuple(rolls[0]["faces"])
            self.rolled += 1
            self.foreseen += predicted is not None and faces_of(predicted, *place, *shape) == shown

    def play_on(self, seed: int, commands: int = COMMAND_CAP) -> None:
        """Play the choices of a seed, to the end or so many commands."""
        ruleset = self.referee.queries.ruleset_of(self.game)

        def carry_out(position: Any, due: Due, command: Command) -> tuple[list[Event], Any]:
            self.send(due.seat, msgspec.to_builtins(command), due.id)
            return [], self.referee.queries.live_position(self.game)

        steps = choices(ruleset, seed, self.referee.queries.live_position(self.game), carry_out)
        for _ in islice(steps, commands):
            pass
