"""What random and fixed events bring (chapter 8)."""

from ironclad.domain.games.bull_run_to_appomattox.position.units import Side, Units
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class EventRolled(Event, frozen=True, tag_field="type", tag="event_rolled"):
    """The North rolled for a random event (8/1); `event` is "" for none. `die` names the side, 0 for none."""

    dice: tuple[int, int]
    event: str
    die: int
    side: str


class FixedEvent(Event, frozen=True, tag_field="type", tag="fixed_event"):
    """A fixed event (8.8): "davis", "abolition" or "reelection"."""

    event: str


class LeaderChosen(Event, frozen=True, tag_field="type", tag="leader_chosen"):
    """An HQ was picked by a die for illness or dissatisfaction; `hq` "" where there is none (8.2, 8.3)."""

    side: Side
    hq: str
    die: int
    of: int


class RevenueAwarded(Event, frozen=True, tag_field="type", tag="revenue_awarded"):
    """A side gained 5 times a die at once (8.4, 8.7/3, 8.9, 9/1): on top of `base`."""

    side: Side
    die: int
    base: int
    gained: int
    revenue: int
    why: str


class VolunteersRaised(Event, frozen=True, tag_field="type", tag="volunteers_raised"):
    """A side gets infantry CP free (8.5); `raised` is what its pool had of them."""

    side: Side
    die: int
    called: int
    raised: Secret[int]
    why: str


class UnitsDeserted(Event, frozen=True, tag_field="type", tag="units_deserted"):
    """CP that deserted from HQs and leaderless units (8.6, 9.2/4): by id; the first part is in the open."""

    side: Side
    leaderless: dict[str, Units]
    armies: Secret[dict[str, Units]]
    why: str


class TechnologyRolled(Event, frozen=True, tag_field="type", tag="technology_rolled"):
    """The North rolled for technology (8.7); `gained` is the advance, "" for none."""

    die: int
    result: str
    gained: str
    why: str


EVENTS = (
    EventRolled, FixedEvent, LeaderChosen, RevenueAwarded, VolunteersRaised, UnitsDeserted, TechnologyRolled,
)  # fmt: skip
