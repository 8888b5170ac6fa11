"""What bars and what carries supply lines in a position (8.1): zones, hostile hexes, waters, rails, landings.

Each function looks at one part of a position and remembers its last answers by that part alone, so that a
move somewhere on the map asks for no new tracing. Nothing here keeps a position: what it remembers are copies
of the parts that it read, compared by value.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import (
    controller,
    own_among,
    rails_held,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    primary_zone,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES_OF_NEW_HEX,
    bridged,
    serves_unimproved,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import enemy_fort
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import interdiction
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()
BANKS = {key: hexside_hexes(key) for key in _MAP.hexsides}
_WATER_AT = {h: tuple(side.key for side in sides) for h, sides in _MAP.water_sides_of.items()}
ON_WATER = frozenset(h for banks in BANKS.values() for h in banks)
TOWNS_AND_FORTRESSES = frozenset(_MAP.towns) | frozenset(_MAP.fortresses)
_CONTROL_MATTERS = TOWNS_AND_FORTRESSES | frozenset(_MAP.critical_centres) | frozenset(_MAP.critical_ports)
CS_RAILS = frozenset(h for h in (*_MAP.rail_hexes, *LINES_OF_NEW_HEX) if _MAP.state_of[h] in _MAP.cs_states)
_CENTRES = tuple(
    sorted(h for h, here in _MAP.hexes.items() if here.supply_centre and here.state not in _MAP.us_states)
)


@remembered
@rule("8.1/2", "8.1/4", "6.2.1/4", "6.1.2/2", "15.5.2/2")
def barred_hexes(position: Position, side: str, open_kentucky: bool = False) -> frozenset[str]:
    """The hexes that no supply line of the side may pass.

    The enemy's: those that he occupies, forts included, and those in a primary zone of his in which no
    friendly ground combat unit is; and neutral Kentucky, unless its violation is being weighed.
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


@dataclass(frozen=True, slots=True, eq=False)
class Waters:
    """Connected waters that a side's supply can follow, numbered by stretch.

    numbers: hexside to its stretch; banks: the hexes beside each stretch. It remembers the stretches beside
    the hexes that it was asked for.
    """

    numbers: Mapping[str, int]
    banks: tuple[frozenset[str], ...]
    _beside: dict[str, frozenset[int]] = field(default_factory=dict)

    def beside(self, hex_id: str) -> frozenset[int]:
        """The stretches beside a hex."""
        found = self._beside.get(hex_id)
        if found is None:
            numbers = self.numbers
            keys = _WATER_AT.get(hex_id, ())
            found = self._beside[hex_id] = frozenset(numbers[key] for key in keys if key in numbers)
        return found


@rule("8.1/2", "13.5/1", "7.7.2/3")
def shut_steps(position: Position, side: str) -> frozenset[tuple[str, str]]:
    """The steps between adjacent hexes, over water without a bridge, that enemy vessels bar to a line."""
    steps = _steps_over(enemy_waters(position, side))
    return frozenset(s for s in steps if not bridged(position, *s)) if position.upgraded else steps


@lru_cache(maxsize=32)
def _steps_over(waters: frozenset[str]) -> frozenset[tuple[str, str]]:
    """The steps in both directions over some hexsides, printed bridges apart."""
    steps = (BANKS[key] for key in waters)
    both = (step for a, b in steps for step in ((a, b), (b, a)))
    return frozenset(s for s in both if s not in _MAP.bridges)


@rule("8.1.2/2", "8.1.2/4", "8.1/2", "13.3.2/1", "13.3.4/1", "15.5/1", "4.2.1/3")
def open_waters(
    position: Position, side: str, open_kentucky: bool = False, own_banks: bool = False
) -> Waters:
    """The waters that the side's supply and links can follow: deep enough in season, over no unbreached
    levee, beside no enemy fort, clear of enemy vessels, and not inside neutral Kentucky.

    own_banks: only hexsides with a hex of its own on one bank.
    """
    forts = frozenset(h for h in position.forts if enemy_fort(position, ENEMY[side], h))
    closed = position.kentucky == "neutral" and not open_kentucky
    season, hostile = TURNS[position.turn].season, enemy_waters(position, side)
    banks = own_among(position, side, ON_WATER) if own_banks else ON_WATER
    return _waters(season, closed, forts, hostile, position.levees_breached, banks)


@lru_cache(maxsize=24)
def _waters(
    season: str,
    closed: bool,
    forts: frozenset[str],
    hostile: frozenset[str],
    breached: tuple[str, ...],
    own: frozenset[str],
) -> Waters:
    usable = set(_MAP.boat_sides[season]).difference(
        hostile,
        _MAP.levees.difference(breached),
        _MAP.kentucky_inner_sides if closed else (),
        *(_WATER_AT.get(h, ()) for h in forts),
    )
    if own is not ON_WATER:
        usable = {key for key in usable if not own.isdisjoint(BANKS[key])}
    numbers: dict[str, int] = {}
    banks: list[frozenset[str]] = []
    for start in sorted(usable):
        if start in numbers:
            continue
        number = len(banks)
        numbers[start], found = number, [start]
        for key in found:  # it grows while it is read
            for following in _MAP.water_next[key]:
                if following in usable and following not in numbers:
                    numbers[following] = number
                    found.append(following)
        banks.append(frozenset(chain.from_iterable(BANKS[key] for key in found)))
    return Waters(numbers, tuple(banks))


@rule("7.1/5", "7.7.2/5")
def own_rails(position: Position, side: str) -> frozenset[str]:
    """The rail hexes that the side controls and that serve its supply, lines finished since the start too."""
    held = rails_held(position, side)
    if serves_unimproved(position, side):
        return held
    return held - CS_RAILS.difference(position.upgraded)


@rule("8.1.2/3", "13.6/12")
def landings(position: Position, side: str) -> frozenset[str]:
    """Where a stretch of water may start or end: the side's own cities, fortresses, depots, and forts that
    are not silenced."""
    own = {
        *own_places(position, side),
        *(h for h, fort in position.forts.items() if fort.side == side and fort.state != "silenced"),
        *depot_hexes(position, side),
    }
    return frozenset(own)


def own_places(position: Position, side: str) -> frozenset[str]:
    """The cities, towns and fortress hexes that the side controls."""
    return own_among(position, side, TOWNS_AND_FORTRESSES)


@rule("8.4.2/7")
def depot_hexes(position: Position, side: str) -> dict[str, int]:
    """Hex to the number of the side's depots there. One built in an impulse feeds at once: as the supply step
    is past, that is at the impulse's final check, and for forces that ask whether a hex has supply."""
    return {h: depot.count for h, depot in position.depots.items() if depot.side == side}


@rule("8.2/1", "8.2/2", "8.3/1")
def unlimited_sources(position: Position, side: str) -> frozenset[str]:
    """The side's sources that feed any number.

    The Union's on the north edge where there is no Confederate force; the critical supply centres and ports
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
