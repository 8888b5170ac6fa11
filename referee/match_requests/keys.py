"""Seats' own keys: registered, replaced, offered in place of a lost one (docs/signatures.md)."""

from typing import Any

from ironclad.domain.match import commands as c
from ironclad.eventlog import request_bounds as bounds
from ironclad.referee.match_requests.request import Parts, ReceiptRequest
from ironclad.referee.open_games import OpenGame


def _asked(what: str, key: str, scheme: str) -> dict[str, Any]:
    """The content of a request that brings a key; one of v1 has the digest that it always had."""
    return {"ask": what, "key": key, **({"key_scheme": scheme} if scheme else {})}


class RegisterKey(ReceiptRequest, frozen=True):
    """Register a seat's first key, signed by it; or another in its place, signed by the one in force.

    The request's `possession` is the new key's signature then. `key_scheme` is how it signs ("" is v1).
    """

    key: bounds.Key
    key_scheme: bounds.KeyScheme = ""

    def content(self) -> dict[str, Any]:
        return _asked("register_key", self.key, self.key_scheme)

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.RegisterKey:
        return c.RegisterKey(key=self.key, log=parts.signatures.origin(), key_scheme=self.key_scheme)


class OfferKey(ReceiptRequest, frozen=True):
    """Offer a key, signed by it, in place of one that was lost; a newer offer replaces the older one.

    `key_scheme` is how it signs ("" is v1).
    """

    key: bounds.Key
    key_scheme: bounds.KeyScheme = ""

    def content(self) -> dict[str, Any]:
        return _asked("offer_key", self.key, self.key_scheme)

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.OfferKey:
        return c.OfferKey(key=self.key, log=parts.signatures.origin(), key_scheme=self.key_scheme)


class _OfKey(ReceiptRequest, frozen=True):
    """About the key that the seat `of` offers."""

    of: bounds.SeatName
    key: bounds.Key


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
