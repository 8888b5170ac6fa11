"""What an answer means beyond what it certainly brings about: prices, odds of a die, what follows later.

All is worked out from the position as the seat may know it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits, reconnaissance
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.orders import PreparationOrder
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import hq_name, place
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.activation import (
    FLEET_COST,
    RAIDER_COST,
    cost_of,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    ActivateFleets,
    ActivateHq,
    ActivateRaider,
    EndActivation,
    GivePreparationOrder,
    PassActivation,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import siege_at
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.allowance import (
    fleet_allowance,
    hq_allowance,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import (
    March,
    Reconnoitre,
    Ride,
    Sail,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import (
    AnswerAttack,
    AttackFort,
    DecideCombat,
    TakeHits,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import bill_of, upkeep
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import Raid, RaiderRetreat
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import Fortify
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.commands import OfferToStop
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import victory_points
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note
from ironclad.domain.kernel.telling.words import counted, listed

Meant = Callable[[Position, Due, Any], Iterable[Note]]
_MEANT: dict[type[Command], Meant] = {}


def meaning(position: Position, due: Due, command: Command) -> tuple[Note, ...]:
    """Notes on an answer, for the seat that is asked."""
    meant = _MEANT.get(type(command))
    return () if meant is None else tuple(meant(position, due, command))


def _means(*kinds: type[Command]) -> Callable[[Meant], Meant]:
    def register(function: Meant) -> Meant:
        for kind in kinds:
            _MEANT[kind] = function
        return function

    return register


def _cost(position: Position, due: Due, cost: int, rule: str) -> Note:
    left = position.action_points.get(due.seat, 0) - cost
    return Note(f"It costs {counted(cost, 'action point')}; {left} are left then.", rule)


@_means(ActivateHq)
def _hq(position: Position, due: Due, command: ActivateHq) -> Iterable[Note]:
    if command.hq in position.hqs:
        yield _cost(position, due, cost_of(command.hq), "2.8/3")


@_means(ActivateFleets)
def _fleets(position: Position, due: Due, command: ActivateFleets) -> Iterable[Note]:
    yield _cost(position, due, FLEET_COST, "2.8/4")
    yield Note("They stay together for the whole activation.", "2.8/7")


@_means(ActivateRaider)
def _raider(position: Position, due: Due, command: ActivateRaider) -> Iterable[Note]:
    yield _cost(position, due, RAIDER_COST, "2.8/5")


@_means(PassActivation)
def _pass(position: Position, due: Due, command: PassActivation) -> Iterable[Note]:
    if position.plays("pass_and_return"):
        yield Note("You may activate again after the other side has; two passes end the phase.", "4/11")
        return
    points = position.action_points.get(due.seat, 0)
    yield Note(f"You lose {counted(points, 'action point')} and are done for this turn.", "4/11")


@_means(EndActivation)
def _end(position: Position, due: Due, command: EndActivation) -> Iterable[Note]:
    yield Note("It becomes Active: it is not activated again in this turn.", "3/4")
    if command.passing is not None:
        yield Note("The enemy does not learn that units were passed.", "15/9")


@_means(March, Ride)
def _march(position: Position, due: Due, command: March | Ride) -> Iterable[Note]:
    activation = position.activation
    if activation is None or not activation.hq or not position.units_of(activation.hq).known:
        return
    most = hq_allowance(position, activation.hq, isinstance(command, Ride))
    after = activation.spent + len(command.path)
    yield Note(f"{after} of {counted(most, 'movement point')} are spent then.", "6.1/8")
    yield from _meets(position, command.path[-1])


def _meets(position: Position, spot: str) -> Iterable[Note]:
    """What every reader sees of the place where a march ends."""
    if (siege := siege_at(position, spot)) is not None:
        yield Note(f"{place(siege[0])} is under siege since turn {siege[1].first_turn}.", "6.1/12")
    site = board().zones.get(board().zone_of.get(spot, ""))
    if site is not None and site.site:
        yield Note(f"A land combat won there is worth {limits().site_points} victory points.", "18/1")


@_means(Sail)
def _sail(position: Position, due: Due, command: Sail) -> Iterable[Note]:
    activation = position.activation
    if activation is not None:
        most = fleet_allowance(position, activation.fleets)
        after = activation.spent + len(command.path)
        yield Note(f"{after} of {counted(most, 'movement point')} are spent then.", "6.1/9")


@_means(Reconnoitre)
def _search(position: Position, due: Due, command: Reconnoitre) -> Iterable[Note]:
    shown = [
        total for total, row in reconnaissance().items() if row.all is not None or row.infantry is not None
    ]
    yield Note(
        f"A die + {command.declared} declared, less what the target declares, is read; a total of"
        f" {min(shown)} or more shows something.",
        "6.4/3",
    )
    yield Note("The other side sees how many cavalry CP you declare.", "6.4/6")


@_means(AnswerAttack)
def _answer(position: Position, due: Due, command: AnswerAttack) -> Iterable[Note]:
    if command.to:
        yield Note("It is no defeat; the enemy stays in the zone that he entered.", "7.9/8")
    else:
        yield Note("All CP engaged are shown, and a round is fired.", "6.4/19")


@_means(DecideCombat)
def _decide(position: Position, due: Due, command: DecideCombat) -> Iterable[Note]:
    if command.choice == "withdraw":
        wins = "who lost fewer CP" if position.plays("winner_by_losses_always") else "the other side"
        won = f"You leave, and {wins if position.battle else 'the other side'} has won."
        yield Note(won, "7.6/10" if position.battle else "7.12/1")
    elif command.choice == "besiege":
        turns = limits().siege_turns
        yield Note(f"The place surrenders after {turns} turns of siege, unless it is relieved.", "12.2/6")
    elif position.battle is not None:
        lost = position.battle.losses
        so_far = listed([f"{name} {lost.get(side, 0)}" for side, name in _SIDES.items()])
        yield Note(f"CP lost so far: {so_far}; after two rounds who lost more has lost.", "7.8/1")
    else:
        yield Note("A second round is fired if both stay.", "7.12/2")


_SIDES: Mapping[str, str] = {"north": "North", "south": "South"}


@_means(TakeHits)
def _hits(position: Position, due: Due, command: TakeHits) -> Iterable[Note]:
    emptied = [
        hq_name(hq)
        for hq in dict.fromkeys(command.struck)
        if hq in position.shown and command.struck.count(hq) >= position.shown[hq].total
    ]
    if emptied:
        yield Note(f"{listed(emptied)} would lose the last CP, and be out of the game.", "2.4/1")


@_means(AttackFort)
def _fort(position: Position, due: Due, command: AttackFort) -> Iterable[Note]:
    yield Note("One round; at most one step of the fort counts, and only one in a turn.", "7.13.2/3")


@_means(Fortify)
def _fortify(position: Position, due: Due, command: Fortify) -> Iterable[Note]:
    yield Note("It protects from the end of the activation phase, if the HQ never leaves.", "12.3/2")


@_means(Raid)
def _raid(position: Position, due: Due, command: Raid) -> Iterable[Note]:
    if command.what == "city" and command.target in board().zones:
        value = board().zones[command.target].value
        yield Note(f"You gain its value, {value}, at once, and its holder has nothing from it.", "11.3/1")
    else:
        yield Note("An HQ of the other side repairs it at the end of an activation phase.", "11.1/3")


@_means(RaiderRetreat)
def _raider_retreat(position: Position, due: Due, command: RaiderRetreat) -> Iterable[Note]:
    if not command.to and due.kind == "raider_stays":
        yield Note("It loses 1 CP, and rolls a die for each CP that it has now.", "7.13.1/6")


@_means(GivePreparationOrder)
def _prepare(position: Position, due: Due, command: GivePreparationOrder) -> Iterable[Note]:
    order: PreparationOrder = command.order
    if any(not position.units_of(hq).known for hq in position.hqs_of(due.seat)):
        return
    bill, revenue = bill_of(position, due.seat, order), position.revenue[due.seat]
    left = revenue - bill.maintenance - bill.purchases
    full = sum(upkeep(position, due.seat).values())
    yield Note(f"Maintenance {bill.maintenance} of {full}, purchases {bill.purchases}.", "9.2/1")
    yield Note(f"You have {revenue}; {left} are left then.", "9.2/8")


@_means(OfferToStop)
def _stop(position: Position, due: Due, command: OfferToStop) -> Iterable[Note]:
    if not command.withdraw:
        points = listed([f"{name} {victory_points(position, side)}" for side, name in _SIDES.items()])
        yield Note(f"Victory points now: {points}.", "14/5")
