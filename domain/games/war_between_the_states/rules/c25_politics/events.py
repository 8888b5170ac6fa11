"""Events of politics."""

from ironclad.domain.kernel.engine.codec import Event


class CitiesCaptured(Event, frozen=True, tag_field="type", tag="cities_captured"):
    """A side has captured cities for the first time: hex to political points."""

    side: str
    cities: dict[str, int]


class BattleCredited(Event, frozen=True, tag_field="type", tag="battle_credited"):
    """A battle has brought a side political points; the SP that it and its enemy lost."""

    side: str
    own_losses: int
    enemy_losses: int
    points: int


class AppealMade(Event, frozen=True, tag_field="type", tag="appeal_made"):
    """A side has appealed: its lead, the die, their sum, and the points that a failure takes."""

    side: str
    lead: int
    die: int
    total: int
    won: bool
    points: int


class EmancipationProclaimed(Event, frozen=True, tag_field="type", tag="emancipation_proclaimed"):
    """Emancipation is proclaimed; the Confederate has political points for it."""

    points: int


EVENTS: tuple[type[Event], ...] = (CitiesCaptured, BattleCredited, AppealMade, EmancipationProclaimed)
