"""What standing orders do in an army's phases, unit by unit (tactical/57, /58)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES
from ironclad.domain.games.eagle_variant.position.battles import MIDDLES, RESERVE, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.acting import Action, phase_of, ready
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import (
    Attack,
    could,
    helpers,
    targets,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    ChargeInBattle,
    FireInBattle,
    MoveInBattle,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import battle_of, in_column
from ironclad.domain.games.eagle_variant.rules.c06_tactical.moving import moves_of
from ironclad.domain.games.eagle_variant.rules.c06_tactical.orders import standing_of
from ironclad.domain.kernel.engine.citations import rule


@rule("tactical/57")
def choose(position: Position, army: str) -> Action | None:
    """The next action by an army's standing orders; None to pass. Raises NotKnown where they are hidden.

    Units act in the order of their names. A brigade in reserve goes to the line of the column that has the
    fewest brigades, unless the reserve is held. Leaders help the first attack in their space and do nothing
    else.
    """
    orders, phase = standing_of(position, army), phase_of(position)
    if orders.stance in ("ask", "stand") or phase not in BRIGADES:
        return None
    found = (_for_unit(position, army, orders, id) for id in ready(position, army, phase))
    return next((action for action in found if action is not None), None)


def _for_unit(position: Position, army: str, orders: StandingOrders, id: str) -> Action | None:
    if battle_of(position).boxes[id] == RESERVE:
        return None if orders.hold_reserve else MoveInBattle(unit=id, to=weakest_line(position, army))
    if orders.stance == "charge":
        return (
            _attack(position, army, orders, "charge", id)
            or _towards(position, army, id)
            or _attack(position, army, orders, "fire", id)
        )
    return _attack(position, army, orders, "fire", id)


def weakest_line(position: Position, army: str) -> str:
    """The line of the column in which an army has the fewest brigades; of equals the first."""
    lines = battle_of(position).lines
    return min(lines, key=lambda line: len(in_column(position, army, line)))


def _towards(position: Position, army: str, id: str) -> Action | None:
    """Into the middle of the column, from where a charge is possible."""
    middle = MIDDLES.get(battle_of(position).boxes[id], "")
    moves = middle in moves_of(position, army, id)
    return MoveInBattle(unit=id, to=middle) if moves else None


def _attack(position: Position, army: str, orders: StandingOrders, attack: Attack, id: str) -> Action | None:
    """The attack at the target that comes first in the orders, then the one that is hit most easily."""
    kinds = list(dict.fromkeys((*orders.targets, *BRIGADES)))
    best: tuple[tuple[int, int], Action] | None = None
    for target in targets(position, army, id):
        for leader in _help(position, army, id):
            if (found := could(position, army, attack, id, target, leader)) is None:
                continue
            key = (kinds.index(position.units[target].kind), found.needed - found.added)
            if best is None or key < best[0]:
                kind = FireInBattle if attack == "fire" else ChargeInBattle
                best = key, kind(unit=id, target=target, leader=leader)
            break
    return best[1] if best else None


def _help(position: Position, army: str, id: str) -> Iterator[str]:
    """The first leader that could help, if any."""
    yield from helpers(position, army, id)[:1] or ("",)
