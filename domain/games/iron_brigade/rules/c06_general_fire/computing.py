"""A fire that is computed: what a volley and a barrage bring, before any die is rolled."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ironclad.domain.games.iron_brigade.board.charts import guns as gun_chart
from ironclad.domain.games.iron_brigade.position.orders import FireOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.between import (
    quality,
)
from ironclad.domain.games.iron_brigade.rules.c04_small_arms import fire as small_arms
from ironclad.domain.games.iron_brigade.rules.c05_artillery import fire as artillery
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import (
    eligible,
    fire_square,
    gun_square,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    BarrageFired,
    BatteryFire,
    MachineGunFired,
    PieceFired,
    ShotsFired,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import (
    cover_against,
    is_closed,
    is_safe_in_trench,
    order_of,
    ranks_hit,
    side_hit,
    side_hit_by_guns,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.games.iron_brigade.rules.c13_works.demolition import aim_point, range_square
from ironclad.domain.games.iron_brigade.rules.c19_rockets import rockets
from ironclad.domain.games.iron_brigade.rules.c21_siege import mortars
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import less, weather_of
from ironclad.domain.games.iron_brigade.rules.c24_machine_guns.fire import fire as machine_gun_fire
from ironclad.domain.games.iron_brigade.rules.c26_ships.gunnery import broadside
from ironclad.domain.games.iron_brigade.rules.items import Item
from ironclad.domain.games.iron_brigade.rules.troops import Cover
from ironclad.domain.kernel.board.plane import ceil_root
from ironclad.domain.kernel.engine.citations import rule

HALF = Fraction(1, 2)
RE_FORMED = Fraction(1)
"""A unit that changed its formation fires as if it had moved more than half (III.G/5)."""
Fire = VolleyFired | BarrageFired | MachineGunFired | ShotsFired | PieceFired


@dataclass(frozen=True)
class Counted:
    """What the revealed orders mean for every fire: who fires at whom, and who has guns firing on him."""

    orders: dict[str, FireOrder]
    batteries_on: dict[str, int]


@rule(
    "III.G/8",
    "VI.C/2",
    "IV.B/5",
    "IV.C/4",
    "II.A/9",
    "III.G/3",
    "III.G/5",
    "VIII.D/3",
    "VIII.E/1",
    "VIII.E/2",
    "VI.K/1",
)
def volley_of(position: Position, id: str, order: FireOrder, counted: Counted) -> VolleyFired:
    """A regiment's fire, computed."""
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    weapon, target = order.weapon or muster.weapons[0], order.target
    stands = eligible(position, id, target, weapon)
    lent = sum(each.lent.get(id, 0) for each in counted.orders.values())
    men = min(sum(unit.stands[number].men for number in stands), max(unit.armed - lent, 0))
    square = fire_square(position, id, target, stands)
    side, cover = side_hit(position, target, id), cover_against(position, target, id)
    mark = position.units[target]
    firer = small_arms.Firer(
        weapon,
        men,
        quality(position, id),
        Fraction(0) if weapon == "grenade" else RE_FORMED if deeds.formed else deeds.share,
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
        position.plays("ranks_count_from_flank"),
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
    if cover == "trench" and side == "flank" and is_closed(position, id, target):
        multipliers = (*multipliers, Item("a sap roller closes the trench", Fraction(0), "XIII.C/2"))
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
    fires = [each for id in order for each in _fires_of(position, id, target, counted)]
    found = artillery.casualties(each for _, each in fires)
    return BarrageFired(target, tuple(each for each, _ in fires), found.whole, found.rest, 0, 0)


def _fires_of(
    position: Position, id: str, target: str, counted: Counted
) -> Iterator[tuple[BatteryFire, artillery.Factors]]:
    """The fire of a battery at a target; of a ship that of each kind of guns that bears."""
    if position.muster[id].type != "ship":
        sections = counted.orders[id].sections[target]
        square = gun_square(position, id, target)
        assert square is not None, "the order was checked"
        gun, feet = position.muster[id].gun, artillery.feet_of(square)
        yield _battery_fire(position, id, target, counted, (gun, sections, feet))
        return
    for piece in broadside(position, id, target):
        yield _battery_fire(position, id, target, counted, piece)


def _battery_fire(
    position: Position, id: str, target: str, counted: Counted, piece: tuple[str, int, int]
) -> tuple[BatteryFire, artillery.Factors]:
    unit, muster, deeds = position.units[id], position.muster[id], position.deeds[id]
    mark, (gun, sections, feet), guns = position.units[target], piece, unit.guns
    lent = bool(counted.orders[id].lent)
    replaced = max(sections - guns.men, 0) if guns is not None and lent else 0
    side, cover = side_hit_by_guns(position, target, id), cover_against(position, target, id)
    row = gun_chart()[gun]
    if gun == "ordnance_3in" and position.plays("ordnance_rifle_12_at_first_foot"):
        row = replace(row, troops=(12, *row.troops[1:]))
    battery = artillery.Battery(
        row,
        sections - replaced,
        quality(position, id),
        muster.side == "confederate",
        deeds.hauled,
        id in counted.batteries_on,
        unit.state == "disorganized",
        guns is None or sections == guns.sections,
        replaced,
    )
    is_battery = position.muster[target].uses_lower_row
    at = artillery.Target(
        order_of(position, target),
        cover,
        mark.posture == "prone",
        mark.mounted and position.muster[target].rides,
        is_battery,
        ranks_hit(position, id, target),
        side == "flank",
        position.plays("ranks_count_from_flank"),
        position.plays("printed_half_for_3_4_ranks"),
    )
    found = artillery.battery_factors(battery, at, feet)
    assert found is not None, "the order was checked"
    aspect, own = side_hit(position, target, id), cover_against(position, id, target)
    return _brought(id, sections, feet, found, side, aspect, cover, own, gun), found


def _brought(
    id: str,
    sections: int,
    feet: int,
    found: artillery.Factors,
    side: str,
    aspect: str,
    cover: str,
    own: str,
    gun: str = "",
) -> BatteryFire:
    """What a battery brings, as an event states it."""
    return BatteryFire(
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
        aspect,
        cover,
        own,
        gun,
    )


@rule("XXIV.A/1", "XXIV.A/2", "XXIV.D/4", "XXIV.F/2")
def machine_guns_of(
    position: Position, id: str, target: str, sections: int, counted: Counted
) -> Iterator[MachineGunFired]:
    """The fire of each section of machine guns, computed; sections that are not jammed fire first."""
    unit, muster = position.units[id], position.muster[id]
    square = gun_square(position, id, target)
    assert square is not None, "the order was checked"
    assert unit.guns is not None, "machine guns have guns"
    cover = cover_against(position, target, id)
    side = side_hit_by_guns(position, target, id)
    trench = Fraction(5, 2) if position.plays("printed_trench_2_5") else Fraction(1, 4)
    at = _mark(position, id, target, cover, side)
    batteries = counted.batteries_on.get(id, 0)
    found = machine_gun_fire(muster.gun, at, square, batteries, unit.state == "disorganized", trench)
    assert found is not None, "the order was checked"
    loss, multipliers = found.loss, found.multipliers
    if position.units[target].posture == "heads_down" and cover in ("hard", "trench"):
        multipliers = (*multipliers, Item("target's heads down", Fraction(0), "VI.K/1"))
        loss = small_arms.Loss(0, 0)
    clear = max(unit.guns.sections - unit.jammed, 0)
    if position.plays("one_fire_per_machine_gun_battery"):
        sections, clear = 1, int(unit.jammed == 0)
    for section in range(sections):
        yield MachineGunFired(
            id,
            target,
            section + 1,
            section >= clear,
            0,
            0,
            section >= clear,
            ceil_root(square),
            str(found.chart),
            said(found.added),
            str(found.factor),
            said(multipliers),
            str(found.product),
            loss.men,
            loss.tenths,
            0,
            0,
            side,
            side_hit(position, target, id),
            cover,
            cover_against(position, id, target),
        )


def _mark(position: Position, id: str, target: str, cover: Cover, side: str) -> small_arms.Target:
    mark, muster = position.units[target], position.muster[target]
    return small_arms.Target(
        order_of(position, target),
        cover,
        mark.posture == "prone",
        mark.mounted and muster.rides,
        muster.is_battery,
        ranks_hit(position, id, target),
        side == "flank",
        position.plays("ranks_count_from_flank"),
    )


@rule("XIX.B/1", "XIX.B/2", "XXI.A/2", "XXI.A/3", "XXI.A/5", "XX.B/1")
def shots_of(position: Position, id: str, target: str, shots: int) -> ShotsFired:
    """The shots of a rocket or mortar battery at a target, not rolled yet: the dice are `shots` zeros."""
    muster, cover = position.muster[id], cover_against(position, target, id)
    if muster.type == "rocket":
        up_to, clause = rockets.hits_up_to(cover), "XIX.B/1"
    else:
        up_to, clause = mortars.hits_up_to(muster.gun, mortars.is_in_dugout(position, target)), "XXI.A/2"
    up_to = max(up_to - less(position), 0)
    aspect, own = side_hit(position, target, id), cover_against(position, id, target)
    return ShotsFired(id, target, muster.type, clause, up_to, (0,) * shots, 0, aspect, cover, own)


@rule("V/2", "VI.E/5", "XIII.D/3", "XXI.A/4")
def piece_fire_of(
    position: Position, id: str, piece: str, sections: int, counted: Counted
) -> PieceFired | ShotsFired:
    """A battery's fire at a piece of terrain, with the lower row of its guns; mortars roll a die a shot."""
    unit, muster = position.units[id], position.muster[id]
    assert unit.guns is not None, "a battery has guns"
    if muster.type == "mortar":
        up_to = max(mortars.hits_up_to(muster.gun, False) - less(position), 0)
        return ShotsFired(id, piece, "mortar", "XXI.A/2", up_to, (0,) * sections, 0, "front", "none", "none")
    gun = gun_chart()[muster.gun]
    battery = artillery.Battery(
        gun,
        sections,
        quality(position, id),
        muster.side == "confederate",
        position.deeds[id].hauled,
        id in counted.batteries_on,
        unit.state == "disorganized",
        sections == unit.guns.sections,
    )
    feet = artillery.feet_of(Fraction(range_square(position, id, piece)))
    found = artillery.battery_factors(battery, artillery.Target(battery=True), feet)
    assert found is not None, "the order was checked"
    casualties = artillery.casualties((found,))
    fire = _brought(id, sections, feet, found, "front", "front", "none", "none")
    terrain = next(each for each in position.scenery.terrain if each.id == piece)
    at = aim_point(position, id, terrain)
    return PieceFired(piece, at, fire, casualties.whole, casualties.rest, 0, 0)


def said(items: Iterable[Item]) -> tuple[ItemSaid, ...]:
    """Items as an event states them: amounts are text, exact."""
    return tuple(ItemSaid(item.name, str(item.amount), item.rule) for item in items)
