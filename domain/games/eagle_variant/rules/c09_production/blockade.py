"""The blockade at the beginning of a production round: its effect, and the force that blockades (blockade).

Its stages follow each other by themselves: `Production.blockade` names the next one.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, NavalBattle
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle, goes_on, step
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller
from ironclad.domain.games.eagle_variant.rules.c07_naval.fighting import (
    after_naval_battle,
    fight_naval_battle,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import rating
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import (
    AttackBlockade,
    RollBlockade,
    SetBlockade,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.events import (
    BlockadeBegan,
    BlockadeMet,
    BlockadeRolled,
    BlockadeSet,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.income import home_ports
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "blockade": Option(
        "advanced-optional-rules/5",
        "The blockade: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
    "all_usa_ratings_defend_blockade": Option(
        "blockade/7", "All ocean ratings of the USA fight when the CSA attacks the blockade.", ("no", "yes")
    ),
    "blockade_takes_savings": Option(
        "blockade/11", "The blockade takes from the CSA's saved PP what its income lacks.", ("no", "yes")
    ),
}


@step("blockade")
@rule("blockade/1", "advanced-optional-rules/5")
def begin_blockade(play: Play, entered: Step) -> None:
    """The CSA may attack the blockade, the USA may roll its effect, and then sets the force again."""
    position = play.position
    play.emit(BlockadeBegan(position.blockading, watched_ports(position), attackable(position)))


@rule("blockade/6")
def attackable(position: Position) -> bool:
    """Whether the CSA has an ocean rating, Britain's included, and the USA one that blockades."""
    return position.blockading > 0 and rating(position, OCEAN, CSA) > 0


@eagle.evolves(BlockadeBegan)
def _began(position: Position, event: BlockadeBegan) -> None:
    position.production = Production(blockade="attack" if event.attackable else "roll")


@goes_on
def carry_on(play: Play) -> bool:
    """The next stage of the blockade, if one is due."""
    round_ = play.position.production
    if round_ is None or not round_.blockade:
        return False
    {"attack": _ask_attack, "roll": _begin_roll, "force": _begin_force}[round_.blockade](play)
    return True


def _ask_attack(play: Play) -> None:
    asking.ask(play, CSA, "blockade_attack", "blockade/6", ratings=play.position.blockading)


@eagle.check(AttackBlockade, "blockade_attack")
def _check_attack(position: Position, due: Due, command: AttackBlockade) -> None:
    """Both answers are legal."""


@eagle.carry_out(AttackBlockade)
@rule("blockade/6", "blockade/7")
def _attack(play: Play, due: Due, command: AttackBlockade) -> None:
    """The CSA's whole ocean rating fights the blockading ratings alone, but by the other reading."""
    asking.close(play, due)
    if command.answer == "no":
        play.emit(BlockadeMet(attacked=False, broken=False))
        return
    whole = play.position.plays("all_usa_ratings_defend_blockade")
    fight_naval_battle(play, OCEAN, "blockade", CSA, only_blockade=not whole)


@after_naval_battle("blockade")
@rule("blockade/8")
def _after_attack(play: Play, battle: NavalBattle) -> None:
    """The blockade is broken in this round unless the USA has won."""
    play.emit(BlockadeMet(attacked=True, broken=battle.loser != CSA))


@eagle.evolves(BlockadeMet)
def _met(position: Position, event: BlockadeMet) -> None:
    position.production = Production(blockade="force" if event.broken else "roll")


@rule("blockade/9")
def dice_of(position: Position) -> int:
    """How many dice the blockade rolls: its ratings less the CSA's ports, from 0 to 4."""
    more = position.blockading - len(watched_ports(position))
    return min(max(more, 0), int(numbers("blockade")["most_dice"]))


@rule("blockade/9")
def watched_ports(position: Position) -> tuple[str, ...]:
    """The ports that the blockade has to watch: home and border ports that the CSA side controls."""
    border = (
        city.id
        for city in position.board.cities
        if city.port and city.side == "border" and controller(position, city.id) == CSA
    )
    return (*home_ports(position), *border)


def _begin_roll(play: Play) -> None:
    if dice := dice_of(play.position):
        asking.ask(play, USA, "blockade_roll", "blockade/9", dice=dice)
    else:
        play.emit(BlockadeRolled((), 0))


@eagle.check(RollBlockade, "blockade_roll")
def _check_roll(position: Position, due: Due, command: RollBlockade) -> None:
    """Both answers are legal."""


@eagle.carry_out(RollBlockade)
@rule("blockade/10")
def _roll(play: Play, due: Due, command: RollBlockade) -> None:
    asking.close(play, due)
    rolls = command.answer == "yes"
    dice = play.roll("blockade", "blockade/10", dice_of(play.position)) if rolls else ()
    play.emit(BlockadeRolled(dice, sum(dice)))


@eagle.evolves(BlockadeRolled)
def _rolled(position: Position, event: BlockadeRolled) -> None:
    position.production = Production(blockade="force", loss=event.loss)


@rule("blockade/2", "blockade/3", "blockade/5")
def _begin_force(play: Play) -> None:
    """The USA sets how many of its ocean ratings blockade, after the effect and before anything is bought."""
    if play.position.naval[USA]:
        asking.ask(play, USA, "blockade_force", "blockade/3", most=play.position.naval[USA])
    else:
        play.emit(BlockadeSet(0))


@eagle.check(SetBlockade, "blockade_force")
@rule("blockade/3")
def _check_force(position: Position, due: Due, command: SetBlockade) -> None:
    most = position.naval[USA]
    require(0 <= command.ratings <= most, "blockade/3", f"0 to {most} ratings blockade")


@eagle.carry_out(SetBlockade)
def _set(play: Play, due: Due, command: SetBlockade) -> None:
    asking.close(play, due)
    play.emit(BlockadeSet(command.ratings))


@eagle.evolves(BlockadeSet)
def _force_set(position: Position, event: BlockadeSet) -> None:
    position.blockading = event.ratings
    round_ = position.production or Production()
    position.production = round_.with_(blockade="")


@also_offers("blockade_attack")
def _offer_attack(position: Position, due: Due) -> Iterator[Command]:
    yield AttackBlockade(answer="yes")
    yield AttackBlockade(answer="no")


@also_offers("blockade_roll")
def _offer_roll(position: Position, due: Due) -> Iterator[Command]:
    yield RollBlockade(answer="yes")
    yield RollBlockade(answer="no")


@also_offers("blockade_force")
def _offer_force(position: Position, due: Due) -> Iterator[Command]:
    yield from (SetBlockade(ratings=count) for count in range(position.naval[USA] + 1))


@eagle.sample("blockade_force")
def _sample(position: Position, due: Due, random: Random) -> Command:
    return SetBlockade(ratings=random.randint(0, position.naval[USA]))
