"""Events of the queue of battles and of their effects."""

from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.in_progress import Capture
from ironclad.domain.games.eagle_variant.position.units import Nation
from ironclad.domain.kernel.engine.codec import Event


class BattlesOrdered(Event, frozen=True, tag_field="type", tag="battles_ordered"):
    """The spaces of all battles that are due, in the order in which they are resolved."""

    side: str
    spaces: tuple[str, ...]


class SpecialForcesAppeared(Event, frozen=True, tag_field="type", tag="special_forces_appeared"):
    """Indians or militia defend a space: the die that gave their number, and the units by name."""

    nation: Nation
    space: str
    die: int
    units: tuple[str, ...]


class BattleOpened(Event, frozen=True, tag_field="type", tag="battle_opened"):
    """A battle begins: what `position.battle` holds from here on."""

    battle: Battle


class BattleEffectsBegan(Event, frozen=True, tag_field="type", tag="battle_effects_began"):
    """A battle's survivors have retreated; what its result means for other chapters follows."""

    space: str


class BattleClosed(Event, frozen=True, tag_field="type", tag="battle_closed"):
    """A battle and all its effects are over."""

    space: str


class LeadersRetreated(Event, frozen=True, tag_field="type", tag="leaders_retreated"):
    """Leaders without a brigade among enemies went to another space; with `to` "" they are eliminated."""

    side: str
    units: tuple[str, ...]
    start: str
    to: str


class CapturesFound(Event, frozen=True, tag_field="type", tag="captures_found"):
    """The last battle of a side's movement is over: the cities captured, in the order of the map."""

    side: str
    captures: tuple[Capture, ...]


class CityCaptured(Event, frozen=True, tag_field="type", tag="city_captured"):
    """A side has captured a city. `stock_lost` is what `loser` has lost in Rail Stock, `stock_left` the rest.

    `first`: this side had never captured it before.
    """

    city: str
    side: str
    first: bool
    loser: str
    stock_lost: int
    stock_left: int


class MovementSettled(Event, frozen=True, tag_field="type", tag="movement_settled"):
    """The battles and captures of a side's movement are over."""

    side: str


EVENTS: tuple[type[Event], ...] = (
    BattlesOrdered,
    SpecialForcesAppeared,
    BattleOpened,
    BattleEffectsBegan,
    BattleClosed,
    LeadersRetreated,
    CapturesFound,
    CityCaptured,
    MovementSettled,
)
