"""What is under way while commands are answered: a shipment, a naval battle, captures."""

from typing import Any, Literal

import msgspec

OCEAN = "ocean"
"""The waters of a shipment: the ocean, or a river system by name."""


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that are shipped together from the port where they are to one place."""

    units: tuple[str, ...]
    to: str


class Shipment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared shipment that waits for the opponent's answer. `lost` ratings are paid for with units."""

    waters: str
    side: str
    legs: tuple[Leg, ...]
    failed: bool = False
    lost: int = 0

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(unit for leg in self.legs for unit in leg.units)

    def with_(self, **changes: Any) -> "Shipment":
        """This shipment with fields changed."""
        return msgspec.structs.replace(self, **changes)


class NavalBattle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A naval battle that has been rolled: who lost how many ratings, and by marker how many it fought with.

    `purpose` is "shipment" or "blockade". `loser` is "" for a draw.
    """

    waters: str
    purpose: Literal["shipment", "blockade"]
    attacker: str
    loser: str
    loss: int
    markers: dict[str, int] = {}


class Capture(msgspec.Struct, frozen=True):
    """A city that a side has captured in the movement that is being settled."""

    city: str
    side: str
