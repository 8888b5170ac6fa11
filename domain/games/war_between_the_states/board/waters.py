"""The water that ships sail on (7): places of water, and which of them meet.

A place of water is a river hexside ("C2608-C2609"), a coastal or lake hex, or an all-sea hex. Two hexsides
meet at a common end; a hex meets the hexsides on its edge and at its corners, and the hexes that it has an
open sea hexside with.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.features import (
    GRID,
    SAILED,
    VARIANT_RIVERS,
    Head,
)
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.map_files import Features
from ironclad.domain.kernel.board.corners import meeting, touching
from ironclad.domain.kernel.board.graph import reachable
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes
from ironclad.domain.kernel.engine.citations import cite, rule

Links = Mapping[str, tuple[str, ...]]
_ARMS = frozenset({("Atchafalaya",), ("Bayou Lafourche",)})
"""Waters that leave a river for the sea: down them is away from the river, which no count of steps says."""

SHOALS = frozenset({"B2728", "B2729"})
"""Lake Pontchartrain and the shore beside it (7.53)."""

cite(__name__, "7.0/3", "7.53/2", where="data/closed_water_links.csv")
cite(__name__, "7.11/1", where="data/sea_hexsides.csv")
cite(__name__, "7.55/1", "11.21/1", where="data/fort_waters.csv")


@dataclass(frozen=True, slots=True, eq=False)
class Waters:
    """All water of the map, rivers that only a variant opens included.

    `kind`: place of water to navigable, variant, tidal, estuary, coastal, lake or sea. `links`: place to the
    places that it meets, whatever bars the way. `order`: hexside to its steps from the open sea; of two that
    meet, the one with more steps is upstream (7.12). `variant_of`: hexside to the variant that opens it.
    """

    kind: Mapping[str, str]
    links: Links
    order: Mapping[str, int]
    variant_of: Mapping[str, str]


@lru_cache(maxsize=1)
def load_waters() -> Waters:
    """The water, made once from the map."""
    features = load_map().features
    kind = {key: side.kind for key, side in features.sides.items() if side.kind in (*SAILED, "variant")}
    variant_of = {
        key: VARIANT_RIVERS[features.sides[key].waters[0]] for key in kind if kind[key] == "variant"
    }
    kind |= {id: hex.kind for id, hex in features.hexes.items() if hex.kind != "land"}
    kind |= dict.fromkeys(features.ocean, "sea")
    links = _links(features, kind)
    return Waters(kind, links, _steps_from_sea(features, kind, links), variant_of)


@rule("7.0/3", "7.53/2")
def _links(features: Features, kind: Mapping[str, str]) -> Links:
    found: dict[str, set[str]] = {place: set() for place in kind}
    keys = [place for place in kind if "-" in place]
    for key, others in meeting(GRID, keys).items():
        found[key].update(others)
        for id in touching(GRID, key):
            if id in kind:
                found[key].add(id)
                found[id].add(key)
    for id in kind:
        for other in () if "-" in id else GRID.neighbours(id):
            if other in kind and _open(features, kind, id, other):
                found[id].add(other)
    for a, b in features.closed_links:
        found[a].discard(b)
        found[b].discard(a)
    return {place: tuple(sorted(others)) for place, others in found.items()}


@rule("7.11/1")
def _open(features: Features, kind: Mapping[str, str], a: str, b: str) -> bool:
    """Whether ships pass the hexside between two hexes of water."""
    key = hexside(a, b)
    if key in features.ships_pass or key in features.ships_barred:
        return key in features.ships_pass
    if "lake" in (kind[a], kind[b]):
        return False
    if "sea" in (kind[a], kind[b]):
        return True
    side = features.sides.get(key)
    return side is not None and side.kind in ("coast", "estuary")


def _steps_from_sea(features: Features, kind: Mapping[str, str], links: Links) -> dict[str, int]:
    """The steps of each hexside from the open sea: first of rivers, then of the arms that leave them."""
    arms = {key for key in kind if "-" in key and features.sides[key].waters[:1] in _ARMS}
    steps = _steps(features.ocean, links, {place for place in kind if place not in arms})
    left = {place for place in kind if place not in steps or "-" not in place}
    return {**_steps(features.ocean, links, left), **steps}


def _steps(starts: Iterable[str], links: Links, among: Container[str]) -> dict[str, int]:
    found = reachable(starts, lambda here: (other for other in links[here] if other in among))
    return {place: count for place, count in found.items() if "-" in place}


@rule("7.12/1", "7.51/1", "7.51/2", "7.52/1", "7.61/1", "7.62/1", "7.63/1", "7.64/1")
@lru_cache(maxsize=64)
def sailed(variants: frozenset[str], cycle: int, red_river_shut: bool = False) -> Links:
    """The water as ships find it in a cycle (1 to 13): place to the places that a ship may go on to.

    `variants` are the river variants that the game has chosen; `red_river_shut`: the other reading of 7.64.
    A hexside above a head that is shut has no way to the head, nor the head to it.
    """
    waters = load_waters()
    links = {
        place: set(others) for place, others in waters.links.items() if _navigable(waters, place, variants)
    }
    for head in load_map().features.heads:
        state = head.with_variant if head.variant in variants else head.without
        passed = state.split()
        if red_river_shut and head.river == "Red":
            passed = []
        if head.key in links and state and str(cycle) not in passed:
            for a, b in _barred_by(head, waters, links):
                links[a].discard(b)
                links[b].discard(a)
    return {place: tuple(sorted(links[place] & links.keys())) for place in links}


def _navigable(waters: Waters, place: str, variants: frozenset[str]) -> bool:
    return place not in waters.variant_of or waters.variant_of[place] in variants


def _barred_by(head: Head, waters: Waters, links: Mapping[str, set[str]]) -> Iterable[tuple[str, str]]:
    """The links that a head or a bar shuts: from the head upstream, or from a bayou to the sea."""
    order, sides = waters.order, load_map().features.sides
    if head.key not in order:
        return ()
    if head.kind == "head":
        meets = links[head.key] & links.keys()
        return [(head.key, place) for place in meets if order.get(place, -1) > order[head.key]]
    at_bar = {head.key, *(id for id in touching(GRID, head.key) if id in links)}
    bayou = {key for key in order if head.river in sides[key].waters and key in links and key not in at_bar}
    return [(place, sea) for place in bayou for sea in at_bar & links[place]]


@rule("7.12/1", "11.24/3")
def is_upstream(origin: str, target: str) -> bool:
    """Whether a step from one river hexside to another that it meets goes upstream."""
    order = load_waters().order
    return origin in order and target in order and order[target] > order[origin]


@rule("11.21/1", "7.55/1")
def waters_of_fort(hex: str, facing: str) -> frozenset[str]:
    """The places of water that a fort lies on: its facing hexside, coastal water of its hex, its channel.

    `facing` is a hexside of the hex, "water" for the coastal water alone, or "" for a fort that covers none.
    """
    if not facing:
        return frozenset()
    own = {hex} if load_map().hexes[hex].kind == "coastal" else set()
    channel = load_map().features.fort_waters.get(hex, ())
    return frozenset({*own, *channel, *(() if facing == "water" else (facing,))})


@rule("7.0/1")
def beside(place: str) -> tuple[str, ...]:
    """The hexes in which what is on this water can embark, land or support: two of a hexside, else one."""
    return hexside_hexes(place) if "-" in place else (place,)


@rule("7.13/1", "7.13/2", "7.53/1", "7.53/2")
def may_lie(kind: str, place: str, variants: frozenset[str] = frozenset()) -> bool:
    """Whether a type of ship may be on a place of water.

    Naval flotillas and transports keep to tidal hexsides, estuaries, coasts and the sea, but not to the
    shoal lakes beside New Orleans; the others to navigable hexsides, tidal or not, and coasts.
    """
    waters = load_waters()
    water = waters.kind.get(place)
    if water is None or not _navigable(waters, place, variants):
        return False
    if kind in ("naval_flotilla", "naval_transport"):
        return water in ("tidal", "estuary", "coastal", "sea") and place not in SHOALS
    return water != "sea"
