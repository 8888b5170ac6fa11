"""Whether a unit may be where it is put."""

from collections.abc import Iterator

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.rules.c26_ships.courses import floats
from ironclad.domain.games.iron_brigade.rules.places import blocked, off_table
from ironclad.domain.kernel.engine.citations import rule


@rule("III.D/1", "G/39", "G/52")
def ground_faults(position: Position, unit: Unit) -> Iterator[str]:
    """What is wrong with the ground on which a unit stands. Stands that ran may reach over the table's edge
    as long as their centres are on it.
    """
    body = unit.body
    for number, polygon in enumerate(body.polygons, 1):
        whole = polygon if unit.formation != "scattered" else (body.centre_of(number - 1),)
        if off_table(position.scenery, whole):
            yield f"stand {number} is off the table"
        elif unit.vessel is not None:
            if not floats(position.scenery, polygon):
                yield f"stand {number} is not on navigable water"
        elif blocked(position.scenery, polygon):
            yield f"stand {number} is on ground where no stand may be"
