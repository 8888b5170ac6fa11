"""After a round of land combat: who has won, who may stay, withdraw or besiege (7.6 to 7.8, 12.2)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.retreating import retreat_spots
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import DecideCombat
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    BattleDecided,
    CombatDecided,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    armies_left,
    at_works,
    battle_of,
    defender_of,
    fort_to_hit,
    groups,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import lose_empty_hqs
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_deciding import (
    carry_out_naval,
    check_naval,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import FortLost
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

CHOICES = ("stay", "withdraw", "besiege")


@rule("7.6/8", "7.6/12", "7.7.1/4")
def after_round(play: Play) -> None:
    """The hits of a round are taken: the combat is decided, or the defender chooses first."""
    lose_empty_hqs(play)
    battle = battle_of(play.position)
    attacker, defender = battle.attack.side, defender_of(battle)
    if fort_surrenders(play.position, battle):
        play.emit(FortLost(fort_to_hit(play.position, battle, defender), defender, "7.7.1/4"))
    alive = [side for side in (attacker, defender) if _is_left(play.position, battle, side)]
    if len(alive) < 2:
        decide(play, alive[0] if alive else "", "", "7.6/12")
    elif may_decide(play.position, battle) and may_withdraw(play.position, battle):
        asking.ask(play, defender, "defender_stays", "7.6/8", round=battle.round)
    else:
        _ask_attacker(play)


def _is_left(position: Position, battle: Battle, side: str) -> bool:
    return bool(groups(position, battle, side)) or bool(fort_to_hit(position, battle, side))


@rule("7.7.1/4")
def fort_surrenders(position: Position, battle: Battle) -> bool:
    """Whether a fort alone, reduced by now, that scored no hit in the round gives up."""
    defender = defender_of(battle)
    spot = fort_to_hit(position, battle, defender)
    alone = bool(spot) and not groups(position, battle, defender)
    besieging = bool(groups(position, battle, battle.attack.side))
    return alone and besieging and position.forts[spot].steps == 1 and not battle.fort_hits


@rule("7.6/8", "7.8/7", "12.2/4")
def may_decide(position: Position, battle: Battle) -> bool:
    """Whether staying is a question after this round: after the last one only at a fort or major city."""
    return battle.round < limits().combat_rounds or at_works(position, battle)


@rule("7.6/11", "6.1/14", "7.8/7")
def may_withdraw(position: Position, battle: Battle) -> bool:
    """Whether the defender has an army that can leave: not one that is besieged already."""
    side = defender_of(battle)
    if battle.attack.kind == "assault":
        return False
    start = battle.attack.start
    return any(
        retreat_spots(position, side, position.hqs[hq].spot, start)
        for hq in armies_left(position, battle, side)
    )


@rule("12.2/1", "12.2/2", "7.13.3/11", "7.7.1/3")
def may_besiege(position: Position, battle: Battle) -> bool:
    """Whether the attacker may begin a siege, or continues the one that he has.

    The defenders lost 2 CP in the rounds of this assault, or all they had, or the fort lost a step; for
    troops that landed, any hit will do. The options ask for 2 CP of everybody, or for any loss.
    """
    if not at_works(position, battle):
        return False
    if battle.attack.kind == "assault":
        return True
    attacker, defender = battle.attack.side, defender_of(battle)
    lost = battle.losses[defender]
    needed = min(limits().siege_losses, battle.strength[defender])
    if position.plays("siege_after_any_loss"):
        needed = 1
    landed = battle.attack.kind == "landing" and battle.scored[attacker] > 0
    landed = landed and not position.plays("invasion_siege_needs_two")
    return battle.fort_hit or landed or (lost > 0 and lost >= needed)


@rule("12.2/4", "7.8/1", "7.8/2", "7.8/4", "12.2/3")
def choices(position: Position, battle: Battle) -> tuple[str, ...]:
    """What the attacker may choose after a round in which the defender stays; none where losses decide."""
    works, again = at_works(position, battle), battle.round < limits().combat_rounds
    found = ["stay"] if again else []
    if (again or works) and battle.attack.kind != "assault":
        found.append("withdraw")
    if may_besiege(position, battle):
        found.append("besiege")
    return tuple(found)


def _ask_attacker(play: Play) -> None:
    position, battle = play.position, battle_of(play.position)
    attacker, found = battle.attack.side, choices(position, battle)
    if len(found) > 1:
        asking.ask(play, attacker, "attacker_stays", "12.2/4" if at_works(position, battle) else "7.6/8")
    elif found == ("withdraw",):
        decide(play, ENEMY[attacker], attacker, "12.2/3")
    elif found == ("besiege",):
        _besiege(play)
    else:
        winner = by_losses(battle) or ENEMY[attacker]
        decide(play, winner, ENEMY[winner], "7.8/1")


@rule("7.8/1")
def by_losses(battle: Battle) -> str:
    """The side that lost fewer CP in the whole combat; "" if both lost as many."""
    attacker, defender = battle.attack.side, defender_of(battle)
    if battle.losses[attacker] == battle.losses[defender]:
        return ""
    return min((attacker, defender), key=lambda side: battle.losses[side])


@rule("7.8/5", "7.8/6")
def _besiege(play: Play) -> None:
    """The attacker stays and besieges; nobody leaves, and losses decide who has won."""
    decide(play, by_losses(battle_of(play.position)), "", "7.8/5", besieges=True)


def decide(play: Play, winner: str, leaves: str, why: str, besieges: bool = False) -> None:
    """A land combat is decided; the armies of `leaves` go next."""
    battle = battle_of(play.position)
    play.emit(BattleDecided(battle.attack.spot, winner, leaves, besieges, battle.losses, why))


@brta.evolves(BattleDecided)
def _battle_decided(position: Position, event: BattleDecided) -> None:
    position.battle = battle_of(position).with_(
        stage="retreat", winner=event.winner, leaves=event.leaves, besieges=event.besieges, why=event.why
    )


@brta.check(DecideCombat, "defender_stays", "attacker_stays")
@rule("7.6/8", "12.2/4", "7.12/1")
def _check_decide(position: Position, due: Due, command: DecideCombat) -> None:
    battle = position.battle
    if battle is None:
        check_naval(position, due, command)
        return
    if due.kind == "defender_stays":
        require(command.choice != "besiege", "12.2/4", "only the attacker besieges")
        return
    found = choices(position, battle)
    if command.choice == "besiege":
        require(at_works(position, battle), "5.2/5", "there is no fort or major city to besiege")
        enough = command.choice in found
        require(enough, "12.2/1", "a siege needs 2 CP lost by the defenders, or a damaged fort")
    if command.choice == "withdraw":
        require(command.choice in found, "12.2/11", "besiegers break off by going on with the siege")
    require(command.choice in found, "7.8/4", "a combat has two rounds")


@brta.carry_out(DecideCombat)
def _decide(play: Play, due: Due, command: DecideCombat) -> None:
    asking.close(play, due)
    battle = play.position.battle
    if battle is None:
        carry_out_naval(play, due, command)
        return
    play.emit(CombatDecided(due.seat, battle.attack.spot, battle.round, command.choice))
    if command.choice == "withdraw":
        _withdraw(play, due.seat)
    elif command.choice == "besiege":
        _besiege(play)
    elif due.kind == "defender_stays":
        _ask_attacker(play)


@rule("7.6/10", "7.8/3", "7.8/7")
def _withdraw(play: Play, side: str) -> None:
    """The side that stays has won; a fort or units in a major city that are left behind are besieged.

    With the option, the side that lost fewer CP has won; who withdraws leaves all the same.
    """
    position, battle = play.position, battle_of(play.position)
    defender = defender_of(battle)
    left = bool(fort_to_hit(position, battle, defender)) or (
        at_works(position, battle) and set(groups(position, battle, side)) - set(position.hqs)
    )
    winner = ENEMY[side]
    if position.plays("winner_by_losses_always"):
        winner = by_losses(battle) or winner
    decide(play, winner, side, "7.6/10", besieges=bool(left) and side == defender)


@brta.evolves(CombatDecided)
@rule("7.6/9")
def _combat_decided(position: Position, event: CombatDecided) -> None:
    battle = position.battle
    if battle is not None and event.choice == "stay" and event.side == battle.attack.side:
        position.battle = battle.with_(stage="fire")


@also_offers("defender_stays", "attacker_stays")
def _offer_decisions(position: Position, due: Due) -> Iterator[Command]:
    for choice in CHOICES:
        yield DecideCombat(choice=choice)  # type: ignore[arg-type]


OPTIONS = {
    "siege_after_any_loss": Option(
        "12.2/1", "An assault that costs the defenders 1 CP may begin a siege.", ("no", "yes")
    ),
    "invasion_siege_needs_two": Option(
        "7.13.3/11", "Troops that landed need the same losses for a siege as others.", ("no", "yes")
    ),
    "winner_by_losses_always": Option(
        "7.8/1", "A side that withdraws has won if it lost fewer CP than the enemy.", ("no", "yes")
    ),
}
