"""Commands of ground movement."""

import msgspec

from ironclad.domain.kernel.engine.codec import Command


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


COMMANDS: tuple[type[Command], ...] = (MovePieces, RideRails)
