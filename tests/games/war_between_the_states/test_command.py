"""Who commands what: the examples of 10.1 and 10.13, spans and their declaration."""

import pytest

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.document import to_document
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import (
    force_of,
    headquarters_of,
    rating,
    reaches,
)
from tests.games.war_between_the_states.table import Table, armed, led

MAP = load_map()
HOME = "C2206"  # in clear ground, with open hexsides
CORPS = ("Reynolds", "Hancock", "Sickles", "Sykes", "Sedgwick")


def near(position: Position, count: int) -> list[str]:
    return [hex for hex in MAP.neighbours[HOME] if reaches(position, "union", HOME, hex)][:count]


def field() -> Position:
    return Position("manassas_1861").copy()


def at(position: Position) -> Table:
    table = Table("manassas_1861", document=to_document(position))
    assert table.asked == [("union", "spans")]
    return table


def spans(**declared: tuple[str, ...]) -> dict[str, object]:
    return {"type": "declare_spans", "spans": declared}


@pytest.mark.rule("10.1/1", "10.1/2", "10.1/13", "5.25/1")
def test_burnside_commands_his_corps_and_two_divisions_beside_it() -> None:
    position = field()
    corps = led(position, "union", HOME, "Burnside", "corps", (5, 5, 5))
    others = [id for hex in near(position, 2) for id in armed(position, "union", hex, infantry=(4, 4))]
    assert len(others) == 4
    table = at(position)
    assert table.refused("union", spans(Burnside=tuple(others[:3]))) == "10.1/2"
    for pair in ((others[0], others[1]), (others[1], others[3])):
        position.spans = {"Burnside": pair}
        roster = {f"union_infantry_{number}" for number in (1, 2, 3)}
        assert set(force_of(position, "Burnside")) == {"Burnside", corps, *roster, *pair}
    table.give("union", spans(Burnside=(others[1], others[3])))
    assert table.position.spans == {"Burnside": (others[1], others[3])}
    assert table.asked == [("union", "movement")]


@pytest.mark.rule("10.12/1", "10.1/10")
def test_burnside_without_his_corps_commands_in_his_hex_alone() -> None:
    position = field()
    corps = led(position, "union", HOME, "Burnside", "corps")
    here = armed(position, "union", HOME, infantry=(5, 5, 5), supply_train=(0,))
    beside = armed(position, "union", near(position, 1)[0], infantry=(4,))
    led(position, "union", HOME, "Sykes")
    position.headquarters[corps] = position.headquarters[corps].with_(commander="")
    assert headquarters_of(position, "Burnside") is None
    table = at(position)
    assert table.refused("union", spans(Burnside=(beside[0],))) == "10.12/1"
    assert table.refused("union", spans(Burnside=(here[3],))) == "10.12/1"
    assert table.refused("union", spans(Burnside=("Sykes",))) == "10.12/1"
    table.give("union", spans(Burnside=(here[0], here[2])))


def potomac(commander: str) -> tuple[Position, str]:
    """The Army of the Potomac with a division on its roster, and five corps around it."""
    position = field()
    army = led(position, "union", HOME, commander, "army", (6,))
    hexes = near(position, 3)
    for number, name in enumerate(CORPS):
        led(position, "union", [HOME, *hexes][number % 4], name, "corps", (5, 5))
    return position, army


@pytest.mark.rule("10.1/3", "10.1/14", "10.13/2", "10.14/4", "5.25/1")
def test_meade_commands_four_of_five_corps() -> None:
    position, army = potomac("Meade")
    table = at(position)
    assert table.refused("union", spans(Meade=CORPS)) == "10.1/2"
    table.give("union", spans(Meade=CORPS[:4]))
    force = force_of(table.position, "Meade")
    assert {"Meade", army, "union_infantry_1", *CORPS[:4]} <= set(force)
    assert "Sedgwick" not in force
    assert sum(id.startswith("union_corps") for id in force) == 4
    assert sum(id.startswith("union_infantry") for id in force) == 1 + 4 * 2


@pytest.mark.rule("10.13/3")
def test_hooker_commands_two_of_them() -> None:
    position, _ = potomac("Hooker")
    assert rating(position, "Hooker") == (2, 2, 0)
    table = at(position)
    assert table.refused("union", spans(Hooker=CORPS[:3])) == "10.1/2"
    table.give("union", spans(Hooker=CORPS[1:3]))


@pytest.mark.rule("10.13/1", "10.13/4", "10.16/1", "10.17/1", "10.1/7")
def test_who_may_be_under_whom() -> None:
    position, _ = potomac("Meade")
    led(position, "union", HOME, "Grant", "army")
    led(position, "union", HOME, "Halleck")
    table = at(position)
    assert table.refused("union", spans(Reynolds=("Hancock",))) == "10.13/1"
    assert table.refused("union", spans(Meade=("Grant",))) == "10.13/4"
    assert table.refused("union", spans(Meade=("Meade",))) == "10.1/7"
    assert table.refused("union", spans(Meade=("Sykes",), Grant=("Sykes",))) == "10.1/7"
    assert table.refused("union", spans(Meade=("union_infantry_1",))) == "10.1/2"
    assert table.refused("union", spans(Meade=("Nobody",))) == "10.1/2"
    assert table.refused("union", spans(Lee=("Sykes",))) == "10.1/2"
    table.give("union", spans(Meade=("Halleck", "Sykes")))
    position.leaders["Meade"] = position.leaders["Meade"].with_(stars=5)
    position.leaders["Grant"] = position.leaders["Grant"].with_(stars=5)
    higher = at(position)
    assert higher.refused("union", spans(Meade=("Grant",), Grant=("Meade",))) == "10.1/7"
    higher.give("union", spans(Meade=("Grant",)))


@pytest.mark.rule("15.11/1", "15.11/2", "15.12/1", "15.13/1")
def test_cavalry_is_under_armies_and_generals_without_a_corps() -> None:
    position = field()
    led(position, "union", HOME, "Sykes", "corps", (5,))
    led(position, "union", HOME, "Meade", "army")
    led(position, "union", HOME, "Banks")
    first, second = armed(position, "union", HOME, cavalry=(2, 2))
    table = at(position)
    assert table.refused("union", spans(Sykes=(first,))) == "15.11/2"
    table.give("union", spans(Meade=(first,), Banks=(second,)))


@pytest.mark.rule("10.11/1", "10.11/2")
def test_command_does_not_reach_over_a_river_without_a_crossing() -> None:
    position = field()
    barred = crossed = 0
    for (a, b), side in MAP.special.items():
        found = reaches(position, "union", a, b)
        ferry, way = side.crossing == "ferry", side.road or side.rail
        if side.is_river and not (ferry or way or side.crossing == "bridge"):
            assert not found
            barred += 1
        if way or ferry:
            assert found
            crossed += 1
        if side.ridge and not way:
            assert not found
    assert barred > 1_000
    assert crossed > 1_000
    assert reaches(position, "union", HOME, HOME)
    assert not reaches(position, "union", HOME, "C2409")


@pytest.mark.rule("10.1/4", "10.1/5", "10.1/8")
def test_what_is_not_declared_again_is_kept_as_far_as_it_is_in_reach() -> None:
    position = field()
    led(position, "union", HOME, "Burnside", "corps")
    led(position, "union", HOME, "Sykes", "corps")
    near_by, far = armed(position, "union", near(position, 1)[0], infantry=(4, 4))
    position.spans = {"Burnside": (near_by, far)}
    position.units[far] = position.units[far].with_(hex="C2608")
    table = at(position)
    table.give("union", spans())
    assert table.position.spans == {"Burnside": (near_by,)}
    again = at(position)
    again.give("union", spans(Sykes=(near_by,)))
    assert again.position.spans == {"Sykes": (near_by,)}
    emptied = at(position)
    emptied.give("union", spans(Burnside=()))
    assert emptied.position.spans == {}
