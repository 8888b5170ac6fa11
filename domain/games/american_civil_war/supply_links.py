"""The rail and watercourse part of a supply line (8.1.2): what rails and waters join without a break."""

from functools import lru_cache
from typing import NamedTuple

from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.rail_lines import ADDED
from domain.games.american_civil_war.supply_ground import Waters
from domain.kernel.rulebook import rule

_MAP = load_map()
LINKS = _MAP.rail_hexes.union(_MAP.union_sources, ADDED)  # where lines may run or end, landings apart


class Net(NamedTuple):
    """The rails and waters of a side in a position.

    rails: hexes whose rails are its own; broken: those of them that no line passes by rail; added: rail steps
    built since the start, by hex; landings: where water may be entered or left; waters: the stretches that
    can be followed; barred: of all these hexes those that no line passes; shut: rail steps, over ferries,
    that enemy vessels hold.
    """

    rails: frozenset[str]
    broken: frozenset[str]
    added: tuple[tuple[str, tuple[str, ...]], ...]
    landings: frozenset[str]
    waters: Waters
    barred: frozenset[str]
    shut: frozenset[tuple[str, str]]


Linked = tuple[frozenset[str], frozenset[str]]


@lru_cache(maxsize=96)
@rule("8.1.2/1", "8.1.2/2", "8.1.2/3", "7.2/3", "7.6/2")
def linked(net: Net, starts: frozenset[str], from_barred: bool = False) -> Linked:
    """The hexes that rails and waters join to some starts, and those of them that lie under the enemy's guns:
    a force standing there can begin its line in them, no other line passes.

    A start that is barred itself joins nothing, unless `from_barred`.
    """
    rails, landings, barred, broken, shut = net.rails, net.landings, net.barred, net.broken, net.shut
    added = dict(net.added)
    ends = set() if from_barred else {h for h in starts if h in barred}
    reached = set(starts - ends)
    railed: set[str] = set()
    stretches: set[int] = set()
    queue = [(h, False) for h in reached]
    while queue:
        here, by_rail = queue.pop()
        if here in rails and here not in railed and not (by_rail and here in broken):
            railed.add(here)
            near = _MAP.rail_neighbours.get(here, ())
            for to in (*near, *added[here]) if here in added else near:
                if to not in reached and to in rails and (here, to) not in shut:
                    if to in barred:
                        ends.add(to)
                    else:
                        reached.add(to)
                        queue.append((to, True))
        if here in landings:
            for number in net.waters.beside(here) - stretches:
                stretches.add(number)
                for to in net.waters.banks[number] & landings:
                    if to in barred:
                        ends.add(to)
                    elif to not in reached or (to in broken and to not in railed):
                        reached.add(to)
                        queue.append((to, False))
    return frozenset(reached), frozenset(ends)
