"""The points of a melee: which men count, what they are worth, and what they cost the enemy."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from ironclad.domain.games.iron_brigade.board.charts import melee_casualties, melee_points
from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.rules.between import officers_with
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import cover_against
from ironclad.domain.games.iron_brigade.rules.items import Item, items
from ironclad.domain.kernel.board.plane import (
    BILLION,
    Point,
    Polygon,
    cross,
    direction,
    dot,
    is_within,
    minus,
)
from ironclad.domain.kernel.engine.citations import rule

TOUCH, BEHIND = 5, 100


@rule("IX.D/1", "G/7")
def touching(position: Position, id: str, foes: Sequence[str]) -> tuple[int, ...]:
    """The stands of a unit that touch a stand of one of its enemies in the melee."""
    there = [polygon for foe in foes for polygon in position.units[foe].body.polygons]
    return tuple(
        number
        for number, polygon in enumerate(position.units[id].body.polygons)
        if any(is_within(polygon, each, TOUCH) for each in there)
    )


@rule("IX.D/1", "IX.D/2")
def counting(position: Position, id: str, friends: Sequence[str], foes: Sequence[str]) -> tuple[int, ...]:
    """The stands of a unit that count: those in contact, and those directly behind such stands, of their own
    unit or of one before them.
    """
    unit = position.units[id]
    body = unit.body
    first = set(touching(position, id, foes))
    fronts = [
        (position.units[friend], number) for friend in friends for number in touching(position, friend, foes)
    ]
    behind = {
        number
        for number in range(len(unit.stands))
        if number not in first
        and any(_is_behind(body.centre_of(number), body.polygon_of(number), *front) for front in fronts)
    }
    return tuple(sorted(first | behind))


@rule("IX.D/2")
def _is_behind(centre: Point, polygon: Polygon, unit: Unit, number: int) -> bool:
    """Whether a stand is at most an inch from the rear edge of another one, its centre straight behind it."""
    body, stand = unit.body, unit.stands[number]
    if not is_within(polygon, body.polygon_of(number)[2:4], BEHIND):
        return False
    way, axis = minus(centre, body.centre_of(number)), direction(body.facing_of(number))
    return dot(axis, way) < 0 and 2 * abs(cross(axis, way)) <= stand.width * BILLION


@rule("IX.A/1", "IX.A/2", "IX.A/3", "X.B/1")
def each_man(position: Position, id: str) -> Fraction:
    """Points a man of a unit; men on foot fight as infantry."""
    unit, muster, chart = position.units[id], position.muster[id], melee_points()
    if unit.state in ("broken", "routed"):
        return chart["shaken"]
    if unit.guns is not None:
        return chart["gunner"]
    kind = muster.type if unit.mounted else "infantry"
    worth = chart[f"{kind}_skirmish" if unit.formation in ("skirmish", "scattered") else kind]
    lancers = "lancers" in muster.marks and muster.grade == "elite" and unit.mounted
    return worth + 1 if lancers else worth


@rule("IX.B/1", "IX.B/2", "IX.B/3", "IX.B/4", "IX.B/5")
def factors(
    position: Position, id: str, foes: Sequence[str], contacts: Sequence[Contact]
) -> tuple[Item, ...]:
    """The factors of a unit: against skirmishers, its charge, flank and rear, disorder, trenches."""
    unit = position.units[id]
    loose = ("skirmish", "scattered")
    formed = unit.formation not in loose and unit.guns is None
    against = formed and any(position.units[foe].formation in loose for foe in foes)
    charged = any(id in each.charged and each.rounds == 0 for each in contacts)
    struck = any(each.charger == id and each.side in ("flank", "rear") for each in contacts)
    works = any(
        each.charger == id and cover_against(position, each.target, id) == "trench" for each in contacts
    )
    return items(
        (against, "formed against skirmishers", Fraction(5, 4), "IX.B/1"),
        (charged, "charged", Fraction(5, 4), "IX.B/2"),
        (struck, "on flank or rear", Fraction(3, 2), "IX.B/3"),
        (unit.state == "disorganized", "disorganized", Fraction(1, 2), "IX.B/3"),
        (works, "against trenches", Fraction(3, 4), "IX.B/4"),
    )


@rule("IX.A/3", "IX.D/1", "IX.F/3")
def men_in_contact(position: Position, id: str, stands: Sequence[int]) -> int:
    """The men that fight: those on the stands that count, less guards; the crew of a battery."""
    unit = position.units[id]
    if unit.guns is not None:
        return unit.guns.men if stands else 0
    return max(sum(unit.stands[number].men for number in stands) - unit.guards, 0)


@rule("IX.A/3")
def officer_points(position: Position, id: str) -> Fraction:
    """The points of the officers who are with a unit."""
    return melee_points()["officer"] * len(officers_with(position, id))


@rule("IX.C/1", "IX.C/2")
def casualties_of(points: Fraction) -> int:
    """The men that points cost the enemy; fractions are dropped, more than 30 split into halves."""
    whole = floor(points)
    chart = melee_casualties()
    if whole > chart[-1][0]:
        return casualties_of(Fraction(whole // 2)) + casualties_of(Fraction(whole - whole // 2))
    return next(casualties for most, casualties in chart if whole <= most)


@rule("IX.C/4")
def shared(loss: int, men: Mapping[str, int], numbers: Mapping[str, int]) -> dict[str, int]:
    """A side's loss, shared among its units by their men in contact; what is left over goes to the most men,
    then to the lowest number.
    """
    total = sum(men.values())
    if not total:
        return dict.fromkeys(men, 0)
    found = {id: loss * count // total for id, count in men.items()}
    order = sorted(men, key=lambda id: (-men[id], numbers[id]))
    left = loss - sum(found.values())
    for index in range(left):
        found[order[index % len(order)]] += 1
    return found
