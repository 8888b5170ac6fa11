"""Commands and events of a battle as a whole."""

from ironclad.domain.kernel.engine.codec import Command, Event


class Concede(Command, frozen=True, tag_field="type", tag="concede"):
    """Give the battle up: the other seat wins decisively."""


class OfferEnd(Command, frozen=True, tag_field="type", tag="offer_end"):
    """Offer to end the battle now, by points; it ends when both seats have offered it in one turn."""


class EndOffered(Event, frozen=True, tag_field="type", tag="end_offered"):
    """A seat offers to end the battle by points; the offer holds until the turn is over."""

    seat: str


EVENTS: tuple[type[Event], ...] = (EndOffered,)
