"""Zones of control against a slow reference that is written straight from the clauses of 6.1 to 6.3."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import GRID, load_map
from ironclad.domain.games.american_civil_war.position.document import empty_position
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import Fort, Group, merged
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    exerting_into,
    in_primary,
    in_secondary,
)

MAP = load_map()
CENTRES = ("4408", "2419", "1025", "2228", "1415", "3824")


def area(centre: str, radius: int) -> list[str]:
    """The playable hexes around a centre."""
    return [h for distance in range(radius + 1) for h in GRID.ring(centre, distance) if h in MAP.hexes]


groups = st.builds(
    Group,
    kind=st.sampled_from(["asp", "asp", "asp", "msp", "cavalry"]),
    count=st.integers(1, 3),
    demoralized=st.sampled_from([0, 0, 1]),
    oos=st.sampled_from([0, 0, 0, 1]),
    station=st.sampled_from(["field", "field", "field", "entrenched", "fort"]),
)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, str]:
    """A position crowded into a few hexes around a centre, and that centre."""
    centre = draw(st.sampled_from(CENTRES))
    near = area(centre, 3)
    position = empty_position("bare_map")
    position.turn = draw(st.integers(1, 17))
    for hex_id in draw(st.lists(st.sampled_from(near), max_size=6, unique=True)):
        side = draw(st.sampled_from(SIDES))
        position.forces[side][hex_id] = merged(draw(st.lists(groups, min_size=1, max_size=3)))
    for hex_id in draw(st.lists(st.sampled_from(near), max_size=3, unique=True)):
        state = draw(st.sampled_from(["complete", "damaged", "silenced", "under_construction"]))
        position.forts[hex_id] = Fort(draw(st.sampled_from(SIDES)), state)
    for hex_id in draw(st.lists(st.sampled_from(near), max_size=4, unique=True)):
        position.control[hex_id] = draw(st.sampled_from(SIDES))
    return position, centre


def water(position: Position, a: str, b: str) -> str:
    return MAP.water[TURNS[position.turn].season].get((a, b), "none")


def able(group: Group) -> bool:
    return group.kind == "asp" and group.station == "field" and not group.oos


def fort_in_the_way(position: Position, hex_id: str) -> bool:
    return hex_id in position.forts and position.forts[hex_id].state != "silenced"


def primary_step(position: Position, a: str, b: str) -> bool:
    """Whether a primary zone extends from a hex into the adjacent b (6.2)."""
    if fort_in_the_way(position, b) or MAP.hexes[b].terrain == "swamp":
        return False
    return water(position, a, b) in ("none", "minor")


def secondary_step(position: Position, side: str, a: str, b: str) -> bool:
    """Whether a secondary zone may run from a over the hexside into b (6.3, 15.4)."""
    place = MAP.hexes[b]
    if not primary_step(position, a, b) or water(position, a, b) != "none" or place.terrain == "rough":
        return False
    if side == "confederate" and place.appalachia:
        return False
    return not (place.city and controller(position, b) == ENEMY[side])


def primary_hexes(position: Position, side: str) -> dict[str, set[str]]:
    """Hex in a primary zone to the hexes of the forces that exert it."""
    found: dict[str, set[str]] = {}
    for here, stack in position.forces[side].items():
        if any(able(group) for group in stack):
            found.setdefault(here, set()).add(here)
            for near in MAP.neighbours[here]:
                if primary_step(position, here, near):
                    found.setdefault(near, set()).add(here)
    return found


def secondary_hexes(position: Position, side: str) -> dict[str, set[str]]:
    """Hex in a secondary zone to the hexes of the forces that exert it."""
    found: dict[str, set[str]] = {}
    for here, stack in position.forces[side].items():
        if any(able(group) and not group.demoralized for group in stack):
            for mid in MAP.neighbours[here]:
                if secondary_step(position, side, here, mid):
                    for far in MAP.neighbours[mid]:
                        if GRID.distance(here, far) == 2 and secondary_step(position, side, mid, far):
                            found.setdefault(far, set()).add(here)
    return found


@settings(max_examples=150)
@given(positions())
def test_zones_are_those_of_the_clauses(case: tuple[Position, str]) -> None:
    position, centre = case
    for side in SIDES:
        primary, secondary = primary_hexes(position, side), secondary_hexes(position, side)
        for hex_id in area(centre, 5):
            assert in_primary(position, hex_id, side) == (hex_id in primary), hex_id
            assert in_secondary(position, hex_id, side) == (hex_id in secondary), hex_id
            sources = primary.get(hex_id, set()) | secondary.get(hex_id, set())
            assert exerting_into(position, hex_id, side) == tuple(sorted(sources))
