"""Ships that are lost, with all that is aboard (11.12, 11.24)."""

from collections.abc import Iterable

from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.voyages import aboard
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import ShipsSunk
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import to_pool
from ironclad.domain.kernel.engine.citations import rule


@rule("11.12/3")
def sink(play: Play, side: str, ships: Iterable[str], enemy_left: bool, clause: str) -> None:
    """Let ships sink, by a clause. Leaders aboard are prisoners where an enemy warship is left."""
    position, gone = play.position, tuple(sorted(ships, key=sort_key))
    if not gone:
        return
    passengers = [id for ship in gone for id in aboard(position, ship)]
    leaders = tuple(id for id in passengers if id in position.leaders)
    units = tuple(id for id in passengers if id in position.units)
    play.emit(
        ShipsSunk(
            side,
            gone,
            units,
            tuple(id for id in passengers if id in position.headquarters),
            leaders if enemy_left else (),
            () if enemy_left else leaders,
            sum(position.units[id].strength for id in units),
            clause,
        )
    )


@wbts.evolves(ShipsSunk)
@rule("R.3/13", "11.12/3")
def _sunk(position: Position, event: ShipsSunk) -> None:
    """Warships and combat SP that are lost are counted; a drowned leader leaves the game."""
    warships = sum(position.ships[id].warship for id in event.ships)
    position.warships_lost[event.side] = position.warships_lost.get(event.side, 0) + warships
    position.lost[event.side] = position.lost.get(event.side, 0) + event.strength
    for id in event.ships:
        del position.ships[id]
    for id in event.units:
        del position.units[id]
    for id in event.headquarters:
        del position.headquarters[id]
    for id in (*event.captured, *event.drowned):
        commanded = next((hq for hq, each in position.headquarters.items() if each.commander == id), "")
        to_pool(position, id, commanded)
        position.spans.pop(id, None)
    for id in event.captured:
        position.leaders[id] = position.leaders[id].with_(prisoner=True)
        position.captured[event.side] = position.captured.get(event.side, 0) + 1
    for id in event.drowned:
        del position.leaders[id]
    kept = position.leader_pick
    position.leader_pick = kept.with_(drawn=tuple(dict.fromkeys((*kept.drawn, *event.drowned))))
    if position.phase is not None:
        sailings = {id: each for id, each in position.phase.sailings.items() if id not in event.ships}
        position.phase = position.phase.with_(sailings=sailings)
