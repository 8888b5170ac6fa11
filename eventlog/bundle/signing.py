"""Who sent each request of a recorded game, checked against its seats' keys (docs/signatures.md)."""

from collections.abc import Sequence

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.match.events import EVENTS
from ironclad.domain.match.fair_records import Placed
from ironclad.domain.match.signed_check import KeyChecker, KeyFault
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.ledger.notes import verifies
from ironclad.eventlog.log import MATCH

_MATCH_FAMILY = f"{EVENTS.family}."


class SignatureCheck:
    """Takes a game append by append, as its log has them; `origin` is the log's."""

    def __init__(self, game: str, origin: str) -> None:
        self._checker = KeyChecker(game, origin, verifies)

    @property
    def found(self) -> str:
        """The findings on a game whose signatures hold."""
        return self._checker.found

    def take(self, append: Sequence[Stored]) -> None:
        """Raises BundleFault."""
        try:
            self._checker.take([_placed(each) for each in append if each.name.startswith(_MATCH_FAMILY)])
        except KeyFault as fault:
            raise BundleFault("signatures", fault.detail, fault.position) from fault
        except RecursionError as wrong:
            detail = f"the command cannot be read: {wrong}"
            raise BundleFault("signatures", detail, append[0].position) from wrong


def _placed(event: Stored) -> Placed:
    line = event.stream.partition("/")[2]
    try:
        decoded = EVENTS.decode(event.name, bytes(event.body))
    except (codec.UnknownName, codec.Unreadable, msgspec.MsgspecError, RecursionError) as wrong:
        raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong
    return event.position, "" if line == MATCH else line, event.version, decoded
