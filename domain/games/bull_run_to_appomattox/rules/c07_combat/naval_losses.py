"""Hits at sea, and what goes down with a fleet (7.10, 7.12/5, 7.13.2)."""

from collections.abc import Iterator
from itertools import product

from ironclad.domain.games.bull_run_to_appomattox.position.combats import NavalCombat
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import LoseSteps
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import StepsLost
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_forces import (
    FORT,
    OTHERS,
    fort_of,
    naval_of,
    other_fleets,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import FortLost
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


def take_naval_hits(play: Play) -> bool:
    """Hits of the round are taken, or the owner of several fleets is asked; False when none is left."""
    naval = naval_of(play.position)
    waiting = [side for side, hits in naval.pending.items() if hits]
    for side in waiting:
        _take(play, naval_of(play.position), side)
    return bool(waiting)


@rule("7.10/2", "7.10/3")
def _take(play: Play, naval: NavalCombat, side: str) -> None:
    """Hits at ironclads and the fort strike these; others go to the other fleets, as their owner says."""
    hits, position = naval.pending[side], play.position
    aimed = {target: count for target, count in hits.items() if target != OTHERS}
    if aimed:
        steps = {
            id: min(count, position.fleets[id].steps) for id, count in aimed.items() if id in position.fleets
        }
        _lose(play, naval, side, steps, FORT in aimed, tuple(aimed))
        return
    fleets = other_fleets(position, naval, side)
    steps = {id: position.fleets[id].steps for id in fleets}
    if len(fleets) > 1 and hits[OTHERS] < sum(steps.values()):
        asking.ask(play, side, "lose_steps", "7.10/2", hits=hits[OTHERS], fleets=list(fleets))
        return
    if len(fleets) == 1:
        steps = {fleets[0]: min(hits[OTHERS], steps[fleets[0]])}
    _lose(play, naval, side, steps, False, (OTHERS,))


@rule("7.12/5", "7.13.2/3", "7.13.2/4", "7.13.3/5")
def _lose(
    play: Play, naval: NavalCombat, side: str, steps: dict[str, int], at_fort: bool, targets: tuple[str, ...]
) -> None:
    """Steps are lost. A fort loses one at most, and none if it lost one to ships in this turn already.

    HQs aboard a fleet that sinks are out of the game.
    """
    losses = losses_at_sea(play.position, naval, side, steps, at_fort, targets)
    destroyed = bool(losses.fort) and play.position.forts[losses.fort].steps == 1
    play.emit(losses)
    if destroyed:
        play.emit(FortLost(losses.fort, side, "7.13.2/3"))
    for hq in losses.drowned:
        lose_hq(play, hq, "drowned", "7.12/5", units_too=True)


@rule("7.13.2/3")
def losses_at_sea(
    position: Position,
    naval: NavalCombat,
    side: str,
    steps: dict[str, int],
    at_fort: bool,
    targets: tuple[str, ...],
) -> StepsLost:
    """What goes with some steps: fleets that sink, HQs aboard them, a step of the fort that was hit."""
    fort = fort_of(position, naval, side) if at_fort else ""
    if fort and position.forts[fort].shelled:
        fort = ""
    sunk = tuple(id for id, count in steps.items() if count >= position.fleets[id].steps)
    drowned = tuple(hq for hq, ship in position.flagships.items() if ship in sunk)
    return StepsLost(side, steps, fort, sunk, drowned, targets, "7.10/2")


@brta.evolves(StepsLost)
def _steps_lost(position: Position, event: StepsLost) -> None:
    for id, count in event.steps.items():
        if id not in event.sunk:
            position.fleets[id] = position.fleets[id].with_(steps=position.fleets[id].steps - count)
    for id in event.sunk:
        del position.fleets[id]
    if (activation := position.activation) is not None and event.sunk:
        afloat = tuple(id for id in activation.fleets if id in position.fleets)
        position.activation = activation.with_(fleets=afloat)
    if event.fort and position.forts[event.fort].steps > 1:
        position.forts[event.fort] = position.forts[event.fort].with_(steps=1, shelled=True)
    for hq in list(position.hqs):
        _lose_cargo(position, hq, event.sunk)
    naval = naval_of(position)
    left = {each: count for each, count in naval.pending[event.side].items() if each not in event.targets}
    position.naval = naval.with_(pending={**naval.pending, event.side: left})


def _lose_cargo(position: Position, hq: str, sunk: tuple[str, ...]) -> None:
    """What the sunk fleets carried of an HQ's army is lost; where that is hidden, it stays unknown."""
    record = position.hqs[hq]
    lost = set(record.aboard) & set(sunk)
    if not lost:
        return
    position.hqs[hq] = record.with_(aboard=tuple(id for id in record.aboard if id not in lost))
    cargo = position.cargo.get(hq, {})
    for id in lost:
        position.units[hq] = position.units_of(hq).minus(cargo.get(id, NONE))
    position.cargo[hq] = {id: units for id, units in cargo.items() if id not in lost}


@brta.check(LoseSteps, "lose_steps")
@rule("7.10/2")
def _check_lose(position: Position, due: Due, command: LoseSteps) -> None:
    hits = due.about["hits"]
    for id, count in command.steps.items():
        require(id in due.about["fleets"], "7.10/2", f"{id} was not hit")
        most = position.fleets[id].steps
        require(count <= most, "7.10/3", f"{id} has {most} steps")
    require(sum(command.steps.values()) == hits, "7.10/2", f"{hits} steps are lost")


@brta.carry_out(LoseSteps)
def _lose_steps(play: Play, due: Due, command: LoseSteps) -> None:
    asking.close(play, due)
    steps = {id: count for id, count in command.steps.items() if count}
    _lose(play, naval_of(play.position), due.seat, steps, False, (OTHERS,))


@also_offers("lose_steps")
def _offer_losses(position: Position, due: Due) -> Iterator[Command]:
    """Every way to share out the steps."""
    fleets = due.about["fleets"]
    for counts in product(*(range(position.fleets[id].steps, -1, -1) for id in fleets)):
        if sum(counts) == due.about["hits"]:
            steps = {id: count for id, count in zip(fleets, counts, strict=True) if count}
            yield LoseSteps(steps=steps)
