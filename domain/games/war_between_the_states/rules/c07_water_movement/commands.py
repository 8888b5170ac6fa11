"""Commands of water movement."""

from typing import Annotated

import msgspec

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class SailShips(Command, frozen=True, tag_field="type", tag="sail_ships"):
    """Move ships that lie in one place: the places of water that they enter, in order."""

    ships: tuple[str, ...]
    path: tuple[str, ...]


class RoundFlorida(Command, frozen=True, tag_field="type", tag="round_florida"):
    """Move ships around Florida, from the south edge of one ocean to a hex of the other's."""

    ships: tuple[str, ...]
    to: str


class Embark(Command, frozen=True, tag_field="type", tag="embark"):
    """Put pieces of the force that moves aboard a ship beside their hex, rosters with their headquarters.

    `extension`: as for a march. `leaving`: SP of garrisons that stay behind, by piece.
    """

    pieces: tuple[str, ...]
    ship: str
    extension: int = 0
    leaving: dict[str, int] = msgspec.field(default_factory=dict)


class Land(Command, frozen=True, tag_field="type", tag="land"):
    """Land pieces that are aboard a ship in a hex beside it. `extension`: as for a march."""

    pieces: tuple[str, ...]
    hex: str
    extension: int = 0


class ShipSupply(Command, frozen=True, tag_field="type", tag="ship_supply"):
    """Load supply points on a transport from a store beside it, or unload them: one of both is the ship."""

    source: str
    target: str
    points: int


class OrderVoyage(Command, frozen=True, tag_field="type", tag="order_voyage"):
    """Seal where a transport lands what it carries, a place of water, and in which turn."""

    ship: str
    destination: Annotated[str, SECRET]
    arrives: Annotated[int, SECRET]


class TakeBoat(Command, frozen=True, tag_field="type", tag="take_boat"):
    """Bring leaders and empty headquarters of the force that moves by boat to a hex: the places between."""

    pieces: tuple[str, ...]
    path: tuple[str, ...]
    hex: str


class RoundBay(Command, frozen=True, tag_field="type", tag="round_bay"):
    """Send units of the force that moves from Galveston around the head of its bay."""

    pieces: tuple[str, ...]


class AssaultShore(Command, frozen=True, tag_field="type", tag="assault_shore"):
    """Roll for a leader aboard, and attack an enemy-occupied hex from the water with units under him."""

    hex: str
    leader: str
    units: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (
    SailShips,
    RoundFlorida,
    Embark,
    Land,
    ShipSupply,
    OrderVoyage,
    TakeBoat,
    RoundBay,
    AssaultShore,
)
