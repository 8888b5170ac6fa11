"""Journeys by rail of more than one turn: the example of 6.53, sealed orders, and what stops a train."""

import pytest

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.document import (
    from_document,
    problems,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    SupplyRode,
    TrainLeft,
    TrainWent,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.schedules import (
    leg,
    turns_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import tracks_from
from tests.games.war_between_the_states.shore import END, begun, unit, waters
from tests.games.war_between_the_states.table import Table, armed

MAP = load_map()
START = "A4714"  # Louisville
LINE = tracks_from(
    Position("campaign_1861", owners=dict.fromkeys(MAP.hexes, "union")).copy(), "union", START, 200
)
FAR = {cost: LINE.to(hex)[1:] for hex, cost in LINE.cost.items()}
"""By the number of rail hexes, a way from Louisville."""
LONGEST = max(FAR)


def field(**options: str) -> Position:
    position = waters(**options)
    position.owners = dict.fromkeys(MAP.rail_links, "union")
    return position


def later(table: Table, turn: int, **changes: object) -> Table:
    """The movement phase of the Union in a later turn, in the same position."""
    document = to_document(table.position) | {"agenda": {"turn": turn}, "phase": None} | changes
    return begun(from_document(document))


def journey(path: tuple[str, ...], *pieces: str) -> dict[str, object]:
    return {"type": "begin_journey", "pieces": pieces, "path": path}


@pytest.mark.rule("6.53/1", "6.5/3", "6.56/3")
def test_how_far_a_train_comes_in_its_turns() -> None:
    assert leg(START, (), True) == (0, True)
    assert leg(START, FAR[30], True) == (30, True)
    assert leg(START, FAR[31], True) == (31, False)
    assert leg(START, FAR[60], True) == (40, False)
    assert leg(START, FAR[60], False) == (50, False)
    assert leg(START, FAR[40], False) == (40, True)
    assert turns_of(START, FAR[60], True) == 2
    assert turns_of(START, FAR[min(LONGEST, 81)], True) == (2 if LONGEST < 81 else 3)


@pytest.mark.rule("6.53/1", "6.53/2", "6.56/1", "6.56/2", "6.56/3", "6.58/2", "6.59/1")
def test_a_division_rides_for_two_turns_under_one_command() -> None:
    position = field()
    (division,) = armed(position, "union", START, infantry=(7,))
    table = begun(position)
    table.give("union", unit(division))
    left = table.one(TrainLeft, table.give("union", journey(FAR[60], division)))
    assert (len(left.path), left.rail_points, left.rail_cost, left.spent) == (40, 7, 5, {division: 2})
    assert left.order.value.arrives == 2
    assert table.position.rail_points["union"] == 23
    assert table.position.units[division].entrained
    move = {"type": "move_pieces", "pieces": (division,), "path": (FAR[60][38],)}
    assert table.refused("union", move) in ("6.21/1", "6.56/3")
    assert not list(problems(table.position))
    second = later(table, 2)
    went = second.one(TrainWent, second.give("union", {"type": "ride_on", "piece": division}))
    assert (len(went.path), went.rail_cost, went.arrived, went.detrains) == (20, 3, True, True)
    assert second.position.rail_points["union"] == 16
    assert second.position.units[division].hex == FAR[60][-1]
    assert not second.position.units[division].entrained
    assert second.position.phase is not None
    assert second.position.phase.trips[division].spent == 2
    assert second.position.phase.force == (division,)


@pytest.mark.rule("6.56/2", "R.1/13")
def test_the_other_side_does_not_see_where_a_train_goes() -> None:
    position = field()
    (division,) = armed(position, "union", START, infantry=(7,))
    table = begun(position)
    table.give("union", unit(division))
    table.give("union", journey(FAR[60], division))
    for seat in ("confederate", None):
        hidden = see(table.position, seat).journeys[division]
        assert (hidden.route, hidden.arrives, hidden.hex) == ((), 0, FAR[60][39])
    assert see(table.position, "union").journeys[division].route == FAR[60][40:]


@pytest.mark.rule("6.53/2", "6.51/1")
def test_points_are_kept_for_the_next_turn() -> None:
    position = field()
    position.rail_points["union"] = 13
    (division, other) = armed(position, "union", START, infantry=(7, 3))
    table = begun(position)
    table.give("union", unit(division))
    assert table.refused("union", journey(FAR[60], division)) == "6.53/2"
    table.position.rail_points["union"] = 16
    table.give("union", journey(FAR[60], division))
    table.give("union", unit(other))
    ride = {"type": "ride_rails", "pieces": (other,), "path": FAR[10]}
    assert table.refused("union", ride) == "6.51/1"  # 9 points are left, and 7 of them are the train's


@pytest.mark.rule("6.56/4", "6.53/3")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_an_order_ends_where_the_line_is_cut(option: str) -> None:
    position = field(eliminate_late_trains=option)
    (division,) = armed(position, "union", START, infantry=(7,))
    table = begun(position)
    table.give("union", unit(division))
    table.give("union", journey(FAR[60], division))
    second = later(table, 2, cuts=[FAR[60][45]])
    went = second.one(TrainWent, second.give("union", END))
    assert (len(went.path), went.arrived, went.detrains) == (5, False, True)
    assert (division in second.position.units) == (option == "no")
    if option == "no":
        assert second.position.units[division].hex == FAR[60][44]
    else:
        assert second.position.lost["union"] == 7
    short = later(table, 2, rail_points={"union": 6, "confederate": 0})
    went = short.one(TrainWent, short.give("union", {"type": "ride_on", "piece": division}))
    assert (went.path, went.rail_points, went.detrains) == ((), 0, True)


@pytest.mark.rule("6.59/2")
def test_a_new_order_takes_a_new_command() -> None:
    position = field()
    (division,) = armed(position, "union", START, infantry=(7,))
    table = begun(position)
    table.give("union", unit(division))
    table.give("union", journey(FAR[60], division))
    second = later(table, 2)
    here = FAR[60][39]
    back = (*reversed(FAR[60][:39]), START)
    assert second.refused("union", journey((*back, *FAR[20]), division)) == "6.59/2"
    second.give("union", unit(division))
    assert second.refused("union", journey(back, division)) == "6.56/2"
    second.give("union", journey((*back, *FAR[20]), division))
    assert here != second.position.units[division].hex


@pytest.mark.rule("6.57/3", "6.57/4", "6.55/2")
def test_supply_points_ride_without_a_command() -> None:
    position = field()
    position.loose = {START: 12}
    table = begun(position)
    end = FAR[30][-1]
    ride = {
        "type": "rail_supply",
        "source": f"loose.{START}",
        "target": f"loose.{end}",
        "points": 11,
        "path": FAR[30],
    }
    assert table.refused("union", ride) == "6.55/1"
    rode = table.one(SupplyRode, table.give("union", ride | {"points": 10}))
    assert rode.rail_cost == 5
    assert table.position.loose == {START: 2, end: 10}
    assert table.position.rail_points["union"] == 20
    assert table.refused("union", ride | {"points": 1}) == "6.55/1"
    longer = ride | {"path": FAR[31], "target": f"loose.{FAR[31][-1]}", "points": 1}
    assert table.refused("union", longer) == "6.57/4"


@pytest.mark.rule("6.55/1", "6.57/1")
def test_the_options_of_trains() -> None:
    position = field(rail_limit_per_origin_destination="yes", train_load_weighs_extra="yes")
    first, second = armed(position, "union", START, infantry=(8, 8))
    (train,) = armed(position, "union", START, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=3)
    table = begun(position)
    ride = {"type": "ride_rails", "pieces": (first,), "path": FAR[10]}
    table.give("union", unit(first))
    table.give("union", ride)
    table.give("union", unit(second))
    assert table.refused("union", ride | {"pieces": (second,)}) == "6.55/1"
    table.give("union", ride | {"pieces": (second,), "path": FAR[9]})
    table.give("union", unit(train))
    table.give("union", ride | {"pieces": (train,), "path": FAR[8]})
    assert table.position.rail_points["union"] == 30 - 8 - 8 - (1 + 3)
