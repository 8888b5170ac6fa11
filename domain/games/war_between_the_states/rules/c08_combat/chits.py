"""Battle intensity chits (8.0, step 4): each side chooses in secret, and both are opened together."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.position.battle import HIDDEN, Battle
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import ChooseChit
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import battle_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    ChitChosen,
    ChitsOpened,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import chit_cap
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import rating
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking


@rule("8.0/9", "8.0/10", "8.0/13", "10.14/2", "10.14/3", "14.11/1", "7.24/6")
def cap_of(position: Position, battle: Battle, side: str) -> int:
    """The highest chit of a side: its battle leader's adjusted initiative, from march 1 at most."""
    name = battle.leaders.get(side, "")
    initiative = rating(position, name).initiative if name else None
    capped = battle.kind == "landing" and position.plays("amphibious_intensity_cap_1")
    return chit_cap(initiative, battle.from_march or capped)


@rule("8.0/6", "8.0/8", "8.0/14")
def ask_chits(play: Play) -> None:
    """Ask each side that has a choice; where neither has, or both have chosen, the chits are opened."""
    position, battle = play.position, battle_of(play.position)
    caps = {side: cap_of(position, battle, side) for side in battle.sides}
    waiting = [side for side in battle.sides if caps[side] and side not in battle.chits]
    for side in waiting:
        asking.ask(play, side, "chit", "8.0/6", standing=ChooseChit(chit=0), most=caps[side], hex=battle.hex)
    if not waiting:
        play.emit(ChitsOpened({side: battle.chits.get(side, 0) for side in battle.sides}, caps))


@wbts.check(ChooseChit, "chit")
@rule("8.0/7", "8.0/9")
def _check_chit(position: Position, due: Due, command: ChooseChit) -> None:
    most = due.about["most"]
    require(command.chit <= most, "8.0/9", f"the highest chit of the {due.seat} in this battle is {most}")


@wbts.carry_out(ChooseChit)
def _choose(play: Play, due: Due, command: ChooseChit) -> None:
    asking.close(play, due)
    play.emit(ChitChosen(due.seat, Secret((due.seat,), command.chit)))


@wbts.evolves(ChitChosen)
def _chosen(position: Position, event: ChitChosen) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(chits={**battle.chits, event.side: event.chit.known(HIDDEN)})


@wbts.evolves(ChitsOpened)
def _opened(position: Position, event: ChitsOpened) -> None:
    position.battle = battle_of(position).with_(chits=dict(event.chits), stage="supply")


@wbts.offer("chit")
def _offer_chits(position: Position, due: Due) -> Iterator[Command]:
    for chit in range(due.about["most"] + 1):
        yield ChooseChit(chit=chit)
