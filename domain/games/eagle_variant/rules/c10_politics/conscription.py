"""Conscription and its riots (conscription)."""

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, goes_on, step
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import occupied_by, special_in
from ironclad.domain.games.eagle_variant.rules.c05_battles.starting import start_battle
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import DeclareConscription
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import (
    ConscriptionDeclared,
    RiotRoll,
    RiotsRolled,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "riots_every_production_round": Option(
        "conscription/3",
        "Riots are rolled for again before each later political action of a side with conscription.",
        ("no", "yes"),
    ),
}


@eagle.check(DeclareConscription, "politics")
@rule("conscription/1")
def _check(position: Position, due: Due, command: DeclareConscription) -> None:
    declared = due.seat in position.politics.conscripted
    require(not declared, "conscription/1", "you have declared conscription")


@eagle.carry_out(DeclareConscription)
def _declare(play: Play, due: Due, command: DeclareConscription) -> None:
    asking.close(play, due)
    play.emit(ConscriptionDeclared(due.seat))
    roll_riots(play, due.seat)


@eagle.evolves(ConscriptionDeclared)
def _declared(position: Position, event: ConscriptionDeclared) -> None:
    declared = tuple(sorted({*position.politics.conscripted, event.side}))
    position.politics = position.politics.with_(conscripted=declared)


@step("riots")
def riots_again(play: Play, entered: Step) -> None:
    """By the other reading of conscription/3 a side with conscription rolls again in each round."""
    if entered.seat in play.position.politics.conscripted:
        roll_riots(play, entered.seat)


@rule("conscription/3", "conscription/4", "conscription/6")
def roll_riots(play: Play, side: str) -> None:
    """Each listed city of a side rolls 2d6, in order; on 8 or more a d6 says how many rioters appear."""
    politics, rolls = numbers("politics"), []
    for city in politics[f"{side}_riots"]:
        if may_riot(play.position, city, side):
            dice = play.roll(f"whether {name_of(city)} riots", "conscription/3", 2)
            riot = sum(dice) >= int(politics["riot_on"])
            rioters = play.roll(f"rioters in {name_of(city)}", "conscription/4")[0] if riot else 0
            rolls.append(RiotRoll(city, dice, rioters))
    rising = (each.city for each in rolls if each.rioters)
    battles = tuple(city for city in rising if occupied_by(play.position, city, side))
    play.emit(RiotsRolled(side, tuple(rolls), battles))


@rule("conscription/3", "conscription/5")
def may_riot(position: Position, city: str, side: str) -> bool:
    """Whether a city rolls: no enemy brigade and no rioters are in it, and its state has not left."""
    left = position.board.spaces[city].state in position.seceded
    return not (left or occupied_by(position, city, ENEMY[side]) or special_in(position, city))


@eagle.evolves(RiotsRolled)
@rule("conscription/9")
def _rolled(position: Position, event: RiotsRolled) -> None:
    """Rioters are of no side: nobody moves them, and they fight those who enter their city."""
    for each in event.rolls:
        for _ in range(each.rioters):
            add_unit(position, "rioters", "infantry", each.city)
    position.pending = event.battles


@goes_on
@rule("conscription/6", "conscription/7", "conscription/8")
def fight_rioters(play: Play) -> bool:
    """Units of the side fight the rioters in their city at once: the rioters attack, from nowhere."""
    position = play.position
    if position.phase not in ("politics", "riots") or not position.pending or position.battle is not None:
        return False
    city = position.pending[0]
    side = next(each for each in SIDES if occupied_by(position, city, each))
    start_battle(play, city, "rioters", side, uprising=True)
    return True
