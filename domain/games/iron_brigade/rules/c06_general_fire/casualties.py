"""Who falls: men of the nearest stands, pieces of a battery, officers with their units."""

from collections.abc import Mapping

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Guns, Muster, Unit
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import friends, near, officers_with, strength
from ironclad.domain.games.iron_brigade.rules.c05_artillery.counter_battery import Strength, hit, without
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    GunsHit,
    LossesTaken,
    OfficerRolled,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import TriggersSet, UnitGone
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.kernel.board.plane import square_between
from ironclad.domain.kernel.engine.citations import rule

OFFICER_SEEN = 600
FATES = {1: "unhurt", 2: "unhurt", 3: "unhurt", 4: "unhurt", 5: "wounded", 6: "killed"}
HORSE_FROM = 4
"""The lowest face of the die by which a limbered battery loses a horse instead of a man (V.C/3)."""


@rule("IV/5")
def who_falls(unit: Unit, firer: Unit | None, men: int) -> dict[int, int]:
    """How many men each stand loses: the nearest to the firer first, a damaged one before a whole one, then
    the lowest number. Men beyond those that a unit has are lost to no one.
    """
    polygons = unit.body.polygons
    whole = max((stand.men for stand in unit.stands), default=0)

    def place(number: int) -> tuple[object, bool, int]:
        near = min(
            (square_between(polygons[number], each) for each in firer.body.polygons)
            if firer is not None
            else (0,)
        )
        return near, unit.stands[number].men >= whole, number

    found: dict[int, int] = {}
    for number in sorted(range(len(unit.stands)), key=place):
        taken = min(men, unit.stands[number].men)
        if taken:
            found[number] = taken
            men -= taken
    return found


@rule("IV/5", "IV.E/2", "VI.D/1")
def lose_men(play: Play, id: str, by: str, men: int, clause: str) -> None:
    """A regiment or a lone man loses men; a unit without men is destroyed."""
    position = play.position
    if id not in position.units or men <= 0:
        return
    fallen = who_falls(position.units[id], position.units.get(by), men)
    play.emit(LossesTaken(id, by, clause, tuple(fallen.items())))
    remove_if_destroyed(play, id)


def remove_if_destroyed(play: Play, id: str) -> None:
    """A unit with no man left is out of the battle; an officer who falls is seen by his friends."""
    position = play.position
    unit = position.units[id]
    if unit.guns is not None or unit.men > 0:
        return
    if position.muster[id].type == "officer":
        mourn(play, id)
        play.emit(UnitGone(id, "killed", "VI.D/1"))
    else:
        play.emit(UnitGone(id, "destroyed", "IV.E/2"))


@rule("VI.D/4")
def mourn(play: Play, officer: str) -> None:
    """Friends within 6 inches of an officer who is killed check their morale in step 3."""
    position = play.position
    seen = {
        id: "an officer killed"
        for id in friends(position, officer)
        if position.muster[id].has_morale and near(position, id, officer, OFFICER_SEEN)
    }
    if seen:
        concealing.show(play, seen)
        play.emit(TriggersSet(seen))


@brigade.evolves(LossesTaken)
def _losses_taken(position: Position, event: LossesTaken) -> None:
    position.units[event.unit] = without_men(position.units[event.unit], dict(event.stands))


def without_men(unit: Unit, fallen: Mapping[int, int]) -> Unit:
    """A unit without men of some stands; stands without men are removed, but for the last one."""
    stands = tuple(
        msgspec.structs.replace(stand, men=stand.men - fallen.get(number, 0))
        for number, stand in enumerate(unit.stands)
    )
    kept = tuple(stand for stand in stands if stand.men > 0)
    men = sum(stand.men for stand in kept)
    return msgspec.structs.replace(unit, stands=kept or stands[:1], unarmed=min(unit.unarmed, men))


# -- batteries


def strength_of(muster: Muster, guns: Guns) -> Strength:
    """What a battery has, for hits of counter-battery fire."""
    each = muster.horses // muster.sections if muster.sections else 2
    return Strength(guns.sections, guns.men, guns.horses, guns.limbers, guns.ammunition, each)


def _left(strength: Strength) -> tuple[int, int, int, int, int]:
    return (strength.sections, strength.men, strength.horses, strength.limbers, strength.ammunition)


@rule("V.D/2", "V.D/4", "II.C/4")
def hit_battery(play: Play, id: str) -> None:
    """One hit of counter-battery fire, with the further hits of limbers that explode."""
    position = play.position
    again = True
    while again and id in position.units:
        guns = position.units[id].guns
        assert guns is not None, "a battery has guns"
        (die,) = play.roll(f"hit on {id}", "V.D/2", 1, 10)
        found = hit(strength_of(position.muster[id], guns), die)
        play.emit(GunsHit(id, "V.D/2", die, tuple(found.lost), _left(found.left)))
        again = found.again
        remove_if_gunless(play, id)


@rule("V.C/3")
def lose_gunners(play: Play, id: str, casualties: int) -> None:
    """Casualties of small arms on a battery: a man each; of a limbered one a man or a horse, by a die."""
    for _ in range(casualties):
        unit = play.position.units[id]
        guns = unit.guns
        assert guns is not None, "a battery has guns"
        die = play.roll(f"casualty of {id}", "V.C/3")[0] if unit.formation == "limbered" else 0
        named = "horse" if die >= HORSE_FROM else "man"
        other = "man" if named == "horse" else "horse"
        has = {"man": guns.men, "horse": guns.horses if unit.formation == "limbered" else 0}
        thing = next((each for each in (named, other) if has[each]), None)
        strength = strength_of(play.position.muster[id], guns)
        left = strength if thing is None else without(strength, thing)  # type: ignore[arg-type]
        play.emit(GunsHit(id, "V.C/3", die, () if thing is None else (thing,), _left(left)))


def remove_if_gunless(play: Play, id: str) -> None:
    """A battery with no section left is destroyed, and both its stands are removed (II.C/4)."""
    guns = play.position.units[id].guns
    if guns is not None and guns.sections == 0:
        play.emit(UnitGone(id, "destroyed", "II.C/4"))


@brigade.evolves(GunsHit)
def _guns_hit(position: Position, event: GunsHit) -> None:
    unit = position.units[event.unit]
    assert unit.guns is not None, "a battery has guns"
    sections, men, horses, limbers, ammunition = event.left
    guns = Guns(sections, men, horses, limbers, ammunition, unit.guns.loaded)
    position.units[event.unit] = msgspec.structs.replace(unit, guns=guns)


# -- officers


@rule("VI.D/3")
def quarters(position: Position, id: str, men: int) -> int:
    """How many full quarters of its starting men a unit with so many men left has lost."""
    starting = position.muster[id].men
    return 4 * (starting - men) // starting


@rule("VI.D/3", "VI.D/4", "XXVIII/7")
def roll_officers(play: Play, before: Mapping[str, tuple[int, tuple[str, ...]]]) -> None:
    """Dice of officers, after all fire, in the order of the units they are with.

    `before` has each unit's men and officers before the fire.
    """
    position = play.position
    for id, (men, officers) in before.items():
        now = strength(position, id) if id in position.units else 0
        for _ in range(quarters(position, id, now) - quarters(position, id, men)):
            for officer in officers:
                if officer in position.units:
                    roll_officer(play, officer, id)


def roll_officer(play: Play, officer: str, unit: str) -> None:
    """The die of one officer: wounded and killed ones are removed."""
    (die,) = play.roll(f"officer {officer} with {unit}", "VI.D/3")
    fate = FATES[die]
    play.emit(OfficerRolled(officer, unit, die, fate))
    if fate == "killed":
        mourn(play, officer)
    if fate != "unhurt":
        play.emit(UnitGone(officer, fate, "VI.D/3"))


@brigade.evolves(OfficerRolled)
def _officer_rolled(position: Position, event: OfficerRolled) -> None:
    """What follows for him is another event."""


def officers_before(position: Position) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The men and officers of every unit of morale, as they are now."""
    return {
        id: (strength(position, id), tuple(officers_with(position, id)))
        for id in position.in_order()
        if position.muster[id].has_morale and id not in position.arrivals
    }
