"""Events of the leader pick, and of leaders who are wounded or killed."""

from ironclad.domain.kernel.engine.codec import Event


class LeadersDrawn(Event, frozen=True, tag_field="type", tag="leaders_drawn"):
    """Leaders have come into the pool of a side. `among`: those it was drawn from, none if by date."""

    side: str
    leaders: tuple[str, ...]
    among: tuple[str, ...]


class LeaderPlaced(Event, frozen=True, tag_field="type", tag="leader_placed"):
    """A leader of the pool is in a department."""

    side: str
    leader: str
    hex: str


class CommanderAppointed(Event, frozen=True, tag_field="type", tag="commander_appointed"):
    """A headquarters has a new commander, who is with it. `left`: what he commanded before, or ""."""

    side: str
    headquarters: str
    leader: str
    left: str


class LeaderRecalled(Event, frozen=True, tag_field="type", tag="leader_recalled"):
    """A leader is off the map, in the pool. `left`: the headquarters that he commanded, or ""."""

    side: str
    leader: str
    left: str


class LeaderPromoted(Event, frozen=True, tag_field="type", tag="leader_promoted"):
    """A leader has a higher rank; his ratings are the same."""

    side: str
    leader: str
    stars: int


class HeadquartersCreated(Event, frozen=True, tag_field="type", tag="headquarters_created"):
    """A new headquarters, without a commander and empty."""

    side: str
    kind: str
    hex: str
    headquarters: str
    name: str


class HeadquartersRemoved(Event, frozen=True, tag_field="type", tag="headquarters_removed"):
    """A headquarters is off the map; its roster and its supply points stay in the hex."""

    side: str
    headquarters: str
    hex: str
    roster: tuple[str, ...]
    supply: int


class ExchangeAnswered(Event, frozen=True, tag_field="type", tag="exchange_answered"):
    """An exchange of prisoners was agreed to, and both are in their pools; or it was refused."""

    side: str
    own: str
    enemy: str
    agreed: bool


class LeaderParoled(Event, frozen=True, tag_field="type", tag="leader_paroled"):
    """A captive is in his owner's pool, not to be placed before a game turn; `points`: the captor's."""

    side: str
    leader: str
    until: int
    points: int


class LeaderHit(Event, frozen=True, tag_field="type", tag="leader_hit"):
    """The dice for a leader after a battle: `result` is "unhurt", "wounded" or "killed".

    `second` is 0 where no second die was rolled; `until`: the game turn before which he is not placed.
    """

    side: str
    leader: str
    die: int
    second: int
    result: str
    until: int


EVENTS: tuple[type[Event], ...] = (
    LeadersDrawn,
    LeaderPlaced,
    CommanderAppointed,
    LeaderRecalled,
    LeaderPromoted,
    HeadquartersCreated,
    HeadquartersRemoved,
    ExchangeAnswered,
    LeaderParoled,
    LeaderHit,
)
