"""Step 4: charges are sealed, revealed together, and rolled in order."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import charge_results
from ironclad.domain.games.iron_brigade.position.orders import ChargePlan
from ironclad.domain.games.iron_brigade.position.state import SIDES, Contact, Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade, check_size, goes_on, step
from ironclad.domain.games.iron_brigade.rules.between import on_table
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import side_hit
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid, TriggersSet
from ironclad.domain.games.iron_brigade.rules.c07_morale.step import friends_about, warn_friends
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of, roll, shake
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import (
    check_charges,
    in_range,
    is_behind,
    must_charge,
    targets,
    waves,
)
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargeRolled,
    ChargesRevealed,
    ChargesSealed,
    ChargesSettled,
    OrderCharges,
)
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.items import Item, items, total
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Secret
from ironclad.domain.kernel.turn import asking

BREAK_DICE = 3


@step("charges")
@rule("VIII.A/4")
def ask_charges(play: Play) -> None:
    """Both seats that can charge at all seal their charges."""
    position = play.position
    able = [side for side in SIDES if any(targets(position, id, side) for id in on_table(position, side))]
    if able:
        asking.ask_all(play, able, "charges", "VIII.A/4")


@brigade.check(OrderCharges, "charges")
def check_order_charges(position: Position, due: Due, command: OrderCharges) -> None:
    check_size(command.plan, "VIII.B/4")
    check_charges(position, due.seat, command.plan.charges)


@brigade.carry_out(OrderCharges)
def carry_out_order_charges(play: Play, due: Due, command: OrderCharges) -> None:
    asking.close(play, due)
    play.emit(ChargesSealed(due.seat, Secret((due.seat,), command.plan)))


@brigade.evolves(ChargesSealed)
def _charges_sealed(position: Position, event: ChargesSealed) -> None:
    position.charges[event.seat] = event.plan.known(None)


@brigade.offer("charges")
@rule("VII.E/5")
def offer_charges(position: Position, due: Due) -> Iterator[Command]:
    """Nobody charges but who must, everybody charges his first target, and each unit alone each of its
    targets, beside those that must.
    """
    possible = _possible(position, due.seat)
    forced = {id: possible[id][0] for id in must_charge(position, due.seat)}
    yield OrderCharges(plan=ChargePlan(forced))
    yield OrderCharges(plan=ChargePlan({id: found[0] for id, found in possible.items()}))
    for id, found in possible.items():
        for target in found:
            yield OrderCharges(plan=ChargePlan({**forced, id: target}))


@brigade.sample("charges")
def sample_charges(position: Position, due: Due, random: Random) -> Command:
    """Each unit that can charges one of its targets two times in three; those that must always do."""
    possible = _possible(position, due.seat)
    forced = must_charge(position, due.seat)
    chosen = {
        id: random.choice(found) for id, found in possible.items() if id in forced or random.randrange(3)
    }
    return OrderCharges(plan=ChargePlan(chosen))


def _possible(position: Position, side: str) -> dict[str, list[str]]:
    found = {id: targets(position, id, side) for id in on_table(position, side)}
    return {id: each for id, each in found.items() if each}


# -- rolled


@goes_on("charges")
@rule("VIII.A/4", "VIII.B/4", "VIII.J/3", "VIII.I/1", "XXVIII/7")
def roll_charges(play: Play) -> bool:
    """Reveal the charges and roll them in order, waves from front to rear."""
    position = play.position
    if not position.charges:
        return False
    charges: dict[str, str] = {}
    for _, plan in sorted(position.charges.items()):
        if plan is None:
            raise NotKnown("charges that are sealed")
        charges |= plan.charges
    concealing.show(play, charges)
    play.emit(ChargesRevealed(charges))
    depth = waves(position, charges)
    order = [id for id in position.in_order() if id in charges]
    order.sort(key=lambda id: depth[id])
    reached = {id: in_range(position, id, charges[id]) for id in order}
    fronts = {
        id: [other for other in order if charges[other] == charges[id] and is_behind(position, id, other)]
        for id in order
    }
    made: list[Contact] = []
    for id in order:
        if id not in position.units or charges[id] not in position.units:
            continue
        result = roll_charge(play, id, charges, depth[id])
        succeeded = {each.charger for each in made}
        if result == "melee" and (reached[id] or succeeded & set(fronts[id])):
            side = side_hit(position, charges[id], id)
            made.append(Contact(id, charges[id], side, (id,)))
    play.emit(ChargesSettled(tuple(made)))
    struck = {
        each.target: "charged in flank or rear in the turn before"
        for each in made
        if each.side != "front" and each.target in position.units
    }
    if struck:
        concealing.show(play, struck)
        play.emit(TriggersSet(struck))
    return True


@rule("VIII.C/1", "VIII.C/4", "VIII.C/5", "VIII.C/6", "VIII.H/1", "VIII.H/2")
def roll_charge(play: Play, id: str, charges: Mapping[str, str], wave: int) -> str:
    """The roll of one charge: breaks, disorganized, holds or melee.

    Horse that charges mounted troops succeeds of itself; its total gives only its bonus.
    """
    position = play.position
    muster, target = position.muster[id], charges[id]
    automatic = is_automatic(position, id, target)
    applied = (*items_of(position, id), *chart_items(position, id, charges, wave))
    red, green, further, dice = roll(play, id)
    sum_ = muster.value + dice + int(total(applied))
    row = next(each for each in charge_results() if each.highest is None or sum_ <= each.highest)
    result = "melee" if automatic else row.result
    if result in ("breaks", "disorganized") and position.plays("failed_charge_has_no_effect"):
        result = "holds"
    play.emit(
        ChargeRolled(
            id,
            target,
            side_hit(position, target, id),
            wave,
            automatic,
            muster.value,
            red,
            green,
            further,
            dice,
            tuple(ItemSaid(each.name, str(each.amount), each.rule) for each in applied),
            sum_,
            result,
            row.bonus,
        )
    )
    if result == "breaks":
        wide, close = friends_about(position, id)
        shake(play, id, BREAK_DICE)
        warn_friends(play, id, "broken", close, wide)
    return result


@rule("VIII.H/1", "VIII.H/2", "II.B/2")
def is_automatic(position: Position, id: str, target: str) -> bool:
    """Whether cavalry in the saddle charges mounted troops; mounted infantry has no such right."""
    return (
        position.muster[id].type == "cavalry"
        and position.units[id].mounted
        and position.units[target].mounted
    )


@rule("VIII.C/2", "VIII.C/3", "VIII.C/8", "IV.B/5")
def chart_items(position: Position, id: str, charges: Mapping[str, str], wave: int) -> tuple[Item, ...]:
    """The items of the charge bonus chart."""
    target = charges[id]
    other = position.units[target]
    batteries = len({each.firer for each in position.deeds[target].taken if each.artillery})
    beside = sum(
        1
        for each, at in charges.items()
        if each != id and at == target and position.side_of(each) == position.side_of(id)
    )
    side = side_hit(position, target, id)
    return items(
        (batteries > 0, "friendly batteries firing on the charged unit", 5 * batteries, "VIII.C/2"),
        (beside > 0, "other friends charging it", 5 * beside, "VIII.C/2"),
        (wave > 0, "waves before this one", 5 * wave, "VIII.C/2"),
        (other.state == "disorganized", "charging a disorganized unit", 10, "VIII.C/2"),
        (side != "front", f"charging its {side}", 20, "VIII.C/3"),
        (other.state in ("broken", "routed"), "charging a broken or routed unit", 20, "VIII.C/3"),
        (other.formation == "skirmish", "charging skirmishers", 20, "VIII.C/3"),
    )


# -- what it changes


@brigade.evolves(ChargesRevealed)
def _charges_revealed(position: Position, event: ChargesRevealed) -> None:
    position.charges.clear()


@brigade.evolves(ChargeRolled)
@rule("VIII.C/4", "VIII.C/5", "VIII.C/6", "VII.D/11")
def _charge_rolled(position: Position, event: ChargeRolled) -> None:
    unit, deeds = position.units[event.unit], position.deeds[event.unit]
    marks = unit.marks
    if event.bonus:
        marks = msgspec.structs.replace(marks, bonus=event.bonus, bonus_turn=position.turn + 1)
    state = {"breaks": "broken", "disorganized": "disorganized"}.get(event.result)
    if state is not None:
        deeds = msgspec.structs.replace(deeds, shaken=True, beaten=deeds.beaten or state == "broken")
        position.deeds[event.unit] = deeds
    position.units[event.unit] = msgspec.structs.replace(unit, state=state or unit.state, marks=marks)


@brigade.evolves(ChargesSettled)
def _charges_settled(position: Position, event: ChargesSettled) -> None:
    position.successes = event.successes
    position.responses.clear()
