"""What there is to say of each hex, and lists beside those of the forces: both as blocks."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.position.state import Position, stacked
from ironclad.domain.games.war_between_the_states.readers.labels import leader_label, side_name
from ironclad.domain.games.war_between_the_states.readers.marks import marks
from ironclad.domain.games.war_between_the_states.readers.stacks import stacks_of
from ironclad.domain.games.war_between_the_states.readers.wording import place as named
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of
from ironclad.domain.kernel.drawing.blocks import Block, Said, clause, heading, items, place, table
from ironclad.domain.kernel.drawing.blocks import side_name as coloured

View = dict[str, Any]
Told = Iterator[tuple[str, str, Said]]
"""A hex, a heading, and a line under it."""


def places_view(position: Position) -> View:
    """By hex, what is there: units, leaders, works and stores."""
    found: dict[str, dict[str, list[Said]]] = {}
    for at, head, said in (*_units(position), *_others(position)):
        found.setdefault(at, {}).setdefault(head, []).append(said)
    return {
        "places": {
            at: [block for head, said in heads.items() for block in (heading(head, 3), items(said))]
            for at, heads in sorted(found.items())
        }
    }


def _units(position: Position) -> Told:
    for stack in stacks_of(position):
        for part in stack.parts:
            head = "Leaders" if part.kind == "leader" else "Units"
            many = f"{part.count} × " if part.count > 1 else ""
            said = ", ".join((f"{many}{part.label}", *part.says))
            yield stack.place, head, [coloured(stack.side, side_name(stack.side)), f": {said}"]
        full = stacked(position, stack.place, stack.side)
        yield stack.place, "Units", [f"{full} of 200 SP ", clause("6.4/1")]


def _others(position: Position) -> Told:
    for mark in marks(position):
        yield mark.place, "Works, stores and ships", mark.title


def lists_view(position: Position) -> View:
    """Lists below those of the forces: leaders with their ratings and forces, prisoners, the pool."""
    return {"blocks": [*_leaders(position), *_elsewhere(position)]}


def _leaders(position: Position) -> list[Block]:
    rows: list[list[Said]] = []
    for side in SIDES:
        for name, leader in sorted(position.leaders.items()):
            if leader.side != side or not leader.hex:
                continue
            force = [id for id in force_of(position, name) if id in position.units]
            strength = sum(position.units[id].strength for id in force)
            rows.append(
                [
                    coloured(side, leader_label(position, name)),
                    place(leader.hex, named(leader.hex)),
                    f"{strength} SP",
                ]
            )
    return [
        heading("Leaders on the map"),
        table(["Leader", "Where", "Moves by a command to him"], rows, caption="Leaders and their forces"),
    ]


def _elsewhere(position: Position) -> list[Block]:
    lines: list[Said] = []
    for side in SIDES:
        of = {name: each for name, each in sorted(position.leaders.items()) if each.side == side}
        prisoners = [name for name, each in of.items() if each.prisoner]
        pool = [name for name, each in of.items() if not (each.hex or each.ship or each.prisoner)]
        for said, names in (("prisoners", prisoners), ("not on the map", pool)):
            if names:
                lines.append([coloured(side, side_name(side)), f" {said}: {', '.join(names)}"])
    return [heading("Leaders elsewhere"), items(lines)] if lines else []
