"""Forts entered and taken, garrisons that drop SP on their way, and railroads destroyed."""

import pytest

from ironclad.domain.games.war_between_the_states.position.document import problems, to_document
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.state import Position, garrison_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import PiecesMoved
from ironclad.domain.games.war_between_the_states.rules.c13_forts.events import (
    PiecesSheltered,
    WorkTaken,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.events import RailCut
from tests.games.war_between_the_states.table import Table, armed, led

HOME, ROAD = "C2206", "C2205"
JUNCTION = "C2409"  # Manassas


def field() -> Position:
    return Position("manassas_1861").copy()


def moving(position: Position) -> Table:
    table = Table("manassas_1861", document=to_document(position))
    table.give("union", {"type": "declare_spans"})
    return table


def shelter(*pieces: str, inside: bool = True) -> dict[str, object]:
    return {"type": "shelter", "pieces": pieces, "inside": inside}


def take(hex: str, keep: bool, facing: str = "") -> dict[str, object]:
    return {"type": "take_work", "hex": hex, "keep": keep, "facing": facing}


def unit(id: str) -> dict[str, str]:
    return {"type": "command_unit", "unit": id}


@pytest.mark.rule("13.12/1", "13.21/1", "3.25/8", "16.11/1")
def test_units_go_into_their_fort_and_out_without_a_command() -> None:
    position = field()
    position.works[HOME] = Work("union", "fort")
    corps = led(position, "union", HOME, "Banks", "corps", (4, 4))
    (garrison,) = armed(position, "union", HOME, garrison=(3,))
    (more,) = armed(position, "union", HOME, garrison=(2,))
    position.units[more] = position.units[more].with_(inside=True)
    table = moving(position)
    assert table.refused("union", shelter(corps, garrison)) == "13.21/1"
    assert table.refused("union", shelter("union_infantry_1")) == "16.11/1"
    assert table.refused("union", shelter(more)) == "13.12/1"
    went = table.one(PiecesSheltered, table.give("union", shelter(corps)))
    assert set(went.pieces) == {corps, "union_infantry_1", "union_infantry_2"}
    assert garrison_of(table.position, HOME) == 10
    table.give("union", shelter(corps, inside=False))
    merged = table.one(PiecesSheltered, table.give("union", shelter(garrison)))
    assert merged.merged == {garrison: more}
    assert table.position.units[more].strength == 5
    assert not list(problems(table.position))


@pytest.mark.rule("13.12/1", "13.3/3")
def test_nobody_goes_into_or_out_of_what_is_no_own_fort_or_besieged() -> None:
    position = field()
    position.works[HOME] = Work("confederate", "fort")
    (division,) = armed(position, "union", HOME, infantry=(4,))
    assert moving(position).refused("union", shelter(division)) == "13.12/1"
    position.works[HOME] = Work("union", "fort")
    position.units[division] = position.units[division].with_(inside=True)
    armed(position, "confederate", HOME, infantry=(4,))
    assert moving(position).refused("union", shelter(division, inside=False)) == "13.3/3"


@pytest.mark.rule("13.15/1", "13.15/2", "13.15/3", "11.21/1", "11.21/2", "10.33/2")
def test_an_empty_enemy_fort_is_taken_or_removed() -> None:
    position = field()
    position.works[ROAD] = Work("confederate", "fort")
    led(position, "confederate", ROAD, "Lee")
    position.leaders["Lee"] = position.leaders["Lee"].with_(inside=True)
    (division,) = armed(position, "union", HOME, infantry=(4,))
    table = moving(position)
    assert table.refused("union", take(ROAD, True)) == "13.15/1"
    assert table.refused("union", take(HOME, True)) == "13.15/1"
    table.give("union", unit(division))
    moved = table.one(
        PiecesMoved, table.give("union", {"type": "move_pieces", "pieces": [division], "path": [ROAD]})
    )
    assert moved.captured == ("Lee",)
    assert table.refused("union", take(ROAD, True, "water")) == "11.21/1"
    kept = table.one(WorkTaken, table.give("union", take(ROAD, True)))
    assert (kept.grade, table.position.works[ROAD].side) == ("fort", "union")
    position.units[division] = position.units[division].with_(hex=ROAD)
    del position.leaders["Lee"]
    table = moving(position)
    table.give("union", take(ROAD, False))
    assert not table.position.works
    armed(position, "confederate", ROAD, garrison=(1,))
    position.units["confederate_garrison_1"] = position.units["confederate_garrison_1"].with_(inside=True)
    assert moving(position).refused("union", take(ROAD, True)) == "13.15/1"


@pytest.mark.rule("3.25/7")
def test_a_garrison_drops_points_where_it_leaves() -> None:
    position = field()
    (garrison,) = armed(position, "union", HOME, garrison=(5,))
    (division,) = armed(position, "union", HOME, infantry=(4,))
    table = moving(position)
    table.give("union", unit(garrison))
    move = {"type": "move_pieces", "pieces": [garrison], "path": [ROAD]}
    assert table.refused("union", {**move, "leaving": {garrison: 5}}) == "3.25/7"
    assert table.refused("union", {**move, "leaving": {division: 1}}) == "3.25/7"
    moved = table.one(PiecesMoved, table.give("union", {**move, "leaving": {garrison: 2}}))
    ((left, (whole, strength)),) = moved.dropped.items()
    assert (whole, strength) == (garrison, 2)
    units = table.position.units
    assert (units[garrison].hex, units[garrison].strength) == (ROAD, 3)
    assert (units[left].hex, units[left].strength) == (HOME, 2)
    assert table.refused("union", unit(left)) == "6.0/2"
    assert not list(problems(table.position))


@pytest.mark.rule("R.2/3", "R.2/4")
def test_a_unit_destroys_the_railroad_for_a_point() -> None:
    position = field()
    division, brigade = armed(position, "union", JUNCTION, infantry=(5, 1))
    (garrison,) = armed(position, "union", JUNCTION, garrison=(2,))
    table = moving(position)
    cut = {"type": "cut_rail", "unit": division}
    assert table.refused("union", cut) == "R.2/3"
    table.give("union", unit(division))
    done = table.one(RailCut, table.give("union", cut))
    assert (done.hex, done.spent) == (JUNCTION, 2)
    assert table.position.cuts == (JUNCTION,)
    assert table.position.phase is not None
    assert table.position.phase.trips[division].spent == 2
    assert table.refused("union", cut) == "R.2/3"
    table.give("union", unit(brigade))
    assert table.refused("union", {"type": "cut_rail", "unit": brigade}) == "R.2/3"
    assert table.refused("union", {"type": "cut_rail", "unit": garrison}) == "R.2/3"
