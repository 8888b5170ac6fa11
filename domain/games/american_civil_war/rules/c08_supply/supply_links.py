"""The rail and watercourse part of a supply line (8.1.2): what rails and waters join without a break."""

from functools import lru_cache
from typing import NamedTuple

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import ADDED
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import Waters
from ironclad.domain.kernel.engine.citations import rule

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


class Linked(NamedTuple):
    """What rails and waters join to some starts.

    reached: the hexes that lines may pass or end in; ends: those that lie under the enemy's guns: a force
    standing there can begin its line in them, no other line passes; dead_ends: those of `reached` that only
    rails reach and where they are broken: no line takes ship there (7.6/2).
    """

    reached: frozenset[str]
    ends: frozenset[str]
    dead_ends: frozenset[str]


@lru_cache(maxsize=96)
@rule("8.1.2/1", "8.1.2/2", "8.1.2/3", "7.2/3", "7.6/2")
def linked(net: Net, starts: frozenset[str], from_barred: bool = False, from_sea: bool = False) -> Linked:
    """What rails and waters join to some starts. A start that is barred joins nothing, unless `from_barred`.

    Where the rails are broken a line that has come by them goes no further, and one that has come by water
    does not take to them; `from_sea`: to the starts too it comes by water.
    """
    rails, landings, barred, broken, shut = net.rails, net.landings, net.barred, net.broken, net.shut
    added = dict(net.added)
    ends = set() if from_barred else {h for h in starts if h in barred}
    reached = set(starts - ends)
    afloat = set(reached)  # the starts, and what water reaches
    stretches: set[int] = set()
    queue = list(reached)
    while queue:
        here = queue.pop()
        if here in rails and (here not in broken or (here in starts and not from_sea)):
            near = _MAP.rail_neighbours.get(here, ())
            for to in (*near, *added[here]) if here in added else near:
                if to not in reached and to in rails and (here, to) not in shut:
                    if to in barred:
                        ends.add(to)
                    else:
                        reached.add(to)
                        if to not in broken:
                            queue.append(to)
        if here in landings:
            for number in net.waters.beside(here) - stretches:
                stretches.add(number)
                for to in net.waters.banks[number] & landings:
                    if to in barred:
                        ends.add(to)
                    elif to not in reached or (to in broken and to not in afloat):
                        reached.add(to)
                        afloat.add(to)
                        queue.append(to)
    return Linked(frozenset(reached), frozenset(ends), frozenset(reached & broken - afloat))
