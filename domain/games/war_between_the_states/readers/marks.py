"""Marks on the board beside the counters: works, stores, ships, cut rails, captured towns, the battle."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.war_between_the_states.board.map import load_map, printed_owner
from ironclad.domain.games.war_between_the_states.position.state import Position, garrison_of, owner
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import middle, tenth
from ironclad.domain.games.war_between_the_states.readers.labels import SHIPS, ship_label, side_name
from ironclad.domain.games.war_between_the_states.readers.wording import place
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import departments_of
from ironclad.domain.kernel.drawing.scene import Element, Shape

_FORT = "M0,-19.5L18.5,-6L11.5,16H-11.5L-18.5,-6Z"
_FLAG = "M0,4V-6H8L6,-3.5L8,-1H0"
_CROSS = "M-4.5,-4.5L4.5,4.5M-4.5,4.5L4.5,-4.5"
_RING = "M-21,0a21,21 0 1 0 42,0a21,21 0 1 0 -42,0"
_BLADES = "M11,-23L23,-11M11,-11L23,-23"
_SIDES = ("union", "confederate")


def marks(position: Position) -> Iterator[Element]:
    """All marks."""
    yield from _works(position)
    yield from _towns(position)
    yield from _stores(position)
    yield from _departments(position)
    yield from _cuts(position)
    yield from _ships(position)
    yield from _battle(position)


def _mark(key: str, layer: str, form: str, at: str, off: tuple[float, float], **more: Any) -> Element:
    x, y = middle(at)
    return Element(
        key=key, layer=layer, form=form, place=at, x=tenth(x + off[0]), y=tenth(y + off[1]), **more
    )


def _works(position: Position) -> Iterator[Element]:
    """Forts and fortresses with what is inside (13), and forts of which a stage is paid (R.8)."""
    for hex, work in sorted(position.works.items()):
        inside = garrison_of(position, hex)
        shut = ", besieged" if inside and besieged(position, hex, work.side) else ""
        facing = f", facing {work.facing}" if work.facing else ""
        title = f"{side_name(work.side)} {work.grade}: {inside} SP inside{facing}{shut}"
        role = f"{work.side} fort {work.grade}{' besieged' if shut else ''}"
        yield _mark(
            f"work {hex}", "works", "paths", hex, (0, 0), role=role, title=title, shapes=(Shape(_FORT),)
        )
    for hex, side in sorted(position.construction.stages.items()):
        title = f"{side_name(side)}: the first of two stages of a fort is built"
        yield _mark(
            f"stage {hex}", "works", "paths", hex, (0, 0),
            role=f"{side} fort building", title=title, shapes=(Shape(_FORT),),
        )  # fmt: skip


def _towns(position: Position) -> Iterator[Element]:
    """A flag in each city or town that is not its printed owner's (3.23)."""
    for hex in sorted(position.owners):
        side = owner(position, hex)
        if hex in load_map().built_up and side != printed_owner(hex):
            title = f"{side_name(side) if side in _SIDES else 'Nobody'} holds {place(hex)}"
            yield _mark(
                f"town {hex}", "works", "paths", hex, (-20, 12),
                role=f"{side} flag", title=title, shapes=(Shape(_FLAG),),
            )  # fmt: skip


def _stores(position: Position) -> Iterator[Element]:
    """Depots with their points, bases, supply points that lie loose (17.5, R.8/6, 12.0)."""
    for name, depot in sorted(position.depots.items()):
        where = "inside the fort" if depot.inside else "in the open"
        title = f"{side_name(depot.side)} depot: {depot.points} supply, garrison {depot.garrison}, {where}"
        off = (-17.0 if depot.side == _SIDES[0] else 17.0, 9.0)
        yield _token(f"depot {name}", depot.hex, off, depot.side, str(depot.points), title)
    for hex, points in sorted(position.bases.items()):
        yield _token(f"base {hex}", hex, (-17, -8), "union", "B", f"Union base: {points} supply")
    for hex, points in sorted(position.loose.items()):
        yield _token(f"loose {hex}", hex, (0, 18), "loose", str(points), f"{points} supply lie loose")


def _token(key: str, at: str, off: tuple[float, float], role: str, label: str, title: str) -> Element:
    return _mark(key, "above", "token", at, off, role=f"{role} token", label=label, title=title)


def _departments(position: Position) -> Iterator[Element]:
    """Departments that have moved from where they are printed (R.8/4)."""
    for side in _SIDES:
        for hex in sorted(departments_of(position, side)):
            if hex not in load_map().departments[side]:
                title = f"{side_name(side)} military department"
                yield _token(f"department {hex}", hex, (17, -8), side, "★", title)


def _cuts(position: Position) -> Iterator[Element]:
    for hex in position.cuts:
        title, shapes = "The railroad is destroyed here", (Shape(_CROSS),)
        yield _mark(f"cut {hex}", "above", "paths", hex, (15, -13), role="broken", title=title, shapes=shapes)


def _ships(position: Position) -> Iterator[Element]:
    """All ships of a side in a place of water are one hull."""
    found: dict[tuple[str, str], list[str]] = {}
    for id in sorted(position.ships):
        ship = position.ships[id]
        found.setdefault((ship.side, ship.at), []).append(id)
    for (side, at), ids in found.items():
        counts = Counter(SHIPS[position.ships[id].kind][0] for id in ids)
        yield _mark(
            f"ships {side} {at}", "above", "hull", at, (0, -6.5 if side == _SIDES[0] else 6.5),
            role=f"{side} vessel",
            label=" ".join(f"{letter}{count}" if count > 1 else letter for letter, count in counts.items()),
            title=f"{side_name(side)}: {'; '.join(_ship(position, id) for id in ids)}",
        )  # fmt: skip


def _ship(position: Position, id: str) -> str:
    """A ship with what is aboard; that it has an order is seen, the order is not (R.1/13)."""
    ship = position.ships[id]
    aboard = sum(unit.strength for unit in position.units.values() if unit.ship == id)
    said = [ship_label(id, ship)]
    said += [f"{aboard} SP aboard"] if aboard else []
    said += ["under order"] if ship.order is not None else []
    return ", ".join(said)


def _battle(position: Position) -> Iterator[Element]:
    battle = position.battle
    if battle is None:
        return
    shapes = (Shape(_RING, "ring"), Shape(_BLADES), Shape(_BLADES, "blades"))
    title = f"Battle of {place(battle.hex)}: {side_name(battle.attacker)} attacks"
    yield _mark(
        f"battle {battle.hex}", "above", "paths", battle.hex, (0, 0),
        role="battle", title=title, shapes=shapes,
    )  # fmt: skip
