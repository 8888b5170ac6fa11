"""What an attack may bring, exactly, for each pair of chits (8.0): supply rolls, losses and retreats.

The arithmetic is that of play: `rolls_in`, `combat_need` and `stores_for` for supply, `made_ready` and
`outcome_of` for the die. The position is one that the seat may see.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.position.battle import HIDDEN, Battle
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.chits import cap_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import DeclareAttack, Defend
from ironclad.domain.games.war_between_the_states.rules.c08_combat.declaring import (
    kind_of,
    origins_of,
    units_of,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import (
    battle_of,
    set_defence,
    supporting,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import AttackDeclared
from ironclad.domain.games.war_between_the_states.rules.c08_combat.fighting import made_ready, outcome_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import points_lost
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreating import shelters
from ironclad.domain.games.war_between_the_states.rules.c12_supply.combat_supply import (
    own_strengths,
    rolls_in,
    stores_for,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.needs import combat_need
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.dice import NoDice
from ironclad.domain.kernel.engine.resolution import Resolution

SIXTH = Fraction(1, 6)


class Story(NamedTuple):
    """What matters of a battle: who lacked supply, the SP that each side loses, who has to retreat."""

    unfed: tuple[str, ...]
    attacker_loses: int
    defender_loses: int
    retreats: str


Distribution = Mapping[Story, Fraction]
Pair = tuple[int, int]
"""The attacker's chit and the defender's."""


@rule("8.0/2", "8.0/4")
def declared(position: Position, seat: str, command: DeclareAttack) -> Position:
    """The position with an attack declared and defended by all that would, with all its ships."""
    play: Play = Resolution(position.copy(), NoDice(), wbts.evolvers)
    units, target = units_of(position, command), hex_of(command.hex)
    kind = kind_of(position, units, target)
    play.emit(AttackDeclared(seat, kind, target, command.leader, units, origins_of(position, units)))
    return defended(play.position)


def defended(position: Position) -> Position:
    """A position whose battle has its defenders: those that it has, or all that would defend by default."""
    if battle_of(position).stage != "defence":
        return position
    play: Play = Resolution(position.copy(), NoDice(), wbts.evolvers)
    set_defence(play)
    asked = [due for due in play.position.agenda.all() if due.kind == "defence"]
    for due in asked:
        ships = supporting(play.position, battle_of(play.position))
        wbts.carriers[Defend](play, due, Defend(ships=ships))
    return play.position


@rule("8.0/6", "8.0/9", "8.0/14")
def pairs_of(position: Position, battle: Battle) -> Iterator[Pair]:
    """The pairs of chits that may come: those that are known, else each that a side may choose."""
    choices = []
    for side in battle.sides:
        known = battle.chits.get(side, HIDDEN)
        choices.append((known,) if known != HIDDEN else tuple(range(cap_of(position, battle, side) + 1)))
    yield from product(*choices)


@rule("12.2/1", "12.2/2", "12.24/1")
def _hunger(position: Position, battle: Battle, side: str) -> Fraction:
    """The probability that a side is without combat supply in a battle whose chits are open."""
    if side in battle.fed:
        return Fraction(side in battle.unfed)
    strength = sum(own_strengths(position, battle, side).values())
    if not rolls_in(position, battle, side, strength):
        return Fraction(0)
    stores, total = stores_for(position, battle, side), sum(battle.chits.values())
    return sum((SIXTH for die in range(1, 7) if combat_need(strength, total, die) > stores), Fraction(0))


@rule("8.0/15", "8.0/16", "8.0/18", "7.24/9")
def distribution(position: Position, pair: Pair) -> Distribution:
    """Every story of the battle under way with a pair of chits, with its probability; they add up to 1."""
    battle = battle_of(position)
    battle = battle.with_(chits=dict(zip(battle.sides, pair, strict=True)))
    hunger = {side: _hunger(position, battle, side) for side in battle.sides}
    found: dict[Story, Fraction] = {}
    for hungry in product((False, True), repeat=2):
        unfed = tuple(side for side, lacks in zip(battle.sides, hungry, strict=True) if lacks)
        weight = Fraction(1)
        for side in battle.sides:
            weight *= hunger[side] if side in unfed else 1 - hunger[side]
        if not weight:
            continue
        for story, chance in _fought(position, battle.with_(unfed=unfed, fed=battle.sides)):
            found[story] = found.get(story, Fraction(0)) + weight * chance
    return found


def _fought(position: Position, battle: Battle) -> Iterator[tuple[Story, Fraction]]:
    attacker, defender = battle.sides
    ready = made_ready(position, battle)
    if not ready.attack:
        yield Story(battle.unfed, 0, 0, ""), Fraction(1)
        return
    for die in range(1, 7):
        result = outcome_of(battle, ready, die)
        lost = result.losses[attacker]
        if battle.kind == "landing":
            strength = result.strengths[attacker]
            gone = result.losses[defender] >= sum(ready.ground[defender].values())
            clear = gone or (result.retreats == defender and not shelters(battle.hex))
            lost = points_lost(strength, result.percents[attacker], () if clear else (3,))
        yield Story(battle.unfed, lost, result.losses[defender], result.retreats), SIXTH


def by_pairs(position: Position) -> dict[Pair, Distribution]:
    """The distribution of the battle under way for each pair of chits that may come. Raises Refused."""
    position = defended(position)
    battle = battle_of(position)
    going = battle.stage in ("defence", "chits", "supply", "result")
    require(going and (battle.defence or battle.depot), "8.0/16", "no battle is to be fought")
    return {pair: distribution(position, pair) for pair in pairs_of(position, battle)}
