"""Parties that share dice, and a log of what they do, without a service: for tests of the pure part."""

from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_dice import V1, V2, KeptChain, context
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_round import FairRound
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, Chain, DiceProof, Epoch, FairTable, Terms
from ironclad.domain.match.events import (
    EVENTS,
    CommandAccepted,
    CommandCommitted,
    DiceAnchored,
    GameOpened,
    LinkRevealed,
    SeatReady,
    TimelineOpened,
)
from ironclad.referee.dice.custody import DiceCustody
from tests.proof.second_verifier import Row

GAME = "0123456789abcdef"
SEATS = ("blue", "grey")
KEEPER = DiceCustody(b"the master key of the tests")
TERMS = Terms(hands_over=("pass",), unprompted=("3.1",))
TERMS_2 = Terms(hands_over=("pass",), unprompted=("3.1",), together=("orders",), scheme=V2)


class OwnChain:
    """A seat's chain in its own hand: it gives its links one after another."""

    def __init__(
        self,
        seat: str,
        game: str = GAME,
        timeline: str = "main",
        series: int = 1,
        length: int = 256,
        scheme: str = V1,
    ) -> None:
        end = sha256(f"{seat} {game} {timeline} {series}".encode()).digest()
        self._kept = KeptChain(context(game, timeline, seat, "client", series, scheme), end, length)
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

    def __init__(
        self,
        *own: OwnChain,
        timeline: str = "main",
        seats: tuple[str, ...] = SEATS,
        terms: Terms = TERMS,
    ) -> None:
        """Seats without a chain of their own leave it to the service; `seats` () is a line of one reader."""
        self.rows: list[Row] = []
        self.terms = terms
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
        scheme = self.terms.scheme
        chains = [KEEPER.new(GAME, self.timeline, "server", number, 600, scheme)]
        for seat in self._seats:
            own = self.own.get(seat)
            kept = KEEPER.new(GAME, self.timeline, seat, number, 300, scheme)
            chains.append(own.chain() if own else kept)
        return Epoch(number, tuple(chains), agreed, self.terms)

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


Rolls = tuple[tuple[str, str, int, int], ...]
"""Rolls of a command: purpose, clause, dice, sides of each."""


class RoundLog(DiceLog):
    """The same for dice of v2: what a seat gives that keeps its own chain is committed to first."""

    def __init__(self, *own: OwnChain, timeline: str = "main", seats: tuple[str, ...] = SEATS) -> None:
        super().__init__(*own, timeline=timeline, seats=seats, terms=TERMS_2)
        self.waits: list[tuple[CommandCommitted, int]] = []

    def commit(self, seat: str, type: str = "go") -> int:
        """The version at which a seat commits to a command."""
        self.version += 1
        command = {"type": type, "n": self.version}
        event = CommandCommitted(seat, f"id-{self.version}", "digest", "now", command, seat)
        self.put(self.timeline, self.version, event)
        self.waits.append((event, self.version))
        return self.version

    def in_order(self) -> list[tuple[CommandCommitted, int]]:
        return sorted(self.waits, key=lambda each: (SEATS.index(each[0].seat), each[1]))

    def reveal(self) -> None:
        """Every link that is owed is revealed, in order."""
        for event, version in self.in_order():
            own = self.own.get(event.seat)
            if own is not None:
                chain = self.table.chain(event.seat)
                assert chain is not None
                share = self.table.read(chain, own.link())
                own.used += 1
                self.table = self.table.revealed(share)
                self.version += 1
                self.put(self.timeline, self.version, LinkRevealed(event.seat, version, share, "then"))

    def carry_out(self, *rolls: Rolls) -> list[tuple[int, ...]]:
        """The commands that wait are carried out, each with its rolls; all faces in order."""
        givers = [event.seat for event, _ in self.waits]
        made = FairRound(self.table, givers, KEEPER)
        faces = []
        for (event, version), asked in zip(self.in_order(), rolls, strict=True):
            dice = made.dice()
            faces += [dice.roll(*each) for each in asked]
            self.accept(event, dice.proof(), made.settle(dice), committed=version)
        self.table, self.waits = made.table, []
        return faces

    def accept(self, event: CommandCommitted, rolls: Any, proof: DiceProof, **more: Any) -> None:
        self.version += 1
        if proof.whole:
            self.since = self.version
        else:
            proof = msgspec.structs.replace(proof, since=self.since)
        about = (event.seat, event.id, event.digest, event.at, event.command, event.by)
        accepted = CommandAccepted(*about, rolls=rolls, dice_proof=proof, **more)
        self.put(self.timeline, self.version, accepted)

    def command(
        self, seat: str, *rolls: tuple[str, str, int, int], type: str = "go", link: str | None = None
    ) -> tuple[tuple[int, ...], ...]:
        """A command of one seat, committed to where that has to be; the faces, roll by roll."""
        if seat in self.own and (rolls or self.terms.reveals(type)):
            self.commit(seat, type)
            self.reveal()
            return tuple(self.carry_out(rolls))
        dice = FairDice(self.table, seat, None, KEEPER)
        faces = tuple(dice.roll(*each) for each in rolls)
        proof, self.table = dice.settle(type)
        asked = CommandCommitted(seat, f"id-{self.version + 1}", "digest", "now", {"type": type}, seat)
        self.accept(asked, dice.proof(), proof)
        return faces

    def round(self, *given: tuple[str, Rolls]) -> list[tuple[int, ...]]:
        """Seats commit to orders one after another, which are carried out together."""
        for seat, _ in given:
            self.commit(seat, "orders")
        rolls = [rolls for _, rolls in sorted(given, key=lambda each: SEATS.index(each[0]))]
        self.reveal()
        return self.carry_out(*rolls)
