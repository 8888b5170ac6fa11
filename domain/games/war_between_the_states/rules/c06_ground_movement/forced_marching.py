"""Carrying out forced marches (6.31): a die for each group that ended one in a hex, as its force finishes."""

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    ForceMarched,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.forced_march import (
    march_die,
    percent_lost,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import points_lost
from ironclad.domain.games.war_between_the_states.rules.c08_combat.taking import bear
from ironclad.domain.kernel.engine.citations import rule


@rule("6.31/1", "6.31/2", "6.31/3", "6.33/1")
def march_off(play: Play) -> None:
    """Roll for every group of the force that has marched by force, in the order of hexes and extensions."""
    position = play.position
    phase = phase_of(position)
    groups: dict[tuple[str, int], list[str]] = {}
    for id in sorted(phase.trips, key=sort_key):
        unit = position.units.get(id)
        trip = phase.trips[id]
        if unit is not None and unit.fights and trip.extension and id not in phase.done:
            groups.setdefault((unit.hex, trip.extension), []).append(id)
    for hex, extension in sorted(groups):
        units = {id: position.units[id] for id in groups[hex, extension]}
        friendly = not any(phase.trips[id].enemy_ground for id in units)
        (die,) = play.roll("forced march", "6.31/2")
        read = march_die(
            die,
            winter=position.winter,
            cavalry_only=all(unit.cavalry for unit in units.values()),
            terrain=load_map().hexes[hex].terrain if hex else "clear",
        )
        strengths = {id: unit.strength for id, unit in units.items()}
        total, percent = sum(strengths.values()), percent_lost(extension, friendly, read)
        loss = points_lost(total, percent)
        play.emit(
            ForceMarched(
                phase.side, hex, extension, friendly, die, read, percent, total, loss, tuple(strengths)
            )
        )
        bear(play, phase.side, strengths, loss)


@wbts.evolves(ForceMarched)
def _marched(position: Position, event: ForceMarched) -> None:
    """The loss follows in an event of its own."""
