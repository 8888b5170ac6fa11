"""Who may fire at whom: the stands that count, the range, and the orders that are refused."""

from fractions import Fraction

from ironclad.domain.games.iron_brigade.board.charts import guns as gun_chart
from ironclad.domain.games.iron_brigade.position.orders import FireOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY, Unit
from ironclad.domain.games.iron_brigade.rules.between import (
    is_in_play,
    look_of,
    near,
    on_table,
    sees,
    stand_sees,
    stands_higher,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import allowance, is_engaged
from ironclad.domain.games.iron_brigade.rules.c04_small_arms.fire import weapon_factor
from ironclad.domain.games.iron_brigade.rules.c05_artillery.fire import feet_of, gun_factor
from ironclad.domain.games.iron_brigade.rules.c13_works.demolition import check_piece_target
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import check_ammunition
from ironclad.domain.games.iron_brigade.rules.c19_rockets import rockets
from ironclad.domain.games.iron_brigade.rules.c21_siege import mortars
from ironclad.domain.games.iron_brigade.rules.c21_siege.mortars import is_observed
from ironclad.domain.games.iron_brigade.rules.c24_machine_guns.fire import factor_at
from ironclad.domain.games.iron_brigade.rules.c26_ships.gunnery import check_ship_fire
from ironclad.domain.kernel.board.plane import Polygon, is_within, square_between
from ironclad.domain.kernel.board.plane.arcs import bears_from
from ironclad.domain.kernel.board.plane.ground import may_meet, spans
from ironclad.domain.kernel.board.plane.sight import Solid
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.memo import remembered

INCH = 100
OVER_FRIENDS = 600
MUZZLE_LOADERS = ("musket", "rifle_musket", "shotgun")
RANKS = 2


# -- stands that count


@remembered
@rule("IV/2", "IV.C/4", "II.A/6", "G/5", "G/18", "VI.H/1", "XV.A/1", "XV.B/2")
def eligible(position: Position, id: str, target: str, weapon: str) -> tuple[int, ...]:
    """The stands of a regiment that fire at a target: of the first two ranks, bearing on it, seeing it, with
    it in range, and not over friends.
    """
    unit = position.units[id]
    return tuple(
        number
        for number in range(len(unit.stands))
        if rank_of(unit, number) <= RANKS
        and (rank_of(unit, number) == RANKS or position.deeds[id].action != "cross")
        and (square := square_from(position, id, number, target)) is not None
        and weapon_factor(weapon, square, unit.mounted) is not None
        and not fires_over(position, id, number, target, True)
    )


@remembered
@rule("G/5", "G/18", "G/20")
def square_from(position: Position, id: str, number: int, target: str) -> Fraction | None:
    """The square of the distance from a stand to the nearest stand that it bears on and sees, or None."""
    unit, other = position.units[id], position.units[target]
    apex, facing = look_of(unit, number)
    own = unit.body.polygon_of(number)
    found = [
        square_between(own, polygon)
        for index, polygon in enumerate(other.body.polygons)
        if bears_from(apex, facing, polygon) and stand_sees(position, id, number, target, index)
    ]
    return min(found, default=None)


@rule("II.A/6", "G/20")
def rank_of(unit: Unit, number: int) -> int:
    """The rank in which a stand stands, from 1: the stands of its unit straight before it, and itself."""
    if unit.formation == "scattered":
        return 1
    stand = unit.stands[number]
    ahead = [
        each
        for each in unit.stands
        if each.ahead > stand.ahead and 2 * abs(each.right - stand.right) < each.width + stand.width
    ]
    return len({each.ahead for each in ahead}) + 1


@remembered
@rule("VI.G/1", "VI.G/2", "VI.G/3")
def fires_over(position: Position, id: str, number: int, target: str, strict: bool) -> bool:
    """Whether a stand may not fire for a friend whose stand cuts the line to the target's centre.

    From higher ground one may fire over friends who are more than 6 inches from both (at least 6 for guns).
    """
    unit = position.units[id]
    line = (look_of(unit, number)[0], position.units[target].body.centre)
    least = OVER_FRIENDS if strict else OVER_FRIENDS - 1
    own, mark = unit.body.polygon_of(number), position.units[target].body.polygons
    for friend in on_table(position, position.side_of(id)):
        if friend in (id, target):
            continue
        for polygon in position.units[friend].body.polygons:
            if not _cuts(line, polygon):
                continue
            middle = Solid.of(polygon, 0).middle
            higher = stands_higher(position, unit.body.centre_of(number), middle)
            if (
                not higher
                or is_within(own, polygon, least)
                or any(is_within(each, polygon, least) for each in mark)
            ):
                return True
    return False


def _cuts(line: tuple[tuple[int, int], tuple[int, int]], polygon: Polygon) -> bool:
    """Whether a line crosses a stand, more than touching it."""
    return may_meet(line, polygon) and any(span.within for span in spans(line, (polygon,)))


@rule("G/5")
def fire_square(position: Position, id: str, target: str, stands: tuple[int, ...]) -> Fraction:
    """The square of the range of a fire: the least from a stand that fires to one that it sees."""
    found = [square_from(position, id, number, target) for number in stands]
    return min(each for each in found if each is not None)


# -- orders


@rule("IV/3", "IV/4", "VII.O/1", "VI.K/1", "III.C/2", "III.G/7", "III.G/9", "III.G/10", "XIV.B/2")
def check_may_fire(position: Position, id: str, side: str) -> None:
    """Refuse fire of a unit that may fire at nothing."""
    require(id in position.muster and position.muster[id].side == side, "IV/2", f"{id} is not yours")
    require(id in position.units and id not in position.arrivals, "IV/2", f"{id} is not on the table")
    unit, deeds = position.units[id], position.deeds[id]
    armed = position.muster[id].has_morale or position.muster[id].type == "ship"
    require(armed, "IV.A/7", f"{id} has no weapon")
    require(unit.state in ("good", "disorganized"), "VII.O/1", f"{id} is {unit.state}")
    require(not is_engaged(position, id), "IV/4", f"{id} is in melee")
    turned = deeds.action in ("mount", "dismount")
    busy = deeds.action in ("resupply", "work", "load")
    require(not busy, "III.G/1", f"{id} does something else this turn")
    require(not turned, "III.G/10", f"{id} mounts or dismounts this turn")
    require(unit.posture != "heads_down", "VI.K/1", f"{id} keeps its heads down")
    require(not deeds.passed, "III.C/2", f"foot went through {id}, so it may not fire")


@rule("IV/2", "IV/4", "VI.D/2", "VI.D/5", "XI.C/6")
def check_target(position: Position, id: str, target: str) -> None:
    """Refuse a target that is no enemy in sight, that is in melee, or an officer who is with his unit."""
    known = is_in_play(position, target)
    require(
        known and position.side_of(target) == ENEMY[position.side_of(id)], "IV/2", f"{target!r} is no enemy"
    )
    require(position.muster[target].type != "train", "XVII.B/1", "the book has no fire at trains")
    if position.muster[target].type == "ship":
        guns = position.muster[id].type in ("battery", "ship")
        require(guns, "XXVI.B/1", "a ship is fired at with the lower rows of guns")
    require(not is_engaged(position, target), "IV/4", f"{target} is in melee")
    require(is_seen(position, id, target), "IV/2", f"{id} does not see {target}")
    if position.muster[target].type in ("officer", "orderly") and not _is_sharp(position, id):
        beside = [
            each
            for each in on_table(position, position.side_of(target))
            if position.muster[each].has_morale and near(position, each, target, INCH)
        ]
        require(not beside, "VI.D/2", f"{target} is with a unit")


@rule("XXI.A/5")
def is_seen(position: Position, id: str, target: str) -> bool:
    """Whether a unit sees its target; a mortar also fires for a friend who sees it."""
    if position.muster[id].type == "mortar":
        return is_observed(position, id, target)
    return sees(position, id, target)


def _is_sharp(position: Position, id: str) -> bool:
    return "sharpshooters" in position.muster[id].marks


@rule("III.G/8", "VI.A/2", "IV.A/7", "VI.A/1", "III.E/2", "III.G/6", "VI.L/1")
def check_small_arms(position: Position, id: str, order: FireOrder) -> None:
    """Refuse a regiment's fire: its weapon, its posture, its range."""
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    weapon = order.weapon or (muster.weapons[0] if muster.weapons else "")
    require(weapon in muster.weapons, "IV.A/7", f"{id} has no {weapon or 'weapon'}")
    require(
        not order.sections and not order.reload and not order.pieces and not order.lent,
        "III.H/2",
        f"{id} has no guns",
    )
    if order.answer:
        require(not order.target, "XI.C/4", "an answer names no target")
    else:
        check_target(position, id, order.target)
    if weapon in MUZZLE_LOADERS:
        require(not deeds.wet, "III.E/2", f"{id} was in a river, and loads at the muzzle")
        low = unit.posture == "prone" or deeds.action == "stand_up"
        require(not low, "III.G/6", f"{id} lies down, and loads at the muzzle")
    if weapon == "grenade":
        require(not deeds.moved, "III.G/8", f"{id} moved: a unit stands to throw grenades")
    require(unit.armed > 0, "VII.U/1", f"{id} has no man with a weapon")
    check_ammunition(position, id)
    able = order.answer or eligible(position, id, order.target, weapon)
    require(
        able,
        "IV/2",
        f"no stand of {id} bears on {order.target} in range",
    )


@rule("V/1", "III.H/1", "III.H/3", "III.H/5", "III.E/2", "VI.C/1")
def check_artillery(position: Position, id: str, order: FireOrder) -> None:
    """Refuse a battery's fire: its guns, its actions, its range, and more sections than it can serve."""
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    guns = unit.guns
    assert guns is not None, "a battery has guns"
    require(
        not order.target and not order.weapon and not order.answer,
        "V/1",
        "a battery names sections for each target",
    )
    require(unit.formation in ("unlimbered", "emplaced"), "III.H/3", f"{id} is not unlimbered")
    require(order.shoots or order.reload, "V/1", f"{id} fires or loads")
    count = deeds.actions + order.shoots + order.reload
    require(
        count <= allowance(position, id),
        "III.H/1",
        f"that is {count} actions; {id} has {allowance(position, id)}",
    )
    if order.sections and muster.type == "machine_gun":
        require(len(order.sections) == 1, "XXIV.A/2", "machine guns fire at one target")
    if order.reload:
        require(not deeds.loaded, "III.H/3", f"{id} has loaded once this turn")
        require(order.shoots or not guns.loaded, "III.H/5", f"{id} is loaded")
    if not order.shoots:
        return
    require(guns.loaded, "III.H/5", f"{id} is not loaded")
    check_ammunition(position, id)
    check_piece(position, id)
    require(not deeds.wet, "III.E/2", f"{id} stands in a river")
    check_crews(position, id, order)
    served = min(guns.sections, guns.men + sum(order.lent.values()))
    each = (*order.sections.values(), *order.pieces.values())
    asked = sum(each)
    require(min(each) >= 1, "V/1", "a target has at least one section")
    require(asked <= served, "VI.C/1", f"{id} has {served} sections with men, not {asked}")
    for target in sorted(order.sections):
        check_target(position, id, target)
        square = gun_square(position, id, target)
        require(square is not None, "VI.H/1", f"the guns of {id} do not bear on {target}")
        assert square is not None, "asked just before"
        check_reach(position, id, target, square)
    for piece in sorted(order.pieces):
        square_to = Fraction(check_piece_target(position, id, piece))
        muster_gun = position.muster[id].gun
        if muster.type == "mortar":
            reaches = mortars.in_reach(muster_gun, square_to)
        else:
            reaches = gun_factor(gun_chart()[muster_gun], feet_of(square_to), True) is not None
        require(reaches, "V.E/2", f"{piece} is out of range of {id}")


@rule("XXIV.G/1", "XXIV.A/2", "V.E/34", "XXI.A/5", "XXI.C/2")
def check_piece(position: Position, id: str) -> None:
    """Refuse fire that the kind of guns does not allow: siege pieces that are not emplaced or that fired in
    the turn before, machine guns that moved.
    """
    muster, unit = position.muster[id], position.units[id]
    if muster.gun_class == "siege":
        require(unit.formation == "emplaced", "XXI.C/2", f"{id} is not emplaced")
    slow = muster.type == "mortar" or (muster.type == "battery" and gun_chart()[muster.gun].alternate)
    if slow and unit.fired_in:
        clause = "XXI.A/5" if muster.type == "mortar" else "V.E/34"
        require(position.turn >= unit.fired_in + 2, clause, f"{id} fires every other turn")
    if muster.type == "machine_gun":
        require(not position.deeds[id].moved, "XXIV.G/1", f"{id} has moved")


@rule("V.E/2", "XIX.B/2", "XXI.A/1", "XXIV.A/1")
def check_reach(position: Position, id: str, target: str, square: Fraction) -> None:
    """Refuse a target that the guns of a battery do not reach."""
    muster = position.muster[id]
    match muster.type:
        case "machine_gun":
            reaches, clause = factor_at(muster.gun, square) is not None, "XXIV.A/1"
        case "rocket":
            reaches, clause = rockets.in_reach(square), "XIX.B/2"
        case "mortar":
            reaches, clause = mortars.in_reach(muster.gun, square), "XXI.A/1"
        case _:
            gun = gun_chart()[muster.gun]
            reaches = gun_factor(gun, feet_of(square), position.muster[target].uses_lower_row) is not None
            clause = "V.E/2"
    require(reaches, clause, f"{target} is out of range of {id}")


@rule("VI.C/2")
def check_crews(position: Position, id: str, order: FireOrder) -> None:
    """Refuse replacements who are not beside the guns, or more than the sections without a man need."""
    guns = position.units[id].guns
    assert guns is not None, "a battery has guns"
    need = max(guns.sections - guns.men, 0)
    asked = sum(order.lent.values())
    require(asked <= need, "VI.C/2", f"{need} sections of {id} have no man of their own")
    for each, men in order.lent.items():
        ours = each in position.units and position.side_of(each) == position.side_of(id)
        require(ours and position.muster[each].is_regiment, "VI.C/2", f"{each} is no regiment of yours")
        require(near(position, id, each, INCH), "VI.C/2", f"{each} is more than an inch away")
        require(1 <= men <= position.units[each].men, "VI.C/2", f"{each} has no {men} men to give")
        require(position.units[each].state in ("good", "disorganized"), "VI.C/2", f"{each} runs")


@remembered
@rule("VI.G/2", "XXI.A/5")
def gun_square(position: Position, id: str, target: str) -> Fraction | None:
    """The square of the range of a battery's gun to a target, or None where it may not fire at it.

    Mortars need not see the stand, and fire over friends.
    """
    if position.muster[id].type == "mortar":
        unit = position.units[id]
        apex, facing = look_of(unit, 0)
        own = unit.body.polygon_of(0)
        others = position.units[target].body.polygons
        return min(
            (square_between(own, each) for each in others if bears_from(apex, facing, each)), default=None
        )
    square = square_from(position, id, 0, target)
    return None if square is None or fires_over(position, id, 0, target, False) else square


def check_fire(position: Position, side: str, id: str, order: FireOrder) -> None:
    """Refuse a fire order that is not legal."""
    check_may_fire(position, id, side)
    if position.muster[id].type == "ship":
        for target in order.sections:
            check_target(position, id, target)
        check_ship_fire(position, id, order)
        return
    if position.muster[id].is_battery:
        check_artillery(position, id, order)
    else:
        check_small_arms(position, id, order)


def may(position: Position, side: str, id: str, order: FireOrder) -> bool:
    """Whether a fire order is legal."""
    try:
        check_fire(position, side, id, order)
    except Refused:
        return False
    return True
