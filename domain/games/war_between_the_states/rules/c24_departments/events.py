"""Events of forts and bases that are built, and of departments that move."""

from ironclad.domain.kernel.engine.codec import Event


class StagePaid(Event, frozen=True, tag_field="type", tag="stage_paid"):
    """A stage of a fort is paid: `grade` is what stands in the hex by it now, "" while it is not finished."""

    side: str
    hex: str
    grade: str
    facing: str
    supply: int


class StagesLost(Event, frozen=True, tag_field="type", tag="stages_lost"):
    """Unfinished forts are lost: the enemy has taken their hexes."""

    hexes: tuple[str, ...]


class BasePlaced(Event, frozen=True, tag_field="type", tag="base_placed"):
    """The Union has a base in a coastal hex."""

    side: str
    hex: str
    supply: int


class DepartmentMoved(Event, frozen=True, tag_field="type", tag="department_moved"):
    """A department is in another hex. `origin`: the hex that the map has it in."""

    side: str
    origin: str
    hex: str
    supply: int


EVENTS: tuple[type[Event], ...] = (StagePaid, StagesLost, BasePlaced, DepartmentMoved)
