"""Six Fields at the table: its board of areas, its page manifest, its scene, the card of a fight.

The position is passed as a reader may know it: a strength below 0 is one that the reader does not know.
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from ironclad.domain.kernel.drawing.blocks import Block, die, side_name, strong, table
from ironclad.domain.kernel.drawing.manifest import (
    Board,
    Colours,
    Field,
    Form,
    Manifest,
    Moments,
    Orders,
    Side,
    Together,
)
from ironclad.domain.kernel.drawing.scene import Element, Part, Scene, Stack
from ironclad.domain.kernel.engine.records import Due, Outcome, PrintedMap

if TYPE_CHECKING:
    from tests.toys.sealed_fields import Fields

WIDTH, HEIGHT = 360, 240
NAMES = {"a": "Apple", "b": "Barley", "c": "Clover", "d": "Dill", "e": "Elder", "f": "Fennel"}
POLYGONS = {
    "a": ((10, 10), (130, 10), (120, 115), (10, 125)),
    "b": ((130, 10), (235, 10), (245, 120), (120, 115)),
    "c": ((235, 10), (350, 10), (350, 125), (245, 120)),
    "d": ((10, 125), (120, 115), (125, 230), (10, 230)),
    "e": ((120, 115), (245, 120), (240, 230), (125, 230)),
    "f": ((245, 120), (350, 125), (350, 230), (240, 230)),
}
BORDERS = ("a-b", "b-c", "a-d", "b-e", "c-f", "d-e", "e-f")
LABELS = {"north": "North", "south": "South"}
_STYLE = (
    "svg{--land:light-dark(#dfe3c8,#3a3f31);--other:light-dark(#e8dfc4,#443f30)}"
    "svg{--edge:light-dark(#6d6a55,#8d8a72);--name:light-dark(#4a4838,#d6d2bf)}"
    "path{fill:var(--land);stroke:var(--edge);stroke-width:2}path.other{fill:var(--other)}"
    "text{font:600 11px sans-serif;fill:var(--name);text-anchor:middle}"
)


def middle(area: str) -> tuple[float, float]:
    """Where an area's counters are."""
    corners = POLYGONS[area]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


@cache
def board() -> PrintedMap:
    """The six fields, drawn and as data."""
    shapes = "".join(_drawn(area) for area in POLYGONS)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<style>{_STYLE}</style>{shapes}</svg>"
    )
    areas = [
        {"id": area, "name": NAMES[area], "x": middle(area)[0], "y": middle(area)[1], "polygon": corners}
        for area, corners in POLYGONS.items()
    ]
    sides = [{"id": border, "kind": "hedge"} for border in BORDERS]
    return PrintedMap(svg, {"width": WIDTH, "height": HEIGHT, "areas": areas, "sides": sides})


def _drawn(area: str) -> str:
    corners = "L".join(f"{x},{y}" for x, y in POLYGONS[area])
    x, y = middle(area)
    look = "" if area in "ace" else ' class="other"'
    return f'<path{look} d="M{corners}Z"/><text x="{x}" y="{y - 32}">{NAMES[area]} ({area})</text>'


@cache
def manifest() -> Manifest:
    """What a page has to know of Six Fields."""
    north = Colours(fill="#2c5d8f", rim="#12304f", under="#8fb0d0", ink="#22527f")
    south = Colours(fill="#8f3b2c", rim="#4f1a12", under="#d0998f", ink="#8a3524")
    night = (
        Colours(fill="#3d74ab", rim="#bcd6ee", under="#29486a", ink="#9cc4ea"),
        Colours(fill="#a85443", rim="#f0cdc5", under="#67291d", ink="#eeaa9b"),
    )
    return Manifest(
        sides=(
            Side(id="north", name="North", light=north, dark=night[0]),
            Side(id="south", name="South", light=south, dark=night[1], sign="square"),
        ),
        board=Board(kind="areas", place="[a-f]", one="field", several="fields"),
        clause=r"\d",
        topics=("orders", "fights", "turns"),
        together=Together(opens=("stacks_shown",), closes=("fight_fought",), title="fight_fought"),
        moments=(
            Moments(kind="turn", name="Turn", several="Turns", types=("turn_begun",)),
            Moments(kind="battle", name="Fight", several="Fights", types=("fight_fought",)),
        ),
        results=("orders_revealed",),
        announced=("turn_begun",),
        orders=Orders(
            filled={
                "deploy": Form(
                    command="deploy",
                    fields=(Field(name="strengths", text="Points", asks="number", total="points"),),
                    button="Deploy so",
                ),
                "orders": Form(
                    command="give_orders",
                    fields=(Field(name="plan", text="Where each stack goes", asks="place"),),
                    button="Give these orders",
                ),
            }
        ),
        cells=("Stacks",),
        weight="strength points that you know of",
    )


def scene(position: "Fields", due: tuple[Due, ...], outcome: Outcome | None) -> Scene:
    """A counter for each side in each area, and the stacks that it shows."""
    stacks = tuple(_stacks(position))
    places = [stack.place for stack in stacks]
    crowded = {place for place in places if places.count(place) > 1}
    line = "deployment" if position.turn == 0 else f"turn {position.turn} of 5"
    asked = [{**msgspec.to_builtins(each), "question": question(each)} for each in due]
    ended = None if outcome is None else msgspec.to_builtins(outcome)
    return Scene(
        play={"line": line, "turn": position.turn, "due": asked, "outcome": ended},
        elements=tuple(_counter(stack, stack.place in crowded) for stack in stacks),
        stacks=stacks,
    )


def question(due: Due) -> str:
    """What a decision asks."""
    if due.kind == "deploy":
        return "Share nine strength points among your stacks."
    return "Give an order to each of your stacks."


def _stacks(position: "Fields") -> Iterator[Stack]:
    for area in POLYGONS:
        for side, name in LABELS.items():
            own = [stack for stack, place in position.places.items() if place == area]
            here = [stack for stack in own if stack.startswith(side)]
            if here:
                parts = tuple(_part(stack, position.strengths.get(stack, -1)) for stack in here)
                said = "; ".join(f"{_points(part)} in {part.label}" for part in parts)
                weight = sum(part.count for part in parts)
                names = ", ".join(part.label for part in parts)
                yield Stack(
                    key=f"{side} {area}",
                    place=area,
                    side=side,
                    weight=weight,
                    text=f"{name}: {said}",
                    cells=(names,),
                    parts=parts,
                )


def _points(part: Part) -> str:
    return f"{part.count} points" if part.known else "an unknown strength"


def _part(stack: str, points: int) -> Part:
    label = stack.replace("-", " ").capitalize()
    return Part(kind="stack", label=label, count=max(points, 0), known=points >= 0)


def _counter(stack: Stack, crowded: bool) -> Element:
    known = all(part.known for part in stack.parts)
    x, y = middle(stack.place)
    return Element(
        key=stack.key,
        layer="counters",
        form="counter",
        place=stack.place,
        x=x,
        y=y,
        role=stack.side,
        label=str(stack.weight) if known else "?",
        title=stack.text,
        several=len(stack.parts) > 1,
        beside=(-1 if stack.side == "north" else 1) if crowded else 0,
    )


def fight_card(dice: dict[str, int], sums: dict[str, int], loser: str) -> list[Block]:
    """A fight as figures: the strength, the die and the sum of each side."""
    rows = [
        [side_name(side, LABELS[side]), str(total - dice[side]), die(dice[side]), strong(str(total))]
        for side, total in sums.items()
    ]
    lost = f"{LABELS[loser]} loses a point from each stack" if loser else "nobody loses"
    return [table(["Side", "Strength", "Die", "Sum"], rows, caption=f"The fight: {lost}", name="forces")]
