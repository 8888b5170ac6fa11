"""What a hit of counter-battery fire destroys."""

from dataclasses import dataclass, replace
from typing import Literal

from ironclad.domain.kernel.engine.citations import cite, rule

Thing = Literal["man", "horse", "section", "limber"]

RESULTS: dict[int, tuple[Thing, ...]] = {
    1: ("horse",),
    2: ("horse",),
    3: ("horse",),
    4: ("man",),
    5: ("man",),
    6: ("horse", "man"),
    7: ("section",),
    8: ("section",),
    9: ("limber",),
    10: ("limber",),
}
"""What is lost by a ten-sided die (V.D/2)."""
EXPLODES = 10
IN_PLACE_OF: dict[Thing, tuple[Thing, ...]] = {
    "man": ("man", "horse", "section"),
    "horse": ("horse", "section", "man"),
    "section": ("section",),
    "limber": ("limber", "man", "horse", "section"),
}
"""What is lost in order, where a battery has none of the first (V.D/5)."""
cite(__name__, "V.D/2", where="counter_battery.RESULTS")


@dataclass(frozen=True)
class Strength:
    """What a battery has. `horses_a_section` is 2, or up to 4 for horse artillery (II.C)."""

    sections: int
    men: int
    horses: int
    limbers: int
    ammunition: int
    horses_a_section: int = 2


@dataclass(frozen=True)
class Hit:
    """A hit: what was lost, what is left, and whether the die is rolled once again for it."""

    lost: tuple[Thing, ...]
    left: Strength
    again: bool


@rule("V.D/4")
def hit(battery: Strength, die: int) -> Hit:
    """The loss of a hit by its ten-sided die.

    A limber that explodes is lost, and the die is rolled again for what is left, also after a further 10. No
    limber, no explosion: what is lost in its place ends the hit. A battery without sections loses nothing
    more. Raises ValueError for a face that the die does not have.
    """
    if die not in RESULTS:
        raise ValueError("the die has 10 sides")
    lost: list[Thing] = []
    for named in RESULTS[die]:
        thing = _there(battery, named)
        if thing is None:
            break
        lost.append(thing)
        battery = without(battery, thing)
    return Hit(tuple(lost), battery, die == EXPLODES and lost == ["limber"])


@rule("V.D/3", "V.D/6")
def without(battery: Strength, thing: Thing) -> Strength:
    """The battery without one thing that it has.

    A limber takes its part of the ammunition, rounded up to whole turns. A section takes men and horses as
    far as they are above what the remaining sections hold: 2 men, and horses as in the unit.
    """
    match thing:
        case "man":
            return replace(battery, men=battery.men - 1)
        case "horse":
            return replace(battery, horses=battery.horses - 1)
        case "limber":
            gone = -(-battery.ammunition // battery.limbers)
            return replace(battery, limbers=battery.limbers - 1, ammunition=battery.ammunition - gone)
        case "section":
            sections = battery.sections - 1
            men = min(battery.men, 2 * sections)
            horses = min(battery.horses, battery.horses_a_section * sections)
            return replace(battery, sections=sections, men=men, horses=horses)


@rule("V.D/5")
def _there(battery: Strength, named: Thing) -> Thing | None:
    """The thing that a result takes: the one that it names, or the next one that the battery has."""
    has = {
        "man": battery.men,
        "horse": battery.horses,
        "section": battery.sections,
        "limber": battery.limbers,
    }
    if not battery.sections:
        return None
    return next(thing for thing in IN_PLACE_OF[named] if has[thing])
