"""What the computer player activates, and what it orders: attacks that the odds favour, cities, sieges."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, seas
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.odds_model import attack_by
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent import assessment
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.ways import ways
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    ActivateFleets,
    ActivateHq,
    ActivateRaider,
    EndActivation,
    PassActivation,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    city_in,
    enemies_seen,
    is_besieged,
    is_besieger,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import (
    March,
    Reconnoitre,
    Ride,
    Sail,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.reconnoitring import in_reach
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import blockaded
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import Raid, RaiderMarch
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import Fortify, Sortie
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

FAVOURED = 0.55  # chance at which an attack is made
VICTORY, DEFEAT = 5.0, 4.0  # what a combat won or lost is worth
TAKEN = 3.0  # what it is worth more to take a city than to be near it
BETTER = 0.25  # by so much an order must promise more than to stay
RECRUITS = 4.0  # what units without a leader are worth to an HQ without units
LONGEST = 6  # waters in one voyage that is looked for


class Plan(NamedTuple):
    """An order that an HQ might get, and what it promises beyond staying."""

    gain: float
    command: Command


def activate(position: Position, due: Due) -> Command:
    """The HQ whose best order promises most; then fleets that blockade, a raider; at last a pass."""
    side = due.seat
    found = []
    for hq in position.hqs_of(side):
        command = ActivateHq(hq=hq)
        if brta.allows(position, due, command) and (plan := _promise(position, side, hq)) is not None:
            found.append((plan.gain, hq, command))
    if found:
        return max(found, key=lambda each: (each[0], each[1]))[2]
    others: tuple[Command, ...] = (*_idle_fleets(position, side), ActivateRaider())
    for other in others:
        if brta.allows(position, due, other):
            return other
    return PassActivation()


def _promise(position: Position, side: str, hq: str) -> Plan | None:
    """The best order that an HQ would get if it were activated now; None if it had better stay."""
    twin = position.copy()
    twin.activation = Activation(side, "hq", hq, (), position.hqs[hq].spot)
    due = Due(id="plan", seat=side, kind="hq_orders", rule="4/12")
    return next(iter(_plans(twin, due)), None)


def order_hq(position: Position, due: Due) -> Command:
    """What an active HQ does next: it searches the enemies near it, and then carries out its best order."""
    activation = position.activation
    assert activation is not None
    if (found := search(position, due, activation)) is not None:
        return found
    if activation.fleets:
        return order_fleets(position, due)
    for plan in _plans(position, due):
        return plan.command
    guards = city_in(position, position.hqs[activation.hq].spot)
    holds = guards and assessment.worth(guards) > assessment.GOAL
    if holds and brta.allows(position, due, fortify := Fortify()):
        return fortify
    return _end(position, due)


def search(position: Position, due: Due, activation: Activation) -> Command | None:
    """A search for the next enemy near an HQ that has not moved, with all its cavalry; None for none."""
    if not activation.hq or activation.fleets or activation.mode:
        return None
    for target in in_reach(position, due.seat, position.hqs[activation.hq].spot):
        if _is_news(position, due.seat, target):
            command = Reconnoitre(target=target, declared=position.units_of(activation.hq).cavalry)
            if brta.allows(position, due, command):
                return command
    return None


def _is_news(position: Position, side: str, target: str) -> bool:
    """Whether an enemy HQ has not been found out about in this turn."""
    found: Findings | None = position.intelligence.get(side, {}).get(target)
    return found is None or found.turn != position.turn


def _end(position: Position, due: Due) -> Command:
    """The end of the activation, or whatever else has to be done before it."""
    if brta.allows(position, due, EndActivation()):
        return EndActivation()
    return next(iter(brta.offers[due.kind](position, due)))


def _plans(position: Position, due: Due) -> Iterator[Plan]:
    """The legal orders that promise more than to stay, the best first. Besiegers stay."""
    activation = position.activation
    assert activation is not None
    hq, side = activation.hq, due.seat
    record = position.hqs[hq]
    if record.aboard or is_besieger(position, record):
        return
    if is_besieged(position, record):
        yield from _sorties(position, due)
        return
    wishes = tuple(assessment.goals(position, side, hq))
    stay = _standing(position, side, hq, record.spot, wishes)
    plans = []
    for command, end in ways(position, activation):
        gain = _value(position, side, hq, command, end, wishes) - stay
        if gain > BETTER:
            plans.append(Plan(gain - 0.01 * len(command.path), command))
    plans.sort(key=lambda plan: -plan.gain)
    yield from (plan for plan in plans if brta.allows(position, due, plan.command))


def _sorties(position: Position, due: Due) -> Iterator[Plan]:
    """A sortie that is likely to win."""
    command = Sortie()
    if brta.allows(position, due, command):
        won = assessment.likely(position, attack_by(position, due.seat, command))
        if won >= FAVOURED:
            yield Plan(won * VICTORY, command)


Wishes = tuple[tuple[str, float], ...]


def _standing(position: Position, side: str, hq: str, spot: str, wishes: Wishes) -> float:
    """What it is worth to be in a place where no enemy is: near goals, with recruits, guarding a city."""
    if assessment.is_lone(position, hq):
        return RECRUITS if assessment.recruits(position, side, spot) else 0.0
    value = assessment.drawn_to(wishes, spot)
    zone = city_in(position, spot)
    if zone and position.holders[zone] == side and assessment.threatened(position, side, spot):
        value = max(value, assessment.worth(zone))
    return value


def _value(position: Position, side: str, hq: str, command: March | Ride, end: str, wishes: Wishes) -> float:
    """What it is worth to go to a place, and to fight there."""
    zone = city_in(position, end)
    prize = assessment.worth(zone) + TAKEN if zone and position.holders[zone] == ENEMY[side] else 0.0
    if not enemies_seen(position, side, end):
        lone = assessment.is_lone(position, hq)
        return _standing(position, side, hq, end, wishes) if lone or not prize else prize
    if assessment.is_lone(position, hq):
        return 0.0
    try:
        attack = attack_by(position, side, command)
        won = assessment.likely(position, attack)
    except Refused:
        return 0.0
    if won < FAVOURED:
        return 0.0
    return assessment.drawn_to(wishes, end) + won * (VICTORY + prize) - (1 - won) * DEFEAT


# -- fleets and raiders


def _idle_fleets(position: Position, side: str) -> Iterator[ActivateFleets]:
    """Fleets, each alone, that could blockade more than they do."""
    for id in sorted(position.fleets):
        fleet = position.fleets[id]
        carries = any(id in hq.aboard for hq in position.hqs.values())
        if fleet.side == side and not fleet.active and (carries or _voyage(position, side, id)):
            yield ActivateFleets(fleets=(id,))


def _voyage(position: Position, side: str, id: str) -> tuple[str, ...]:
    """The way of a Northern sea fleet to the nearest sea that it blockades best; () to stay."""
    fleet = position.fleets[id]
    if side != NORTH or fleet.kind == "gunboat" or _is_needed(position, id):
        return ()
    closed = set(blockaded(position))
    seen, queue = {fleet.place}, deque([(fleet.place, tuple[str, ...]())])
    while queue:
        here, path = queue.popleft()
        if path and here in seas() and seas()[here].blockade and here not in closed:
            return path
        for place in board().sails.get(here, ()) if len(path) < LONGEST else ():
            if place not in seen and place in seas() and not fleets_in(position, ENEMY[side], place):
                seen.add(place)
                queue.append((place, (*path, place)))
    return ()


def _is_needed(position: Position, id: str) -> bool:
    """Whether a sea is blockaded by one fleet alone."""
    place = position.fleets[id].place
    alone = fleets_in(position, NORTH, place) == (id,)
    return alone and place in seas() and seas()[place].blockade


def order_fleets(position: Position, due: Due) -> Command:
    """Active fleets sail to a sea that is open, as far as they can, and end there."""
    activation = position.activation
    assert activation is not None
    afloat = [id for id in activation.fleets if id in position.fleets]
    if afloat and not activation.hq:
        path = _voyage(position, due.seat, afloat[0])
        for length in range(len(path), 0, -1):
            if brta.allows(position, due, sail := Sail(path=path[:length])):
                return sail
    return _end(position, due)


def order_raider(position: Position, due: Due) -> Command:
    """A raider raids what it can, a city first; else it moves on."""
    offered = list(brta.offers[due.kind](position, due))
    raids = [each for each in offered if isinstance(each, Raid)]
    if raids:
        return min(raids, key=lambda raid: ("city", "railroad", "bridge").index(raid.what))
    goal = max(
        (zone for zone, holder in position.holders.items() if holder == ENEMY[due.seat]),
        key=lambda zone: board().zones[zone].value * (not board().zones[zone].major),
        default="",
    )
    here = position.raiders[due.seat].spot
    steps = [each for each in offered if isinstance(each, RaiderMarch)]
    steps = [each for each in steps if goal and _nearer(each.path[-1], here, goal)]
    return steps[0] if steps else _end(position, due)


def _nearer(spot: str, here: str, goal: str) -> bool:
    place = board().place_spot(goal)
    return assessment.away(spot, place) < assessment.away(here, place)
