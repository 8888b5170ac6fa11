"""What a unit is when it fires, is fired at, or checks morale."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ironclad.domain.games.iron_brigade.board.charts import Grade, grades
from ironclad.domain.games.iron_brigade.rules.items import Item
from ironclad.domain.kernel.engine.citations import rule

Cover = Literal["none", "soft", "hard", "trench"]
Order = Literal["close", "open", "skirmish", "column"]


@dataclass(frozen=True)
class Quality:
    """A unit's grade, and whether it is irregular besides."""

    grade: Grade
    irregular: bool = False


@rule("VII.B/2")
def quality_of(value: int, grade: Grade | None, irregular: bool) -> Quality:
    """The quality of a unit with this morale value, where `grade` may be missing for irregulars alone.

    Raises ValueError for a value outside all ranges that the unit may use, and for a unit with no grade.
    """
    if grade is None and not irregular:
        raise ValueError("a unit has a grade or is irregular")
    if irregular and grade in ("elite", "crack"):
        raise ValueError(f"{grade} troops are not irregular")
    allowed = [each for each in (grade, "irregular" if irregular else None) if each]
    if not any(grades()[each].lowest <= value <= grades()[each].highest for each in allowed):
        raise ValueError(f"a morale value of {value} is not in the range of {' or '.join(allowed)} troops")
    if grade is None:
        grade = "green" if value <= grades()["green"].highest else "regular"
    return Quality(grade, irregular)


@rule("VII.B/3")
def default_value(grade: Grade | Literal["irregular"]) -> int:
    """The morale value where a scenario gives none: the middle of the range, rounded down."""
    row = grades()[grade]
    return (row.lowest + row.highest) // 2


@rule("IV.B/4", "VII.D/3")
def battery_points(quality: Quality, batteries: int) -> int:
    """How many points so many enemy batteries that fire on a unit count, fractions up."""
    return -(-batteries // grades()[quality.grade].batteries)


@rule("IV.D/4", "V.B/4", "V.B/5", "G/48")
def rank_items(ranks: int, flank: bool, rules: tuple[str, str]) -> tuple[Item, ...]:
    """The multiplier for a target's ranks within 4 inches; none under flank fire.

    `rules` are the clauses for 3 or 4 ranks, and for more.
    """
    if flank or ranks < 3:
        return ()
    if ranks <= 4:
        return (Item("3 or 4 ranks deep", Fraction(3, 2), rules[0]),)
    return (Item("5 or more ranks deep", Fraction(9, 5), rules[1]),)
