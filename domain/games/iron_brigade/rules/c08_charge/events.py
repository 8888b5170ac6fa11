"""Commands and events of charges."""

from typing import Annotated

from ironclad.domain.games.iron_brigade.position.orders import ChargePlan
from ironclad.domain.games.iron_brigade.position.state import Contact
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import Place
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.sight import SECRET, Secret


class OrderCharges(Command, frozen=True, tag_field="type", tag="order_charges"):
    """Seal the charges of a seat."""

    plan: Annotated[ChargePlan, SECRET]


class Respond(Command, frozen=True, tag_field="type", tag="respond"):
    """What a charged unit does: it stands (0), or falls back straight by so many hundredths of an inch."""

    back: int


class ChargesSealed(Event, frozen=True, tag_field="type", tag="charges_sealed"):
    """A seat has given its charges; nobody else may read them before they are revealed."""

    seat: str
    plan: Secret[ChargePlan]


class ChargesRevealed(Event, frozen=True, tag_field="type", tag="charges_revealed"):
    """The charges of both seats: by unit the unit that it charges."""

    charges: dict[str, str]


class ChargeRolled(Event, frozen=True, tag_field="type", tag="charge_rolled"):
    """A unit rolled for its charge: dice, items, total, result, and its bonus in the next turn.

    `automatic`: horse that charges mounted troops needs no roll to succeed (VIII.H). `side` is that of the
    target which it charges. `wave` counts waves before it.
    """

    unit: str
    target: str
    side: str
    wave: int
    automatic: bool
    value: int
    red: int
    green: int
    further: tuple[int, ...]
    dice: int
    items: tuple[ItemSaid, ...]
    total: int
    result: str
    bonus: int


class ChargesSettled(Event, frozen=True, tag_field="type", tag="charges_settled"):
    """All charges are rolled: those that succeeded, in order."""

    successes: tuple[Contact, ...]


class ChargeAnswered(Event, frozen=True, tag_field="type", tag="charge_answered"):
    """What a charged unit does: it stands (0), or falls back by so many hundredths of an inch."""

    unit: str
    back: int


class UnitFellBack(Event, frozen=True, tag_field="type", tag="unit_fell_back"):
    """A charged unit fell back, the `running`-th time running; the third disorganizes it (VIII.D)."""

    unit: str
    at: Point
    running: int
    disorganized: bool


class ChargeWentHome(Event, frozen=True, tag_field="type", tag="charge_went_home"):
    """A charger moved: into contact, or onto the ground that its target left, or as far as it could."""

    unit: str
    target: str
    place: Place
    contact: bool
    side: str


class TargetStood(Event, frozen=True, tag_field="type", tag="target_stood"):
    """A charged unit that lay down has stood up (VIII.K)."""

    unit: str


class ResponsesEnded(Event, frozen=True, tag_field="type", tag="responses_ended"):
    """Step 5 is over."""


EVENTS: tuple[type[Event], ...] = (
    ChargesSealed, ChargesRevealed, ChargeRolled, ChargesSettled, ChargeAnswered, UnitFellBack,
    ChargeWentHome, TargetStood, ResponsesEnded,
)  # fmt: skip
