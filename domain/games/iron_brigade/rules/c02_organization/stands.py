"""Stands of units and their places in each formation, from the middle of the front edge."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.kernel.board.plane.bodies import Base, in_file, in_line, in_side_file, in_two_ranks
from ironclad.domain.kernel.board.tables import load_csv
from ironclad.domain.kernel.engine.citations import cite, rule

Formation = Literal["close", "open", "skirmish", "column", "flank_right", "flank_left"]
BatteryFormation = Literal["limbered", "unlimbered", "emplaced"]
GAP = 200
"""Between stands in skirmish order."""
APART = 150
"""Between a gun and its limber when they are unlimbered."""

cite(__name__, "II.D/1", where="data/stands.csv")


@dataclass(frozen=True)
class Size:
    """A stand's width and depth in hundredths of an inch, and the men on a full one."""

    width: int
    depth: int
    men: int


@cache
def sizes() -> dict[str, Size]:
    """The kinds of stands (II.D)."""
    chart = load_csv(DATA / "stands.csv", key=("stand",), numbers=("width", "depth", "men"))
    return {row["stand"]: Size(int(row["width"]), int(row["depth"]), int(row["men"])) for row in chart}


@rule("II.A/2", "II.B/1")
def stands_for(stand: Literal["infantry", "cavalry"], men: int) -> tuple[int, ...]:
    """The men on each stand of a regiment: full stands, and a short one at the end."""
    full = sizes()[stand].men
    whole, rest = divmod(men, full)
    return (full,) * whole + ((rest,) if rest else ())


@rule("II.A/3", "II.A/4", "II.A/5", "II.A/7", "G/55")
def formed(stand: Literal["infantry", "cavalry"], formation: Formation, count: int) -> tuple[Base, ...]:
    """The places of so many stands of a regiment in a formation.

    A flank column to the right marches to the right of its men, who face left of the march.
    """
    width, depth = sizes()[stand].width, sizes()[stand].depth
    match formation:
        case "close":
            return in_two_ranks(count, width, depth)
        case "open":
            return in_line(count, width, depth)
        case "skirmish":
            return in_line(count, width, depth, GAP)
        case "column":
            return in_file(count, width, depth)
        case "flank_right":
            return in_side_file(count, width, depth, 270)
        case "flank_left":
            return in_side_file(count, width, depth, 90)


@rule("II.C/1", "G/55")
def battery(formation: BatteryFormation) -> tuple[Base, ...]:
    """The places of a battery's stands: limber and gun, gun and limber, or the gun alone."""
    (gun,), (limber,) = single("gun"), single("limber")
    if formation == "limbered":
        return limber, replace(gun, ahead=gun.ahead - limber.depth)
    if formation == "unlimbered":
        return gun, replace(limber, ahead=limber.ahead - gun.depth - APART)
    return (gun,)


@rule("G/55")
def single(stand: str) -> tuple[Base, ...]:
    """The place of a stand that is a unit by itself. Raises KeyError for an unknown kind."""
    size = sizes()[stand]
    return (Base(size.width, size.depth, -size.depth // 2, 0),)
