"""Commands of ground movement."""

from typing import Annotated

import msgspec

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class MovePieces(Command, frozen=True, tag_field="type", tag="move_pieces"):
    """Move pieces of the force that may move, from the hex where they all are: the hexes entered, in order.

    A headquarters takes its roster with it. `extension`: the MP added by a forced march, 0 to 2, declared
    with the first hex of a piece's move and the same for all of it. `leaving`: SP of garrisons among the
    pieces that stay behind, by piece.
    """

    pieces: tuple[str, ...]
    path: tuple[str, ...]
    extension: int = 0
    leaving: dict[str, int] = msgspec.field(default_factory=dict)


class RideRails(Command, frozen=True, tag_field="type", tag="ride_rails"):
    """Move pieces of the force by rail, in and out of the train in this turn: the rail hexes, in order.

    A headquarters takes its roster with it. `extension`: as for a march; it may serve to entrain.
    """

    pieces: tuple[str, ...]
    path: tuple[str, ...]
    extension: int = 0


class BeginJourney(Command, frozen=True, tag_field="type", tag="begin_journey"):
    """Entrain pieces of the force for a journey of more than one turn, or give one under way a new order.

    `path`: all rail hexes to the last one, in order, sealed from the other side; the train rides its full
    distance in each turn. `extension`: as for a march; it may serve to entrain.
    """

    pieces: tuple[str, ...]
    path: Annotated[tuple[str, ...], SECRET]
    extension: int = 0


class RideOn(Command, frozen=True, tag_field="type", tag="ride_on"):
    """Let a train that is under way ride on by its order, with no command: named by a piece on it."""

    piece: str


class RailSupply(Command, frozen=True, tag_field="type", tag="rail_supply"):
    """Carry supply points by rail from one store to another, with no command: the rail hexes, in order."""

    source: str
    target: str
    points: int
    path: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (MovePieces, RideRails, BeginJourney, RideOn, RailSupply)
