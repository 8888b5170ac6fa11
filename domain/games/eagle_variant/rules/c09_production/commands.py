"""Commands of a production round."""

from typing import Literal

from ironclad.domain.kernel.engine.codec import Command


class BuyUnit(Command, frozen=True, tag_field="type", tag="buy_unit"):
    """Buy a unit for a nation and place it at once."""

    nation: Literal["usa", "csa", "france", "britain"]
    kind: Literal["infantry", "cavalry", "artillery", "leader"]
    space: str


class BuyRating(Command, frozen=True, tag_field="type", tag="buy_rating"):
    """Buy a point of Rail Stock, Naval Rating, or River Naval Rating; `system` is the latter's."""

    nation: Literal["usa", "csa", "france", "britain"]
    good: Literal["rail_stock", "naval_rating", "river_rating"]
    system: Literal["", "Mississippi", "St Lawrence"] = ""


class TurnRatings(Command, frozen=True, tag_field="type", tag="turn_ratings"):
    """Turn ocean Naval Ratings of a nation into River Naval Ratings of a system, for nothing."""

    nation: Literal["usa", "csa", "france", "britain"]
    system: Literal["Mississippi", "St Lawrence"]
    count: int


class EndProduction(Command, frozen=True, tag_field="type", tag="end_production"):
    """End the production phase; what is not spent is saved."""


class AttackBlockade(Command, frozen=True, tag_field="type", tag="attack_blockade"):
    """Whether the CSA attacks the blockade in a naval battle."""

    answer: Literal["yes", "no"]


class RollBlockade(Command, frozen=True, tag_field="type", tag="roll_blockade"):
    """Whether the USA rolls what the blockade takes from the CSA's income."""

    answer: Literal["yes", "no"]


class SetBlockade(Command, frozen=True, tag_field="type", tag="set_blockade"):
    """How many Naval Ratings of the USA blockade from now on."""

    ratings: int


COMMANDS: tuple[type[Command], ...] = (
    BuyUnit,
    BuyRating,
    TurnRatings,
    EndProduction,
    AttackBlockade,
    RollBlockade,
    SetBlockade,
)
