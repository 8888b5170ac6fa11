"""Positions as documents: what the service shows, cases state, and a new game may begin with.

A document is the Position struct as JSON; fields at their default are left out. `problems` names everything
that is wrong with a position at once.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.board.terrain import BadTable, read_table
from ironclad.domain.games.iron_brigade.options import OPTIONS
from ironclad.domain.games.iron_brigade.position.scenery import document_of, scenery_of
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.position.units import Deeds
from ironclad.domain.games.iron_brigade.rules.between import strength
from ironclad.domain.games.iron_brigade.rules.c02_organization.setup import MOST_UNITS
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import TO_ROLL
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import by_name
from ironclad.domain.games.iron_brigade.rules.s_scenarios.grounding import ground_faults
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import muster_faults
from ironclad.domain.kernel.engine.codec import Unreadable

_DEFAULTS = Position()
_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Position)
MOST_STANDS = 24
LINES_OF = {"dig": 2, "torn": 2, "torn_track": 2, "tear_track": 2, "pontoon": 2, "charge": 1}
"""How many points the line of a work has at least."""
IDS = (
    "units", "arrivals", "deeds", "gone", "lost_guns", "revealed", "origins", "progress", "stopped",
    "passages", "changed", "aboard", "hidden", "triggers", "messages", "delivered", "responses",
)  # fmt: skip
"""Fields of a position that are by unit."""
LARGEST = 100_000
"""No co-ordinate, count or turn of a position is larger."""


def to_document(position: Position) -> dict[str, Any]:
    """The position as a JSON-able document; its field is in the form of a scenario."""
    found = {
        name: msgspec.to_builtins(value, str_keys=True)
        for name in Position.__struct_fields__
        if name != "scenery" and (value := getattr(position, name)) != getattr(_DEFAULTS, name)
    }
    return {**found, **document_of(position.scenery)}


def from_document(document: Mapping[str, Any]) -> Position:
    """Read a position document. Raises Unreadable, naming everything that is wrong with it at once.

    Units without deeds have those of a turn that begins.
    """
    given = dict(document)
    table, terrain = given.pop("table", None), given.pop("terrain", [])
    unknown = set(given) - (set(Position.__struct_fields__) - {"scenery"})
    if unknown:
        raise Unreadable(f"a position has no field {', '.join(sorted(map(str, unknown)))}")
    try:
        scenery = scenery_of(read_table(table, terrain))
    except BadTable as wrong:
        raise Unreadable(f"position: {wrong}") from wrong
    try:
        position = msgspec.convert(given, Position, str_keys=True).copy()
    except msgspec.ValidationError as wrong:
        raise Unreadable(f"position: {wrong}") from wrong
    position.scenery = scenery
    if wrong_things := list(problems(position)):
        raise Unreadable(f"position: {'; '.join(wrong_things)}")
    for id in position.units:
        position.deeds.setdefault(id, Deeds(men=strength(position, id)))
    return position


def freeze(position: Position) -> bytes:
    """The position as bytes for a cache."""
    return _encoder.encode(position)


def thaw(frozen: bytes) -> Position:
    """The position that `freeze` wrote."""
    return _decoder.decode(frozen)


def problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a position, in sentences."""
    if len(position.muster) > MOST_UNITS:
        yield f"muster: {len(position.muster)} units; at most {MOST_UNITS} are allowed"
        return
    if set(position.sides) != set(SIDES):
        yield "sides: both sides have to be there"
    numbers = [(each.side, each.number) for each in position.muster.values()]
    if len(set(numbers)) < len(numbers):
        yield "muster: two units of a side have one number"
    for id, muster in position.muster.items():
        yield from muster_faults(id, muster)
    for name in IDS:
        for id in sorted(set(getattr(position, name)) - set(position.muster)):
            yield f"{name}: {id} is not in the muster"
    for id in sorted(set(position.arrivals) - set(position.units)):
        yield f"arrivals: {id} is not among the units"
    for id in sorted(each.unit for each in position.messages.values() if each.unit not in position.muster):
        yield f"messages: {id} is not in the muster"
    if not 0 <= position.visibility <= LARGEST:
        yield f"visibility: it is 0 to {LARGEST} hundredths of an inch"
    for name in ("moves", "changes", "fires", "charges", "placings", "setups"):
        if not set(getattr(position, name)) <= set(SIDES):
            yield f"{name}: only the two sides give orders"
    yield from _unit_problems(position)
    yield from _weather_problems(position)
    yield from _later_problems(position)
    for contact in (*position.contacts, *position.successes):
        if not {contact.charger, contact.target, *contact.charged} <= set(position.units):
            yield "contacts: a unit in contact is not on the table"
    if position.agenda.turn < 1 or position.turns < 0:
        yield "agenda: turns count from 1"


def _later_problems(position: Position) -> Iterator[str]:
    """What is wrong with works, with units that are carried, with trains and vessels, and with proposals."""
    for key, work in position.works.items():
        points = [each for point in work.line for each in point]
        if any(abs(each) > LARGEST for each in (*points, work.done, work.turn, work.points)) or work.done < 0:
            yield f"works: {key} has a number that is too large, or negative"
        if len(work.line) < LINES_OF.get(work.kind, 0):
            yield f"works: {key} has no line"
    for id, carrier in position.aboard.items():
        if id not in position.arrivals or carrier not in position.units:
            yield f"aboard: {id} is to arrive, and {carrier} on the table"
    rails = {each.id for each in position.scenery.terrain if each.kind == "railroad"}
    for id in sorted(set(position.units) & set(position.muster)):
        muster, vessel = position.muster[id], position.units[id].vessel
        if muster.type == "train" and (muster.track not in rails or not 1 <= muster.cars <= MOST_STANDS):
            yield f"muster: {id} runs on a railroad of the table with 1 to {MOST_STANDS} cars"
        if (vessel is not None) != (muster.type in ("ship", "craft")):
            yield f"units: {id} has a vessel if, and only if, it is a ship or a craft"
        elif vessel is not None and len(vessel.guns) != len(muster.hull.guns if muster.hull else ()):
            yield f"units: {id} has as many kinds of guns as its hull"
    for seat, (option, value) in position.proposals.items():
        if seat not in SIDES or option not in OPTIONS or value not in OPTIONS[option].values:
            yield f"proposals: {seat} offers a value of an option"


def _weather_problems(position: Position) -> Iterator[str]:
    known = by_name()
    rolls = position.weather == TO_ROLL and bool(position.setups)
    if position.weather not in known and not rolls:
        yield f"weather: it is one of {', '.join(known)}"
    if not set(position.weather_reads) | set(position.weather_reads.values()) <= set(known):
        yield f"weather_reads: weather is one of {', '.join(known)}"
    pieces = {each.id for each in position.scenery.terrain if each.polygon}
    for side, setup in position.setups.items():
        for must in setup.musts:
            if must.inside not in pieces or not set(must.units) <= set(position.units):
                yield f"setups: {side}: {must.inside} is no area, or a unit is not there"


def _unit_problems(position: Position) -> Iterator[str]:
    for id in sorted(set(position.units) & set(position.muster)):
        muster, unit = position.muster[id], position.units[id]
        numbers = [*unit.at, unit.unarmed, unit.prisoners, unit.fired_turns, unit.head, unit.speed]
        numbers += [] if unit.vessel is None else [unit.vessel.knots, unit.vessel.draft, unit.vessel.value]
        numbers += [each for stand in unit.stands for each in msgspec.structs.astuple(stand)]
        if any(abs(number) > LARGEST for number in numbers) or min(numbers[2:5]) < 0:
            yield f"units: {id} has a number that is too large, or negative"
        elif not 1 <= len(unit.stands) <= MOST_STANDS:
            yield f"units: {id} has 1 to {MOST_STANDS} stands"
        elif any(
            stand.width < 2 or stand.depth < 2 or stand.width % 2 or stand.depth % 2 for stand in unit.stands
        ):
            yield f"units: {id} has a stand without a size whose halves are whole"
        elif unit.guns is not None and not all(
            0 <= each <= LARGEST for each in msgspec.structs.astuple(unit.guns)
        ):
            yield f"units: {id} has a number of its guns that is too large, or negative"
        elif muster.is_battery != (unit.guns is not None):
            yield f"units: {id} has guns if, and only if, it is a battery"
        elif unit.men > muster.men or min(stand.men for stand in unit.stands) < 0:
            yield f"units: {id} has more men than it began with, or fewer than none"
        elif id not in position.arrivals:
            yield from (f"units: {id}: {fault}" for fault in ground_faults(position, unit))
