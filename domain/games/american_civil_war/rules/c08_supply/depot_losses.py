"""How depots leave the map (8.4.2): by their own side's hand, or because the enemy enters their hex."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import Depot, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event


class DepotDestroyed(Event, frozen=True, tag_field="type", tag="depot_destroyed"):
    """Depots of a side were destroyed: one by their own force, for 1 MP, or all by the enemy's coming.

    left: how many stand there still; spent: movement points of the force on the move after it, if it was its
    own doing.
    """

    side: str
    hex: str
    left: int
    reason: str
    rule: str
    spent: int | None = None


@rule("8.4.2/11", "16.0/5")
def lose_depots(play: Play, side: str, hex_id: str, groups: Iterable[Group]) -> None:
    """Units of a side that have a hex to themselves destroy the enemy's depots in it; else nothing."""
    depot = play.position.depots.get(hex_id)
    if depot is not None and depot.side != side and tuple(groups):
        play.emit(DepotDestroyed(depot.side, hex_id, 0, "enemies have entered its hex", "8.4.2/11"))


@rule("8.4.2/11")
def sweep_depots(play: Play) -> None:
    """At the impulse's end no depot is left in a hex with an enemy unit, even if friends are there too."""
    for hex_id, depot in sorted(play.position.depots.items()):
        if hex_id in play.position.forces[ENEMY[depot.side]]:
            play.emit(DepotDestroyed(depot.side, hex_id, 0, "enemies stand in its hex", "8.4.2/11"))


@acw.evolves(DepotDestroyed)
def _depot_destroyed(position: Position, event: DepotDestroyed) -> None:
    if event.left:
        depot = position.depots[event.hex]
        position.depots[event.hex] = Depot(depot.side, event.left, min(depot.fresh, event.left))
    else:
        del position.depots[event.hex]
    if event.spent is not None:
        assert position.moving is not None
        position.moving = changed(position.moving, spent=event.spent)


COMMANDS = ()
EVENTS = (DepotDestroyed,)
