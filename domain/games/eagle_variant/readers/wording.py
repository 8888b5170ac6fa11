"""What things are called in sentences: sides, armies, spaces, units, boxes of a battle, waters, and lists."""

import re
from collections.abc import Iterable, Mapping

from ironclad.domain.games.eagle_variant.board import map as board_map
from ironclad.domain.games.eagle_variant.board.map_files import INDIAN_TERRITORY, ST_LAWRENCE, SYSTEMS
from ironclad.domain.games.eagle_variant.position.battles import COLUMNS, LATE, MIDDLES, RESERVE, RETREAT
from ironclad.domain.kernel.telling.words import listed

ARMY_NAMES = {
    "usa": "the USA",
    "csa": "the CSA",
    "britain": "Britain",
    "france": "France",
    "indians": "the Indians",
    "rioters": "the rioters",
    "militia": "the militia",
    "revolutionaries": "the revolutionaries",
}
"""Sides, powers and special forces."""
SEVERAL = ("indians", "rioters", "revolutionaries")
"""The armies whose name is a plural."""
ADJECTIVES = {
    "usa": "USA",
    "csa": "CSA",
    "britain": "British",
    "france": "French",
    "indians": "Indian",
    "rioters": "rioting",
    "militia": "militia",
    "revolutionaries": "revolutionary",
}
KINDS = ("infantry", "cavalry", "artillery", "leader")
GOODS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "leader": "leader",
    "rail_stock": "Rail Stock",
    "naval_rating": "Naval Rating",
    "river_rating": "River Naval Rating",
}
BOXES = {
    **{column: f"the {column} line" for column in COLUMNS},
    **{middle: f"the {column} middle" for column, middle in MIDDLES.items()},
    RESERVE: "the reserve",
    RETREAT: "the retreat box",
    **{box: f"the reserve in turn {turn}" for box, turn in LATE.items()},
}
"""Spaces of the battle map; of units that have not entered, where and when they do."""
MARKERS = {"blockade": "the blockade", "usa": "the USA", "csa": "the CSA", "britain": "the British fleet"}
"""What loses Naval Ratings in a naval battle."""
_UNIT = re.compile(rf"({'|'.join(ADJECTIVES)})_({'|'.join(KINDS)})_(\w+)")
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}


def name_of(word: str) -> str:
    """What a player calls a space, a side, a power, a unit or a box; any other word as it is."""
    if word in ("usa", "csa", "britain", "france"):
        return ARMY_NAMES[word]
    if _UNIT.fullmatch(word):
        return unit(word)
    if word in MIDDLES.values():
        return BOXES[word]
    return board_map.name_of(word)


def army(id: str) -> str:
    """A side, a power or a special force in a sentence; "nobody" for none."""
    return ARMY_NAMES.get(id, "nobody")


def doing(id: str, verb: str) -> str:
    """An army with what it does, the verb in the third person: "the USA wins", "the Indians win"."""
    if id in SEVERAL:
        first, *rest = verb.split(" ")
        verb = " ".join((_IRREGULAR.get(first) or _plural_verb(first), *rest))
    return f"{army(id)} {verb}"


def _plural_verb(verb: str) -> str:
    return verb[:-2] if verb.endswith(("shes", "sses", "ches")) else verb.removesuffix("s")


def place(space: str) -> str:
    """A region or a city in a sentence."""
    return "the Indian Territory" if space == INDIAN_TERRITORY else board_map.name_of(space)


def one_of(spaces: Iterable[str]) -> str:
    """Places of which one is chosen."""
    return listed([place(space) for space in spaces], "or")


def places(spaces: Iterable[str]) -> str:
    """Regions and cities in a list; "no space" for none."""
    return listed([place(space) for space in spaces]) or "no space"


def box(of: str) -> str:
    """A space of the battle map: "the left line"."""
    return BOXES[of]


def waters(of: str) -> str:
    """The ocean or a river system."""
    return {ST_LAWRENCE: "the St. Lawrence"}.get(of, f"the {of}")


def river(of: str) -> str:
    """A river system; "" for none."""
    return waters(of) if of in SYSTEMS else ""


def unit(id: str) -> str:
    """A unit by its id: "usa_infantry_3" is "USA infantry 3"."""
    found = _UNIT.fullmatch(id)
    if found is None:
        return id.replace("_", " ")
    return f"{ADJECTIVES[found[1]]} {found[2]} {found[3].replace('_', ' ')}"


def unit_list(ids: Iterable[str]) -> str:
    """Units by name in a list; "no unit" for none."""
    return listed([unit(id) for id in ids]) or "no unit"


def units(ids: Iterable[str]) -> str:
    """Units by nation and kind: "3 USA infantry and 1 USA leader"; "no unit" for none."""
    kinds = [(found[1], found[2]) if (found := _UNIT.fullmatch(id)) else ("", unit(id)) for id in ids]
    return sorts(kinds)


def lost_units(sorts_lost: Iterable[str]) -> str:
    """Eliminated units, each as "nation.kind"."""
    return sorts([(nation, kind) for nation, _, kind in (each.partition(".") for each in sorts_lost)])


def sorts(of: Iterable[tuple[str, str]]) -> str:
    """Pairs of nation and kind, counted."""
    counts: dict[tuple[str, str], int] = {}
    for each in of:
        counts[each] = counts.get(each, 0) + 1
    said = [_counted_sort(count, nation, kind) for (nation, kind), count in counts.items()]
    return listed(said) or "no unit"


def _counted_sort(count: int, nation: str, kind: str) -> str:
    if not nation:
        return kind
    return f"{count} {ADJECTIVES[nation]} {'leaders' if kind == 'leader' and count > 1 else kind}"


def good(of: str, system: str = "") -> str:
    """What can be bought: "infantry", "Rail Stock", "River Naval Rating on the Mississippi"."""
    return f"{GOODS[of]} on {waters(system)}" if system else GOODS[of]


def by_space(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """A line for each space from pairs of a kind and a space: "Toronto: 2 infantry and 1 cavalry"."""
    found: dict[str, dict[str, int]] = {}
    for kind, space in pairs:
        counts = found.setdefault(space, {})
        counts[kind] = counts.get(kind, 0) + 1
    return [
        f"{place(space)}: {listed([f'{count} {kind}' for kind, count in counts.items()])}"
        for space, counts in found.items()
    ]


def markers(of: Mapping[str, int]) -> str:
    """Ratings by marker: "1 of the blockade and 2 of the USA"; "none"."""
    return listed([f"{count} of {MARKERS[marker]}" for marker, count in of.items() if count]) or "none"


def force(origin: str) -> str:
    """The force of an attack that came from a space, over land or by water."""
    space, _, by_water = origin.partition(" by ")
    return f"{place(space)}{' by water' if by_water else ''}"
