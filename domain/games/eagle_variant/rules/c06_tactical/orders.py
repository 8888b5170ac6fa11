"""The sealed orders of a seat in a battle, and when standing orders act in its place (tactical/57)."""

from ironclad.domain.games.eagle_variant.position.battles import BattleOrders, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades_left,
    may_withdraw,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.sight import NotKnown

MOST_BRIGADES = 99


def orders_of(position: Position, seat: str) -> BattleOrders:
    """The sealed orders of a seat; none where it has given none. Raises NotKnown where they are hidden."""
    orders = position.battle_orders.get(seat)
    if orders is None and battle_of(position).army_of(seat) in battle_of(position).ordered:
        raise NotKnown(f"the orders of {seat}")
    return orders or BattleOrders()


def standing_of(position: Position, army: str) -> StandingOrders:
    """The standing orders of an army. Raises NotKnown where they are hidden."""
    return orders_of(position, battle_of(position).players[army]).standing


@rule("tactical/57")
def check_standing(standing: StandingOrders | None) -> None:
    """Refuse standing orders that name a kind of brigade twice, or no sensible number of brigades."""
    if standing is None:
        return
    named = standing.targets
    require(len(set(named)) == len(named), "tactical/57", "each kind of target is named once")
    fits = 0 <= standing.withdraw_at <= MOST_BRIGADES
    require(fits, "tactical/57", f"an army withdraws at 0 to {MOST_BRIGADES} brigades")


@rule("tactical/57")
def must_withdraw(position: Position, army: str) -> bool:
    """Whether standing orders withdraw an army now, in a part of its own."""
    at = standing_of(position, army).withdraw_at
    return at > 0 and brigades_left(position, army) <= at and may_withdraw(position, army)


def takes_over(position: Position, army: str) -> bool:
    """Whether standing orders take the decision that an army has to take now, in a phase or a pursuit."""
    orders = standing_of(position, army)
    if battle_of(position).stage == "pursuit":
        return orders.pursue != "ask"
    return orders.stance != "ask" or must_withdraw(position, army)
