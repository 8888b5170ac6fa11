"""Movement of raiders (6.1/6, 11/4): over rivers and through mountains, until an enemy stops them."""

from collections.abc import Iterator
from dataclasses import replace

from ironclad.domain.games.bull_run_to_appomattox.board.charts import movement
from ironclad.domain.games.bull_run_to_appomattox.board.map import Step, board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation, RaiderMeeting
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    armies_in,
    ground,
    holds_ground,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import ZoneEntered
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.marching import targets
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.opening import meet_raider
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import RaiderMarch
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.crossings import passable_for_raiders
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking


def active_raider(position: Position) -> Activation:
    """The activation of a raider that is under way."""
    activation = position.activation
    assert activation is not None
    assert activation.kind == "raider"
    return activation


@rule("6.2/5", "5.2/14", "5.2/17", "11/4", "13.2/2")
def raider_steps(position: Position, side: str, spot: str) -> Iterator[Step]:
    """The ways that a raider of a side has out of a spot: borders of its place, its other bank, mountains.

    A mountain area joins those zones only that it touches. Into a divided zone whose bridge is intact a way
    leads to either bank.
    """
    for each in ground(position, spot):
        for step in (*board().steps.get(each, ()), *board().wild.get(each, ())):
            if passable_for_raiders(side, step):
                ends = (step.end, *(end for end in ground(position, step.end) if end != step.end))
                yield from (replace(step, end=end) for end in ends if end != spot)


def raider_step(position: Position, side: str, spot: str, word: str) -> Step | None:
    """The way from a spot to the zone, bank or area that a path names; None where there is none."""
    ends = (*targets(position, word), *((word,) if word in board().wild else ()))
    ways = [step for step in raider_steps(position, side, spot) if step.end in ends]
    return min(ways, key=lambda step: (ends.index(step.end), step.edge == ""), default=None)


@rule("6.1/6")
def raider_allowance(position: Position) -> int:
    """The movement points of a raider's activation, the same in every season."""
    return movement()["raider"] - position.plays("raider_moves_five")


@brta.check(RaiderMarch, "raider_orders")
@rule("6.1/6", "6.1/8", "6.1/12", "7.5/2")
def _check_march(position: Position, due: Due, command: RaiderMarch) -> None:
    """The season is the same to raiders."""
    activation = active_raider(position)
    require(not activation.halted, "6.1/12", "the raider has to stop here")
    left = raider_allowance(position) - activation.spent
    path = command.path
    require(path, "6.1/8", "name the zones that the raider enters")
    require(len(path) <= left, "6.1/6", f"it can enter {left} zones more, and the path has {len(path)}")
    here = position.raiders[due.seat].spot
    for word in path:
        step = raider_step(position, due.seat, here, word)
        if step is None:
            _refuse_step(position, due.seat, here, word)
        assert step is not None
        here = step.end


def _refuse_step(position: Position, side: str, here: str, word: str) -> None:
    """Refuse a step, with the reason that fits best. Raises Refused."""
    ends, name = targets(position, word), board().names.get(word, word)
    steps = [step for each in ground(position, here) for step in board().steps.get(each, ())]
    found = [step for step in steps if step.end in ends]
    barred = any(step.closed_to == side for step in found)
    require(not barred, "13.2/2", "the Potomac gunboats bar the way into Washington")
    require(not found, "6.2/5", f"open water lies before {name}")
    require(False, "1.1/1", f"{name} is not next to {board().names.get(here, here)}")


@brta.carry_out(RaiderMarch)
def _march(play: Play, due: Due, command: RaiderMarch) -> None:
    asking.close(play, due)
    for word in command.path:
        activation = active_raider(play.position)
        if activation.halted:
            return
        step = raider_step(play.position, due.seat, play.position.raiders[due.seat].spot, word)
        assert step is not None
        _enter(play, activation, step)


@rule("6.1/12", "7.13.1/2", "7.13.1/11")
def _enter(play: Play, activation: Activation, step: Step) -> None:
    """Enter a zone. The raider stops where the enemy is or a siege, and an enemy army attacks it at once."""
    position, side = play.position, activation.side
    start = position.raiders[side].spot
    stops = holds_ground(position, ENEMY[side], step.end) or siege_at(position, step.end) is not None
    spent = activation.spent + 1
    play.emit(ZoneEntered("raider", side, "foot", start, step.end, step.edge, False, spent, stops))
    if hq := strongest_cavalry(play.position, ENEMY[side], step.end):
        meet_raider(play, RaiderMeeting(side, step.end, hq, side, start))


@rule("7.13.1/2")
def strongest_cavalry(position: Position, side: str, spot: str) -> str:
    """The army of a side that attacks a raider in a place: the one with most cavalry; "" for none."""
    armies = armies_in(position, side, spot)
    return max(armies, key=lambda hq: position.units_of(hq).cavalry, default="")


@also_offers("raider_orders")
def offer_marches(position: Position, due: Due) -> Iterator[Command]:
    """Every single step."""
    spot = position.raiders[due.seat].spot
    for end in dict.fromkeys(step.end for step in raider_steps(position, due.seat, spot)):
        yield RaiderMarch(path=(end,))


OPTIONS = {
    "raider_moves_five": Option("6.1/6", "A raider moves five zones, as 6.1 says.", ("no", "yes")),
}
