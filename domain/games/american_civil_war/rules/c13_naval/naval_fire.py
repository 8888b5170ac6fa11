"""Fire between vessels and forts (13.6): who may fire at whom, what a die does, what is left to fight."""

from ironclad.domain.games.american_civil_war.position.in_progress import NavalCombat
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import displace_leaders
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    DAMAGED,
    SILENCED,
    UNFINISHED,
    WHOLE,
    enemy_fort,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    ARMED,
    BANKS,
    IRONCLAD,
    NSP,
    NTP,
    SEAGOING,
    Routes,
    dangers,
    has_base,
    routes,
    usable_sides,
    vessels_on,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

SOUND_HITS, DAMAGED_HITS = 5, 6


class NavalFire(Event, frozen=True, tag_field="type", tag="naval_fire"):
    """A vessel, or the fort in a hex, fired at a vessel or fort (13.6).

    needed: the least die that hits, 5 from a sound unit and 6 from a damaged one; effect: "miss", "damaged",
    "sunk" or "silenced".
    """

    side: str
    unit: str
    target: str
    die: int
    needed: int
    effect: str
    rule: str = "13.6/6"


def fighting(position: Position) -> NavalCombat:
    """The naval combat that is being fought."""
    combat = position.naval_combat
    if combat is None:
        raise ValueError("no naval combat is being fought")
    return combat


@rule("13.6/1", "13.6/9", "11.6/1")
def forts_at(position: Position, hexside: str, side: str) -> tuple[str, ...]:
    """The hexes beside a hexside with a fort of the side that is not silenced."""
    return tuple(sorted(hex_id for hex_id in BANKS[hexside] if enemy_fort(position, side, hex_id)))


@rule("13.6/1")
def opposed(position: Position, hexside: str) -> bool:
    """Whether there is a fight on a hexside: vessels of a side with enemy vessels or an enemy fort there."""
    return any(
        vessels_on(position, hexside, side)
        and (vessels_on(position, hexside, ENEMY[side]) or forts_at(position, hexside, ENEMY[side]))
        for side in SIDES
    )


@rule("13.6/3", "13.6/10", "13.6/12", "13.0/3", "13.0/5", "11.2/4")
def targets(position: Position, hexside: str, unit: str, side: str) -> tuple[str, ...]:
    """The vessels, and forts by their hexes, at which a vessel or fort of a side may fire.

    Forts fire at vessels alone, ironclads not at forts, NTP at nothing; NTP are shot at only if no other
    vessel or fort of their side is there.
    """
    shooter = position.vessels.get(unit)
    if shooter is not None and shooter.kind not in ARMED:
        return ()
    enemy = ENEMY[side]
    vessels, forts = vessels_on(position, hexside, enemy), forts_at(position, hexside, enemy)
    armed = tuple(name for name in vessels if position.vessels[name].kind != NTP)
    found = armed if armed or forts else vessels
    return (*found, *forts) if shooter is not None and shooter.kind != IRONCLAD else found


@rule("13.6/3", "13.6/5")
def shots(position: Position, side: str) -> dict[str, tuple[str, ...]]:
    """Each unit of a side that can still fire in this round, with its targets."""
    combat = fighting(position)
    units = (*vessels_on(position, combat.hexside, side), *forts_at(position, combat.hexside, side))
    found = {
        unit: targets(position, combat.hexside, unit, side) for unit in units if unit not in combat.fired
    }
    return {unit: at for unit, at in found.items() if at}


@rule("13.6/6")
def needed_by(position: Position, unit: str) -> int:
    """The least die with which a unit hits: a damaged vessel, or a fort damaged or unfinished, needs a 6."""
    vessel = position.vessels.get(unit)
    whole = vessel.state == "sound" if vessel is not None else position.forts[unit].state == WHOLE
    return SOUND_HITS if whole else DAMAGED_HITS


@rule("13.6/7", "13.6/8")
def effect_on(position: Position, target: str) -> tuple[str, str]:
    """What a hit does to a target, and the clause that says so."""
    vessel = position.vessels.get(target)
    if vessel is not None:
        return ("damaged" if vessel.state == "sound" else "sunk"), "13.6/7"
    return (DAMAGED if position.forts[target].state == WHOLE else SILENCED), "13.6/8"


@rule("13.6/6", "13.6/7", "13.6/8", "11.6/3")
def shoot(play: Play, side: str, unit: str, target: str) -> None:
    """Roll one unit's shot; a fort that it silences may have to surrender to troops in its hex."""
    position = play.position
    (die,) = play.roll(f"fire of {unit} at {target}", "13.6/6")
    needed = needed_by(position, unit)
    effect, clause = effect_on(position, target) if die >= needed else ("miss", "13.6/6")
    play.emit(NavalFire(side, unit, target, die, needed, effect, clause))
    if effect == SILENCED:
        displace_leaders(play, target)


@acw.evolves(NavalFire)
def _naval_fire(position: Position, event: NavalFire) -> None:
    combat = fighting(position)
    if combat.run:
        left = tuple((fort, count - (fort == event.unit)) for fort, count in combat.shots)
        position.naval_combat = changed(combat, shots=left)
    else:
        position.naval_combat = changed(
            combat,
            acting=ENEMY[event.side],
            fired=(*combat.fired, event.unit),
            spoken=tuple(sorted({*combat.spoken, event.side})),
        )
    if event.effect == "sunk":
        position.vessels.pop(event.target)
    elif event.effect != "miss" and event.target in position.vessels:
        position.vessels[event.target] = position.vessels[event.target].with_(state=DAMAGED)
    elif event.effect != "miss":
        fort = position.forts[event.target]
        position.forts[event.target] = fort.with_(
            state=event.effect, unfinished=event.effect == SILENCED and fort.state == UNFINISHED
        )


@rule("13.6/13", "13.1.2/3", "13.1.1/3")
def ways_out(position: Position, name: str) -> Routes:
    """The places to which a vessel may withdraw, each with the place before it.

    Places open to it in normal movement, free of the enemy, an NSP's with a base. Vessels that moved into the
    fight leave as they came, for they have not passed the enemy.
    """
    combat, vessel = fighting(position), position.vessels[name]
    met, usable = frozenset(dangers(position, vessel.side)), usable_sides(position, vessel.kind)
    came = name in combat.entered and bool(combat.back)
    start = combat.back if came else combat.hexside
    found = routes((start,), vessel.kind in SEAGOING, usable, met | {combat.hexside})
    return {
        place: before
        for place, before in found.items()
        if place != combat.hexside and place not in met and (vessel.kind != NSP or has_base(position, place))
    }


def can_withdraw(position: Position, side: str) -> dict[str, Routes]:
    """The vessels of a side that have somewhere to withdraw to, with the places."""
    names = vessels_on(position, fighting(position).hexside, side)
    return {name: ways for name in names if (ways := ways_out(position, name))}
