"""Sets of places as whole numbers against the plain search of `graph`, over random boards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.kernel.board import graph
from ironclad.domain.kernel.board.bitsets import Bits, flooded, replaced, shifts

SIZE = 9
places = st.integers(0, SIZE - 1)
steps = st.lists(st.dictionaries(places, st.integers(1, 4), max_size=4), min_size=SIZE, max_size=SIZE)


def set_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def test_a_set_of_places_and_back() -> None:
    bits = Bits(("a", "b", "c"), {"a": 0, "b": 5, "c": 2}.__getitem__)
    assert bits.of(("b", "c")) == 0b100100
    assert bits.named(0b100001) == {"a", "b"}
    assert bits.of(()) == 0
    assert bits.named(0) == frozenset()
    with pytest.raises(ValueError, match="same number"):
        Bits("ab", lambda place: 1)


def test_steps_alike_are_one_shift_and_a_step_has_a_price() -> None:
    found = shifts([(0, 1, 2), (4, 5, 2), (1, 0, 2), (3, 1, 1)])
    assert found == ((1, -2, 0b1000), (2, -1, 0b10), (2, 1, 0b10001))
    assert replaced(found, 0b1011, shifts([(0, 1, 2), (1, 3, 1)])) == ((1, 2, 0b10), (2, 1, 0b10001))
    with pytest.raises(ValueError, match="1 or more"):
        shifts([(0, 1, 0)])


@settings(max_examples=300)
@given(steps, st.sets(places), st.sets(places), st.integers(0, 9))
def test_a_flood_costs_what_the_plain_search_costs(
    ways: list[dict[int, int]], closed: set[int], seeds: set[int], most: int
) -> None:
    plain = graph.spread(
        sorted(seeds),
        lambda place, _: () if place in closed else ways[place].items(),
        0,
        most,
    )
    numbered = shifts((left, to, price) for left, each in enumerate(ways) for to, price in each.items())
    found = flooded(set_of(seeds), numbered, set_of(closed), most)
    costs = {
        place: cost for cost, reached in enumerate(found) for place in range(SIZE) if reached >> place & 1
    }
    assert costs == plain.cost


@settings(max_examples=200)
@given(steps, st.sets(st.tuples(places, places), max_size=8), st.sets(places), st.integers(0, 9))
def test_a_flood_with_places_joined_at_no_price(
    ways: list[dict[int, int]], joints: set[tuple[int, int]], seeds: set[int], most: int
) -> None:
    free = {place: {b for a, b in joints if a == place} for place in range(SIZE)}

    def onward(place: int, _: int) -> list[tuple[int, int]]:
        return [*ways[place].items(), *((other, 0) for other in free[place])]

    def joined(found: int) -> int:
        reached = graph.reachable(
            [place for place in range(SIZE) if found >> place & 1], lambda place: free[place]
        )
        return set_of(set(reached))

    plain = graph.spread(sorted(seeds), onward, 0, most)
    numbered = shifts((left, to, price) for left, each in enumerate(ways) for to, price in each.items())
    found = flooded(set_of(seeds), numbered, 0, most, joined)
    costs = {
        place: cost for cost, reached in enumerate(found) for place in range(SIZE) if reached >> place & 1
    }
    assert costs == plain.cost
