"""Events of production: income, imports, calls, orders and their deployment."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event


class StrategicTurnBegan(Event, frozen=True, tag_field="type", tag="strategic_turn_began"):
    """A strategic turn of the campaign begins."""

    cycle: str


class PortCall(msgspec.Struct, frozen=True):
    """What a seaport imported: its die, whether it was blockaded, and the supply points."""

    hex: str
    die: int
    blockaded: bool
    points: int


class IncomeReceived(Event, frozen=True, tag_field="type", tag="income_received"):
    """A side has its supply and personnel points for a cycle.

    `supply` is what is added to general supply, up to the most that it holds; `by` says where it comes from.
    """

    side: str
    cycle: str
    supply: int
    by: dict[str, int]
    ports: tuple[PortCall, ...]
    personnel: int


class MenCalled(Event, frozen=True, tag_field="type", tag="men_called"):
    """A side has called volunteers, drafted or conscripted (`how`) in a year."""

    side: str
    how: str
    year: int
    personnel: int
    supply: int
    political: int


class PieceOrdered(Event, frozen=True, tag_field="type", tag="piece_ordered"):
    """A piece is paid; it comes in the next strategic turn. `port`: where an ironclad is laid down."""

    side: str
    what: str
    strength: int
    turn: int
    port: str
    supply: int
    personnel: int


class IroncladWorked(Event, frozen=True, tag_field="type", tag="ironclad_worked"):
    """The die for an ironclad under construction; `number` is its place among the orders, from 0."""

    side: str
    port: str
    number: int
    die: int
    finished: bool


class YardsLost(Event, frozen=True, tag_field="type", tag="yards_lost"):
    """Ironclads under construction are destroyed with their ports."""

    side: str
    ports: tuple[str, ...]


class PieceDeployed(Event, frozen=True, tag_field="type", tag="piece_deployed"):
    """A piece that was paid appears on the map; `id` is "" for a fort. `state`: of militia.

    `number`: its place among the orders, from 0.
    """

    side: str
    what: str
    strength: int
    number: int
    place: str
    id: str
    state: str


EVENTS: tuple[type[Event], ...] = (
    StrategicTurnBegan,
    IncomeReceived,
    MenCalled,
    PieceOrdered,
    IroncladWorked,
    YardsLost,
    PieceDeployed,
)
