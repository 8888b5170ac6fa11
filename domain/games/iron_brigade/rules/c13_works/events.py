"""Events of works: what is dug, torn down, damaged, burnt and blown up."""

from ironclad.domain.games.iron_brigade.position.scenery import Piece
from ironclad.domain.games.iron_brigade.position.works import Work
from ironclad.domain.kernel.engine.codec import Event


class WorkDone(Event, frozen=True, tag_field="type", tag="work_done"):
    """A unit worked for a turn: the work as it is then, in quarters of a turn."""

    unit: str
    key: str
    rule: str
    work: Work


class WorkEnded(Event, frozen=True, tag_field="type", tag="work_ended"):
    """A work is no longer kept: it is done, or what it was for is gone."""

    key: str


class SceneryChanged(Event, frozen=True, tag_field="type", tag="scenery_changed"):
    """Pieces of terrain are gone, and others are there in their places."""

    reason: str
    rule: str
    removed: tuple[str, ...]
    added: tuple[Piece, ...]


class FuseBurnt(Event, frozen=True, tag_field="type", tag="fuse_burnt"):
    """The fuse of a charge burnt down: its die, and whether it went off."""

    key: str
    die: int
    explodes: bool


class GunsSet(Event, frozen=True, tag_field="type", tag="guns_set"):
    """Siege guns are emplaced, or on their carriages (XXI)."""

    unit: str
    formation: str
    rule: str


class BlastTaken(Event, frozen=True, tag_field="type", tag="blast_taken"):
    """What a blast or a fall took of a unit: pairs of a stand and its men, and sections of guns."""

    unit: str
    rule: str
    stands: tuple[tuple[int, int], ...]
    sections: int = 0


class FireStarted(Event, frozen=True, tag_field="type", tag="fire_started"):
    """A building or bridge caught fire, or did not, on a die; it burns down as turn `until` ends."""

    piece: str
    die: int
    burns: bool
    until: int = 0


class FireFought(Event, frozen=True, tag_field="type", tag="fire_fought"):
    """Men tried to put a fire out, on a die of 5 or 6."""

    unit: str
    piece: str
    die: int
    out: bool


EVENTS: tuple[type[Event], ...] = (
    WorkDone, WorkEnded, SceneryChanged, FuseBurnt, GunsSet, BlastTaken, FireStarted, FireFought,
)  # fmt: skip
