"""Fire of ships: which guns bear, and how many shots they have."""

from fractions import Fraction

from ironclad.domain.games.iron_brigade.board.charts import guns
from ironclad.domain.games.iron_brigade.position.orders import FireOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.c05_artillery.fire import feet_of, gun_factor
from ironclad.domain.kernel.board.plane import bearing
from ironclad.domain.kernel.board.plane.bodies import square_apart
from ironclad.domain.kernel.engine.citations import require, rule


@rule("XXVI.A/2")
def bears(position: Position, id: str, group: int, target: str) -> bool:
    """Whether guns of a ship bear on a unit: its centre lies in their arc, from the bow clockwise."""
    hull = position.muster[id].hull
    assert hull is not None, "a ship has a hull"
    unit = position.units[id]
    start, end = hull.guns[group].arc
    centre, other = unit.body.centre_of(0), position.units[target].body.centre
    return centre != other and start <= (bearing(centre, other) - unit.facing) % 360 <= end


@rule("V.E/34", "XXVI.B/1")
def broadside(position: Position, id: str, target: str) -> list[tuple[str, int, int]]:
    """The guns of a ship that may fire at a unit: the gun, its shots and its range in feet.

    Guns of 70 pounds and more have a shot each, in every other turn; others one for each two guns.
    """
    unit, hull = position.units[id], position.muster[id].hull
    if hull is None or unit.vessel is None:
        return []
    feet = feet_of(Fraction(square_apart(unit.body, position.units[target].body)))
    found = []
    for group, each in enumerate(hull.guns):
        gun, left = guns()[each.gun], unit.vessel.guns[group]
        if gun.alternate and 0 < unit.fired_in == position.turn - 1:
            continue
        shots = left if gun.alternate else left // 2
        lower = position.muster[target].uses_lower_row
        if shots and bears(position, id, group, target) and gun_factor(gun, feet, lower) is not None:
            found.append((each.gun, shots, feet))
    return found


@rule("S/33", "XXVI.B/1")
def check_ship_fire(position: Position, id: str, order: FireOrder) -> None:
    """Refuse a ship's fire that no gun can carry out: it fires at one target a turn, with all that bears."""
    hold = position.ships_hold_from
    require(not hold or position.turn < hold, "S/33", "the ships cease fire when it is dark")
    require(len(order.sections) == 1, "XXVI.B/1", "a ship fires at one target with all guns that bear")
    require(not order.target and not order.reload and not order.pieces, "XXVI.B/1", "a ship fires at units")
    (target,) = order.sections
    require(order.sections[target] == 1, "XXVI.B/1", "a broadside counts as one")
    require(broadside(position, id, target), "XXVI.B/1", f"no gun of {id} bears on {target} in range")
