"""Seats' own keys: registered, replaced, offered in place of a lost one (docs/signatures.md)."""

from typing import Any

from ironclad.domain.match import commands as c
from ironclad.referee import request_limits
from ironclad.referee.match_requests.request import Parts, ReceiptRequest
from ironclad.referee.open_games import OpenGame


class RegisterKey(ReceiptRequest, frozen=True):
    """Register a seat's first key, signed by it; or another in its place, signed by the one in force.

    The request's `possession` is the new key's signature then.
    """

    key: str

    def read(self) -> None:
        request_limits.text(self.key, "key", request_limits.LINK_LIMIT)

    def content(self) -> dict[str, Any]:
        return {"ask": "register_key", "key": self.key}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.RegisterKey:
        return c.RegisterKey(key=self.key, log=parts.signatures.origin())


class OfferKey(ReceiptRequest, frozen=True):
    """Offer a key, signed by it, in place of one that was lost; a newer offer replaces the older one."""

    key: str

    def read(self) -> None:
        request_limits.text(self.key, "key", request_limits.LINK_LIMIT)

    def content(self) -> dict[str, Any]:
        return {"ask": "offer_key", "key": self.key}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.OfferKey:
        return c.OfferKey(key=self.key, log=parts.signatures.origin())


class _OfKey(ReceiptRequest, frozen=True):
    """About the key that the seat `of` offers."""

    of: str
    key: str

    def read(self) -> None:
        request_limits.known(self.of, "seat")
        request_limits.text(self.key, "key", request_limits.LINK_LIMIT)


class AcceptKey(_OfKey, frozen=True):
    """Agree that the key which the seat `of` offers takes the place of the one that it lost."""

    def content(self) -> dict[str, Any]:
        return {"ask": f"accept_key {self.of}", "key": self.key}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.AcceptKey:
        return c.AcceptKey(of=self.of, key=self.key)


class DeclineKey(_OfKey, frozen=True):
    """Decline the key which the seat `of` offers; of one's own offer: take it back."""

    def content(self) -> dict[str, Any]:
        return {"ask": f"decline_key {self.of}", "key": self.key}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.DeclineKey:
        return c.DeclineKey(of=self.of, key=self.key)
