"""Advance after a battle (R.1/8 to R.1/11), and the fort that was stormed (13.32)."""

from collections.abc import Iterator, Sequence

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.position.battle import Battle
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    on_top,
    rosters,
    stack,
    stacked,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commands import EndMovement
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.entering import (
    Entered,
    entered,
    take,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    place_of,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import toll
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.trains import (
    leave_trains,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.assault import may_land
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import Advance
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import battle_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    BattleEnded,
    PiecesAdvanced,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.initiative import ask_attack
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreat_ways import (
    branches_of,
    put,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import held_by, sheltered
from ironclad.domain.games.war_between_the_states.rules.c13_forts.asking import ask_siege
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.prisoners import (
    roll_for_leader,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.phase import credit_battle
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@rule("R.1/8", "R.1/9", "12.23/1", "8.17/1", "8.17/2", "14.2/3", "13.14/2")
def may_advance(position: Position, battle: Battle) -> tuple[str, ...]:
    """The pieces that may enter the hex now, attackers first; none while a defender is there, or unsupplied.

    A headquarters goes with its whole roster, and only if all of it attacked.
    """
    emptied = battle.hex not in held_by(position, battle.defender)
    if battle.on_fort or battle.attacker in battle.unfed or not emptied:
        return ()
    if battle.kind == "landing":
        return may_land(position, battle)
    fought = [id for id in battle.units if id in position.units and position.units[id].hex in battle.origins]
    found = [id for id in fought if not position.units[id].hq]
    for hex in battle.origins:
        here = stack(position, hex, battle.attacker)
        found += (id for id in here.headquarters if _all_fought(position, id, fought))
        found += here.leaders
        found += (id for id in here.units if not position.units[id].fights and not position.units[id].hq)
    return tuple(id for id in found if _enters(position, battle, id))


def _all_fought(position: Position, hq: str, fought: Sequence[str]) -> bool:
    return all(id in fought for id in rosters(position).get(hq, ()) if position.units[id].fights)


def _enters(position: Position, battle: Battle, id: str) -> bool:
    piece = position.units.get(id) or position.headquarters.get(id) or position.leaders[id]
    here = place_of(position, id)
    if battle.kind == "sortie":
        return bool(piece.inside)
    if piece.inside:
        return False
    walked = branches_of(position, id)
    return all(
        toll(position, battle.attacker, branch, here, (battle.hex,)) is not None for branch, _ in walked
    )


def follow(play: Play) -> None:
    """Ask the attacker for his advance where there is one, else end the battle."""
    position, battle = play.position, battle_of(play.position)
    if _stormed(position, battle):
        done = entered(position, battle.attacker, (battle.hex,))
        play.emit(PiecesAdvanced(battle.attacker, battle.hex, (), *done))
        finish(play)
        if battle.hex not in play.position.works:
            return
        asking.interrupt(play, battle.attacker, "stormed_work", "13.32/4", hex=battle.hex)
    elif any(_combat(position, id) for id in may_advance(position, battle)):
        asking.ask(play, battle.attacker, "advance", "R.1/8", standing=Advance(), hex=battle.hex)
    else:
        finish(play)


@rule("13.32/4")
def _stormed(position: Position, battle: Battle) -> bool:
    """Whether the garrison is gone and the besiegers are still on top: the fort is theirs at once."""
    return (
        battle.on_fort
        and not sheltered(position, battle.hex, battle.defender)
        and bool(on_top(position, battle.hex, battle.attacker))
    )


def _combat(position: Position, id: str) -> bool:
    pieces = with_rosters(position, (id,))
    return any(each in position.units and position.units[each].fights for each in pieces)


@wbts.check(Advance, "advance")
@rule("R.1/8", "R.1/9", "R.1/11", "17.55/6", "14.2/1")
def _check_advance(position: Position, due: Due, command: Advance) -> None:
    battle = battle_of(position)
    allowed = may_advance(position, battle)
    for id in command.pieces:
        require(id in allowed, "R.1/9", f"{id} may not advance into {battle.hex}")
    if command.pieces:
        fights = any(_combat(position, id) for id in command.pieces)
        require(fights, "R.1/8", "combat units advance, and others with them")
    require(not command.burn or command.pieces, "17.55/6", "only who takes the hex burns what is in it")
    pieces = with_rosters(position, command.pieces)
    there = battle.kind == "sortie"
    coming = 0 if there else sum(position.units[id].strength for id in pieces if id in position.units)
    full = stacked(position, battle.hex, due.seat) + coming
    require(
        full <= MOST_STACKED, "6.4/1", f"{full} SP would be in {battle.hex}, and {MOST_STACKED} are the most"
    )


@wbts.carry_out(Advance)
@rule("R.1/10", "13.3/5", "17.55/6")
def _advance(play: Play, due: Due, command: Advance) -> None:
    position, battle = play.position, battle_of(play.position)
    asking.close(play, due)
    if command.pieces:
        done = entered(position, due.seat, (battle.hex,))
        burned = min(battle.spoils, position.loose.get(battle.hex, 0)) if command.burn else 0
        pieces = with_rosters(position, command.pieces)
        play.emit(PiecesAdvanced(due.seat, battle.hex, pieces, *done, burned))
    finish(play)


@wbts.evolves(PiecesAdvanced)
def _advanced(position: Position, event: PiecesAdvanced) -> None:
    for id in event.pieces:
        put(position, id, event.hex, False)
    take(position, event.side, Entered(event.taken, event.captured, event.eliminated, event.left))
    if event.burned:
        position.loose[event.hex] -= event.burned
        if not position.loose[event.hex]:
            del position.loose[event.hex]


@rule("R.6/10", "R.10/4")
def finish(play: Play) -> None:
    """End the battle and ask the phasing player for what is next in the phase in which it was fought.

    Leaders who led it may be hit, the attacker's first; in the campaign it is credited.
    """
    battle = battle_of(play.position)
    if battle.lost:
        credit_battle(play, {side: battle.lost.get(side, 0) for side in battle.sides})
        for side in battle.sides:
            leader = play.position.leaders.get(battle.leaders.get(side, ""))
            if leader is not None and not leader.prisoner:
                roll_for_leader(play, battle.leaders[side], sum(battle.chits.values()))
    play.emit(BattleEnded(battle.attacker, battle.hex))
    if play.position.phase is not None:
        asking.ask(play, battle.attacker, "movement", "5.2/1", standing=EndMovement())
    elif play.position.fighting is None:
        ask_siege(play, battle.attacker)
    else:
        ask_attack(play)


@wbts.evolves(BattleEnded)
@rule("6.58/3")
def _ended(position: Position, event: BattleEnded) -> None:
    """Defenders who were on a train are off it."""
    battle = battle_of(position)
    for id in battle.defence:
        if id in position.units and position.units[id].entrained:
            position.units[id] = position.units[id].with_(entrained=False)
    leave_trains(position, battle.hex, battle.defender)
    position.battle = None


@wbts.also_offers("advance")
def _offer_advance(position: Position, due: Due) -> Iterator[Command]:
    """All who may, the combat units alone, each by itself, or nobody."""
    battle = battle_of(position)
    allowed = may_advance(position, battle)
    combat = tuple(id for id in allowed if _combat(position, id))
    seen = list[tuple[str, ...]]()
    for pieces in (allowed, combat, *((id,) for id in combat)):
        if pieces not in seen:
            seen.append(pieces)
            yield Advance(pieces=pieces)
    if battle.spoils:
        yield Advance(pieces=allowed, burn=True)
    yield Advance()
