"""What may be laid over the map: control, zones, chains of supply, railroads, spans, victory points."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain as joined
from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.board.features import GRID, SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, points_victory
from ironclad.domain.games.war_between_the_states.position.state import Position, owner, stacks
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import middle
from ironclad.domain.games.war_between_the_states.readers.labels import side_name
from ironclad.domain.games.war_between_the_states.readers.wording import place
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import place_of
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import zone
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import Chain, chain, sources
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.networks import AFLOAT
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.games.war_between_the_states.rules.c25_politics.points import prizes
from ironclad.domain.kernel.drawing.outlines import Point
from ironclad.domain.kernel.drawing.scene import Area, Line, Overlay, Spot

View = dict[str, Any]
BLOCK = 12
"""Columns and rows of the hexes that are drawn as one area."""


def _document(overlay: Overlay) -> View:
    document: View = msgspec.json.decode(msgspec.json.encode(overlay))
    return document


def _areas(role: str, hexes: Iterable[str], size: float = 1.0) -> Iterator[Area]:
    """Hexes as areas of one role, one for each block of the map."""
    blocks: dict[tuple[int, int], list[str]] = {}
    for hex in hexes:
        column, row = GRID.place(hex)
        blocks.setdefault((column // BLOCK, row // BLOCK), []).append(hex)
    yield from (Area(role, tuple(found), size) for found in blocks.values())


def control_overlay(position: Position) -> View:
    """Hexes by the side that controls them (3.23)."""
    held: dict[str, list[str]] = {side: [] for side in (*SIDES, "none")}
    for hex in load_map().hexes:
        if hex in position.part.hexes:
            held[owner(position, hex)].append(hex)
    areas = (_areas(f"held {side}", hexes) for side, hexes in held.items())
    return _document(Overlay(tuple(joined.from_iterable(areas))))


def zones_overlay(position: Position) -> View:
    """Zones of control of each side (9.1)."""
    board, areas = load_map().board, list[Area]()
    for side in SIDES:
        areas += _areas(f"zone {side}", sorted(board.named(zone(position, side)) & position.part.hexes), 0.9)
    return _document(Overlay(tuple(areas)))


def supply_overlay(position: Position) -> View:
    """For each hex with units, the chain of supply to a department, if there is one (17.0)."""
    fed: dict[str, list[str]] = {}
    runs: dict[str, list[tuple[Point, ...]]] = {}
    for (hex, side), held in stacks(position).items():
        if not held.units:
            continue
        found = chain(position, side, hex)
        fed.setdefault(_how(found), []).append(hex)
        if found is not None and len(found.way) > 1:
            runs.setdefault(side, []).append(tuple(middle(at.removeprefix(AFLOAT)) for at in found.way))
    return _document(
        Overlay(
            tuple(Area(f"fed {how}", tuple(hexes), 0.94, _FED[how]) for how, hexes in fed.items()),
            tuple(Line(f"chain {side}", tuple(ways)) for side, ways in runs.items()),
            tuple(_sources(position)),
        )
    )


_FED = {
    "ground": "a chain over ground and water alone",
    "rail": "a chain that needs railroads",
    "none": "no chain of supply",
}


def _how(found: Chain | None) -> str:
    return "none" if found is None else "rail" if found.by_rail else "ground"


def _sources(position: Position) -> Iterator[Spot]:
    """Departments that work, and the hexes at the edge that count as one."""
    for side in SIDES:
        for hex in sources(position, side):
            x, y = middle(hex)
            yield Spot(f"source {side}", x, y, 6, "", f"{side_name(side)} source of supply: {place(hex)}")


def rails_overlay(position: Position) -> View:
    """Railroads by the side whose trains may use them now (R.2); what nobody may use is cut or barred."""
    may = {side: usable(position, side) for side in SIDES}
    runs: dict[str, list[tuple[Point, ...]]] = {}
    for hex, others in links_of(position).items():
        for other in others:
            if hex < other and {hex, other} <= position.part.hexes:
                whose = next((side for side in SIDES if {hex, other} <= may[side]), "nobody")
                runs.setdefault(whose, []).append((middle(hex), middle(other)))
    return _document(
        Overlay(lines=tuple(Line(f"rails {side}", tuple(found)) for side, found in runs.items()))
    )


def spans_overlay(position: Position) -> View:
    """From each leader to what he commands by his span (10.1), and from a headquarters to its commander."""
    runs: dict[str, list[tuple[Point, ...]]] = {}
    spots = list[Spot]()
    for name, span in position.spans.items():
        leader = position.leaders.get(name)
        if leader is None or not leader.hex:
            continue
        places = {place_of(position, id) for id in span if id in position.units or id in position.leaders}
        for hex in sorted(places - {"", leader.hex}):
            runs.setdefault(leader.side, []).append((middle(leader.hex), middle(hex)))
        x, y = middle(leader.hex)
        said = f"{name} commands {len(span)} by his span"
        spots.append(Spot(f"span {leader.side}", x, y - 20, 7, str(len(span)), said))
    lines = tuple(Line(f"span {side}", tuple(found)) for side, found in runs.items())
    return _document(Overlay(lines=lines, spots=tuple(spots)))


def points_overlay(position: Position) -> View:
    """The hexes that give victory points, and to whom; in the campaign cities with political ones."""
    spots = list[Spot]()
    for side, worth in _worth(position).items():
        for hex, points in worth.items():
            held = owner(position, hex) == side
            x, y = middle(hex)
            by = -9 if side == SIDES[0] else 9
            said = f"{place(hex)}: {points} for {side_name(side)}, {'held' if held else 'not held'}"
            role = f"worth {side}{'' if held else ' open'}"
            spots.append(Spot(role, x + by, y, 8, str(points), said))
    return _document(Overlay(spots=tuple(spots)))


def _worth(position: Position) -> Mapping[str, Mapping[str, int]]:
    if position.scenario == CAMPAIGN:
        return prizes()
    victory = points_victory(position.scenario)
    return {"union": victory.union, "confederate": victory.confederate}


OVERLAYS: dict[str, Callable[[Position], View]] = {
    "overlay_control": control_overlay,
    "overlay_zones": zones_overlay,
    "overlay_supply": supply_overlay,
    "overlay_rails": rails_overlay,
    "overlay_spans": spans_overlay,
    "overlay_points": points_overlay,
}
