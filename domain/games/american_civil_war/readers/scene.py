"""The scene of a position: counters of stacks, works, vessels and marks, with what they stand for.

It holds no rules: who holds what, what is being built and where vessels lie is asked of the views.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import vessel_name
from ironclad.domain.games.american_civil_war.position.in_progress import Battle
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    CAVALRY,
    ENTRENCHED,
    FORT,
    MSP,
    READY,
    Group,
    Vessel,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import units
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import (
    SEA_NAMES,
    TURNED,
    centre,
    ends,
    middle,
)
from ironclad.domain.games.american_civil_war.readers.views.construction import projects
from ironclad.domain.games.american_civil_war.readers.views.general import homes, marks, play_view
from ironclad.domain.games.american_civil_war.readers.views.naval import where
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    built,
    rail_neighbours,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import besieged
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import place_of
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.drawing.scene import (
    Badge,
    Element,
    Holders,
    Line,
    Moving,
    Part,
    Scene,
    Shape,
    Stack,
)

SIDE_NAMES = {UNION: "Union", CONFEDERATE: "Confederacy"}
KIND_NAMES = {ASP: "ASP", CAVALRY: "cavalry", MSP: "MSP"}  # in the order of their signs on a counter
SIGNS = {
    ASP: "M-4,-2.6H4V2.6H-4ZM-4,-2.6L4,2.6M-4,2.6L4,-2.6",
    CAVALRY: "M-4,-2.6H4V2.6H-4ZM-4,2.6L4,-2.6",
    MSP: "M-4,-2.6H4V2.6H-4Z",
}
LETTERS = {"nsp": "N", "ntp": "T", "rsp": "R", "flotilla": "F", "ironclad": "I"}
_PROJECTS = {"arsenal": "A", "factory": "F", "railroad": "="}
_STATIONS = {FORT: "in the fort", ENTRENCHED: "entrenched"}
_SHORT = {FORT: "in fort", ENTRENCHED: "entrenched"}
_LETTERS_SHOWN = 2  # leaders' letters that fit a counter
_FORT = "M0,-19.5L18.5,-6L11.5,16H-11.5L-18.5,-6Z"
_TRENCH = "M-17,-8L-17,16.5H17V-8"
_DUG_IN = "M-15.5,-9V15.5H15.5V-9M-15.5,0H-12M-15.5,9H-12M12,0H15.5M12,9H15.5"
_FLAG = "M0,4V-6H8L6,-3.5L8,-1H0"
_CROSS = "M-4.5,-4.5L4.5,4.5M-4.5,4.5L4.5,-4.5"
_RING = "M-21,0a21,21 0 1 0 42,0a21,21 0 1 0 -42,0"
_BLADES = "M11,-23L23,-11M11,-11L23,-23"


def scene(position: Position, seat: str | None = None) -> Scene:
    """What stands on the map. All of it is open (2.3), so every seat and an onlooker see the same."""
    stacks = tuple(_stacks(position))
    counters = (_counter(position, stack, stacks) for stack in stacks)
    return Scene(
        play=play_view(position),
        elements=(
            *_towns(position),
            *_forts(position),
            *counters,
            *_depots_and_projects(position),
            *_rails(position),
            *_vessels(position),
            *_battles(position),
        ),
        lines=tuple(_lines(position)),
        stacks=stacks,
        moving=_moving(position),
        pieces={letter: leader.hex for letter, leader in position.leaders.items() if leader.hex},
        holders=_holders(position),
    )


def _holders(position: Position) -> Holders:
    known = homes(position)
    return Holders({**known["hexes"], **dict(sorted(position.control.items()))}, known["states"])


def _moving(position: Position) -> Moving | None:
    force = position.moving
    if force is None:
        return None
    left = force.allowance + force.bonus - force.spent
    return Moving(force.seat, force.hex, left, tuple(map(part_of, force.units)))


# -- stacks


def part_of(group: Group) -> Part:
    """Equal strength points as a part of their stack, with what is to be known beside kind and number."""
    ready = group.activity == READY
    says = [
        f"demoralized {group.demoralized}" if group.demoralized else "",
        f"out of supply {group.oos}" if group.oos else "",
        "with battle supply" if group.battle_supply else "",
        _STATIONS.get(group.station, ""),
        f"bound to {group.bound}" if group.bound else "",
        "" if ready else group.activity.replace("_", " "),
    ]
    short = [
        "demoralized" if group.demoralized else "",
        "no supply" if group.oos else "",
        _SHORT.get(group.station, ""),
        "" if ready else group.activity.replace("_", " "),
    ]
    return Part(
        kind=group.kind,
        label=KIND_NAMES[group.kind],
        count=group.count,
        ready=ready,
        sound=not (group.demoralized or group.oos),
        says=tuple(filter(None, says)),
        short=next(filter(None, short), ""),
        sign=SIGNS[group.kind],
        unit=msgspec.to_builtins(group),
    )


def _stacks(position: Position) -> Iterator[Stack]:
    """The forces and leaders of each side in each hex."""
    led: dict[tuple[str, str], list[str]] = {}
    for letter in sorted(position.leaders):
        if (leader := position.leaders[letter]).hex:
            led.setdefault((leader.side, leader.hex), []).append(letter)
    for side in SIDES:
        for hex_id in sorted({*position.forces[side], *(at for of, at in led if of == side)}):
            yield _stack(position, side, hex_id, led.get((side, hex_id), []))


def _stack(position: Position, side: str, hex_id: str, letters: list[str]) -> Stack:
    groups = position.groups(side, hex_id)
    counts = Counter[str]()
    for group in groups:
        counts[group.kind] += group.count
    told = ", ".join(f"{counts[kind]} {name}" for kind, name in KIND_NAMES.items() if counts[kind])
    ratings = {letter: position.leaders[letter].rating for letter in letters}
    states = [f"{count} {mark}" for mark, count in marks(groups).items()]
    says = [told, *(f"leader {letter} {rating}" for letter, rating in ratings.items()), *states]
    cells = (told, ", ".join(f"{each} ({rating})" for each, rating in ratings.items()), ", ".join(states))
    leaders = (
        Part(name=letter, rating=str(rating), label=f"Leader {letter}", says=(f"rating {rating}",))
        for letter, rating in ratings.items()
    )
    return Stack(
        key=f"{side} {hex_id}",
        place=hex_id,
        side=side,
        weight=sum(counts.values()),
        text=", ".join(filter(None, says)),
        cells=cells,
        parts=(*map(part_of, groups), *leaders),
    )


def _counter(position: Position, stack: Stack, stacks: tuple[Stack, ...]) -> Element:
    groups = position.groups(stack.side, stack.place)
    letters = [f"{each.name}{each.rating}" for each in stack.parts if each.name]
    due = position.due
    asked = due is not None and due.seat == stack.side and due.kind not in ("setup", "placement")
    badges = []
    if any(group.demoralized for group in groups):
        badges.append(Badge("D", "alarm", -1))
    if any(group.oos for group in groups):
        badges.append(Badge("S", "warning", 1))
    x, y = centre(stack.place)
    shared = all(_present(position, side, stack.place) for side in SIDES)
    return Element(
        key=stack.key,
        layer="counters",
        form="counter",
        place=stack.place,
        x=_tenth(x),
        y=_tenth(y),
        role=stack.side,
        label=str(stack.weight) if stack.weight else "",
        title=f"{SIDE_NAMES[stack.side]}, {stack.place}: {stack.text}",
        shapes=tuple(Shape(SIGNS[kind]) for kind in KIND_NAMES if any(g.kind == kind for g in groups)),
        plate=(*letters[:_LETTERS_SHOWN], *("+" for _ in letters[_LETTERS_SHOWN:][:1])),
        badges=tuple(badges),
        outline=_DUG_IN if any(group.station == ENTRENCHED for group in groups) else "",
        several=len(stack.parts) > 1,
        due=asked and due is not None and stack.place in _named(due.about),
        beside=0 if not shared else -1 if stack.side == SIDES[0] else 1,
    )


def _present(position: Position, side: str, hex_id: str) -> bool:
    return hex_id in position.forces[side] or bool(position.leaders_at(side, hex_id))


def _named(value: Any) -> Iterator[str]:
    """Every word in what a decision is about."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _named(each)


# -- works and marks


def _tenth(value: float) -> float:
    return round(value, 1)


def _mark(key: str, layer: str, form: str, place: str, offset: tuple[float, float], **more: Any) -> Element:
    """An element off the middle of a hex by some pixels."""
    x, y = centre(place)
    return Element(
        key=key, layer=layer, form=form, place=place, x=_tenth(x + offset[0]), y=_tenth(y + offset[1]), **more
    )


def _towns(position: Position) -> Iterator[Element]:
    """A flag in each town whose controller is not the one it began with."""
    the_map = load_map()
    for hex_id in sorted(position.control):
        side = controller(position, hex_id)
        if side is not None and hex_id in the_map.towns and side != the_map.home_sides.get(hex_id):
            title = f"{SIDE_NAMES[side]} holds {the_map.hexes[hex_id].city} ({hex_id})"
            flag = (Shape(_FLAG),)
            yield _mark(
                f"town {hex_id}",
                "works",
                "paths",
                hex_id,
                (0, 17),
                role=f"{side} flag",
                title=title,
                shapes=flag,
            )


def _forts(position: Position) -> Iterator[Element]:
    for hex_id, fort in sorted(position.forts.items()):
        shut_in = besieged(position, fort.side, hex_id)
        title = (
            f"{SIDE_NAMES[fort.side]} fort, {fort.state.replace('_', ' ')}{', besieged' if shut_in else ''}"
        )
        role = f"{fort.side} fort {fort.state}{' besieged' if shut_in else ''}"
        shapes = (Shape(_FORT),)
        yield _mark(f"fort {hex_id}", "works", "paths", hex_id, (0, 0), role=role, title=title, shapes=shapes)
    for hex_id, side in sorted(position.entrenchments.items()):
        title, role = f"{SIDE_NAMES[side]} entrenchment", f"{side} entrenchment"
        shapes = (Shape(_TRENCH),)
        yield _mark(
            f"trench {hex_id}", "works", "paths", hex_id, (0, 0), role=role, title=title, shapes=shapes
        )


def _depots_and_projects(position: Position) -> Iterator[Element]:
    for hex_id, depot in sorted(position.depots.items()):
        title = f"{depot.count} depot{'s' if depot.count > 1 else ''}, {SIDE_NAMES[depot.side]}"
        yield _token(f"depot {hex_id} {depot.side}", hex_id, (-17, 3), depot.side, f"D{depot.count}", title)
    for each in projects(position):
        if (letter := _PROJECTS.get(each["kind"])) and each["hex"]:
            role = each["side"] + ("" if each["state"] == "finished" else " building")
            key = f"project {each['kind']} {each['name']} {each['hex']}"
            yield _token(key, each["hex"], (17, 3), role, letter, f"{each['name']}, {each['state']}")


def _token(key: str, place: str, offset: tuple[float, float], role: str, label: str, title: str) -> Element:
    return _mark(key, "above", "token", place, offset, role=f"{role} token", label=label, title=title)


def _rails(position: Position) -> Iterator[Element]:
    for hex_id in sorted(position.rail_breaks):
        title, shapes = "The railroad is broken here", (Shape(_CROSS),)
        yield _mark(
            f"break {hex_id}", "above", "paths", hex_id, (15, -13), role="broken", title=title, shapes=shapes
        )
    for name, unit in sorted(position.railway_units.items()):
        if unit.hex:
            yield _token(f"usmrr {name}", unit.hex, (-17, -10), UNION, "RR", vessel_name(name))


def _lines(position: Position) -> Iterator[Line]:
    """Railroads finished since the start, rails that the USMRR has upgraded, levees that are breached."""
    laid = [step for line in LINES for step in sorted(built(position, line)) if step[0] < step[1]]
    if laid:
        yield Line("laid", tuple((_point(centre(a)), _point(centre(b))) for a, b in laid))
    if position.upgraded:
        runs = ((h, near) for h in sorted(position.upgraded) for near in rail_neighbours(position, h))
        yield Line("upgraded", tuple((_point(centre(h)), _point(middle(h, near))) for h, near in runs))
    if position.levees_breached:
        edges = (ends(*hexside_hexes(key)) for key in sorted(position.levees_breached))
        yield Line("breach", tuple((_point(a), _point(b)) for a, b in edges))


def _point(at: tuple[float, float]) -> tuple[float, float]:
    return _tenth(at[0]), _tenth(at[1])


# -- vessels and battles


def _vessels(position: Position) -> Iterator[Element]:
    """All vessels of a side in one place are one hull."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, vessel in sorted(position.vessels.items()):
        if place := place_of(vessel) or vessel.port:
            found.setdefault((vessel.side, place), []).append(name)
    for (side, place), names in found.items():
        yield _hull(side, place, [position.vessels[name] for name in names], names)


def _hull(side: str, place: str, afloat: list[Vessel], names: list[str]) -> Element:
    building = all(vessel.state == "building" for vessel in afloat)
    counts = Counter(LETTERS.get(vessel.kind, "?") for vessel in afloat)
    x, y = _berth(place, side, building)
    return Element(
        key=f"fleet {side} {place}",
        layer="above",
        form="hull",
        place=place,
        x=_tenth(x),
        y=_tenth(y),
        role=f"{side} vessel{' building' if building else ''}",
        label=" ".join(f"{letter}{count}" if count > 1 else letter for letter, count in counts.items()),
        title="\n".join(_vessel_says(name, vessel) for name, vessel in zip(names, afloat, strict=True)),
        badges=(Badge("", "damaged", -1),) if any(v.state == "damaged" for v in afloat) else (),
    )


def _berth(place: str, side: str, building: bool) -> tuple[float, float]:
    """Where vessels are drawn: under a zone's name, on a hexside, below the city that builds them."""
    if (hex_id := SEA_NAMES.get(place)) is not None:
        x, y = centre(hex_id)
        return (x - 26, y) if place == TURNED else (x, y + 26)
    if place in load_map().hexsides:
        x, y = middle(*hexside_hexes(place))
    else:
        x, y = centre(place)
    return x, y + (18 if building else -6.5 if side == UNION else 6.5)


def _vessel_says(name: str, vessel: Vessel) -> str:
    states = [each for each in (vessel.state, vessel.activity) if each not in ("sound", "ready", "building")]
    return ", ".join([vessel_name(name), where(vessel), *states])


def _battles(position: Position) -> Iterator[Element]:
    """The battle under way, and the combat afloat."""
    shapes = (Shape(_RING, "ring"), Shape(_BLADES), Shape(_BLADES, "blades"))
    battle: Battle | None = position.battle
    if battle is not None:
        title = f"Battle: {units(battle.attackers)} against {units(battle.defenders)}"
        yield _mark(
            f"battle {battle.hex}",
            "above",
            "paths",
            battle.hex,
            (0, 0),
            role="battle",
            title=title,
            shapes=shapes,
        )
    combat = position.naval_combat
    if combat is not None:
        x, y = middle(*hexside_hexes(combat.hexside))
        title = f"Combat afloat, round {combat.round}"
        yield Element(
            key=f"battle {combat.hexside}",
            layer="above",
            form="paths",
            place=combat.hexside,
            x=_tenth(x),
            y=_tenth(y),
            role="battle",
            title=title,
            shapes=shapes,
        )
