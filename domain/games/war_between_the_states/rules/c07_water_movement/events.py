"""Events of water movement."""

from ironclad.domain.games.war_between_the_states.position.pieces import VoyageOrder
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class ShipsSailed(Event, frozen=True, tag_field="type", tag="ships_sailed"):
    """Ships have sailed from one place through others, each for `spent` MP.

    `stopped`: they have come to fight an enemy warship, and go no further.
    """

    side: str
    ships: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    spent: int
    stopped: bool


class PiecesEmbarked(Event, frozen=True, tag_field="type", tag="pieces_embarked", omit_defaults=True):
    """Pieces have gone aboard a ship. `spent`: half MP by piece; `transport`: the ship's MP.

    `dropped`: new garrisons of SP that stayed behind, each with the piece that it was part of and its SP;
    `merged`: garrisons that flowed into one that was aboard.
    """

    side: str
    pieces: tuple[str, ...]
    hex: str
    ship: str
    spent: dict[str, int]
    transport: int
    extension: int = 0
    enemy_ground: bool = False
    merged: dict[str, str] = {}  # noqa: RUF012  # msgspec copies it
    dropped: dict[str, tuple[str, int]] = {}  # noqa: RUF012


class PiecesLanded(Event, frozen=True, tag_field="type", tag="pieces_landed", omit_defaults=True):
    """Pieces have landed. `spent`, `transport` as for going aboard; the rest as for a march."""

    side: str
    pieces: tuple[str, ...]
    hex: str
    ship: str
    spent: dict[str, int]
    transport: int
    extension: int = 0
    stopped: tuple[str, ...] = ()
    enemy_ground: bool = False
    taken: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    left: dict[str, int] = {}  # noqa: RUF012
    merged: dict[str, str] = {}  # noqa: RUF012


class SupplyShipped(Event, frozen=True, tag_field="type", tag="supply_shipped"):
    """Points went aboard a ship or from it, for `transport` MP of the ship."""

    side: str
    ship: str
    source: str
    target: str
    points: int
    transport: int


class VoyageOrdered(Event, frozen=True, tag_field="type", tag="voyage_ordered"):
    """A voyage of more than one turn has its sealed order."""

    side: str
    ship: str
    order: Secret[VoyageOrder]


class VoyageOver(Event, frozen=True, tag_field="type", tag="voyage_over"):
    """A voyage's order is opened: it has been kept, or it has ended where the ship is.

    `lost`: units that are eliminated for it, by the option eliminate_late_convoys.
    """

    side: str
    ship: str
    order: VoyageOrder
    kept: bool
    lost: tuple[str, ...]


class BoatTaken(Event, frozen=True, tag_field="type", tag="boat_taken"):
    """Leaders and empty headquarters have gone by boat; `spent`: half MP by piece."""

    side: str
    pieces: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    hex: str
    spent: dict[str, int]
    stopped: tuple[str, ...]


class BayRounded(Event, frozen=True, tag_field="type", tag="bay_rounded"):
    """Units have left the map around Galveston Bay, or are back from it (`hex` is not "")."""

    side: str
    pieces: tuple[str, ...]
    hex: str
    taken: tuple[str, ...]
    merged: dict[str, str]


class LandingTried(Event, frozen=True, tag_field="type", tag="landing_tried"):
    """A die was rolled for a leader's initiative to land against the enemy."""

    side: str
    leader: str
    die: int
    initiative: int
    succeeds: bool


class LandingSettled(Event, frozen=True, tag_field="type", tag="landing_settled"):
    """The hex of an assault from the water is clear of defenders outside a fort, or it is not.

    `loss`: what the attackers lose of `strength` SP, three times as much where it failed.
    """

    side: str
    hex: str
    clear: bool
    strength: int
    loss: int


EVENTS: tuple[type[Event], ...] = (
    ShipsSailed,
    PiecesEmbarked,
    PiecesLanded,
    SupplyShipped,
    VoyageOrdered,
    VoyageOver,
    BoatTaken,
    BayRounded,
    LandingTried,
    LandingSettled,
)
