"""What happens in the sequence of play (chapter 4)."""

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import PieceKind
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Side, Standing, Units
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class ArmySetUp(Event, frozen=True, tag_field="type", tag="army_set_up"):
    """An army is ready as the game begins; what it has is its side's to know."""

    hq: str
    units: Secret[Units]


class InitiativeRolled(Event, frozen=True, tag_field="type", tag="initiative_rolled"):
    """Both sides rolled for initiative and action points (2.8): die, 1, and the bonus of the year."""

    dice: dict[Side, int]
    bonus: dict[Side, int]
    action_points: dict[Side, int]
    initiative: Side


class PreparationOrderGiven(Event, frozen=True, tag_field="type", tag="preparation_order_given"):
    """A side gave its order of a preparation phase, or another in its place (4/4, 4/5)."""

    side: Side
    order: Secret[PreparationOrder]
    standing: Secret[Standing | None]


class PlacementOrderGiven(Event, frozen=True, tag_field="type", tag="placement_order_given"):
    """A side gave its order of a placement phase, or another in its place (4/15)."""

    side: Side
    order: Secret[PlacementOrder]


class AttritionOrderGiven(Event, frozen=True, tag_field="type", tag="attrition_order_given"):
    """A side allotted its losses of a winter, or otherwise in their place (7.5/11)."""

    side: Side
    order: Secret[AttritionOrder]


class OrdersCarriedOut(Event, frozen=True, tag_field="type", tag="orders_carried_out"):
    """The orders of both sides are carried out; "preparation", "placement" or "attrition"."""

    kind: str


class Private(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only its own side may know of the end of an activation: the units that were passed and to which
    HQ (15), and standing answers that it sets (6.4/24).
    """

    to: str = ""
    passed: Units | None = None
    standing: Standing | None = None


class PieceActivated(Event, frozen=True, tag_field="type", tag="piece_activated"):
    """A side paid action points and activated an HQ, fleets, its raider or leaderless units (4/9).

    `pieces` are the ids of an HQ or fleets, or the spot of leaderless units.
    """

    side: Side
    kind: PieceKind
    pieces: tuple[str, ...]
    cost: int
    left: int


class ActivationEnded(Event, frozen=True, tag_field="type", tag="activation_ended"):
    """The activated piece is finished and becomes Active (3/4). `spot` is where it is then."""

    side: Side
    kind: PieceKind
    pieces: tuple[str, ...]
    spot: str
    private: Secret[Private]


class SidePassed(Event, frozen=True, tag_field="type", tag="side_passed"):
    """A side passed and is done for this turn; the action points that it had left are lost (4/11)."""

    side: Side
    lost: int
    private: Secret[Private]


class TurnTaken(Event, frozen=True, tag_field="type", tag="turn_taken"):
    """The side that activates next; "" as the activation phase ends (4/9, 4/10)."""

    side: str


class HqsPromoted(Event, frozen=True, tag_field="type", tag="hqs_promoted"):
    """Promotion: HQs that became experienced, and those that became inexperienced (2.6)."""

    experienced: tuple[str, ...]
    inexperienced: tuple[str, ...]


class MarkersRemoved(Event, frozen=True, tag_field="type", tag="markers_removed"):
    """The turn ends: Active and Pillaged City markers come off (3/4, 11.3/5)."""

    turn: int


EVENTS = (
    ArmySetUp, InitiativeRolled, PreparationOrderGiven, PlacementOrderGiven, AttritionOrderGiven,
    OrdersCarriedOut, PieceActivated, ActivationEnded, SidePassed, TurnTaken, HqsPromoted, MarkersRemoved,
)  # fmt: skip
