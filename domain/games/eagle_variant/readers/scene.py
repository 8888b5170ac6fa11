"""The scene of a position: units by space, special forces, who holds cities, ports, battles, the battle map.

Units lie open. What is sealed (set-ups, standing orders, free infantry) is no part of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import merged
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position, units_by_space
from ironclad.domain.games.eagle_variant.readers.battle_board import battle_pieces
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import middle, place_of, places
from ironclad.domain.games.eagle_variant.readers.labels import (
    army_name,
    battle_line,
    force,
    group_name,
    groups,
    line,
)
from ironclad.domain.games.eagle_variant.readers.signs import BLADES, FLAG, RING, SIGNS
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller, home_side
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import is_ready
from ironclad.domain.kernel.drawing.outlines import Point
from ironclad.domain.kernel.drawing.scene import (
    Badge,
    Element,
    Holders,
    Part,
    Scene,
    Shape,
    Stack,
    beside,
)
from ironclad.domain.kernel.engine.records import Due

Question = Callable[[Due], str]
FormOf = Callable[[Position, Due], Any]
AnyTime = Callable[[Position, str], list[Any]]


def no_form(position: Position, due: Due) -> None:
    """For a decision that no form answers."""


def no_orders(position: Position, seat: str) -> list[Any]:
    """For a reader that gives no orders at any time."""
    return []


def scene(
    position: Position,
    seat: str | None,
    question: Question,
    form_of: FormOf = no_form,
    at_any_time: AnyTime = no_orders,
) -> Scene:
    """What is on the board for a reader; the position is what a seat, or with None an onlooker, may know.

    `question` says what a decision asks, `form_of` what may be filled in to answer one of the reader's own,
    `at_any_time` which orders the reader may give whatever is due.
    """
    stacks = tuple(_stacks(position))
    return Scene(
        play={
            **play(position, seat, question, form_of),
            "anytime": at_any_time(position, seat) if seat and position.ended is None else [],
        },
        elements=(
            *_flags(position),
            *_counters(position, stacks),
            *_special_forces(position),
            *_battles(position),
            *battle_pieces(position),
        ),
        stacks=stacks,
        holders=Holders(_holders(position)),
        pieces=dict(_pieces(position)),
    )


def play(position: Position, seat: str | None, question: Question, form_of: FormOf) -> dict[str, Any]:
    """The point of the game, the decisions that are due with their questions, the outcome.

    A decision of the reader's own that is answered by a form has `form`: what may be filled in.
    """
    ended = position.ended
    due = () if ended is not None else position.agenda.due
    return {
        "line": line(position),
        "turn": position.turn,
        "phase": position.phase,
        "moving": position.moving or None,
        "due": [_asked(position, seat, each, question, form_of) for each in due],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def _asked(
    position: Position, seat: str | None, due: Due, question: Question, form_of: FormOf
) -> dict[str, Any]:
    asked = {**msgspec.to_builtins(due), "question": question(due)}
    form = form_of(position, due) if due.seat == seat else None
    return asked if form is None else {**asked, "form": form}


def _holders(position: Position) -> dict[str, str]:
    """Who controls each place (the-board/8 to /10)."""
    return {place_of(space): controller(position, space) or "none" for space in position.board.spaces}


def _pieces(position: Position) -> Iterator[tuple[str, str]]:
    """The place of each unit; and that of a region which is one without the rule of rivers."""
    for id, unit in position.units.items():
        yield id, place_of(unit.space)
    for whole in merged() if not position.has("rivers") else ():
        yield whole, place_of(whole)


# -- units


def _stacks(position: Position) -> Iterator[Stack]:
    """The units of each side in each place."""
    found: dict[tuple[str, str], list[str]] = {}
    for ids in units_by_space(position).values():
        for id in ids:
            unit = position.units[id]
            if unit.side:
                found.setdefault((unit.side, place_of(unit.space)), []).append(id)
    for side in SIDES:
        for place in places():
            if (side, place) in found:
                yield _stack(position, side, place, found[side, place])


def _stack(position: Position, side: str, place: str, ids: list[str]) -> Stack:
    said = force(position.units, ids, side)
    states = [state for state, count in _states(position, ids).items() if count]
    return Stack(
        key=f"{side} {place}",
        place=place,
        side=side,
        weight=sum(position.units[id].brigade for id in ids),
        text="; ".join(filter(None, (said, ", ".join(states)))),
        cells=(said, ", ".join(states)),
        parts=tuple(_parts(position, side, ids)),
    )


def _states(position: Position, ids: list[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for id in ids:
        found.update(_state(position, id))
    return found


def _state(position: Position, id: str) -> Iterator[str]:
    unit = position.units[id]
    if unit.held:
        yield "may not move in the next movement"
    if position.moving != unit.side:
        return
    if unit.moved:
        yield "moved"


def _parts(position: Position, side: str, ids: list[str]) -> Iterator[Part]:
    """Groups that are alike, those that may still move apart from those that may not."""
    moves = position.moving == side
    for group in groups(position.units, ids):
        ready = [id for id in group if moves and is_ready(position, id, side)]
        spent = [id for id in group if id not in ready]
        for some, able in ((ready, True), (spent, False)):
            if some:
                yield _part(position, side, some, able)


def _part(position: Position, side: str, ids: list[str], ready: bool) -> Part:
    unit = position.units[ids[0]]
    label = group_name(unit, 2 if unit.kind == "leader" and len(ids) > 1 else 1, unit.nation != side)
    states = tuple(dict.fromkeys(state for id in ids for state in _state(position, id)))
    return Part(
        kind=unit.kind,
        label=label.partition(" ")[2],
        count=len(ids),
        ready=ready,
        says=states,
        sign=SIGNS[unit.kind],
        unit={"ids": ids},
    )


def _counters(position: Position, stacks: tuple[Stack, ...]) -> Iterator[Element]:
    for stack, side in beside(stacks, SIDES[0]):
        yield _counter(stack, side)


def _counter(stack: Stack, beside: int) -> Element:
    kinds = {part.kind for part in stack.parts}
    nations = {part.unit["ids"][0].partition("_")[0] for part in stack.parts}
    elite = any("elite" in part.label for part in stack.parts)
    allies = sorted(nations - {stack.side})
    signs: list[str] = [kind for kind in BRIGADES if kind in kinds]
    x, y = middle(stack.place)
    return Element(
        key=stack.key,
        layer="counters",
        form="counter",
        place=stack.place,
        x=x,
        y=y,
        role=f"{stack.side}{f' {allies[0]}' if len(nations) == 1 and allies else ''}",
        label=str(stack.weight) if stack.weight else "L",
        title=f"{army_name(stack.side)}, {name_of(stack.place)}: {stack.text}",
        shapes=tuple(Shape(SIGNS[kind]) for kind in signs or ["leader"]),
        badges=(
            *((Badge("E", "elite", -1),) if elite else ()),
            *((Badge("L", "leader", 1),) if "leader" in kinds and signs else ()),
        ),
        several=len(stack.parts) > 1,
        due=any(part.ready for part in stack.parts),
        beside=beside,
    )


# -- marks


def _mark(key: str, layer: str, form: str, place: str, at: Point, **more: Any) -> Element:
    x, y = at
    return Element(key=key, layer=layer, form=form, place=place, x=round(x, 1), y=round(y, 1), **more)


def _off(place: str, x: float, y: float) -> Point:
    at = middle(place)
    return at[0] + x, at[1] + y


def _flags(position: Position) -> Iterator[Element]:
    """A flag in each city that another side controls than the one whose it was at the start (the-board/8)."""
    for city in position.board.cities:
        side = controller(position, city.id)
        if side and side != (home_side(position, city.id) or city.held_by):
            title = f"{army_name(side)} controls {city.name}"
            yield _mark(
                f"city {city.id}", "works", "paths", city.id, _off(city.id, -18, -12),
                role=f"{side} flag", title=title, shapes=(Shape(FLAG),),
            )  # fmt: skip


def _special_forces(position: Position) -> Iterator[Element]:
    """Indians, rioters and militia, which are of no side (the-sides/3): a token with their number."""
    for space, ids in units_by_space(position).items():
        found = Counter(position.units[id].nation for id in ids if not position.units[id].side)
        for number, (nation, count) in enumerate(sorted(found.items())):
            place = place_of(space)
            yield _mark(
                f"{nation} {space}", "above", "token", place, _off(place, -17 + 13 * number, 15),
                role=f"special {nation}", label=str(count),
                title=f"{name_of(space)}: {count} {army_name(nation)}",
            )  # fmt: skip


def _battles(position: Position) -> Iterator[Element]:
    """A ring where a battle is due, with crossed blades where one is fought."""
    battle = position.battle
    for space in position.pending:
        if battle is None or space != battle.space:
            place, title = place_of(space), f"A battle is due in {name_of(space)}"
            yield _mark(
                f"due {space}", "above", "paths", place, middle(place),
                role="battle pending", title=title, shapes=(Shape(RING, "ring"),),
            )  # fmt: skip
    if battle is not None:
        place = place_of(battle.space)
        shapes = (Shape(RING, "ring"), Shape(BLADES), Shape(BLADES, "blades"))
        yield _mark(
            f"battle in {battle.space}", "above", "paths", place, middle(place),
            role="battle", title=battle_line(battle), shapes=shapes,
        )  # fmt: skip
    if (shipment := position.shipment) is not None:
        for number, leg in enumerate(shipment.legs):
            place = place_of(leg.to)
            title = f"{army_name(shipment.side)} ships {force(position.units, leg.units, shipment.side)} to"
            yield _mark(
                f"shipment {number}", "above", "hull", place, _off(place, 0, -24 - 12 * number),
                role=f"{shipment.side} vessel", label=str(len(leg.units)),
                title=f"{title} {name_of(leg.to)}",
            )  # fmt: skip
