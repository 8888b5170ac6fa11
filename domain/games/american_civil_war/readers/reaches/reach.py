"""Where each kind of order could lead: `reach` of the ruleset's advice, by the type of the command."""

from collections.abc import Callable, Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.readers.reaches.by_rail import by_rail, leader_by_rail
from ironclad.domain.games.american_civil_war.readers.reaches.by_water import by_river, by_sea, under_sail
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import march_reach
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import RideTrain
from ironclad.domain.games.american_civil_war.rules.c10_leaders.leader_travel import LeaderTravels
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import MoveVessels
from ironclad.domain.games.american_civil_war.rules.c13_naval.river_transport import TransportByRiver
from ironclad.domain.games.american_civil_war.rules.c13_naval.sea_transport import TransportBySea
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Reached

_BY: dict[type[Command], Callable[[Position, Due, Any], Iterator[Reached]]] = {
    RideTrain: by_rail,
    LeaderTravels: leader_by_rail,
    TransportByRiver: by_river,
    TransportBySea: by_sea,
    MoveVessels: under_sail,
}


def reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Every place that an order whose way is left open could lead to; of a march by way of its path.

    Raises Refused where the order can lead nowhere, with the clause that bars it.
    """
    return _BY.get(type(command), march_reach)(position, due, command)
