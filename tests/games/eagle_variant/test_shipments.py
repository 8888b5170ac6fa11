"""Shipments, naval battles and boats on rivers, counted against a slower way to find the same."""

from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.charts import naval_losses, numbers
from ironclad.domain.games.eagle_variant.board.map import board
from ironclad.domain.games.eagle_variant.board.map_files import MISSISSIPPI, ST_LAWRENCE
from ironclad.domain.games.eagle_variant.position.document import empty_position
from ironclad.domain.games.eagle_variant.position.in_progress import Leg, NavalBattle, Shipment
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Kind, Nation, Unit
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.losses import loss_choices, pays
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.rivers import (
    banks,
    node,
    river_ways,
    stops,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval import fighting
from ironclad.domain.kernel.engine.codec import Unreadable

PORTS = ("c_Boston", "c_New_York")
KINDS: tuple[Kind, ...] = ("infantry", "artillery", "cavalry", "leader")
NATIONS: tuple[Nation, ...] = ("usa", "csa")


def shipped(random: Random) -> tuple[Position, Shipment]:
    """A random shipment of up to eight units from two ports."""
    position = empty_position("empty_map")
    for number in range(1, random.randint(1, 8) + 1):
        kind = random.choice(KINDS)
        unit = Unit("usa", kind, random.choice(PORTS), elite=kind != "leader" and random.random() < 0.3)
        position.units[f"usa_{kind}_{number}"] = unit
    legs = tuple(Leg((id,), "DE") for id in position.units)
    return position, Shipment("ocean", "usa", legs)


def alike(position: Position, units: tuple[str, ...]) -> tuple[Any, ...]:
    """What a choice of units is worth to their owner: their sorts and ports."""
    return tuple(
        sorted((position.units[id].space, position.units[id].kind, position.units[id].elite) for id in units)
    )


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.rule("amphibious-movement/6", "amphibious-movement/7")
def test_every_choice_that_pays_for_ratings_is_offered_once(seed: int) -> None:
    random = Random(f"losses {seed}")
    position, shipment = shipped(random)
    ratings = random.randint(0, 3)
    brigades = [id for id in shipment.units if position.units[id].brigade]
    every = (units for size in range(len(brigades) + 1) for units in combinations(brigades, size))
    wanted = {alike(position, units) for units in every if pays(position, shipment, units, ratings)}
    offered = [alike(position, units) for units in loss_choices(position, shipment, ratings)]
    assert offered
    assert set(offered) == wanted
    assert len(offered) == len(wanted)
    costs = numbers("transport")
    for units in loss_choices(position, shipment, ratings):
        cost = sum(int(costs[position.units[id].kind]) for id in units)
        assert cost >= ratings or len(units) == len(brigades)
        assert all(cost - int(costs[position.units[id].kind]) < ratings for id in units)


@pytest.mark.rule("naval-battles/1", "naval-battles/2", "naval-battles/3")
def test_the_chances_of_a_naval_battle_are_those_of_four_dice() -> None:
    """5 ratings against 1, counted over all falls and from the ways of two dice."""
    counted = {"csa": 0, "usa": 0, "": 0}
    for a, b, c, d in product(range(1, 7), repeat=4):
        counted[fighting._loser({"csa": a + b + 1, "usa": c + d + 5})] += 1
    assert sum(counted.values()) == 6**4
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    draws = sum(ways[total] * ways.get(total + 4, 0) for total in ways)
    assert counted[""] == draws
    assert counted["csa"] == sum(ways[c] * ways[u] for c in ways for u in ways if c + 1 < u + 5)
    table = [fighting._loss(difference) for difference in range(12)]
    assert table == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3]
    assert dict(naval_losses())[7] == 3


@pytest.mark.rule("naval-battles/5")
def test_a_loss_is_shared_in_every_way_among_the_losers_markers() -> None:
    markers = {"csa": 1, "britain": 3, "usa": 2, "blockade": 4}
    for loser, loss in product(("csa", "usa"), (1, 2, 3)):
        own = ("csa", "britain") if loser == "csa" else ("usa", "blockade")
        battle = NavalBattle("ocean", "shipment", "usa", loser, loss, markers)
        found = list(fighting.loss_choices(battle))
        every = product(range(loss + 1), repeat=2)
        wanted = [
            pair
            for pair in every
            if sum(pair) == loss and all(n <= markers[m] for n, m in zip(pair, own, strict=True))
        ]
        assert sorted((each.get(own[0], 0), each.get(own[1], 0)) for each in found) == sorted(wanted)


def reached(position: Position, system: str, port: str, side: str) -> set[str]:
    """The spaces that boats reach, by walking every way without turning back."""
    map, found = stops(position, system), set[str]()

    def walk(stop: tuple[str, int, str], seen: frozenset[tuple[str, int, str]]) -> None:
        found.update(banks(position, stop))
        id, number, name = stop
        reach = next((each for each in position.board.reaches if each.id == id), None)
        if seen and name in position.board.spaces:
            held = {unit.side for unit in position.units.values() if unit.space == name and unit.brigade}
            home = position.board.spaces[name].side == side
            if not (held == {side} or (home and not held)):
                return
        if reach is not None and not reach.lake:
            guns = (
                unit for unit in position.units.values() if unit.kind == "artillery" and unit.side != side
            )
            if any(unit.space in reach.sections[number] for unit in guns):
                return
        for near in map[stop]:
            if near not in seen:
                walk(near, seen | {stop})

    walk(node(port), frozenset())
    return found - {port}


def on_rivers(random: Random) -> Position:
    """Brigades of both sides at random on the banks and in the ports of both systems."""
    position = empty_position("empty_map")
    position.options = {"rivers": "on"}
    places = [bank for reach in position.board.reaches for bank in reach.banks]
    places += [city.id for city in position.board.cities if city.river_port]
    taken: dict[str, Nation] = {}
    for number in range(1, random.randint(0, 14) + 1):
        space, side = random.choice(places), random.choice(NATIONS)
        side = taken.setdefault(space, side)
        kind = random.choice(KINDS[:2])
        position.units[f"{side}_{kind}_{number}"] = Unit(side, kind, space)
    return position


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.rule("rivers/10", "rivers/12", "rivers/13")
def test_boats_reach_what_a_walk_over_the_reaches_reaches(seed: int) -> None:
    position = on_rivers(Random(f"rivers {seed}"))
    for city in position.board.cities:
        for side in ("usa", "csa") if city.river_port else ():
            ways = river_ways(position, city.river_port, city.id, side)
            assert set(ways) == reached(position, city.river_port, city.id, side)
            assert all(ways.values())


@pytest.mark.rule("rivers/7", "rivers/8")
def test_each_river_port_is_a_stop_of_its_system() -> None:
    position = empty_position("empty_map")
    position.options = {"rivers": "on"}
    for system, count in ((MISSISSIPPI, 6), (ST_LAWRENCE, 8)):
        ports = [city.id for city in board(True).cities if city.river_port == system]
        assert len(ports) == count
        assert all(node(port) in stops(position, system) for port in ports)


BAD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("moving", {"moving": "britain"}),
    ("pending: spaces", {"pending": ["nowhere"]}),
    ("pending: nobody", {"attacking": "csa", "pending": ["MD"]}),
    ("captures", {"captures": [{"city": "c_Paris", "side": "csa"}]}),
    ("stock_used", {"stock_used": -1}),
    ("shipped", {"shipped": {"Thames": 1}}),
    ("shipment", {"shipment": {"waters": "ocean", "side": "csa", "legs": [{"units": ["none"], "to": "MD"}]}}),
    (
        "naval_battle",
        {
            "naval_battle": {
                "waters": "ocean",
                "purpose": "shipment",
                "attacker": "csa",
                "loser": "csa",
                "loss": -1,
            }
        },
    ),
    (
        "asks about a shipment",
        {"agenda": {"layers": [[{"id": "d1", "seat": "csa", "kind": "naval_answer", "rule": ""}]]}},
    ),
    (
        "asks about battles",
        {"agenda": {"layers": [[{"id": "d1", "seat": "csa", "kind": "next_battle", "rule": ""}]]}},
    ),
    (
        "names a space",
        {"agenda": {"layers": [[{"id": "d1", "seat": "csa", "kind": "retreat_leaders", "rule": ""}]]}},
    ),
)


@pytest.mark.parametrize(("sentence", "wrong"), BAD, ids=[each[0] for each in BAD])
def test_a_document_that_contradicts_itself_is_refused(sentence: str, wrong: dict[str, Any]) -> None:
    good = RULESET.storage.to_document(empty_position("empty_map"))
    assert RULESET.storage.from_document(good) is not None
    with pytest.raises(Unreadable, match=sentence):
        RULESET.storage.from_document({**good, **wrong})
