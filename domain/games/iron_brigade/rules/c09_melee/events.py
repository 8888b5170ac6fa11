"""Events of melee."""

import msgspec

from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.kernel.engine.codec import Event


class Fighter(msgspec.Struct, frozen=True):
    """What a unit brought to a round: men in contact, points a man, factors, points; and its loss."""

    men: int
    each: str
    factors: tuple[ItemSaid, ...]
    points: str
    loss: int


class MeleeFought(Event, frozen=True, tag_field="type", tag="melee_fought"):
    """A round of melee: what each unit brought, the points of each side, and what they cost the other."""

    units: dict[str, Fighter]
    points: dict[str, str]
    losses: dict[str, int]


class MenCaptured(Event, frozen=True, tag_field="type", tag="men_captured"):
    """The die for the color company of a unit that fell back, and the men that the winner took (IX.F)."""

    loser: str
    winner: str
    die: int
    men: int
    stands: tuple[tuple[int, int], ...]


class MeleeEnded(Event, frozen=True, tag_field="type", tag="melee_ended"):
    """Units are in melee no longer; those that charged home and won reform next turn (VIII.F)."""

    left: tuple[str, ...]
    reforming: tuple[str, ...]


class MeleeGoesOn(Event, frozen=True, tag_field="type", tag="melee_goes_on"):
    """A melee continues next turn: nobody could be made to fall back, or the checks were stopped (IX.E)."""

    units: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (MeleeFought, MenCaptured, MeleeEnded, MeleeGoesOn)
