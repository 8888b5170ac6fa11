"""Speeds: how many hundredths of an inch a unit goes in a turn on each ground."""

from dataclasses import dataclass, replace
from typing import Literal

from ironclad.domain.games.iron_brigade.board.charts import Ground, speeds
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import Kind
from ironclad.domain.kernel.engine.citations import cite, rule

Arm = Literal[
    "infantry", "cavalry", "horse_artillery", "field_artillery", "heavy_artillery", "light_artillery",
    "siege_artillery", "mule_artillery",
]  # fmt: skip
"""The rows of the table. Men in the saddle are cavalry, wagons are heavy artillery, as the table says."""
Formation = Literal["skirmish", "line", "column"]
INCH = 100
LIKE: dict[str, str] = {"siege_artillery": "heavy_artillery", "mule_artillery": "heavy_artillery"}
"""Rows that others are derived from: half the speed of wagons (XXI.B), guns on mules (XXII)."""
MULES: dict[Kind, int] = {"rough": 750, "steep": 750, "normal_woods": 150, "dense_woods": 100}
GROUND: dict[Kind, Ground] = {
    "field": "field",
    "rough": "rough",
    "steep": "rough",
    "swamp": "swamp",
    "dense_woods": "dense_woods",
    "normal_woods": "normal_woods",
}


@dataclass(frozen=True)
class Pace:
    """How a unit goes: its row of the table, its formation, and whether it crosses a fence or wall this turn.

    Wagons and limbered artillery are columns.
    """

    arm: Arm
    formation: Formation
    crosses_fence: bool = False

    @property
    def on_foot(self) -> bool:
        """Whether these are men on foot: they may sidestep, and a fence does not slow them."""
        return self.arm == "infantry"

    def formed(self, formation: Formation) -> "Pace":
        """The pace of the same unit in another formation."""
        return replace(self, formation=formation)


OFFICER = Pace("cavalry", "column")
"""Officers and orderlies."""
cite(__name__, "III.F/10", where="speeds.OFFICER")


@rule("XXI.B/1", "XXII.A/1", "XXII.B/1", "III.A/3", "III.A/7", "III.E/1", "III.E/3", "III.F/12", "XI.B/2")
def speed(pace: Pace, ground: Kind) -> int:
    """Hundredths of an inch a turn on a ground off the road; 0 where the unit may not go.

    A bridge bears nobody here: it is crossed at the speed of the road (`road_speed`).
    """
    row = speeds()[LIKE.get(pace.arm, pace.arm), pace.formation]
    rough = INCH * (row["rough"] or 0)
    if ground in ("ford", "fordable_river"):
        return rough // 2
    if ground not in GROUND:
        return 0
    there = INCH * (row[GROUND[ground]] or 0)
    if pace.arm == "siege_artillery":
        there, rough = there // 2, rough // 2
    if pace.arm == "mule_artillery":
        there, rough = MULES.get(ground, there), MULES["rough"]
    return min(there, rough) if pace.crosses_fence and not pace.on_foot else there


@rule("III.A/3", "III.F/11", "III.F/13", "III.F/14")
def road_speed(pace: Pace) -> int | None:
    """Hundredths of an inch a turn on a road or a bridge, or None for a unit that is no column."""
    inches = speeds()[LIKE.get(pace.arm, pace.arm), pace.formation]["road"]
    if inches is None:
        return None
    if pace.arm == "siege_artillery":
        return speed(pace, "rough") if pace.crosses_fence else INCH * inches // 2
    return speed(pace, "rough") if pace.crosses_fence and not pace.on_foot else INCH * inches
