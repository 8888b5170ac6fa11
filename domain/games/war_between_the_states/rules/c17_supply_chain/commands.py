"""Commands of supply on the map."""

import msgspec

from ironclad.domain.kernel.engine.codec import Command


class LoadSupply(Command, frozen=True, tag_field="type", tag="load_supply"):
    """Bring points from one store to another at the start of a player turn.

    Stores are named as in combat supply: a train or headquarters by its id, a depot by "side.hex", loose
    points by "loose.hex".
    """

    source: str
    target: str
    points: int


class MakeDepot(Command, frozen=True, tag_field="type", tag="make_depot"):
    """Make a depot in a hex: `garrison` are the SP that leave each unit for it, 2 in all."""

    hex: str
    garrison: dict[str, int] = msgspec.field(default_factory=dict)
    inside: bool = False


class Broadcast(Command, frozen=True, tag_field="type", tag="broadcast"):
    """Send points of general supply to depots ("side.hex"), supply trains and armies: points by store."""

    points: dict[str, int]


class RemoveDepot(Command, frozen=True, tag_field="type", tag="remove_depot"):
    """Take a depot off the map: its points go back to general supply where rail or water leads there."""

    hex: str


class EndBroadcast(Command, frozen=True, tag_field="type", tag="end_broadcast"):
    """Send nothing more in this strategic turn."""


COMMANDS: tuple[type[Command], ...] = (LoadSupply, MakeDepot, Broadcast, RemoveDepot, EndBroadcast)
