"""Events of supply."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event


class Mouth(msgspec.Struct, frozen=True):
    """A place whose units were rolled for: their SP, the die, whether the harvest feeds them, their need."""

    place: str
    strength: int
    die: int
    harvest: bool
    need: int


class Meal(msgspec.Struct, frozen=True):
    """A place that was paid for: points of general supply, those of them by rail, and points by source."""

    place: str
    need: int
    general: int
    rail: int
    paid: dict[str, int]


class ConsumptionRolled(Event, frozen=True, tag_field="type", tag="consumption_rolled"):
    """A die was rolled for each place with a side's combat units; places of water have "~" before them."""

    side: str
    mouths: tuple[Mouth, ...]


class UnitsFed(Event, frozen=True, tag_field="type", tag="units_fed"):
    """A side has paid for these places, and not for those `unfed`."""

    side: str
    meals: tuple[Meal, ...]
    unfed: tuple[str, ...]


class AttritionRolled(Event, frozen=True, tag_field="type", tag="attrition_rolled"):
    """A place that was not paid for has rolled its loss, in SP; who bears it follows."""

    side: str
    place: str
    strength: int
    die: int
    winter: bool
    besieged: bool
    loss: int


class StoresDestroyed(Event, frozen=True, tag_field="type", tag="stores_destroyed"):
    """A side has destroyed supply of its own: points by source."""

    side: str
    points: dict[str, int]


EVENTS: tuple[type[Event], ...] = (ConsumptionRolled, UnitsFed, AttritionRolled, StoresDestroyed)
