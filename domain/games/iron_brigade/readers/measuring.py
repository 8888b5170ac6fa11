"""A proposed order measured: where it would leave a unit, and what fraction of its move it uses."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import (
    AboutFace,
    Crawl,
    FormUp,
    Go,
    Haul,
    LegOrder,
    Limber,
    MoveOrder,
    Placing,
    TurnBy,
    Unlimber,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.scenery import Scenery, grounds_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.readers.drawn import on_sheet, place_of
from ironclad.domain.games.iron_brigade.readers.wording import inches
from ironclad.domain.games.iron_brigade.registry import brigade
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders, GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import ground_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.moving import ordered
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import ZERO, Plan, Step
from ironclad.domain.games.iron_brigade.rules.c03_movement.progress import second_half
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import PlaceUnits
from ironclad.domain.games.iron_brigade.rules.s_scenarios.placing import set_at
from ironclad.domain.kernel.board.plane import ceil_root, minus, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.ground import spans
from ironclad.domain.kernel.board.plane.legs import ways
from ironclad.domain.kernel.drawing.table import Ghost
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Paid, Reached

WHOLE = Fraction(1)


def reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Where each unit of an order would come, and what it would use of its move. Raises Refused.

    The order of each unit is asked by itself: what another one still owes is no fault of it.
    """
    match command:
        case GiveOrders(plan) if due.kind == "movement":
            after = ordered(position, plan)
            for id, order in plan.orders.items():
                _check_own(position, due.seat, id)
                yield _measured(after, id, order, planned(after, id, order), command)
        case ChangeOrders(plan) if due.kind == "changes":
            brigade.checks[type(command)](position, due, command)
            for id, order in plan.orders.items():
                yield _measured(position, id, order, second_half(position, id, order), command)
        case PlaceUnits(plan) if due.kind == "setup":
            brigade.checks[type(command)](position, due, command)
            for id in plan.units:
                yield _placed(position, id, plan, command)
        case _:
            raise Refused("III.G/1", "only movement is measured")


def _check_own(position: Position, seat: str, id: str) -> None:
    if id not in position.muster or position.side_of(id) != seat:
        raise Refused("III.G/1", f"{id} is not yours")


def _measured(position: Position, id: str, order: MoveOrder, found: Plan, command: Command) -> Reached:
    ghost = Ghost(
        key=id,
        at=on_sheet(position.scenery, (found.end.at,))[0],
        facing=found.end.facing,
        stands=_outlines(position.scenery, found.end),
        used=str(found.used),
        length=found.length,
        legs=tuple(
            leg_said(position.scenery, leg, step) for leg, step in zip(order.legs, found.steps, strict=False)
        ),
        says=("it wades: muzzle-loaders do not fire",) if found.wet else (),
    )
    plan = msgspec.structs.replace(command.plan, orders={id: order})  # type: ignore[attr-defined]
    steps = tuple(
        Paid(
            place_of(position.scenery, step.then.at),
            ({"name": said, "amount": str(step.spent), "rule": "III/2"},),
        )
        for said, step in zip(ghost.legs, found.steps, strict=False)
    )
    return Reached(
        place=place_of(position.scenery, found.end.at),
        cost=found.length,
        steps=steps,
        command=msgspec.to_builtins(msgspec.structs.replace(command, plan=plan)),
        ghost=ghost,
    )


def _placed(position: Position, id: str, plan: Placing, command: Command) -> Reached:
    unit: Unit = set_at(position.muster[id], position.units[id], plan.units[id])
    ghost = Ghost(
        key=id,
        at=on_sheet(position.scenery, (unit.at,))[0],
        facing=unit.facing,
        stands=_outlines(position.scenery, unit.body),
        used="0",
        length=0,
    )
    return Reached(
        place=place_of(position.scenery, unit.at),
        cost=0,
        steps=(),
        command=msgspec.to_builtins(command),
        ghost=ghost,
    )


def _outlines(scenery: Scenery, body: Body) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(on_sheet(scenery, polygon) for polygon in body.polygons)


def leg_said(scenery: Scenery, leg: LegOrder, step: Step) -> str:
    """A leg in words, with its length and the ground that it crosses."""
    match leg:
        case Go(dx, dy) | Crawl(dx, dy) | Haul(dx, dy):
            verb = {Go: "go", Crawl: "crawl", Haul: "move by hand"}[type(leg)]
            said = f"{verb} {inches(ceil_root(square((dx, dy))))}"
        case WheelBy(to, degrees):
            said = f"wheel {to} by {degrees} degrees"
        case TurnBy(degrees):
            said = f"turn by {degrees} degrees"
        case AboutFace():
            said = "face about"
        case FormUp(formation):
            said = f"form {formation.replace('_', ' ')}"
        case Limber():
            said = "limber"
        case Unlimber():
            said = "unlimber"
    if step.spent == ZERO:
        return said
    return f"{said}: {step.spent} of the move{_over(scenery, step)}"


def _over(scenery: Scenery, step: Step) -> str:
    """The ground that the corner crosses whose way is the longest, stretch by stretch."""
    way = max(ways(step.before, step.then), key=lambda each: square(minus(each[1], each[0])))
    grounds = grounds_of(scenery)
    length = ceil_root(square(minus(way[1], way[0])))
    found: dict[str, Fraction] = {}
    for span in spans(way, grounds.regions):
        within, along = grounds.kinds_on(span)
        kinds = within | along
        name = "road" if "road" in kinds else ground_of(kinds)
        found[name] = found.get(name, ZERO) + span.end - span.start
    if set(found) <= {"field"}:
        return ""
    said = (f"{inches(int(part * length))} of {kind.replace('_', ' ')}" for kind, part in found.items())
    return f" ({', '.join(said)})"


def entry_said(order: MoveOrder) -> str:
    """A movement order in words, without what it costs."""
    if not order.legs:
        said = {"lie_down": "lie down", "stand_up": "stand up", "heads_down": "keep heads down"}
        return said.get(order.action, "load" if order.load and order.action == "battery" else order.action)
    nowhere = Step(Body((0, 0), 0, ()), None, Body((0, 0), 0, ()), "", ZERO)
    legs = ", then ".join(leg_said(Scenery(1, 1, ()), leg, nowhere) for leg in order.legs)
    return f"{legs}, and load" if order.load else legs
