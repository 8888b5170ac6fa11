"""Movement over land: prices, zones of control, what bars the way, and how far groups come."""

import random
from collections.abc import Mapping

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import terrain_costs
from ironclad.domain.games.war_between_the_states.board.features import Side
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import Depot, Ship, Unit, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import step_cost
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import (
    bars,
    steps_of,
    temporary_ferries,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import (
    Group,
    Pace,
    binding,
    price_of,
    reached,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    besieged,
    extends,
    held_by,
    zone,
    zone_of_cavalry,
)
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.kernel.board.graph import spread
from ironclad.domain.kernel.engine.memo import keep_answers

MAP = load_map()
PLAIN, ROAD = Side(""), Side("", road=True)
RIVER, BRIDGED = Side("", "minor"), Side("", "minor", crossing="bridge", road=True)


def empty(scenario: str = "campaign_1861") -> Position:
    """A scenario's map without pieces."""
    return Position(scenario).copy()


def with_units(position: Position, *units: Unit) -> Position:
    for number, unit in enumerate(units, 1):
        position.units[f"{unit.side}_{unit.kind}_{number}"] = unit
    return position


def places(marks: bytes) -> frozenset[str]:
    return MAP.board.named(marks)


def costs(position: Position, start: str, group: Group) -> Mapping[str, int]:
    return {each.hex: each.cost for each in reached(position, start, group)}


@pytest.mark.rule("6.11/3", "6.11/4", "6.14/1", "6.14/2", "6.6/1", "6.6/2", "6.6/5", "17.0/1")
def test_prices_of_a_step() -> None:
    def price(branch: str, terrain: str, side: Side, road: bool = True, ferry: bool = False) -> int | None:
        return step_cost(branch, terrain, side, road, ferry)

    assert [price("infantry", terrain, PLAIN) for terrain in ("clear", "forest", "swamp", "rough")] == [
        2,
        4,
        4,
        6,
    ]
    assert [price("cavalry", terrain, PLAIN) for terrain in ("clear", "forest", "swamp", "rough")] == [
        2,
        4,
        6,
        6,
    ]
    assert price("infantry", "forest", RIVER) == 8  # 6.14: four MP
    assert price("garrison", "forest", RIVER) == 8  # and a garrison has three at most
    assert price("infantry", "rough", ROAD) == 1
    assert price("infantry", "rough", ROAD, road=False) == 6
    assert price("infantry", "clear", BRIDGED) == 1
    assert price("infantry", "clear", BRIDGED, road=False) == 6
    assert price("infantry", "rough", Side("", "minor", road=True)) == 5
    assert price("train", "forest", PLAIN) is None
    assert price("train", "forest", ROAD) == 1
    assert price("train", "clear", RIVER) == 6
    assert price("infantry", "lake", PLAIN) is None
    assert price("infantry", "forest", PLAIN) + 2 * 1 == 6 * 1  # type: ignore[operator]  # six road hexes, or a forest and two


@pytest.mark.rule("6.12/1", "6.12/2", "6.12/3", "7.3/1", "7.3/3")
def test_prices_of_water_and_mountains() -> None:
    tidal, estuary = Side("", "tidal"), Side("", "estuary")
    assert step_cost("infantry", "clear", tidal, True, False) is None
    assert step_cost("infantry", "clear", estuary, True, True) == 6
    assert step_cost("infantry", "clear", Side("", "tidal", crossing="bridge", road=True), True, False) == 1
    assert (
        step_cost("infantry", "clear", Side("", "tidal", crossing="bridge", road=True), False, False) is None
    )
    assert step_cost("infantry", "clear", Side("", "coast"), True, False) == 2
    assert step_cost("infantry", "clear", Side("", ridge="Blue Ridge"), True, False) is None
    assert step_cost("infantry", "clear", Side("", ridge="Blue Ridge", road=True), True, False) == 1


@pytest.mark.rule("9.0/1", "9.0/2", "9.1/1", "9.1/2", "9.2/1", "6.58/2", "17.51/3")
def test_zones_of_control() -> None:
    position = with_units(empty(), Unit("union", "infantry", "A3322", 3))
    found = places(zone(position, "union"))
    assert found == {"A3322", *(hex for hex in MAP.neighbours["A3322"] if extends("A3322", hex))}
    assert not extends("A3219", "A3320")  # the Ohio
    assert not extends("C2608", "C2609")  # the bridged Potomac
    for still in (
        Unit("union", "garrison", "A3322", 3),
        Unit("union", "supply_train", "A3322", load=3),
        Unit("union", "infantry", "A3322", 3, inside=True),
        Unit("union", "infantry", "A3322", 3, entrained=True),
    ):
        own = {"A3322"} if still.kind == "garrison" else set()
        assert places(zone(with_units(empty(), still), "union")) == own
    position = empty()
    position.depots["union.A3322"] = Depot("union", "A3322")
    assert places(zone(position, "union")) == held_by(position, "union") == {"A3322"}


@pytest.mark.rule("15.23/1", "15.23/2")
def test_cavalry_is_stopped_by_cavalry_alone() -> None:
    position = with_units(
        empty(), Unit("confederate", "infantry", "C2408", 5), Unit("confederate", "cavalry", "C2110", 1)
    )
    assert "C2408" not in places(zone_of_cavalry(position, "confederate"))
    assert "C2110" in places(zone_of_cavalry(position, "confederate"))
    assert bars(position, "union", True, False).ends != bars(position, "union", False, False).ends


@pytest.mark.rule("6.13/1", "6.13/2", "6.21/1", "6.22/1", "6.24/1", "3.13/3")
def test_the_enemy_bars_his_hex_and_stops_beside_it() -> None:
    start, group = "A3322", Group("union", (Pace("infantry", 10),))
    free = costs(empty(), start, group)
    enemy = "A3423"
    assert free[enemy] > 0
    position = with_units(empty(), Unit("confederate", "infantry", enemy, 5))
    barred = costs(position, start, group)
    assert enemy not in barred
    held = places(zone(position, "confederate"))
    for reach in reached(position, start, group):
        assert not held.intersection(reach.way[:-1])
    assert set(barred) < set(free)
    beside = next(hex for hex in held - {enemy} if hex in MAP.neighbours[enemy])
    assert any(hex in held for hex in costs(position, beside, group)), "from one such hex into the next"
    inside = with_units(empty(), Unit("confederate", "infantry", enemy, 5, inside=True))
    inside.works[enemy] = Work("confederate", "fort")
    assert enemy in costs(inside, start, group)


@pytest.mark.rule("6.6/4", "9.2/3")
def test_no_road_runs_through_an_enemy_fort() -> None:
    a, b = next(
        pair
        for pair, side in MAP.special.items()
        if side.road
        and not side.wet
        and MAP.hexes[pair[1]].terrain == "clear"
        and MAP.hexes[pair[0]].terrain == "clear"
    )
    group = Group("union", (Pace("infantry", 6),))
    assert price_of(empty(), a, (b,), group) == (1,)
    for fort in (a, b):
        position = with_units(empty(), Unit("confederate", "garrison", fort, 2, inside=True))
        position.works[fort] = Work("confederate", "fort")
        assert price_of(position, a, (b,), group) == (2,)
        position.units.clear()
        assert price_of(position, a, (b,), group) == (1,), "13.15: an empty fort has no effect"


@pytest.mark.rule("10.32/1", "10.33/1")
def test_leaders_alone_keep_out_of_zones_that_no_friend_is_in() -> None:
    position = with_units(empty(), Unit("confederate", "infantry", "C2408", 5))
    alone = Group("union", (Pace("cavalry", 14),), alone=True)
    held = places(zone(position, "confederate"))
    assert not held.intersection(costs(position, "C2205", alone))
    friend = sorted(held - {"C2408"})[0]
    position.units["union_infantry_9"] = Unit("union", "infantry", friend, 2)
    assert held.intersection(bars_open(position)) == {friend}


def bars_open(position: Position) -> frozenset[str]:
    closed = bars(position, "union", False, True).closed
    return frozenset(MAP.board.ids[place] for place in range(MAP.board.size) if not closed[place])


@pytest.mark.rule("3.13/3")
def test_nobody_leaves_the_part_of_the_map() -> None:
    position = set_up_position("manassas_1861", {})
    for start in ("C2206", "C2608", "C2806"):
        found = costs(position, start, Group("union", (Pace("cavalry", 18),), alone=True))
        assert found.keys() <= position.part.hexes


@pytest.mark.rule("7.3/4", "7.31/3", "7.32/1", "9.5/2", "9.5/3")
def test_a_transport_makes_a_ferry() -> None:
    crossing, group = "C3117-C3118", Group("union", (Pace("infantry", 10),))
    position = empty()
    assert price_of(position, "C3117", ("C3118",), group) is None
    position.ships["union_naval_transport_1"] = Ship("union", "naval_transport", crossing)
    assert temporary_ferries(position, "union") == {crossing}
    assert price_of(position, "C3117", ("C3118",), group) == (4 + MAP_PRICE["C3118"],)
    assert price_of(position, "C3117", ("C3118",), Group("confederate", group.paces)) is None
    position.works["C3118"] = Work("confederate", "fort")
    assert temporary_ferries(position, "union") == {crossing}
    position.units["confederate_garrison_1"] = Unit("confederate", "garrison", "C3118", 1, inside=True)
    assert not temporary_ferries(position, "union")
    position.units.clear()
    position.ships["confederate_ironclad_1"] = Ship("confederate", "ironclad", crossing)
    assert not temporary_ferries(position, "union")


MAP_PRICE = {id: 2 * (terrain_costs().get((hex.terrain, "infantry")) or 0) for id, hex in MAP.hexes.items()}


@pytest.mark.rule("9.5/2")
def test_a_warship_stops_the_enemy_s_ferries() -> None:
    key = next(key for key, side in MAP.features.sides.items() if side.is_deep and side.crossing == "ferry")
    a, b = key.split("-")
    position, group = empty(), Group("confederate", (Pace("infantry", 18),))
    assert price_of(position, a, (b,), group) is not None
    position.ships["union_naval_flotilla_1"] = Ship("union", "naval_flotilla", key)
    assert price_of(position, a, (b,), group) is None
    assert price_of(position, a, (b,), Group("union", group.paces)) is not None


@pytest.mark.rule("13.3/2", "13.3/7", "13.24/2")
def test_a_siege_is_enemies_on_top() -> None:
    position = with_units(empty(), Unit("confederate", "garrison", "C1145", 1, inside=True))
    position.works["C1145"] = Work("confederate", "fort", "C1144-C1145")
    assert not besieged(position, "C1145", "confederate")
    position.units["union_infantry_5"] = Unit("union", "infantry", "C1145", 8)
    assert besieged(position, "C1145", "confederate")
    del position.works["C1145"]
    assert besieged(position, "C1145", "confederate"), "a garrison whose fort is gone"


@pytest.mark.rule("6.11/2")
def test_which_paces_bind() -> None:
    for (terrain, branch), price in terrain_costs().items():
        on_foot = terrain_costs()[terrain, "infantry"]
        if price is not None and on_foot is not None:
            assert price >= on_foot or branch == "garrison"
            assert branch != "cavalry" or 2 * price <= 3 * on_foot
    infantry, leader = Pace("infantry", 6), Pace("cavalry", 14)
    assert binding((infantry, leader)) == (infantry,)
    assert binding((infantry, Pace("train", 6), leader)) == (Pace("train", 6),)
    assert binding((infantry, Pace("cavalry", 6))) == (Pace("cavalry", 6),)
    assert binding((infantry, Pace("cavalry", 8))) == (infantry, Pace("cavalry", 8))
    assert binding((infantry, Pace("garrison", 2))) == (Pace("infantry", 2),)
    assert binding(()) == ()


@pytest.mark.rule("6.0/1", "6.11/1", "6.41/1")
@pytest.mark.parametrize("scenario", ["west_1862", "east_1862"])
def test_reach_is_that_of_plain_searches(scenario: str) -> None:
    """Against a search over ids with Dijkstra's algorithm, and each way against the price of its steps."""
    position, chance = set_up_position(scenario, {}), random.Random(6)
    keep_answers(position)
    board = MAP.board
    for start in chance.sample(sorted(position.part.hexes), 25):
        for branch, left in (("infantry", 6), ("cavalry", 14), ("train", 10)):
            group = Group("union", (Pace(branch, left),))
            barred, rows = bars(position, "union", False, False), steps_of(position, "union", branch)

            def steps(here: str, _: int) -> list[tuple[str, int]]:
                found = rows[board.number[here]]  # noqa: B023
                return [(board.ids[to], price) for to, price in found if not barred.closed[to]]  # noqa: B023

            plain = spread([start], steps, 0, left, places(barred.ends)).cost
            assert costs(position, start, group) == {hex: cost for hex, cost in plain.items() if hex != start}
            for reach in reached(position, start, group):
                assert price_of(position, start, reach.way, group) == (reach.cost,)


@pytest.mark.rule("6.41/1", "6.42/1")
def test_two_paces_come_no_further_than_each() -> None:
    position, chance = set_up_position("east_1862", {}), random.Random(7)
    keep_answers(position)
    infantry, cavalry = Pace("infantry", 10), Pace("cavalry", 12)
    for start in chance.sample(sorted(position.part.hexes), 20):
        both = costs(position, start, Group("union", (infantry, cavalry)))
        on_foot = costs(position, start, Group("union", (infantry,)))
        mounted = costs(position, start, Group("union", (cavalry,)))
        assert both.keys() <= on_foot.keys() & mounted.keys()
        for reach in reached(position, start, Group("union", (infantry, cavalry))):
            prices = price_of(position, start, reach.way, Group("union", (infantry, cavalry)))
            assert prices is not None
            assert prices[0] <= 10
            assert prices[1] <= 12
