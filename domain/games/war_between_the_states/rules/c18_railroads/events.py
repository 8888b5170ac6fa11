"""Events of railroads."""

from ironclad.domain.kernel.engine.codec import Event


class RailCut(Event, frozen=True, tag_field="type", tag="rail_cut"):
    """A unit has destroyed the railroad in its hex; `spent` half MP."""

    side: str
    unit: str
    hex: str
    spent: int


class RailRepaired(Event, frozen=True, tag_field="type", tag="rail_repaired"):
    """A repair unit is in a hex and has repaired the railroad there, or only come to it; `spent` half MP."""

    side: str
    unit: str
    hex: str
    mended: bool
    spent: int


class NetRepaired(Event, frozen=True, tag_field="type", tag="net_repaired"):
    """A side had a destroyed railroad on its net repaired for supply points."""

    side: str
    hex: str
    supply: int


EVENTS: tuple[type[Event], ...] = (RailCut, RailRepaired, NetRepaired)
