"""How a naval battle is fought, and who loses which ratings (naval-battles)."""

from collections.abc import Callable, Iterator
from typing import Literal

from ironclad.domain.games.eagle_variant.board.charts import naval_losses
from ironclad.domain.games.eagle_variant.board.map_files import ENEMY, SIDES, USA
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, NavalBattle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c07_naval.commands import ChooseNavalLosses
from ironclad.domain.games.eagle_variant.rules.c07_naval.events import NavalBattleFought, NavalLossesTaken
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import BLOCKADE, SIDE_OF_MARKER, fleet
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

Purpose = Literal["shipment", "blockade"]
AFTER: dict[str, Callable[[Play, NavalBattle], None]] = {}
"""What follows a naval battle, by its purpose."""


def after_naval_battle(purpose: Purpose) -> Callable[[Callable[[Play, NavalBattle], None]], None]:
    """Register what follows a naval battle of a purpose; called when its losses have been taken."""

    def register(function: Callable[[Play, NavalBattle], None]) -> None:
        AFTER[purpose] = function

    return register


@rule("naval-battles/1", "naval-battles/2", "naval-battles/3")
def fight_naval_battle(
    play: Play, waters: str, purpose: Purpose, attacker: str, only_blockade: bool = False
) -> None:
    """Fight a naval battle; its losses are taken, or asked for, and `AFTER` carries on.

    Each side rolls 2d6 and adds its ratings on these waters. `only_blockade`: the USA fights with its
    blockading ratings alone.
    """
    markers = {side: fleet(play.position, waters, side) for side in SIDES}
    if only_blockade:
        markers[USA] = {BLOCKADE: play.position.blockading}
    dice = {side: _dice(play, side) for side in SIDES}
    ratings = {side: sum(markers[side].values()) for side in SIDES}
    totals = {side: sum(dice[side]) + ratings[side] for side in SIDES}
    loser = _loser(totals)
    loss = min(_loss(abs(totals[SIDES[0]] - totals[SIDES[1]])), ratings[loser]) if loser else 0
    both = {marker: count for side in SIDES for marker, count in markers[side].items()}
    play.emit(NavalBattleFought(waters, purpose, attacker, dice, ratings, totals, both, loser, loss))
    _take_losses(play)


def _dice(play: Play, side: str) -> tuple[int, int]:
    first, second = play.roll(f"naval battle, {side}", "naval-battles/1", 2)
    return first, second


def _loser(totals: dict[str, int]) -> str:
    return next((side for side in SIDES if totals[side] < totals[ENEMY[side]]), "")


@rule("naval-battles/2")
def _loss(difference: int) -> int:
    """The ratings that a difference of the totals costs, by the table."""
    return next(loss for least, loss in naval_losses() if difference >= least)


@eagle.evolves(NavalBattleFought)
def _fought(position: Position, event: NavalBattleFought) -> None:
    position.naval_battle = NavalBattle(
        waters=event.waters,
        purpose=event.purpose,
        attacker=event.attacker,
        loser=event.loser,
        loss=event.loss,
        markers=event.markers,
    )


def battle_of(position: Position) -> NavalBattle:
    """The naval battle whose losses are being taken; asked only where there is one."""
    assert position.naval_battle is not None
    return position.naval_battle


@rule("naval-battles/5")
def _take_losses(play: Play) -> None:
    """The loser chooses which of its markers that fought lose ratings, where there is a choice."""
    battle = battle_of(play.position)
    choices = list(loss_choices(battle))
    if len(choices) > 1:
        asking.interrupt(play, battle.loser, "naval_losses", "naval-battles/5", loss=battle.loss)
    else:
        _lose(play, choices[0])


def loss_choices(battle: NavalBattle) -> Iterator[dict[str, int]]:
    """Every way to share the loss among the loser's markers."""
    own = [marker for marker in battle.markers if SIDE_OF_MARKER[marker] == battle.loser]

    def shared(left: int, markers: list[str]) -> Iterator[dict[str, int]]:
        if not markers:
            if not left:
                yield {}
            return
        first, *others = markers
        for count in range(min(left, battle.markers[first]), -1, -1):
            for rest in shared(left - count, others):
                yield {first: count, **rest} if count else rest

    return shared(battle.loss, own)


def _lose(play: Play, markers: dict[str, int]) -> None:
    battle = battle_of(play.position)
    play.emit(NavalLossesTaken(battle.waters, battle.loser, markers))
    AFTER[battle.purpose](play, battle)


@eagle.check(ChooseNavalLosses, "naval_losses")
@rule("naval-battles/5")
def _check_losses(position: Position, due: Due, command: ChooseNavalLosses) -> None:
    battle = battle_of(position)
    named = {marker: count for marker, count in command.markers.items() if count}
    fits = named in list(loss_choices(battle))
    require(fits, "naval-battles/5", f"share {battle.loss} among your markers that fought")


@eagle.carry_out(ChooseNavalLosses)
def _choose_losses(play: Play, due: Due, command: ChooseNavalLosses) -> None:
    asking.close(play, due)
    _lose(play, {marker: count for marker, count in command.markers.items() if count})


@eagle.offer("naval_losses")
def _offer_losses(position: Position, due: Due) -> Iterator[Command]:
    return (ChooseNavalLosses(markers=markers) for markers in loss_choices(battle_of(position)))


@eagle.evolves(NavalLossesTaken)
@rule("blockade/5")
def _lost(position: Position, event: NavalLossesTaken) -> None:
    for marker, count in event.markers.items():
        if event.waters != OCEAN:
            position.river_naval[f"{marker}.{event.waters}"] -= count
            continue
        position.naval[USA if marker == BLOCKADE else marker] -= count
        if marker == BLOCKADE:
            position.blockading -= count
    position.naval_battle = None
