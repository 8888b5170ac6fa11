"""The dice of a recorded game, checked against the anchors and links in it (docs/dice.md)."""

from collections.abc import Sequence

import msgspec

from ironclad.domain.kernel.fair.dice_records import DiceFault
from ironclad.domain.kernel.fair.fair_dice import SCHEMES, V1, V2
from ironclad.domain.kernel.fair.fair_table import BeaconShare, FairTable
from ironclad.domain.kernel.fair.fair_tournament import share_of
from ironclad.domain.match.fair_records import GameChecker
from ironclad.eventlog.bundle.earlier import EarlierCheck
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.intending import IntentCheck, Rounds
from ironclad.eventlog.bundle.matched import MatchReader, is_of_match
from ironclad.eventlog.bundle.records import Stored

_NAMED = 10  # epochs


def _as_told(name: str, share: BeaconShare, position: int) -> bytes | None:
    """A beacon's share as the log has it, for checking the rules alone."""
    try:
        return share_of(name, share.round, bytes.fromhex(share.value), V2 if share.committed else V1)
    except (ValueError, OverflowError):
        return None


class _Begun(msgspec.Struct):
    """What is needed of a game's first event."""

    dice: str = "server"


class DiceCheck:
    """Takes a game append by append, as its log has them.

    `reader` reads the bundle's events of the match. `earlier` has the log's earlier checkpoints (None: not
    looked at, and nobody asks what was found); `rounds` are those of a beacon.
    """

    def __init__(
        self,
        game: str,
        reader: MatchReader,
        earlier: EarlierCheck | None = None,
        rounds: Rounds | None = None,
    ) -> None:
        self._reader = reader
        self._cosigned = earlier.cosigned if earlier is not None else []
        self._named_alone = earlier is not None and earlier.named_alone
        self._intents = IntentCheck(game, self._cosigned, rounds, self._named_alone)
        self._looks = earlier is not None
        sizes = earlier.sizes if earlier is not None else None
        self._checker = GameChecker(game, sizes, self._intents.share if self._looks else _as_told)

    def table(self, line: str) -> FairTable | None:
        """The table of a line now; None where its dice are not fair."""
        return self._checker.table(line)

    @property
    def found(self) -> str:
        """The findings on a game whose dice hold. Raises BundleFault."""
        if self._named_alone and self._cosigned and self._intents.terms is None:
            raise BundleFault("dice", "a checkpoint has lines of witnesses, and the game names none")
        if not self._checker.fair:
            return "the service's own, as the game says: nothing proves them"
        rolls = f"{self._checker.rolls:,} rolls, every face from the shares of all{self._intents.found}"
        uncovered = [f"{number} of {line}" for line, number in self._checker.uncovered]
        if not uncovered:
            more = "" if self._checker.scheme == V1 else " and of each commit before its link"
            return f"{rolls}, a signed checkpoint of the anchors before the first link of every epoch{more}"
        more = f" and {len(uncovered) - _NAMED:,} more" if len(uncovered) > _NAMED else ""
        return (
            f"{rolls}; that a signed checkpoint had the anchors before the first link was not looked at for"
            f" epochs {', '.join(uncovered[:_NAMED])}{more}: the bundle has none"
        )

    @property
    def not_checked(self) -> list[str]:
        """What could be checked of the dice, and was not, in sentences."""
        said = []
        if self._checker.fair and (count := len(self._checker.uncovered)):
            said.append(f"checkpoints of the anchors of {count:,} epochs: the bundle has none")
        if self._intents.terms is not None and self._intents.rounds is None and self._intents.unchecked:
            said.append(f"beacon not checked: {self._intents.unchecked}")
        return said

    def take(self, append: Sequence[Stored]) -> None:
        """An append, or as much of it as is `relevant`. Raises BundleFault."""
        for event in append:
            try:
                if is_of_match(event):
                    placed = self._reader.placed(event)
                    if self._looks:
                        self._intents.take(placed)
                    self._checker.take(placed)
                elif event.version == 1:
                    self._begun(event)
            except DiceFault as fault:
                raise BundleFault("dice", f"{fault.check}: {fault.detail}", fault.position) from fault
            except (msgspec.MsgspecError, RecursionError) as wrong:
                raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong

    def _begun(self, event: Stored) -> None:
        """A game's first event says where its dice come from: chains are anchored just if it says shared."""
        said = msgspec.json.decode(event.body, type=_Begun).dice
        anchored = self._checker.scheme
        if (said in SCHEMES or anchored) and said != anchored:
            words = f"anchors chains of {anchored}" if anchored else "anchors no chain"
            raise BundleFault(
                "dice", f"the game says that its dice are {said!r}, and {words}", event.position
            )
