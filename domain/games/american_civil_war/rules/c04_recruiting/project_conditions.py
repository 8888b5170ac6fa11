"""Where and when the Confederacy may build (4.2.4, 4.2.5): limits by turn, hex and counter, and the fragment.

Questions only: projects.py holds the commands that ask them.
"""

from collections.abc import Callable

from ironclad.domain.games.american_civil_war.board.charts import LAST_TURN, counter_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position, occupied
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, rail_controller
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_losses import RAILROAD
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import acts_of, points_left
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import LINES, finished, line_ends
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import usable_sides
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import networks_of
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import (
    best_fragments,
    count_ports,
    fragments,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()
FORT, IRONCLAD, FLOTILLA, ARSENAL, FACTORY = "fort", "ironclad", "flotilla", "arsenal", "factory"
VESSELS = (IRONCLAD, FLOTILLA)
_COUNTERS = {FLOTILLA: "river_flotilla"}
_RICHMOND, _NEW_ORLEANS, _NASHVILLE, _MEMPHIS = "4410", "1132", "2015", "1218"
# One of these centres must be in the fragment: kind to hexes, with the clause that says so.
NEEDED = {
    IRONCLAD: ((_RICHMOND, _NEW_ORLEANS), "4.2.5/2"),
    FLOTILLA: ((_RICHMOND, _NASHVILLE, _MEMPHIS, _NEW_ORLEANS), "4.2.5/3"),
    ARSENAL: ((_RICHMOND, _NASHVILLE, _NEW_ORLEANS), "4.2.5/6"),
    FACTORY: ((_RICHMOND, _NASHVILLE, _NEW_ORLEANS), "4.2.5/10"),
    RAILROAD: ((_RICHMOND, _NASHVILLE, _NEW_ORLEANS), "4.2.5/12"),
}


# Limits of 4.2.4, the same for every kind.


@rule("4.2.4/1", "4.2.4/4")
def require_turn(position: Position, act: str, kind: str, cost: int = 1) -> None:
    """Refuse a second act of its sort for a kind in one turn, or one that no point is left for.

    act: "start" or "complete" (a flip, a fort off the track, a railroad's next hex).
    """
    done = acts_of(position, CONFEDERATE)
    combined = position.options.get("cs_project_limit_combined") == "combined"
    words = (f"start/{kind}/", f"complete/{kind}/") if combined else (f"{act}/{kind}/",)
    again = any(each.startswith(words) for each in done)
    done_so = "begun" if act == "start" else "completed"
    require(not again, "4.2.4/4", f"a {kind} has been {done_so} this turn")
    require(points_left(position, CONFEDERATE) >= cost, "4.2.4/1", "no construction point is left")


@rule("4.2.4/2")
def require_free_hex(position: Position, hex_id: str) -> None:
    """Refuse a hex that has got a project this turn, or that enemy units are in."""
    require(hex_id in _MAP.hexes, "2.1/1", f"there is no hex {hex_id!r}")
    used = any(act.startswith("start/") and act.endswith(f"/{hex_id}") for act in position.built_now)
    require(not used, "4.2.4/2", f"a project has been begun in {hex_id} this turn")
    require(not occupied(position, UNION, hex_id), "4.2.4/2", f"there are enemy units in {hex_id}")


@rule("2.3/2")
def counters_left(position: Position, kind: str) -> int:
    """How many counters of a kind the Confederacy has that are not in play."""
    if kind == FORT:
        used = sum(fort.side == CONFEDERATE for fort in position.forts.values())
        used += sum(position.fort_track.values()) + position.forts_available
    elif kind in VESSELS:
        used = sum(vessel.kind == kind for vessel in position.vessels.values())
    elif kind == RAILROAD:
        used = len(position.line_heads)
    else:
        used = sum(project.kind == kind for project in position.projects.values())
    return (counter_limit(CONFEDERATE, _COUNTERS.get(kind, kind)) or 0) - used


class Economy:
    """The economy's largest fragment now, for the conditions of 4.2.5 (see `economy_of`).

    Where fragments tie the Confederacy may choose (14.1/2), so a condition that one of them meets is met.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.networks = networks_of(position, CONFEDERATE)
        self._supply = supply_map(position, CONFEDERATE)
        self._reached: dict[tuple[str, ...], frozenset[str]] = {}
        found = fragments(position, self.networks)
        self.largest = [each.centres for each in best_fragments(position, found)] if found else []

    def fragment(self, kind: str, test: Callable[[tuple[str, ...]], bool], why: str) -> tuple[str, ...]:
        """A largest fragment with a centre that the kind needs and that passes the test. Refuses if none."""
        needed, clause = NEEDED[kind]
        names = ", ".join(str(_MAP.hexes[h].city) for h in needed)
        able = [each for each in self.largest if set(needed).intersection(each)]
        require(able, clause, f"the economy's largest fragment holds none of {names}")
        passing = [each for each in able if test(each)]
        require(passing, clause, why)
        return passing[0]

    def linked(self, hex_id: str, centres: tuple[str, ...]) -> bool:
        """Whether rails, roads or water link a hex to a fragment (14.1/1)."""
        return any(self.networks.linked(hex_id, centre) for centre in centres)

    @rule("4.2.5/2", "4.2.5/3", "8.1/2")
    def supply_linked(self, hex_id: str, centres: tuple[str, ...]) -> bool:
        """Whether a hex traces a supply line to a centre of the fragment; to a barred one none leads."""
        found = self._supply
        if centres not in self._reached:
            open_ones = [centre for centre in centres if centre not in found.barred]
            self._reached[centres] = frozenset().union(*(found.network(centre) for centre in open_ones))
        reached = self._reached[centres]
        return hex_id not in found.barred and any(step in reached for step in found.overland(hex_id))

    @rule("4.2.5/10")
    def has_open_port(self, centres: tuple[str, ...]) -> bool:
        """Whether a critical port that no enemy blockades counts in the fragment."""
        return any(port.counts for port in count_ports(self.position, self.networks, centres))


@remembered
def economy_of(position: Position) -> Economy:
    """The economy's largest fragment in a position."""
    return Economy(position)


def conditions(economy: Economy, kind: str, hex_id: str, line: str) -> tuple[str, ...]:
    """The fragment that a new project may rest on; () for a fort. Refuses if its hex or line will not do."""
    position = economy.position
    clause = "4.2.5/1" if kind == FORT else NEEDED[kind][1]
    require(not line or kind == RAILROAD, clause, f"a {kind} is built on no line")
    if kind == FORT:
        require(not hex_id, clause, "a fort under construction goes to the next turn's box, to no hex yet")
        require(position.turn < LAST_TURN, clause, "no turn is left on which a fort could be due")
        return ()
    require_free_hex(position, hex_id)
    if kind in VESSELS:
        return _vessel_conditions(economy, kind, hex_id)
    if kind == ARSENAL:
        return _arsenal_conditions(economy, hex_id)
    if kind == FACTORY:
        return _factory_conditions(economy, hex_id)
    return _railroad_conditions(economy, line, hex_id)


def _require_control(position: Position, hex_id: str, clause: str) -> None:
    own = controller(position, hex_id) == CONFEDERATE
    require(own, clause, f"the Confederacy does not control {hex_id}")


@rule("4.2.5/2", "4.2.5/3")
def _vessel_conditions(economy: Economy, kind: str, hex_id: str) -> tuple[str, ...]:
    """A controlled city on water deep enough, with a supply line to a fragment of the right kind."""
    clause = NEEDED[kind][1]
    require(hex_id in _MAP.towns, clause, f"{hex_id} is no city")
    _require_control(economy.position, hex_id, clause)
    floats = berths(economy.position, hex_id, kind)
    require(floats, clause, f"{hex_id} lies on no navigable, lake, tidal or bay hexside now")
    why = f"{hex_id} traces no supply line to the economy's largest fragment"
    return economy.fragment(kind, lambda centres: economy.supply_linked(hex_id, centres), why)


@rule("4.2.5/2", "4.2.5/3", "13.3.2/1", "13.3.4/1")
def berths(position: Position, hex_id: str, kind: str) -> tuple[str, ...]:
    """The hexsides of a hex that a vessel of a kind can use in this season, sorted."""
    deep = usable_sides(position, kind)
    return tuple(sorted(side.key for side in _MAP.water_sides_of.get(hex_id, ()) if side.key in deep))


@rule("4.2.5/6", "4.2.5/7")
def _arsenal_conditions(economy: Economy, hex_id: str) -> tuple[str, ...]:
    """A controlled, supplied recruitment city of the fragment; and no other arsenal is being built."""
    position = economy.position
    building = any(each.kind == ARSENAL and each.state == "building" for each in position.projects.values())
    require(not building, "4.2.5/7", "an arsenal is under construction")
    require(_MAP.hexes[hex_id].recruitment_group, "4.2.5/6", f"{hex_id} is no recruitment city")
    _require_control(position, hex_id, "4.2.5/6")
    require(is_supplied(position, CONFEDERATE, hex_id), "4.2.5/6", f"{hex_id} is out of supply")
    why = f"{hex_id} is not linked to the economy's largest fragment"
    return economy.fragment(ARSENAL, lambda centres: economy.linked(hex_id, centres), why)


@rule("4.2.5/10")
def _factory_conditions(economy: Economy, hex_id: str) -> tuple[str, ...]:
    """A supplied critical centre counted in a fragment that an open critical port belongs to."""
    position = economy.position
    require(hex_id in _MAP.critical_centres, "4.2.5/10", f"{hex_id} is no critical supply centre")
    require(is_supplied(position, CONFEDERATE, hex_id), "4.2.5/10", f"{hex_id} is out of supply")
    why = f"{hex_id} does not count in the economy's largest fragment"
    economy.fragment(FACTORY, lambda centres: hex_id in centres, why)
    why = "no critical port open to the sea counts in the economy's largest fragment"
    return economy.fragment(
        FACTORY, lambda centres: hex_id in centres and economy.has_open_port(centres), why
    )


@rule("4.2.5/12")
def _railroad_conditions(economy: Economy, line: str, hex_id: str) -> tuple[str, ...]:
    """A supplied end of an unfinished line, on a railroad that is linked to the fragment."""
    position = economy.position
    require(line in LINES, "4.2.5/12", f"there is no unfinished railroad {line!r}")
    require(not finished(position, line), "4.2.5/12", f"{line} is finished")
    require(line not in position.line_heads, "4.2.5/12", f"{line} is being built")
    require(hex_id in line_ends(line), "4.2.5/12", f"no existing railroad reaches {line} in {hex_id}")
    _require_control(position, hex_id, "4.2.5/12")
    rails = rail_controller(position, hex_id) == CONFEDERATE
    require(rails, "4.2.5/12", f"the railroad in {hex_id} is not the Confederacy's")
    require(is_supplied(position, CONFEDERATE, hex_id), "4.2.5/12", f"{hex_id} is out of supply")
    why = f"the railroad in {hex_id} is not linked to the economy's largest fragment"
    return economy.fragment(RAILROAD, lambda centres: economy.linked(hex_id, centres), why)
