"""What a supply map takes over from what was traced before is what a new one finds, in played games."""

from itertools import islice

from ironclad.domain.games.american_civil_war.board.map import BITS, load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import overland_ways
from tests.played import played_steps

MAP = load_map()


def played(seed: int, every: int) -> list[Position]:
    return [step.before for step in islice(played_steps("american_civil_war", seed), 20, None, every)]


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
    id_of = {number: id for id, number in BITS.number.items()}
    for position in played(1, 40):
        for side in SIDES:
            ways = overland_ways(position, side)
            out = {(a, b, cost) for a, steps in ways.out.items() for b, cost in steps}
            back = {(a, b, cost) for b in MAP.hexes for a, cost in ways.back[b]}
            shifted = {
                (id_of[number + by], id_of[number], cost)
                for cost, by, entered in ways.shifts_back
                for number in range(entered.bit_length())
                if entered >> number & 1
            }
            assert out == back == shifted
