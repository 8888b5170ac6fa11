"""What emancipation by the CSA leads to: states leave, units move out, units disband."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import numbers, states
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import CSA, Position
from ironclad.domain.games.eagle_variant.position.units import sort_key
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import (
    controller,
    home_side,
    refresh_holders,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import RelocateUnits
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import (
    StateRoll,
    StatesRolled,
    UnitsDisbanded,
    UnitsRelocated,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "leaders_exempt_from_disbanding": Option(
        "csa-declares-emancipation/5", "Leaders do not roll whether they disband.", ("no", "yes")
    ),
}


@rule("csa-declares-emancipation/2")
def roll_states(play: Play) -> None:
    """Each home state of the CSA rolls 2d6, in order; then its units there move out."""
    least, rolls = int(numbers("politics")["state_leaves_on"]), []
    for state in states(CSA):
        if state not in play.position.seceded:
            dice = play.roll(f"whether {state} leaves the CSA", "csa-declares-emancipation/2", 2)
            rolls.append(StateRoll(state, dice, sum(dice) >= least))
    gone = (*play.position.seceded, *(each.state for each in rolls if each.leaves))
    play.emit(StatesRolled(tuple(rolls), tuple(each for each in states(CSA) if each in gone)))
    _move_out(play)


@eagle.evolves(StatesRolled)
@rule("csa-declares-emancipation/7")
def _rolled(position: Position, event: StatesRolled) -> None:
    """States that have left are home to nobody; units of others stay in them."""
    position.seceded = event.seceded


@rule("csa-declares-emancipation/3")
def _move_out(play: Play) -> None:
    """Every CSA unit in a state that has left goes to the nearest space; the CSA chooses among equals."""
    position = play.position
    goals = {id: refuges(position, position.units[id].space) for id in leaving(position)}
    lost = tuple(id for id, spaces in goals.items() if not spaces)
    only = {id: spaces[0] for id, spaces in goals.items() if len(spaces) == 1}
    if only or lost:
        play.emit(UnitsRelocated(only, lost))
    choices = {id: list(spaces) for id, spaces in goals.items() if len(spaces) > 1}
    if choices:
        asking.ask(play, CSA, "relocation", "csa-declares-emancipation/3", units=choices)
    else:
        _disband(play)


def leaving(position: Position) -> tuple[str, ...]:
    """The CSA's own units in states that have left, in the order of their names."""
    return tuple(
        id
        for id in sorted(position.units, key=sort_key)
        if position.units[id].nation == CSA
        and position.board.spaces[position.units[id].space].state in position.seceded
    )


def refuges(position: Position, start: str) -> tuple[str, ...]:
    """The home spaces that the CSA controls and that are the fewest land steps away, in the map's order."""
    seen, edge = {start}, [start]
    while edge:
        edge = [near for each in edge for near in position.board.neighbours[each] if near not in seen]
        seen |= set(edge)
        if found := {each for each in edge if _is_refuge(position, each)}:
            return tuple(space for space in position.board.spaces if space in found)
    return ()


def _is_refuge(position: Position, space: str) -> bool:
    return home_side(position, space) == CSA and controller(position, space) == CSA


@eagle.evolves(UnitsRelocated)
@rule("csa-declares-emancipation/4")
def _relocated(position: Position, event: UnitsRelocated) -> None:
    for id, space in event.to.items():
        position.units[id] = position.units[id].with_(space=space, held=True)
    for id in event.lost:
        del position.units[id]
    refresh_holders(position)


@eagle.check(RelocateUnits, "relocation")
def _check(position: Position, due: Due, command: RelocateUnits) -> None:
    clause, choices = "csa-declares-emancipation/3", due.about["units"]
    require(set(command.to) == set(choices), clause, f"name a space for each of {', '.join(choices)}")
    for id, space in command.to.items():
        nearest = ", ".join(name_of(each) for each in choices[id])
        require(space in choices[id], clause, f"{id} goes to one of {nearest}")


@eagle.carry_out(RelocateUnits)
def _relocate(play: Play, due: Due, command: RelocateUnits) -> None:
    asking.close(play, due)
    play.emit(UnitsRelocated(dict(sorted(command.to.items())), ()))
    _disband(play)


@rule("csa-declares-emancipation/5")
def _disband(play: Play) -> None:
    """Every CSA unit on the map rolls a die, in the order of their names; it disbands on a low one."""
    position, most = play.position, int(numbers("politics")["disbands_up_to"])
    exempt = position.plays("leaders_exempt_from_disbanding")
    rolling = [
        id
        for id in sorted(position.units, key=sort_key)
        if position.units[id].nation == CSA and not (exempt and position.units[id].kind == "leader")
    ]
    if rolling:
        dice = play.roll("which CSA units disband", "csa-declares-emancipation/5", len(rolling))
        shown = dict(zip(rolling, dice, strict=True))
        play.emit(UnitsDisbanded(shown, tuple(id for id in rolling if shown[id] <= most)))


@eagle.evolves(UnitsDisbanded)
def _disbanded(position: Position, event: UnitsDisbanded) -> None:
    for id in event.lost:
        del position.units[id]


@also_offers("relocation")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """Each unit to the first of its spaces, to the second, and so on; a player may mix them."""
    choices: dict[str, list[str]] = due.about["units"]
    for number in range(max(len(each) for each in choices.values())):
        to = {id: spaces[min(number, len(spaces) - 1)] for id, spaces in choices.items()}
        yield RelocateUnits(to=to)


@eagle.sample("relocation")
def _sample(position: Position, due: Due, random: Random) -> Command:
    return RelocateUnits(to={id: random.choice(spaces) for id, spaces in due.about["units"].items()})
