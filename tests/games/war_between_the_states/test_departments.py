"""Departments that move, forts in stages, bases (R.8)."""

import pytest

from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import sources
from ironclad.domain.games.war_between_the_states.rules.c24_departments.events import StagePaid
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    departments_of,
    working,
)
from tests.games.war_between_the_states.campaign import (
    NASHVILLE,
    RICHMOND,
    ST_LOUIS,
    WASHINGTON,
    blank,
    opened,
    turn_of,
)
from tests.games.war_between_the_states.table import armed

ALEXANDRIA, NEW_BERN, PETERSBURG = "C2609", "C3426", "C2518"


def build(hex: str, facing: str = "") -> dict[str, str]:
    return {"type": "build_work", "hex": hex, "facing": facing}


def held(turn: int = 1) -> Position:
    """Alexandria with Union troops in it."""
    position = blank(turn)
    armed(position, "union", ALEXANDRIA, infantry=(3,))
    position.owners[ALEXANDRIA] = "union"
    return position


@pytest.mark.rule("R.8/1", "R.8/2", "R.8/3")
def test_departments_work_in_their_owners_hands() -> None:
    position = blank()
    assert len(departments_of(position, "union")) == 14
    assert len(departments_of(position, "confederate")) == 18
    position.owners[NASHVILLE] = "union"
    assert NASHVILLE not in working(position, "confederate") | working(position, "union")
    retaken = blank()
    assert NASHVILLE in working(retaken, "confederate")
    besieged = blank()
    besieged.works[RICHMOND] = Work("confederate", "fort")
    (inside,) = armed(besieged, "confederate", RICHMOND, garrison=(3,))
    besieged.units[inside] = besieged.units[inside].with_(inside=True)
    armed(besieged, "union", RICHMOND, infantry=(5,))
    assert RICHMOND not in working(besieged, "confederate")


@pytest.mark.rule("R.8/4", "R.8/3")
def test_a_closed_department_moves() -> None:
    def move(department: str, hex: str) -> dict[str, str]:
        return {"type": "move_department", "department": department, "hex": hex}

    early = blank(turn_of(13, 61))
    early.owners[NASHVILLE] = "union"
    table = opened(early, "production", "confederate")
    assert table.refused("confederate", move(NASHVILLE, PETERSBURG)) == "R.8/4"
    position = blank(turn_of(1, 62))
    position.owners |= {NASHVILLE: "union", "A5625": "union"}
    table = opened(position, "production", "confederate")
    assert table.refused("confederate", move(RICHMOND, PETERSBURG)) == "R.8/4"  # it is open
    assert table.refused("confederate", move(NASHVILLE, RICHMOND)) == "R.8/4"  # there is one
    assert table.refused("confederate", move(NASHVILLE, "C2512")) == "R.8/4"  # no city
    assert table.refused("confederate", move(NASHVILLE, WASHINGTON)) == "R.8/4"
    assert table.refused("confederate", move(PETERSBURG, PETERSBURG)) == "R.8/4"
    table.give("confederate", move(NASHVILLE, PETERSBURG))
    assert table.position.supply["confederate"] == 80
    assert PETERSBURG in working(table.position, "confederate")
    assert PETERSBURG in sources(table.position, "confederate")
    assert NASHVILLE not in departments_of(table.position, "confederate")
    assert table.refused("confederate", move("A5625", "C0538")) == "R.8/4"  # once a cycle
    moved = table.position.copy()
    moved.owners = {PETERSBURG: "union"}
    moved.construction = moved.construction.with_(movers=())
    table = opened(moved, "production", "confederate")
    table.give("confederate", move(PETERSBURG, "C0538"))
    assert table.position.construction.moved == {NASHVILLE: "C0538"}


@pytest.mark.rule("R.8/7", "R.8/8", "11.21/1")
def test_a_fort_takes_two_stages() -> None:
    table = opened(held(), "production", "union")
    assert table.refused("union", build("C2806")) == "R.8/7"  # nobody is there
    assert table.refused("union", build(ALEXANDRIA, "C2608-C2609")) == "R.8/7"  # not finished
    paid = table.one(StagePaid, table.give("union", build(ALEXANDRIA)))
    assert (paid.grade, paid.supply) == ("", 10)
    assert table.refused("union", build(ALEXANDRIA)) == "R.8/7"  # once in a strategic turn
    later = held(5)
    later.construction = table.position.construction.with_(worked=())
    table = opened(later, "production", "union")
    assert table.refused("union", build(ALEXANDRIA, "water")) == "11.21/1"
    table.give("union", build(ALEXANDRIA, "C2608-C2609"))
    assert table.position.works[ALEXANDRIA] == Work("union", "fort", "C2608-C2609")
    assert not table.position.construction.stages


@pytest.mark.rule("R.8/7")
def test_a_fort_of_a_city_becomes_a_fortress() -> None:
    position = held()
    position.works[ALEXANDRIA] = Work("union", "fort")
    armed(position, "union", WASHINGTON, infantry=(3,))
    position.works[WASHINGTON] = Work("union", "fort", "C2608-C2609")
    table = opened(position, "production", "union")
    assert table.refused("union", build(ALEXANDRIA)) == "R.8/7"  # a town
    table.give("union", build(WASHINGTON))
    second = table.position.copy()
    second.construction = second.construction.with_(worked=())
    table = opened(second, "production", "union")
    table.give("union", build(WASHINGTON))
    assert table.position.works[WASHINGTON] == Work("union", "fortress", "C2608-C2609")
    assert table.position.supply["union"] == 80
    table.position.construction = table.position.construction.with_(worked=())
    assert table.refused("union", build(WASHINGTON)) == "R.8/7"


@pytest.mark.rule("R.8/8", "3.26/1")
def test_where_no_fort_is_built() -> None:
    position = held()
    position.works[ALEXANDRIA] = Work("union", "fort")
    (inside,) = armed(position, "union", ALEXANDRIA, garrison=(2,))
    position.units[inside] = position.units[inside].with_(inside=True)
    del position.units["union_infantry_1"]
    armed(position, "confederate", ALEXANDRIA, infantry=(5,))
    assert opened(position, "production", "union").refused("union", build(ALEXANDRIA)) == "R.8/8"
    full = held()
    full.construction = full.construction.with_(
        stages=dict.fromkeys(("C2806", "C3401", "A2712", "A3005"), "union")
    )
    for hex in ("A3219", "A4506", "A5309", "A5905", "C0904", "C1201", "C2608", "A0705"):
        full.works[hex] = Work("union", "fort")
    assert opened(full, "production", "union").refused("union", build(ALEXANDRIA)) == "R.8/8"
    poor = held()
    poor.supply["union"] = 9
    assert opened(poor, "production", "union").refused("union", build(ALEXANDRIA)) == "R.7/9"


@pytest.mark.rule("R.8/5", "R.12/1")
def test_bases() -> None:
    def base(hex: str) -> dict[str, str]:
        return {"type": "place_base", "hex": hex}

    position = blank()
    armed(position, "union", NEW_BERN, infantry=(3, 1), garrison=(9,))
    armed(position, "union", ST_LOUIS, infantry=(9,))
    position.owners[NEW_BERN] = "union"
    table = opened(position, "production", "union")
    assert table.refused("union", base(NEW_BERN)) == "R.8/5"  # 4 infantry SP
    assert table.refused("union", base(ST_LOUIS)) == "R.8/5"
    position = table.position.copy()
    armed(position, "union", NEW_BERN, infantry=(1,))
    table = opened(position, "production", "union")
    table.give("union", base(NEW_BERN))
    assert table.position.bases == {NEW_BERN: 0}
    assert table.position.supply["union"] == 90
    assert table.refused("union", base(NEW_BERN)) == "R.8/5"
    other = opened(blank(), "production", "confederate")
    assert other.refused("confederate", base("C3119")) == "R.8/5"
