"""What happens at forts, cities and works (chapter 12)."""

from ironclad.domain.games.bull_run_to_appomattox.position.units import Side, Units
from ironclad.domain.kernel.engine.codec import Event


class WorksBegun(Event, frozen=True, tag_field="type", tag="works_begun"):
    """An HQ ("" for leaderless units) began to fortify its zone (12.3)."""

    side: Side
    spot: str
    hq: str


class WorksDone(Event, frozen=True, tag_field="type", tag="works_done"):
    """The activation phase ended, and fortification markers are placed on these spots (12.3/2)."""

    spots: tuple[str, ...]


class WorksDestroyed(Event, frozen=True, tag_field="type", tag="works_destroyed"):
    """A fortification marker, or work on one, is gone (12.3/6)."""

    spot: str
    why: str


class SiegeBegun(Event, frozen=True, tag_field="type", tag="siege_begun"):
    """A siege of the works on a spot began (12.2)."""

    spot: str
    besieger: Side
    turn: int


class SiegeDelayed(Event, frozen=True, tag_field="type", tag="siege_delayed"):
    """The besieged counterattacked: the time to the surrender counts from this turn (7.7.1/5)."""

    spot: str
    turn: int
    why: str


class SiegeLifted(Event, frozen=True, tag_field="type", tag="siege_lifted"):
    """A siege ended without a surrender (12.2/10, 12.2/15)."""

    spot: str
    why: str


class PlaceSurrendered(Event, frozen=True, tag_field="type", tag="place_surrendered"):
    """A besieged place surrendered (12.2/8): HQs out of the game, and their CP and leaderless ones by id."""

    spot: str
    side: Side
    hqs: tuple[str, ...]
    losses: dict[str, Units]
    fort: bool
    why: str


class FortLost(Event, frozen=True, tag_field="type", tag="fort_lost"):
    """A fort surrendered or was destroyed (12.1)."""

    spot: str
    side: Side
    why: str


EVENTS = (
    WorksBegun, WorksDone, WorksDestroyed, SiegeBegun, SiegeDelayed, SiegeLifted, PlaceSurrendered, FortLost,
)  # fmt: skip
