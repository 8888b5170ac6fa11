"""A service at the tournament level, with a clock, a beacon and witnesses in the test's hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from ironclad.api.service import Service
from ironclad.domain.kernel.fair.fair_tournament import Schedule, request_digest
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.eventlog.records import IntentRecord, Receipt
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.dice.beacon import Beacon
from tests.log.conftest import referee_at
from tests.proof.parties import OwnChain

BEGIN = 1_790_000_000
SCHEDULE = Schedule("lighthouse", BEGIN - 300, 10)
LEAD = 20
KEY = SigningKey("ironclad.example/log", bytes(range(32)))
WITNESSES = tuple(Witness(f"witness.example/w{n}", bytes([n]) * 32) for n in (1, 2, 3))
NEEDED = 2
SEATS = ("blue", "grey")


def value(round: int) -> bytes:
    """What the beacon says in a round."""
    return sha256(f"lighthouse {round}".encode()).digest()


@dataclass
class Clock:
    """The time, which passes when a test says so."""

    seconds: int = BEGIN

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)


class Lighthouse:
    """A beacon whose rounds are known once they are over; `dark` while nobody hears of them."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self.dark = clock, False

    def value(self, round: int) -> bytes | None:
        return None if self.dark or SCHEDULE.time(round) > self._clock.seconds else value(round)

    def close(self) -> None:
        """Nothing is open."""


@dataclass
class Hall:
    """A referee of tournament games, what it hears of, and the clients of one game."""

    referee: Service
    clock: Clock
    lighthouse: Lighthouse
    game: str = ""
    chains: dict[str, OwnChain] = field(default_factory=dict)
    _names: Iterator[int] = field(default_factory=lambda: count(1))

    def open(self, own: bool = True) -> str:
        """A game of the level; both seats keep their own chains, or neither."""
        game = self.game = self.referee.opening.open_game("tug", "long", dice="tournament").id
        for seat in SEATS:
            chain = OwnChain(seat, game)
            given = Given(chain.anchor, chain.length) if own else None
            self.referee.opening.take_seat(game, seat, seat, dice=given)
            if own:
                self.chains[seat] = chain
        if own:
            self.referee.match.request(game, "grey", match_requests.ReadyDice(self.chains["grey"].link()))
            self.chains["grey"].used += 1
        return game

    def due(self) -> tuple[str, str]:
        """Whose pull is due, and the id of the decision."""
        (due,) = self.referee.queries.due(self.game)
        return due.seat, due.id

    def request(self, effort: int = 1, **more: Any) -> dict[str, Any]:
        """The request to pull that is due, with an id that nobody could guess (in earnest)."""
        decision = self.due()[1]
        command = {"type": "pull", "effort": effort}
        return {"id": f"request-{next(self._names)}", "decision": decision, "command": command, **more}

    def shout(self, word: str = "heave") -> dict[str, Any]:
        return self.request(decision=None, command={"type": "shout", "word": word})

    def digest(self, seat: str, request: dict[str, Any]) -> str:
        asked = {"expected_version": None, **request}
        return request_digest(self.game, self.referee.queries.head(self.game)[0], seat, asked)

    def intend(
        self, seat: str, request: dict[str, Any], round: int | None = None, **more: Any
    ) -> IntentRecord:
        intent = match_requests.MakeIntent(self.digest(seat, request), round=round)
        return self.referee.match.request(self.game, seat, intent, **more)

    def witness(self, *who: Witness, at: int | None = None) -> None:
        """Let witnesses (those that are needed, unless named) cosign the log as it is."""
        note = self.referee.prover.checkpoint(self.referee.queries.log_size(), wait=40.0)
        plain = Note(note.text, note.signatures[:1])
        seconds = self.clock.seconds if at is None else at
        lines = [each.cosign(note.text, seconds) for each in who or WITNESSES[:NEEDED]]
        self.referee.prover.cosign(str(plain.signed(*lines)))

    def until(self, made: IntentRecord) -> None:
        """Let the time come in which the beacon speaks for an intent."""
        self.clock.seconds = max(self.clock.seconds, made.at)

    def give(self, seat: str, request: dict[str, Any]) -> Receipt:
        chain = self.chains.get(seat)
        link = {} if chain is None else {"link": chain.link()}
        receipt = self.referee.commands.handle(self.game, seat, {**request, **link})
        proof = receipt.events[0].data["dice_proof"]
        if chain is not None and not receipt.repeated:
            chain.used += seat in proof.get("revealed", ())
        return receipt

    def pull(self) -> Receipt:
        """One whole command: committed to, witnessed, given when the beacon has spoken."""
        seat, _ = self.due()
        request = self.request()
        made = self.intend(seat, request)
        self.witness()
        self.until(made)
        return self.give(seat, request)

    def states(self) -> dict[str, str]:
        """How the last intent of each seat on the game's line stands."""
        line = self.referee.queries.head(self.game)[0]
        found = self.referee.queries.intents(self.game).items
        return {each.seat: each.state for each in found if each.timeline == line}


@contextmanager
def hall_at(url: str, folder: Path, clock: Clock | None = None, **more: Any) -> Iterator[Hall]:
    clock = clock or Clock()
    lighthouse = Lighthouse(clock)
    keys = tuple(each.verifier for each in WITNESSES)
    settings = {
        "clock": clock,
        "signing": Signing(KEY, folder / "elsewhere" / "notary", keys),
        "beacon": Beacon(SCHEDULE, "", lighthouse, NEEDED, LEAD),
        **more,
    }
    with referee_at(url, **settings) as referee:
        yield Hall(referee, clock, lighthouse)
