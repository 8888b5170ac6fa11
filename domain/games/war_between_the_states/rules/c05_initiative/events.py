"""Events of movement commands (5.2)."""

from ironclad.domain.kernel.engine.codec import Event


class ChitPicked(Event, frozen=True, tag_field="type", tag="chit_picked"):
    """A side takes the chit of its option in this turn, or draws."""

    side: str
    takes: bool


class MovementBegan(Event, frozen=True, tag_field="type", tag="movement_began"):
    """A side's movement phase begins, with as many commands as its chit."""

    side: str
    commands: int


class ForceCommanded(Event, frozen=True, tag_field="type", tag="force_commanded"):
    """A leader's force, or one unit, has a movement command; `commands` are left."""

    side: str
    chief: str
    force: tuple[str, ...]
    commands: int


class LeaderTried(Event, frozen=True, tag_field="type", tag="leader_tried"):
    """A die was rolled for a leader's initiative; on his value or less his force may move."""

    side: str
    leader: str
    die: int
    initiative: int
    succeeds: bool
    force: tuple[str, ...]


class ForceFinished(Event, frozen=True, tag_field="type", tag="force_finished"):
    """The force that moved is finished: its pieces that have moved do not move again."""

    side: str
    chief: str


class MovementEnded(Event, frozen=True, tag_field="type", tag="movement_ended"):
    """A side's movement phase is over."""

    side: str


EVENTS: tuple[type[Event], ...] = (
    ChitPicked,
    MovementBegan,
    ForceCommanded,
    LeaderTried,
    ForceFinished,
    MovementEnded,
)
