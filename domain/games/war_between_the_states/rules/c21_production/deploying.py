"""Deployment of what was paid in an earlier strategic turn (R.7/11, R.7/15 to R.7/18)."""

from collections.abc import Iterator, Mapping

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.features import UNION
from ironclad.domain.games.war_between_the_states.board.map import hex_of, hexside_of, load_map
from ironclad.domain.games.war_between_the_states.position.campaign import Order
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, Unit, Work
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    on_top,
    owner,
    stacked,
)
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c21_production.commands import (
    DeployPiece,
    EndDeployment,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import (
    IroncladWorked,
    PieceDeployed,
    YardsLost,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    piece_ordered,
    require_listed,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    berths,
    require_department,
    working,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

SEA_BASE = "C3901"
"""Where the Union's sea craft appear."""
SEA_CRAFT = frozenset({"naval_flotilla", "naval_transport"})
RIVER_CRAFT = frozenset({"river_flotilla", "river_transport"})
SHIPS = SEA_CRAFT | RIVER_CRAFT | {"ironclad"}
FINISHED_BY: Mapping[str, int] = {"union": 2, "confederate": 1}
"""The most that the die for an ironclad may be."""
MOST_RAISED = 4
"""The militia SP that may appear in a town in a strategic turn."""


@step("deployment")
@rule("R.7/11", "R.7/18")
def _deploy_finished(play: Play, entered: Step) -> None:
    """A die for each ironclad that was laid down before; then the owner deploys what is finished."""
    side = entered.seat
    lose_yards(play, side)
    for number, order in enumerate(play.position.production.orders):
        if order.side == side and order.port and not order.finished and order.turn < play.position.turn:
            (die,) = play.roll(f"ironclad at {order.port}", "R.7/18")
            play.emit(IroncladWorked(side, order.port, number, die, die <= FINISHED_BY[side]))
    if any(_ready(play.position, side, order) for order in play.position.production.orders):
        asking.ask(play, side, "deployment", "R.7/11", standing=EndDeployment())


@rule("R.7/11", "R.7/18")
def _ready(position: Position, side: str, order: Order) -> bool:
    return order.side == side and (order.finished if order.port else order.turn < position.turn)


@rule("R.7/18")
def lose_yards(play: Play, side: str) -> None:
    """Destroy the ironclads of a side whose ports are not its own any more."""
    position = play.position
    ports = {order.port for order in position.production.orders if order.side == side and order.port}
    lost = tuple(sorted(port for port in ports if owner(position, port) != side))
    if lost:
        play.emit(YardsLost(side, lost))


@wbts.check(EndDeployment, "deployment", "reinforcements")
def _check_end(position: Position, due: Due, command: EndDeployment) -> None:
    """Nothing has to be deployed."""


@wbts.carry_out(EndDeployment)
def _end(play: Play, due: Due, command: EndDeployment) -> None:
    asking.close(play, due)


def _number(position: Position, side: str, command: DeployPiece) -> int | None:
    """The place among the orders of the first finished one that a command means."""
    for number, order in enumerate(position.production.orders):
        same = (order.what, order.strength) == (command.what, command.strength)
        here = not order.port or command.place in berths(position, side, order.port, order.what)
        if same and here and _ready(position, side, order):
            return number
    return None


def _place(command: DeployPiece) -> str:
    return hexside_of(command.place) if "-" in command.place else hex_of(command.place)


def _canonical(command: DeployPiece) -> DeployPiece:
    return DeployPiece(what=command.what, place=_place(command), strength=command.strength)


@wbts.check(DeployPiece, "deployment", "reinforcements")
@rule("R.7/15", "R.7/16", "R.7/17", "R.7/18", "13.39/1")
def _check_deploy(position: Position, due: Due, command: DeployPiece) -> None:
    side, command = due.seat, _canonical(command)
    number = _number(position, side, command)
    require(
        number is not None,
        "R.7/11",
        f"no {command.what} of {command.strength} is finished for {command.place}",
    )
    require_listed(position, side, piece_ordered(command.what, command.strength), with_orders=False)
    if command.what in SHIPS:
        _require_berth(position, side, command)
        return
    hex = command.place
    require(hex in load_map().hexes and hex in position.part.hexes, "R.7/17", f"{hex} is no land of the map")
    if command.what == "fort":
        _require_fort_site(position, side, hex)
        return
    if command.what == "militia":
        _require_town(position, side, hex, command.strength)
    else:
        clause = "R.7/16" if command.what == "cavalry" else "R.7/17"
        require_department(position, side, hex, clause)
    if command.what in ("militia", "cavalry"):
        total = stacked(position, hex, side) + command.strength
        require(total <= MOST_STACKED, "6.4/1", f"the {side} would have {total} SP in {hex}")


@rule("R.7/17")
def _require_berth(position: Position, side: str, command: DeployPiece) -> None:
    what, place = command.what, command.place
    require(
        place in _berths(position, side, what),
        "R.7/17",
        f"a {what} of the {side} does not appear on {place}",
    )


@rule("R.7/17", "R.7/18")
def _berths(position: Position, side: str, what: str) -> tuple[str, ...]:
    """The places where a new ship may appear: sea craft at their base, others beside a working department."""
    if what in SEA_CRAFT:
        own = side == UNION and owner(position, SEA_BASE) == side
        return berths(position, side, SEA_BASE, what) if own else ()
    hexes = sorted(working(position, side))
    return tuple(dict.fromkeys(place for hex in hexes for place in berths(position, side, hex, what)))


@rule("R.7/15")
def _require_town(position: Position, side: str, hex: str, strength: int) -> None:
    own = owner(position, hex) == side and load_map().hexes[hex].territory == side
    require(hex in load_map().built_up and own, "R.7/15", f"{hex} is no town of the {side}'s own territory")
    require(not besieged(position, hex, side), "R.7/15", f"{hex} is besieged")
    raised = position.production.raised.get(hex, 0) + strength
    require(raised <= MOST_RAISED, "R.7/15", f"{raised} militia SP would appear in {hex} in this turn")


@rule("R.8/7", "R.8/8", "R.11/9")
def _require_fort_site(position: Position, side: str, hex: str) -> None:
    require(hex not in position.works, "R.8/7", f"{hex} has a fort")
    require(on_top(position, hex, side), "R.8/7", f"the {side} has no combat unit in {hex}")


@wbts.carry_out(DeployPiece)
def _deploy(play: Play, due: Due, command: DeployPiece) -> None:
    position, side, command = play.position, due.seat, _canonical(command)
    number = _number(position, side, command)
    assert number is not None
    what = command.what
    name = f"{side}_{what}"
    id = "" if what == "fort" else f"{name}_{position.made.get(name, 0) + 1}"
    state = load_map().hexes[command.place].state if what == "militia" else ""
    play.emit(PieceDeployed(side, what, command.strength, number, command.place, id, state))


@wbts.evolves(PieceDeployed)
def _deployed(position: Position, event: PieceDeployed) -> None:
    kept, side, what = position.production, event.side, event.what
    orders = kept.orders[: event.number] + kept.orders[event.number + 1 :]
    position.production = kept.with_(orders=orders)
    if what == "fort":
        position.works[event.place] = Work(side, "fort")  # type: ignore[arg-type]  # an event has it as text
        return
    position.made[f"{side}_{what}"] = int(event.id.rpartition("_")[2])
    if what in SHIPS:
        position.ships[event.id] = Ship(side, what, event.place)  # type: ignore[arg-type]
        return
    strength = event.strength if what in ("militia", "cavalry") else 0
    position.units[event.id] = Unit(side, what, event.place, strength, state=event.state)  # type: ignore[arg-type]
    if what == "militia":
        raised = {**kept.raised, event.place: kept.raised.get(event.place, 0) + strength}
        position.production = position.production.with_(raised=raised)


@wbts.evolves(IroncladWorked)
def _worked(position: Position, event: IroncladWorked) -> None:
    if event.finished:
        orders = list(position.production.orders)
        orders[event.number] = orders[event.number].with_(finished=True)
        position.production = position.production.with_(orders=tuple(orders))


@wbts.evolves(YardsLost)
def _lost(position: Position, event: YardsLost) -> None:
    kept = tuple(
        order
        for order in position.production.orders
        if not (order.side == event.side and order.port in event.ports)
    )
    position.production = position.production.with_(orders=kept)


@wbts.also_offers("deployment", "reinforcements")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    yield EndDeployment()
    side = due.seat
    ready = {
        (order.what, order.strength): order
        for order in position.production.orders
        if _ready(position, side, order)
    }
    for what, strength in ready:
        for place in _places(position, side, what):
            yield DeployPiece(what=what, place=place, strength=strength)


def _places(position: Position, side: str, what: str) -> tuple[str, ...]:
    """Where a piece might go; the check has the last word."""
    if what in SHIPS:
        return _berths(position, side, what)
    if what == "militia":
        hexes = load_map().hexes
        return tuple(hex for hex in sorted(load_map().built_up) if hexes[hex].territory == side)
    if what == "fort":
        return tuple(sorted({unit.hex for unit in position.units.values() if unit.side == side and unit.hex}))
    return tuple(sorted(working(position, side)))
