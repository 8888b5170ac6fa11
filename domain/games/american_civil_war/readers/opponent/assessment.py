"""What the computer player sees on the map: strengths, distances, and what is worth marching for.

Nothing here is a rule. Figures are rough on purpose: a plain player's eye, not a search.
"""

from functools import lru_cache
from heapq import heappop, heappush

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    CAVALRY,
    ENTRENCHED,
    FIELD,
    FORT,
    READY,
    Group,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import (
    ST_LOUIS,
    ST_LOUIS_VALUE,
    centre_values,
)

_MAP = load_map()
_FERRYING = 3  # points that a crossing by boat is taken for: what a force waits for one
WASHINGTON, RICHMOND = "4506", "4410"
FAR = 60  # movement points: of a hex from which there is no way
_BESIDE = {WASHINGTON: 5.0, RICHMOND: 3.0, ST_LOUIS: ST_LOUIS_VALUE}  # 15.1, 15.6
_SOURCE, _PORT, _TOWN = 1.0, 1.0, 0.3
PLACES = sorted({*_MAP.critical_centres, *_MAP.critical_ports, *_BESIDE})


@lru_cache(maxsize=32)
def march(season: str, goal: str) -> dict[str, int]:
    """Movement points from each hex to a goal over the map as printed; wide water by boat, at a price."""
    cost, found = _MAP.step_cost[season], {goal: 0}
    queue = [(0, goal)]
    while queue:
        spent, here = heappop(queue)
        if spent > found[here]:
            continue
        for near in _MAP.neighbours[here]:
            step = cost.get((near, here))
            there = spent + (step if step is not None else 1 + _FERRYING)
            if there < found.get(near, 10_000):
                found[near] = there
                heappush(queue, (there, near))
    return found


def attackers(groups: tuple[Group, ...]) -> int:
    """Strength points of infantry that can still march in this impulse."""
    return sum(g.count for g in groups if g.kind == ASP and g.activity == READY and g.station == FIELD)


def defence(position: Position, side: str, hex_id: str) -> float:
    """How many points an attacker of a hex has against him: doubled in entrenchments, trebled in a fort."""
    total = 0.0
    for group in position.groups(side, hex_id):
        if group.kind == CAVALRY:
            continue
        times = {ENTRENCHED: 2, FORT: 3}.get(group.station, 1)
        total += group.count * times * (0.6 if group.demoralized or group.oos else 1)
    fort = position.forts.get(hex_id)
    if fort is not None and fort.side == side and fort.state != "silenced":
        total += 3
    return total


def nearby(position: Position, side: str, hex_id: str, within: int) -> int:
    """The infantry of a side within so many hexes of a hex, those in it included."""
    distance = _MAP.distance
    return sum(
        sum(g.count for g in groups if g.kind == ASP)
        for at, groups in position.forces[side].items()
        if distance(hex_id, at) <= within
    )


def worth(position: Position, hex_id: str) -> float:
    """What it is worth to either side to have a place."""
    total = centre_values(position).get(hex_id, 0) * 1.0
    if hex_id in _MAP.critical_ports:
        total += _PORT
    total += _BESIDE.get(hex_id, 0)
    if hex_id in _MAP.union_sources:
        total += _SOURCE
    if hex_id in _MAP.towns:
        total += _TOWN
    return total


def held(position: Position, side: str) -> dict[str, float]:
    """The places that count and are a side's, with their worth."""
    return {hex_id: worth(position, hex_id) for hex_id in PLACES if controller(position, hex_id) == side}
