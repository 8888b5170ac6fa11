"""The fire of a turn: sealed, revealed together, computed on one position, lost after the last shot."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import guns as gun_chart
from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.position.units import FireTaken
from ironclad.domain.games.iron_brigade.registry import Play, brigade, check_size, goes_on, step
from ironclad.domain.games.iron_brigade.rules.between import (
    apart,
    enemies,
    hides_units,
    is_concealed,
    on_table,
    quality,
    sees,
)
from ironclad.domain.games.iron_brigade.rules.c04_small_arms import fire as small_arms
from ironclad.domain.games.iron_brigade.rules.c05_artillery import fire as artillery
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import (
    check_fire,
    eligible,
    fire_square,
    gun_square,
    may,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import (
    hit_battery,
    lose_gunners,
    lose_men,
    officers_before,
    roll_officers,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    AnswerRolled,
    BarrageFired,
    BatteryFire,
    FireEnded,
    FireRevealed,
    FireSealed,
    OrderFire,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import (
    cover_against,
    is_safe_in_trench,
    order_of,
    ranks_hit,
    side_hit,
    side_hit_by_guns,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c11_woods.events import UnseenWaited
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import less, weather_of
from ironclad.domain.games.iron_brigade.rules.items import Item
from ironclad.domain.kernel.board.plane import ceil_root
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Secret
from ironclad.domain.kernel.turn import asking

HALF = Fraction(1, 2)
ANSWERS_UP_TO = 4
RE_FORMED = Fraction(1)
"""A unit that changed its formation fires as if it had moved more than half (III.G/5)."""


@step("fire")
@rule("VIII.A/3", "IV/1")
def ask_fire(play: Play) -> None:
    """Both seats seal their fire, if anyone can fire at all."""
    able = [side for side in SIDES if any(not order.answer for _, order in fire_offers(play.position, side))]
    if able:
        asking.ask_all(play, able, "fire", "VIII.A/3")


@brigade.check(OrderFire, "fire")
@rule("IV/1", "IV/2", "V/1")
def check_order_fire(position: Position, due: Due, command: OrderFire) -> None:
    """Each order is legal on the position after movement."""
    check_size(command.plan, "IV/2")
    for id, order in command.plan.orders.items():
        check_fire(position, due.seat, id, order)


@brigade.carry_out(OrderFire)
def carry_out_order_fire(play: Play, due: Due, command: OrderFire) -> None:
    asking.close(play, due)
    play.emit(FireSealed(due.seat, Secret((due.seat,), command.plan)))


@brigade.evolves(FireSealed)
def _fire_sealed(position: Position, event: FireSealed) -> None:
    position.fires[event.seat] = event.plan.known(None)


# -- offers


def fire_offers(position: Position, side: str) -> Iterator[tuple[str, FireOrder]]:
    """Every unit's fire at every target with its whole strength, one unit at a time; and guns that load."""
    for id in on_table(position, side):
        muster, unit = position.muster[id], position.units[id]
        if not muster.has_morale:
            continue
        orders: list[FireOrder] = []
        for target in enemies(position, id):
            if not sees(position, id, target):
                continue
            if unit.guns is not None:
                sections = min(unit.guns.sections, unit.guns.men)
                orders += [FireOrder(sections={target: sections}, reload=load) for load in (True, False)]
            else:
                orders += [FireOrder(target, weapon) for weapon in muster.weapons]
        if unit.guns is None and hides_units(position):
            orders.append(FireOrder(answer=True))
        if unit.guns is not None:
            orders.append(FireOrder(reload=True))
        yield from ((id, order) for order in orders if may(position, side, id, order))


@brigade.offer("fire")
def offer_fire(position: Position, due: Due) -> Iterator[Command]:
    """Everybody fires at the nearest target, each unit alone at each target, and nobody fires."""
    every = list(fire_offers(position, due.seat))
    first: dict[str, FireOrder] = {}
    for id, order in every:
        first.setdefault(id, order)
    yield OrderFire(plan=FirePlan(first))
    for id, order in every:
        yield OrderFire(plan=FirePlan({id: order}))
    yield OrderFire(plan=FirePlan())


@brigade.sample("fire")
def sample_fire(position: Position, due: Due, random: Random) -> Command:
    """Each unit that can fires at a random target, or, seldom, holds its fire."""
    choices: dict[str, list[FireOrder]] = {}
    for id, order in fire_offers(position, due.seat):
        choices.setdefault(id, []).append(order)
    orders = {id: random.choice(orders) for id, orders in choices.items() if random.randrange(8)}
    return OrderFire(plan=FirePlan(orders))


# -- carried out together


@goes_on("fire")
@rule("IV/1", "IV/5", "VI.D/3", "XXVIII/7")
def fire_all(play: Play) -> bool:
    """Reveal the orders, compute every fire on the same position, roll in order, and then take the losses."""
    position = play.position
    if not position.fires:
        return False
    orders: dict[str, FireOrder] = {}
    for _, plan in sorted(position.fires.items()):
        if plan is None:
            raise NotKnown("fire orders that are sealed")
        orders |= plan.orders
    hidden = unseen_firers(position, orders)
    concealing.show(play, (id for id, order in orders.items() if order.target or order.sections))
    play.emit(FireRevealed({id: orders[id] for id in concealing.in_sight(position, orders)}))
    concealing.tell_waiting(play, orders)
    before = officers_before(position)
    for each in list(computed(position, orders, hidden)):
        if isinstance(each, Answer) and not answers(play, each):
            continue
        fire = each.volley if isinstance(each, Answer) else each
        if fire is not None:
            event = rolled(play, fire)
            play.emit(event)
            take_losses(play, event)
    roll_officers(play, before)
    play.emit(FireEnded())
    return True


@dataclass(frozen=True)
class Counted:
    """What the revealed orders mean for every fire: who fires at whom, and who has guns firing on him."""

    orders: dict[str, FireOrder]
    batteries_on: dict[str, int]


Fire = VolleyFired | BarrageFired


@dataclass(frozen=True)
class Answer:
    """A unit that answers fire (XI.C/4): the enemy who revealed himself nearest ("" for none), its volley."""

    unit: str
    target: str
    volley: VolleyFired | None


@rule("XI.C/3", "XI.C/4")
def unseen_firers(position: Position, orders: dict[str, FireOrder]) -> dict[str, list[str]]:
    """For each unit that is to answer: the enemies who fire at it and whom nobody has seen yet."""
    return {
        id: [
            other
            for other, each in orders.items()
            if (each.target == id or id in each.sections) and is_concealed(position, other)
        ]
        for id, order in orders.items()
        if order.answer
    }


@rule("XI.C/4")
def answer_of(position: Position, id: str, order: FireOrder, firers: list[str], counted: Counted) -> Answer:
    """A unit's answer: its fire at the nearest enemy who revealed himself, if it can fire at him."""
    target = min(
        firers, key=lambda each: (apart(position, id, each), position.muster[each].number), default=""
    )
    fire = FireOrder(target, order.weapon)
    if not target or not may(position, position.side_of(id), id, fire):
        return Answer(id, target, None)
    return Answer(id, target, volley_of(position, id, fire, counted))


@rule("XI.C/3", "XXVIII/7")
def answers(play: Play, answer: Answer) -> bool:
    """Roll whether a surprised unit fires back: on 1 to 4. No die is rolled where it cannot fire at him."""
    if not answer.target:
        return False
    die = play.roll(f"{answer.unit} answers {answer.target}", "XI.C/3")[0] if answer.volley else 0
    fires = 0 < die <= ANSWERS_UP_TO - less(play.position)
    play.emit(AnswerRolled(answer.unit, answer.target, die, fires))
    return fires


@brigade.evolves(AnswerRolled)
def _answer_rolled(position: Position, event: AnswerRolled) -> None:
    if event.fires:
        unit = position.units[event.unit]
        position.deeds[event.unit] = msgspec.structs.replace(position.deeds[event.unit], fired=True)
        position.units[event.unit] = msgspec.structs.replace(unit, fired_turns=unit.fired_turns + 1)


def computed(
    position: Position, orders: dict[str, FireOrder], hidden: dict[str, list[str]]
) -> Iterator[Fire | Answer]:
    """Every fire in order, computed on one position and not rolled yet.

    Batteries that fire at one target are one barrage, at the turn of the first of them.
    """
    targets = [(id, target) for id, order in orders.items() for target in order.sections]
    on: dict[str, int] = {}
    for _, target in targets:
        on[target] = on.get(target, 0) + 1
    counted = Counted(orders, on)
    done: set[str] = set()
    for id in [each for each in position.in_order() if each in orders]:
        order = orders[id]
        if order.answer:
            yield answer_of(position, id, order, hidden[id], counted)
        elif order.target:
            yield volley_of(position, id, order, counted)
        for target in sorted(order.sections, key=lambda each: position.muster[each].number):
            if target not in done:
                done.add(target)
                firing = [each for each, at in targets if at == target]
                yield barrage_of(position, target, firing, counted)


@rule("IV.E/1", "V.C/2", "XXVIII/7")
def rolled(play: Play, fire: Fire) -> Fire:
    """A fire with its casualty die, if it needs one."""
    if isinstance(fire, VolleyFired):
        needed = fire.tenths > 0
        die = play.roll(f"{fire.firer} fires at {fire.target}", "IV.E/1", 1, 10)[0] if needed else None
        loss = small_arms.Loss(fire.whole, fire.tenths).with_die(die, less(play.position))
        return msgspec.structs.replace(fire, die=die or 0, loss=loss)
    die = play.roll(f"artillery at {fire.target}", "V.C/2", 1, 20)[0] if fire.rest else None
    casualties = artillery.Casualties(fire.whole, fire.rest).with_die(die, less(play.position))
    return msgspec.structs.replace(fire, die=die or 0, casualties=casualties)


@rule("IV.B/5", "IV.C/4", "II.A/9", "III.G/3", "III.G/5", "VIII.D/3", "VIII.E/1", "VIII.E/2", "VI.K/1")
def volley_of(position: Position, id: str, order: FireOrder, counted: Counted) -> VolleyFired:
    """A regiment's fire, computed."""
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    weapon, target = order.weapon or muster.weapons[0], order.target
    stands = eligible(position, id, target, weapon)
    men = min(sum(unit.stands[number].men for number in stands), unit.armed)
    square = fire_square(position, id, target, stands)
    side, cover = side_hit(position, target, id), cover_against(position, target, id)
    mark = position.units[target]
    firer = small_arms.Firer(
        weapon,
        men,
        quality(position, id),
        RE_FORMED if deeds.formed else deeds.share,
        order_of(position, id),
        counted.batteries_on.get(id, 0),
        unit.state == "disorganized",
        unit.mounted,
        "sharpshooters" in muster.marks,
        weather_of(position).small_arms,
    )
    at = small_arms.Target(
        order_of(position, target),
        cover,
        mark.posture == "prone",
        mark.mounted and position.muster[target].rides,
        position.muster[target].is_battery,
        ranks_hit(position, id, target),
        side == "flank",
    )
    found = small_arms.fire(firer, at, square)
    assert found is not None, "an eligible stand has a factor"
    product, loss, multipliers = found.product, found.loss, found.multipliers
    for applies, name, clause in _halves(position, id):
        if applies:
            multipliers = (*multipliers, Item(name, HALF, clause))
            product *= HALF
            loss = small_arms.killed(product)
    if mark.posture == "heads_down" and cover in ("hard", "trench"):
        multipliers = (*multipliers, Item("target's heads down", Fraction(0), "VI.K/1"))
        product, loss = Fraction(0), small_arms.Loss(0, 0)
    if cover == "trench" and is_safe_in_trench(position, id, target):
        multipliers = (*multipliers, Item("target moves in its trench", Fraction(0), "VI.K/3"))
        product, loss = Fraction(0), small_arms.Loss(0, 0)
    return VolleyFired(
        id,
        target,
        weapon,
        stands,
        men,
        ceil_root(square),
        found.weapon_factor,
        said(found.added),
        str(found.factor),
        str(found.men_factor),
        said(multipliers),
        str(product),
        loss.men,
        loss.tenths,
        0,
        0,
        side,
        cover,
        cover_against(position, id, target),
    )


def _halves(position: Position, id: str) -> Iterator[tuple[bool, str, str]]:
    """The halves of a unit that fell back twice (VIII.D/3), or that reforms and moved (VIII.E/1)."""
    marks, deeds = position.units[id].marks, position.deeds[id]
    yield marks.half_fire == position.turn, "fell back in two turns", "VIII.D/3"
    yield marks.reforming == position.turn and deeds.moved, "reforming after a charge", "VIII.E/1"


@rule("V/2", "V.A/4", "V.B/1", "VI.C/1")
def barrage_of(position: Position, target: str, batteries: Iterable[str], counted: Counted) -> BarrageFired:
    """The fire of all batteries at one target, computed together."""
    order = [id for id in position.in_order() if id in set(batteries)]
    fires = [_battery_fire(position, id, target, counted) for id in order]
    found = artillery.casualties(each for _, each in fires)
    return BarrageFired(target, tuple(each for each, _ in fires), found.whole, found.rest, 0, 0)


def _battery_fire(
    position: Position, id: str, target: str, counted: Counted
) -> tuple[BatteryFire, artillery.Factors]:
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    mark, sections = position.units[target], counted.orders[id].sections[target]
    guns = unit.guns
    square = gun_square(position, id, target)
    assert guns is not None, "the order was checked"
    assert square is not None, "the order was checked"
    side, cover = side_hit_by_guns(position, target, id), cover_against(position, target, id)
    battery = artillery.Battery(
        gun_chart()[muster.gun],
        sections,
        quality(position, id),
        muster.side == "confederate",
        deeds.hauled,
        id in counted.batteries_on,
        unit.state == "disorganized",
        sections == guns.sections,
    )
    is_battery = position.muster[target].is_battery
    at = artillery.Target(
        order_of(position, target),
        cover,
        mark.posture == "prone",
        mark.mounted and position.muster[target].rides,
        is_battery,
        ranks_hit(position, id, target),
        side == "flank",
    )
    feet = artillery.feet_of(square)
    found = artillery.battery_factors(battery, at, feet)
    assert found is not None, "the order was checked"
    fire = BatteryFire(
        id,
        sections,
        feet,
        found.chart,
        said(found.added),
        found.sections,
        found.together,
        said(found.multipliers),
        str(found.product),
        side,
        side_hit(position, target, id),
        cover,
        cover_against(position, id, target),
    )
    return fire, found


def said(items: Iterable[Item]) -> tuple[ItemSaid, ...]:
    """Items as an event states them: amounts are text, exact."""
    return tuple(ItemSaid(item.name, str(item.amount), item.rule) for item in items)


@rule("IV/1", "IV/5", "V.C/2", "V.C/3", "V.D/1")
def take_losses(play: Play, event: Fire) -> None:
    """The losses of one fire."""
    position, target = play.position, event.target
    if target not in position.units:
        return
    battery = position.muster[target].is_battery
    if isinstance(event, VolleyFired):
        if battery:
            lose_gunners(play, target, event.loss)
        else:
            lose_men(play, target, event.firer, event.loss, "IV.E/1")
        return
    if not battery:
        lose_men(play, target, event.batteries[0].battery, event.casualties, "V.C/2")
        return
    for _ in range(event.casualties):
        if target in position.units:
            hit_battery(play, target)


# -- what it changes


@brigade.evolves(FireRevealed)
@rule("III.H/5")
def _fire_revealed(position: Position, event: FireRevealed) -> None:
    position.fires.clear()
    for id, order in event.orders.items():
        _fire_given(position, id, order)


@brigade.evolves(UnseenWaited)
def _unseen_waited(position: Position, event: UnseenWaited) -> None:
    if event.shot.value is not msgspec.UNSET and event.shot.value.order is not None:
        _fire_given(position, event.unit, event.shot.value.order)


def _fire_given(position: Position, id: str, order: FireOrder) -> None:
    unit, fired = position.units[id], bool(order.target or order.sections)
    if unit.guns is not None:
        guns = msgspec.structs.replace(
            unit.guns, loaded=order.reload or (unit.guns.loaded and not order.sections)
        )
        unit = msgspec.structs.replace(unit, guns=guns)
    if fired:
        position.deeds[id] = msgspec.structs.replace(position.deeds[id], fired=True)
    position.units[id] = msgspec.structs.replace(unit, fired_turns=unit.fired_turns + fired)


@brigade.evolves(VolleyFired)
def _volley_fired(position: Position, event: VolleyFired) -> None:
    taken = FireTaken(event.firer, False, event.side, event.firer_cover, event.loss)
    _remember(position, event.target, taken)


@brigade.evolves(BarrageFired)
def _barrage_fired(position: Position, event: BarrageFired) -> None:
    for index, each in enumerate(event.batteries):
        lost = event.casualties if index == 0 else 0
        _remember(position, event.target, FireTaken(each.battery, True, each.aspect, each.firer_cover, lost))


def _remember(position: Position, target: str, taken: FireTaken) -> None:
    deeds = position.deeds[target]
    position.deeds[target] = msgspec.structs.replace(deeds, taken=(*deeds.taken, taken))


@brigade.evolves(FireEnded)
def _fire_ended(position: Position, event: FireEnded) -> None:
    """The losses were taken one by one."""
