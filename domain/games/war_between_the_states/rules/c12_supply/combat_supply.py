"""The combat supply routine (12.2): each side rolls its need, the attacker first, and pays if it can."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.position.battle import Battle
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import battle_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import CombatSupplied
from ironclad.domain.games.war_between_the_states.rules.c12_supply.commands import PayCombatSupply
from ironclad.domain.games.war_between_the_states.rules.c12_supply.needs import (
    combat_need,
    rolls_for_supply,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import (
    by_order,
    combat_stores,
    draw_from,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@rule("8.15/2", "8.18/10", "12.24/2")
def own_strengths(position: Position, battle: Battle, side: str) -> dict[str, int]:
    """The SP of each ground unit of a side's force; a depot's garrison under the depot's name."""
    ids = battle.units if side == battle.attacker else battle.defence
    found = {id: position.units[id].strength for id in ids if id in position.units}
    depot = f"{side}.{battle.hex}"
    if side == battle.defender and battle.depot and depot in position.depots:
        found[depot] = position.depots[depot].garrison
    return found


def _stores(position: Position, battle: Battle, side: str) -> dict[str, int]:
    hexes = battle.origins if side == battle.attacker else (battle.hex,)
    return combat_stores(position, side, hexes, battle.on_fort and side == battle.defender)


@rule("7.24/7")
def _lands(position: Position, battle: Battle, side: str) -> bool:
    """Whether nothing is asked of a side in an assault from the water: by the option of neither."""
    both = position.plays("amphibious_no_supply_both")
    return battle.kind == "landing" and (both or side == battle.attacker)


@rule("12.2/1", "14.0/3")
def rolls_in(position: Position, battle: Battle, side: str, strength: int) -> bool:
    """Whether a side's force of so many SP rolls for combat supply in a battle whose chits are open."""
    free = battle.from_march or _lands(position, battle, side)
    return not free and rolls_for_supply(sum(battle.chits.values()), strength)


@rule("12.2/2")
def stores_for(position: Position, battle: Battle, side: str) -> int:
    """The points that a side can pay in a battle."""
    return sum(_stores(position, battle, side).values())


@rule("8.0/15", "12.2/1", "12.2/2", "12.2/3", "12.2/4", "12.22/1", "14.0/3")
def feed(play: Play) -> None:
    """Run the routine for the next side that has not; its owner is asked where he could pay otherwise.

    The dice come before the payment. In an attack from march nobody needs supply.
    """
    position, battle = play.position, battle_of(play.position)
    side = next(side for side in battle.sides if side not in battle.fed)
    strength, total = sum(own_strengths(position, battle, side).values()), sum(battle.chits.values())
    if not rolls_in(position, battle, side, strength):
        play.emit(CombatSupplied(side, strength, 0, 0, {}, True))
        return
    (die,) = play.roll(f"combat supply of the {side}", "12.2/1")
    need = combat_need(strength, total, die)
    stores = _stores(position, battle, side)
    there = sum(stores.values())
    if there < need:
        play.emit(CombatSupplied(side, strength, die, need, {}, False))
    elif need and len(stores) > 1 and there > need:
        standing = PayCombatSupply(paid=by_order(stores, need))
        about = {"need": need, "die": die, "strength": strength, "stores": stores}
        asking.ask(play, side, "combat_supply", "12.22/2", standing=standing, **about)
    else:
        play.emit(CombatSupplied(side, strength, die, need, by_order(stores, need), True))


@wbts.check(PayCombatSupply, "combat_supply")
@rule("12.2/2", "12.22/1", "12.22/2")
def _check_pay(position: Position, due: Due, command: PayCombatSupply) -> None:
    need, stores = due.about["need"], due.about["stores"]
    for source, points in command.paid.items():
        there = stores.get(source, 0)
        require(0 < points <= there, "12.2/2", f"{source} has {there} points for this battle, not {points}")
    total = sum(command.paid.values())
    require(total == need, "12.22/1", f"the battle needs {need} supply points, not {total}")


@wbts.carry_out(PayCombatSupply)
def _pay(play: Play, due: Due, command: PayCombatSupply) -> None:
    about = due.about
    asking.close(play, due)
    play.emit(
        CombatSupplied(due.seat, about["strength"], about["die"], about["need"], dict(command.paid), True)
    )


@wbts.evolves(CombatSupplied)
def _supplied(position: Position, event: CombatSupplied) -> None:
    battle = battle_of(position)
    fed = (*battle.fed, event.side)
    unfed = battle.unfed if event.supplied else (*battle.unfed, event.side)
    stage = "result" if len(fed) == len(battle.sides) else "supply"
    position.battle = battle.with_(fed=fed, unfed=unfed, stage=stage)
    draw_from(position, event.paid)


@wbts.offer("combat_supply")
def _offer_pay(position: Position, due: Due) -> Iterator[Command]:
    """By the order of sources, with each of them in turn first."""
    need, stores = due.about["need"], dict(due.about["stores"])
    seen = list[dict[str, int]]()
    for first in stores:
        order = {first: stores[first], **{id: stores[id] for id in stores if id != first}}
        paid = by_order(order, need)
        if paid not in seen:
            seen.append(paid)
            yield PayCombatSupply(paid=paid)
