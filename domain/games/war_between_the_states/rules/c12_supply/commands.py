"""Commands of supply."""

import msgspec

from ironclad.domain.kernel.engine.codec import Command


class PayCombatSupply(Command, frozen=True, tag_field="type", tag="pay_combat_supply"):
    """Say from which sources the combat supply of a battle is paid: points by source."""

    paid: dict[str, int]


class FeedUnits(Command, frozen=True, tag_field="type", tag="feed_units"):
    """Say how the units of a side are fed in the supply phase.

    Places are hexes, or waters with "~" before them for troops aboard ships. `order`: the places that are
    paid for first; the others follow in the order of their ids. `withheld`: those that are not paid for.
    `sources`: the points by source for places that are to be fed from supply on the map.
    """

    order: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    sources: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)


class DestroyStores(Command, frozen=True, tag_field="type", tag="destroy_stores"):
    """Destroy supply on the map: points by source, and depots, named "side.hex", with all that they hold."""

    points: dict[str, int] = msgspec.field(default_factory=dict)
    depots: tuple[str, ...] = ()


COMMANDS: tuple[type[Command], ...] = (PayCombatSupply, FeedUnits, DestroyStores)
