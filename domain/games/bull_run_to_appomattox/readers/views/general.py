"""Views for readers: the map, the economy and the politics of a position, as plain documents.

They hold no rules of their own: every figure is asked of the chapter that owns it. What the reader may not
know is None.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Waiting
from ironclad.domain.games.bull_run_to_appomattox.readers.views.play import play_view
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import bridge, fleet, place
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import siege_at
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import upkeep
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import (
    blockaded,
    is_pillaged,
    paying_cities,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.pool import left_in_pool
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.prices import prices
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import CAPTURED, victory_points
from ironclad.domain.kernel.sight import NotKnown

View = dict[str, Any]


def map_view(position: Position) -> View:
    """What lies on the map in the open: cities, fleets, forts, raiders, markers, combats, the play.

    HQs and leaderless units are in the armies view.
    """
    return {
        "play": play_view(position),
        "cities": [_city(position, zone) for zone in position.holders],
        "fleets": [_fleet(position, id) for id in sorted(position.fleets)],
        "forts": [
            {"spot": spot, "where": place(spot), **_plain(fort)}
            for spot, fort in sorted(position.forts.items())
        ],
        "raiders": [
            {"side": side, "where": place(raider.spot), **_plain(raider)}
            for side, raider in sorted(position.raiders.items())
        ],
        "works": [
            {"spot": spot, "where": place(spot), **_plain(works)}
            for spot, works in sorted(position.works.items())
        ],
        "sieges": [_siege(position, spot) for spot in sorted(position.sieges)],
        "broken_bridges": [
            {"bridge": id, "where": bridge(id), "by": side}
            for id, side in sorted(position.broken_bridges.items())
        ],
        "broken_rails": [
            {"zone": zone, "where": place(zone), "by": side}
            for zone, side in sorted(position.broken_rails.items())
        ],
        "battle": None if position.battle is None else _plain(position.battle),
        "naval_combat": None if position.naval is None else _plain(position.naval),
        "raider_fight": None if position.raider_fight is None else _plain(position.raider_fight),
    }


def _plain(record: msgspec.Struct) -> View:
    """A record with every field, also those at their default."""
    return {
        name: msgspec.to_builtins(getattr(record, name), str_keys=True) for name in record.__struct_fields__
    }


def _city(position: Position, zone: str) -> View:
    facts = board().zones[zone]
    return {
        "zone": zone,
        "name": facts.city,
        "holder": position.holders[zone] or None,
        "owner": facts.owner or None,
        "value": facts.value,
        "major": facts.major,
        "besieged": siege_at(position, board().place_spot(zone)) is not None,
        "pillaged": is_pillaged(position, zone),
    }


def _fleet(position: Position, id: str) -> View:
    record = position.fleets[id]
    carries = [hq for hq, each in position.hqs.items() if id in each.aboard]
    return {"id": id, "name": fleet(id), "where": place(record.place), **_plain(record), "carries": carries}


def _siege(position: Position, spot: str) -> View:
    """`falls` is the turn as which begins the place surrenders, if it is besieged until then (12.2/6)."""
    siege = position.sieges[spot]
    falls = siege.first_turn + limits().siege_turns
    return {"spot": spot, "where": place(spot), **_plain(siege), "falls": falls}


def economy_view(position: Position) -> View:
    """For each side: the revenue track, what its cities would pay now, prices; to its own seat also more.

    `blockaded` and `income` are None where they rest on what the reader may not know. `pool` (what the
    counter mix has left), `waiting` (bought and not placed) and `upkeep` (full maintenance, by HQ, spot and
    fleet) are a side's own to know (6.4/22), and None for others, and while a side has no HQ on the map.
    """
    return {"sides": [_economy(position, side) for side in SIDES]}


def _economy(position: Position, side: str) -> View:
    cities = paying_cities(position, side)
    pillaged = [zone for zone in cities if is_pillaged(position, zone)]
    gross = sum(value for zone, value in cities.items() if zone not in pillaged)
    stopped = _blockade(position, side)
    own = is_own(position, side)
    costs = upkeep(position, side) if own else None
    return {
        "side": side,
        "revenue": position.revenue[side],
        "cities": cities,
        "pillaged": pillaged,
        "blockaded": stopped,
        "income": None if stopped is None else max(0, gross - len(stopped)),
        "prices": prices(position, side),
        "pool": left_in_pool(position, side) if own else None,
        "waiting": _plain(position.waiting.get(side, Waiting())) if own else None,
        "upkeep": costs,
        "upkeep_total": None if costs is None else sum(costs.values()),
    }


def is_own(position: Position, side: str) -> bool:
    """Whether the reader knows what a side's HQs on the map command: the position was made for it."""
    hqs = list(position.hqs_of(side))
    return bool(hqs) and all(position.units_of(hq).known for hq in hqs)


def _blockade(position: Position, side: str) -> list[str] | None:
    """The sea zones that are blockaded against a side."""
    if side == SIDES[0]:
        return []
    try:
        return list(blockaded(position))
    except NotKnown:
        return None


def politics_view(position: Position) -> View:
    """Victory: the cities that each side needs, its points term by term, what it has eliminated, offers.

    `advances` are those of the North's technology.
    """
    return {
        "goals": {
            side: [
                {"zone": zone, "name": board().zones[zone].city, "held": position.holders[zone] == side}
                for zone in goals
            ]
            for side, goals in zip(SIDES, (limits().northern_goals, limits().southern_goals), strict=True)
        },
        "points": {side: victory_points(position, side) for side in SIDES},
        "terms": {side: list(_terms(position, side)) for side in SIDES},
        "eliminated": dict(position.eliminated),
        "stop_offers": list(position.stop_offers),
        "advances": list(position.technology),
        "outcome": None if position.ended is None else _plain(position.ended),
    }


def _terms(position: Position, side: str) -> Iterator[View]:
    """What a side's victory points are made of; `points` of all terms make its total (14/5)."""
    if position.points[side]:
        yield {"what": "combats won on historical sites", "points": position.points[side], "rule": "18/1"}
    for zone, holder in position.holders.items():
        facts = board().zones[zone]
        if holder == side and facts.owner and facts.owner != side:
            times = CAPTURED[facts.major]
            yield {"what": f"{facts.city} taken", "points": facts.value * times, "rule": "14/5"}
