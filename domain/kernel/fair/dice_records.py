"""What a log says of a game's dice, record by record, and the fault of one that does not hold."""

import msgspec

from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.fair.fair_table import DiceProof, Epoch, Share


class DiceFault(Exception):
    """The first that does not hold: the log position, which check, and what was found."""

    def __init__(self, position: int, check: str, detail: str) -> None:
        super().__init__(f"{position}: {check}: {detail}")
        self.position, self.check, self.detail = position, check, detail


def hold(test: object, position: int, check: str, detail: str) -> None:
    """Raises DiceFault unless the test is true."""
    if not test:
        raise DiceFault(position, check, detail)


class Anchored(msgspec.Struct, frozen=True):
    """Chains were anchored on a timeline; `ordered` are the seats whose chains an official ordered."""

    position: int
    timeline: str
    epoch: Epoch
    ordered: tuple[str, ...] = ()


class Readied(msgspec.Struct, frozen=True):
    """A seat revealed a link, with no command."""

    position: int
    timeline: str
    epoch: int
    share: Share


class Commanded(msgspec.Struct, frozen=True):
    """A command was accepted on a timeline, at a version of it: who gave it, its type, what it rolled.

    `committed` is the version at which it was committed to, 0 where it was not.
    """

    position: int
    timeline: str
    version: int
    seat: str
    command: str
    rolls: tuple[Roll, ...]
    proof: DiceProof | None
    committed: int = 0


class Committed(msgspec.Struct, frozen=True):
    """A seat committed to a command of a type, at a version of a timeline."""

    position: int
    timeline: str
    version: int
    seat: str
    command: str


class Linked(msgspec.Struct, frozen=True):
    """A link was revealed for the command that is committed at a version of its timeline.

    `size` is that of the checkpoint which the link's signature names; None where it is not signed.
    """

    position: int
    timeline: str
    version: int
    seat: str
    committed: int
    share: Share
    size: int | None


class Missed(msgspec.Struct, frozen=True):
    """A committed command waits for a later round of the beacon."""

    position: int
    timeline: str
    version: int
    committed: int


class Abandoned(msgspec.Struct, frozen=True):
    """The game ended while committed commands waited, for the links of the seats that are `owed`."""

    position: int
    timeline: str
    committed: tuple[int, ...]
    owed: tuple[str, ...]


class Left(msgspec.Struct, frozen=True):
    """The game left a timeline."""

    position: int
    timeline: str


Record = Anchored | Readied | Commanded | Committed | Linked | Missed | Abandoned | Left
