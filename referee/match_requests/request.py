"""What a request on the match is, and the one function that carries any of them out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.match.signed import Seen
from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import NotFound, as_problems
from ironclad.eventlog.records import Receipt, Receipted, TimelineRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.referee import request_limits
from ironclad.referee.intents import Intents
from ironclad.referee.match_requests.handler import Asked, Done, MatchHandler
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.proof.receipts import Receipts
from ironclad.referee.signatures import Given, Signatures

A = TypeVar("A", bound=Receipted)


@dataclass(frozen=True)
class Parts:
    """What requests need of the service, besides the game. `timeline` gives a timeline's record."""

    open_games: OpenGames
    intents: Intents
    signatures: Signatures
    receipts: Receipts
    timeline: Callable[[OpenGame, str], TimelineRecord]

    def head(self, live: OpenGame) -> int:
        """The last version of the game's line."""
        return self.open_games.head(live, None)[1]


class Waiting(Exception):
    """The seat has asked for the same before, and the other seat has not answered: there is nothing to do."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer


class MatchRequest(msgspec.Struct, Generic[A], frozen=True):
    """A request on the match. Its fields are what a client sends; `A` is what it is answered with.

    The fields' bounds are in their annotations (`request_bounds`).
    """

    def sender(self, live: OpenGame, given: str) -> str:
        """The name under which `given` asks this: that of a seat. Raises NotFound."""
        if given not in live.ruleset.seats:
            raise NotFound(f"the game has no seat {given!r}")
        return given

    def content(self) -> dict[str, Any]:
        """What the digest is made of, besides the game, the seat and the id: same id, same content."""
        raise NotImplementedError

    def command(self, parts: Parts, live: OpenGame, seat: str) -> Command:
        """The command of the match that this becomes; its stored form is what is signed."""
        raise NotImplementedError

    def check(self, parts: Parts, live: OpenGame, seat: str, command: Any) -> None:
        """Check what the match does not know of. Raises Refused, NotFound, and Waiting with an answer."""

    def also(self, parts: Parts, live: OpenGame) -> Callable[[Connection], object] | None:
        """More work for the transaction of the append."""
        return None

    def answer(self, parts: Parts, done: Done) -> A:
        """The answer, made of the events; the same for a repeated request."""
        raise NotImplementedError


class ReceiptRequest(MatchRequest[Receipt], frozen=True):
    """A request that is answered with a receipt."""

    def answer(self, parts: Parts, done: Done) -> Receipt:
        """The events, and the version of the match after them."""
        return done.receipt()


class MatchRequests:
    """Carries out what seats, and readers who branch, ask of matches."""

    def __init__(self, handler: MatchHandler, parts: Parts) -> None:
        self._handler, self._parts = handler, parts

    @as_problems()
    def request(
        self,
        game: str,
        seat: str,
        record: MatchRequest[A],
        *,
        id: str | None = None,
        signature: str | None = None,
        possession: str | None = None,
        seen: Seen | None = None,
    ) -> A:
        """Carry out a request of a seat, or return the first answer to it.

        `id` names the request (random unless named); `signature` is by the seat's key, `possession` by a new
        one that takes its place, `seen` is what the seat had seen (docs/signatures.md). Raises NotFound,
        Unreadable, IdReused, GameOver, Refused (rule, reason).
        """
        parts, given = self._parts, Given(signature, possession, seen)
        with parts.open_games.game(game, fresh=False) as live:
            seat = record.sender(live, seat)
        request_limits.check(record)
        given.check(id)
        limit = request_bounds.ID_LIMIT
        id = parts.open_games.ids() if id is None else request_limits.text(id, "id", limit, 1)
        digest = request_limits.digest_of("match", {"id": id, "seat": seat, "game": game, **record.content()})
        with parts.open_games.game(game, fresh=False) as live:
            also = record.also(parts, live)
        asked = Asked(
            seat,
            id,
            digest,
            lambda live: record.command(parts, live, seat),
            given,
            lambda live, command: record.check(parts, live, seat, command),
            also,
        )
        try:
            done = self._handler.carry_out(game, asked)
        except Waiting as waiting:
            answer: A = waiting.answer
            return answer
        return parts.receipts.to_row(record.answer(parts, done), done.rows[0])
