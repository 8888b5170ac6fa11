"""New orders (R.7/8 to R.7/11, R.7/18), calls, drafts and conscription (R.7/20, R.7/21)."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, UNION
from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.position.campaign import Order
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c21_production.commands import (
    CallMen,
    EndProduction,
    OrderPiece,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import (
    MenCalled,
    PieceOrdered,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    pay,
    piece_ordered,
    receive,
    require_listed,
    require_paid,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    berths,
    require_department,
    working,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.points import with_points
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

MOST_MILITIA = 4
ORDERED = (
    "militia",
    "cavalry",
    "supply_train",
    "siege_train",
    "rail_repair",
    "river_transport",
    "naval_transport",
    "river_flotilla",
    "naval_flotilla",
    "ironclad",
)
"""What is ordered now and deployed in the next strategic turn."""


class Call(NamedTuple):
    """A way to raise men: who may, from which cycle on, and what it brings and costs."""

    side: str
    begins: Cycle
    personnel: int
    political: int


CALLS = {
    "volunteers": Call(UNION, Cycle(61, 1), 20, 0),
    "draft": Call(UNION, Cycle(63, 1), 30, -3),
    "conscription": Call(CONFEDERATE, Cycle(62, 5), 15, -2),
}
FIRST_CALL = 50
"""The supply points that come with the first call."""


@step("production")
@rule("4.2/4", "4.2/3", "R.7/11")
def _ask_production(play: Play, entered: Step) -> None:
    asking.ask(play, entered.seat, "production", "4.2/4", standing=EndProduction())


@wbts.check(EndProduction, "production")
@rule("R.7/7")
def _check_end(position: Position, due: Due, command: EndProduction) -> None:
    """Nothing has to be spent."""


@wbts.carry_out(EndProduction)
def _end(play: Play, due: Due, command: EndProduction) -> None:
    asking.close(play, due)


@wbts.check(CallMen, "production")
@rule("R.7/20", "R.7/21")
def _check_call(position: Position, due: Due, command: CallMen) -> None:
    kept, year = position.production, position.cycle.year
    require(command.how in CALLS, "R.7/20", f"men are raised by {', '.join(CALLS)}, not {command.how}")
    call = CALLS[command.how]
    clause = "R.7/20" if call.side == UNION else "R.7/21"
    require(call.side == due.seat, clause, f"the {due.seat} does not raise men by {command.how}")
    require(position.cycle >= call.begins, clause, f"{command.how} begins in cycle {call.begins}")
    years = kept.called if call.side == UNION else kept.conscripted
    require(year not in years, clause, f"men were raised in 18{year} already")
    drafted = command.how == "volunteers" and kept.drafted
    require(not drafted, clause, "there are no volunteers after a draft")


@wbts.carry_out(CallMen)
def _call(play: Play, due: Due, command: CallMen) -> None:
    call, position = CALLS[command.how], play.position
    first = command.how == "volunteers" and not position.production.called
    supply = FIRST_CALL if first else 0
    year = position.cycle.year
    play.emit(MenCalled(due.seat, command.how, year, call.personnel, supply, call.political))


@wbts.evolves(MenCalled)
def _called(position: Position, event: MenCalled) -> None:
    kept = position.production
    had = kept.personnel.get(event.side, 0)
    kept = kept.with_(personnel={**kept.personnel, event.side: had + event.personnel})
    if event.side == UNION:
        kept = kept.with_(called=(*kept.called, event.year), drafted=kept.drafted or event.how == "draft")
    else:
        kept = kept.with_(conscripted=(*kept.conscripted, event.year))
    position.production = kept
    receive(position, event.side, event.supply)
    position.politics = with_points(position.politics, event.side, event.political)


@wbts.check(OrderPiece, "production")
@rule("R.7/8", "R.7/9", "R.7/10", "R.7/11", "R.7/18", "3.26/1")
def _check_order(position: Position, due: Due, command: OrderPiece) -> None:
    what, side = command.what, due.seat
    require(what in ORDERED, "R.7/10", f"orders are for {', '.join(ORDERED)}, not {what}")
    most = MOST_MILITIA if what == "militia" else 1
    require(1 <= command.strength <= most, "R.7/9", f"an order of {what} is for 1 to {most}")
    require_paid(position, side, what, command.strength)
    require_listed(position, side, piece_ordered(what, command.strength))
    if what != "ironclad":
        require(not command.port, "R.7/18", f"{what} is laid down nowhere: only ironclads are")
        return
    port = hex_of(command.port)
    require_department(position, side, port, "R.7/18")
    require(berths(position, side, port, what), "R.7/18", f"no ironclad can lie beside {port}")


@wbts.carry_out(OrderPiece)
def _order(play: Play, due: Due, command: OrderPiece) -> None:
    position, what = play.position, command.what
    price = require_paid(position, due.seat, what, command.strength)
    port = hex_of(command.port) if what == "ironclad" else ""
    play.emit(
        PieceOrdered(due.seat, what, command.strength, position.turn, port, price.supply, price.personnel)
    )


@wbts.evolves(PieceOrdered)
def _ordered(position: Position, event: PieceOrdered) -> None:
    pay(position, event.side, event.supply, event.personnel)
    kept = position.production
    order = Order(event.side, event.what, event.strength, event.turn, event.port)  # type: ignore[arg-type]
    position.production = kept.with_(orders=(*kept.orders, order))


@wbts.also_offers("production")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    yield EndProduction()
    yield from (CallMen(how=how) for how in CALLS)
    for what in ORDERED:
        if what == "militia":
            yield from (OrderPiece(what=what, strength=sp) for sp in range(1, MOST_MILITIA + 1))
        elif what == "ironclad":
            for port in sorted(working(position, due.seat)):
                yield OrderPiece(what=what, port=port)
        else:
            yield OrderPiece(what=what)


@wbts.sample("production")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """One in six ends: else production, which has many offers, would seldom end before nothing is left."""
    if random.randrange(6) == 0:
        return EndProduction()
    return wbts.any_offer(position, due, random)
