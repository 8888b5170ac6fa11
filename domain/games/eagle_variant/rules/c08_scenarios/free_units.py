"""The free infantry that each side places at the start (scenarios/2, /3): the CSA first, openly.

By the option `sealed_free_setup` both sides place at the same time, hidden until both are in.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import defaults, set_up, states
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, require_known, step
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.commands import (
    PlaceFreeInfantry,
    SealFreeInfantry,
)
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.events import (
    FreeInfantryPlaced,
    FreeInfantrySealed,
)
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.sight import NotKnown, Secret
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "sealed_free_setup": Option(
        "scenarios/2", "Both sides place their free infantry hidden, at the same time.", ("no", "yes")
    ),
    "free_setup_in_border_states": Option(
        "scenarios/3", "Free infantry may also be placed in border states.", ("no", "yes")
    ),
}


def free_count(position: Position, side: str) -> int:
    """How many free infantry a side has to place."""
    return int(set_up(position.table)["free_infantry"][side])


@step("free_set_up")
@rule("scenarios/2")
def ask_free_set_up(play: Play, entered: Step) -> None:
    """Each side places its free infantry: at once where it is sealed, else in the order of play."""
    if not play.position.plays("sealed_free_setup"):
        asking.ask(play, entered.seat, "free_set_up", "scenarios/2")
    elif entered.seat == SIDES[0]:
        asking.ask_all(play, SIDES, "sealed_free_set_up", "scenarios/2")
    else:
        _open_sealed(play)


def _open_sealed(play: Play) -> None:
    for side in SIDES:
        if side not in play.position.free:
            raise NotKnown(f"where the free infantry of the {side} is")
        play.emit(FreeInfantryPlaced(side, play.position.free[side]))


@rule("scenarios/3")
def check_places(position: Position, side: str, spaces: tuple[str, ...]) -> None:
    """Refuse places for free infantry: too many or few, two in a state, or outside the home states."""
    count = free_count(position, side)
    require(len(spaces) == count, "scenarios/2", f"you place {count} infantry, not {len(spaces)}")
    colours = {side, "border"} if position.plays("free_setup_in_border_states") else {side}
    for space in spaces:
        require_known(position, space, "scenarios/3")
        found = position.board.spaces[space]
        require(found.side in colours, "scenarios/3", f"{found.name} is no home space of yours")
    used = [position.board.spaces[space].state for space in spaces]
    twice = next((state for state in used if used.count(state) > 1), None)
    require(twice is None, "scenarios/3", f"{twice} gets more than one free infantry")


@eagle.check(PlaceFreeInfantry, "free_set_up")
def _check_place(position: Position, due: Due, command: PlaceFreeInfantry) -> None:
    check_places(position, due.seat, command.spaces)


@eagle.carry_out(PlaceFreeInfantry)
def _place(play: Play, due: Due, command: PlaceFreeInfantry) -> None:
    asking.close(play, due)
    play.emit(FreeInfantryPlaced(due.seat, command.spaces))


@eagle.check(SealFreeInfantry, "sealed_free_set_up")
def _check_seal(position: Position, due: Due, command: SealFreeInfantry) -> None:
    check_places(position, due.seat, command.spaces)


@eagle.carry_out(SealFreeInfantry)
def _seal(play: Play, due: Due, command: SealFreeInfantry) -> None:
    asking.close(play, due)
    play.emit(FreeInfantrySealed(due.seat, Secret((due.seat,), command.spaces)))


@eagle.evolves(FreeInfantrySealed)
def _sealed(position: Position, event: FreeInfantrySealed) -> None:
    position.free_given = tuple(sorted({*position.free_given, event.side}))
    if (spaces := event.spaces.known(())) != ():
        position.free[event.side] = spaces


@eagle.evolves(FreeInfantryPlaced)
def _placed(position: Position, event: FreeInfantryPlaced) -> None:
    for space in event.spaces:
        add_unit(position, event.side, "infantry", space)
    position.free.pop(event.side, None)
    position.free_given = tuple(each for each in position.free_given if each != event.side)


@eagle.offer("free_set_up", "sealed_free_set_up")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """The places of a house that wants to start at once; a player may name any others."""
    spaces = tuple(_on_this_map(position, defaults(position.table)["free_in_order"][due.seat]))
    yield _answer(due, spaces)


def _on_this_map(position: Position, spaces: list[str]) -> Iterator[str]:
    return (space for space in spaces if space in position.board.spaces)


def _answer(due: Due, spaces: tuple[str, ...]) -> Command:
    kind = SealFreeInfantry if due.kind == "sealed_free_set_up" else PlaceFreeInfantry
    return kind(spaces=spaces)


@eagle.sample("free_set_up", "sealed_free_set_up")
def _sample(position: Position, due: Due, random: Random) -> Command:
    chosen = random.sample(states(due.seat), free_count(position, due.seat))
    home = list(position.board.home_of(due.seat))
    return _answer(
        due, tuple(random.choice([each.id for each in home if each.state == state]) for state in chosen)
    )
