"""What a seat asks for to end the game before its last turn (14/4)."""

from ironclad.domain.kernel.engine.codec import Command


class OfferToStop(Command, frozen=True, tag_field="type", tag="offer_to_stop"):
    """Offer to end the game by victory points, or accept the other side's offer; or withdraw one's own."""

    withdraw: bool = False


COMMANDS = (OfferToStop,)
