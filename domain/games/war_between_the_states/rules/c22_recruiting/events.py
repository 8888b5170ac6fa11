"""Events of units that are strengthened, converted, merged and disbanded."""

from ironclad.domain.kernel.engine.codec import Event


class UnitAugmented(Event, frozen=True, tag_field="type", tag="unit_augmented"):
    """A unit has new SP: its strength now, the department, and what was paid."""

    side: str
    unit: str
    department: str
    strength: int
    supply: int
    personnel: int


class GarrisonRaised(Event, frozen=True, tag_field="type", tag="garrison_raised"):
    """Garrison SP have appeared in a hex, as this unit or flowing into it: its strength now."""

    side: str
    hex: str
    inside: bool
    unit: str
    strength: int
    supply: int
    personnel: int


class UnitConverted(Event, frozen=True, tag_field="type", tag="unit_converted"):
    """Militia or garrison SP are infantry: the SP of each new unit by id, and what is left of the old one."""

    side: str
    unit: str
    left: int
    made: dict[str, int]
    supply: int


class BrigadesMerged(Event, frozen=True, tag_field="type", tag="brigades_merged"):
    """Brigades are one division now, on the roster of `headquarters` if all were."""

    side: str
    brigades: tuple[str, ...]
    division: str
    strength: int
    headquarters: str


class MilitiaDisbanded(Event, frozen=True, tag_field="type", tag="militia_disbanded"):
    """Militia has gone home: the SP that each unit has left, 0 for those that are gone."""

    side: str
    left: dict[str, int]


class ReinforcementsReceived(Event, frozen=True, tag_field="type", tag="reinforcements_received"):
    """What the schedule brings: infantry SP, those that may form new units, and pieces with their SP."""

    side: str
    turn: int
    infantry: int
    fresh: int
    pieces: tuple[tuple[str, int], ...]


class UnitReinforced(Event, frozen=True, tag_field="type", tag="unit_reinforced"):
    """A unit has reinforcement SP: how many, and its strength now."""

    side: str
    unit: str
    added: int
    strength: int


class ReinforcementRaised(Event, frozen=True, tag_field="type", tag="reinforcement_raised"):
    """A new unit of reinforcement SP. `state`: of militia."""

    side: str
    kind: str
    hex: str
    unit: str
    strength: int
    state: str


EVENTS: tuple[type[Event], ...] = (
    UnitAugmented,
    GarrisonRaised,
    UnitConverted,
    BrigadesMerged,
    MilitiaDisbanded,
    ReinforcementsReceived,
    UnitReinforced,
    ReinforcementRaised,
)
