"""What is found on boards of numbers is what the plain versions find, hex by hex."""

from itertools import islice

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import (
    reachable_by,
    setting_out,
    ways_of,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    primary_sources,
    primary_zone,
    secondary_sources,
    secondary_zone,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.american_civil_war.property.plain_reach import plain_ways
from tests.games.american_civil_war.property.test_movement import garrisons
from tests.played import played_steps

MAP = load_map()
EVERY = 200  # of a game's positions one in so many


def same_reach(position: Position, force: Moving, whole: bool = False) -> None:
    """The fast reach of a force is the plain one: its hexes in order, and each step with its charges."""
    plain, fast = plain_ways(position, force, whole=whole), ways_of(position, force, whole=whole)
    assert list(fast.items()) == list(plain.items())
    if not whole:
        assert list(reachable_by(position, force).items()) == [
            (h, (sum(step.cost for step in steps), tuple(step.to for step in steps)))
            for h, steps in plain.items()
        ]


def forces(position: Position) -> list[Moving]:
    """Every force that could set out, and the one that is on the move."""
    found = [position.moving] if position.moving is not None else []
    for side in SIDES:
        for hex_id in sorted(position.forces[side]):
            try:
                found.append(setting_out(position, side, hex_id, None, None))
            except Refused:
                continue
    return found


def late_positions() -> list[Position]:
    return [step.before for step in islice(played_steps("american_civil_war", 1), 40, None, EVERY)]


@settings(deadline=None, max_examples=25)
@given(garrisons(), st.integers(0, 3), st.booleans(), st.booleans())
def test_reach_on_the_board_is_that_of_single_steps(
    case: tuple[Position, str], spent: int, joined: bool, whole: bool
) -> None:
    position, centre = case
    try:
        force = setting_out(position, UNION, centre, None, None)
    except Refused:
        return
    same_reach(position, force, whole)
    on_the_way = msgspec.structs.replace(force, spent=spent, joined=force.units[:1] if joined else ())
    same_reach(position, on_the_way)


def test_reach_in_a_played_game_is_that_of_single_steps() -> None:
    tried = 0
    for number, position in enumerate(late_positions()):
        for force in forces(position)[number % 9 :: 9]:
            same_reach(position, force)
            tried += 1
    assert tried > 20


def test_zones_found_together_are_those_of_single_hexes() -> None:
    for position in late_positions():
        for side in SIDES:
            assert primary_zone(position, side) == {
                h for h in MAP.hexes if primary_sources(position, h, side)
            }
            secondary = {h for h in MAP.hexes if secondary_sources(position, h, side)}
            assert secondary_zone(position, side) == secondary


def test_hexes_in_supply_found_together_are_those_from_which_a_line_is_found() -> None:
    hexes = sorted(MAP.hexes)[::11]
    for position in late_positions()[::2]:
        for side in SIDES:
            supply = SupplyMap(position, side)
            together = [h for h in hexes if supply.supplied(h)]
            ends = supply._ends | supply._reached | supply._coast
            outward = [h for h in hexes if h in ends or not supply.goals.isdisjoint(supply.overland(h))]
            assert together == outward
            assert outward
