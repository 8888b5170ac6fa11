"""The fire of a turn: revealed together, computed on one position, lost after the last shot."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import FireOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import FireTaken
from ironclad.domain.games.iron_brigade.registry import Play, brigade, goes_on
from ironclad.domain.games.iron_brigade.rules.c04_small_arms import fire as small_arms
from ironclad.domain.games.iron_brigade.rules.c05_artillery import fire as artillery
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.answering import (
    Answer,
    answer_of,
    answers,
    spent,
    unseen_firers,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import (
    hit_battery,
    lose_gunners,
    lose_men,
    officers_before,
    roll_officers,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.computing import (
    Counted,
    Fire,
    barrage_of,
    machine_guns_of,
    piece_fire_of,
    shots_of,
    volley_of,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    BarrageFired,
    FireEnded,
    FireRevealed,
    MachineGunFired,
    PieceFired,
    ShotsFired,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c11_woods.events import UnseenWaited
from ironclad.domain.games.iron_brigade.rules.c13_works.demolition import aim_point, cover_hit, hit_piece
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import piece_of
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import turns_left
from ironclad.domain.games.iron_brigade.rules.c17_trains.boarding import aboard
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import less
from ironclad.domain.games.iron_brigade.rules.c24_machine_guns.fire import clears, jams
from ironclad.domain.games.iron_brigade.rules.c26_ships.damage import shell, sink
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import NotKnown


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
    concealing.show(play, (id for id, order in orders.items() if order.shoots))
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


def computed(
    position: Position, orders: dict[str, FireOrder], hidden: dict[str, list[str]]
) -> Iterator[Fire | Answer]:
    """Every fire in order, computed on one position and not rolled yet.

    Batteries that fire at one target are one barrage, at the turn of the first of them.
    """
    every = [(id, target) for id, order in orders.items() for target in order.sections]
    targets = [(id, target) for id, target in every if position.muster[id].type in ("battery", "ship")]
    on: dict[str, int] = {}
    for _, target in every:
        on[target] = on.get(target, 0) + 1
    counted = Counted(orders, on)
    done: set[str] = set()
    for id in [each for each in position.in_order() if each in orders]:
        order = orders[id]
        if order.answer:
            yield answer_of(position, id, order, hidden[id], counted)
        elif order.target:
            yield volley_of(position, id, order, counted)
        kind = position.muster[id].type
        for target in sorted(order.sections, key=lambda each: position.muster[each].number):
            if kind == "machine_gun":
                yield from machine_guns_of(position, id, target, order.sections[target], counted)
            elif kind in ("rocket", "mortar"):
                yield shots_of(position, id, target, order.sections[target])
            elif target not in done:
                done.add(target)
                firing = [each for each, at in targets if at == target]
                yield barrage_of(position, target, firing, counted)
        for piece in sorted(order.pieces):
            yield piece_fire_of(position, id, piece, order.pieces[piece], counted)


@rule("IV.E/1", "V.C/2", "XXVIII/7")
def rolled(play: Play, fire: Fire) -> Fire:
    """A fire with its casualty die, if it needs one."""
    if isinstance(fire, VolleyFired):
        needed = fire.tenths > 0
        die = play.roll(f"{fire.firer} fires at {fire.target}", "IV.E/1", 1, 10)[0] if needed else None
        loss = small_arms.Loss(fire.whole, fire.tenths).with_die(die, less(play.position))
        return msgspec.structs.replace(fire, die=die or 0, loss=loss)
    if isinstance(fire, MachineGunFired):
        return _cranked(play, fire)
    if isinstance(fire, PieceFired):
        die = play.roll(f"{fire.fire.battery} at {fire.piece}", "V.C/2", 1, 20)[0] if fire.rest else None
        hits = artillery.Casualties(fire.whole, fire.rest).with_die(die, less(play.position))
        return msgspec.structs.replace(fire, die=die or 0, hits=hits)
    if isinstance(fire, ShotsFired):
        dice = tuple(
            play.roll(f"{fire.kind} of {fire.firer} at {fire.target}", fire.rule, 1, 20)[0] for _ in fire.dice
        )
        return msgspec.structs.replace(fire, dice=dice, hits=sum(die <= fire.up_to for die in dice))
    die = play.roll(f"artillery at {fire.target}", "V.C/2", 1, 20)[0] if fire.rest else None
    casualties = artillery.Casualties(fire.whole, fire.rest).with_die(die, less(play.position))
    return msgspec.structs.replace(fire, die=die or 0, casualties=casualties)


@rule("XXIV.F/1", "XXIV.F/2", "XXIV.E/1", "XXVIII/7")
def _cranked(play: Play, fire: MachineGunFired) -> MachineGunFired:
    """A section of machine guns with its dice: to clear a jam, for a jam, for a part of a man."""
    position, clear = play.position, 0
    if fire.was_jammed:
        (clear,) = play.roll(f"a jam of {fire.firer}", "XXIV.F/2")
        if not clears(clear, less(position)):
            return msgspec.structs.replace(fire, clear=clear)
    (jam,) = play.roll(f"whether {fire.firer} jams", "XXIV.F/1")
    fire = msgspec.structs.replace(fire, clear=clear, jam=jam)
    if jams(position.muster[fire.firer].gun, jam):
        return msgspec.structs.replace(fire, jammed=True)
    needed = fire.tenths > 0
    die = play.roll(f"{fire.firer} fires at {fire.target}", "XXIV.E/1", 1, 10)[0] if needed else None
    loss = small_arms.Loss(fire.whole, fire.tenths).with_die(die, less(position))
    return msgspec.structs.replace(fire, jammed=False, die=die or 0, loss=loss)


@rule("IV/1", "IV/5", "V.C/2", "V.C/3", "V.D/1", "XIX.B/1", "XIX.B/3", "XXI.A/4")
def take_losses(play: Play, event: Fire) -> None:
    """The losses of one fire."""
    position = play.position
    if isinstance(event, PieceFired):
        for _ in range(event.hits):
            hit_piece(play, event.fire.battery, event.piece, event.at)
        return
    target = event.target
    if target not in position.muster and isinstance(event, ShotsFired):
        piece = piece_of(position, target)
        for _ in range(event.hits if piece is not None else 0):
            hit_piece(play, event.firer, target, aim_point(position, event.firer, piece))  # type: ignore[arg-type]
        return
    if target not in position.units:
        return
    if position.muster[target].type in ("ship", "craft"):
        _take_afloat(play, event)
        return
    battery = position.muster[target].is_battery
    if isinstance(event, VolleyFired | MachineGunFired):
        if battery:
            lose_gunners(play, target, event.loss)
        else:
            clause = "IV.E/1" if isinstance(event, VolleyFired) else "XXIV.E/1"
            lose_men(play, target, event.firer, event.loss, clause)
        return
    if isinstance(event, ShotsFired):
        if not battery:
            lose_men(play, target, event.firer, event.hits, event.rule)
            if event.kind == "mortar":
                _hit_cover(play, event.firer, target, event.cover, event.hits)
            return
        for _ in range(event.hits):
            if target in position.units:
                hit_battery(play, target)
        return
    if not battery:
        first = event.batteries[0]
        lose_men(play, target, first.battery, event.casualties, "V.C/2")
        _hit_cover(play, first.battery, target, first.cover, event.casualties)
        return
    for _ in range(event.casualties):
        if target in position.units:
            hit_battery(play, target)


@rule("XXVI.B/1", "XVIII.A/2")
def _take_afloat(play: Play, event: VolleyFired | BarrageFired | MachineGunFired | ShotsFired) -> None:
    """Casualties on a ship are hits, those of its batteries in turn; a craft sinks at the first of artillery,
    and its men fall by small arms.
    """
    position, target = play.position, event.target
    if isinstance(event, BarrageFired) and position.muster[target].type == "ship":
        for number in range(event.casualties):
            fire = event.batteries[number % len(event.batteries)]
            if target in position.units:
                shell(play, fire.battery, fire.gun, fire.feet, target)
        return
    if isinstance(event, BarrageFired | ShotsFired):
        hits = event.casualties if isinstance(event, BarrageFired) else event.hits
        if hits:
            sink(play, target, "XVIII.A/2")
        return
    for rider in aboard(position, target):
        lose_men(play, rider, "", event.loss, "XVIII.A/2")


@rule("XIII.D/3", "XXVIII/6")
def _hit_cover(play: Play, firer: str, target: str, cover: str, hits: int) -> None:
    """Hits on men behind works also hit the works."""
    if cover == "none" or play.position.plays("basic"):
        return
    for _ in range(hits):
        cover_hit(play, firer, target)


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
    unit, fired = position.units[id], order.shoots
    if unit.guns is not None:
        counts = order.shoots and turns_left(position, id) is not None
        guns = msgspec.structs.replace(
            unit.guns,
            loaded=order.reload or (unit.guns.loaded and not order.shoots),
            ammunition=unit.guns.ammunition - counts,
        )
        unit = msgspec.structs.replace(unit, guns=guns)
    if fired:
        position.deeds[id] = msgspec.structs.replace(position.deeds[id], fired=True)
    position.units[id] = spent(unit, position.turn) if fired else unit


@brigade.evolves(VolleyFired)
def _volley_fired(position: Position, event: VolleyFired) -> None:
    taken = FireTaken(event.firer, False, event.side, event.firer_cover, event.loss)
    _remember(position, event.target, taken)


@brigade.evolves(BarrageFired)
def _barrage_fired(position: Position, event: BarrageFired) -> None:
    for index, each in enumerate(event.batteries):
        lost = event.casualties if index == 0 else 0
        _remember(position, event.target, FireTaken(each.battery, True, each.aspect, each.firer_cover, lost))


@brigade.evolves(MachineGunFired)
def _machine_gun_fired(position: Position, event: MachineGunFired) -> None:
    unit = position.units[event.firer]
    jammed = unit.jammed + event.jammed - event.was_jammed
    position.units[event.firer] = msgspec.structs.replace(unit, jammed=jammed)
    if event.jam and not event.jammed:
        taken = FireTaken(event.firer, True, event.aspect, event.firer_cover, event.loss)
        _remember(position, event.target, taken)


@brigade.evolves(PieceFired)
def _piece_fired(position: Position, event: PieceFired) -> None:
    """What its hits do is another event."""


@brigade.evolves(ShotsFired)
def _shots_fired(position: Position, event: ShotsFired) -> None:
    if event.target not in position.deeds:
        return
    taken = FireTaken(event.firer, True, event.aspect, event.firer_cover, event.hits)
    _remember(position, event.target, taken)


def _remember(position: Position, target: str, taken: FireTaken) -> None:
    deeds = position.deeds[target]
    position.deeds[target] = msgspec.structs.replace(deeds, taken=(*deeds.taken, taken))


@brigade.evolves(FireEnded)
def _fire_ended(position: Position, event: FireEnded) -> None:
    """The losses were taken one by one."""
