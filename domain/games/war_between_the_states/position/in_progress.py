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


class Sailing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a ship has done in this phase: MP spent, and what holds it.

    `stopped`: it is in water with an enemy warship that it came to fight. `passed`: enemy forts whose guns
    let it go on from the water where it is; `refused`: those that did not. `paused`: it has embarked, landed
    or loaded since it passed. `fired`: it has attacked a fort. `moved`: it does
    not lie where it lay as the phase began.
    """

    spent: int = 0
    stopped: bool = False
    passed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    paused: bool = False
    fired: bool = False
    moved: bool = False

    def with_(self, **changes: Any) -> "Sailing":
        """This sailing with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Phase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's movement phase.

    `commands`: movement commands left. `initiative`: the segment of the leaders' own initiative has begun.
    `tried`: leaders who were rolled for. `chief`: the leader or unit whose force moves now, `force` its
    pieces; `trips`: the moves made in this phase, by piece. `done`: pieces whose move is over.
    `ridden`: the SP that have gone by rail over each link between two hexes. `attacked`: units that have
    attacked from march or from the water; `mended`: repair units that have repaired a railroad, or gone along
    one to do so. `sailings`: what ships have done, by ship. `ferried`: hexsides of tidal water over which
    transports have ferried. `landed`: leaders who were rolled for to land (7.24).
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
    sailings: dict[str, Sailing] = {}
    ferried: tuple[str, ...] = ()
    landed: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Phase":
        """This phase with fields changed."""
        return msgspec.structs.replace(self, **changes)
