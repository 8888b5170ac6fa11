"""Events of supply on the map."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event


class SupplyLoaded(Event, frozen=True, tag_field="type", tag="supply_loaded"):
    """Points went from one store to another."""

    side: str
    source: str
    target: str
    points: int


class DepotMade(Event, frozen=True, tag_field="type", tag="depot_made"):
    """A depot stands in a hex; `garrison` SP have left each of these units for it."""

    side: str
    hex: str
    inside: bool
    garrison: dict[str, int]


class SupplyBroadcast(Event, frozen=True, tag_field="type", tag="supply_broadcast"):
    """General supply went to stores: points by store, RTPs for those by rail.

    `counted`: those that count for the limit of each depot in the strategic turn.
    """

    side: str
    points: dict[str, int]
    rail: int
    counted: dict[str, int]


class Returned(msgspec.Struct, frozen=True):
    """SP of a depot's garrison that come back: the unit that they are or join, and what it is."""

    unit: str
    kind: str
    strength: int
    state: str


class DepotRemoved(Event, frozen=True, tag_field="type", tag="depot_removed"):
    """A side has taken a depot off the map: points returned to general supply, RTPs for them, points lost."""

    side: str
    hex: str
    returned: int
    rail: int
    lost: int
    garrison: tuple[Returned, ...]


EVENTS: tuple[type[Event], ...] = (SupplyLoaded, DepotMade, SupplyBroadcast, DepotRemoved)
