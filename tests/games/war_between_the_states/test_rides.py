"""Going by rail within a turn: the example of 6.5, and what bars a train."""

import pytest

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import Ship
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import PiecesRode
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import (
    ferries_on,
    tracks_from,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import extends
from tests.games.war_between_the_states.campaign import opened
from tests.games.war_between_the_states.table import Table, armed, led

MAP = load_map()
START = "A4714"  # Louisville
LINE = tracks_from(
    Position("campaign_1861", owners=dict.fromkeys(MAP.hexes, "union")).copy(), "union", START, 40
)
FAR = {cost: LINE.to(hex)[1:] for hex, cost in LINE.cost.items()}
"""By the number of rail hexes, a way from Louisville."""


def field() -> Position:
    """A campaign in which all railroads are the Union's and nothing is on the map."""
    position = Position("campaign_1861").copy()
    position.owners = dict.fromkeys(MAP.rail_links, "union")
    position.rail_points = {"union": 30, "confederate": 35}
    return position


def moving(position: Position) -> Table:
    """The Union's movement phase of turn 1, with three commands."""
    position.chits = {"union": 3, "confederate": 2}
    table = opened(position, "spans", "union")
    table.give("union", {"type": "declare_spans"})
    return table


def ride(path: tuple[str, ...], *pieces: str, extension: int = 0) -> dict[str, object]:
    return {"type": "ride_rails", "pieces": pieces, "path": path, "extension": extension}


def unit(id: str) -> dict[str, str]:
    return {"type": "command_unit", "unit": id}


@pytest.mark.rule("6.5/1", "6.5/2", "6.5/3", "6.5/4", "6.51/1", "6.5/6")
def test_a_division_of_seven_rides_27_hexes() -> None:
    position = field()
    (division,) = armed(position, "union", START, infantry=(7,))
    table = moving(position)
    assert table.refused("union", ride(FAR[27], division)) == "5.2/2"
    table.give("union", unit(division))
    rode = table.one(PiecesRode, table.give("union", ride(FAR[27], division)))
    assert (rode.rail_points, rode.rail_cost, rode.spent) == (7, 5, {division: 4})
    assert table.position.rail_points["union"] == 23
    assert table.position.units[division].hex == FAR[27][-1]
    onward = next(
        hex
        for hex in MAP.neighbours[FAR[27][-1]]
        if MAP.hexes[hex].terrain == "clear" and not MAP.side(FAR[27][-1], hex).wet
    )
    table.give("union", {"type": "move_pieces", "pieces": [division], "path": [onward]})
    assert table.position.units[division].hex == onward


@pytest.mark.rule("6.5/3", "6.53/1", "6.5/5", "6.5/2")
def test_what_a_turn_s_ride_can_cost() -> None:
    position = field()
    (division,) = armed(position, "union", START, infantry=(7,))
    (garrison,) = armed(position, "union", START, garrison=(3,))
    table = moving(position)
    table.give("union", unit(division))
    assert table.refused("union", ride(FAR[31], division)) == "6.5/3"
    table.give("union", ride(FAR[30], division))
    table.give("union", unit(garrison))
    assert table.refused("union", ride(FAR[5], garrison)) == "6.5/2"
    table.give("union", ride(FAR[5], garrison, extension=1))


@pytest.mark.rule("6.55/1", "6.55/2", "6.55/3", "6.51/1")
def test_ten_points_fill_a_link() -> None:
    position = field()
    first, second, third = armed(position, "union", START, infantry=(7, 3, 1))
    table = moving(position)
    for division in (first, second):
        table.give("union", unit(division))
        table.give("union", ride(FAR[12], division))
    table.give("union", unit(third))
    assert table.refused("union", ride(FAR[12], third)) == "6.55/1"
    assert table.position.rail_points["union"] == 20
    position.rail_points["union"] = 6
    table = moving(position)
    table.give("union", unit(first))
    assert table.refused("union", ride(FAR[12], first)) == "6.51/1"


@pytest.mark.rule("6.5/7", "6.57/1", "6.57/2", "10.31/1")
def test_headquarters_trains_and_leaders_by_rail() -> None:
    position = field()
    corps = led(position, "union", START, "Banks", "corps", (4, 4))
    (train,) = armed(position, "union", START, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=10)
    position.spans = {"Banks": (train,)}
    led(position, "union", START, "Grant")
    table = moving(position)
    table.give("union", {"type": "command_leader", "leader": "Banks"})
    rode = table.one(PiecesRode, table.give("union", ride(FAR[20], "Banks", corps, train)))
    assert rode.rail_points == 9
    assert table.position.units["union_infantry_1"].hex == FAR[20][-1]
    table.give("union", {"type": "command_leader", "leader": "Grant"})
    alone = table.one(PiecesRode, table.give("union", ride(FAR[20], "Grant")))
    assert (alone.rail_points, alone.weight, alone.spent) == (0, 0, {"Grant": 4})


@pytest.mark.rule("6.54/1", "6.54/4", "6.56/5", "6.58/1", "6.58/4", "R.2/1")
def test_what_bars_a_train() -> None:
    way = FAR[12]
    position = field()
    (division,) = armed(position, "union", START, infantry=(5,))

    def refused(changed: Position, path: tuple[str, ...] = way) -> str:
        table = moving(changed)
        table.give("union", unit(division))
        return table.refused("union", ride(path, division))

    assert refused(position, way[1:]) == "6.54/1"
    cut = position.copy()
    cut.cuts = (way[5],)
    assert refused(cut) == "6.54/4"
    lost = position.copy()
    lost.owners[way[5]] = "confederate"
    assert refused(lost) == "6.54/4"
    picket = next(
        hex
        for index in range(3, 9)
        for hex in MAP.neighbours[way[index]]
        if hex not in way and extends(hex, way[index]) and way[-1] not in MAP.neighbours[hex]
    )
    end = next(at for at, hex in enumerate(way) if hex in MAP.neighbours[picket] and extends(picket, hex))
    zone = position.copy()
    armed(zone, "confederate", picket, infantry=(5,))
    assert refused(zone) == "6.58/4"
    table = moving(zone)
    table.give("union", unit(division))
    rode = table.one(PiecesRode, table.give("union", ride(way[: end + 1], division)))
    assert rode.stopped == (division,)


@pytest.mark.rule("6.54/2", "6.54/3")
def test_a_rail_ferry_costs_a_point_and_yields_to_a_warship() -> None:
    here, there = "A4714", "A4713"
    assert MAP.side(here, there).rail_ferry
    assert ferries_on(here, (there,)) == 1
    position = field()
    (division,) = armed(position, "union", here, infantry=(5,))
    table = moving(position)
    table.give("union", unit(division))
    assert table.one(PiecesRode, table.give("union", ride((there,), division))).rail_cost == 4
    position.ships["confederate_river_flotilla_1"] = Ship("confederate", "river_flotilla", "A4713-A4714")
    position.made["confederate_river_flotilla"] = 1
    table = moving(position)
    table.give("union", unit(division))
    assert table.refused("union", ride((there,), division)) == "6.54/3"
