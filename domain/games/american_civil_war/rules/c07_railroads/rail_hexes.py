"""Where trains may run (7.1/4, 7.1/5, 7.3, 7.4/2): what bars a rail hex, under which clause."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from ironclad.domain.games.american_civil_war.board.charts import train_limit
from ironclad.domain.games.american_civil_war.board.map import CS_STATES, KENTUCKY, MISSOURI_AREA, load_map
from ironclad.domain.games.american_civil_war.board.names import side_name
from ironclad.domain.games.american_civil_war.position.state import ENEMY, UNION, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import Group, strength
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import is_us_state, rail_controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.supply_entry import as_entered
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    in_primary,
    in_secondary,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    is_broken,
    is_rail_ferry,
    is_rail_hex,
    rail_neighbours,
    train_steps,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import rail_supplied
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
Bar = tuple[str, str]  # the clause that bars a hex, and the reason in a player's words
UNION_LOAD, MISSOURI_LOAD, CONFEDERATE_LOAD = 2, 1, 1  # 7.3: strength points a train marker carries


class Rails:
    """Where the trains of one side may run in one position; remembers what it was asked (see `rails_of`).

    It must not outlive a change of the position. `ignoring`: hexes of enemy forces whose zones do not count,
    nor what they cut off from supply.
    """

    def __init__(self, position: Position, side: str, ignoring: tuple[str, ...] = ()) -> None:
        self.position = position
        self.side = side
        self.ignoring = ignoring
        self._supplied: Callable[[str], bool] | None = None
        self._bars: dict[str, Bar | None] = {}

    def supplied(self, hex_id: str) -> bool:
        """Whether a rail hex of the side traces a path to a supply source, one that feeds a few included."""
        if self._supplied is None:
            position = self.position
            for away in self.ignoring:
                position = as_entered(position, self.side, away)
            self._supplied = partial(rail_supplied, supply_map(position, self.side))
        return self._supplied(hex_id)

    def bar(self, hex_id: str) -> Bar | None:
        """What keeps the side's trains out of a hex, whatever they carry and wherever they come from."""
        if hex_id not in self._bars:
            bar = self.held_bar(hex_id)
            if bar is None and not self.supplied(hex_id):
                bar = "7.1/5", f"the railroad in {hex_id} is out of supply"
            self._bars[hex_id] = bar
        return self._bars[hex_id]

    @rule("7.1/4", "7.1/5", "7.3/4", "7.3/6", "7.4/1")
    def held_bar(self, hex_id: str) -> Bar | None:
        """The same, supply apart."""
        position, side = self.position, self.side
        if not is_rail_hex(position, hex_id):
            return "7.4/1", f"there is no railroad in {hex_id}"
        if rail_controller(position, hex_id) != side:
            return "7.1/5", whose_rails(position, hex_id)
        if position.rails_taken.get(hex_id) == side:
            since = "which you took after your impulse began: your trains run there from your next impulse on"
            return "7.1/4", f"the railroad in {hex_id} is one {since}"
        if not load_in(position, side, hex_id):
            if side == UNION:
                return "7.3/4", f"the railroad in {hex_id} is not upgraded for Union trains"
            return "7.3/6", f"Confederate trains do not run in {_MAP.state_of[hex_id]}"
        return None

    @rule("7.4/2")
    def enemy_bar(self, hex_id: str) -> Bar | None:
        """The enemy in a hex, whom a train does not run into."""
        there = occupied(self.position, ENEMY[self.side], hex_id)
        return ("7.4/2", f"the enemy is in {hex_id}") if there else None

    @rule("7.4/2", "5.3.5/3")
    def zone_bar(self, hex_id: str) -> Bar | None:
        """What keeps a train from entering a hex because of the enemy."""
        enemy = ENEMY[self.side]
        if (there := self.enemy_bar(hex_id)) is not None:
            return there
        if in_primary(self.position, hex_id, enemy, self.ignoring):
            return "7.4/2", f"{hex_id} is in an enemy primary zone of control"
        return None

    @rule("7.4/2", "7.6/2")
    def passing_bar(self, hex_id: str) -> Bar | None:
        """What keeps a train from going on out of a hex that it has come into."""
        if is_broken(self.position, hex_id):
            return "7.6/2", f"the railroad is broken in {hex_id}"
        if in_secondary(self.position, hex_id, ENEMY[self.side], self.ignoring):
            return "7.4/2", f"{hex_id} is in an enemy secondary zone, which a train may not leave"
        if in_primary(self.position, hex_id, ENEMY[self.side], self.ignoring):
            return "7.4/2", f"{hex_id} is in an enemy primary zone of control"
        return None

    @rule("7.2/2", "7.4/1")
    def step_bar(self, here: str, to: str) -> Bar | None:
        """What keeps a train from going from a hex to the next: no railroad, or a ferry."""
        if to not in rail_neighbours(self.position, here):
            return "7.4/1", f"no railroad joins {here} and {to}"
        if is_rail_ferry(self.position, here, to):
            return "7.2/2", f"the ferry between {here} and {to} ends the segment"
        return None

    def entry_bar(self, hex_id: str) -> Bar | None:
        """What keeps a train from entering a hex, the enemy in it named before whose rails they are."""
        return self.enemy_bar(hex_id) or self.bar(hex_id) or self.zone_bar(hex_id)

    @rule("7.2/1", "7.4/1")
    def why_no_way(self, start: str, to: str, from_rest: bool) -> Bar:
        """What closes the shortest way along the rails to a hex: the first hex on it that bars trains."""
        before, frontier = {start: ""}, [start]
        while frontier and to not in before:
            reached = []
            for here in frontier:
                for near in train_steps(self.position, here):
                    if near not in before:
                        before[near] = here
                        reached.append(near)
            frontier = reached
        del before[start]
        if to not in before:
            return "7.4/1", f"no railroad without a ferry or a gap leads from {start} to {to}"
        here = start
        for hex_id in way_to(before, to):
            resting = here == start and from_rest
            if (bar := (None if resting else self.passing_bar(here)) or self.entry_bar(hex_id)) is not None:
                return bar[0], f"on the way to {to}: {bar[1]}"
            here = hex_id
        return "7.4/1", f"no open run of rail hexes leads from {start} to {to}"

    def ways(
        self,
        start: str,
        from_rest: bool,
        most: int = 1_000,
        ends: Collection[str] = (),
        goal: str = "",
    ) -> dict[str, str]:
        """Each hex that a train from `start` could run to, with the hex before it on the shortest way.

        `from_rest`: the force entrains in `start`, so that the zones there are no matter of the run. `most`:
        how many hexes it runs; `ends`: hexes that it goes no further from; `goal`: the only hex asked for.
        `start` itself is not among the answers.
        """
        before: dict[str, str] = {start: ""}
        frontier = [start]
        for _ in range(most):
            reached: list[str] = []
            for here in frontier:
                resting = here == start and from_rest
                if (here in ends and here != start) or (not resting and self.passing_bar(here) is not None):
                    continue
                for to in train_steps(self.position, here):
                    if to not in before and self.bar(to) is None and self.zone_bar(to) is None:
                        before[to] = here
                        reached.append(to)
            if not reached or goal in before:
                break
            frontier = reached
        del before[start]
        return before


@remembered
def rails_of(position: Position, side: str, ignoring: tuple[str, ...] = ()) -> Rails:
    """Where the trains of a side may run, for one question or for all while the position does not change."""
    return Rails(position, side, ignoring)


def way_to(ways: dict[str, str], to: str) -> tuple[str, ...]:
    """The hexes of the way to one that `ways` reaches, the start left out."""
    path = [to]
    while (before := ways.get(path[-1])) in ways:
        assert before is not None
        path.append(before)
    return tuple(reversed(path))


@rule("7.1/5", "7.1/2")
def whose_rails(position: Position, hex_id: str) -> str:
    """Who controls the railroad of a hex, and since when, as far as the record says."""
    holder = rail_controller(position, hex_id)
    if holder is None:
        return f"nobody controls the railroad in {hex_id}"
    if position.rails_taken.get(hex_id) == holder:
        since = "since its latest impulse"
    elif hex_id in position.rail_control:
        since = "since an earlier impulse"
    else:
        since = "since the start"
    return f"{side_name(holder)} controls the railroad in {hex_id}, {since}"


@rule("7.3/2", "7.3/3", "7.3/4", "7.3/5", "7.3/6", "7.7.2/4", "7.7.3/1")
def load_in(position: Position, side: str, hex_id: str) -> int:
    """The strength points that one train marker of a side carries through a hex; 0 where it does not run."""
    state = _MAP.state_of[hex_id]
    if side != UNION:
        return CONFEDERATE_LOAD if state in CS_STATES or state == KENTUCKY else 0
    if is_us_state(position, state) or state == KENTUCKY:
        return UNION_LOAD
    if state in MISSOURI_AREA:
        return MISSOURI_LOAD
    return UNION_LOAD if hex_id in position.upgraded else 0


@rule("7.1/4")
def require_whole_segment(position: Position, side: str, hex_id: str) -> None:
    """By option, every hex of the segment must have been controlled since the impulse began."""
    if position.options.get("rail_whole_segment") != "segment":
        return
    for member in segment(position, hex_id):
        own = rail_controller(position, member) == side
        require(own, "7.1/4", f"{whose_rails(position, member)}, and it is of the same segment")
        since = position.rails_taken.get(member) == side
        says = f"you took the railroad in {member}, of the same segment, after your impulse began"
        require(not since, "7.1/4", says)


@rule("7.2/1")
def segment(position: Position, hex_id: str) -> Iterator[str]:
    """The rail hexes of a hex's segment: connected over no ferry, up to breaks."""
    found, frontier = {hex_id}, [hex_id]
    while frontier:
        here = frontier.pop()
        yield here
        if here != hex_id and is_broken(position, here):
            continue
        for near in train_steps(position, here):
            if near not in found:
                found.add(near)
                frontier.append(near)


@rule("7.4/3", "7.4/4", "7.1/5")
def require_entraining(rails: Rails, hex_id: str, negated: bool) -> None:
    """A train is boarded on rails that may be used, in no enemy zone that friends who stay there have not
    `negated`."""
    refuse(rails.bar(hex_id))
    require_whole_segment(rails.position, rails.side, hex_id)
    at, enemy, ignoring = rails.position, ENEMY[rails.side], rails.ignoring
    in_their_zone = in_primary(at, hex_id, enemy, ignoring) or in_secondary(at, hex_id, enemy, ignoring)
    says = f"{hex_id} is in an enemy zone that no unit staying there negates"
    require(negated or not in_their_zone, "7.4/3", says)


@rule("7.3/2", "7.3/3")
def load_of(position: Position, side: str, path: Iterable[str]) -> int:
    """The strength points a train marker carries along a run: the least that any hex of it lets through."""
    return min(load_in(position, side, hex_id) for hex_id in path)


@rule("7.3/1", "7.3/2", "7.3/3", "7.3/5", "10.2/4")
def markers_needed(units: Iterable[Group], load: int) -> int:
    """Train markers that carry units, cavalry a point like any; leaders ride with them and take no room."""
    return -(-strength(units) // load)


@rule("7.3/1")
def require_markers(position: Position, side: str, count: int) -> None:
    """Refuse unless so many of a side's train markers are unused in this impulse."""
    left = markers_left(position, side)
    require(count <= left, "7.3/1", f"this takes {count} train markers and {left} are left in this impulse")


@rule("7.3/1")
def markers_left(position: Position, side: str) -> int:
    """The train markers of a side that are unused in this impulse, its own or the enemy's."""
    return train_limit(side) - position.trains_used.get(side, 0)


def refuse(bar: Bar | None) -> None:
    """Raise Refused for a bar; nothing for none."""
    if bar is not None:
        raise Refused(*bar)


OPTIONS = {
    "rail_whole_segment": Option(
        "7.1/4",
        "Whether the stretch used, or its whole segment, must be held since the impulse's start.",
        ("stretch", "segment"),
    ),
}
