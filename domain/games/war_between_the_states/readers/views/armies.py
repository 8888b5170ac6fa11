"""The armies view: headquarters with their rosters, units, leaders and ships; all of it is open (R.1/13)."""

from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters
from ironclad.domain.games.war_between_the_states.readers.labels import ship_label, unit_label
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating

View = dict[str, Any]


def armies_view(position: Position) -> View:
    """`forces`: by leader on the ground, all that moves by a command to him now (5.25)."""
    return {
        "headquarters": {id: _headquarters(position, id) for id in _ordered(position.headquarters)},
        "units": {id: _unit(position, id) for id in _ordered(position.units)},
        "leaders": {name: _leader(position, name) for name in sorted(position.leaders)},
        "ships": {
            id: {**_plain(position.ships[id]), "says": ship_label(id, position.ships[id])}
            for id in _ordered(position.ships)
        },
        "spans": {name: list(span) for name, span in sorted(position.spans.items())},
        "forces": {
            name: list(force_of(position, name)) for name, each in position.leaders.items() if each.hex
        },
    }


def _ordered(pieces: dict[str, Any]) -> list[str]:
    return sorted(pieces, key=sort_key)


def _plain(record: msgspec.Struct) -> View:
    return {name: msgspec.to_builtins(getattr(record, name)) for name in record.__struct_fields__}


def _headquarters(position: Position, id: str) -> View:
    return {**_plain(position.headquarters[id]), "roster": list(rosters(position).get(id, ()))}


def _unit(position: Position, id: str) -> View:
    return {**_plain(position.units[id]), "says": unit_label(position.units[id])}


def _leader(position: Position, name: str) -> View:
    """A leader with his ratings in his present command."""
    return {**_plain(position.leaders[name]), **rating(position, name)._asdict()}
