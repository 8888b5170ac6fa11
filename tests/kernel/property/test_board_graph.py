"""Ways over a board agree with networkx, whatever the graph and the costs."""

import itertools
from fractions import Fraction
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.board.graph import cheapest, components, reachable, shortest, spread

PLACES = st.integers(0, 11)
WHOLE = st.integers(0, 9)
EXACT = st.builds(Fraction, st.integers(0, 12), st.integers(1, 6))
Priced = dict[tuple[int, int], Any]


def graphs(costs: st.SearchStrategy[Any]) -> st.SearchStrategy[Priced]:
    return st.dictionaries(
        st.tuples(PLACES, PLACES).filter(lambda ends: ends[0] != ends[1]), costs, max_size=40
    )


def steps_of(priced: Priced) -> Any:
    return lambda place, spent: [(b, cost) for (a, b), cost in priced.items() if a == place]


def digraph(priced: Priced) -> Any:
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(12))
    graph.add_weighted_edges_from((a, b, cost) for (a, b), cost in priced.items())
    return graph


def spent_on(way: tuple[int, ...], priced: Priced) -> Any:
    return sum(priced[step] for step in itertools.pairwise(way))


@pytest.mark.parametrize("costs", [WHOLE, EXACT], ids=["whole", "fractions"])
def test_spread_finds_the_cheapest_ways(costs: Any) -> None:
    @given(graphs(costs), st.lists(PLACES, min_size=1, max_size=3))
    def holds(priced: Priced, starts: list[int]) -> None:
        ways = spread(starts, steps_of(priced), 0)
        wanted = networkx.multi_source_dijkstra_path_length(digraph(priced), set(starts))
        assert dict(ways.cost) == wanted
        assert list(ways.cost.values()) == sorted(ways.cost.values())
        for place, cost in ways.cost.items():
            way = ways.to(place)
            assert way[0] in starts
            assert spent_on(way, priced) == cost

    holds()


@given(graphs(WHOLE), PLACES, st.integers(0, 20))
def test_an_allowance_cuts_the_spread(priced: Priced, start: int, allowance: int) -> None:
    whole = spread([start], steps_of(priced), 0)
    cut = spread([start], steps_of(priced), 0, allowance)
    assert dict(cut.cost) == {place: cost for place, cost in whole.cost.items() if cost <= allowance}


@given(graphs(WHOLE), PLACES, st.sets(PLACES))
def test_no_way_leads_through_a_stop(priced: Priced, start: int, stop: set[int]) -> None:
    ways = spread([start], steps_of(priced), 0, stop=stop)
    open_steps = {(a, b): cost for (a, b), cost in priced.items() if a == start or a not in stop}
    assert dict(ways.cost) == networkx.single_source_dijkstra_path_length(digraph(open_steps), start)
    for place in ways.cost:
        assert not set(ways.to(place)[1:-1]) & (stop - {start})


@given(graphs(EXACT), PLACES, st.sets(PLACES, min_size=1, max_size=3))
def test_cheapest_goes_to_the_nearest_goal(priced: Priced, start: int, goals: set[int]) -> None:
    found = cheapest(start, goals, steps_of(priced), Fraction(0))
    lengths = networkx.single_source_dijkstra_path_length(digraph(priced), start)
    near = [lengths[goal] for goal in goals if goal in lengths]
    if not near:
        assert found is None
        return
    assert found is not None
    way, cost = found
    assert cost == min(near)
    assert (way[0], way[-1] in goals) == (start, True)
    assert spent_on(way, priced) == cost


@given(graphs(WHOLE), PLACES)
def test_costs_may_be_pairs(priced: Priced, start: int) -> None:
    """Points first, then the number of steps: the shorter of two equal ways is taken."""

    class Pair(tuple[int, int]):
        def __add__(self, other: Any) -> "Pair":
            return Pair((self[0] + other[0], self[1] + other[1]))

    def pairs(place: int, spent: Pair) -> Any:
        return [(b, Pair((cost, 1))) for (a, b), cost in priced.items() if a == place]

    ways = spread([start], pairs, Pair((0, 0)))
    best = networkx.single_source_dijkstra_path_length(digraph(priced), start)
    assert {place: cost[0] for place, cost in ways.cost.items()} == best
    for place, cost in ways.cost.items():
        equal = networkx.all_shortest_paths(digraph(priced), start, place, "weight") if best[place] else None
        if equal is not None and all(priced.values()):
            assert cost[1] == min(len(way) for way in equal) - 1


@given(graphs(WHOLE), st.sets(PLACES, min_size=1))
def test_networks_and_fewest_steps(priced: Priced, among: set[int]) -> None:
    graph = networkx.Graph()
    graph.add_nodes_from(range(12))
    graph.add_edges_from(priced)
    start = min(among)
    found = list(components(sorted(among), lambda place: sorted(graph[place])))
    wanted = networkx.connected_components(graph.subgraph(among))
    assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))
    assert [min(each) for each in found] == sorted(min(each) for each in found)
    steps = reachable([start], lambda place: sorted(graph[place]))
    assert steps == networkx.single_source_shortest_path_length(graph, start)
    for goal in range(12):
        way = shortest(start, {goal}, lambda place: sorted(graph[place]))
        assert (way is None) == (goal not in steps)
        if way is not None:
            assert (way[0], way[-1], len(way)) == (start, goal, steps[goal] + 1)


def test_a_place_that_is_not_reached_has_no_way() -> None:
    with pytest.raises(KeyError):
        spread([1], steps_of({}), 0).to(2)
