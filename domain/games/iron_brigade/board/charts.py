"""The charts: speeds, small arms, guns, grades, results of morale checks.

Decimals are exact fractions, lengths are in whole inches as printed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, cast

from ironclad.domain.kernel.board.tables import Chart, ChartError, load_csv
from ironclad.domain.kernel.engine.citations import cite

DATA = Path(__file__).parents[1] / "data"

Grade = Literal["green", "regular", "elite", "crack"]
GRADES: tuple[Grade, ...] = ("green", "regular", "elite", "crack")
Ground = Literal["field", "road", "rough", "swamp", "dense_woods", "normal_woods"]
GROUNDS: tuple[Ground, ...] = ("field", "road", "rough", "swamp", "dense_woods", "normal_woods")
Result = Literal["routed", "broken", "disorganized", "halted", "good", "advance"]
RESULTS: tuple[Result, ...] = ("routed", "broken", "disorganized", "halted", "good", "advance")

cite(__name__, *(f"III.F/{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9)), where="data/movement.csv")
cite(__name__, *(f"IV.A/{number}" for number in range(1, 6)), where="data/small_arms.csv")
cite(__name__, "IV.C/1", "IV.C/2", where="data/fire_factors.csv")
cite(__name__, *(f"V.E/{number}" for number in (1, *range(3, 34))), where="data/guns.csv")
cite(__name__, "VII.B/1", where="data/grades.csv")
cite(__name__, "VIII.C/4", "VIII.C/5", "VIII.C/6", where="data/charge_results.csv")
cite(__name__, "IX.A/1", "IX.A/2", "IX.A/3", where="data/melee_points.csv")
cite(__name__, "IX.C/1", where="data/melee_casualties.csv")


@dataclass(frozen=True)
class Gun:
    """A row of the artillery chart. Factors are by whole feet of range, from the first foot."""

    name: str
    kind: str
    pounds: int
    rifled: bool
    alternate: bool
    troops: tuple[int, ...]
    counter_battery: tuple[int, ...]


@dataclass(frozen=True)
class GradeRow:
    """The range of a grade's morale value, its further dice in a check, and batteries for a point of loss."""

    lowest: int
    highest: int
    dice: int
    batteries: int


@dataclass(frozen=True)
class ResultRow:
    """A result of a morale check for totals from `lowest` to `highest`; None is no bound."""

    lowest: int | None
    highest: int | None
    result: Result
    dice: int


@cache
def speeds() -> Mapping[tuple[str, str], Mapping[Ground, int | None]]:
    """Inches a turn by class and formation, for each ground; None for an empty cell (III.F)."""
    chart = load_csv(DATA / "movement.csv", key=("class", "formation"))
    return {
        (row["class"], row["formation"]): {ground: _whole(chart, row[ground]) for ground in GROUNDS}
        for row in chart
    }


@cache
def small_arms() -> Mapping[str, tuple[tuple[int, int], ...]]:
    """For each weapon its bands that have a factor: the upper end in inches, and the factor (IV.A)."""
    chart = load_csv(DATA / "small_arms.csv", key=("weapon",))
    ends = [(column, int(column.removeprefix("to_"))) for column in chart.columns[1:]]
    found = {}
    for row in chart:
        bands = ((end, _whole(chart, row[column])) for column, end in ends)
        found[row["weapon"]] = tuple((end, factor) for end, factor in bands if factor is not None)
    return found


@cache
def fire_factors() -> tuple[Fraction, ...]:
    """The factor for so many men that fire, from 0 to 30 (IV.C)."""
    chart = load_csv(DATA / "fire_factors.csv", key=("men",), numbers=("men",))
    if [int(row["men"]) for row in chart] != list(range(1, len(chart) + 1)):
        raise ChartError("fire_factors.csv: the men are numbered from 1 without a gap")
    return (Fraction(0), *(Fraction(row["factor"]) for row in chart))


@cache
def guns() -> Mapping[str, Gun]:
    """The artillery chart by gun (V.E)."""
    flags = {"rifled": ("0", "1"), "alternate": ("0", "1")}
    chart = load_csv(DATA / "guns.csv", key=("gun",), allowed=flags, numbers=("pounds",))
    return {
        row["gun"]: Gun(
            row["name"],
            row["class"],
            int(row["pounds"]),
            row["rifled"] == "1",
            row["alternate"] == "1",
            tuple(map(int, row["troops"].split())),
            tuple(map(int, row["counter_battery"].split())),
        )
        for row in chart
    }


@cache
def grades() -> Mapping[str, GradeRow]:
    """The grades, and the mark `irregular` (VII.B)."""
    chart = load_csv(
        DATA / "grades.csv",
        key=("grade",),
        allowed={"grade": (*GRADES, "irregular")},
        numbers=("lowest", "highest", "dice", "batteries"),
    )
    return {
        row["grade"]: GradeRow(
            int(row["lowest"]), int(row["highest"]), int(row["dice"]), int(row["batteries"])
        )
        for row in chart
    }


@cache
def morale_results() -> tuple[ResultRow, ...]:
    """The results of a morale check from the lowest total up; they leave no total out (VII.E)."""
    chart = load_csv(
        DATA / "morale_results.csv", key=("result",), allowed={"result": RESULTS}, numbers=("dice",)
    )
    rows = tuple(
        ResultRow(
            _whole(chart, row["lowest"]),
            _whole(chart, row["highest"]),
            cast(Result, row["result"]),
            int(row["dice"]),
        )
        for row in chart
    )
    follows = all(
        one.highest is not None and one.highest + 1 == next_one.lowest for one, next_one in pairwise(rows)
    )
    if not follows or rows[0].lowest is not None or rows[-1].highest is not None:
        raise ChartError("morale_results.csv: each total must have one result")
    return rows


@dataclass(frozen=True)
class ChargeRow:
    """A result of a charge roll for totals up to `highest` (None: no bound), and the bonus that it gives."""

    result: str
    highest: int | None
    bonus: int


@cache
def charge_results() -> tuple[ChargeRow, ...]:
    """The results of a charge roll from the lowest total up; they leave no total out (VIII.C)."""
    chart = load_csv(DATA / "charge_results.csv", key=("result",), numbers=("bonus",))
    rows = [(row, _whole(chart, row["lowest"]), _whole(chart, row["highest"])) for row in chart]
    follows = all(one[2] is not None and one[2] + 1 == other[1] for one, other in pairwise(rows))
    if not follows or rows[0][1] is not None or rows[-1][2] is not None:
        raise ChartError("charge_results.csv: each total must have one result")
    return tuple(
        ChargeRow(row["result"].removesuffix("_well"), highest, int(row["bonus"])) for row, _, highest in rows
    )


@cache
def melee_points() -> Mapping[str, Fraction]:
    """Points a man by the kind of troops (IX.A)."""
    chart = load_csv(DATA / "melee_points.csv", key=("troops",))
    return {row["troops"]: Fraction(row["points"]) for row in chart}


@cache
def melee_casualties() -> tuple[tuple[int, int], ...]:
    """Points up to which a side costs its enemy so many men (IX.C)."""
    chart = load_csv(DATA / "melee_casualties.csv", key=("to",), numbers=("to", "casualties"))
    return tuple((int(row["to"]), int(row["casualties"])) for row in chart)


def _whole(chart: Chart, cell: str) -> int | None:
    """A whole number that is not negative, or None for an empty cell."""
    if not cell:
        return None
    if not cell.isdecimal():
        raise ChartError(f"{chart.origin.name}: {cell!r} is not a whole number")
    return int(cell)
