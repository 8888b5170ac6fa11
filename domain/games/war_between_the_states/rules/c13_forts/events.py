"""Events of forts."""

from ironclad.domain.kernel.engine.codec import Event


class PiecesSheltered(Event, frozen=True, tag_field="type", tag="pieces_sheltered"):
    """Pieces have gone into the fort of their hex, or come out; `merged`: garrisons that flowed together."""

    side: str
    hex: str
    pieces: tuple[str, ...]
    inside: bool
    merged: dict[str, str]


class WorkTaken(Event, frozen=True, tag_field="type", tag="work_taken"):
    """An empty enemy fort is its captor's, with this facing; or it is removed (`grade` "")."""

    side: str
    hex: str
    grade: str
    facing: str


class WorkRemoved(Event, frozen=True, tag_field="type", tag="work_removed"):
    """A side has removed its fort of this grade; `pieces` were inside, `merged`: garrisons that flowed."""

    side: str
    hex: str
    grade: str
    pieces: tuple[str, ...]
    merged: dict[str, str]


class SiegesOrdered(Event, frozen=True, tag_field="type", tag="sieges_ordered"):
    """The side that acts first in the siege phase."""

    first: str


class WorkBombarded(Event, frozen=True, tag_field="type", tag="work_bombarded"):
    """A siege train has fired at a fort: `grade` before, `left` after it ("" where it is gone).

    `added`: what was added to the die. `taken`: the besieger has the hex, since no fort keeps it.
    """

    side: str
    hex: str
    train: str
    die: int
    added: int
    grade: str
    left: str
    taken: bool


class GarrisonFreed(Event, frozen=True, tag_field="type", tag="garrison_freed"):
    """A garrison whose fort is gone is besieged no more: its pieces are on the ground as all others."""

    side: str
    hex: str
    pieces: tuple[str, ...]
    depot: bool


class PlaceFell(Event, frozen=True, tag_field="type", tag="place_fell"):
    """Nothing of a garrison is left: its besieger has what it left behind; fields as for a move."""

    side: str
    hex: str
    taken: tuple[str, ...]
    captured: tuple[str, ...]
    eliminated: tuple[str, ...]
    left: dict[str, int]


EVENTS: tuple[type[Event], ...] = (
    PiecesSheltered,
    WorkTaken,
    WorkRemoved,
    SiegesOrdered,
    WorkBombarded,
    GarrisonFreed,
    PlaceFell,
)
