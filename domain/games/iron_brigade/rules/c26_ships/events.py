"""Events of ships and craft."""

from ironclad.domain.games.iron_brigade.position.vessels import Vessel
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.codec import Event


class ShipSailed(Event, frozen=True, tag_field="type", tag="ship_sailed"):
    """A ship or craft moved: the middle of its bow, its facing, its speed in knots. `met`: the vessel that it
    touches.
    """

    unit: str
    at: Point
    facing: int
    knots: int
    met: str = ""


class ShipRammed(Event, frozen=True, tag_field="type", tag="ship_rammed"):
    """A ship rammed an enemy: its speed, and the feet of draft that both lose."""

    unit: str
    target: str
    knots: int
    target_feet: int
    own_feet: int


class ShipHit(Event, frozen=True, tag_field="type", tag="ship_hit"):
    """A shell, a torpedo or a ram hit a ship: the side, what it can go through and the armor there, the dice
    and the name of special damage, the points, and what is left.
    """

    unit: str
    rule: str
    side: str
    penetration: str
    armor: str
    penetrates: bool
    dice: tuple[int, ...]
    special: str
    points: int
    left: Vessel


class MineRolled(Event, frozen=True, tag_field="type", tag="mine_rolled"):
    """A ship was in a minefield: its die, and whether a torpedo burst."""

    unit: str
    die: int
    bursts: bool


EVENTS: tuple[type[Event], ...] = (ShipSailed, ShipRammed, ShipHit, MineRolled)
