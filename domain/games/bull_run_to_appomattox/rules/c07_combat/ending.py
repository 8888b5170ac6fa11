"""The end of a land combat: retreats, credit, points, sieges, leaders at risk (7.8, 2.6, 2.7, 12.2, 18)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import (
    check_survival,
    credit,
    lose_hq,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import leave_lost_port
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    has_room,
    leaderless_in,
    same_place,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import FleetsRetreated
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.retreating import (
    retreat_hq,
    retreat_spots,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import RetreatArmy
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import BattleEnded, CpEliminated
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    ON_WORKS,
    armies_left,
    battle_of,
    defender_of,
    engaged,
    works_spot,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import take_from
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import SiegeBegun
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.sieges import delay_surrender, lift_sieges
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.works import destroy_works
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.sites import score_site
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@rule("7.8/3", "7.8/6", "12.2/16")
def leaving(position: Position, battle: Battle) -> tuple[str, ...]:
    """The armies of the side that has to leave which are still there.

    After a sortie or relief besieged armies go back inside: only the relieving army leaves.
    """
    attack, side = battle.attack, battle.leaves
    if not side or (side == attack.side and attack.kind == "sortie"):
        return ()
    found = armies_left(position, battle, side)
    if side == attack.side and attack.kind == "relief":
        found = tuple(hq for hq in found if hq == attack.hqs[0])
    return tuple(hq for hq in found if _is_there(position, battle, hq))


def _is_there(position: Position, battle: Battle, hq: str) -> bool:
    record = position.hqs[hq]
    return not record.aboard and same_place(position, record.spot, battle.attack.spot)


@rule("7.8/8", "7.8/9", "7.8/10")
def retreats_to(position: Position, battle: Battle, hq: str) -> tuple[str, ...]:
    """Where an army that has to leave may go: who attacked from elsewhere to where he came from, others to
    any legal zone but that.
    """
    attack, side = battle.attack, battle.leaves
    if side != attack.side or not attack.start:
        return retreat_spots(position, side, position.hqs[hq].spot, attack.start)
    siege = siege_at(position, attack.start)
    own = siege is not None and siege[1].besieger == side
    barred = enemies_seen(position, side, attack.start) and not own
    return () if barred or not has_room(position, side, attack.start) else (attack.start,)


def retreat_next(play: Play) -> bool:
    """The next army that has to leave goes, is lost, or its owner is asked; False when none is left."""
    position, battle = play.position, battle_of(play.position)
    armies = leaving(position, battle)
    if not armies:
        return False
    if battle.attack.fleets and battle.leaves == battle.attack.side:
        _back_aboard(play, battle, armies[0])
        return True
    ways = {hq: retreats_to(position, battle, hq) for hq in armies}
    hq = min(armies, key=lambda each: len(ways[each]))
    if not ways[hq]:
        _surrender(play, hq)
    elif len(ways[hq]) == 1:
        retreat_hq(play, hq, ways[hq][0], "7.8/3")
    else:
        asking.ask(play, battle.leaves, "retreat", "7.8/9", hq=hq, to=list(ways[hq]))
    return True


@rule("7.13.3/12")
def _back_aboard(play: Play, battle: Battle, hq: str) -> None:
    """A landed army goes back aboard, and the fleets to the water that they came from; else it is lost."""
    position, attack = play.position, battle.attack
    fleets = tuple(id for id in attack.fleets if id in position.fleets)
    if not fleets:
        _surrender(play, hq)
        return
    retreat_hq(play, hq, position.fleets[fleets[0]].place, "7.13.3/12", fleets)
    start = position.fleets[fleets[0]].place
    play.emit(FleetsRetreated(attack.side, fleets, start, attack.start, "7.13.3/12"))


@rule("6.1/16")
def _surrender(play: Play, hq: str) -> None:
    """An army that has to retreat and cannot is lost with its HQ."""
    side, spot = play.position.hqs[hq].side, play.position.hqs[hq].spot
    play.emit(CpEliminated(side, spot, {hq: play.position.shown[hq]}, "6.1/16"))
    lose_hq(play, hq, "surrendered", "6.1/16", units_too=True)


@brta.evolves(CpEliminated)
@rule("17/5")
def _cp_eliminated(position: Position, event: CpEliminated) -> None:
    for group, units in event.losses.items():
        position.eliminated[ENEMY[event.side]] += units.total
        if group not in position.hqs or group in position.shown:
            take_from(position, event.side, group, units)


@brta.check(RetreatArmy, "retreat")
@rule("7.8/9")
def _check_retreat(position: Position, due: Due, command: RetreatArmy) -> None:
    require("hq" in due.about, "7.12/4", "fleets have to retreat, not an army")
    require(command.to in due.about["to"], "7.8/9", f"the army cannot retreat to {command.to}")


@brta.carry_out(RetreatArmy)
def _retreat(play: Play, due: Due, command: RetreatArmy) -> None:
    asking.close(play, due)
    retreat_hq(play, due.about["hq"], command.to, "7.8/9")


@also_offers("retreat")
def _offer_retreats(position: Position, due: Due) -> Iterator[Command]:
    if "hq" in due.about:
        yield from (RetreatArmy(to=to) for to in due.about["to"])


@rule("2.6/6", "2.7/1", "7.8/5", "12.2/15", "18/1")
def finish(play: Play) -> None:
    """Everybody who has to has left: what the combat comes to, in order.

    Beaten leaderless units, credit, points, siege, works, and leaders at risk last (2.7/1).
    """
    battle = battle_of(play.position)
    spot, winner = battle.attack.spot, battle.winner
    _lose_leaderless(play, battle)
    if winner:
        credit(play, engaged(battle, winner), engaged(battle, ENEMY[winner]), battle.why)
        score_site(play, winner, spot)
    _begin_siege(play, battle)
    lift_sieges(play)
    if battle.attack.kind in ON_WORKS:
        leave_lost_port(play, defender_of(battle), spot)
    delay_surrender(play, battle.attack)
    destroy_works(play, spot)
    check_survival(play, engaged(battle, NORTH), engaged(battle, SOUTH))
    _close(play, battle, battle.besieges, battle.why)


@rule("7.8/11")
def _lose_leaderless(play: Play, battle: Battle) -> None:
    """Leaderless units that are beaten cannot leave, and are lost; in a besieged place they stay inside."""
    side = defender_of(battle)
    if battle.leaves != side or battle.besieges:
        return
    losses: dict[str, Units] = leaderless_in(play.position, side, battle.attack.spot)
    if losses:
        play.emit(CpEliminated(side, battle.attack.spot, losses, "7.8/11"))


@rule("12.2/1", "12.2/5")
def _begin_siege(play: Play, battle: Battle) -> None:
    attack = battle.attack
    if battle.besieges and siege_at(play.position, attack.spot) is None:
        works = works_spot(play.position, attack.spot, ENEMY[attack.side])
        play.emit(SiegeBegun(works, attack.side, play.position.turn))


@rule("7.9/8")
def call_off(play: Play) -> None:
    """Nobody is left to fight: refused combat is no victory, and the mover stays where it entered."""
    battle = battle_of(play.position)
    lift_sieges(play)
    destroy_works(play, battle.attack.spot)
    _close(play, battle, False, "7.9/8" if battle.answered else "2.5/1")


def _close(play: Play, battle: Battle, besieged: bool, why: str) -> None:
    play.emit(BattleEnded(battle.attack.spot, battle.winner, battle.losses, battle.round, besieged, why))


@brta.evolves(BattleEnded)
def _battle_ended(position: Position, event: BattleEnded) -> None:
    position.battle = None
    position.shown = {}
    if event.why == "2.5/1" and position.activation is not None:
        position.activation = position.activation.with_(stopped=False, halted=False, fought=False)
