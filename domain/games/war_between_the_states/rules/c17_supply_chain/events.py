"""Events of supply on the map."""

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


EVENTS: tuple[type[Event], ...] = (SupplyLoaded, DepotMade)
