"""A unit takes a check: what applies to it now, its dice, what it becomes, and the flight that follows."""

from collections.abc import Sequence
from math import isqrt

import msgspec

from ironclad.domain.games.iron_brigade.position.state import LostGuns, Position
from ironclad.domain.games.iron_brigade.position.units import State
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import (
    enemies,
    facing_of,
    friends,
    near,
    nearest_in_sight,
    quality,
    sees,
    strength,
)
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import battery, sizes
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import behind_hard_cover, is_engaged
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import (
    COVERS,
    better,
    cover_against,
    is_in_open,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.checks import (
    Check,
    Losses,
    Record,
    Surroundings,
    UnderFire,
    check,
    dice_amount,
    further_dice,
    guns_lost,
    morale_items,
    thrown_away,
    worse,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import (
    GunsLost,
    ItemSaid,
    MoraleChecked,
    StandRan,
    TriggersSet,
    UnitFled,
    UnitGone,
    UnitRecoiled,
    WeaponsThrown,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.fleeing import (
    Run,
    Runner,
    has_way_out,
    others_than,
    run,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import (
    away_from_enemy,
    enemy_of,
    leave_if_empty,
    touch,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.retreats import TURNS, straight_away
from ironclad.domain.games.iron_brigade.rules.c07_morale.supporting import is_supported
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c23_weather import weather
from ironclad.domain.games.iron_brigade.rules.items import Item, items
from ironclad.domain.games.iron_brigade.rules.places import Box
from ironclad.domain.games.iron_brigade.rules.troops import Cover
from ironclad.domain.kernel.board.plane import Polygon, box, placed
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import rule

BROKE, ROUTED = 600, 1200
RECOIL = 200
ROUT_DICE = 4
Others = list[tuple[Box, Polygon]]
SHAKEN = ("routed", "broken", "disorganized")


# -- what applies


@rule(*(f"VII.D/{number}" for number in (1, 3, 4, 5, 6, 7, 8, 9, 11, 12)), "XIX.A/1", "XXIV.G/3")
def items_of(position: Position, id: str, melee_sides: tuple[str, ...] = ()) -> tuple[Item, ...]:
    """The items of a check, read on the position of the moment.

    `melee_sides` are the sides on which enemies in melee are upon it.
    """
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    taken = deeds.taken
    covers: list[Cover] = [each for fire in taken for each in COVERS if each == fire.firer_cover]
    fire = UnderFire(
        batteries=len({each.firer for each in taken if each.artillery}),
        cover=better(covers),
        flank=any(each.side == "flank" for each in taken),
        rear=any(each.side == "rear" for each in taken),
        small_arms_at_mounted=unit.mounted and any(not each.artillery for each in taken),
    )
    foe = nearest_in_sight(position, id)
    marks = unit.marks
    around = Surroundings(
        cover="none" if foe is None else cover_against(position, id, foe),
        supported=is_supported(position, id),
        beaten_enemy_in_sight=any(
            position.units[each].state in ("broken", "routed") and sees(position, id, each)
            for each in enemies(position, id)
            if position.muster[each].has_morale
        ),
        officer=officer_bonus(position, id),
        broken_friend=_shaken_friend(position, id, "broken", BROKE),
        routed_friend=_shaken_friend(position, id, "routed", ROUTED),
        flank_melee=any(side in ("flank", "rear") for side in melee_sides),
    )
    record = Record(
        state=unit.state,
        skirmish=unit.formation == "skirmish",
        moved=None if deeds.heading == "" else deeds.heading,
        turns_fired=unit.streak if position.plays("fatigue_only_consecutive") else unit.fired_turns,
        lost_prisoners=marks.lost_prisoners == position.turn,
        charge_bonus=marks.bonus if marks.bonus_turn == position.turn else 0,
    )
    losses = Losses(muster.men, muster.men - strength(position, id))
    found = morale_items(quality(position, id), losses, fire, around, record)
    in_the_sky = weather.morale_items(position)
    firers = {position.muster[each.firer].type for each in taken if each.firer in position.muster}
    more = items(
        ("rocket" in firers, "under rockets", -5, "XIX.A/1"),
        ("machine_gun" in firers, "under machine-gun fire", -10, "XXIV.G/3"),
        (meets_lancers(position, id), "lancers", -5, "X.B/2"),
    )
    return (*found, *in_the_sky, *more)


@rule("X.B/2", "VII.D/12")
def meets_lancers(position: Position, id: str) -> bool:
    """Whether lancers in the saddle charge a unit or fight it."""
    foes = [
        other
        for each in (*position.contacts, *position.successes)
        for one, other in ((each.charger, each.target), (each.target, each.charger))
        if one == id and other in position.units
    ]
    return any("lancers" in position.muster[foe].marks and position.units[foe].mounted for foe in foes)


@rule("VII.D/10", "VII.S/1", "VII.S/2", "XII.B/3")
def officer_bonus(position: Position, id: str) -> int:
    """The best of the officers who are with a unit, or in whose radius it is; 5 for one without a bonus."""
    best = 0
    for each in friends(position, id):
        officer = position.muster[each]
        if officer.type != "officer":
            continue
        if near(position, id, each, 100):
            best = max(best, officer.bonus or 5)
        elif officer.radius and near(position, id, each, officer.radius):
            best = max(best, officer.bonus)
    return best


def _shaken_friend(position: Position, id: str, state: str, reach: int) -> bool:
    return any(
        position.units[each].state == state and near(position, id, each, reach)
        for each in friends(position, id)
        if position.muster[each].has_morale
    )


# -- the check


@rule("VII.C/1", "VII.D/1", "VII.E/1", "VII.E/6", "XXVIII/7")
def take(play: Play, id: str, reason: str, clause: str) -> Check:
    """A unit checks: dice, items, total, result; and a unit that is shaken goes back at once (VII.N/1)."""
    found = roll_check(play, id, reason, clause, items_of(play.position, id))
    if found.result in SHAKEN:
        shake(play, id, found.distance_dice)
    elif found.result == "halted":
        recoil(play, id)
    return found


def roll_check(play: Play, id: str, reason: str, clause: str, applied: tuple[Item, ...]) -> Check:
    """The dice, total and result of a check with these items; nobody runs yet."""
    position = play.position
    unit, muster = position.units[id], position.muster[id]
    red, green, further, dice = roll(play, id)
    found = check(muster.value, dice, applied)
    state = worse(unit.state, found.result)
    touched = touched_by(position, id) if found.result in ("broken", "routed") else ()
    concealing.show(play, (id, *touched))
    play.emit(
        MoraleChecked(
            id,
            reason,
            clause,
            muster.value,
            red,
            green,
            further,
            dice,
            tuple(ItemSaid(each.name, str(each.amount), each.rule) for each in found.items),
            found.total,
            found.result,
            state,
            touched,
        )
    )
    return found


def roll(play: Play, id: str) -> tuple[int, int, tuple[int, ...], int]:
    """The dice of a check: red, green, further ones where these differ, and what they add."""
    red, green = play.roll(f"morale of {id}", "VII.C/1", 2)
    grade = quality(play.position, id)
    further = (
        play.roll(f"morale of {id}, further dice", "VII.C/1", further_dice(grade)) if red != green else ()
    )
    return red, green, further, dice_amount(grade, red, green, further)


@rule("VII.A/3", "VII.J/1", "VII.R/1")
def touched_by(position: Position, id: str) -> tuple[str, ...]:
    """The friends near a unit that now breaks or routs, who may have to check for it.

    Those within 12 inches; which of them must is known when its stands have run (`must_check_for`).
    """
    return tuple(
        each
        for each in friends(position, id)
        if position.muster[each].has_morale and near(position, id, each, ROUTED)
    )


@rule("VII.A/3", "VII.J/1", "VII.J/2", "VII.R/1", "XXVIII/5")
def must_check_for(position: Position, id: str, friend: str, state: str, within_six: bool) -> bool:
    """Whether a friend checks because a unit broke or routed.

    Not one that broke itself this turn or that has checked for others; not for a unit whose stands all touch.
    Crack and elite units do not check for broken ones, crack units not for routed ones.
    """
    deeds, grade = position.deeds[friend], quality(position, friend).grade
    if deeds.beaten or deeds.saw_beaten or is_engaged(position, friend):
        return False
    if id in position.units and touch(position.units[id]):
        return False
    if state == "broken":
        return within_six and grade not in ("crack", "elite")
    return grade != "crack"


@rule("VII.E/1", "VII.F/1", "VII.F/2", "VII.L/1", "VII.N/1", "VII.U/1", "VII.U/3")
def shake(play: Play, id: str, distance_dice: int) -> None:
    """What follows for a unit with 19 or less: its stands run, a battery may lose its guns, a routed unit its
    weapons; a unit that breaks or routs with no way out surrenders.
    """
    position = play.position
    unit = position.units[id]
    beaten = unit.state in ("broken", "routed") and distance_dice >= 3
    if beaten and not has_way_out(position, id, away_from_enemy(position, id)):
        sections = unit.guns.sections if unit.guns is not None else 0
        play.emit(UnitGone(id, "surrendered", "VII.L/1", unit.men, sections))
        return
    if unit.guns is not None:
        _shake_battery(play, id, distance_dice)
        return
    if distance_dice == ROUT_DICE:
        thrown = thrown_away(unit.men - unit.unarmed)
        if thrown:
            play.emit(WeaponsThrown(id, thrown))
    _run_stands(play, id, distance_dice)


def _run_stands(play: Play, id: str, distance_dice: int) -> None:
    """Each stand by its own dice, in order; those that ran are in the way of those that follow."""
    position = play.position
    unit = position.units[id]
    body, others = unit.body, others_than(position, id)
    foe = enemy_of(position, id)
    ran = []
    for number, stand in enumerate(unit.stands):
        distance = play.roll(f"flight of {id}, stand {number + 1}", "VII.E/1", distance_dice)
        (die,) = play.roll(f"direction of {id}, stand {number + 1}", "VII.F/1")
        runner = Runner(body.centre_of(number), stand.width, stand.depth)
        away = _away(position, runner, foe, facing_of(unit))
        found = _run(position, id, runner, away, distance, die, others)
        ran.append(StandRan(distance, die, found.facing, found.end, found.off))
        if not found.off:
            polygon = Runner(found.end, stand.width, stand.depth).at(found.facing, 0)
            others.append((box(polygon), polygon))
    play.emit(UnitFled(id, "VII.F/1", tuple(ran)))
    leave_if_empty(play, id)


@rule("G/41", "G/42")
def _away(position: Position, runner: Runner, foe: str | None, facing: int) -> int:
    if foe is None:
        return (facing + 180) % 360
    return straight_away(runner.centre, position.units[foe].body.centre, facing)


def _run(
    position: Position,
    id: str,
    runner: Runner,
    away: int,
    distance: tuple[int, ...],
    die: int,
    others: Others,
) -> Run:
    return run(position, id, runner, (away + TURNS[die]) % 360, 100 * sum(distance), others)


@rule("VII.P/1", "VII.P/2", "VII.P/3", "VII.P/4", "VII.F/2")
def _shake_battery(play: Play, id: str, distance_dice: int) -> None:
    """A battery runs with the guns that it saves, limbered as one stand or each stand by itself."""
    position = play.position
    unit, muster = position.units[id], position.muster[id]
    guns = unit.guns
    assert guns is not None, "a battery has guns"
    body, foe = unit.body, enemy_of(position, id)
    together = unit.formation == "limbered"
    dice = []
    for number in range(1 if together else len(unit.stands)):
        distance = play.roll(f"flight of {id}, stand {number + 1}", "VII.E/1", distance_dice)
        dice.append((distance, play.roll(f"direction of {id}, stand {number + 1}", "VII.F/1")[0]))
    faces = tuple(play.roll(f"guns of {id}", "VII.P/1")[0] for _ in range(guns.sections))
    state: State = unit.state
    lost = sum(guns_lost(state, muster.gun_class, muster.horse_artillery, die) for die in faces)
    gun = 1 if together else 0
    gun_at = body.centre_of(gun)
    stays = gun if lost == guns.sections and len(unit.stands) > 1 else -1
    if together:
        _run_limbered(play, id, dice[0], stays)
    else:
        _run_apart(play, id, dice, foe, stays)
    play.emit(GunsLost(id, faces, lost, gun_at, stays))
    if id in position.units and not position.units[id].stands:
        leave_if_empty(play, id)


def _run_apart(
    play: Play, id: str, dice: Sequence[tuple[tuple[int, ...], int]], foe: str | None, stays: int
) -> None:
    """Gun and limber run each by itself; a gun that is left behind stays where it is."""
    position = play.position
    unit = position.units[id]
    body, others = unit.body, others_than(position, id)
    ran = []
    for number, (stand, (distance, die)) in enumerate(zip(unit.stands, dice, strict=True)):
        runner = Runner(body.centre_of(number), stand.width, stand.depth)
        found = Run(runner.centre, body.facing_of(number))
        if number != stays:
            away = _away(position, runner, foe, facing_of(unit))
            found = _run(position, id, runner, away, distance, die, others)
        ran.append(StandRan(distance, die, found.facing, found.end, found.off))
        if not found.off:
            polygon = Runner(found.end, stand.width, stand.depth).at(found.facing, 0)
            others.append((box(polygon), polygon))
    play.emit(UnitFled(id, "VII.F/1", tuple(ran)))


def _run_limbered(play: Play, id: str, dice: tuple[tuple[int, ...], int], stays: int) -> None:
    """Gun and limber run as one stand, the limber ahead; or the limber alone, if the gun is left behind."""
    position = play.position
    unit = position.units[id]
    body = unit.body
    depth = sum(stand.depth for stand in unit.stands)
    runner = Runner(placed(body.at, body.facing, -depth // 2, 0), unit.stands[0].width, depth)
    if stays >= 0:
        runner = Runner(body.centre_of(0), unit.stands[0].width, unit.stands[0].depth)
    away = _away(position, runner, enemy_of(position, id), facing_of(unit))
    distance, die = dice
    found = _run(position, id, runner, away, distance, die, others_than(position, id))
    head = placed(found.end, found.facing, runner.depth // 2, 0)
    then = Body(head, found.facing, battery("limbered"))
    ends = [then.centre_of(number) for number in range(len(unit.stands))]
    facings = [found.facing] * len(ends)
    if stays >= 0:
        ends[stays], facings[stays] = body.centre_of(stays), body.facing_of(stays)
    ran = tuple(
        StandRan(distance, die, facing, end, found.off and number != stays)
        for number, (end, facing) in enumerate(zip(ends, facings, strict=True))
    )
    whole = stays < 0 and not found.off
    play.emit(UnitFled(id, "VII.F/1", ran, head if whole else None, found.facing if whole else 0))


@rule("VII.E/2", "VII.E/3", "VII.E/4")
def recoil(play: Play, id: str) -> None:
    """A unit halted by 20 to 25, in the open and not having moved, goes back 2 inches in formation."""
    position = play.position
    unit, deeds = position.units[id], position.deeds[id]
    foe = nearest_in_sight(position, id)
    if deeds.moved or unit.formation in ("scattered", "emplaced") or not is_in_open(position, id, foe):
        return
    if unit.guns is not None and not unit.guns.men:
        return
    body, facing = unit.body, (unit.facing + 180) % 360
    others = others_than(position, id)
    least = RECOIL
    for number, stand in enumerate(unit.stands):
        turn = facing_of(unit) - stand.turn - unit.facing
        runner = Runner(body.centre_of(number), stand.width, stand.depth)
        if turn % 180 == 90:
            runner = Runner(runner.centre, stand.depth, stand.width)
        found = run(position, id, runner, facing, least, others)
        if found.off:
            least = 0
            break
        dx, dy = found.end[0] - runner.centre[0], found.end[1] - runner.centre[1]
        least = min(least, isqrt(dx * dx + dy * dy))
    if least:
        play.emit(UnitRecoiled(id, "VII.E/3", placed(unit.at, facing, least, 0)))


# -- what it changes


@brigade.evolves(MoraleChecked)
@rule("VII.E/2", "VII.E/4", "VII.E/5", "VII.E/6")
def _morale_checked(position: Position, event: MoraleChecked) -> None:
    unit, deeds = position.units[event.unit], position.deeds[event.unit]
    marks = unit.marks
    if is_engaged(position, event.unit):
        pass  # 20 to 25 and 70 or more have no effect in melee (IX.E/3)
    elif event.result == "halted":
        marks = msgspec.structs.replace(marks, no_advance=position.turn + 1)
    elif event.result == "advance" and not behind_hard_cover(position, unit):
        marks = msgspec.structs.replace(marks, eager=position.turn + 1)
    position.units[event.unit] = msgspec.structs.replace(unit, state=event.state, marks=marks)
    position.deeds[event.unit] = msgspec.structs.replace(
        deeds,
        shaken=deeds.shaken or event.result in SHAKEN,
        beaten=deeds.beaten or event.result in ("broken", "routed"),
        saw_beaten=deeds.saw_beaten or event.rule == "VII.A/3",
    )


@brigade.evolves(WeaponsThrown)
def _weapons_thrown(position: Position, event: WeaponsThrown) -> None:
    unit = position.units[event.unit]
    position.units[event.unit] = msgspec.structs.replace(unit, unarmed=unit.unarmed + event.men)


@brigade.evolves(UnitRecoiled)
def _unit_recoiled(position: Position, event: UnitRecoiled) -> None:
    position.units[event.unit] = msgspec.structs.replace(position.units[event.unit], at=event.at)


@brigade.evolves(GunsLost)
@rule("VII.P/3", "VII.P/4")
def _guns_lost(position: Position, event: GunsLost) -> None:
    unit = position.units[event.unit]
    if event.left >= 0:
        stands = tuple(stand for stand in unit.stands if stand.depth != sizes()["gun"].depth)
        unit = msgspec.structs.replace(unit, stands=stands)
        position.units[event.unit] = unit
    if not event.lost or unit.guns is None:
        return
    sections = unit.guns.sections - event.lost
    guns = msgspec.structs.replace(unit.guns, sections=sections, men=min(unit.guns.men, max(2 * sections, 2)))
    position.units[event.unit] = msgspec.structs.replace(unit, guns=guns)
    known = position.lost_guns.get(event.unit)
    count = event.lost + (known.sections if known is not None else 0)
    position.lost_guns[event.unit] = LostGuns(event.unit, count, event.at, "")


@brigade.evolves(TriggersSet)
def _triggers_set(position: Position, event: TriggersSet) -> None:
    for id, reason in event.units.items():
        position.triggers[id] = (*position.triggers.get(id, ()), reason)
