"""The keys that seats sign with: registered, replaced, offered again if one was lost (docs/signatures.md).

This module does not check signatures: `domain/match/signed.py` says who must sign a request.
Refusals name their rule as `signature/key`, `signature/offer`, `signature/scheme` and `signature/log`.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match.disputes.events import SeatVacated
from ironclad.domain.match.signed import SeatKey, check_key, check_scheme

KEY_EVENTS = (e.KeyRegistered, e.KeyOffered, e.KeyDeclined)
_Brings = c.TakeSeat | c.RegisterKey | c.OfferKey
"""What brings a key."""


class Keys(msgspec.Struct, frozen=True):
    """A game's keys: all that each seat registered, in order, and those that wait for an agreement.

    vacated: the seats that were vacated since they registered a key: they have none in force.
    """

    registered: dict[str, tuple[SeatKey, ...]] = {}
    offers: dict[str, e.KeyOffered] = {}
    vacated: frozenset[str] = frozenset()

    def in_force(self, seat: str) -> SeatKey | None:
        """The key that a seat signs with."""
        return self.registered[seat][-1] if seat in self.registered and seat not in self.vacated else None

    def owner(self, key: str) -> tuple[str, SeatKey] | None:
        """The seat that has or had a key."""
        for seat, keys in self.registered.items():
            for each in keys:
                if each.key == key:
                    return seat, each
        return None

    def after(self, event: Event) -> "Keys":
        """The keys after an event; those of other kinds change nothing."""
        if isinstance(event, e.KeyOffered):
            return Keys(self.registered, {**self.offers, event.seat: event}, self.vacated)
        if not isinstance(event, e.KeyRegistered | e.KeyDeclined | SeatVacated):
            return self
        offers = {seat: offer for seat, offer in self.offers.items() if seat != event.seat}
        if isinstance(event, SeatVacated):
            return Keys(self.registered, offers, self.vacated | {event.seat})
        if isinstance(event, e.KeyDeclined):
            return Keys(self.registered, offers, self.vacated)
        key = SeatKey(event.key, event.number, event.log, event.scheme)
        own = (*self.registered.get(event.seat, ()), key)
        return Keys({**self.registered, event.seat: own}, offers, self.vacated - {event.seat})


def caused(keys: Keys, seats: tuple[str, ...], seat: str, command: Command) -> list[Event]:
    """What a seat's request does to the keys. Raises Refused."""
    decide = _DECIDERS.get(type(command))
    return [] if decide is None else decide(keys, seats, seat, command)


def _take_seat(keys: Keys, seats: tuple[str, ...], seat: str, command: c.TakeSeat) -> list[Event]:
    """Nobody can take a seat with a key in force, so taking a seat never replaces a key."""
    if not command.key:
        return []
    require(keys.in_force(seat) is None, "signature/key", f"{seat} has a key")
    return [_registered(keys, seat, command)]


def _register(keys: Keys, seats: tuple[str, ...], seat: str, command: c.RegisterKey) -> list[Event]:
    return [_registered(keys, seat, command)]


def _offer(keys: Keys, seats: tuple[str, ...], seat: str, command: c.OfferKey) -> list[Event]:
    require(keys.in_force(seat), "signature/key", f"{seat} has no key that it could have lost: register one")
    _check_new(keys, seat, command)
    standing = keys.offers.get(seat)
    require(standing is None or standing.key != command.key, "signature/offer", "the key is on offer already")
    return [e.KeyOffered(seat, command.key, command.log, command.key_scheme)]


def _accept(keys: Keys, seats: tuple[str, ...], seat: str, command: c.AcceptKey) -> list[Event]:
    offer = _standing(keys, seats, command)
    require(offer.seat != seat, "signature/offer", "the other seat must agree to it")
    offered = c.OfferKey(key=offer.key, log=offer.log, key_scheme=offer.scheme)
    return [_registered(keys, offer.seat, offered, seat)]


def _decline(keys: Keys, seats: tuple[str, ...], seat: str, command: c.DeclineKey) -> list[Event]:
    offer = _standing(keys, seats, command)
    return [e.KeyDeclined(offer.seat, offer.key, seat)]


def _standing(keys: Keys, seats: tuple[str, ...], answer: c.AcceptKey | c.DeclineKey) -> e.KeyOffered:
    require(answer.of in seats, "match/seats", f"the game has no seat {answer.of!r}")
    offer = keys.offers.get(answer.of)
    if offer is None or offer.key != answer.key:
        raise Refused("signature/offer", f"{answer.of} has no open offer of this key")
    return offer


def _registered(keys: Keys, seat: str, brought: _Brings, agreed: str = "") -> e.KeyRegistered:
    _check_new(keys, seat, brought)
    number = len(keys.registered.get(seat, ())) + 1
    return e.KeyRegistered(seat, brought.key, number, brought.log, agreed, brought.key_scheme)


def _check_new(keys: Keys, seat: str, brought: _Brings) -> None:
    """A key is one that can be, of a scheme that the seat may use, and none that any seat ever had."""
    check_key(brought.key)
    check_scheme(brought.key_scheme, keys.in_force(seat), brought.log)
    if (known := keys.owner(brought.key)) is not None:
        owner, old = known
        raise Refused("signature/key", f"this is key {old.number} of {owner}: a new key is made for each use")


_DECIDERS: dict[type[Command], Callable[[Keys, tuple[str, ...], str, Any], list[Event]]] = {
    c.TakeSeat: _take_seat,
    c.RegisterKey: _register,
    c.OfferKey: _offer,
    c.AcceptKey: _accept,
    c.DeclineKey: _decline,
}
