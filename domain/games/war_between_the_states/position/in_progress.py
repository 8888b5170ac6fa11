"""What is in progress in a player turn: the movement phase, its forces, and what each piece has spent."""

from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.position.pieces import Side
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "3.23/6", "5.24/1", "5.28/3", "6.3/2", where=f"{__name__}.Phase and Trip")


class Trip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece's move in this phase: half MP spent, MP added by forced march, whether it goes no further.

    `enemy_ground`: the hex that it is in was the enemy's before it entered (6.33).
    """

    spent: int = 0
    extension: int = 0
    stopped: bool = False
    enemy_ground: bool = False

    def stopped_here(self) -> "Trip":
        """The same move, which goes no further."""
        return msgspec.structs.replace(self, stopped=True)


class Phase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's movement phase.

    `commands`: movement commands left. `initiative`: the segment of the leaders' own initiative has begun.
    `tried`: leaders who were rolled for. `chief`: the leader or unit whose force moves now, `force` its
    pieces; `trips`: the moves made in this phase, by piece. `done`: pieces whose move is over.
    `ridden`: the SP that have gone by rail over each link between two hexes. `attacked`: units that have
    attacked from march; `mended`: repair units that have repaired a railroad, or gone along one to do so.
    """

    side: Side
    commands: int = 0
    initiative: bool = False
    tried: tuple[str, ...] = ()
    chief: str = ""
    force: tuple[str, ...] = ()
    trips: dict[str, Trip] = {}
    done: tuple[str, ...] = ()
    ridden: dict[str, int] = {}
    attacked: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Phase":
        """This phase with fields changed."""
        return msgspec.structs.replace(self, **changes)
