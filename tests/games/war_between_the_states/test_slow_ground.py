"""The quick reach and the quick chains of supply against a slow counter, over random positions."""

from random import Random

import pytest

from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import (
    Group,
    Pace,
    reached,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import (
    by_ground,
    chain,
    on_chain,
    sources,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.networks import places
from tests.games.war_between_the_states import slow_ground

SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, 40))]
ALLOWANCE = {"infantry": 3, "cavalry": 4, "train": 3}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("6.0/1", "6.11/1", "6.11/2", "6.12/1", "6.13/1", "6.21/1", "15.23/1", "9.1/1", "9.2/1")
def test_reach_is_that_of_the_slow_counter(seed: int) -> None:
    position, random = slow_ground.scattered("east_1862", seed), Random(seed)
    units = sorted(unit.hex for unit in position.units.values() if unit.hex and not unit.inside)
    for start in random.sample(units, 8):
        for branch, points in ALLOWANCE.items():
            side = random.choice(slow_ground.SIDES)
            group = Group(side, (Pace(branch, halves(points)),), cavalry=branch == "cavalry", alone=False)
            quick = {each.hex: each.cost for each in reached(position, start, group)}
            assert quick == slow_ground.reach(position, side, branch, start, halves(points))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("17.0/1", "17.0/2", "17.0/3", "17.0/4", "17.0/6", "17.11/1", "17.12/1", "9.4/1", "9.4/2")
def test_chains_are_those_of_the_slow_counter(seed: int) -> None:
    position = slow_ground.scattered(("east_1862", "forts_1862")[seed % 2], seed)
    side = slow_ground.SIDES[seed % 4 // 2]
    starts = frozenset(sources(position, side))
    for by_rail in (False, True):
        quick = {
            place: ground
            for ground, bits in enumerate(by_ground(position, side, by_rail))
            for place in places().named(bits)
        }
        assert quick == slow_ground.chains(position, side, starts, by_rail)
    for hex in Random(seed).sample(sorted(position.part.hexes), 40):
        found = chain(position, side, hex)
        assert on_chain(position, side, hex) == (None if found is None else found.by_rail)
