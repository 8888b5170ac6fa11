"""Links by rail, road and water (4.2.1, 14.1): traced like a supply line, but with no overland part.

A network is a set of places that one side can reach from each other: rail hexes along its own rails, hexes
that it controls along roads and over printed ferries, and, between its cities, fortresses, forts and depots,
any stretch of usable watercourse. No link passes a hex that the enemy occupies, or one in an enemy primary
zone without a friendly ground combat unit.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import fleet, listed, vessel_name
from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, Position
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import own_among
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    added_rails,
    broken_for_lines,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import (
    BANKS,
    Waters,
    barred_hexes,
    landings,
    open_waters,
    own_rails,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import overland_ways
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import enemy_fort
from ironclad.domain.games.american_civil_war.rules.c14_economy.blockade import blockaders
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()
_LINED: dict[str, tuple[str, ...]] = {}  # hex to those that a road or a printed ferry leads to
for _a, _b in sorted({*_MAP.road_steps, *_MAP.ferries}):
    _LINED[_a] = (*_LINED.get(_a, ()), _b)
_ON_LINES = frozenset(_LINED)
_PORTS = frozenset(_MAP.ports)
_SALT = frozenset({"tidal", "bay"})  # what leads to a sea zone (14.1)


class Ground(NamedTuple):
    """What a side's links depend on in a position.

    rails: hexes whose rails are its own; broken: those that no link passes by rail; added: rail steps built
    since the start, by hex; lined: hexes with a road or a ferry that it controls; landings: where water may
    be entered or left; waters: the stretches that can be followed; barred: hexes that no link passes; shut:
    steps, over ferries, that enemy vessels hold; seaports: ports that the sea links, by option only.
    """

    rails: frozenset[str]
    broken: frozenset[str]
    added: tuple[tuple[str, tuple[str, ...]], ...]
    lined: frozenset[str]
    landings: frozenset[str]
    waters: Waters
    barred: frozenset[str]
    shut: frozenset[tuple[str, str]]
    seaports: frozenset[str] = frozenset()


@remembered
def networks_of(position: Position, side: str, owned_banks: bool = False) -> "Networks":
    """A side's links in a position.

    `owned_banks`: water counts only where the side controls a hex on one of its banks (4.2.1/3); otherwise
    the watercourses are free to all whom no enemy fort or vessel stops (3.1.1/9).
    """
    ground = Ground(
        own_rails(position, side),
        broken_for_lines(position),
        added_rails(position),
        own_among(position, side, _ON_LINES),
        landings(position, side),
        open_waters(position, side, own_banks=owned_banks),
        barred_hexes(position, side),
        overland_ways(position, side).shut,
        frozenset() if owned_banks else _seaports(position, side),
    )
    return _networks(ground)


@rule("14.0/1", "14.1/4")
def _seaports(position: Position, side: str) -> frozenset[str]:
    """By option only: the ports that a side's economy links across the sea.

    They are its own, and open to a sea zone as a critical port must be. All zones are joined to each other.
    """
    if side != CONFEDERATE or position.options.get("economy_by_sea") != "yes":
        return frozenset()
    own = own_among(position, side, _PORTS)
    return frozenset(port for port in own if reaches_sea(position, side, port)[0])


class Networks:
    """The links of one side, traced as they are asked for."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._added = dict(ground.added)
        self._stopped = {here for here, _ in ground.shut}
        self._network: dict[str, frozenset[str]] = {}

    def of(self, hex_id: str) -> frozenset[str]:
        """Every hex linked to this one, itself included; a hex that nothing may pass is alone."""
        found = self._network.get(hex_id)
        if found is None:
            broken, barred = self._ground.broken, self._ground.barred
            found = self._network[hex_id] = self._trace(hex_id)
            if hex_id in broken - barred:
                ends = [near for near in self._rails(hex_id) if near not in barred]
                found = found.union(ends, *(self.of(near) for near in ends if near not in broken))
                self._network[hex_id] = found
            elif len(found) > 1:
                self._network.update(dict.fromkeys(found - broken, found))
        return found

    def linked(self, a: str, b: str) -> bool:
        """Whether two hexes are linked; a hex is linked to itself."""
        return b in self.of(a)

    def groups(self, hexes: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The hexes sorted into those that are linked to each other, in the order they are given.

        A hex with a break belongs to every group that reaches it: it is linked to each, but links none.
        """
        asked = tuple(hexes)
        broken = [hex_id for hex_id in asked if hex_id in self._ground.broken]
        found: dict[frozenset[str], list[str]] = {}
        for hex_id in asked:
            if hex_id not in broken:
                found.setdefault(self.of(hex_id), []).append(hex_id)
        for hex_id in broken:
            reached = [network for network in found if hex_id in network] or [self.of(hex_id)]
            for network in reached:
                found.setdefault(network, []).append(hex_id)
        return tuple(tuple(sorted(members, key=asked.index)) for members in found.values())

    @rule("4.2.1/3", "8.1/2", "6.1.2/2", "7.6/2", "14.1/1")
    def _trace(self, start: str) -> frozenset[str]:
        """The hexes that rails, roads, ferries and waters join to a start, past no enemy; nothing leaves a
        broken hex by rail, and what comes there by rail goes no further."""
        ground = self._ground
        barred, broken, lined, land, waters = (
            ground.barred, ground.broken, ground.lined, ground.landings, ground.waters,
        )  # fmt: skip
        if start in barred:
            return frozenset({start})
        through, frontier = {start}, [start]
        ends: set[str] = set()
        stretches: set[int] = set()
        while frontier:
            here = frontier.pop()
            near: set[str] = set()
            if here in lined:
                near.update(self._along(here, _LINED[here], lined))
            if here in land:
                for number in waters.beside(here) - stretches:
                    stretches.add(number)
                    near |= waters.banks[number] & land
            if here in ground.seaports:
                near |= ground.seaports
            if here not in broken:
                by_rail = self._rails(here)
                if broken and not broken.isdisjoint(by_rail):
                    ends |= broken.intersection(by_rail) - barred
                    by_rail = [to for to in by_rail if to not in broken]
                near.update(by_rail)
            fresh = near - through - barred
            through |= fresh
            frontier += fresh
        return frozenset(through | ends)

    @rule("7.0/1", "7.2/3", "7.5/1")
    def _rails(self, here: str) -> list[str]:
        """Hexes one link away along its own rails, over ferries too."""
        rails = self._ground.rails
        if here not in rails:
            return []
        near = _MAP.rail_neighbours.get(here, ())
        return self._along(here, (*near, *self._added[here]) if here in self._added else near, rails)

    @rule("13.5/1", "TEC/14")
    def _along(self, here: str, near: Iterable[str], among: frozenset[str]) -> list[str]:
        if here not in self._stopped:
            return [to for to in near if to in among]
        return [to for to in near if to in among and (here, to) not in self._ground.shut]


_networks = lru_cache(maxsize=16)(Networks)


@rule("14.1/4", "13.1/2", "13.3.3/1")
def reaches_sea(position: Position, side: str, port: str) -> tuple[bool, str]:
    """Whether a critical port can be reached from the sea, and why (not).

    Any chain of tidal and bay hexsides from the port will do, if no enemy fort is beside one of them and
    no Union NSP is on it, as far as one that a sea zone can be entered from over no sand bar; or the port's
    own open coast, which an NSP shuts from water beside the port that leads out there (before erratum
    "open-coast-ports" from any tidal or bay hexside beside it).
    """
    if zones := _MAP.open_coast.get(port):
        beside = [each.key for each in _MAP.water_sides_of[port] if each.kind in _SALT]
        if holds(position, "open-coast-ports"):
            beside = [each for each in beside if each in _MAP.sea_exits]
        if shut := [name for each in beside for name in blockaders(position, side, each)]:
            return False, f"blockaded by {fleet(shut)}"
        return True, f"open to the {zones[0]}"
    reached = {side.key for side in _MAP.water_sides_of[port] if side.kind in _SALT}
    frontier = sorted(reached)
    guards: set[str] = set()
    ships: set[str] = set()
    while frontier:
        here = frontier.pop()
        if barring := [bank for bank in BANKS[here] if enemy_fort(position, ENEMY[side], bank)]:
            guards.update(barring)
            continue
        if shutting := blockaders(position, side, here):
            ships.update(shutting)
            continue
        if zones := _MAP.sea_exits.get(here):
            return True, f"open to the {zones[0]}"
        for following in _MAP.water_next[here]:
            if following not in reached and _MAP.hexsides[following].kind in _SALT:
                reached.add(following)
                frontier.append(following)
    names = [_MAP.hexes[guard].fortress or f"the fort in {guard}" for guard in sorted(guards)]
    names += map(vessel_name, sorted(ships))
    return False, f"no way to sea is open past {listed(names)}"
