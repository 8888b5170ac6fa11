"""Events of ground movement."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class PiecesMoved(Event, frozen=True, tag_field="type", tag="pieces_moved", omit_defaults=True):
    """Pieces have moved over land, hex by hex.

    `spent`: half MP of this move by piece. `stopped`: those that go no further. `taken`: hexes that changed
    hands. `captured`: enemy leaders who are prisoners; `eliminated`: enemy pieces that are gone; `left`:
    their supply points, loose by hex. `loads`: what supply trains carry after the way. `merged`: garrisons
    that flowed into one that was there, by piece. `dropped`: new garrisons of SP that stayed behind, each
    with the piece that it was part of and its SP.
    """

    side: str
    pieces: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    spent: dict[str, int]
    extension: int = 0
    stopped: tuple[str, ...] = ()
    enemy_ground: bool = False
    taken: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    left: dict[str, int] = {}  # noqa: RUF012  # msgspec copies it
    loads: dict[str, int] = {}  # noqa: RUF012
    merged: dict[str, str] = {}  # noqa: RUF012
    dropped: dict[str, tuple[str, int]] = {}  # noqa: RUF012


class PiecesRode(Event, frozen=True, tag_field="type", tag="pieces_rode", omit_defaults=True):
    """Pieces have gone by rail, from the hex where they entrained to the one where they detrained.

    `spent`: half MP of this move by piece. `rail_points`: RTPs used; each has spent `rail_cost` rail MP.
    `weight`: the SP that were carried over each link. `stopped`, `merged`: as for a march.
    """

    side: str
    pieces: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    spent: dict[str, int]
    rail_points: int
    rail_cost: int
    weight: int
    extension: int = 0
    stopped: tuple[str, ...] = ()
    merged: dict[str, str] = {}  # noqa: RUF012  # msgspec copies it


class ForceMarched(Event, frozen=True, tag_field="type", tag="force_marched"):
    """Forced march attrition of the units that ended a march in a hex.

    `die` as rolled, `read` as modified; `percent` of their `strength` SP is `loss`. Who bears it follows.
    """

    side: str
    hex: str
    extension: int
    friendly: bool
    die: int
    read: int
    percent: int
    strength: int
    loss: int
    units: tuple[str, ...]


class JourneyOrder(msgspec.Struct, frozen=True):
    """What a rail order says of the days ahead: the rail hexes, in order, and the turn of arrival."""

    route: tuple[str, ...]
    arrives: int


class TrainLeft(Event, frozen=True, tag_field="type", tag="train_left", omit_defaults=True):
    """A journey of more than one turn begins, or has a new order: this turn's ride, and what is sealed.

    `spent`: half MP of this move by piece; the other fields as for a ride within a turn.
    """

    side: str
    pieces: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    spent: dict[str, int]
    rail_points: int
    rail_cost: int
    weight: int
    order: Secret[JourneyOrder]
    extension: int = 0


class TrainWent(Event, frozen=True, tag_field="type", tag="train_went", omit_defaults=True):
    """A train has ridden on by its order.

    `detrains`: the pieces leave it, `arrived` as their order said; else `because` says why. `spent`: half MP
    by piece; `stopped`, `merged`: as for a march. `lost`: units eliminated by the option
    eliminate_late_trains. `moves_on`: the pieces may walk on as a force.
    """

    side: str
    train: str
    pieces: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    rail_points: int
    rail_cost: int
    weight: int
    detrains: bool
    arrived: bool
    because: str = ""
    spent: dict[str, int] = {}  # noqa: RUF012  # msgspec copies it
    stopped: tuple[str, ...] = ()
    merged: dict[str, str] = {}  # noqa: RUF012
    lost: tuple[str, ...] = ()
    moves_on: bool = False


class SupplyRode(Event, frozen=True, tag_field="type", tag="supply_rode"):
    """Supply points have gone by rail within a turn, for an RTP each."""

    side: str
    source: str
    target: str
    points: int
    start: str
    path: tuple[str, ...]
    rail_cost: int


EVENTS: tuple[type[Event], ...] = (
    PiecesMoved,
    PiecesRode,
    ForceMarched,
    TrainLeft,
    TrainWent,
    SupplyRode,
)
