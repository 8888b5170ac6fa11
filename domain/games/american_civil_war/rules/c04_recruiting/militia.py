"""Militia (4.3, MT): called out state by state in an impulse's placement step, gone at the turn's end."""

from collections.abc import Callable, Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.charts import militia_rule
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    ENEMY,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import MSP, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, is_us_state, take
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import in_supply
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import displace_leaders
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import militia_third
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option

_MAP = load_map()
KENTUCKY = "KY"
ROLLED = "1d6"
BARREN = ("MO", "MD", "DE")  # MT/1: for either side


class CallOutMilitia(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="call_out_militia"
):
    """Call out the militia of a state (4.3)."""

    state: str


class PlaceMilitia(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="place_militia"
):
    """Place the militia called out, one point in each of these hexes (4.3)."""

    hexes: tuple[str, ...]


class EndPlacement(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="end_placement"
):
    """Be done with the placement step of the impulse (3.2.2)."""


class MilitiaCalledOut(Event, frozen=True, tag_field="type", tag="militia_called_out"):
    """A state's militia was called out (4.3, MT).

    die: 1d6 for a US-State, 0 for a CS-State, which raises a third of its `centres` in Confederate hands;
    points: MSP raised; hexes: where they may be placed, one each; lost: points that have no hex.
    """

    state: str
    side: str
    die: int
    centres: int
    points: int
    hexes: tuple[str, ...]
    lost: int
    rule: str


class MilitiaPlaced(Event, frozen=True, tag_field="type", tag="militia_placed"):
    """A state's militia took the field, one point in each hex."""

    state: str
    side: str
    hexes: tuple[str, ...]
    rule: str = "4.3/3"


@rule("4.3/11", "MT/1", "MT/2", "MT/3", "MT/4")
def raises(position: Position, side: str, state: str) -> str:
    """What a state raises for a side: "1d6", "third" of its Confederate supply centres, or "0"."""
    if state == KENTUCKY and position.kentucky != side:
        return "0"
    if state == "DC" and position.options.get("dc_no_militia") == "none":
        return "0"
    if state == "KS" and side == UNION and is_us_state(position, state):
        return ROLLED
    return militia_rule(state, side) or "0"


def confederate_centres(position: Position, state: str) -> int:
    """How many supply centres of a state the CS controls."""
    return sum(controller(position, each) == CONFEDERATE for each in _MAP.supply_centres_of.get(state, ()))


@rule("4.3/1", "4.3/2")
def could_raise(position: Position, side: str, state: str) -> bool:
    """Whether calling out a state's militia can give any point at all, its hexes apart."""
    table = raises(position, side, state)
    if table == "third":
        return militia_third(position, confederate_centres(position, state)) > 0
    return table == ROLLED


def muster_hexes(position: Position, side: str, state: str) -> tuple[str, ...]:
    """The towns and forts of a state where a militia point may be placed, sorted."""
    return tuple(_musters(position, side, state))


@rule("4.3/3")
def _musters(position: Position, side: str, state: str) -> Iterator[str]:
    """The same one after the other: friendly-controlled, free of enemies and of zones that no friendly unit
    there negates, and supplied."""
    hexes = {*_MAP.towns_of.get(state, ())}
    hexes.update(
        each for each, fort in position.forts.items() if fort.side == side and _MAP.state_of[each] == state
    )
    supply = supply_map(position, side)
    for each in sorted(hexes):
        if controller(position, each) == side and each not in supply.barred and in_supply(supply, each):
            yield each


def callable_states(position: Position, side: str) -> list[str]:
    """The states whose militia a side can call out now to any effect."""
    return [
        state
        for state in _MAP.states
        if state not in position.militia_called
        and could_raise(position, side, state)
        and any(True for _ in _musters(position, side, state))
    ]


# What else may be placed in the step: each yields the commands open to a side now.
OTHER_PLACEMENTS: list[Callable[[Position, str], Iterator[Command]]] = []


def others(position: Position, side: str) -> Iterator[Command]:
    """Everything but militia that the side could place now."""
    for offered in OTHER_PLACEMENTS:
        yield from offered(position, side)


@step("operations", "placement")
@rule("3.2/2", "3.2.2/4", "4.3/1")
def placement_step(play: Play) -> None:
    """Ask the phasing player, unless he has no militia to call and nothing to place."""
    states = callable_states(play.position, play.position.player)
    if states or next(others(play.position, play.position.player), None) is not None:
        ask(play, play.position.player, "placement", "3.2.2/4", states=states)
    else:
        next_step(play)


@acw.check(CallOutMilitia, "placement")
@rule("4.3/1", "4.3/11", "MT/1")
def check_call(position: Position, due: Due, command: CallOutMilitia) -> None:
    state = command.state
    require(state in _MAP.states, "4.3/1", f"there is no state {state}")
    require(state not in BARREN, "MT/1", f"{state} raises no militia")
    own = state in _own_states(position, due.seat)
    require(
        own, "4.3/11" if state == KENTUCKY else "4.3/1", f"the militia of {state} is not yours to call out"
    )
    require(state not in position.militia_called, "4.3/1", f"the militia of {state} was called out this turn")
    clause = "MT/4" if state == "DC" else "MT/3"
    require(could_raise(position, due.seat, state), clause, f"{state} raises no militia")
    require(muster_hexes(position, due.seat, state), "4.3/3", f"no town or fort of {state} can take militia")


def _own_states(position: Position, side: str) -> set[str]:
    """The states of a side for militia: Kentucky once it has joined, Missouri and Kansas nobody's."""
    own = {state for state in _MAP.states if side == UNION and is_us_state(position, state)}
    if side == CONFEDERATE:
        own = set(_MAP.cs_states)
    return own | {KENTUCKY} if position.kentucky == side else own


@acw.carry_out(CallOutMilitia)
@rule("4.3/2", "MT/2", "MT/3")
def carry_out_call(play: Play, due: Due, command: CallOutMilitia) -> None:
    """Roll or count what the table gives; ask where the points go if there is a choice."""
    position, state = play.position, command.state
    die = centres = 0
    if raises(position, due.seat, state) == ROLLED:
        (die,) = play.roll(f"militia of {state}", "MT/2")
        points, clause = die, "MT/2"
    else:
        centres = confederate_centres(position, state)
        points, clause = militia_third(position, centres), "MT/3"
    hexes = muster_hexes(position, due.seat, state)
    lost = max(0, points - len(hexes))
    close(play)
    play.emit(MilitiaCalledOut(state, due.seat, die, centres, points, hexes, lost, clause))
    if points >= len(hexes):
        _muster(play, due.seat, state, hexes)
    else:
        ask(play, due.seat, "militia_placement", "4.3/3", state=state, count=points, hexes=list(hexes))


@acw.check(PlaceMilitia, "militia_placement")
@rule("4.3/3")
def check_place(position: Position, due: Due, command: PlaceMilitia) -> None:
    open_hexes = muster_hexes(position, due.seat, due.about["state"])
    require(len(set(command.hexes)) == len(command.hexes), "4.3/3", "one militia point goes to each hex")
    for hex_id in command.hexes:
        require(hex_id in _MAP.hexes, "2.1/1", f"there is no hex {hex_id}")
        there = occupied(position, ENEMY[due.seat], hex_id)
        why = "has the enemy in it" if there else "is no friendly town or fort open to this militia"
        require(hex_id in open_hexes, "4.3/3", f"{hex_id} {why}")
    count = due.about["count"]
    require(len(command.hexes) == count, "4.3/3", f"all {count} militia points must be placed")


@acw.carry_out(PlaceMilitia)
def carry_out_place(play: Play, due: Due, command: PlaceMilitia) -> None:
    close(play)
    _muster(play, due.seat, due.about["state"], tuple(sorted(command.hexes)))


@rule("4.3/3", "4.3/4")
def _muster(play: Play, side: str, state: str, hexes: tuple[str, ...]) -> None:
    play.emit(MilitiaPlaced(state, side, hexes))
    for hex_id in hexes:
        take(play, side, hex_id, (Group(MSP),))
        displace_leaders(play, hex_id)


@acw.check(EndPlacement, "placement")
def check_end(position: Position, due: Due, command: EndPlacement) -> None:
    """Nobody has to call out militia."""


@acw.carry_out(EndPlacement)
def carry_out_end(play: Play, due: Due, command: EndPlacement) -> None:
    next_step(play)


@acw.evolves(MilitiaCalledOut)
def _called_out(position: Position, event: MilitiaCalledOut) -> None:
    position.militia_called = (*position.militia_called, event.state)


@acw.evolves(MilitiaPlaced)
def _placed(position: Position, event: MilitiaPlaced) -> None:
    for hex_id in event.hexes:
        position.add(event.side, hex_id, (Group(MSP),))


@acw.offer("placement")
def offer_calls(position: Position, due: Due) -> Iterator[Command]:
    yield EndPlacement()
    yield from (CallOutMilitia(state=state) for state in callable_states(position, due.seat))
    yield from others(position, due.seat)


@acw.sample("placement")
def sample_call(position: Position, due: Due, random: Random) -> Command:
    """Mostly none, so that random games get on, and forts are seldom given up, so that some are besieged."""
    if random.random() < 0.8:
        return EndPlacement()
    by_kind: dict[str, list[Command]] = {}
    for command in offer_calls(position, due):
        by_kind.setdefault(type(command).__name__, []).append(command)
    kind = random.choice(sorted(by_kind))
    if kind == "DestroyFort" and random.random() < 0.9:
        return EndPlacement()
    return random.choice(by_kind[kind])


@acw.offer("militia_placement")
def offer_places(position: Position, due: Due) -> Iterator[PlaceMilitia]:
    """Every hex once: runs of as many neighbours in the list as there are points."""
    hexes, count = muster_hexes(position, due.seat, due.about["state"]), due.about["count"]
    for first in range(len(hexes)):
        yield PlaceMilitia(hexes=(hexes[first:] + hexes[:first])[:count])


@acw.sample("militia_placement")
def sample_places(position: Position, due: Due, random: Random) -> PlaceMilitia:
    hexes = muster_hexes(position, due.seat, due.about["state"])
    return PlaceMilitia(hexes=tuple(random.sample(hexes, due.about["count"])))


OPTIONS = {
    "militia_rounding": Option(
        "MT/3", "How a third of a Confederate state's supply centres is rounded.", ("down", "up")
    ),
    "dc_no_militia": Option(
        "MT/4", "Whether the District of Columbia raises militia as other US-States do.", ("rolls", "none")
    ),
}
COMMANDS = (CallOutMilitia, PlaceMilitia, EndPlacement)
EVENTS = (MilitiaCalledOut, MilitiaPlaced)
