"""Winter attrition (7.5/9 to 7.5/12)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.orders import AttritionOrder, Order
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, order_check, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import GiveAttritionOrder
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sealed_orders import (
    attrition_of,
    carried_out,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.losses import lose_units
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.events import WinterLosses, WinterRolled
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking


@step("attrition")
@rule("7.5/9", "7.5/11")
def roll_attrition(play: Play) -> None:
    """Each side rolls 1d6-1 for the CP that it loses; both rolls come first, then the sides allot them.

    A side that has fewer loses all; the roll does not show that.
    """
    dice = {side: play.roll(f"winter attrition, {side}", "7.5/9")[0] for side in SIDES}
    losses = {side: die - 1 for side, die in dice.items()}
    play.emit(WinterRolled(dice, losses))
    suffering = tuple(side for side in SIDES if losses[side])
    asking.ask_all(play, suffering, "attrition", "7.5/11")


@brta.evolves(WinterRolled)
def _winter_rolled(position: Position, event: WinterRolled) -> None:
    position.attrition = {side: lost for side, lost in event.losses.items() if lost}


def exposed(position: Position, side: str) -> dict[str, Units]:
    """The infantry and cavalry CP of a side, by HQ or by spot of leaderless units; artillery is left out."""
    found = {hq: position.units_of(hq) for hq in position.hqs_of(side)} | dict(
        sorted(position.leaderless[side].items())
    )
    plain = {id: Units(units.infantry, units.cavalry) for id, units in found.items()}
    return {id: units for id, units in plain.items() if units != NONE}


@rule("7.5/9")
def due_losses(position: Position, side: str) -> int:
    """The CP that a side has to lose: what was rolled, or all infantry and cavalry if it has fewer."""
    have = sum(units.total for units in exposed(position, side).values())
    return min(position.attrition.get(side, 0), have)


@order_check("attrition")
@rule("7.5/9", "7.5/10")
def check_losses(position: Position, side: str, order: Order) -> None:
    """The losses are infantry and cavalry of the side, and as many as are due. Raises Refused."""
    assert isinstance(order, AttritionOrder)
    have = exposed(position, side)
    for id, units in order.losses.items():
        require(id in have, "7.5/10", f"you have no infantry or cavalry called {id!r}")
        positive = min(units.infantry, units.cavalry, units.artillery) >= 0
        require(positive and units.within(have[id]), "7.5/10", f"{id} cannot lose that")
    total, due = sum(units.total for units in order.losses.values()), due_losses(position, side)
    require(total == due, "7.5/9", f"you lose {due} CP, and the order names {total}")


@step("attrition_losses")
@rule("7.5/10", "7.5/11", "4/5")
def suffer(play: Play) -> None:
    """Both sides' losses are carried out; the enemy sees those of leaderless units only."""
    for side in SIDES:
        if side in play.position.attrition:
            losses = attrition_of(play.position, side).losses
            armies = {id: units for id, units in losses.items() if id in play.position.units}
            groups = {id: units for id, units in losses.items() if id not in armies}
            play.emit(WinterLosses(side, groups, Secret((side,), armies)))
    if any("attrition" in orders.given for orders in play.position.orders.values()):
        carried_out(play, "attrition")


@brta.evolves(WinterLosses)
def _winter_losses(position: Position, event: WinterLosses) -> None:
    lose_units(position, event.side, event.leaderless, event.armies)
    position.attrition = {side: lost for side, lost in position.attrition.items() if side != event.side}


@also_offers("attrition")
def offer_attrition(position: Position, due: Due) -> Iterator[Command]:
    """Losses from the strongest group first, and from each group first in turn."""
    have = exposed(position, due.seat)
    strongest = sorted(have, key=lambda id: (-have[id].total, id))
    seen: list[AttritionOrder] = []
    for first in ("", *strongest):
        order = _from(position, due.seat, have, (*((first,) if first else ()), *strongest))
        if order not in seen:
            seen.append(order)
            yield GiveAttritionOrder(order=order)


def _from(position: Position, side: str, have: dict[str, Units], ids: tuple[str, ...]) -> AttritionOrder:
    """The losses that are due, from these groups in their order: infantry first, then cavalry."""
    left, losses = due_losses(position, side), {}
    for id in dict.fromkeys(ids):
        infantry = min(left, have[id].infantry)
        cavalry = min(left - infantry, have[id].cavalry)
        if infantry + cavalry:
            losses[id] = Units(infantry, cavalry)
            left -= infantry + cavalry
    return AttritionOrder(losses)
