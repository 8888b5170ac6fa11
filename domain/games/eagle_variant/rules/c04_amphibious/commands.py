"""Commands of shipments."""

from ironclad.domain.games.eagle_variant.position.in_progress import Leg
from ironclad.domain.kernel.engine.codec import Command


class ShipUnits(Command, frozen=True, tag_field="type", tag="ship_units"):
    """Ship units from ports, all that go on these waters in this movement.

    `waters` is "ocean" or a river system. Each leg takes units from the port where they are to one place.
    """

    waters: str
    legs: tuple[Leg, ...]


class AnswerShipment(Command, frozen=True, tag_field="type", tag="answer_shipment"):
    """Say whether you fight a naval battle against a shipment that the opponent has declared."""

    fight: bool


class GiveUpShippedUnits(Command, frozen=True, tag_field="type", tag="give_up_shipped_units"):
    """Name the shipped brigades that are lost with the ratings of a lost naval battle."""

    units: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (ShipUnits, AnswerShipment, GiveUpShippedUnits)
