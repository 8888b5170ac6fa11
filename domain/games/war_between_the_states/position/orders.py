"""Orders under way (6.56, 7.28): where a train or a transport is bound for, sealed from the other side."""

from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.position.pieces import Side
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "6.56/2", where=f"{__name__}.Journey")
cite(__name__, "7.28/1", where="position/pieces.py, VoyageOrder")


class Journey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A journey by rail of more than one turn.

    `hex`: where the train is. `route`: the rail hexes that are ahead, `arrives`: the turn in which it comes
    to the last of them; both are sealed: () and 0 for who may not know them. `ridden`: the last turn in which
    it has moved.
    """

    side: Side
    pieces: tuple[str, ...]
    hex: str
    ridden: int
    route: tuple[str, ...] = ()
    arrives: int = 0

    def with_(self, **changes: Any) -> "Journey":
        """This journey with fields changed."""
        return msgspec.structs.replace(self, **changes)
