"""Boards of numbers against the plain searches of `graph`, over random boards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.kernel.board import graph
from ironclad.domain.kernel.board.numbered import Board, Travel, flooded, travelled

SIZE = 9
prices = st.lists(st.integers(0, 3), min_size=SIZE, max_size=SIZE)
marks = st.lists(st.sampled_from([0, 0, 0, 1]), min_size=SIZE, max_size=SIZE)
steps = st.lists(
    st.dictionaries(st.integers(0, SIZE - 1), st.integers(1, 4), max_size=4), min_size=SIZE, max_size=SIZE
)


def test_places_are_numbered_in_the_order_of_their_ids() -> None:
    board = Board(("b", "c", "a"))
    assert board.ids == ("a", "b", "c")
    assert board.number == {"a": 0, "b": 1, "c": 2}
    assert board.marked(("c",), 3, board.marked(("a", "c"))) == bytes((1, 0, 3))
    assert board.named(board.marked(("c", "a"))) == {"a", "c"}


@settings(max_examples=200)
@given(steps, prices, prices, marks, marks, st.integers(0, 12))
def test_a_traveller_reaches_what_the_plain_search_reaches(
    ways: list[dict[int, int]],
    leaving: list[int],
    entering: list[int],
    closed: list[int],
    ends: list[int],
    most: int,
) -> None:
    def onward(place: int, spent: int) -> list[tuple[int, int]]:
        return [
            (to, leaving[place] + price + entering[to])
            for to, price in ways[place].items()
            if not closed[to] and to != 0
        ]

    plain = graph.spread((0,), onward, 0, most, stop={place for place in range(SIZE) if ends[place]})
    travel = Travel([tuple(each.items()) for each in ways], leaving, entering, [most] * SIZE, closed, ends)
    found = {each.node: each for each in travelled(SIZE, 0, 0, travel)}
    assert {node: each.cost for node, each in found.items()} == {p: c for p, c in plain.cost.items() if p}
    paths: dict[int, tuple[int, ...]] = {0: ()}
    for node, each in found.items():  # in the order found, so the place before comes before
        paths[node] = (*paths[each.before], node)
    cheapest = sorted(((each.cost, paths[node]) for node, each in found.items()))
    assert [path for _, path in cheapest] == [paths[node] for node in found]


def test_of_ways_that_cost_the_same_the_first_by_its_places_is_taken() -> None:
    ways = (((2, 1), (1, 1)), ((3, 1),), ((3, 1),), ())
    free = [0] * 4
    found = list(travelled(4, 0, 0, Travel(ways, free, free, [9] * 4, free, free)))
    assert [(each.node, each.before) for each in found] == [(1, 0), (2, 0), (3, 1)]


def test_a_place_is_reached_once_in_whatever_state() -> None:
    """Place 1 in its second state is cheaper, and the only one that leads on to place 2."""
    ways = (((1, 3), (4, 1)), (), (), (), ((5, 1),), ())
    free = [0] * 6
    found = list(travelled(3, 0, 0, Travel(ways, free, free, [9] * 6, free, free)))
    assert [tuple(each) for each in found] == [(4, 1, 0), (5, 2, 4)]


@settings(max_examples=200)
@given(steps, marks, st.sets(st.integers(0, SIZE - 1)), st.integers(0, 9))
def test_a_flood_costs_what_the_plain_search_costs(
    ways: list[dict[int, int]], closed: list[int], seeds: set[int], most: int
) -> None:
    plain = graph.spread(
        sorted(seeds),
        lambda place, _: () if closed[place] else ways[place].items(),
        0,
        most,
    )
    shut = {place for place in range(SIZE) if closed[place]}
    found = flooded(seeds, [tuple(each.items()) for each in ways], shut, most)
    assert found == plain.cost
    assert list(found.values()) == sorted(found.values())
