"""Positions as documents: what the API shows, cases state and a new game may begin with.

A document is the Position struct as JSON; fields at their default are left out. A hex or hexside may be
written by any of its printed ids; a position holds the one of the upper sheet (3.11/2).
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.scenario_files import KNOWN
from ironclad.domain.games.war_between_the_states.position.campaign_problems import campaign_problems
from ironclad.domain.games.war_between_the_states.position.problems import (
    piece_problems,
    progress_problems,
    side_problems,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Unreadable

_DEFAULTS = Position()
_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Position)
PLACES = ("hex", "at", "facing")
"""The fields of pieces that name a hex or a hexside."""
KEYED_BY_HEX = ("works", "bases", "loose", "owners", "rail_owners")


def to_document(position: Position) -> dict[str, Any]:
    """The position as a JSON-able document."""
    return {
        name: msgspec.to_builtins(value, str_keys=True)
        for name in Position.__struct_fields__
        if (value := getattr(position, name)) != getattr(_DEFAULTS, name)
    }


def from_document(document: Mapping[str, Any]) -> Position:
    """Read a position document. Raises Unreadable, naming everything that is wrong with it at once."""
    unknown = set(document) - set(Position.__struct_fields__)
    if unknown:
        raise Unreadable(f"a position has no field {', '.join(sorted(unknown))}")
    try:
        position = msgspec.convert(translated(document), Position, str_keys=True).copy()
    except msgspec.ValidationError as wrong:
        raise Unreadable(f"position: {wrong}") from wrong
    if wrong_things := list(problems(position)):
        raise Unreadable(f"position: {'; '.join(wrong_things)}")
    return position


@rule("3.11/2")
def translated(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document with every hex and hexside under its one id; what is no id of the map stays as it is."""
    found = dict(document)
    for name in ("units", "headquarters", "leaders", "ships", "works"):
        if isinstance(pieces := found.get(name), Mapping):
            found[name] = {id: _with_places(piece) for id, piece in pieces.items()}
    for name in KEYED_BY_HEX:
        if isinstance(kept := found.get(name), Mapping):
            found[name] = {_place(str(hex)): value for hex, value in kept.items()}
    if isinstance(depots := found.get("depots"), Mapping):
        found["depots"] = {_depot_key(str(key)): _with_places(depot) for key, depot in depots.items()}
    for name in ("sieges", "production", "construction", "politics"):
        if name in found:
            found[name] = _with_all_places(found[name])
    upkeep = found.get("upkeep")
    if isinstance(upkeep, Mapping) and isinstance(sent := upkeep.get("sent"), Mapping):
        found["upkeep"] = {**upkeep, "sent": {_depot_key(str(key)): each for key, each in sent.items()}}
    if isinstance(cuts := found.get("cuts"), list | tuple):
        found["cuts"] = [_place(hex) if isinstance(hex, str) else hex for hex in cuts]
    return found


def _with_places(piece: Any) -> Any:
    if not isinstance(piece, Mapping):
        return piece
    return {
        name: _place(value) if name in PLACES and isinstance(value, str) else value
        for name, value in piece.items()
    }


def _with_all_places(value: Any) -> Any:
    """A value with every hex in it, also as a key, under its one id."""
    if isinstance(value, Mapping):
        return {_place(str(key)): _with_all_places(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_with_all_places(each) for each in value]
    return _place(value) if isinstance(value, str) else value


def _place(written: str) -> str:
    first, dash, second = written.partition("-")
    if dash and first in GRID and second in GRID and GRID.direction(first, second):
        return GRID.hexside(written)
    return GRID.canonical(written) if written in GRID else written


def _depot_key(written: str) -> str:
    side, dot, hex = written.partition(".")
    return f"{side}{dot}{_place(hex)}"


def freeze(position: Position) -> bytes:
    """The position as bytes for a cache."""
    return _encoder.encode(position)


def thaw(frozen: bytes) -> Position:
    """The position that `freeze` wrote."""
    return _decoder.decode(frozen)


def problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a position, in sentences."""
    if position.scenario not in KNOWN:
        yield f"there is no scenario {position.scenario!r}"
        return
    if not 1 <= position.turn <= position.book.game_turns:
        yield f"agenda: turns are 1 to {position.book.game_turns}"
        return
    yield from piece_problems(position)
    yield from side_problems(position)
    yield from progress_problems(position)
    yield from campaign_problems(position)
