"""What raiders do (chapter 11, 7.13.1), and repairs."""

from ironclad.domain.games.bull_run_to_appomattox.position.units import Side, Units
from ironclad.domain.kernel.engine.codec import Event


class BridgeDestroyed(Event, frozen=True, tag_field="type", tag="bridge_destroyed"):
    """A raider destroyed a bridge: of an edge, or of a divided zone (11.1)."""

    side: Side
    bridge: str


class RailroadDestroyed(Event, frozen=True, tag_field="type", tag="railroad_destroyed"):
    """A raider destroyed the railroad of a zone (11.2)."""

    side: Side
    zone: str


class CityPillaged(Event, frozen=True, tag_field="type", tag="city_pillaged"):
    """A raider pillaged a city; its side gained the value at once (11.3)."""

    side: Side
    zone: str
    value: int
    revenue: int
    turn: int


class Repaired(Event, frozen=True, tag_field="type", tag="repaired"):
    """HQs repaired bridges and railroads as the activation phase ended (11.1/3, 11.2/3)."""

    bridges: tuple[str, ...]
    railroads: tuple[str, ...]


class RaiderFought(Event, frozen=True, tag_field="type", tag="raider_fought"):
    """A raider of `side` and an army fought (7.13.1): the raider's dice, with what is added to each.

    `losses` are the CP that the army lost, `left` the strength that the raider has then.
    """

    side: Side
    hq: str
    dice: tuple[int, ...]
    modifier: int
    hits: int
    losses: Units
    left: int


class RaidersFought(Event, frozen=True, tag_field="type", tag="raiders_fought"):
    """Raiders of both sides fought (7.13.1/9), by side: dice, what is added to each die, strength left.

    `loser` retreats, if it is still there.
    """

    spot: str
    dice: dict[Side, tuple[int, ...]]
    modifiers: dict[Side, int]
    left: dict[Side, int]
    loser: Side


class RaiderMoved(Event, frozen=True, tag_field="type", tag="raider_moved"):
    """A raider retreated to a spot (7.13.1)."""

    side: Side
    start: str
    end: str
    why: str


class RaiderLost(Event, frozen=True, tag_field="type", tag="raider_lost"):
    """A raider is off the map; it may be bought again (7.13.1/5, 7.13.1/7)."""

    side: Side
    spot: str
    why: str


class RaiderFightEnded(Event, frozen=True, tag_field="type", tag="raider_fight_ended"):
    """The meeting with a raider is over."""

    spot: str


EVENTS = (
    BridgeDestroyed, RailroadDestroyed, CityPillaged, Repaired, RaiderFought, RaidersFought, RaiderMoved,
    RaiderLost, RaiderFightEnded,
)  # fmt: skip
