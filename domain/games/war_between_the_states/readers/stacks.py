"""The stacks of a position: what is in a hex of each side, part by part, as commands name it."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import Unit
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters, stacks
from ironclad.domain.games.war_between_the_states.position.state import Stack as Held
from ironclad.domain.games.war_between_the_states.readers.labels import (
    HEADQUARTERS,
    leader_label,
    roster_label,
    side_name,
    unit_label,
    units_label,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import on_trains
from ironclad.domain.kernel.drawing.scene import Part, Stack

_BOX = "M-4,-2.6H4V2.6H-4Z"
SIGNS = {
    "infantry": f"{_BOX}M-4,-2.6L4,2.6M-4,2.6L4,-2.6",
    "cavalry": f"{_BOX}M-4,2.6L4,-2.6",
    "militia": _BOX,
    "garrison": "M-4,2.6V-2.6H-2V-1H-1V-2.6H1V-1H2V-2.6H4V2.6Z",
    "supply_train": "M-4,-2H4V1.4H-4ZM-2.4,2.4h1M1.4,2.4h1",
    "siege_train": "M-4,1.6L4,-2.2M-2.4,2.6a1.5,1.5 0 1 0 .1,0",
    "rail_repair": "M-4,-1.4H4M-4,1.4H4M-2,-2.6V2.6M2,-2.6V2.6",
    "army_hq": "M-4,-2.6H4V2.6H-4ZM-4,0H4M0,-2.6V2.6",
    "corps_hq": "M-4,-2.6H4V2.6H-4ZM-4,0H4",
    "cavalry_hq": "M-4,-2.6H4V2.6H-4ZM-4,2.6L4,-2.6M-4,0H0",
    "leader": "M0,-3.6 1,-1.2 3.4,-1.1 1.5,0.5 2.1,2.9 0,1.6 -2.1,2.9 -1.5,0.5 -3.4,-1.1 -1,-1.2Z",
}


def stacks_of(position: Position) -> Iterator[Stack]:
    """The pieces on the ground of each side in each hex, the Union's first."""
    found = stacks(position)
    for side in SIDES:
        for (hex, owner), held in found.items():
            if owner == side:
                yield _stack(position, side, hex, held)


def _stack(position: Position, side: str, hex: str, held: Held) -> Stack:
    units = [position.units[id] for id in held.units]
    loose = [unit for unit in units if not unit.hq]
    hqs = [_hq_said(position, id) for id in held.headquarters]
    names = [leader_label(position, name) for name in _by_rank(position, held.leaders)]
    forces = "; ".join([*hqs, *([units_label(loose)] if loose else [])])
    states = ", ".join(_states(position, held))
    return Stack(
        key=f"{side} {hex}",
        place=hex,
        side=side,
        weight=sum(unit.strength for unit in units),
        text="; ".join(filter(None, (side_name(side), forces, ", ".join(names), states))),
        cells=(forces, ", ".join(names), states),
        parts=tuple(_parts(position, held)),
    )


def _hq_said(position: Position, id: str) -> str:
    hq = position.headquarters[id]
    supply = f", {hq.supply} supply" if hq.supply else ""
    return f"{hq.name} ({roster_label(position, id)}{supply})"


def _by_rank(position: Position, names: tuple[str, ...]) -> list[str]:
    chart = leaders()

    def rank(name: str) -> tuple[int, str]:
        piece = position.leaders[name]
        return -(piece.stars or chart[piece.side, name].stars), name

    return sorted(names, key=rank)


def _states(position: Position, held: Held) -> Iterator[str]:
    inside = sum(position.units[id].strength for id in held.units if position.units[id].inside)
    if inside:
        yield f"{inside} SP inside the fort"
    trains = on_trains(position)
    if any(id in trains for id in (*held.units, *held.headquarters, *held.leaders)):
        yield "some on a train"


def _parts(position: Position, held: Held) -> Iterator[Part]:
    """Headquarters with their rosters, other units that are alike, leaders; each can be chosen by itself."""
    for id in held.headquarters:
        yield _headquarters(position, id)
    groups: dict[tuple[Unit, tuple[str, ...], bool], list[str]] = {}
    for id in held.units:
        unit = position.units[id]
        if not unit.hq:
            groups.setdefault((unit, _says(position, id), _ready(position, id)), []).append(id)
    for (unit, says, ready), ids in groups.items():
        yield Part(
            kind=unit.kind,
            label=unit_label(unit),
            count=len(ids),
            figure=str(unit.strength * len(ids)) if unit.fights else "T",
            ready=ready,
            says=says,
            short=says[0] if says else "",
            sign=SIGNS[unit.kind],
            unit={"ids": ids},
        )
    for name in _by_rank(position, held.leaders):
        says = _says(position, name)
        yield Part(
            kind="leader",
            label=leader_label(position, name),
            count=1,
            figure="★",
            ready=_ready(position, name),
            says=says,
            short=name,
            sign=SIGNS["leader"],
            unit={"ids": [name]},
        )


def _headquarters(position: Position, id: str) -> Part:
    hq = position.headquarters[id]
    units = [position.units[each] for each in rosters(position).get(id, ())]
    command = f"commander {hq.commander}" if hq.commander else "no commander"
    says = (roster_label(position, id), command, *_says(position, id))
    return Part(
        kind=f"{hq.kind}_hq",
        label=f"{hq.name}, {HEADQUARTERS[hq.kind]}",
        count=1,
        figure=str(sum(unit.strength for unit in units)) if units else "–",
        ready=_ready(position, id),
        says=says,
        short=hq.name,
        sign=SIGNS[f"{hq.kind}_hq"],
        unit={"ids": [id]},
    )


def _says(position: Position, id: str) -> tuple[str, ...]:
    """What ails or binds a piece, and how far it has gone in this phase."""
    piece = position.units.get(id) or position.headquarters.get(id) or position.leaders[id]
    said = ["in the fort"] if piece.inside else []
    said += ["on a train"] if id in on_trains(position) else []
    phase = position.phase
    if phase is not None and phase.side == piece.side:
        trip = phase.trips.get(id, Trip())
        said += ["stopped"] if trip.stopped or id in phase.done else []
        said += [f"{trip.spent / 2:g} MP spent"] if trip.spent else []
    fighting = position.fighting
    if fighting is not None and id in fighting.active:
        said.append("has initiative")
    return tuple(said)


def _ready(position: Position, id: str) -> bool:
    """Whether the piece is of the force that moves now, and may go on."""
    phase = position.phase
    if phase is None or id not in phase.force or id in on_trains(position):
        return False
    return id not in phase.done and not phase.trips.get(id, Trip()).stopped
