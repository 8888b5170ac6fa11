"""The scene of a position: counters of HQs and units, fleets, raiders, works, sieges, what is destroyed.

The position is what the reader may know: contents of an HQ that it may not know are "?" (6.4/16).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES, headquarters
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, ON_MAP, Fleet, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.geometry import (
    berth,
    edge_at,
    fort_at,
    middle,
    places,
    town,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.forms import form_of
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import (
    SIDE_NAMES,
    contents,
    findings_of,
    findings_said,
    hq_name,
    line,
    spot_name,
    units_said,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.activation import ORDERS_OF
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import siege_at
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.allowance import (
    fleet_allowance,
    hq_allowance,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.sailing import afloat
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import is_pillaged
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.marching import raider_allowance
from ironclad.domain.kernel.drawing.outlines import Point
from ironclad.domain.kernel.drawing.scene import (
    Badge,
    Element,
    Holders,
    Moving,
    Part,
    Scene,
    Shape,
    Stack,
    beside,
)
from ironclad.domain.kernel.engine.records import Due

Question = Callable[[Due], str]

SIGNS = {
    "infantry": "M-4,-2.6H4V2.6H-4ZM-4,-2.6L4,2.6M-4,2.6L4,-2.6",
    "cavalry": "M-4,-2.6H4V2.6H-4ZM-4,2.6L4,-2.6",
    "artillery": "M-4,-2.6H4V2.6H-4ZM-1.2,0a1.2,1.2 0 1 0 2.4,0a1.2,1.2 0 1 0 -2.4,0",
}
LETTERS = {"sail": "S", "steam": "T", "ironclad": "I", "gunboat": "G"}
NAME_FITS, SHORT_NAME = 7, 3  # letters of one name on a counter's plate, of each of two
_FORT = "M0,-13L12.4,-4 7.7,10.6H-7.7L-12.4,-4Z"
_TRENCH = "M-17,-8L-17,16.5H17V-8"
_CROSS = "M-5,-5L5,5M-5,5L5,-5"
_RING = "M-21,0a21,21 0 1 0 42,0a21,21 0 1 0 -42,0"
_BLADES = "M11,-23L23,-11M11,-11L23,-23"
_FLAG = "M0,4V-8H9L7,-5.5L9,-3H0"


def scene(position: Position, seat: str | None, question: Question) -> Scene:
    """What is on the board for a reader; the position is what a seat, or with None an onlooker, may know.

    `question` says what a decision asks.
    """
    stacks = tuple(_stacks(position))
    return Scene(
        play=play(position, seat, question),
        elements=(
            *_towns(position),
            *_forts(position),
            *_counters(position, stacks),
            *_hulls(position),
            *_raiders(position),
            *_destroyed(position),
            *_combats(position),
        ),
        stacks=stacks,
        moving=_moving(position, seat),
        holders=Holders(_holders(position)),
        pieces=dict(_pieces(position)),
    )


def play(position: Position, seat: str | None, question: Question) -> dict[str, Any]:
    """The point of the game, the decisions that are due with their questions, the outcome.

    A decision of the reader's own that is answered by a form has `form`: what may be filled in.
    """
    ended = position.ended
    due = () if ended is not None else position.agenda.due
    return {
        "line": line(position),
        "turn": position.turn,
        "phase": position.phase,
        "initiative": position.initiative or None,
        "due": [_asked(position, seat, each, question) for each in due],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def _asked(position: Position, seat: str | None, due: Due, question: Question) -> dict[str, Any]:
    asked = {**msgspec.to_builtins(due), "question": _orders_of(position, due) or question(due)}
    form = form_of(position, due) if due.seat == seat else None
    return asked if form is None else {**asked, "form": form}


def _orders_of(position: Position, due: Due) -> str:
    """What an activated HQ is asked, by its name; "" for another decision."""
    activation = position.activation
    if due.kind != "hq_orders" or activation is None:
        return ""
    return f"{hq_name(activation.hq)} is active: search, move, fortify, attack, pass units, or end."


def place_of(spot: str) -> str:
    """The place of the board for a spot or a water: of a divided zone the bank that has its city."""
    return board().place_spot(spot) if spot in board().divided else spot


def _holders(position: Position) -> dict[str, str]:
    """Who holds each strategic city, by the place that it is in (5.2/10)."""
    return {place_of(zone): side or "none" for zone, side in position.holders.items()}


def _pieces(position: Position) -> Iterator[tuple[str, str]]:
    """The place of each HQ on the map and of each fleet."""
    for id, hq in position.hqs.items():
        if hq.state == ON_MAP:
            yield id, place_of(hq.spot)
    for id, fleet in position.fleets.items():
        yield id, place_of(fleet.place)


# -- HQs and units


def _stacks(position: Position) -> Iterator[Stack]:
    """The HQs and leaderless units of each side in each place."""
    for side in SIDES:
        here: dict[str, list[str]] = {}
        for hq in position.hqs_of(side):
            here.setdefault(place_of(position.hqs[hq].spot), []).append(hq)
        groups = position.leaderless.get(side, {})
        for place in (each for each in places() if each in here or each in groups):
            yield _stack(position, side, place, here.get(place, []), groups.get(place, NONE))


def _stack(position: Position, side: str, place: str, hqs: list[str], group: Units) -> Stack:
    parts = [part for hq in hqs for part in _army(position, hq)]
    parts += _units_parts(group, "without HQ")
    known = [units for hq in hqs if (units := contents(position, hq)).known]
    said = [f"{hq_name(hq)}, {_army_said(position, hq)}" for hq in hqs]
    if group != NONE:
        said.append(f"leaderless units, {units_said(group)}")
    states = (state for hq in hqs for state in _states(position, hq))
    contents_said = [_army_said(position, hq) for hq in hqs] if len(hqs) == 1 and group == NONE else said
    cells = (", ".join(map(hq_name, hqs)), "; ".join(contents_said), ", ".join(dict.fromkeys(states)))
    return Stack(
        key=f"{side} {place}",
        place=place,
        side=side,
        weight=sum(units.total for units in (*known, group)),
        text="; ".join(said),
        cells=cells,
        parts=tuple(parts),
    )


def _army_said(position: Position, hq: str) -> str:
    """What the reader knows of an HQ's contents, with its states."""
    units, found = contents(position, hq), findings_of(position, hq)
    told = [units_said(units), findings_said(found) if found and not units.known else ""]
    return ", ".join(filter(None, (*told, *_states(position, hq))))


def _states(position: Position, hq: str) -> Iterator[str]:
    record = position.hqs[hq]
    if record.experienced:
        yield "experienced"
    if record.active:
        yield "Active"
    if record.digging:
        yield "fortifying"
    if record.aboard:
        yield "aboard ship"
    siege = None if record.aboard else siege_at(position, record.spot)
    if siege is not None:
        yield "besieging" if siege[1].besieger == record.side else "besieged"


def _army(position: Position, hq: str) -> Iterator[Part]:
    """An HQ as parts: itself with its action points, and what it commands, or one part that is not known."""
    units, counter = contents(position, hq), headquarters()[hq]
    states = tuple(_states(position, hq))
    if not units.known:
        found = findings_of(position, hq)
        says = (*states, *((findings_said(found),) if found else ()))
        yield Part(kind="hq", label=counter.name, known=False, says=says, short="found" if found else "")
        return
    points = str(counter.action_points)
    rating = f"{counter.action_points} AP to activate"
    yield Part(name=counter.name, rating=points, label=counter.name, says=(rating, *states))
    yield from _units_parts(units, f"under {counter.name}")


def _units_parts(units: Units, whose: str) -> Iterator[Part]:
    for kind in TYPES:
        if count := getattr(units, kind):
            yield Part(kind=kind, label=kind, count=count, says=(whose,), sign=SIGNS[kind])


def _counters(position: Position, stacks: tuple[Stack, ...]) -> Iterator[Element]:
    for stack, side in beside(stacks, SIDES[0]):
        yield _counter(position, stack, side)


def _counter(position: Position, stack: Stack, beside: int) -> Element:
    hqs = [hq for hq in position.hqs_of(stack.side) if place_of(position.hqs[hq].spot) == stack.place]
    known = all(part.known for part in stack.parts)
    kinds = {part.kind for part in stack.parts}
    works = position.works.get(stack.place)
    dug_in = works is not None and works.side == stack.side
    x, y = middle(stack.place)
    return Element(
        key=stack.key,
        layer="counters",
        form="counter",
        place=stack.place,
        x=x,
        y=y,
        role=stack.side,
        label=_strength(stack, known),
        title=f"{SIDE_NAMES[stack.side]}, {spot_name(stack.place)}: {stack.text}",
        shapes=tuple(Shape(SIGNS[kind]) for kind in TYPES if kind in kinds),
        plate=_plate(hqs),
        badges=tuple(_badges(position, hqs)),
        outline=_TRENCH if dug_in else "",
        several=len(hqs) > 1,
        due=_is_active(position, hqs),
        beside=beside,
    )


def _strength(stack: Stack, known: bool) -> str:
    """The CP of a counter; "?" where some are not known, with what is: "3+?"."""
    if known:
        return str(stack.weight)
    return f"{stack.weight}+?" if stack.weight else "?"


def _plate(hqs: list[str]) -> tuple[str, ...]:
    most = NAME_FITS if len(hqs) == 1 else SHORT_NAME
    return tuple(hq_name(hq).replace(".", "")[:most] for hq in hqs[:2])


def _badges(position: Position, hqs: list[str]) -> Iterator[Badge]:
    if any(position.hqs[hq].experienced for hq in hqs):
        yield Badge("E", "experienced", -1)
    if any(position.hqs[hq].active for hq in hqs):
        yield Badge("A", "active", 1)


def _is_active(position: Position, hqs: list[str]) -> bool:
    activation = position.activation
    return activation is not None and bool(activation.hq) and activation.hq in hqs


def _moving(position: Position, seat: str | None) -> Moving | None:
    """What is activated and may go on, for its own seat: what it has left depends on what it commands."""
    activation = position.activation
    asked = any(due.kind in ORDERS_OF.values() for due in position.agenda.due)
    if activation is None or activation.side != seat or not asked or activation.stopped:
        return None
    if activation.kind == "raider":
        left = raider_allowance(position) - activation.spent
        raider = position.raiders.get(activation.side)
        if raider is None:
            return None
        return Moving(activation.side, raider.spot, max(0, left), by="raider_march")
    if activation.kind == "fleets" or activation.mode == "sea":
        return _sailing(position, activation)
    hq = activation.hq
    left = hq_allowance(position, hq, activation.mode == "rail") - activation.spent
    place = place_of(position.hqs[hq].spot)
    return Moving(activation.side, place, max(0, left), tuple(_army(position, hq)))


def _sailing(position: Position, activation: Activation) -> Moving | None:
    """The activated fleets that are afloat."""
    fleets = afloat(position)
    if not fleets:
        return None
    left = fleet_allowance(position, fleets) - activation.spent
    return Moving(activation.side, place_of(position.fleets[fleets[0]].place), max(0, left), by="sail")


# -- works and marks


def _mark(key: str, layer: str, form: str, place: str, at: Point, **more: Any) -> Element:
    x, y = at
    return Element(key=key, layer=layer, form=form, place=place, x=round(x, 1), y=round(y, 1), **more)


def _off(at: Point, x: float, y: float) -> Point:
    return at[0] + x, at[1] + y


def _towns(position: Position) -> Iterator[Element]:
    """A flag in each city whose holder is not the one that it began with, a sign in a pillaged one."""
    for zone, side in sorted(position.holders.items()):
        record = board().zones[zone]
        if side and side != record.owner:
            title = f"{SIDE_NAMES[side]} holds {record.city}"
            flag, role = (Shape(_FLAG),), f"{side} flag"
            yield _mark(
                f"city {zone}", "works", "paths", place_of(zone), _off(town(zone), 7, -4),
                role=role, title=title, shapes=flag,
            )  # fmt: skip
        if is_pillaged(position, zone):
            title = f"{record.city} was pillaged in this turn"
            yield _token(f"pillaged {zone}", place_of(zone), _off(town(zone), -14, 0), "pillaged", "P", title)


def _forts(position: Position) -> Iterator[Element]:
    for spot, fort in sorted(position.forts.items()):
        siege = siege_at(position, spot)
        besieged = siege is not None and siege[1].besieger != fort.side
        state = "reduced" if fort.steps < 2 else "full strength"
        title = f"{SIDE_NAMES[fort.side]} fort, {state}{', besieged' if besieged else ''}"
        role = f"{fort.side} fort{' damaged' if fort.steps < 2 else ''}{' besieged' if besieged else ''}"
        at = fort_at(board().zone_of[spot])
        shapes = (Shape(_FORT),)
        yield _mark(f"fort {spot}", "works", "paths", spot, at, role=role, title=title, shapes=shapes)
    for spot, works in sorted(position.works.items()):
        state = "fortification" if works.done else "fortification being dug"
        role = f"{works.side} entrenchment{'' if works.done else ' unfinished'}"
        title, shapes = f"{SIDE_NAMES[works.side]} {state}", (Shape(_TRENCH),)
        key, at = f"works {spot}", middle(spot)
        yield _mark(key, "works", "paths", spot, at, role=role, title=title, shapes=shapes)
    for spot, laid in sorted(position.sieges.items()):
        title = f"The {SIDE_NAMES[laid.besieger]} has besieged this place since turn {laid.first_turn}"
        role, shapes = f"{laid.besieger} siege", (Shape(_RING),)
        key, at = f"siege {spot}", middle(spot)
        yield _mark(key, "works", "paths", spot, at, role=role, title=title, shapes=shapes)


def _token(key: str, place: str, at: Point, role: str, label: str, title: str) -> Element:
    return _mark(key, "above", "token", place, at, role=f"{role} token", label=label, title=title)


def _raiders(position: Position) -> Iterator[Element]:
    for side, raider in sorted(position.raiders.items()):
        at = _off(middle(raider.spot), -22 if side == SIDES[0] else 22, 12)
        active = ", Active" if raider.active else ""
        title = f"{SIDE_NAMES[side]} raider, strength {raider.strength}{active}"
        yield _token(f"raider {side}", raider.spot, at, side, f"R{raider.strength}", title)


def _destroyed(position: Position) -> Iterator[Element]:
    shapes = (Shape(_CROSS),)
    for bridge, side in sorted(position.broken_bridges.items()):
        zone = bridge if bridge in board().divided else board().edges[bridge].a
        title = f"The {SIDE_NAMES[side]} has destroyed this bridge"
        yield _mark(
            f"bridge {bridge}", "above", "paths", place_of(zone), edge_at(bridge),
            role="broken", title=title, shapes=shapes,
        )  # fmt: skip
    for zone, side in sorted(position.broken_rails.items()):
        title = f"The {SIDE_NAMES[side]} has destroyed the railroad in {spot_name(zone)}"
        yield _mark(
            f"rails {zone}", "above", "paths", place_of(zone), _off(town(zone), 0, -15),
            role="broken rails", title=title, shapes=shapes,
        )  # fmt: skip


def _combats(position: Position) -> Iterator[Element]:
    """Crossed blades where a combat is under way."""
    spots = [position.battle.attack.spot] if position.battle is not None else []
    spots += [position.naval.meeting.place] if position.naval is not None else []
    spots += [position.raider_fight.meeting.spot] if position.raider_fight is not None else []
    shapes = (Shape(_RING, "ring"), Shape(_BLADES), Shape(_BLADES, "blades"))
    for spot in spots:
        place, title = place_of(spot), f"A combat in {spot_name(spot)}"
        key, at = f"combat {spot}", middle(place)
        yield _mark(key, "above", "paths", place, at, role="battle", title=title, shapes=shapes)


# -- fleets


def _hulls(position: Position) -> Iterator[Element]:
    """All fleets of a side in one place are one hull; the North's lies above the South's."""
    found: dict[tuple[str, str], list[str]] = {}
    for id, fleet in sorted(position.fleets.items()):
        found.setdefault((fleet.side, fleet.place), []).append(id)
    for (side, place), ids in found.items():
        fleets = [position.fleets[id] for id in ids]
        yield _hull(position, side, place, fleets, ids)


def _hull(position: Position, side: str, place: str, fleets: list[Fleet], ids: list[str]) -> Element:
    counts = Counter(LETTERS[fleet.kind] for fleet in fleets)
    aboard = [
        hq_name(hq)
        for hq, record in position.hqs.items()
        if record.state == ON_MAP and set(record.aboard) & set(ids)
    ]
    says = [_fleet_said(fleet) for fleet in fleets]
    says += [f"carrying {', '.join(aboard)}"] if aboard else []
    reduced = any(fleet.steps < 2 for fleet in fleets)
    at = _off(berth(place), 0, -10 if side == SIDES[0] else 4)
    return _mark(
        f"fleet {side} {place}",
        "above",
        "hull",
        place_of(place),
        at,
        role=f"{side} vessel",
        label=" ".join(f"{letter}{count}" if count > 1 else letter for letter, count in counts.items()),
        title=f"{SIDE_NAMES[side]} fleets, {spot_name(place)}: {'; '.join(says)}",
        badges=(Badge("", "damaged", -1),) if reduced else (),
    )


def _fleet_said(fleet: Fleet) -> str:
    states = ["reduced" if fleet.steps < 2 else "", "Active" if fleet.active else ""]
    return ", ".join(filter(None, (fleet.kind, *states)))
