"""What can be wrong with a request, one class each; the API maps each to its own response."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import DataError, PersistenceError

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.citations import Refused

__all__ = [
    "BadSalts",
    "Busy",
    "Closed",
    "CodeNeeded",
    "CodesPaused",
    "GameOver",
    "HeldElsewhere",
    "IdReused",
    "InvitationOver",
    "NameTaken",
    "NotFound",
    "NotProvable",
    "NotSigned",
    "NotSignedIn",
    "NotYourSeat",
    "OtherBuild",
    "Problem",
    "Refused",
    "SecondFactorOn",
    "Stale",
    "TooManyWays",
    "TooMuch",
    "Unavailable",
    "Unreadable",
    "WrongCode",
    "as_problems",
]


class Problem(Exception):
    """A request that was not carried out; nothing has changed. `str()` is a sentence for the reader."""


class NotFound(Problem):
    """No such game, timeline, event, seat, proposal, view or ruleset."""


class NotSignedIn(Problem):
    """A token that is unknown or not valid any more; a name without its password."""


class CodeNeeded(NotSignedIn):
    """The password is right, and the account asks for a code of its second factor too."""


class WrongCode(NotSignedIn):
    """A code of the second factor that is wrong, or was used before; `account` is whose it should be."""

    def __init__(self, message: str, account: str) -> None:
        super().__init__(message)
        self.account = account


class CodesPaused(NotSignedIn):
    """So many wrong codes were given that the account's codes pause; `seconds` is for how long yet."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


class SecondFactorOn(Problem):
    """The account has a second factor already."""


class NameTaken(Problem):
    """The name is another account's."""


class NotYourSeat(Problem):
    """The request is for another seat than the one that asks."""


class Unreadable(Problem):
    """A request without the shape that it should have: unknown names, wrong types, out of bounds."""


class BadSalts(Unreadable):
    """The salts of a signed command are not one for each hidden field; `rule` names the requirement."""

    rule = "signature/salts"


class TooMuch(Unreadable):
    """A request larger than an event may be (65,535 bytes with its frame)."""


class IdReused(Problem):
    """The id was used before, for another request."""


class InvitationOver(Problem):
    """An invitation that is not valid any more: used, withdrawn or expired, or its seat is taken."""


class Stale(Problem):
    """The request answers a decision that is no longer open, or a version that is not there.

    `timeline` and `version` are the game's current head.
    """

    def __init__(self, reason: str, timeline: str, version: int) -> None:
        super().__init__(reason)
        self.timeline = timeline
        self.version = version


class GameOver(Problem):
    """The game has ended; it takes no more commands. `rule` names what ended it."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"the game is over: {reason}")
        self.reason = reason
        self.rule = rule


class TooManyWays(Problem):
    """The dice of a battle fall in more ways than the service counts."""


class Unavailable(Problem):
    """The store could not be used (a full or failing disk, another writer that would not let go)."""


class Busy(Problem):
    """Too many costly requests at once: this one was not begun."""


class NotSigned(Problem):
    """There is no checkpoint: no process signs the log, or it refuses. `last` is the last signed one."""

    def __init__(self, reason: str, last: str | None = None) -> None:
        super().__init__(reason)
        self.last = last


class NotProvable(Problem):
    """The log lacks data for a proof or a tile: it was altered outside Ironclad."""


class Closed(Problem):
    """Entries of a private game, or with hidden parts, that this reader may not have."""


class HeldElsewhere(Unavailable):
    """Another process has the log open for writing."""


class OtherBuild(Problem):
    """A game whose stored events this build cannot read: another build wrote them, or they are damaged."""


@contextmanager
def as_problems() -> Iterator[None]:
    """What the store and the stored events raise, as problems.

    DataError stays as it is: an event past the limit is a fault of the rules that made it.
    """
    try:
        yield
    except DataError:
        raise
    except PersistenceError as failed:
        raise Unavailable(f"the store does not answer: {failed}") from failed
    except (codec.Unreadable, codec.UnknownName) as wrong:
        raise OtherBuild(f"this build cannot read the game's events: {wrong}") from wrong
