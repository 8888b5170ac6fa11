"""The referee's key desk: seats' own keys, registered, replaced, offered anew (docs/signatures.md)."""

from collections.abc import Callable

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.match import commands as c
from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.records import Receipt
from ironclad.referee import request_limits
from ironclad.referee.match_requests.dice_requests import DiceDesk
from ironclad.referee.signatures import Given, SignatureRoom


class KeyDesk(DiceDesk):
    """The referee's half that minds players' keys."""

    @as_problems()
    def register_key(
        self,
        game: str,
        seat: str,
        key: str,
        *,
        id: str | None = None,
        signature: str | None = None,
        possession: str | None = None,
    ) -> Receipt:
        """Register a seat's first key, signed by it; or another in its place, signed by the one in force.

        `possession` is the new key's signature then. Raises NotFound, Unreadable, IdReused, Refused
        ("signature/…").
        """
        return self._change(
            game,
            seat,
            "register_key",
            key,
            lambda: c.RegisterKey(key=key, log=self._origin()),
            id,
            Given(signature, possession),
        )

    @as_problems()
    def offer_key(
        self, game: str, seat: str, key: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Offer a key, signed by it, in place of one that was lost; a newer offer replaces the older one."""
        return self._change(
            game,
            seat,
            "offer_key",
            key,
            lambda: c.OfferKey(key=key, log=self._origin()),
            id,
            Given(signature),
        )

    @as_problems()
    def accept_key(
        self, game: str, seat: str, of: str, key: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Agree that the key which the seat `of` offers takes the place of the one that it lost."""
        what = f"accept_key {request_limits.known(of, 'seat')}"
        return self._change(game, seat, what, key, lambda: c.AcceptKey(of=of, key=key), id, Given(signature))

    @as_problems()
    def decline_key(
        self, game: str, seat: str, of: str, key: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Decline the key which the seat `of` offers; of one's own offer: take it back."""
        what = f"decline_key {request_limits.known(of, 'seat')}"
        return self._change(game, seat, what, key, lambda: c.DeclineKey(of=of, key=key), id, Given(signature))

    def _change(
        self,
        game: str,
        seat: str,
        what: str,
        key: str,
        command: Callable[[], Command],
        id: str | None,
        given: Given,
    ) -> Receipt:
        self._seat(game, seat)
        request_limits.text(key, "key", request_limits.LINK_LIMIT)
        asked = {"ask": what, "key": key, "game": game}
        done = self._matches.carry_out(game, seat, lambda live: command(), asked, id, given)
        return self._matches.receipt(done)

    def _origin(self) -> str:
        return SignatureRoom(self._core).origin()
