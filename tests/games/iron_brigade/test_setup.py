"""Stands, formations and the check of a set-up."""

import json
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.games.iron_brigade.rules.c02_organization.setup import Placed, Troops, setup_faults
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import (
    battery,
    formed,
    single,
    sizes,
    stands_for,
)
from ironclad.domain.kernel.board.plane.bodies import Body, in_line
from tests.games.iron_brigade.test_geometry_vectors import BATTERY, FORMATIONS, SIZES

ZONE = ((0, 0), (6000, 0), (6000, 4800), (0, 4800))
SCENARIOS = {
    each["id"]: each
    for each in json.loads((DATA / "scenarios.json").read_text(encoding="utf-8"))["scenarios"]
}


def regiment(id: str = "a", x: int = 3000, **changes: Any) -> Placed:
    troops = Troops(**{"value": 36, "grade": "regular", "men": 24, **changes})
    return Placed(id, Body((x, 2000), 0, formed("infantry", "close", 6)), ZONE, troops)


@pytest.mark.rule("II.D/1", "II.A/2", "II.B/1")
def test_stands() -> None:
    for kind, size in SIZES.items():
        assert (sizes()[kind].width, sizes()[kind].depth) == size
    assert stands_for("infantry", 24) == (4,) * 6
    assert stands_for("infantry", 18) == (4, 4, 4, 4, 2)
    assert stands_for("cavalry", 13) == (2,) * 6 + (1,)


@pytest.mark.rule("II.A/3", "II.A/4", "II.A/5", "II.A/7", "II.C/1", "G/55")
def test_formations() -> None:
    for name, bases in FORMATIONS.items():
        assert formed("infantry", name, 5) == bases(5, 200, 60)  # type: ignore[arg-type]
    left, right = formed("infantry", "flank_left", 3), formed("infantry", "flank_right", 3)
    assert [(base.turn, base.ahead) for base in left] == [(90, -100), (90, -300), (90, -500)]
    assert [(base.turn, base.ahead) for base in right] == [(270, -100), (270, -300), (270, -500)]
    for name, bases in BATTERY.items():
        assert battery(name) == bases  # type: ignore[arg-type]
    assert [base.ahead for base in battery("emplaced")] == [-75]
    assert [base.ahead for base in single("officer")] == [-50]


@pytest.mark.rule("S/29", "II.A/1")
def test_a_good_set_up() -> None:
    assert setup_faults([]) == []
    assert setup_faults([regiment("a", 3000), regiment("b", 3600)]) == [], "they touch"


@pytest.mark.rule("S/29", "II.A/1", "G/8")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([regiment(men=11)], ["a: 11 men; a regiment starts with 12 to 24"]),
        ([regiment(men=25)], ["a: 25 men"]),
        ([regiment(men=12), regiment("b", 3700, men=None)], []),
        ([regiment(value=41)], ["a: a morale value of 41 is not in the range of regular troops"]),
        ([regiment(x=299)], ["a: not wholly in its side's zone: stand 1, 4"]),
        ([regiment(x=300)], []),
        ([regiment("a", 3000), regiment("b", 3595)], []),
        ([regiment("a", 3000), regiment("b", 3594)], ["a and b: their stands overlap"]),
        ([regiment("a", 3000), regiment("a", 3700)], ["a: several units have this id"]),
        (
            [Placed("a", Body((3000, 2000), 0, in_line(2, 200, 60, gap=-6)), ZONE)],
            ["a: its own stands overlap"],
        ),
        ([regiment()] * 201, ["201 units; at most 200 are allowed"]),
        (
            [regiment(x=100, men=30, value=60), regiment("b", 200)],
            [
                "a: 30 men",
                "a: a morale value of 60",
                "a: not wholly",
                "b: not wholly",
                "a and b: their stands",
            ],
        ),
    ],
)
def test_every_fault_of_a_set_up_is_named(units: list[Placed], expected: list[str]) -> None:
    found = setup_faults(units)
    assert len(found) == len(expected), found
    for fault, start in zip(found, expected, strict=True):
        assert fault.startswith(start)


def placed(scenario: dict[str, Any], unit: dict[str, Any]) -> Placed:
    kind, formation = unit["type"], unit.get("formation", "single")
    troops = None
    if "grade" in unit:
        men = unit["men"] if kind in ("infantry", "cavalry") else None
        troops = Troops(unit["value"], unit["grade"], unit.get("irregular", False), men)
    if kind in ("infantry", "cavalry"):
        bases = formed(kind, formation, len(stands_for(kind, unit["men"])))
    else:
        bases = battery(formation) if kind == "battery" else single(kind)
    zone = tuple(map(tuple, scenario["sides"][unit["side"]]["zone"]))
    return Placed(unit["id"], Body(tuple(unit["at"]), unit["facing"], bases), zone, troops)


@pytest.mark.rule("S/29")
@pytest.mark.parametrize("name", ["first_shots", "brawner_farm", "millers_mill"])
def test_a_scenario_has_no_fault(name: str) -> None:
    scenario = SCENARIOS[name]
    units = [placed(scenario, unit) for unit in scenario["units"]]
    assert len(units) >= 6
    assert setup_faults(units) == []
    # The same with one unit moved onto the next one of its side is refused.
    first, second = units[:2]
    onto = Placed(
        first.id, Body(second.body.at, second.body.facing, first.body.bases), first.zone, first.troops
    )
    assert f"{first.id} and {second.id}: their stands overlap" in setup_faults([onto, *units[1:]])
