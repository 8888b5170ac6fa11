"""Taking losses in strength points (8.18): the owner says who bears them, where there is a choice."""

from collections.abc import Iterator, Mapping

from ironclad.domain.games.war_between_the_states.position.pieces import DEPOT_GARRISON
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import TakeLosses
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import LossesTaken
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import allowed, spread
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@rule("8.18/2", "8.18/11")
def bear(play: Play, side: str, strengths: Mapping[str, int], loss: int) -> None:
    """Have units bear a loss: at once where it can fall in one way alone, else as their owner says.

    The decision comes before all that are due; what continues meanwhile must not ask for these units' SP.
    """
    even = spread(strengths, loss)
    if _only_way(strengths, even):
        if loss:
            play.emit(LossesTaken(side, _named(even)))
        return
    units = dict(strengths)
    if any(due.kind == "losses" for due in play.position.agenda.due):
        asking.ask(play, side, "losses", "8.18/11", strengths=units, loss=loss)
    else:
        asking.interrupt(play, side, "losses", "8.18/11", strengths=units, loss=loss)


def _only_way(strengths: Mapping[str, int], even: Mapping[str, int]) -> bool:
    """Whether nobody could lose a point in another's place."""
    most = max(even.values(), default=0)
    bearing = [unit for unit in strengths if even[unit] == most]
    spared = [unit for unit in strengths if even[unit] < most and even[unit] < strengths[unit]]
    return not (most and bearing and spared)


def _named(taken: Mapping[str, int]) -> dict[str, int]:
    return {unit: points for unit, points in taken.items() if points}


@wbts.check(TakeLosses, "losses")
@rule("8.18/1", "8.18/2", "8.18/11")
def _check_losses(position: Position, due: Due, command: TakeLosses) -> None:
    strengths, loss = due.about["strengths"], due.about["loss"]
    unknown = command.taken.keys() - strengths.keys()
    require(not unknown, "8.18/10", f"{', '.join(sorted(unknown))} did not take part")
    taken = {unit: command.taken.get(unit, 0) for unit in strengths}
    require(sum(taken.values()) == loss, "8.18/1", f"the loss is {loss} SP, not {sum(taken.values())}")
    require(allowed(strengths, loss, taken), "8.18/1", "the loss is to fall as evenly as it can")


@wbts.carry_out(TakeLosses)
def _take(play: Play, due: Due, command: TakeLosses) -> None:
    asking.close(play, due)
    play.emit(LossesTaken(due.seat, _named(command.taken)))


@wbts.evolves(LossesTaken)
@rule("3.24/2", "R.3/13")
def _taken(position: Position, event: LossesTaken) -> None:
    """Units with no SP left are gone; what a side has lost is counted."""
    for id, points in event.taken.items():
        if id in position.depots:
            _weaken_depot(position, id, points)
            continue
        unit = position.units[id]
        if points >= unit.strength:
            del position.units[id]
        else:
            position.units[id] = unit.with_(strength=unit.strength - points)
    position.lost[event.side] = position.lost.get(event.side, 0) + sum(event.taken.values())


@rule("17.55/5", "17.55/7")
def _weaken_depot(position: Position, id: str, points: int) -> None:
    """A depot whose garrison falls below its 2 SP is gone; its points stay loose in the hex."""
    depot = position.depots[id]
    if depot.garrison - points >= DEPOT_GARRISON:
        position.depots[id] = depot.with_(garrison=depot.garrison - points)
        return
    del position.depots[id]
    if depot.points:
        position.loose[depot.hex] = position.loose.get(depot.hex, 0) + depot.points
    if position.battle is not None:
        position.battle = position.battle.with_(spoils=position.battle.spoils + depot.points)


@wbts.offer("losses")
def _offer_losses(position: Position, due: Due) -> Iterator[Command]:
    """Even spreads, each with another unit first; the one in the order of the units comes first."""
    strengths, loss = due.about["strengths"], due.about["loss"]
    units, seen = list(strengths), list[dict[str, int]]()
    for first in range(len(units)):
        order = {unit: strengths[unit] for unit in (*units[first:], *units[:first])}
        taken = _named(spread(order, loss))
        if taken not in seen:
            seen.append(taken)
            yield TakeLosses(taken=taken)
