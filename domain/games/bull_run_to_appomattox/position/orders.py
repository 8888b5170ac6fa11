"""The secret orders that both sides give at once (4/4, 4/15, 7.5/11). Each is hidden until the game ends."""

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.units import NOWHERE, FleetKind, Units


class Purchase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a side buys: CP by type, fleets by kind, a raider."""

    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0
    fleets: dict[FleetKind, int] = {}
    raider: bool = False


class PreparationOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The order of a preparation phase (4/4).

    `unpaid` has what is left without pay: CP by HQ id, CP of leaderless units by spot, 1 by fleet id; what is
    not named is paid in full. `draw`: the side draws an HQ. `replacements` are spots whose units lost their
    HQ, in the order in which they get the next one; those that are not named follow in order of their spots.
    """

    unpaid: dict[str, int] = {}
    draw: bool = False
    buy: Purchase = Purchase()
    replacements: tuple[str, ...] = ()


class PlacedFleet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new fleet and the port where it is placed."""

    kind: FleetKind
    port: str


class PlacementOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The order of a placement phase (4/15): a spot for each drawn HQ, for the raider, for each fleet.

    `units` has CP by HQ id, or by the spot of a city. What is not named waits.
    """

    hqs: dict[str, str] = {}
    units: dict[str, Units] = {}
    fleets: tuple[PlacedFleet, ...] = ()
    raider: str = NOWHERE


class AttritionOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the losses of a winter fall (7.5/11): CP by HQ id, or by the spot of leaderless units."""

    losses: dict[str, Units] = {}


Order = PreparationOrder | PlacementOrder | AttritionOrder
