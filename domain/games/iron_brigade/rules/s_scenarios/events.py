"""Commands and events of a battle as a whole."""

from typing import Annotated

from ironclad.domain.games.iron_brigade.position.orders import Placing, Spot
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.sight import SECRET, Secret


class Concede(Command, frozen=True, tag_field="type", tag="concede"):
    """Give the battle up: the other seat wins decisively."""


class OfferEnd(Command, frozen=True, tag_field="type", tag="offer_end"):
    """Offer to end the battle now, by points; it ends when both seats have offered it in one turn."""


class EndOffered(Event, frozen=True, tag_field="type", tag="end_offered"):
    """A seat offers to end the battle by points; the offer holds until the turn is over."""

    seat: str


class PlaceUnits(Command, frozen=True, tag_field="type", tag="place_units"):
    """Seal the set-up of a seat; units that are not named keep their default places."""

    plan: Annotated[Placing, SECRET]


class PlacingSealed(Event, frozen=True, tag_field="type", tag="placing_sealed"):
    """A seat has set up its units; nobody else may read where before both are revealed."""

    seat: str
    plan: Secret[Placing]


class UnitsPlaced(Event, frozen=True, tag_field="type", tag="units_placed"):
    """The set-ups of both seats, those units that are not in their default places."""

    units: dict[str, Spot]


EVENTS: tuple[type[Event], ...] = (EndOffered, PlacingSealed, UnitsPlaced)
