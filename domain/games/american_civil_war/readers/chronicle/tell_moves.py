"""The chronicle on the map: which force or vessel went where at an event, and what changed hands."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.american_civil_war.board.names import fleet, listed, vessel_name
from ironclad.domain.games.american_civil_war.position.units import Group
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import force
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import HexTaken, RailsTaken
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import ForceMoved
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.rail_reaction import TrainReacted
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction import ForceReacted
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import TrainRan
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import LeaderMovedAlone
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import ForceRetreated
from ironclad.domain.games.american_civil_war.rules.c10_leaders.leader_travel import LeaderTravelled
from ironclad.domain.games.american_civil_war.rules.c10_leaders.lone_leaders import LeaderMoved
from ironclad.domain.games.american_civil_war.rules.c13_naval.landing import ForceCarried
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import VesselsMoved
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.moves import Move, move


def _who(units: tuple[Group, ...], leaders: tuple[str, ...]) -> str:
    return force(units, leaders) if units else " and ".join(f"leader {each}" for each in leaders)


def _step(event: ForceMoved) -> Move:
    """A hex of a march: its first step has spent what it cost."""
    first = event.spent == sum(term.amount for term in event.cost)
    path = (event.from_hex, event.to)
    return move(event.side, _who(event.units, event.leaders), path, begins=first)


def _reaction(event: ForceReacted) -> Move:
    return move(event.side, _who(event.units, event.leaders), (event.from_hex, event.to))


def _passage(event: ForceCarried) -> Move:
    units = [_who(event.units, event.leaders)] if event.units or event.leaders else []
    railway = [vessel_name(each) for each in event.railway]
    return move(event.side, listed([*units, *railway]), (event.from_hex, event.to))


def _train(event: TrainRan | TrainReacted) -> Move:
    return move(event.side, f"{_who(event.units, event.leaders)} by train", event.path)


def _retreat(event: ForceRetreated) -> Move:
    return move(event.side, _who(event.units, event.leaders), (event.from_hex, *event.path))


def _ride(event: LeaderMoved) -> Move:
    return move(event.side, f"leader {event.leader}", (event.from_hex, *event.path))


def _journey(event: LeaderTravelled) -> Move:
    path = (event.from_hex, *(each for leg in event.legs for each in leg.path))
    return move(event.side, f"leader {event.leader}", path)


def _lone(event: LeaderMovedAlone) -> Move:
    return move(event.side, f"leader {event.leader}", (event.from_hex, event.to))


def _voyage(event: VesselsMoved) -> Move:
    return move(event.side, fleet(event.vessels), (event.from_place, *event.path))


MOVES: dict[type[Event], Callable[[Any], Move]] = {
    ForceMoved: _step,
    ForceReacted: _reaction,
    ForceCarried: _passage,
    TrainRan: _train,
    TrainReacted: _train,
    ForceRetreated: _retreat,
    LeaderMoved: _ride,
    LeaderTravelled: _journey,
    LeaderMovedAlone: _lone,
    VesselsMoved: _voyage,
}


def on_map(event: Event) -> Entry:
    """The members `moves` and `takes` of an event's entry, those that it has."""
    if isinstance(event, ForceRetreated) and not event.path:
        return {}  # into works in its own hex
    if (mover := MOVES.get(type(event))) is not None:
        return {"moves": [mover(event)]}
    if isinstance(event, HexTaken):
        return {"takes": [event.hex]}
    if isinstance(event, RailsTaken) and event.cut_off:
        return {"takes": [event.hex, *event.cut_off]}
    return {}
