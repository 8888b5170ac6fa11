"""Commands and events of agreements."""

from ironclad.domain.kernel.engine.codec import Command, Event


class OfferAgreement(Command, frozen=True, tag_field="type", tag="offer_agreement"):
    """Offer another reading of a clause, by the name of its option and a value; it takes the place of an
    earlier offer of the seat.
    """

    option: str
    value: str


class AcceptAgreement(Command, frozen=True, tag_field="type", tag="accept_agreement"):
    """Accept what the other seat has offered."""


class AgreementOffered(Event, frozen=True, tag_field="type", tag="agreement_offered"):
    """A seat offers another reading of a clause."""

    seat: str
    option: str
    value: str
    clause: str


class AgreementMade(Event, frozen=True, tag_field="type", tag="agreement_made"):
    """Both seats have agreed on a reading of a clause, for the rest of the game."""

    option: str
    value: str
    clause: str


EVENTS: tuple[type[Event], ...] = (AgreementOffered, AgreementMade)
COMMANDS: tuple[type[Command], ...] = (OfferAgreement, AcceptAgreement)
