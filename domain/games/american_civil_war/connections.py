"""Links by rail, road and water (4.2.1, 14.1): traced like a supply line, but with no overland part.

A network is a set of places that one side can reach from each other: rail hexes along its own rails, hexes
that it controls along roads, and, between its cities, fortresses and forts, any stretch of usable
watercourse. No link passes a hex that the enemy occupies, or one in an enemy primary zone without a friendly
ground combat unit.
"""

from collections.abc import Iterable, Iterator

from domain.games.american_civil_war.blockade import blockaders
from domain.games.american_civil_war.control import controller, rail_controller
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.rail_lines import rail_neighbours, rail_passable
from domain.games.american_civil_war.state import ENEMY, Position, occupied
from domain.games.american_civil_war.zones import in_primary, season
from domain.kernel.hexgrid import hexside_hexes
from domain.kernel.rulebook import rule

_MAP = load_map()
_BANKS = {key: hexside_hexes(key) for key in _MAP.hexsides}
_SALT = frozenset({"tidal", "bay"})  # what leads to a sea zone (14.1)


class Networks:
    """A side's links in one position, traced as they are asked for.

    `owned_banks`: water counts only where the side controls a hex on one of its banks (4.2.1/3); otherwise
    the watercourses are free to all whom no enemy fort stops (3.1.1/9). Made for one question in one
    position: it remembers what it traced and must not outlive a change.
    """

    def __init__(self, position: Position, side: str, owned_banks: bool = False) -> None:
        self._position = position
        self._side = side
        self._enemy = ENEMY[side]
        self._owned_banks = owned_banks
        self._boats = _MAP.boat_sides[season(position)]
        self._open: dict[str, bool] = {}
        self._network: dict[str, frozenset[str]] = {}
        self._shore: dict[str, frozenset[str]] = {}
        stacks = position.forces[self._enemy]
        self._threatened = {*stacks, *(near for hex_id in stacks for near in _MAP.neighbours[hex_id])}

    def of(self, hex_id: str) -> frozenset[str]:
        """Every hex linked to this one, itself included; a hex that nothing may pass is alone."""
        found = self._network.get(hex_id)
        if found is None:
            found = self._trace(hex_id)
            if not rail_passable(self._position, hex_id) and self.passable(hex_id):
                ends = [near for near in self._rails(hex_id) if self.passable(near)]
                whole = [near for near in ends if rail_passable(self._position, near)]
                found = found.union(ends, *(self.of(near) for near in whole))
                self._network[hex_id] = found
                return found
            for member in found:
                if rail_passable(self._position, member):
                    self._network[member] = found
        return found

    def linked(self, a: str, b: str) -> bool:
        """Whether two hexes are linked; a hex is linked to itself."""
        return b in self.of(a)

    def groups(self, hexes: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The hexes sorted into those that are linked to each other, in the order they are given.

        A hex with a break belongs to every group that reaches it: it is linked to each, but links none.
        """
        asked = tuple(hexes)
        broken = [hex_id for hex_id in asked if not rail_passable(self._position, hex_id)]
        found: dict[frozenset[str], list[str]] = {}
        for hex_id in asked:
            if hex_id not in broken:
                found.setdefault(self.of(hex_id), []).append(hex_id)
        for hex_id in broken:
            reached = [network for network in found if hex_id in network] or [self.of(hex_id)]
            for network in reached:
                found.setdefault(network, []).append(hex_id)
        return tuple(tuple(sorted(members, key=asked.index)) for members in found.values())

    @rule("4.2.1/3", "8.1/2", "6.1.2/2")
    def passable(self, hex_id: str) -> bool:
        """Whether a link may pass a hex: no enemy in it, no enemy primary zone there un-negated."""
        found = self._open.get(hex_id)
        if found is None:
            if hex_id in self._threatened:
                found = not cut_off_by_enemies(self._position, self._side, hex_id)
            else:  # no enemy unit is near, but a bare fort may stand there
                found = not occupied(self._position, self._enemy, hex_id)
            self._open[hex_id] = found
        return found

    def _trace(self, start: str) -> frozenset[str]:
        if not self.passable(start):
            return frozenset({start})
        through, frontier, ends = {start}, [start], set()
        while frontier:
            here = frontier.pop()
            for following in self._steps(here):
                if following not in through and self.passable(following):
                    through.add(following)
                    frontier.append(following)
            if not rail_passable(self._position, here):
                continue
            for following in self._rails(here):
                if following not in through and self.passable(following):
                    if not rail_passable(self._position, following):
                        ends.add(following)
                        continue
                    through.add(following)
                    frontier.append(following)
        return frozenset(through | ends)

    @rule("7.0/1", "7.2/3", "7.5/1", "7.6/2")
    def _rails(self, here: str) -> Iterator[str]:
        """Hexes one link away along its own rails, over ferries too."""
        position, side = self._position, self._side
        if rail_controller(position, here) == side:
            for following in rail_neighbours(position, here):
                if rail_controller(position, following) == side:
                    yield following

    @rule("14.1/1")
    def _steps(self, here: str) -> Iterator[str]:
        """Hexes one link away without rails: along roads in its hexes, and water between its towns."""
        position, side = self._position, self._side
        if controller(position, here) == side:
            for following in _MAP.road_neighbours.get(here, ()):
                if controller(position, following) == side:
                    yield following
        if self._is_landing(here):
            yield from self._over_water(here)

    @rule("8.1.2/3")
    def _is_landing(self, hex_id: str) -> bool:
        """Whether a stretch of water may start or end in a hex: the side's own city, fortress or fort."""
        fort = self._position.forts.get(hex_id)
        if fort is not None and fort.side == self._side:
            return True
        built = hex_id in _MAP.towns or hex_id in _MAP.fortresses
        return built and controller(self._position, hex_id) == self._side

    @rule("8.1.2/2", "8.1.2/4", "13.3/1", "13.3.1/1", "13.3.4/1", "3.1.1/9")
    def _over_water(self, landing: str) -> frozenset[str]:
        """The landings on the watercourses that a landing lies on, by any number of usable hexsides."""
        sides = [side.key for side in _MAP.water_sides_of.get(landing, ()) if self._floats(side.key)]
        missing = [key for key in sides if key not in self._shore]
        if missing:
            self._explore(missing)
        return frozenset().union(*(self._shore[key] for key in sides))

    def _explore(self, starts: list[str]) -> None:
        """Trace the water around some hexsides and remember the landings of each connected stretch."""
        for start in starts:
            if start in self._shore:
                continue
            stretch, frontier = {start}, [start]
            while frontier:
                for following in _MAP.water_next[frontier.pop()]:
                    if following not in stretch and self._floats(following):
                        stretch.add(following)
                        frontier.append(following)
            banks = {hex_id for key in stretch for hex_id in _BANKS[key]}
            landings = frozenset(hex_id for hex_id in banks if self._is_landing(hex_id))
            for key in stretch:
                self._shore[key] = landings

    @rule("13.3.2/1", "11.6/1", "15.5/1", "15.5/2")
    def _floats(self, key: str) -> bool:
        """Whether a link may follow a hexside: deep enough in season, no levee, no enemy fort beside it.

        Rivers inside neutral Kentucky are closed; the Mississippi and Ohio on its edge are open to both.
        """
        position = self._position
        levee = key in _MAP.levees and key not in position.levees_breached
        if key not in self._boats or levee:
            return False
        if position.kentucky == "neutral" and key in _MAP.kentucky_inner_sides:
            return False
        banks = _BANKS[key]
        if any(enemy_fort(position, self._enemy, hex_id) for hex_id in banks):
            return False
        return not self._owned_banks or any(controller(position, hex_id) == self._side for hex_id in banks)


def enemy_fort(position: Position, enemy: str, hex_id: str) -> bool:
    """Whether the enemy has a fort in the hex that stops what passes on the water beside it (11.6)."""
    fort = position.forts.get(hex_id)
    return fort is not None and fort.side == enemy and fort.state != "silenced"


@rule("8.1/2", "6.1.2/2")
def cut_off_by_enemies(position: Position, side: str, hex_id: str) -> bool:
    """Whether the enemy denies a hex its supply by where he stands: in it, or with a primary zone over it.

    A friendly ground combat unit in the hex negates the zone (6.1.2).
    """
    enemy = ENEMY[side]
    if occupied(position, enemy, hex_id):
        return True
    return hex_id not in position.forces[side] and in_primary(position, hex_id, enemy)


@rule("14.1/4", "13.3.3/1")
def reaches_sea(position: Position, side: str, port: str) -> tuple[bool, str]:
    """Whether a critical port can be reached from the sea, and why (not).

    Any chain of tidal and bay hexsides from the port will do, if no enemy fort stands beside one of them and
    no Union NSP is on it, as far as one that a sea zone can be entered from over no sand bar; or the port's
    own open coast.
    """
    if zones := _MAP.open_coast.get(port):
        beside = [each.key for each in _MAP.water_sides_of[port] if each.kind in _SALT]
        if shut := [name for each in beside for name in blockaders(position, side, each)]:
            return False, f"blockaded by {' and '.join(shut)}"
        return True, f"open to the {zones[0]}"
    reached = {side.key for side in _MAP.water_sides_of[port] if side.kind in _SALT}
    frontier = sorted(reached)
    guards: set[str] = set()
    fleet: set[str] = set()
    while frontier:
        here = frontier.pop()
        if barring := [bank for bank in _BANKS[here] if enemy_fort(position, ENEMY[side], bank)]:
            guards.update(barring)
            continue
        if shutting := blockaders(position, side, here):
            fleet.update(shutting)
            continue
        if zones := _MAP.sea_exits.get(here):
            return True, f"open to the {zones[0]}"
        for following in _MAP.water_next[here]:
            if following not in reached and _MAP.hexsides[following].kind in _SALT:
                reached.add(following)
                frontier.append(following)
    names = [_MAP.hexes[guard].fortress or f"the fort in {guard}" for guard in sorted(guards)]
    names += [f"the hexside of {name}" for name in sorted(fleet)]
    return False, f"no way to sea is open: an enemy holds {' and '.join(names)}"
