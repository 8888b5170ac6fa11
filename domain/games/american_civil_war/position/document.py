"""Positions as documents: what the API shows, cases state and `POST /games` takes back.

A document is the Position struct as JSON with one difference: `forces` reads
{hex: {side: {"asp": 3, "cavalry": 1, "marked": [{"kind": "asp", "count": 2, "demoralized": 1}]}}},
where the numbers are totals and `marked` lists those strength points that are not plain ones (in the field,
ready, without a marker). Fields at their default are left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.errata import versions
from ironclad.domain.games.american_civil_war.position.economy_positions import (
    building_problems,
    political_problems,
)
from ironclad.domain.games.american_civil_war.position.rail_positions import rail_problems
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import (
    FIELD,
    FORT,
    KINDS,
    Group,
    Leader,
    merged,
    strength,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import AFTER
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import vessel_problems
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Unreadable

UNION_LEADERS, CONFEDERATE_LEADERS = "ABCD", "EFGH"
_DEFAULTS = Position()


@rule("10.0/1")
def all_leaders() -> dict[str, Leader]:
    """The eight leaders' counters, none in play: A to D Union, E to H Confederate."""
    union = {letter: Leader("union") for letter in UNION_LEADERS}
    return union | {letter: Leader("confederate") for letter in CONFEDERATE_LEADERS}


def empty_position(scenario: str) -> Position:
    """A position with no units on the map, its containers its own."""
    return Position(scenario, forces={side: {} for side in SIDES}, leaders=all_leaders()).copy()


def _stack_document(groups: tuple[Group, ...]) -> dict[str, Any]:
    document: dict[str, Any] = {kind: total for kind in KINDS if (total := strength(groups, kind))}
    marked = [msgspec.to_builtins(group) for group in groups if group.with_(count=1) != Group(group.kind)]
    if marked:
        document["marked"] = marked
    return document


def _stack(hex_id: str, side: str, document: Mapping[str, Any]) -> tuple[Group, ...]:
    where = f"forces.{hex_id}.{side}"
    unknown = set(document) - {*KINDS, "marked"}
    if unknown:
        raise Unreadable(f"{where} has unknown fields: {', '.join(sorted(unknown))}")
    marked = [msgspec.convert(group, Group) for group in document.get("marked", ())]
    groups = list(marked)
    for kind in KINDS:
        total, special = document.get(kind, 0), strength(marked, kind)
        if not isinstance(total, int) or isinstance(total, bool) or total < 0:
            raise Unreadable(f"{where}.{kind} must be a whole number, not {total!r}")
        if special > total:
            raise Unreadable(f"{where}.marked names {special} {kind}, but {kind} is {total}")
        if total > special:
            groups.append(Group(kind, total - special))
    return merged(groups)


def to_document(position: Position) -> dict[str, Any]:
    """The position as a JSON-able document."""
    document = {
        name: msgspec.to_builtins(value, str_keys=True)
        for name in Position.__struct_fields__
        if (value := getattr(position, name)) != getattr(_DEFAULTS, name)
    }
    forces: dict[str, Any] = {}
    for side in SIDES:
        for hex_id, groups in position.forces[side].items():
            forces.setdefault(hex_id, {})[side] = _stack_document(groups)
    document["forces"] = dict(sorted(forces.items()))
    document["leaders"] = {
        letter: {name: value for name, value in leader.items() if name != "side"}
        for letter, leader in document.get("leaders", {}).items()
    }
    return document


def from_document(document: Mapping[str, Any]) -> Position:
    """Read a position document. Raises Unreadable, naming everything that is wrong with it at once."""
    data = dict(document)
    forces = _mapping(data.pop("forces", {}), "forces")
    leaders = _mapping(data.pop("leaders", {}), "leaders")
    unknown = set(data) - set(Position.__struct_fields__)
    if unknown:
        raise Unreadable(f"a position has no field {', '.join(sorted(unknown))}")
    try:
        position = msgspec.convert({**data, "forces": {}, "leaders": {}}, Position, str_keys=True).copy()
        position.forces = {side: {} for side in SIDES}
        for hex_id, sides in forces.items():
            for side, stack in _mapping(sides, f"forces.{hex_id}").items():
                if side not in SIDES:
                    raise Unreadable(f"forces.{hex_id}: {side!r} is no side")
                if groups := _stack(hex_id, side, _mapping(stack, f"forces.{hex_id}.{side}")):
                    position.forces[side][hex_id] = groups
        position.leaders = all_leaders()
        for letter, leader in leaders.items():
            if letter not in position.leaders:
                raise Unreadable(f"leaders: there is no leader {letter!r}")
            side = position.leaders[letter].side
            position.leaders[letter] = msgspec.convert({**_mapping(leader, letter), "side": side}, Leader)
    except msgspec.ValidationError as wrong:
        raise Unreadable(f"position: {wrong}") from wrong
    if wrongs := list(problems(position)):
        raise Unreadable("position: " + "; ".join(wrongs))
    return position


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unreadable(f"{where} must be an object")
    return value


@rule("2.1/1")
def problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a position, all at once; nothing for a sound one."""
    hexes = load_map().hexes
    named = {
        *position.forts, *position.entrenchments, *position.control, *position.rail_control,
        *(hex_id for stacks in position.forces.values() for hex_id in stacks),
        *(leader.hex for leader in position.leaders.values() if leader.hex),
    }  # fmt: skip
    for hex_id in sorted(named - set(hexes)):
        yield f"there is no playable hex {hex_id!r} (2.1/1)"
    if (position.phase, position.step) not in AFTER:
        yield f"the sequence of play has no step {position.phase}/{position.step}"
    if not 1 <= position.turn <= 17:
        yield f"turn {position.turn} is not one of the seventeen"
    if position.player not in SIDES or position.initiative not in (*SIDES, ""):
        yield "player and initiative must be union or confederate"
    if position.phase == "operations" and not position.initiative:
        yield "in the Operations Phase someone has the initiative (3.2.1/3)"
    for name, held in (("control", position.control), ("rail_control", position.rail_control)):
        for hex_id, side in held.items():
            if side not in (*SIDES, "none"):
                yield f"{name}.{hex_id} is union, confederate or none, not {side!r}"
    for hex_id, side in position.entrenchments.items():
        if side not in SIDES:
            yield f"entrenchments.{hex_id}: {side!r} is no side"
    for hex_id, fort in position.forts.items():
        if fort.side not in SIDES:
            yield f"forts.{hex_id}: {fort.side!r} is no side"
        if fort.unfinished and fort.state != "silenced":
            yield f"forts.{hex_id}: `unfinished` is said of silenced forts only (13.6/8)"
    if position.impulse not in (1, 2):
        yield f"impulse {position.impulse} is neither 1 nor 2"
    try:
        versions().require_known(position.errata)
    except Unreadable as wrong:
        yield str(wrong)
    yield from _unit_problems(position)
    yield from _supply_problems(position)
    yield from building_problems(position)
    yield from political_problems(position)
    yield from vessel_problems(position)
    yield from rail_problems(position)


def _unit_problems(position: Position) -> Iterator[str]:
    for side, stacks in position.forces.items():
        for hex_id, groups in stacks.items():
            fort = position.forts.get(hex_id)
            for group in groups:
                if group.kind not in KINDS or group.count < 1 or min(group.demoralized, group.oos) < 0:
                    yield f"forces.{hex_id}.{side}: {group} is no group of units"
                if group.oos > 2:
                    yield f"forces.{hex_id}.{side}: no unit holds more than two OOS markers (8.4/1)"
                if group.station not in (FIELD, FORT, "entrenched"):
                    yield f"forces.{hex_id}.{side}: no station is named {group.station!r}"
                if group.station == FORT and (fort is None or fort.side != side):
                    yield f"forces.{hex_id}.{side}: units are inside a fort that is not there"
                if group.station == "entrenched" and position.entrenchments.get(hex_id) != side:
                    yield f"forces.{hex_id}.{side}: units are in an entrenchment that is not there"
            if sum(group.count for group in groups if group.station == FORT) > 2:
                yield f"forces.{hex_id}.{side}: a fort holds at most two strength points (11.3/1)"
    for letter, leader in position.leaders.items():
        if not 0 <= leader.rating <= 3:
            yield f"leaders.{letter}: ratings run from 0 to 3 (10.0/1)"
        if leader.hex and leader.returns:
            yield f"leaders.{letter} cannot be on the map and on the turn track"


def _supply_problems(position: Position) -> Iterator[str]:
    hexes = load_map().hexes
    for hex_id, depot in position.depots.items():
        if hex_id not in hexes or depot.side not in SIDES:
            yield f"depots.{hex_id}: {depot} is no depot on the map"
        if not 1 <= depot.count <= 3 or not 0 <= depot.fresh <= depot.count:
            yield f"depots.{hex_id}: a hex holds one to three depots, the fresh ones among them (8.4.2/2)"
    for hex_id, fort in position.forts.items():
        if not 0 <= fort.oos <= 2:
            yield f"forts.{hex_id}: no fort holds more than two OOS markers (8.4/1)"


_freezer = msgspec.json.Encoder()
_thawer = msgspec.json.Decoder(Position)
_WITHOUT_ERRATA = b',"errata":[]}'  # the end of a position without any: left out, as 1.0 wrote it


def freeze(position: Position) -> bytes:
    """The position as bytes for snapshots; exact, and quick both ways."""
    frozen = _freezer.encode(position)
    if position.errata:
        return frozen
    return frozen.removesuffix(_WITHOUT_ERRATA) + b"}"


def thaw(frozen: bytes) -> Position:
    """The position that `freeze` wrote."""
    return _thawer.decode(frozen)
