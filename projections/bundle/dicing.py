"""The dice of a recorded game, held to the anchors and links that stand in it (docs/dice.md)."""

from collections.abc import Sequence

import msgspec

from domain.kernel import codec
from domain.kernel.fair_check import DiceFault
from domain.kernel.fair_dice import SCHEME
from domain.kernel.fair_table import FairTable
from domain.match.events import EVENTS
from domain.match.fair_records import GameChecker
from projections.bundle.faults import BundleFault
from projections.bundle.records import Stored
from projections.log import MATCH

_MATCH_FAMILY = f"{EVENTS.family}."


class _Begun(msgspec.Struct):
    """What is needed of a game's first event."""

    dice: str = "server"


class DiceCheck:
    """Takes a game append by append, as its log has them."""

    def __init__(self, game: str) -> None:
        self._checker = GameChecker(game)

    def table(self, line: str) -> FairTable | None:
        """The table of a line as it stands; None where its dice are not fair."""
        return self._checker.table(line)

    @property
    def found(self) -> str:
        """What was found of a game whose dice hold."""
        if not self._checker.fair:
            return "the service's own, as the game says: nothing proves them"
        return f"{self._checker.rolls:,} rolls, every face from the shares of all"

    def take(self, append: Sequence[Stored]) -> None:
        """Raises BundleFault."""
        for event in append:
            line = event.stream.partition("/")[2]
            try:
                if event.name.startswith(_MATCH_FAMILY):
                    decoded = EVENTS.decode(event.name, bytes(event.body))
                    self._checker.take(
                        (event.position, "" if line == MATCH else line, event.version, decoded)
                    )
                elif event.version == 1:
                    self._begun(event)
            except DiceFault as fault:
                raise BundleFault("dice", f"{fault.check}: {fault.detail}", fault.position) from fault
            except (codec.UnknownName, codec.Unreadable, msgspec.MsgspecError, RecursionError) as wrong:
                raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong

    def _begun(self, event: Stored) -> None:
        """A game's first event says where its dice come from: chains are anchored just if it says shared."""
        said = msgspec.json.decode(event.body, type=_Begun).dice
        if (said == SCHEME) != self._checker.fair:
            words = "anchors no chain" if said == SCHEME else "anchors chains"
            raise BundleFault(
                "dice", f"the game says that its dice are {said!r}, and {words}", event.position
            )
