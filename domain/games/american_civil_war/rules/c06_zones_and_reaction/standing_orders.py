"""Standing answers: orders given beforehand, so that a question need not be asked each time (6.4, 11.7/6)."""

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

ASK, NEVER, INTO_WORKS = "ask", "never", "always_into_works"
ORDERS = (ASK, NEVER, INTO_WORKS)
EVERYWHERE = "all"


class SetStandingOrder(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="set_standing_order"
):
    """Say how forces in a hex ("all": wherever there is no order for the hex) answer when they could react.

    order: "ask" each time; "never" react; "always_into_works": when their own hex is entered they try for the
    fort or entrenchment there (11.7), and else they do not react.
    """

    hex: str
    order: str


class StandingOrderSet(Event, frozen=True, tag_field="type", tag="standing_order_set"):
    """A side has said beforehand how its forces in a hex, or everywhere, answer a chance to react."""

    side: str
    hex: str
    order: str


@acw.check(SetStandingOrder)
def _check_set_standing_order(position: Position, due: Due, command: SetStandingOrder) -> None:
    require(command.hex == EVERYWHERE or command.hex in load_map().hexes, "2.1/1", f"no hex {command.hex}")
    require(command.order in ORDERS, "6.4/11", f"an order is one of {', '.join(ORDERS)}")


@acw.carry_out(SetStandingOrder)
def _set_standing_order(play: Play, due: Due, command: SetStandingOrder) -> None:
    """An order that its side gives while it is asked who reacts counts at once: it is asked again."""
    play.emit(StandingOrderSet(due.seat, command.hex, command.order))
    asked = play.position.due
    if asked is not None and (asked.seat, asked.kind) == (due.seat, "reaction"):
        close(play)


@acw.evolves(StandingOrderSet)
def _standing_order_set(position: Position, event: StandingOrderSet) -> None:
    """An order for everywhere replaces every order of that side for a hex, and no other standing answer."""
    if event.hex == EVERYWHERE:
        for key in list(position.standing):
            side, _, hex_id = key.partition("/")
            if side == event.side and hex_id in load_map().hexes:
                del position.standing[key]
        position.standing[event.side] = event.order
    else:
        position.standing[f"{event.side}/{event.hex}"] = event.order


@rule("6.4/1")
def standing_order(position: Position, side: str, hex_id: str) -> str:
    """The order that holds for a side's forces in a hex; without one they are asked."""
    own = position.standing.get(f"{side}/{hex_id}")
    return own if own is not None else position.standing.get(side, ASK)


COMMANDS = (SetStandingOrder,)
EVENTS = (StandingOrderSet,)
