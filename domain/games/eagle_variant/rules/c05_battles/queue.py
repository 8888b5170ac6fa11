"""The battles of a movement, one after the other, in the order that the player who does not move decides."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, goes_on
from ironclad.domain.games.eagle_variant.rules.c05_battles.captures import settle_movement
from ironclad.domain.games.eagle_variant.rules.c05_battles.commands import ChooseBattle, OrderBattles
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import BattlesOrdered
from ironclad.domain.games.eagle_variant.rules.c05_battles.starting import defender_in, start_battle
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "battle_order_fixed_in_advance": Option(
        "movement-rounds/6",
        "The player who does not move names the order of all battles before the first one.",
        ("no", "yes"),
    ),
}
MOST_LISTED = 4
"""Battles whose every order is offered; of more only some orders are."""


@goes_on
@rule("turn-order/2", "movement-rounds/6", "movement-rounds/8")
def go_on(play: Play) -> bool:
    """The next battle of a movement, or the decision which it is; after the last one its captures."""
    position = play.position
    side = position.attacking
    if not side or position.battle is not None:
        return False
    if not position.pending:
        settle_movement(play, side)
    elif len(position.pending) == 1 or position.in_order:
        next_battle(play, position.pending[0])
    else:
        kind = "battle_order" if position.plays("battle_order_fixed_in_advance") else "next_battle"
        asking.ask(play, ENEMY[side], kind, "movement-rounds/6", spaces=list(position.pending))
    return True


def next_battle(play: Play, space: str) -> None:
    """Begin the battle in a space; the side whose movement caused it attacks."""
    side = play.position.attacking
    start_battle(play, space, side, defender_in(play, space, side))


@eagle.check(ChooseBattle, "next_battle")
@rule("movement-rounds/6")
def _check_choice(position: Position, due: Due, command: ChooseBattle) -> None:
    waits = command.space in position.pending
    require(waits, "movement-rounds/6", f"no battle is due in {name_of(command.space)}")


@eagle.carry_out(ChooseBattle)
def _choose(play: Play, due: Due, command: ChooseBattle) -> None:
    asking.close(play, due)
    next_battle(play, command.space)


@eagle.offer("next_battle")
def _offer_battles(position: Position, due: Due) -> Iterator[Command]:
    return (ChooseBattle(space=space) for space in position.pending)


@eagle.check(OrderBattles, "battle_order")
def _check_order(position: Position, due: Due, command: OrderBattles) -> None:
    whole = sorted(command.spaces) == sorted(position.pending)
    require(whole, "movement-rounds/6", "name the space of each battle that is due, once")


@eagle.carry_out(OrderBattles)
def _order(play: Play, due: Due, command: OrderBattles) -> None:
    asking.close(play, due)
    play.emit(BattlesOrdered(due.seat, command.spaces))


@eagle.evolves(BattlesOrdered)
def _ordered(position: Position, event: BattlesOrdered) -> None:
    position.pending = event.spaces
    position.in_order = True


@eagle.offer("battle_order")
def _offer_orders(position: Position, due: Due) -> Iterator[Command]:
    """Every order of a few battles; of many each one as the first, the others in the order of the map."""
    spaces = position.pending
    if len(spaces) <= MOST_LISTED:
        yield from (OrderBattles(spaces=order) for order in permutations(spaces))
        return
    for first in spaces:
        yield OrderBattles(spaces=(first, *(each for each in spaces if each != first)))


@eagle.sample("battle_order")
def _sample_order(position: Position, due: Due, random: Random) -> Command:
    return OrderBattles(spaces=tuple(random.sample(position.pending, len(position.pending))))
