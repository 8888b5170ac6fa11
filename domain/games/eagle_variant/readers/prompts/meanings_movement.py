"""What answers mean in a movement, on the waters, and round battles."""

from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.readers.prompts.meaning_notes import chance, means, note
from ironclad.domain.games.eagle_variant.readers.wording import (
    markers,
    place,
    places,
    unit_list,
    units,
    waters,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement, MoveUnits, RailUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import battle_spaces, meets_enemy
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import ready_groups
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import cost_of, stock_left
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import (
    AnswerShipment,
    GiveUpShippedUnits,
    ShipUnits,
)
from ironclad.domain.games.eagle_variant.rules.c05_battles.commands import (
    ChooseBattle,
    OrderBattles,
    RetreatLeaders,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval.commands import ChooseNavalLosses
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import capacity, rating
from ironclad.domain.kernel.engine.records import Due, Note
from ironclad.domain.kernel.telling.words import counted

_ONCE = Note("Units that have moved do not move again in this movement.", "movement-rounds/1")


@means(MoveUnits)
def _move(position: Position, due: Due, command: MoveUnits) -> Iterable[Note]:
    start = position.units[command.units[0]].space
    last = (start, *command.path)[-2:]
    if meets_enemy(position, command.path[-1], due.seat):
        yield note(f"They will have to fight in {place(command.path[-1])}", "movement-rounds/5")
        if last in position.board.crossed:
            yield Note("The defender has +1 on every die against them: they cross a river.", "rivers/3")
    yield _ONCE


@means(RailUnits)
def _rail(position: Position, due: Due, command: RailUnits) -> Iterable[Note]:
    cost, left = cost_of(position, command.units), stock_left(position, due.seat)
    yield Note(f"It uses {cost} of the {left} Rail Stock left in this movement.", "rail-movement/2")
    yield _ONCE


@means(ShipUnits)
def _ship(position: Position, due: Due, command: ShipUnits) -> Iterable[Note]:
    cost = cost_of(position, tuple(id for leg in command.legs for id in leg.units))
    left = capacity(position, command.waters, due.seat)
    rule = "amphibious-movement/2" if command.waters == OCEAN else "rivers/11"
    yield Note(f"It takes {cost} of a capacity of {left} on {waters(command.waters)}.", rule)
    if any(meets_enemy(position, leg.to, due.seat) for leg in command.legs):
        yield Note("A defender has +1 on every die against units that land.", "amphibious-movement/10")
        yield Note("Landed attackers that have to retreat are eliminated.", "amphibious-movement/11")
    enemy = rating(position, command.waters, ENEMY[due.seat])
    if enemy:
        yield Note(f"The enemy may answer with {counted(enemy, 'rating')}.", "amphibious-movement/3")
    else:
        yield Note("The enemy has no ratings there to answer with.", "amphibious-movement/4")


@means(EndMovement)
def _end(position: Position, due: Due, command: EndMovement) -> Iterable[Note]:
    fought = battle_spaces(position, due.seat)
    if fought:
        yield note(f"Battles follow in {places(fought)}", "movement-rounds/5")
    left = sum(map(len, ready_groups(position, due.seat).values()))
    yield Note(f"{counted(left, 'unit')} of yours could still move.", "movement-rounds/7")


@means(AnswerShipment)
def _answer(position: Position, due: Due, command: AnswerShipment) -> Iterable[Note]:
    shipment = position.shipment
    if shipment is None:
        return
    if not command.fight:
        verb = "lands" if len(shipment.units) == 1 else "land"
        yield Note(f"{units(shipment.units)} {verb} at once.", "amphibious-movement/8")
        return
    own = rating(position, shipment.waters, due.seat)
    enemy = rating(position, shipment.waters, shipment.side)
    yield naval_chance(own, enemy)
    yield Note("A draw costs nobody ratings, and the shipment fails.", "naval-battles/3")


def naval_chance(own: int, enemy: int) -> Note:
    """The chances to win and to draw a naval battle with some ratings against others, two dice each."""
    faces = range(1, 7)
    sums = [a + b for a in faces for b in faces]
    ahead = [mine + own - theirs - enemy for mine in sums for theirs in sums]
    won, drawn = sum(each > 0 for each in ahead), sum(each == 0 for each in ahead)
    text = f"You have {own} against {enemy}: you win {_percent(won)}, and draw {_percent(drawn)} of the time."
    return Note(text, "naval-battles/1")


def _percent(ways: int) -> str:
    return f"{round(100 * ways / 6**4)}%"


@means(GiveUpShippedUnits)
def _give_up(position: Position, due: Due, command: GiveUpShippedUnits) -> Iterable[Note]:
    yield Note(f"{unit_list(command.units)}: lost.", "amphibious-movement/6")


@means(ChooseNavalLosses)
def _naval_losses(position: Position, due: Due, command: ChooseNavalLosses) -> Iterable[Note]:
    yield Note(f"Ratings lost: {markers(command.markers)}.", "naval-battles/5")
    if command.markers.get("blockade"):
        yield Note("The blockade is weaker by as much.", "blockade/5")


@means(ChooseBattle)
def _choose(position: Position, due: Due, command: ChooseBattle) -> Iterable[Note]:
    left = [space for space in position.pending if space != command.space]
    yield note(f"Still to be fought after it: {places(left)}", "movement-rounds/6")


@means(OrderBattles)
def _order(position: Position, due: Due, command: OrderBattles) -> Iterable[Note]:
    yield Note("The order holds for all battles of this movement.", "movement-rounds/6")


@means(RetreatLeaders)
def _leaders(position: Position, due: Due, command: RetreatLeaders) -> Iterable[Note]:
    friends = sum(
        unit.brigade and unit.side == due.seat for unit in position.units.values() if unit.space == command.to
    )
    yield note(f"{counted(friends, 'friendly brigade')} in {place(command.to)}", "the-units/7")


def at_least(rating: int) -> str:
    """The chance that two dice come to a number or more."""
    faces = range(1, 7)
    return chance(sum(a + b >= rating for a in faces for b in faces), 36)
