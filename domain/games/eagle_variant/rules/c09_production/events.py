"""Events of a production round. Amounts are in production points (PP)."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event


class Share(msgspec.Struct, frozen=True):
    """A part of an income: what it is for (a city, or in a word), how much, and the clause."""

    name: str
    points: int
    rule: str


class ProductionBegan(Event, frozen=True, tag_field="type", tag="production_began"):
    """A side's production phase begins. `invaded` are the CSA states that demand a new unit.

    `supported`: the CSA gets support from Europe in this round.
    """

    side: str
    invaded: tuple[str, ...]
    supported: bool


class IncomeReceived(Event, frozen=True, tag_field="type", tag="income_received"):
    """A nation's income: its shares in order, what the blockade took, what a gift cost, and the new pool.

    `total` is what the pool has changed by; it is negative only where the blockade takes from savings.
    """

    nation: str
    shares: tuple[Share, ...]
    blockaded: int
    gift: int
    total: int
    pool: int


class UnitBought(Event, frozen=True, tag_field="type", tag="unit_bought"):
    """A nation has bought a unit, which is on the map. `pool` is what it has left."""

    nation: str
    kind: str
    space: str
    unit: str
    price: int
    pool: int


class RatingBought(Event, frozen=True, tag_field="type", tag="rating_bought"):
    """A nation has bought a point. `rating` is what it has of it now, `pool` what it has left to spend."""

    nation: str
    good: str
    system: str
    price: int
    rating: int
    pool: int


class RatingsTurned(Event, frozen=True, tag_field="type", tag="ratings_turned"):
    """Ocean Naval Ratings of a nation have become River Naval Ratings; it has `ocean` and `river` now."""

    nation: str
    system: str
    count: int
    ocean: int
    river: int


class ProductionEnded(Event, frozen=True, tag_field="type", tag="production_ended"):
    """A side's production phase is over."""

    side: str


class BlockadeBegan(Event, frozen=True, tag_field="type", tag="blockade_began"):
    """The blockade is resolved: the ratings that blockade, and the ports that the CSA's side controls.

    `attackable`: the CSA may attack it.
    """

    ratings: int
    ports: tuple[str, ...]
    attackable: bool


class BlockadeMet(Event, frozen=True, tag_field="type", tag="blockade_met"):
    """Whether the CSA has attacked the blockade, and whether it is broken in this round."""

    attacked: bool
    broken: bool


class BlockadeRolled(Event, frozen=True, tag_field="type", tag="blockade_rolled"):
    """What the blockade takes from the CSA's income in this round: the dice and their sum."""

    dice: tuple[int, ...]
    loss: int


class BlockadeSet(Event, frozen=True, tag_field="type", tag="blockade_set"):
    """So many Naval Ratings of the USA blockade from now on."""

    ratings: int


EVENTS: tuple[type[Event], ...] = (
    ProductionBegan,
    IncomeReceived,
    UnitBought,
    RatingBought,
    RatingsTurned,
    ProductionEnded,
    BlockadeBegan,
    BlockadeMet,
    BlockadeRolled,
    BlockadeSet,
)
