"""Events of shipments."""

from ironclad.domain.games.eagle_variant.position.in_progress import Leg
from ironclad.domain.kernel.engine.codec import Event


class ShipmentDeclared(Event, frozen=True, tag_field="type", tag="shipment_declared"):
    """A side ships units. `cost` is what they take of `capacity`, `ways` each leg's reaches of a river."""

    side: str
    waters: str
    legs: tuple[Leg, ...]
    ways: tuple[tuple[str, ...], ...]
    cost: int
    capacity: int


class ShipmentLanded(Event, frozen=True, tag_field="type", tag="shipment_landed"):
    """The units of a shipment are where they were shipped to."""

    side: str
    waters: str
    legs: tuple[Leg, ...]


class ShippedUnitsLost(Event, frozen=True, tag_field="type", tag="shipped_units_lost"):
    """Shipped brigades were lost with ratings of a naval battle: `cost` covers `ratings`, or all are gone."""

    side: str
    units: tuple[str, ...]
    cost: int
    ratings: int


class ShipmentFailed(Event, frozen=True, tag_field="type", tag="shipment_failed"):
    """A naval battle was lost or drawn: the units of a shipment are back in their ports."""

    side: str
    waters: str
    units: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (ShipmentDeclared, ShipmentLanded, ShippedUnitsLost, ShipmentFailed)
