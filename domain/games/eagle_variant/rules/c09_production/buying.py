"""Buying units and points (unit-production-and-placement, production-limits)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import KINDS, price
from ironclad.domain.games.eagle_variant.board.map_files import SYSTEMS
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit, next_id
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import (
    BuyRating,
    BuyUnit,
    EndProduction,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.events import RatingBought, UnitBought
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of
from ironclad.domain.games.eagle_variant.rules.c09_production.limits import (
    check_yard,
    most_ratings,
    most_units,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import check_place, grounds_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@rule("unit-production-and-placement/5", "war-with-europe/7")
def check_nation(position: Position, seat: str, nation: str) -> None:
    """Refuse a nation that does not produce in this seat's phase."""
    own = nation in nations_of(position, seat)
    require(own, "unit-production-and-placement/5", f"{nation} does not produce in your phase")


@rule("unit-production-and-placement/9")
def price_of(position: Position, nation: str, good: str) -> int:
    """What a good costs a nation in this round, in PP; 0: it may not buy it.

    The year is that of the month that the round follows.
    """
    return price(position.table, nation, position.year, good)


@rule("unit-production-and-placement/5")
def _check_price(position: Position, nation: str, good: str) -> None:
    cost, pool = price_of(position, nation, good), position.pools[nation]
    require(cost, "war-with-europe/10", f"{nation} may not buy a {good.replace('_', ' ')}")
    require(cost <= pool, "unit-production-and-placement/5", f"this costs {cost} PP, and {nation} has {pool}")


def _check_limit(position: Position, nation: str, good: str, most: tuple[int, str] | None) -> None:
    if most is not None:
        bought = (position.production or Production()).count(nation, good)
        reason = f"{nation} may buy {most[0]} {good.replace('_', ' ')} in this round"
        require(bought < most[0], most[1], reason)


@eagle.check(BuyUnit, "production")
@rule("elite-units/8")
def _check_unit(position: Position, due: Due, command: BuyUnit) -> None:
    """Refuse a unit that a nation may not buy or place. No command buys an elite brigade."""
    check_nation(position, due.seat, command.nation)
    _check_price(position, command.nation, command.kind)
    most = most_units(position, command.nation, command.kind)
    _check_limit(position, command.nation, command.kind, most)
    check_place(position, command.nation, command.space)


@eagle.carry_out(BuyUnit)
def _buy_unit(play: Play, due: Due, command: BuyUnit) -> None:
    nation, kind, position = command.nation, command.kind, play.position
    cost = price_of(position, nation, kind)
    unit, left = next_id(position, nation, kind), position.pools[nation] - cost
    play.emit(UnitBought(nation, kind, command.space, unit, cost, left))


@eagle.evolves(UnitBought)
@rule("production-round/1", "unit-production-and-placement/17")
def _unit_bought(position: Position, event: UnitBought) -> None:
    """The unit is on the map at once; it moves in the next movement of its side, like any other."""
    add_unit(position, event.nation, event.kind, event.space)
    position.pools[event.nation] = event.pool
    phase = _counted(position, event.nation, event.kind)
    state = position.board.spaces[event.space].state
    position.production = phase.with_(
        placed=(*phase.placed, event.space),
        invaded=tuple(each for each in phase.invaded if each != state or event.nation != "csa"),
    )


def _counted(position: Position, nation: str, good: str) -> Production:
    phase = position.production or Production()
    bought = {**phase.bought, f"{nation}.{good}": phase.count(nation, good) + 1}
    return phase.with_(bought=dict(sorted(bought.items())))


@eagle.check(BuyRating, "production")
def _check_rating(position: Position, due: Due, command: BuyRating) -> None:
    check_nation(position, due.seat, command.nation)
    _check_price(position, command.nation, command.good)
    if command.good == "river_rating":
        check_yard(position, command.nation, command.system)
    else:
        require(not command.system, "production-round/2", "only a River Naval Rating has a system")
    most = most_ratings(position, command.nation, command.good)
    _check_limit(position, command.nation, command.good, most)


@eagle.carry_out(BuyRating)
def _buy_rating(play: Play, due: Due, command: BuyRating) -> None:
    nation, good, position = command.nation, command.good, play.position
    cost = price_of(position, nation, good)
    rating = _rating(position, nation, good, command.system) + 1
    left = position.pools[nation] - cost
    play.emit(RatingBought(nation, good, command.system, cost, rating, left))


def _rating(position: Position, nation: str, good: str, system: str) -> int:
    if good == "rail_stock":
        return position.rail_stock[nation]
    if good == "naval_rating":
        return position.naval[nation]
    return position.river_naval.get(f"{nation}.{system}", 0)


@eagle.evolves(RatingBought)
def _rating_bought(position: Position, event: RatingBought) -> None:
    if event.good == "rail_stock":
        position.rail_stock[event.nation] = event.rating
    elif event.good == "naval_rating":
        position.naval[event.nation] = event.rating
    else:
        position.river_naval[f"{event.nation}.{event.system}"] = event.rating
    position.pools[event.nation] = event.pool
    position.production = _counted(position, event.nation, event.good)


def purchases(position: Position, nation: str) -> Iterator[Command]:
    """What a nation could buy with its pool: each unit in each of its places, each point."""
    for kind in KINDS:
        if price_of(position, nation, kind) <= position.pools[nation]:
            yield from (
                BuyUnit(nation=nation, kind=kind, space=space)  # type: ignore[arg-type]
                for space in grounds_of(position, nation)
            )
    if nation in SIDES:
        yield BuyRating(nation=nation, good="rail_stock")  # type: ignore[arg-type]
    yield BuyRating(nation=nation, good="naval_rating")  # type: ignore[arg-type]
    if position.has("rivers"):
        for system in SYSTEMS:
            yield BuyRating(nation=nation, good="river_rating", system=system)  # type: ignore[arg-type]


@also_offers("production")
def _offer_purchases(position: Position, due: Due) -> Iterator[Command]:
    yield EndProduction()
    for nation in nations_of(position, due.seat):
        yield from purchases(position, nation)
