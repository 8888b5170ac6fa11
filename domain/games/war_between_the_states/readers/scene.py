"""The scene of a position: stacks and their counters, works, stores, ships, cuts, the battle under way.

Sealed chits and orders are no part of it; the position is what the reader may know (R.1/13).
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import middle
from ironclad.domain.games.war_between_the_states.readers.drawing.windows import window_of
from ironclad.domain.games.war_between_the_states.readers.labels import line
from ironclad.domain.games.war_between_the_states.readers.marks import marks
from ironclad.domain.games.war_between_the_states.readers.stacks import stacks_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import place_of
from ironclad.domain.kernel.drawing.scene import (
    Badge,
    Element,
    Holders,
    Line,
    Scene,
    Shape,
    Stack,
    beside,
)
from ironclad.domain.kernel.engine.records import Due

Question = Callable[[Due], str]
FormOf = Callable[[Position, Due], Any]
AnyTime = Callable[[Position, str], list[Any]]
NAME = 7
"""The letters of a leader's name that fit on a counter."""


def scene(
    position: Position, seat: str | None, question: Question, form_of: FormOf, at_any_time: AnyTime
) -> Scene:
    """What is on the board for a reader; the position is what a seat, or with None an onlooker, may know.

    `question` says what a decision asks, `form_of` what may be filled in to answer one of the reader's own,
    `at_any_time` which orders the reader may give whatever is due.
    """
    stacks = tuple(stacks_of(position))
    return Scene(
        play={
            **play(position, seat, question, form_of),
            "anytime": at_any_time(position, seat) if seat and position.ended is None else [],
        },
        elements=(*_counters(position, stacks), *marks(position)),
        lines=tuple(_attack(position)),
        stacks=stacks,
        holders=Holders(dict(_holders(position))),
        pieces=dict(_pieces(position)),
        window=window_of(position.scenario),
    )


def play(position: Position, seat: str | None, question: Question, form_of: FormOf) -> dict[str, Any]:
    """The point of the game, the decisions that are due with their questions, the outcome."""
    ended = position.ended
    due = () if ended is not None else position.agenda.due
    return {
        "line": line(position),
        "turn": position.turn,
        "step": position.step,
        "due": [_asked(position, seat, each, question, form_of) for each in due],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def _asked(
    position: Position, seat: str | None, due: Due, question: Question, form_of: FormOf
) -> dict[str, Any]:
    asked = {**msgspec.to_builtins(due), "question": question(due)}
    form = form_of(position, due) if due.seat == seat else None
    return asked if form is None else {**asked, "form": form}


def _holders(position: Position) -> Iterator[tuple[str, str]]:
    """Who controls each hex of the game's part (3.23)."""
    for hex in load_map().hexes:
        if hex in position.part.hexes:
            yield hex, owner(position, hex)


def _pieces(position: Position) -> Iterator[tuple[str, str]]:
    """The place of each piece, and of each store by the name that commands give it."""
    for kind in (position.units, position.headquarters, position.leaders):
        for id in kind:
            if hex := place_of(position, id):
                yield id, hex
    for id, ship in position.ships.items():
        yield id, ship.at
    for name, depot in position.depots.items():
        yield name, depot.hex
    yield from ((f"loose.{hex}", hex) for hex in position.loose)
    yield from ((f"base.{hex}", hex) for hex in position.bases)


def _counters(position: Position, stacks: tuple[Stack, ...]) -> Iterator[Element]:
    for stack, side in beside(stacks, SIDES[0]):
        yield _counter(position, stack, side)


def _counter(position: Position, stack: Stack, beside: int) -> Element:
    kinds = {part.kind for part in stack.parts}
    leaders = [part.short for part in stack.parts if part.kind == "leader"]
    signs = [part.sign for part in stack.parts if part.kind in _FIGHTS or part.kind in _HEADQUARTERS]
    x, y = middle(stack.place)
    trains = kinds & {"supply_train", "siege_train", "rail_repair"}
    return Element(
        key=stack.key,
        layer="counters",
        form="counter",
        place=stack.place,
        x=x,
        y=y,
        role=stack.side,
        label=str(stack.weight) if stack.weight else "T" if trains else "",
        title=f"{load_map().name_of(stack.place)}: {stack.text}",
        shapes=tuple(Shape(sign) for sign in tuple(dict.fromkeys(signs))[:3]),
        plate=tuple(_plate(leaders)),
        badges=(Badge("T", "train", 1),) if trains and stack.weight else (),
        several=len(stack.parts) > 1,
        due=any(part.ready for part in stack.parts),
        beside=beside,
    )


_FIGHTS = ("infantry", "cavalry", "militia", "garrison")
_HEADQUARTERS = ("army_hq", "corps_hq", "cavalry_hq")


def _plate(names: list[str]) -> Iterator[str]:
    """The first leader's name as far as it fits, and a plus where there are more."""
    if names:
        more = len(names) > 1
        yield names[0][: NAME - 2 * more]
    if len(names) > 1:
        yield "+"


def _attack(position: Position) -> Iterator[Line]:
    """From where the hex of the battle is attacked (8.0)."""
    battle = position.battle
    if battle is not None:
        runs = tuple((middle(at), middle(battle.hex)) for at in battle.origins if at != battle.hex)
        if runs:
            yield Line(f"attack {battle.attacker}", runs)
