"""The battle on its board: set-up, attacks, moves, withdrawal, pursuit and retreat."""

from ironclad.domain.games.eagle_variant.position.battles import COLUMN_OF, MIDDLES, RESERVE
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import own_strength, strength, threat
from ironclad.domain.games.eagle_variant.rules.c06_tactical.acting import Action, actions, phase_of
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import aim
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    ChargeInBattle,
    FireInBattle,
    MoveInBattle,
    NameRetreat,
    PassPhase,
    Pursue,
    StopPursuit,
    WithdrawArmy,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades,
    fielded,
    in_box,
    in_column,
    may_withdraw,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.pursuing import needs, pursuers, quarry
from ironclad.domain.games.eagle_variant.rules.c06_tactical.retreating import ways
from ironclad.domain.games.eagle_variant.rules.c06_tactical.setting_up import answer, spread
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

HOPELESS = 0.4  # strength against the enemy's below which an army withdraws
DECIDES = 6.0  # what it is worth to empty a column of the enemy
PREY = {"artillery": 3, "cavalry": 2, "infantry": 1, "leader": 4}


def set_up(position: Position, due: Due) -> Command:
    """All brigades spread over the lines, none in reserve: an empty column loses the battle."""
    return answer(due, spread(position, battle_of(position).army_of(due.seat), 0))


def act(position: Position, due: Due) -> Command:
    """The action that gains most, while one gains anything; withdraw where there is no hope."""
    army = battle_of(position).army_of(due.seat)
    if may_withdraw(position, army) and _odds(position, army) < HOPELESS:
        return WithdrawArmy()
    found = [(gain(position, army, each), -n, each) for n, each in enumerate(_actions(position, army))]
    best = max(found, key=lambda each: each[:2], default=None)
    return best[2] if best is not None and best[0] > 0 else PassPhase()


def _actions(position: Position, army: str) -> list[Action]:
    return list(actions(position, army, phase_of(position)))


def _odds(position: Position, army: str) -> float:
    own, enemy = (
        strength(position.units[id] for id in fielded(position, each))
        for each in (army, battle_of(position).enemy(army))
    )
    return own / enemy if enemy else 99.0


def gain(position: Position, army: str, action: Action) -> float:
    """What an action is worth, in brigades of the enemy."""
    if isinstance(action, MoveInBattle):
        return _of_move(position, army, action)
    return _of_attack(position, army, action)


def _of_attack(position: Position, army: str, action: FireInBattle | ChargeInBattle) -> float:
    """The chance of a hit by what it does to the column, less the risk of a charge."""
    battle = battle_of(position)
    charges = isinstance(action, ChargeInBattle)
    found = aim(position, army, "charge" if charges else "fire", action.unit, action.target, action.leader)
    hits = sum(found.hits(die) for die in range(1, 7)) / 6
    column = COLUMN_OF[battle.boxes[action.unit]]
    value = _brigade(position, action.target) * _weight(position, battle.enemy(army), column)
    risk = _brigade(position, action.unit) * _weight(position, army, column) / 6 if charges else 0.0
    return hits * value - risk


def _brigade(position: Position, id: str) -> float:
    return strength((position.units[id],))


def _weight(position: Position, army: str, column: str) -> float:
    """How much a brigade of a column counts: the fewer there are the more."""
    left = len(in_column(position, army, column))
    return DECIDES if left <= 1 else 1 + 2 / left


def _of_move(position: Position, army: str, action: MoveInBattle) -> float:
    battle, unit = battle_of(position), position.units[action.unit]
    start, to = battle.boxes[action.unit], action.to
    if to not in COLUMN_OF or start in MIDDLES.values():
        return -1.0
    column = COLUMN_OF[to]
    if not unit.brigade:
        led = brigades(position, in_box(position, army, to))
        return 0.2 if start == RESERVE and led else -1.0
    own, enemy = len(in_column(position, army, column)), len(in_column(position, battle.enemy(army), column))
    if to in MIDDLES.values():
        return _of_advance(position, army, own, enemy)
    if start == RESERVE:
        return 0.5 + 1 / (1 + own)
    return 0.3 if own + 1 < len(in_column(position, army, COLUMN_OF[start])) else -1.0


def _of_advance(position: Position, army: str, own: int, enemy: int) -> float:
    """A move to the middle, for a charge in the next turn: with the greater number, and out of no works."""
    battle = battle_of(position)
    city = position.board.spaces[battle.space].city
    if (army == battle.defender and city) or own < 2:
        return -1.0
    return 0.45 if own > enemy else -1.0


def pursue(position: Position, due: Due) -> Command:
    """The pursuer that hits most easily at the target that is worth most, as long as there are any."""
    after, prey = pursuers(position), quarry(position)
    if not after or not prey:
        return StopPursuit()
    target = max(prey, key=lambda id: (PREY[position.units[id].kind], position.units[id].elite))
    unit = min(after, key=lambda id: needs(position, id, target)[0])
    return Pursue(unit=unit, target=target)


def retreat(position: Position, due: Due) -> Command:
    """Where friends are and enemies are not near; a city if it can be."""
    side = battle_of(position).beaten

    def shelter(space: str) -> tuple[float, bool]:
        own, beside = own_strength(position, space, side), threat(position, space, side)
        return (own - beside, bool(position.board.spaces[space].city))

    return NameRetreat(to=max(ways(position), key=shelter))
