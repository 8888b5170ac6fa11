"""The scene of a position: the table with its ground, and the units on it.

The position is what the reader may know.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.position.scenery import LINES, Piece
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.readers.drawn import on_sheet, place_of, stands_of
from ironclad.domain.games.iron_brigade.readers.wording import SIDE_NAMES, inches, men, name_of, scenario_name
from ironclad.domain.games.iron_brigade.rules.c03_movement.offering import field_speed, front_middle
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import orders_of
from ironclad.domain.kernel.drawing.scene import Part, Scene, Stack
from ironclad.domain.kernel.drawing.table import Figure, Goal, Ground, Table
from ironclad.domain.kernel.engine.records import Due

Question = Callable[[Due], str]
ORDER = {
    "hill": 0, "steep": 1, "rough": 2, "field": 2, "swamp": 2, "deep_water": 3, "river": 3, "woods": 4,
    "road": 5, "ford": 6, "bridge": 6, "railroad": 6,
}  # fmt: skip
TOP = 7
PHASES = {
    "setup": "set-up", "movement": "movement", "changes": "changes after the first quarter", "fire": "fire",
    "morale": "morale", "charge": "charges", "charges": "charges", "melee": "melee",
}  # fmt: skip
SIGNS = {
    "infantry": "I", "cavalry": "C", "mounted_infantry": "M", "battery": "G", "officer": "O", "orderly": "o",
    "wagon": "W", "horses": "H",
}  # fmt: skip
FORMATIONS = {
    "close": "close order", "open": "open order", "skirmish": "skirmish order", "column": "column",
    "flank_right": "column to the right", "flank_left": "column to the left", "limbered": "limbered",
    "unlimbered": "unlimbered", "emplaced": "emplaced", "scattered": "scattered", "single": "",
}  # fmt: skip
COMPASS = (
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
)  # fmt: skip
DRAWN = ("setup", "movement", "changes")


def scene(position: Position, seat: str | None, question: Question) -> Scene:
    """What is on the table for a reader; `question` says what a decision asks."""
    stacks = tuple(_stacks(position))
    return Scene(
        play=play(position, question),
        elements=(),
        stacks=stacks,
        pieces={id: place_of(position.scenery, position.units[id].body.centre) for id in shown(position)},
        table=table(position, seat),
    )


def play(position: Position, question: Question) -> dict[str, Any]:
    """The point of the game, the decisions that are due with their questions, the outcome."""
    ended, turn = position.ended, f"turn {position.turn} of {position.turns}"
    due = () if ended is not None else position.agenda.due
    phase = PHASES.get(position.phase, position.phase.replace("_", " "))
    more = "" if position.weather in ("good", "roll") else f", {position.weather}"
    more += ", night" if position.night else ""
    return {
        "line": f"{scenario_name(position.scenario)}, {turn}, {phase}{more}",
        "turn": position.turn,
        "phase": position.phase,
        "due": [{**msgspec.to_builtins(each), "question": question(each)} for each in due],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def table(position: Position, seat: str | None) -> Table:
    """The table with all that is on it. Units that may be drawn now are those of the reader's own."""
    scenery = position.scenery
    pieces = sorted(scenery.terrain, key=lambda piece: (ORDER.get(piece.kind, TOP), piece.contour or 0))
    goals = (
        Goal(
            at=on_sheet(scenery, (each.at,))[0],
            radius=each.radius,
            name=each.name,
            says="; ".join(
                f"{SIDE_NAMES.get(side, side)} {worth} points" for side, worth in each.points.items()
            ),
        )
        for each in position.objectives
    )
    drawn = _drawn(position, seat)
    return Table(
        width=scenery.width,
        height=scenery.height,
        ground=tuple(_ground(position, piece) for piece in pieces),
        goals=tuple(goals),
        figures=tuple(_figure(position, id, drawn) for id in shown(position)),
    )


def shown(position: Position) -> list[str]:
    """The units on the table, by number, side by side."""
    return [id for id in position.in_order() if id not in position.arrivals]


def _ground(position: Position, piece: Piece) -> Ground:
    is_line = piece.kind in LINES or not piece.polygon
    kind = piece.kind if piece.density is None else f"{piece.kind} {piece.density}"
    kind += f" {piece.cover}" if piece.cover not in (None, "none") else ""
    return Ground(
        key=piece.id,
        kind=kind,
        points=on_sheet(position.scenery, piece.line if is_line else piece.polygon),
        open=is_line,
        height=piece.contour or 0,
        says=ground_said(piece),
    )


def ground_said(piece: Piece) -> str:
    """A piece of ground in words: "Stone wall: hard cover"."""
    name = piece.name or piece.kind.replace("_", " ")
    facts = [
        f"{piece.density} {piece.kind}" if piece.density else piece.kind.replace("_", " "),
        f"{piece.cover} cover" if piece.cover not in (None, "none") else "",
        f"contour {piece.contour}" if piece.contour else "",
        "fordable" if piece.fordable else "",
        f"{piece.storeys} storeys" if piece.storeys else "",
    ]
    return f"{name[:1].upper()}{name[1:]}: {', '.join(fact for fact in facts if fact)}"


# -- units


def _drawn(position: Position, seat: str | None) -> dict[str, dict[str, Any]]:
    """What orders consist of beside their legs, by unit that may be drawn for a decision of the reader's."""
    due = next((each for each in position.agenda.due if each.seat == seat and each.kind in DRAWN), None)
    if due is None or seat is None or position.ended is not None:
        return {}
    if due.kind == "setup":
        return {id: {"formation": position.units[id].formation} for id in position.of_side(seat)}
    ready = orders_of(position, seat) if due.kind == "movement" else _changeable(position, seat)
    return {id: {"action": "battery" if position.muster[id].is_battery else "march"} for id in ready}


def _changeable(position: Position, seat: str) -> list[str]:
    from ironclad.domain.games.iron_brigade.rules.c03_movement.progress import changeable

    return list(changeable(position, seat))


def _legs(position: Position, id: str, draws: dict[str, Any] | None) -> tuple[str, ...]:
    if draws is None:
        return ()
    if "action" not in draws:
        return ("spot",)
    muster, unit = position.muster[id], position.units[id]
    if muster.is_battery:
        return ("move", "wheel") if unit.formation == "limbered" else ("turn",)
    if unit.formation in ("scattered", "single"):
        return ("move", "turn", "about")
    return ("move", "wheel", "turn", "about")


def _figure(position: Position, id: str, drawn: dict[str, dict[str, Any]]) -> Figure:
    muster, unit, scenery = position.muster[id], position.units[id], position.scenery
    draws = drawn.get(id)
    return Figure(
        key=id,
        side=muster.side,
        name=name_of(id),
        place=place_of(scenery, unit.body.centre),
        at=on_sheet(scenery, (front_middle(unit),))[0],
        facing=unit.facing,
        stands=stands_of(scenery, muster, unit),
        sign=SIGNS.get(muster.type, ""),
        role=f"{muster.type} {unit.state} {unit.posture}",
        says=tuple(states(position, id)),
        facts=tuple(facts(position, id)),
        farthest=0 if draws is None else field_speed(position, id),
        draws=draws,
        legs=_legs(position, id, draws),
    )


def states(position: Position, id: str) -> Iterator[str]:
    """What a unit is doing and how it is, in words."""
    unit = position.units[id]
    if formation := FORMATIONS.get(unit.formation, unit.formation):
        yield formation
    if unit.state != "good":
        yield unit.state
    if unit.posture != "up":
        yield "lying down" if unit.posture == "prone" else "heads down"
    if position.muster[id].is_regiment and position.muster[id].type != "infantry":
        yield "mounted" if unit.mounted else "dismounted"
    if unit.guns is not None:
        yield "loaded" if unit.guns.loaded else "not loaded"
    if any(id in (each.charger, each.target) for each in position.contacts):
        yield "in melee"
    if id in position.deeds and position.deeds[id].fired:
        yield "has fired"
    if id in position.hidden:
        yield "out of the enemy's sight"


def facts(position: Position, id: str) -> Iterator[tuple[str, str]]:
    """The figures of a unit, each with its name."""
    muster, unit = position.muster[id], position.units[id]
    yield "Strength", strength_said(muster, unit)
    if muster.weapons:
        yield "Weapons", ", ".join(each.replace("_", " ") for each in muster.weapons)
    if muster.gun:
        yield "Guns", muster.gun.replace("_", " ")
    if muster.has_morale:
        yield "Morale", f"{muster.grade}{' irregular' if muster.irregular else ''} {muster.value}"
    if unit.order is not None:
        yield "Order", order_said(unit)
    if unit.prisoners:
        yield "Prisoners", str(unit.prisoners)
    if muster.type == "officer":
        yield "Bonus", f"{muster.bonus} within {inches(muster.radius)}"


def strength_said(muster: Muster, unit: Unit) -> str:
    """What is left of a unit: "20 of 24 men"."""
    if unit.guns is not None:
        guns = unit.guns
        return f"{guns.sections} of {muster.sections} sections, {men(guns.men)}, {guns.horses} horses"
    return f"{unit.men} of {men(muster.men)}"


def order_said(unit: Unit) -> str:
    """The standing order of a unit: "ADVANCE to 20.00, 18.00 inches"."""
    order = unit.order
    assert order is not None, "it has one"
    if order.unit:
        return f"{order.kind} {name_of(order.unit)}"
    if order.goal is None:
        return order.kind
    east, north = (inches(each).removesuffix(" inches") for each in order.goal)
    return f"{order.kind} at {east} inches east, {north} north"


def heading(facing: int) -> str:
    """A facing in words and degrees: "north-east (45 degrees)"."""
    return f"{COMPASS[(facing + 22) % 360 // 45]} ({facing} degrees)"


def _stacks(position: Position) -> Iterator[Stack]:
    for id in shown(position):
        muster, unit = position.muster[id], position.units[id]
        said = ", ".join((strength_said(muster, unit), *states(position, id)))
        east, north = (inches(each).removesuffix(" inches") for each in unit.body.centre)
        where = f"{east} inches east and {north} north, facing {heading(unit.facing)}"
        yield Stack(
            key=f"{muster.side} {place_of(position.scenery, unit.body.centre)}",
            place=place_of(position.scenery, unit.body.centre),
            side=muster.side,
            weight=unit.men,
            text=f"{name_of(id)}: {said}; {where}",
            cells=(name_of(id), said),
            parts=(
                Part(
                    kind=muster.type,
                    label=name_of(id),
                    count=unit.men,
                    says=tuple(states(position, id)),
                    unit={"ids": [id]},
                ),
            ),
        )
