"""The supply phase (4.2, 12.11): need is rolled for every place, paid for, and what is unfed loses SP."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.calendar import is_harvest
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.taking import bear
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c12_supply.commands import FeedUnits
from ironclad.domain.games.war_between_the_states.rules.c12_supply.events import (
    AttritionRolled,
    ConsumptionRolled,
    Mouth,
    UnitsFed,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.feeding import (
    mouths,
    planned,
    require_places,
    stores_for,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.needs import attrition, consumption
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import by_order, draw_from
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


@step("consumption")
@rule("4.2/5", "4.4/1", "4.4/2", "12.11/1", "12.11/2", "12.12/2")
def _roll_consumption(play: Play, entered: Step) -> None:
    """All needs are rolled before any is paid. In the first strategic turn nobody rolls."""
    position, side = play.position, entered.seat
    if position.turn == 1:
        return
    found, harvest = mouths(position, side), is_harvest(position.cycle)
    if not found:
        return
    dice = play.roll(f"consumption of the {side}", "12.11/1", len(found))
    rolled = []
    for (place, units), die in zip(found.items(), dice, strict=True):
        own = harvest and owner(position, place) == side if place in position.part.hexes else False
        strength = sum(units.values())
        rolled.append(Mouth(place, strength, die, own, consumption(strength, die, own)))
    play.emit(ConsumptionRolled(side, tuple(rolled)))
    needs = {each.place: each.need for each in rolled if each.need}
    if needs:
        asking.ask(play, side, "feeding", "12.11/6", standing=FeedUnits(), needs=needs)


@wbts.check(FeedUnits, "feeding")
@rule("12.11/6", "12.11/9")
def _check_feed(position: Position, due: Due, command: FeedUnits) -> None:
    needs = due.about["needs"]
    require_places(needs, (*command.order, *command.withheld, *command.sources))
    planned(position, due.seat, needs, command)


@wbts.carry_out(FeedUnits)
@rule("12.11/7", "12.11/8", "12.13/2", "13.38/1")
def _feed(play: Play, due: Due, command: FeedUnits) -> None:
    side = due.seat
    plan = planned(play.position, side, due.about["needs"], command)
    asking.close(play, due)
    play.emit(UnitsFed(side, plan.meals, plan.unfed))
    units = mouths(play.position, side)
    for place in plan.unfed:
        position = play.position
        strength = sum(units[place].values())
        shut = place in position.part.hexes and besieged(position, place, side)
        (die,) = play.roll(f"attrition in {place}", "12.11/7")
        loss = attrition(strength, die, winter=position.winter, besieged=shut)
        play.emit(AttritionRolled(side, place, strength, die, position.winter, shut, loss))
        bear(play, side, units[place], loss)


@wbts.evolves(UnitsFed)
def _fed(position: Position, event: UnitsFed) -> None:
    side = event.side
    for meal in event.meals:
        if meal.general:
            position.supply[side] -= meal.general
        if meal.rail:
            position.rail_points[side] -= meal.rail
        draw_from(position, meal.paid)


@wbts.offer("feeding")
def _offer_feeding(position: Position, due: Due) -> Iterator[Command]:
    """To feed all that can be fed; to leave a place out; to feed one from supply on the map."""
    needs, side = due.about["needs"], due.seat
    yield FeedUnits()
    for place in sorted(needs):
        yield FeedUnits(withheld=(place,))
    for place, need in sorted(needs.items()):
        stores = stores_for(position, side, place)
        if sum(stores.values()) >= need:
            command = FeedUnits(sources={place: by_order(stores, need)})
            if wbts.allows(position, due, command):
                yield command


@wbts.evolves(ConsumptionRolled)
def _rolled(position: Position, event: ConsumptionRolled) -> None:
    """What was rolled is in the decision that follows."""


@wbts.evolves(AttritionRolled)
def _lost(position: Position, event: AttritionRolled) -> None:
    """The units lose their SP as their owner says."""
