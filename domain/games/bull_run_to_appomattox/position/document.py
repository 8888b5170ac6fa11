"""Positions as documents: what the API shows, cases state and a new game may begin with.

`problems` names everything that is wrong with a position at once.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters, limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import zones
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, ON_MAP, UNKNOWN, Hq, Units
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.documents import Documents


def empty_position(scenario: str) -> Position:
    """A position with no pieces: every HQ in reserve, every city with its owner, no revenue."""
    position = Position(
        scenario,
        hqs={id: Hq(counter.side) for id, counter in headquarters().items()},
        leaderless={side: {} for side in SIDES},
        orphaned={side: {} for side in SIDES},
        intelligence={side: {} for side in SIDES},
        holders={zone.id: zone.owner for zone in zones().values() if zone.city},
    )
    for of in ("action_points", "revenue", "points", "eliminated"):
        setattr(position, of, dict.fromkeys(SIDES, 0))
    return position.copy()


def from_document(document: Mapping[str, Any]) -> Position:
    """Read a position document. Raises Unreadable, naming everything that is wrong with it at once."""
    position = DOCUMENTS.read(document)
    position.hqs = {id: position.hqs[id] for id in headquarters()}  # 2.3/2: draws follow their order
    return position


def problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a position, in sentences."""
    yield from _hq_problems(position)
    yield from _unit_problems(position)
    yield from _marker_problems(position)


@rule("2.3/1", "5.1/1", "5.1/2", "10/4")
def _hq_problems(position: Position) -> Iterator[str]:
    counters = headquarters()
    if set(position.hqs) != set(counters):
        yield "hqs: it has to have each HQ of the list, and no other"
        return
    on_map = {id for id, hq in position.hqs.items() if hq.state == ON_MAP}
    if set(position.units) != on_map:
        yield "units: it has to have each HQ on the map, and no other"
    spots = (*board().spots, *board().sails)
    for id, hq in position.hqs.items():
        if hq.side != counters[id].side:
            yield f"hqs: {id} is of the {counters[id].side}"
        if (hq.state == ON_MAP) != (hq.spot in spots):
            yield f"hqs: {id} is {hq.state} and in {hq.spot or 'no place'}"
        carriers = [position.fleets.get(fleet) for fleet in hq.aboard]
        if any(fleet is None or fleet.place != hq.spot for fleet in carriers):
            yield f"hqs: {id} is aboard fleets that are not with it"
        units = position.units.get(id, NONE)
        if units != UNKNOWN and not _may_command(units):
            yield f"units: {id} may not command {units.total} CP with {units.artillery} of artillery"


def _may_command(units: Units) -> bool:
    if min(units.infantry, units.cavalry, units.artillery) < 0:
        return False
    return units.total <= limits().cp_per_hq and units.artillery <= limits().artillery_per_hq


def _unit_problems(position: Position) -> Iterator[str]:
    if set(position.leaderless) != set(SIDES) or set(position.orphaned) != set(SIDES):
        yield "leaderless and orphaned: both sides have to be there"
        return
    for side in SIDES:
        for spot, units in position.leaderless[side].items():
            if spot not in board().spots or units == NONE or min(msgspec.structs.astuple(units)) < 0:
                yield f"leaderless: no units can be in {spot}"
    for id, fleet in position.fleets.items():
        if fleet.place not in board().sails or fleet.steps not in (1, 2):
            yield f"fleets: {id} cannot be in {fleet.place} with {fleet.steps} steps"
    for spot, fort in position.forts.items():
        if spot not in board().spots or not board().city_spot(spot) or fort.steps not in (1, 2):
            yield f"forts: there is no place for a fort in {spot}"
    for side, raider in position.raiders.items():
        known = raider.spot in board().zone_of and raider.spot not in board().divided
        if not known or raider.strength not in (1, 2):
            yield f"raiders: that of the {side} cannot be in {raider.spot} with {raider.strength} CP"


def _marker_problems(position: Position) -> Iterator[str]:
    cities = {zone.id for zone in zones().values() if zone.city}
    if set(position.holders) != cities or not set(position.holders.values()) <= {"", *SIDES}:
        yield "holders: it has to have a side, or nobody, for each strategic city"
    for name in ("sieges", "works"):
        for spot in getattr(position, name):
            if spot not in board().spots:
                yield f"{name}: {spot} is no spot"
    for bridge in position.broken_bridges:
        divided = board().divided.get(bridge)
        if not (bridge in board().edges or (divided is not None and divided.bridge)):
            yield f"broken_bridges: {bridge} has no bridge"
    for name, known in (("broken_rails", zones()), ("pillaged", zones())):
        for zone in getattr(position, name):
            if zone not in known:
                yield f"{name}: {zone} is no zone"
    for name in ("action_points", "revenue", "points", "eliminated"):
        if set(getattr(position, name)) != set(SIDES) or min(getattr(position, name).values()) < 0:
            yield f"{name}: both sides have a number that is not negative"
    if position.agenda.turn < 1:
        yield "agenda: turns count from 1"


DOCUMENTS = Documents(Position, problems)
