"""Where new pieces may be placed (4/16 to 4/22, 10/8, 10/9)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import ON_MAP
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    holds_port,
    is_besieged,
    siege_at,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.records import Option


@rule("4/20")
def require_open(position: Position, side: str, spot: str) -> None:
    """Nothing is placed under siege, or where an enemy HQ, leaderless units or fort are. Raises Refused."""
    name = board().names[spot]
    require(siege_at(position, spot) is None, "4/20", f"{name} is under siege")
    require(not enemies_seen(position, side, spot), "4/20", f"the enemy is in {name}")


@rule("4/16", "4/18", "4/22")
def require_city(position: Position, side: str, spot: str, clause: str) -> None:
    """A spot has a strategic city that the side holds, its own or not, and is open. Raises Refused."""
    zone = board().city_spot(spot) if spot in board().spots else ""
    city = bool(zone) and bool(board().zones[zone].city)
    require(city, clause, f"there is no strategic city in {board().names.get(spot, spot)}")
    require(position.holders[zone] == side, clause, f"you do not hold {board().zones[zone].city}")
    home = board().zones[zone].owner == side or not position.plays("recruit_in_home_cities_only")
    require(home, "4/22", f"{board().zones[zone].city} is not a city of your own side")
    require_open(position, side, spot)


@rule("4/17", "4/20")
def require_reachable(position: Position, side: str, hq: str) -> None:
    """An HQ on the map gets new units wherever it is, but not besieged or aboard ship. Raises Refused."""
    record = position.hqs.get(hq)
    own = record is not None and record.side == side and record.state == ON_MAP
    require(own, "4/17", f"you have no HQ {hq!r} on the map")
    assert record is not None
    require(not record.aboard, "4/17", f"{hq} is aboard ship")
    require(not is_besieged(position, record), "4/17", f"{hq} is besieged")
    if position.plays("reinforce_only_in_cities"):
        require_city(position, side, record.spot, "4/17")
    require_open(position, side, record.spot)


@rule("4/19", "10/8", "10/9")
def require_port(position: Position, side: str, kind: str, port: str) -> None:
    """A port takes a new fleet of a kind: gunboats have cities of their own, others go to a sea port.

    Raises Refused.
    """
    zone = board().zones.get(port)
    name = board().names.get(port, port)
    if kind == "gunboat":
        require(port in limits().gunboat_cities, "10/8", f"gunboats are not placed in {name}")
        require(position.holders.get(port) == side, "10/8", f"you do not hold {name}")
    else:
        sea_port = zone is not None and zone.port and zone.city
        require(sea_port, "10/9", f"{name} is no sea port with a strategic city")
        held = position.holders.get(port) == side and holds_port(position, side, port)
        require(held, "10/9", f"you do not hold {name}")
    require_open(position, side, board().place_spot(port))
    require(not fleets_in(position, ENEMY[side], port), "4/20", f"enemy fleets are in {name}")


def cities_open(position: Position, side: str) -> tuple[str, ...]:
    """The spots of the cities where a side may place new pieces, in the order of the map."""
    return tuple(
        spot
        for zone in board().zones
        if _passes(position, side, spot := board().place_spot(zone))
    )


def _passes(position: Position, side: str, spot: str) -> bool:
    try:
        require_city(position, side, spot, "4/16")
    except Refused:
        return False
    return True


OPTIONS = {
    "reinforce_only_in_cities": Option(
        "4/17", "HQs on the map get new units only in a strategic city that their side holds.", ("no", "yes")
    ),
    "recruit_in_home_cities_only": Option(
        "4/22", "Nothing new is placed in a city that was the enemy's at the start.", ("no", "yes")
    ),
}
