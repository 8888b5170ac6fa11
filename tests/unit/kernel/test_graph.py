"""Searches on small graphs whose answers can be seen, and against a slow search that tries every path."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.graph import cheapest_path, components, connected, distance_to_any, flood, reachable

ROADS = {
    "a": [("b", 1), ("c", 1)],
    "b": [("d", 2)],
    "c": [("d", 2), ("e", 5)],
    "d": [("e", 1)],
    "e": [],
    "island": [],
}


def test_everything_within_the_budget_and_nothing_beyond():
    reach = reachable(["a"], ROADS.__getitem__, 3)
    assert dict(reach.cost) == {"a": 0, "b": 1, "c": 1, "d": 3}
    assert "e" not in reach
    assert len(reach) == 4


def test_of_two_paths_of_equal_cost_the_first_found_stands():
    assert reachable(["a"], ROADS.__getitem__).path("e") == ("a", "b", "d", "e")


def test_a_start_may_have_spent_something_already():
    reach = reachable({"a": 2, "c": 0}, ROADS.__getitem__, 3)
    assert dict(reach.cost) == {"c": 0, "a": 2, "d": 2, "b": 3, "e": 3}
    assert reach.path("e") == ("c", "d", "e")


def test_a_search_does_not_go_on_where_it_must_stop():
    reach = reachable(["a"], ROADS.__getitem__, stop=lambda node: node == "d")
    assert "d" in reach
    assert reach.path("e") == ("a", "c", "e")


def test_a_node_may_hold_more_than_the_hex():
    def steps(node):
        hex_id, entrained = node
        if not entrained:
            yield (hex_id, True), 3
            yield (hex_id + 1, False), 2
        else:
            yield (hex_id + 1, True), 0

    reach = reachable([(0, False)], lambda n: steps(n) if n[0] < 4 else (), 4)
    assert reach.cost[(4, True)] == 3
    assert (3, False) not in reach


def test_no_path_is_told_to_what_was_not_reached():
    with pytest.raises(KeyError):
        reachable(["a"], ROADS.__getitem__, 1).path("e")


def test_the_cheapest_goal():
    assert cheapest_path("a", {"e", "d"}, ROADS.__getitem__) == (3, ("a", "b", "d"))
    assert cheapest_path("a", {"e"}, ROADS.__getitem__, budget=3) is None
    assert cheapest_path("a", {"island"}, ROADS.__getitem__) is None
    assert cheapest_path("a", {"a"}, ROADS.__getitem__) == (0, ("a",))


def test_connection_and_distance():
    def after(node):
        return [n for n, _ in ROADS[node]]

    assert flood(["a"], after) == {"a": 0, "b": 1, "c": 1, "d": 2, "e": 2}
    assert distance_to_any("a", {"e"}, after) == 2
    assert distance_to_any("a", {"island"}, after) is None
    assert connected("a", {"d"}, after)
    assert not connected("e", {"a"}, after)


def test_components_keep_to_the_nodes_named():
    chain = {1: [2], 2: [1, 3], 3: [2, 4], 4: [3]}
    assert components([4, 1, 2, 3], chain.__getitem__) == (frozenset({1, 2, 3, 4}),)
    assert components([4, 1, 2], chain.__getitem__) == (frozenset({4}), frozenset({1, 2}))


EDGES = st.dictionaries(
    st.integers(0, 6), st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), max_size=4), max_size=7
)


@given(EDGES, st.integers(0, 9))
def test_costs_agree_with_trying_every_path(edges, budget):
    # Bellman and Ford: relax every edge as often as there are nodes.
    slow = {0: 0}
    for _ in range(8):
        for a, out in edges.items():
            for b, cost in out:
                if a in slow:
                    slow[b] = min(slow.get(b, 999), slow[a] + cost)
    reach = reachable([0], lambda n: edges.get(n, ()), budget)
    assert dict(reach.cost) == {n: c for n, c in slow.items() if c <= budget}
    for node in reach:
        path = reach.path(node)
        walked = sum(min(c for n, c in edges[a] if n == b) for a, b in pairwise(path))
        assert walked == reach.cost[node]
        found = cheapest_path(0, {node}, lambda n: edges.get(n, ()), budget)
        assert found is not None
        assert found[0] == reach.cost[node]
