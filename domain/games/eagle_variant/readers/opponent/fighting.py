"""Battles: set-ups with standing orders, actions, withdrawals, retreats and pursuits."""

from ironclad.domain.games.eagle_variant.position.battles import StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position, units_by_space
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import enemy_weight, menace, weight
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c05_battles.commands import OrderBattles
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    NameRetreat,
    PassPhase,
    Pursue,
    WithdrawArmy,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import battle_of
from ironclad.domain.games.eagle_variant.rules.c06_tactical.setting_up import answer, spread
from ironclad.domain.games.eagle_variant.rules.c06_tactical.standing import next_action
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ORDERS = StandingOrders("charge", ("artillery", "infantry", "cavalry"), pursue="all")
"""Brigades charge where they can, the enemy's artillery first (tactical/57)."""
HOPELESS = 2.5
"""An army withdraws from one that is so much stronger."""


def order_battles(position: Position, due: Due) -> Command:
    """The battles with the strongest enemies of the attacker come last."""
    side = position.attacking
    spaces = sorted(position.pending, key=lambda space: (enemy_weight(position, space, side), space))
    return OrderBattles(spaces=tuple(spaces))


def set_up(position: Position, due: Due) -> Command:
    """Brigades spread over the lines, two of many in reserve."""
    army = battle_of(position).army_of(due.seat)
    for held_back in (2, 1, 0) if len(spread(position, army, 0)) > 1 else (0,):
        command = answer(due, spread(position, army, held_back), ORDERS)
        if eagle.allows(position, due, command):
            return command
    return next(iter(eagle.offers[due.kind](position, due)))


def act(position: Position, due: Due) -> Command:
    """The next action by the orders, a withdrawal from an army that is far stronger, or a pass."""
    battle = battle_of(position)
    army = battle.army_of(due.seat)
    enemy = battle.enemy(army)
    strong = {
        each: weight(position.units[id] for id in battle.boxes if _is_of(position, id, each))
        for each in (army, enemy)
    }
    if strong[enemy] > HOPELESS * strong[army] and eagle.allows(position, due, WithdrawArmy()):
        return WithdrawArmy()
    try:
        action = next_action(position, army, ORDERS)
    except Refused:
        action = None
    if action is not None and eagle.allows(position, due, action):
        return action
    return PassPhase()


def _is_of(position: Position, id: str, army: str) -> bool:
    unit = position.units[id]
    return army in (unit.side, unit.nation)


def retreat(position: Position, due: Due) -> Command:
    """To one's own armies, and away from the enemy's."""
    offered = [each for each in eagle.offers[due.kind](position, due) if isinstance(each, NameRetreat)]
    return max(offered, key=lambda each: (_shelter(position, due.seat, each.to), each.to))


def _shelter(position: Position, side: str, space: str) -> int:
    own = weight(
        position.units[id]
        for id in units_by_space(position).get(space, ())
        if position.units[id].side == side
    )
    home = 2 * (position.board.spaces[space].side == side)
    return own + home - menace(position, space, side)


def pursue(position: Position, due: Due) -> Command:
    """Every unit pursues what it can."""
    offered = eagle.offers[due.kind](position, due)
    found = [each for each in offered if isinstance(each, Pursue) and eagle.allows(position, due, each)]
    return found[0] if found else next(iter(eagle.offers[due.kind](position, due)))
