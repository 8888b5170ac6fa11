"""What a supply map takes over from what was traced before is what a new one finds, in played games."""

from itertools import islice

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import primary_zone
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import in_supply
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import BOARD, overland_ways
from tests.played import played_steps

MAP = load_map()


def played(seed: int, every: int) -> list[Position]:
    return [step.before for step in islice(played_steps("american_civil_war", seed), 20, None, every)]


def without(position: Position, side: str, hex_id: str) -> Position:
    """The position when nobody of the side stands in a hex any more."""
    twin = position.copy()
    del twin.forces[side][hex_id]
    return twin


def test_a_hex_left_to_an_enemy_zone_bars_lines_as_in_a_position_without_the_force() -> None:
    left = asked = 0
    for position in played(1, 3) + played(4, 5):
        for side in SIDES:
            covered = sorted(position.forces[side].keys() & primary_zone(position, ENEMY[side]))
            for hex_id in covered[:2]:
                plain = SupplyMap(without(position, side, hex_id), side)
                shared = supply_map(position, side).barring(hex_id)
                assert shared.barred == plain.barred
                assert shared.goals == plain.goals
                for near in (hex_id, *MAP.neighbours[hex_id]):
                    assert in_supply(shared, near) == in_supply(plain, near), (hex_id, near)
                    asked += 1
                left += 1
    assert left > 200
    assert asked > 1_000


def test_the_network_of_a_hex_is_the_same_whoever_of_it_was_asked_first() -> None:
    asked = 0
    for number, position in enumerate(played(1, 25)):
        for side in SIDES:
            shared = SupplyMap(position, side)
            hexes = sorted(MAP.rail_hexes)[number % 29 :: 29]
            for hex_id in (*hexes, *sorted(position.rail_breaks)[:5]):
                assert shared.network(hex_id) == SupplyMap(position, side).network(hex_id), hex_id
                asked += 1
    assert asked > 1_000


def test_steps_in_and_out_are_the_same_steps() -> None:
    for position in played(1, 40):
        for side in SIDES:
            ways = overland_ways(position, side)
            out = {(a, b, cost) for a, steps in ways.out.items() for b, cost in steps}
            back = {(a, b, cost) for b, steps in ways.back.items() for a, cost in steps}
            numbered = {
                (BOARD.ids[a], BOARD.ids[b], cost)
                for b, steps in enumerate(ways.numbered_back)
                for a, cost in steps
            }
            assert out == back == numbered
