"""The check of a set-up before turn 1: everything that is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ironclad.domain.games.iron_brigade.board.charts import Grade
from ironclad.domain.games.iron_brigade.rules.troops import quality_of
from ironclad.domain.kernel.board.plane import Polygon, is_within, overlap
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.cover import lies_in
from ironclad.domain.kernel.engine.citations import rule

FEWEST_MEN, MOST_MEN = 12, 24
MOST_UNITS = 200
SLACK = 5
"""Stands that lie on each other by more than this overlap (G/8)."""


@dataclass(frozen=True)
class Troops:
    """What a regiment or battery brings: its morale value, grade, and men where it is a regiment."""

    value: int
    grade: Grade | None
    irregular: bool = False
    men: int | None = None


@dataclass(frozen=True)
class Placed:
    """A unit in a set-up: where it is, the zone of its side, and its troops if it has morale."""

    id: str
    body: Body
    zone: Polygon
    troops: Troops | None = None


@rule("II.A/1", "II.B/1", "S/29", "G/8")
def setup_faults(units: Sequence[Placed]) -> list[str]:
    """All that is wrong with a set-up, unit by unit, and then the pairs that overlap; empty if nothing is.

    Too many units are named alone: they are not looked at any further.
    """
    if len(units) > MOST_UNITS:
        return [f"{len(units)} units; at most {MOST_UNITS} are allowed"]
    ids = [unit.id for unit in units]
    faults = [f"{id}: several units have this id" for id in sorted({id for id in ids if ids.count(id) > 1})]
    for unit in units:
        faults += [f"{unit.id}: {fault}" for fault in _faults_of(unit)]
    polygons = [unit.body.polygons for unit in units]
    for (one, first), (other, second) in combinations(zip(units, polygons, strict=True), 2):
        if any(is_within(a, b, 0) and overlap(a, b, SLACK) for a in first for b in second):
            faults.append(f"{one.id} and {other.id}: their stands overlap")
    return faults


def _faults_of(unit: Placed) -> list[str]:
    faults = []
    troops = unit.troops
    if troops is not None:
        if troops.men is not None and not FEWEST_MEN <= troops.men <= MOST_MEN:
            faults.append(f"{troops.men} men; a regiment starts with {FEWEST_MEN} to {MOST_MEN}")
        try:
            quality_of(troops.value, troops.grade, troops.irregular)
        except ValueError as wrong:
            faults.append(str(wrong))
    polygons = unit.body.polygons
    outside = [number for number, each in enumerate(polygons, 1) if not lies_in(each, unit.zone)]
    if outside:
        faults.append(f"not wholly in its side's zone: stand {', '.join(map(str, outside))}")
    if any(overlap(one, other, SLACK) for one, other in combinations(polygons, 2)):
        faults.append("its own stands overlap")
    return faults
