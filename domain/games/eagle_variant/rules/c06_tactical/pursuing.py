"""The pursuit of a beaten army (tactical/45 to /51, rivers/5)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES, arms, numbers
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c05_battles.retreating import crosses_river
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import Pursue, StopPursuit
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    Modifier,
    PursuitEnded,
    PursuitRolled,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades,
    eliminate,
    outside_retreat,
    require_member,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.games.eagle_variant.rules.c06_tactical.orders import standing_of, takes_over
from ironclad.domain.games.eagle_variant.rules.c06_tactical.retreating import goals
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@remembered
@rule("tactical/45", "tactical/46", "battle-reinforcements/8")
def pursuers(position: Position) -> tuple[str, ...]:
    """The winner's brigades that may still pursue: cavalry, and infantry too unless cavalry alone may."""
    battle = battle_of(position)
    found = []
    for id in outside_retreat(position, battle.winner):
        kind = position.units[id].kind
        may = kind == "cavalry" or (kind == "infantry" and not battle.cavalry_only)
        if may and id not in battle.pursued:
            found.append(id)
    return tuple(found)


@remembered
@rule("tactical/47")
def quarry(position: Position) -> tuple[str, ...]:
    """The units that pursuers may name: cavalry while there is any, then brigades, then leaders."""
    within_reach = outside_retreat(position, battle_of(position).beaten)
    cavalry = tuple(id for id in within_reach if position.units[id].kind == "cavalry")
    return cavalry or brigades(position, within_reach) or within_reach


@rule("tactical/48", "tactical/49", "rivers/5")
def needs(position: Position, id: str, target: str) -> tuple[int, tuple[Modifier, ...]]:
    """The number that a pursuit has to reach, and its modifiers: a river that the target crosses, if any."""
    unit, battle = position.units[id], battle_of(position)
    arm = arms()[unit.kind]
    to = goals(position, battle.retreat_to)[target]
    over = crosses_river(position, battle.space, to)
    added = (Modifier("river", int(numbers("rivers")["pursuit"]), "rivers/5"),) if over else ()
    return (arm.elite_pursuit if unit.elite else arm.pursuit), added


@stage("pursuit")
@rule("tactical/51", "tactical/58")
def go_on_pursuing(play: Play) -> None:
    """The next thing in a pursuit: standing orders roll or stop, or the winner's player is asked."""
    battle = battle_of(play.position)
    if not pursuers(play.position) or not quarry(play.position):
        play.emit(PursuitEnded(battle.winner))
        return
    orders = standing_of(play.position, battle.winner)
    if orders.pursue == "ask":
        asking.ask(play, battle.players[battle.winner], "pursuit", "tactical/45", space=battle.space)
    elif orders.pursue == "all":
        kinds = list(dict.fromkeys((*orders.targets, *BRIGADES, "leader")))
        found = quarry(play.position)
        _roll(
            play,
            min(pursuers(play.position), key=lambda id: needs(play.position, id, found[0])[0]),
            min(found, key=lambda id: kinds.index(play.position.units[id].kind)),
        )
    else:
        play.emit(PursuitEnded(battle.winner))


def _roll(play: Play, id: str, target: str) -> None:
    needed, added = needs(play.position, id, target)
    (die,) = play.roll(f"pursuit of {target} by {id}", "tactical/48")
    total = die + sum(each.amount for each in added)
    winner = battle_of(play.position).winner
    play.emit(PursuitRolled(winner, id, target, die, added, total, needed, total >= needed))


@eagle.evolves(PursuitRolled)
def _rolled(position: Position, event: PursuitRolled) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(pursued=(*battle.pursued, event.unit))
    if event.hit:
        eliminate(position, battle.beaten, (event.target,))


@eagle.check(Pursue, "pursuit")
def _check_pursue(position: Position, due: Due, command: Pursue) -> None:
    battle = battle_of(position)
    unit = require_member(position, battle.winner, command.unit, "tactical/45")
    clause = "tactical/45"
    if unit.kind == "infantry" and battle.cavalry_only:
        clause = "tactical/46"
    require(command.unit in pursuers(position), clause, f"{command.unit} may not pursue now")
    found = quarry(position)
    require(command.target in found, "tactical/47", f"the targets are {', '.join(found)}")


@eagle.carry_out(Pursue)
def _pursue(play: Play, due: Due, command: Pursue) -> None:
    _roll(play, command.unit, command.target)
    over = not pursuers(play.position) or not quarry(play.position)
    if over or takes_over(play.position, battle_of(play.position).winner):
        asking.close(play, due)


@eagle.check(StopPursuit, "pursuit")
@rule("tactical/51")
def _check_stop(position: Position, due: Due, command: StopPursuit) -> None:
    """Always legal: no unit has to pursue."""


@eagle.carry_out(StopPursuit)
def _stop(play: Play, due: Due, command: StopPursuit) -> None:
    asking.close(play, due)
    play.emit(PursuitEnded(battle_of(play.position).winner))


@eagle.offer("pursuit")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """Every sort of pursuer at every sort of target."""
    yield StopPursuit()
    for id in _sorts(position, pursuers(position)):
        for target in _sorts(position, quarry(position)):
            yield Pursue(unit=id, target=target)


def _sorts(position: Position, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The first of each sort of units."""
    found: dict[tuple[object, ...], str] = {}
    for id in ids:
        unit = position.units[id]
        found.setdefault((unit.nation, unit.kind, unit.elite, unit.came_from), id)
    return tuple(found.values())
