"""Parties that share dice, and a log of what they do, without a service: for tests of the pure part."""

from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_dice import KeptChain, context
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, Chain, Epoch, FairTable, Terms
from ironclad.domain.match.events import (
    EVENTS,
    CommandAccepted,
    DiceAnchored,
    GameOpened,
    SeatReady,
    TimelineOpened,
)
from ironclad.referee.dice.custody import DiceCustody
from tests.proof.second_verifier import Row

GAME = "0123456789abcdef"
SEATS = ("blue", "grey")
KEEPER = DiceCustody(b"the master key of the tests")
TERMS = Terms(hands_over=("pass",), unprompted=("3.1",))


class OwnChain:
    """A seat's chain in its own hand: it gives its links one after another."""

    def __init__(
        self, seat: str, game: str = GAME, timeline: str = "main", series: int = 1, length: int = 256
    ) -> None:
        end = sha256(f"{seat} {game} {timeline} {series}".encode()).digest()
        self._kept = KeptChain(context(game, timeline, seat, "client", series), end, length)
        self.seat, self.series, self.length, self.used = seat, series, length, 0

    @property
    def anchor(self) -> str:
        return self._kept.anchor.hex()

    def link(self, ahead: int = 1) -> str:
        """The link so many after the last one used."""
        return self._kept.link(self.used + ahead).hex()

    def chain(self) -> Chain:
        """The chain as an epoch names it, going on where it stands."""
        link = self._kept.link(self.used).hex()
        return Chain(self.seat, KEPT_BY_CLIENT, self.series, self.length, link, self.used)


class DiceLog:
    """One timeline's commands and anchors as a log would hold them; `rows` are its events in order."""

    def __init__(self, *own: OwnChain, timeline: str = "main", seats: tuple[str, ...] = SEATS) -> None:
        """Seats without a chain of their own leave it to the service; `seats` () is a line of one reader."""
        self.rows: list[Row] = []
        self.timeline, self.version, self.since = timeline, 0, 0
        self.own = {each.seat: each for each in own}
        opened = GameOpened("tug", "1.0", "short", {}, SEATS, "", "")
        self.put("", 2, opened)
        self.put("", 3, TimelineOpened(timeline, None, 0, "main" if seats else "branch", ""))
        self._seats = seats
        epoch = self.epoch(1)
        self.table = FairTable(GAME, timeline, SEATS, epoch)
        self.put("", 4, DiceAnchored(timeline, epoch))

    def epoch(self, number: int, *agreed: str) -> Epoch:
        chains = [KEEPER.new(GAME, self.timeline, "server", number, 600)]
        for seat in self._seats:
            own = self.own.get(seat)
            chains.append(own.chain() if own else KEEPER.new(GAME, self.timeline, seat, number, 300))
        return Epoch(number, tuple(chains), agreed, TERMS)

    def put(self, line: str, version: int, event: Event) -> None:
        name, body = EVENTS.encode(event)
        self.rows.append((len(self.rows) + 1, line, version, name, msgspec.json.decode(body)))

    def anchor(self, *own: OwnChain, agreed: tuple[str, ...] = SEATS) -> None:
        """Begin an epoch in which these chains replace their seats' old ones."""
        self.own |= {each.seat: each for each in own}
        epoch = self.epoch(self.table.epoch.number + 1, *agreed)
        self.table = self.table.began(epoch)
        self.put("", 5, DiceAnchored(self.timeline, epoch))

    def ready(self, seat: str) -> None:
        share = self.table.ready(seat, self.own[seat].link())
        self.own[seat].used += 1
        self.table = self.table.revealed(share)
        self.put("", 6, SeatReady(self.timeline, self.table.epoch.number, share))

    def command(
        self, seat: str, *rolls: tuple[str, str, int, int], type: str = "go", link: str | None = None
    ) -> tuple[tuple[int, ...], ...]:
        """A command that rolls so (purpose, clause, dice, sides); the faces, roll by roll."""
        own = self.own.get(seat)
        given = own.link() if own and link is None else link
        dice = FairDice(self.table, seat, given, KEEPER)
        faces = tuple(dice.roll(*each) for each in rolls)
        proof, self.table = dice.settle(type)
        self.version += 1
        if proof.revealed:
            self.since = self.version
        else:
            proof = msgspec.structs.replace(proof, since=self.since)
        if own and seat in proof.revealed:
            own.used += 1
        command: dict[str, Any] = {"type": type}
        accepted = CommandAccepted(
            seat, "id", "digest", "now", command, seat, rolls=dice.proof(), dice_proof=proof
        )
        self.put(self.timeline, self.version, accepted)
        return faces
