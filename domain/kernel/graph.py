"""Shortest paths on map graphs: what can be reached within a budget, by which path, and what hangs together.

A node is any hashable value: a hex id, or a tuple when more than the hex matters (the hex and whether the
force has entrained). Costs are whole numbers of nought or more. Ties are settled the same way every time: of
two paths of equal cost the one found first stands, nodes of equal cost being opened in the order in which
they were found, and a node's steps in the order in which `steps` gives them. Nothing depends on hashing.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

Node = TypeVar("Node")


@dataclass(frozen=True, slots=True)
class Reach(Generic[Node]):
    """What a search found: `cost` of each node reached, in order of cost, and `came_from` its predecessor."""

    cost: Mapping[Node, int]
    came_from: Mapping[Node, Node]

    def __contains__(self, node: object) -> bool:
        return node in self.cost

    def __iter__(self) -> Iterator[Node]:
        return iter(self.cost)

    def __len__(self) -> int:
        return len(self.cost)

    def path(self, node: Node) -> tuple[Node, ...]:
        """The path from its start to this node, both included. Raises KeyError if it was not reached."""
        if node not in self.cost:
            raise KeyError(node)
        found = [node]
        while node in self.came_from:
            node = self.came_from[node]
            found.append(node)
        return tuple(reversed(found))


def reachable(
    starts: Iterable[Node] | Mapping[Node, int],
    steps: Callable[[Node], Iterable[tuple[Node, int]]],
    budget: int | None = None,
    stop: Callable[[Node], bool] | None = None,
) -> Reach[Node]:
    """Every node that can be reached for `budget` or less (None: any cost), each by a cheapest path.

    `starts`: the nodes to begin from, each with what has been spent already if a mapping. `steps(node)` gives
    (next node, cost of the step) pairs; a step that may not be taken is simply not given. `stop(node)`: true
    where a path may end but not go on (an enemy-occupied hex).
    """
    best: dict[Node, int] = {}
    came_from: dict[Node, Node] = {}
    settled: dict[Node, int] = {}
    queue: list[tuple[int, int, Node]] = []
    order = 0
    for node, spent in starts.items() if isinstance(starts, Mapping) else ((node, 0) for node in starts):
        if (budget is None or spent <= budget) and spent < best.get(node, spent + 1):
            best[node] = spent
            queue.append((spent, order, node))
            order += 1
    queue.sort()
    while queue:
        spent, _, node = heappop(queue)
        if node in settled:
            continue
        settled[node] = spent
        if stop is not None and stop(node):
            continue
        for following, cost in steps(node):
            total = spent + cost
            if (budget is None or total <= budget) and total < best.get(following, total + 1):
                best[following] = total
                came_from[following] = node
                heappush(queue, (total, order, following))
                order += 1
    return Reach(settled, came_from)


def cheapest_path(
    start: Node,
    goals: Collection[Node],
    steps: Callable[[Node], Iterable[tuple[Node, int]]],
    budget: int | None = None,
) -> tuple[int, tuple[Node, ...]] | None:
    """The cost and the path to the cheapest of the goals to reach, or None; looks no further than that."""
    best = {start: 0}
    came_from: dict[Node, Node] = {}
    done: set[Node] = set()
    queue: list[tuple[int, int, Node]] = [(0, 0, start)]
    order = 1
    while queue:
        spent, _, node = heappop(queue)
        if node in done:
            continue
        if node in goals:
            return spent, Reach(best, came_from).path(node)
        done.add(node)
        for following, cost in steps(node):
            total = spent + cost
            if (budget is None or total <= budget) and total < best.get(following, total + 1):
                best[following] = total
                came_from[following] = node
                heappush(queue, (total, order, following))
                order += 1
    return None


def flood(starts: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]) -> dict[Node, int]:
    """Every node that hangs together with the starts, with the least number of steps from one of them."""
    steps = dict.fromkeys(starts, 0)
    queue = deque(steps)
    while queue:
        node = queue.popleft()
        for following in neighbours(node):
            if following not in steps:
                steps[following] = steps[node] + 1
                queue.append(following)
    return steps


def connected(start: Node, goals: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]) -> bool:
    """True if one of the goals hangs together with the start; it looks no further than it must."""
    return distance_to_any(start, goals, neighbours) is not None


def distance_to_any(
    start: Node, goals: Collection[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> int | None:
    """The least number of steps from the start to one of the goals, or None if none can be reached."""
    if start in goals:
        return 0
    steps = {start: 0}
    queue = deque(steps)
    while queue:
        node = queue.popleft()
        for following in neighbours(node):
            if following in goals:
                return steps[node] + 1
            if following not in steps:
                steps[following] = steps[node] + 1
                queue.append(following)
    return None


def components(
    nodes: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]
) -> tuple[frozenset[Node], ...]:
    """The groups of nodes that hang together, in the order in which `nodes` first names one of each.

    Neighbours outside `nodes` are ignored.
    """
    listed = list(dict.fromkeys(nodes))
    inside = set(listed)
    found: list[frozenset[Node]] = []
    seen: set[Node] = set()
    for node in listed:
        if node not in seen:
            group = frozenset(flood([node], lambda n: (x for x in neighbours(n) if x in inside)))
            seen |= group
            found.append(group)
    return tuple(found)
