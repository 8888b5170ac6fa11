"""What the campaign's strategic level keeps (R.6 to R.10), a record a chapter; other scenarios have none."""

from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.position.pieces import Side
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "R.7/7", "R.7/11", "R.7/18", where=f"{__name__}.Order and Production")
cite(__name__, "R.10/3", where=f"{__name__}.Politics")


class _Record(msgspec.Struct, frozen=True, omit_defaults=True):
    def with_(self, **changes: Any) -> Any:
        """This record with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Order(_Record, frozen=True, omit_defaults=True):
    """A piece that is paid and not on the map yet. `strength`: its SP, 1 for a piece without.

    `turn`: the game turn before which it was ordered. `port`: where an ironclad is laid down. `finished`: an
    ironclad whose die has finished it.
    """

    side: Side
    what: str
    strength: int = 1
    turn: int = 0
    port: str = ""
    finished: bool = False


class Production(_Record, frozen=True, omit_defaults=True):
    """Recruiting and orders.

    `personnel`: points left in this strategic turn, by side. `augmented`: the departments that have
    strengthened a unit in it. `raised`: the militia SP that appeared in each town in it. `called`: the years
    in which the Union called or drafted, `drafted` whether it ever drafted, `conscripted` the Confederate's
    years. By the option scheduled_reinforcements, `infantry`: SP to place, `fresh`: those of them that may
    still form new units, `reinforced`: the SP that each unit was given in this strategic turn.
    """

    personnel: dict[str, int] = {}
    orders: tuple[Order, ...] = ()
    augmented: tuple[str, ...] = ()
    raised: dict[str, int] = {}
    called: tuple[int, ...] = ()
    drafted: bool = False
    conscripted: tuple[int, ...] = ()
    infantry: dict[str, int] = {}
    fresh: dict[str, int] = {}
    reinforced: dict[str, int] = {}


class Construction(_Record, frozen=True, omit_defaults=True):
    """Forts under way and departments that have moved.

    `stages`: hex to the side that has paid the first of two stages there. `worked`: the hexes in which a
    stage was paid in this strategic turn. `moved`: the map's hex of a department to the one that it has moved
    to. `movers`: the sides that have moved one in this strategic turn.
    """

    stages: dict[str, str] = {}
    worked: tuple[str, ...] = ()
    moved: dict[str, str] = {}
    movers: tuple[str, ...] = ()


class LeaderPick(_Record, frozen=True, omit_defaults=True):
    """The leader pick. Unassigned leaders are leaders in no hex, aboard no ship and no prisoners: the pool.

    `drawn`: leaders who have come by the draw or by date. `settled`: those who were appointed or taken off in
    this pick. `created`: sides that have created a headquarters in it. `promoted`: sides that have used their
    promotion. `barred`: leader to the first game turn before which he may be placed again. `refused`:
    exchanges that were offered and refused in this pick, as two names.
    """

    drawn: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    promoted: tuple[str, ...] = ()
    barred: dict[str, int] = {}
    refused: tuple[tuple[str, str], ...] = ()


class Politics(_Record, frozen=True, omit_defaults=True):
    """Political points by side, the cities that each side has captured, emancipation.

    `appealed`: the sides that have appealed in this political phase.
    """

    points: dict[str, int] = {}
    captured: dict[str, tuple[str, ...]] = {}
    emancipation: bool = False
    appealed: tuple[str, ...] = ()
