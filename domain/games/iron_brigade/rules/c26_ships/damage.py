"""What hits, torpedoes and rams do to ships."""

from dataclasses import dataclass
from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import Gun, guns
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.vessels import Hull, Vessel
from ironclad.domain.games.iron_brigade.registry import Play
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import UnitGone
from ironclad.domain.games.iron_brigade.rules.c13_works.demolition import DAMAGE
from ironclad.domain.games.iron_brigade.rules.c26_ships.events import ShipHit
from ironclad.domain.kernel.board.plane import WITHIN_45, Point, cross, direction, minus, within_arc
from ironclad.domain.kernel.engine.citations import cite, rule

SMOOTHBORES = {
    6: "1/2", 12: "1/2", 24: "1", 32: "3/2", 40: "2", 70: "5/2", 130: "7/2", 200: "9/2",
}  # fmt: skip
RIFLES = {
    10: "1", 20: "3/2", 30: "2", 50: "5/2", 80: "3", 100: "7/2", 150: "5", 200: "13/2",
}  # fmt: skip
"""What a gun goes through at its middle range, by its weight in pounds (XXVI.B/2, /3)."""
SHELL = {2: "sinks", 3: "draft", 4: "steering", 9: "gun", 10: "double", 11: "stack", 12: "boiler"}
TORPEDO = {1: "sinks", 2: "draft", 3: "steering", 4: "double", 5: "stack", 6: "boiler"}
OUTSIDE = ("draft", "gun", "stack")
"""Special damage of a hit that does not go through (XXVI.C/1)."""
DRAFT_FEET, STEERING_TURNS, STACK_TURNS, BOILER_KNOTS = 4, 5, 8, 3
RAMMING = ((3, 2, 1), (6, 7, 2), (9, 12, 4), (None, 16, 6))
HARD_RAM = 5
cite(__name__, "XXVI.B/2", "XXVI.B/3", where="damage.SMOOTHBORES, RIFLES")
cite(__name__, "XXVI.B/10", "XXVI.B/11", where="damage.SHELL, TORPEDO")


@dataclass(frozen=True)
class Struck:
    """Where and how a ship is struck: by a shell on a side, or by a torpedo."""

    side: str
    penetration: Fraction
    points: int
    torpedo: bool = False


@rule("XXVI.B/2", "XXVI.B/3", "XXVI.B/4", "XXVI.B/5")
def penetration(gun: Gun, feet: int) -> Fraction:
    """What a gun goes through at a range: its value at middle range, 1 more for each foot nearer, 1 less for
    each foot beyond. A gun without a value has that of the next lighter one of its kind.
    """
    table = RIFLES if gun.rifled else SMOOTHBORES
    lighter = [pounds for pounds in table if pounds <= gun.pounds]
    base = Fraction(table[max(lighter, default=min(table))])
    middle = len(gun.troops) // 2 + 1
    return base + middle - feet


@rule("XXVI.B/6")
def side_struck(centre: Point, facing: int, firer: Point) -> str:
    """The side of a ship that looks at a firer: bow and stern within 45 degrees of the keel, else a beam."""
    way, axis = minus(firer, centre), direction(facing)
    if way == (0, 0) or within_arc(axis, way, WITHIN_45):
        return "bow"
    if within_arc(direction(facing + 180), way, WITHIN_45):
        return "stern"
    return "starboard" if cross(axis, way) < 0 else "port"


@rule("XXVI.E/1")
def ram_losses(rammer: Hull, target: Hull, knots: int) -> tuple[int, int]:
    """The feet of draft that target and rammer lose. A wooden ship that rams an iron one changes places; a
    ram takes 2 feet from the rammer's loss.
    """
    theirs, own = next((theirs, own) for upto, theirs, own in RAMMING if upto is None or knots <= upto)
    if rammer.material == "wood" and target.material == "iron":
        theirs, own = own, theirs
    return theirs, max(own - 2, 0) if rammer.ram else own


@rule("XXVI.B/1", "XXVI.B/8", "XXVI.B/9", "XXVI.B/10", "XXVI.B/11", "XXVI.C/1", "XXVIII/7")
def strike(play: Play, id: str, struck: Struck, clause: str) -> None:
    """A hit: special damage by two dice, one for a torpedo; points if it goes through; a ship without value
    or draft sinks.
    """
    position = play.position
    unit, hull = position.units[id], position.muster[id].hull
    assert unit.vessel is not None, "a ship has a vessel"
    assert hull is not None, "a ship has a hull"
    armor = Fraction(0) if struck.torpedo else Fraction(hull.armor[struck.side])
    through = struck.torpedo or struck.penetration >= armor
    dice = play.roll(f"special damage of {id}", "XXVI.B/9", 1 if struck.torpedo else 2)
    special = (TORPEDO if struck.torpedo else SHELL).get(sum(dice), "")
    if not through and special not in OUTSIDE:
        special = ""
    points = struck.points * (2 if special == "double" else 1) if through else 0
    left = after_special(play, id, unit.vessel, special)
    left = msgspec.structs.replace(left, value=max(left.value - points, 0))
    play.emit(
        ShipHit(
            id, clause, struck.side, str(struck.penetration), str(armor), through, dice, special, points, left
        )
    )
    if special == "sinks" or left.value == 0 or left.draft == 0:
        sink(play, id, clause)


def after_special(play: Play, id: str, vessel: Vessel, special: str) -> Vessel:
    """What special damage leaves of a ship; a gun is named by a twenty-sided die among its guns."""
    turn = play.position.turn
    match special:
        case "draft":
            return msgspec.structs.replace(vessel, draft=max(vessel.draft - DRAFT_FEET, 0))
        case "steering":
            return msgspec.structs.replace(vessel, jammed=turn + STEERING_TURNS)
        case "stack":
            return msgspec.structs.replace(vessel, powerless=turn + STACK_TURNS)
        case "boiler":
            most = max(vessel.most - BOILER_KNOTS, 0)
            return msgspec.structs.replace(vessel, most=most, knots=min(vessel.knots, most))
        case "gun" if sum(vessel.guns):
            (die,) = play.roll(f"the gun of {id} that is hit", "XXVI.B/11", 1, 20)
            which = (die - 1) % sum(vessel.guns)
            left = list(vessel.guns)
            for index, number in enumerate(vessel.guns):
                if which < number:
                    left[index] -= 1
                    break
                which -= number
            return msgspec.structs.replace(vessel, guns=tuple(left))
        case _:
            return vessel


@rule("XXVI.E/1", "XXVI.E/2")
def lose_draft(play: Play, id: str, feet: int) -> None:
    """Feet of draft are gone; more than 5 at once also roll the torpedo column; at 0 a ship sinks."""
    if not feet:
        return
    vessel = play.position.units[id].vessel
    assert vessel is not None, "a ship has a vessel"
    left = msgspec.structs.replace(vessel, draft=max(vessel.draft - feet, 0))
    play.emit(ShipHit(id, "XXVI.E/1", "", "0", "0", True, (), "draft", 0, left))
    if left.draft == 0:
        sink(play, id, "XXVI.E/2")
    elif feet > HARD_RAM:
        strike(play, id, Struck("", Fraction(0), 0, True), "XXVI.E/2")


@rule("XXVI.B/8", "XXVI.E/2", "XVIII.A/2")
def sink(play: Play, id: str, clause: str) -> None:
    """A ship or craft sinks with all who are aboard."""
    for each in [unit for unit, by in play.position.aboard.items() if by == id]:
        play.emit(UnitGone(each, "destroyed", clause, play.position.units[each].men))
    play.emit(UnitGone(id, "destroyed", clause))


@rule("XXVI.B/1", "XXVI.B/6")
def shell(play: Play, firer: str, gun: str, feet: int, target: str) -> None:
    """A shell hits a ship."""
    position: Position = play.position
    unit, row = position.units[target], guns()[gun]
    side = side_struck(unit.body.centre_of(0), unit.facing, position.units[firer].body.centre)
    points = DAMAGE.get(row.pounds, (row.pounds + 15) // 10)
    strike(play, target, Struck(side, penetration(row, feet), points), "XXVI.B/6")
