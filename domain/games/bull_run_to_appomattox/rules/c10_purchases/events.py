"""What is bought and placed (chapter 10, placement of chapter 4)."""

from ironclad.domain.games.bull_run_to_appomattox.position.orders import Purchase
from ironclad.domain.games.bull_run_to_appomattox.position.units import FleetKind, Side, Units
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class UnitsBought(Event, frozen=True, tag_field="type", tag="units_bought"):
    """What a side bought; it waits for placement (10)."""

    side: Side
    bought: Secret[Purchase]


class UnitsPlaced(Event, frozen=True, tag_field="type", tag="units_placed"):
    """New CP on the map: by spot of a city without HQ in the open, by HQ hidden (4/17, 4/18)."""

    side: Side
    cities: dict[str, Units]
    armies: Secret[dict[str, Units]]


class FleetPlaced(Event, frozen=True, tag_field="type", tag="fleet_placed"):
    """A new fleet in a port (4/19)."""

    side: Side
    fleet: str
    kind: FleetKind
    port: str


class RaiderPlaced(Event, frozen=True, tag_field="type", tag="raider_placed"):
    """A new raider in a city (11/1)."""

    side: Side
    spot: str
    strength: int


class WinterRolled(Event, frozen=True, tag_field="type", tag="winter_rolled"):
    """Both sides rolled for winter attrition (7.5/9): dice, and CP to lose."""

    dice: dict[Side, int]
    losses: dict[Side, int]


class WinterLosses(Event, frozen=True, tag_field="type", tag="winter_losses"):
    """CP lost to winter: of leaderless units by spot in the open, of armies hidden (7.5/11)."""

    side: Side
    leaderless: dict[str, Units]
    armies: Secret[dict[str, Units]]


EVENTS = (UnitsBought, UnitsPlaced, FleetPlaced, RaiderPlaced, WinterRolled, WinterLosses)
