"""What a decision about a dispute has to know of the game beside its disputes. The service works it out."""

from typing import Literal

import msgspec

from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.disputes.events import Effect, Since

Against = tuple[str, str]
"""The rule that is against something, and the reason."""


class GameFacts(msgspec.Struct, frozen=True):
    """The game: its id, its seats, its own lines (no reader's branches), the one that it is on and its head.

    ended: how it ended, "" while it runs. hides: it hides something now. timed, paused: its clocks.
    opened: what it hid was opened. tournament, round_closed: of a tournament's game. computer: the seats
    that the computer plays. free: the seats where nobody sits. clauses: the ids of the rulebook's clauses.
    """

    id: str
    seats: tuple[str, ...]
    line: str = "main"
    head: int = 1
    lines: frozenset[str] = frozenset({"main"})
    ended: str = ""
    hides: bool = False
    timed: bool = False
    paused: bool = False
    tournament: bool = False
    round_closed: bool = False
    opened: bool = False
    computer: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()


class RequestFacts(msgspec.Struct, frozen=True):
    """The request itself: whether its id was used for another one, and what its signature is."""

    id: Literal["new", "other"] = "new"
    signature: Literal["right", "missing", "wrong"] = "right"


class PeopleFacts(msgspec.Struct, frozen=True):
    """Who is who: officials who play in this game or against a player of it in the round (`sits`), accounts
    that may direct now, and whether all officials are gone.
    """

    sits: frozenset[str] = frozenset()
    may_direct: frozenset[str] = frozenset()
    gone: bool = False


class AboutFacts(msgspec.Struct, frozen=True):
    """What a claim points at.

    wrong: why it cannot be pointed at ("": it can). refused: the rule under which a refused request is
    refused when it is judged again, "" where it is accepted. lacks: what the build lacks of the reading.
    hours: since it happened. secret: a refused request that has fields which only its seat may read, in a
    game that hides something. case: the SHA-256 of the case that was made.
    """

    wrong: str = ""
    refused: str = ""
    lacks: str = ""
    since: Since = Since()
    hours: int = 0
    secret: bool = False
    case: str = ""


class Fork(msgspec.Struct, frozen=True):
    """A new line, from version `at` of its parent."""

    timeline: str
    parent: str
    at: int


class RemedyFacts(msgspec.Struct, frozen=True):
    """A remedy: what is against it, and what it comes to.

    back: where the game continues if a remedy that moved it to a new line is undone: a fork of the end of the
    line that it left. left: what each clock shows, in ms; none is set below 0. fork: of `same_faces` the
    version at which its line begins; version: that of the rules there.
    """

    against: Against | None = None
    effect: Effect = Effect()
    back: Fork | None = None
    left: dict[str, int] = {}
    fork: int = 0
    version: str = ""


class Facts(msgspec.Struct, frozen=True):
    """All that a decision may have to know.

    hidden: how many hidden facts the event has that is to be opened. owed: a committed roll is owed. rules:
    what is against moving the rules as it is asked for, with the errata that would hold. clocks: those of a
    timed game. precedents: which of those that a ruling names is none ("": all are rulings).
    """

    game: GameFacts
    request: RequestFacts = RequestFacts()
    people: PeopleFacts = PeopleFacts()
    about: AboutFacts = AboutFacts()
    remedy: RemedyFacts = RemedyFacts()
    hidden: int = 0
    owed: bool = False
    rules: Against | None = None
    clocks: ClockState | None = None
    precedents: str = ""
