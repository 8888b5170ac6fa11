"""Events of the movement step."""

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import Message, MoveOrder, MovePlan
from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class TurnOpened(Event, frozen=True, tag_field="type", tag="turn_opened"):
    """A turn begins: what units did in the one before is over. `rally`: what VII.G to VII.I ask of units."""

    turn: int
    rally: dict[str, str]


class UnitsArrived(Event, frozen=True, tag_field="type", tag="units_arrived"):
    """Units came onto the table (G/61)."""

    units: tuple[str, ...]


class StandingOrdersChanged(Event, frozen=True, tag_field="type", tag="standing_orders_changed"):
    """Units have other standing orders, under the clause that lets them."""

    orders: dict[str, Standing]
    rule: str


class OrdersSealed(Event, frozen=True, tag_field="type", tag="orders_sealed"):
    """A seat has given its movement orders; nobody else may read them before they are revealed."""

    seat: str
    plan: Secret[MovePlan]


class ChangesSealed(Event, frozen=True, tag_field="type", tag="changes_sealed"):
    """A seat has given its changes after the first quarter (XII.D)."""

    seat: str
    plan: Secret[MovePlan]


class OrdersRevealed(Event, frozen=True, tag_field="type", tag="orders_revealed"):
    """The movement orders of both seats, the standing orders that they change, what orderlies take."""

    orders: dict[str, MoveOrder]
    standing: dict[str, Standing]
    messages: dict[str, Message]


class ChangesRevealed(Event, frozen=True, tag_field="type", tag="changes_revealed"):
    """The orders that hold in the second half of the turn."""

    orders: dict[str, MoveOrder]
    standing: dict[str, Standing]


class Place(msgspec.Struct, frozen=True):
    """Where a unit is: its point, facing and formation, and the places and turns of its stands."""

    at: Point
    facing: int
    formation: str
    stands: tuple[tuple[int, int, int], ...]


class Moved(msgspec.Struct, frozen=True):
    """A unit's movement: where it is, its places after each part, the fraction and length that it used.

    `stopped` names the unit for which it stopped. `heading`: forward or away (G/44); `advance`: its order led
    toward the enemy.
    """

    place: Place
    trail: tuple[tuple[int, int, int], ...]
    used: tuple[int, int] = (0, 1)
    length: int = 0
    stopped: str = ""
    heading: str = ""
    advance: bool = False
    actions: int = 0
    wet: bool = False


class UnitsMoved(Event, frozen=True, tag_field="type", tag="units_moved"):
    """All units moved together up to a part of the 16.

    `passed`: horse or guns that foot went through; `ridden`: units that horse or guns went through (III.C).
    """

    part: int
    moved: dict[str, Moved]
    passed: tuple[str, ...]
    ridden: tuple[str, ...]


class MovementEnded(Event, frozen=True, tag_field="type", tag="movement_ended"):
    """The movement step is over: postures are taken, guns are loaded, `disordered` units lost their order."""

    disordered: tuple[str, ...]


class GunsTaken(Event, frozen=True, tag_field="type", tag="guns_taken"):
    """Guns that were left behind are taken by a unit that touches them, or recovered by their own side."""

    battery: str
    unit: str
    side: str


class OrderDelivered(Event, frozen=True, tag_field="type", tag="order_delivered"):
    """An orderly brought a unit its new standing order, which counts from the next turn (XII.C)."""

    orderly: str
    unit: str
    order: Standing


EVENTS: tuple[type[Event], ...] = (
    TurnOpened, UnitsArrived, StandingOrdersChanged, OrdersSealed, ChangesSealed, OrdersRevealed,
    ChangesRevealed, UnitsMoved, MovementEnded, GunsTaken, OrderDelivered,
)  # fmt: skip
