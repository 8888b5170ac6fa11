"""Views for readers: the map, the economy and the politics of a position, as plain documents.

They hold no rules of their own: every figure is asked of the chapter that owns it.
"""

from typing import Any

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import GOODS, numbers, price
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import CSA, SYSTEMS, USA, Space
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.readers.views.play import play_view
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller, home_side
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import closed
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import stock_left
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import capacity, fleet
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.victory import (
    CITIES_FOR_CSA,
    CITIES_FOR_EITHER,
    CITIES_OF_USA,
    csa_count,
    holds,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.income import (
    nations_of,
    shares_of,
    sum_of,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.election import modifiers

View = dict[str, Any]


def map_view(position: Position) -> View:
    """What lies on the map beside units: cities, control of regions, battles and shipments, the play.

    Units are in the armies view. `control` has the side that controls each region now, None for nobody;
    `closed` are the regions and cities that nobody may enter now.
    """
    spaces = position.board.spaces.values()
    return {
        "play": play_view(position),
        "cities": [_city(position, city) for city in position.board.cities],
        "control": {each.id: controller(position, each.id) or None for each in spaces if not each.city},
        "closed": [each.id for each in spaces if closed(position, each.id)],
        "seceded": list(position.seceded),
        "pending": [{"space": space, "where": name_of(space)} for space in position.pending],
        "shipment": None if position.shipment is None else _plain(position.shipment),
        "naval_battle": None if position.naval_battle is None else _plain(position.naval_battle),
        "captures": [_plain(each) for each in position.captures],
    }


def _plain(record: msgspec.Struct) -> View:
    """A record with every field, also those at their default."""
    return {name: msgspec.to_builtins(getattr(record, name)) for name in record.__struct_fields__}


def _city(position: Position, city: Space) -> View:
    """`holder` controls it, `owner` is the side whose home it is in; both None for nobody."""
    return {
        "id": city.id,
        "name": city.name,
        "side": city.side,
        "state": city.state,
        "holder": controller(position, city.id) or None,
        "owner": home_side(position, city.id) or None,
        "points": position.points_of(city.id),
        "port": city.port,
        "river_port": city.river_port or None,
        "rail": city.rail,
    }


def economy_view(position: Position) -> View:
    """For each side: rail and naval ratings with what is left of them; for each of its nations its account.

    `income` is what would come in now before the blockade and gifts take anything, in `shares`, in
    production points (PP).
    """
    return {"sides": [_side(position, side) for side in SIDES]}


def _side(position: Position, side: str) -> View:
    waters = (OCEAN, *SYSTEMS) if position.has("rivers") else (OCEAN,)
    return {
        "side": side,
        "rail_stock": position.rail_stock[side],
        "rail_stock_left": stock_left(position, side) if position.moving == side else None,
        "fleets": {water: fleet(position, water, side) for water in waters},
        "carries": {water: _carries(position, water, side) for water in waters},
        "blockading": position.blockading if side == USA else 0,
        "nations": [_account(position, nation) for nation in nations_of(position, side)],
    }


def _carries(position: Position, waters: str, side: str) -> int | None:
    """What a side can still ship there in its movement; None in another part of the turn."""
    return capacity(position, waters, side) if position.moving == side else None


def _account(position: Position, nation: str) -> View:
    shares, round_ = shares_of(position, nation), position.production
    prices = {good: price(position.table, nation, position.year, good) for good in GOODS}
    bought = {} if round_ is None else round_.bought
    return {
        "nation": nation,
        "pool": position.pools[nation],
        "income": sum_of(shares),
        "shares": [msgspec.to_builtins(share) for share in shares],
        "prices": {good: cost for good, cost in prices.items() if cost},
        "bought": {
            name.partition(".")[2]: count
            for name, count in bought.items()
            if name.partition(".")[0] == nation
        },
    }


def politics_view(position: Position) -> View:
    """Europe, what has been declared, the election, and how near each side is to victory.

    `rating` is the European Intervention Rating, None once it is not used any more, or without its rules.
    `goals` has the enemy cities that each side holds with brigades, and the count that it needs.
    """
    politics = position.politics
    rated = position.has("political_initiative") and not position.war
    return {
        "rating": politics.rating if rated else None,
        "war": position.war,
        "at_war": list(position.at_war),
        "defeated": list(politics.defeated),
        "support": politics.support,
        "emancipated": list(politics.emancipated),
        "conscripted": list(politics.conscripted),
        "qualified": politics.qualified,
        "seceded": list(position.seceded),
        "debts": list(politics.debts),
        "election": election(position),
        "goals": {side: goal(position, side) for side in SIDES},
        "outcome": None if position.ended is None else msgspec.to_builtins(position.ended),
    }


def election(position: Position) -> View | None:
    """What would count in the election now; None where it is not held, or is over."""
    turn = int(numbers("election")["turn"])
    if not position.has("election_1864") or position.turn > turn:
        return None
    counted = [
        {"what": what, "points": points, "rule": rule} for what, points, rule in modifiers(position) if points
    ]
    return {
        "turn": turn,
        "needs": int(numbers("election")["passes"]),
        "modifiers": counted,
        "total": sum(each["points"] for each in counted),
    }


def goal(position: Position, side: str) -> View:
    """The cities that count for a side's victory: those that it holds, how many they count as, of how many.

    Washington D.C. counts as two cities of the USA in the historical scenario (historical-scenario/8).
    """
    cities = [each for each in position.board.cities if _counts(position, each, side)]
    held = [each.id for each in cities if holds(position, each.id, side)]
    if position.table == "balanced":
        return {"held": held, "count": len(held), "needs": CITIES_FOR_EITHER, "rule": "balanced-scenario/7"}
    if side == CSA:
        count = csa_count(position)
        return {"held": held, "count": count, "needs": CITIES_FOR_CSA, "rule": "historical-scenario/8"}
    return {"held": held, "count": len(held), "needs": len(cities), "rule": "historical-scenario/6"}


def _counts(position: Position, city: Space, side: str) -> bool:
    """Whether a city counts for a side's victory in this scenario."""
    if side == CSA:
        return city.side == USA or city.id in CITIES_OF_USA
    if position.table == "balanced":
        return city.side == CSA
    excused = position.seceded if position.plays("seceded_cities_not_needed") else ()
    return city.side in ("border", CSA) and city.state not in excused
