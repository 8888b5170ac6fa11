"""Who fights as a land combat begins: relief, refusal, gunboats, and armies on the battle display
(5.2, 6.4/19, 7.9).
"""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Standing, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    armies_in,
    fort_in,
    hqs_in,
    known_units,
    leaderless_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.retreating import (
    retreat_hq,
    retreat_spots,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import AnswerAttack
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    ArmiesShown,
    AttackAnswered,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    battle_of,
    defender_of,
    firing_fort,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.relieving import ask_relief
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.gunboats import ask_gunboats
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

ENTERING = frozenset({"entry", "landing", "relief"})


def join(play: Play) -> bool:
    """The next thing before the first round: a question, or the armies are shown.

    Returns False where nobody is left to fight.
    """
    battle = battle_of(play.position)
    if ask_relief(play, battle) or _ask_refusal(play, battle):
        return True
    side, spot = defender_of(battle), battle.attack.spot
    leaderless = leaderless_in(play.position, side, spot)
    armies = armies_in(play.position, side, spot)
    fort = fort_in(play.position, spot, side)
    if not (armies or leaderless or fort):
        return False
    if side == NORTH and armies and ask_gunboats(play, battle):
        return True
    _show(play, battle, armies, leaderless)
    return True


@rule("5.2/2", "6.4/19", "7/4")
def _show(play: Play, battle: Battle, armies: tuple[str, ...], leaderless: dict[str, Units]) -> None:
    """Both sides see all CP engaged: the armies of the attack, and everybody who defends."""
    position, side = play.position, battle.attack.side
    fort = firing_fort(position, battle, defender_of(battle)) or firing_fort(position, battle, side)
    attackers = {hq: known_units(position, hq) for hq in battle.attack.hqs}
    defenders = {hq: known_units(position, hq) for hq in armies}
    play.emit(ArmiesShown(battle.attack.spot, attackers, defenders, leaderless, fort))


@brta.evolves(ArmiesShown)
def _armies_shown(position: Position, event: ArmiesShown) -> None:
    battle = battle_of(position)
    position.shown = {**event.attackers, **event.defenders}
    for hq in position.shown:
        position.hqs[hq] = position.hqs[hq].with_(still=False)
    strong = {
        battle.attack.side: sum(units.total for units in event.attackers.values()),
        defender_of(battle): sum(
            units.total for units in (*event.defenders.values(), *event.leaderless.values())
        ),
    }
    position.battle = battle.with_(
        stage="fire",
        defenders=tuple(event.defenders),
        leaderless=tuple(event.leaderless),
        strength=strong,
        losses=dict.fromkeys(strong, 0),
        scored=dict.fromkeys(strong, 0),
    )


@rule("7.9/3", "7.9/4", "7.9/5", "7.9/6", "7.9/7", "7.9/9")
def _ask_refusal(play: Play, battle: Battle) -> bool:
    """Armies of cavalry may refuse combat with an army without any that enters their zone, each for itself.

    An owner who has set a standing answer is not asked, unless there are several zones to go to.
    """
    attack, position = battle.attack, play.position
    if attack.kind not in ENTERING or position.units_of(attack.hqs[0]).cavalry > 0:
        return False
    side = defender_of(battle)
    for hq in hqs_in(position, side, attack.spot):
        units = position.units_of(hq)
        if hq in battle.answered or units.cavalry <= 0 or units.infantry > 0:
            continue
        standing = position.standing.get(side, Standing()).refusal.get(hq, "")
        ways = retreat_spots(position, side, position.hqs[hq].spot, attack.start)
        if not ways or standing == "fight":
            continue
        if standing == "refuse" and len(ways) == 1:
            _refuse(play, hq, ways[0])
        else:
            asking.ask(play, side, "refusal", "7.9/3", hq=hq, to=list(ways))
        return True
    return False


@brta.check(AnswerAttack, "refusal")
@rule("7.9/4")
def _check_answer(position: Position, due: Due, command: AnswerAttack) -> None:
    allowed = not command.to or command.to in due.about["to"]
    require(allowed, "7.9/4", f"the army cannot go to {command.to}")


@brta.carry_out(AnswerAttack)
def _answer(play: Play, due: Due, command: AnswerAttack) -> None:
    asking.close(play, due)
    if command.to:
        _refuse(play, due.about["hq"], command.to)
    else:
        play.emit(AttackAnswered(due.about["hq"], ""))


def _refuse(play: Play, hq: str, to: str) -> None:
    play.emit(AttackAnswered(hq, to))
    retreat_hq(play, hq, to, "7.9/3")


@brta.evolves(AttackAnswered)
def _attack_answered(position: Position, event: AttackAnswered) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(answered=(*battle.answered, event.hq))


@also_offers("refusal")
def _offer_answers(position: Position, due: Due) -> Iterator[Command]:
    yield AnswerAttack()
    yield from (AnswerAttack(to=to) for to in due.about["to"])
