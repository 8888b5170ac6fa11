"""What happens to money (chapter 9)."""

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.units import Side
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class Bill(msgspec.Struct, frozen=True):
    """What a side paid in a preparation phase: maintenance and purchases."""

    maintenance: int
    purchases: int


class PreparationPaid(Event, frozen=True, tag_field="type", tag="preparation_paid"):
    """A side paid for its preparation; the track is open, the bill is not (6.4/22)."""

    side: Side
    before: int
    revenue: int
    bill: Secret[Bill]


class FleetsUnpaid(Event, frozen=True, tag_field="type", tag="fleets_unpaid"):
    """Fleets without pay lost a step; `sunk` are gone (9.2/6)."""

    side: Side
    fleets: tuple[str, ...]
    sunk: tuple[str, ...]


class RevenueCollected(Event, frozen=True, tag_field="type", tag="revenue_collected"):
    """A side's income (9/2): cities by zone with their values, pillaged ones, the blockade's loss by sea."""

    side: Side
    cities: dict[str, int]
    pillaged: tuple[str, ...]
    blockade: tuple[str, ...]
    income: int
    revenue: int


EVENTS = (PreparationPaid, FleetsUnpaid, RevenueCollected)
