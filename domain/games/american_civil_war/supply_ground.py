"""What bars and what carries supply lines in a position (8.1): zones, hostile hexes, waters, rails, landings.

Each function looks at one part of a position and remembers its last answers by that part alone, so that a
move somewhere on the map asks for no new tracing. Nothing here keeps a position: what it remembers are copies
of the parts that it read, compared by value.
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from domain.games.american_civil_war.charts import TURNS
from domain.games.american_civil_war.connections import enemy_fort
from domain.games.american_civil_war.control import controller, rail_home_side
from domain.games.american_civil_war.interdiction import interdiction
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.rail_lines import LINES_OF_NEW_HEX, is_rail_hex, serves_supply
from domain.games.american_civil_war.state import CONFEDERATE, ENEMY, UNION, Position
from domain.games.american_civil_war.zones import exerts_primary, primary_reach
from domain.kernel.hexgrid import hexside_hexes
from domain.kernel.rulebook import rule

_MAP = load_map()
BANKS = {key: hexside_hexes(key) for key in _MAP.hexsides}
TOWNS_AND_FORTRESSES = frozenset(_MAP.towns) | frozenset(_MAP.fortresses)
_CONTROL_MATTERS = TOWNS_AND_FORTRESSES | frozenset(_MAP.critical_centres) | frozenset(_MAP.critical_ports)
_CENTRES = tuple(
    sorted(h for h, here in _MAP.hexes.items() if here.supply_centre and here.state not in _MAP.us_states)
)
T = TypeVar("T")


class Recent:
    """The last few answers to a question, each found again by the parts of the position it depends on."""

    def __init__(self, size: int = 12) -> None:
        self._size = size
        self._answers: list[tuple[Any, Any]] = []

    def get(self, parts: Any, answer: Callable[[], T]) -> T:
        """The answer for these parts, worked out if it is not remembered. `parts` must be copies."""
        for index, (known, found) in enumerate(self._answers):
            if known == parts:
                if index:
                    self._answers.insert(0, self._answers.pop(index))
                result: T = found
                return result
        made = answer()
        self._answers.insert(0, (parts, made))
        del self._answers[self._size :]
        return made


_zones, _waters = Recent(), Recent()


@lru_cache(maxsize=4)
def _projects(season: str) -> dict[str, tuple[str, ...]]:
    """Hex to the adjacent hexes into which terrain lets a primary zone of a force there extend."""
    into: dict[str, list[str]] = {h: [] for h in _MAP.hexes}
    for target, near in primary_reach(season).items():
        for base in near:
            into[base].append(target)
    return {base: tuple(targets) for base, targets in into.items()}


def primary_zone(position: Position, by_side: str) -> frozenset[str]:
    """Every hex in a primary zone of the side (6.2)."""
    stacks = position.forces[by_side]
    forts = {hex_id: fort.state for hex_id, fort in position.forts.items()}
    season, wide = TURNS[position.turn].season, position.options.get("cavalry_zoc", "")
    return _zones.get((season, wide, forts, dict(stacks)), lambda: _zone_of(position, stacks, season))


@rule("6.2/1")
def _zone_of(position: Position, stacks: Mapping[str, Any], season: str) -> frozenset[str]:
    projects = _projects(season)
    zone: set[str] = set()
    own = set()
    for base, groups in stacks.items():
        if exerts_primary(position, groups):
            own.add(base)
            zone.update(projects[base])
    barred = {hex_id for hex_id, fort in position.forts.items() if fort.state != "silenced"}
    return frozenset((zone - barred) | own)


@rule("8.1/2", "8.1/4", "6.2.1/4", "6.1.2/2", "15.5.2/2")
def barred_hexes(position: Position, side: str, open_kentucky: bool = False) -> frozenset[str]:
    """The hexes that no supply line of the side may pass.

    The enemy's: those that he occupies, forts included, and those in a primary zone of his in which no
    friendly ground combat unit stands; and neutral Kentucky, unless its violation is being weighed.
    """
    enemy = ENEMY[side]
    occupied = {*position.forces[enemy], *(h for h, fort in position.forts.items() if fort.side == enemy)}
    barred = (primary_zone(position, enemy) - position.forces[side].keys()) | occupied
    if position.kentucky == "neutral" and not open_kentucky:
        barred |= _MAP.kentucky
    return frozenset(barred)


def enemy_waters(position: Position, side: str) -> frozenset[str]:
    """Hexsides that an enemy naval combat unit is on or interdicts (8.1, 13.5)."""
    return interdiction(position, ENEMY[side]) if position.vessels else frozenset()


Stretches = tuple[Mapping[str, int], tuple[frozenset[str], ...]]


@rule("8.1.2/2", "8.1.2/4", "8.1/2", "13.3.2/1", "13.3.4/1", "15.5/1")
def water_stretches(position: Position, side: str, open_kentucky: bool = False) -> Stretches:
    """The connected waters that the side's supply can follow: hexside to the number of its stretch, and for
    each stretch the hexes on its banks.

    Deep enough in season, over no unbreached levee, beside no enemy fort, clear of enemy vessels, and not
    inside neutral Kentucky.
    """
    enemy = ENEMY[side]
    forts = frozenset(h for h in position.forts if enemy_fort(position, enemy, h))
    hostile = enemy_waters(position, side)
    season = TURNS[position.turn].season
    closed = position.kentucky == "neutral" and not open_kentucky
    parts = (season, closed, forts, hostile, position.levees_breached)
    return _waters.get(parts, lambda: _stretches(*parts))


def _stretches(
    season: str, closed: bool, forts: Collection[str], hostile: Collection[str], breached: Collection[str]
) -> Stretches:
    usable = {
        key
        for key in _MAP.boat_sides[season]
        if key not in hostile
        and (key not in _MAP.levees or key in breached)
        and not (closed and key in _MAP.kentucky_inner_sides)
        and not any(bank in forts for bank in BANKS[key])
    }
    numbers: dict[str, int] = {}
    banks: list[frozenset[str]] = []
    for start in sorted(usable):
        if start in numbers:
            continue
        number = len(banks)
        numbers[start], frontier, found = number, [start], [start]
        while frontier:
            for following in _MAP.water_next[frontier.pop()]:
                if following in usable and following not in numbers:
                    numbers[following] = number
                    frontier.append(following)
                    found.append(following)
        banks.append(frozenset(h for key in found for h in BANKS[key]))
    return numbers, tuple(banks)


@lru_cache(maxsize=16)
def _home_rails(side: str, kentucky: str) -> frozenset[str]:
    ground = Position(kentucky=kentucky)
    every = (*_MAP.rail_hexes, *LINES_OF_NEW_HEX)
    return frozenset(h for h in every if rail_home_side(ground, h) == side)


@rule("7.1/5")
def own_rails(position: Position, side: str) -> frozenset[str]:
    """The rail hexes that the side controls, with those of lines finished since the start."""
    owned = set(_home_rails(side, position.kentucky))
    for hex_id, holder in position.rail_control.items():
        if holder == side:
            owned.add(hex_id)
        else:
            owned.discard(hex_id)
    unbuilt = {h for h in LINES_OF_NEW_HEX if not is_rail_hex(position, h)}
    return frozenset(h for h in owned - unbuilt if serves_supply(position, side, h))


@rule("8.1.2/3")
def landings(position: Position, side: str, fresh_depots: bool = False) -> frozenset[str]:
    """Where a stretch of water may start or end: the side's own cities, fortresses, forts and depots."""
    own = {
        *own_places(position, side),
        *(h for h, fort in position.forts.items() if fort.side == side),
        *depot_hexes(position, side, fresh_depots),
    }
    return frozenset(own)


@lru_cache(maxsize=16)
def _home_places(side: str, kentucky: str, kansas: str) -> frozenset[str]:
    ground = Position(kentucky=kentucky, options={"kansas_is_us_state": kansas})
    return frozenset(h for h in TOWNS_AND_FORTRESSES if controller(ground, h) == side)


def own_places(position: Position, side: str) -> frozenset[str]:
    """The cities, towns and fortress hexes that the side controls."""
    home = _home_places(side, position.kentucky, position.options.get("kansas_is_us_state", ""))
    changed = position.control.keys() & TOWNS_AND_FORTRESSES
    if not changed:
        return home
    return (home - changed) | {h for h in changed if position.control[h] == side}


@rule("8.4.2/7")
def depot_hexes(position: Position, side: str, fresh: bool = False) -> dict[str, int]:
    """Hex to the number of the side's depots there that can feed: not those built this impulse, but for the
    impulse's final check (`fresh`)."""
    counts = {
        h: depot.count - (0 if fresh else depot.fresh)
        for h, depot in position.depots.items()
        if depot.side == side
    }
    return {h: count for h, count in counts.items() if count > 0}


@rule("8.2/1", "8.2/2", "8.3/1")
def unlimited_sources(position: Position, side: str) -> frozenset[str]:
    """The side's sources that feed any number.

    The Union's on the north edge where no Confederate force stands; the critical supply centres and ports
    of CS-States that the Confederacy controls.
    """
    if side == UNION:
        return frozenset(h for h in _MAP.union_sources if h not in position.forces[CONFEDERATE])
    return frozenset(
        h
        for h in (*_MAP.critical_centres, *_MAP.critical_ports)
        if controller(position, h) == CONFEDERATE and _MAP.state_of[h] in _MAP.cs_states
    )


@rule("8.3/2", "15.6/2")
def own_centres(places: Collection[str]) -> tuple[str, ...]:
    """The supply centres that serve the Confederacy, sorted: those it controls in CS-States, in Kentucky and
    in the Missouri area."""
    return tuple(h for h in _CENTRES if h in places)


def control_part(position: Position) -> dict[str, str]:
    """That part of control of hexes which supply asks for: towns, fortresses and sources."""
    control = position.control
    return {h: control[h] for h in control.keys() & _CONTROL_MATTERS}
