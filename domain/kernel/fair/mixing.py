"""From links to a key: which shares come into force with a command, and the key that its rolls have."""

from collections.abc import Callable

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.fair.fair_dice import NOTHING, SERVER
from ironclad.domain.kernel.fair.fair_table import (
    KEPT_BY_SERVER,
    BeaconShare,
    Chain,
    DiceProof,
    FairTable,
    Keeper,
    Share,
)

BeaconNow = Callable[[], tuple[BeaconShare, bytes]]
"""What a public beacon said in the round that a command waited for, and its share. Raises Refused."""


class Mixing:
    """The shares of a command, or of several with one key, and who revealed them.

    `table` is the timeline's table with what was revealed so far, `key` that of the rolls once one is needed,
    `said` what a beacon has added to it.
    """

    def __init__(self, table: FairTable, keeper: Keeper, beacon: BeaconNow | None = None) -> None:
        """`beacon` is asked before the first roll, where a public beacon has a share."""
        self.table = table
        self.revealed: list[str] = []
        self.key: bytes | None = None
        self.said: BeaconShare | None = None
        self._keeper, self._ask_beacon = keeper, beacon

    def copy(self) -> "Mixing":
        """The same, where nobody has revealed anything yet with the next command."""
        copy = Mixing(self.table, self._keeper, self._ask_beacon)
        copy.key, copy.said = self.key, self.said
        return copy

    def given(self, share: Share) -> None:
        """A seat has revealed a share."""
        self.table = self.table.revealed(share)
        self.revealed.append(share.party)

    def kept(self, chain: Chain) -> None:
        """The service reveals the next link of a chain that it keeps. Raises Refused, LostChain."""
        table, index = self.table, self.table.next_index(chain)
        link = self._keeper.link(table.game, table.timeline, chain, index, table.scheme)
        self.given(Share(chain.party, index, link.hex()))

    def mix(self) -> None:
        """Bring the share of every other party into force, and make the key.

        Those of the seats that gave the commands are in force already. Raises Refused, LostChain.
        """
        self.late()
        share = NOTHING
        if name := self.table.beacon:
            require(self._ask_beacon, "dice/beacon", f"the share of {name} has not come yet")
            assert self._ask_beacon is not None
            self.said, share = self._ask_beacon()
        self.server()
        self.key = self.table.key(share)

    def late(self) -> None:
        """The service reveals a link of each seat that has no share in force. Raises Refused, LostChain."""
        table = self.table
        for seat in table.seats:
            chain = table.chain(seat)
            if chain is None or seat in self.table.shares:
                continue
            require(
                chain.custody == KEPT_BY_SERVER,
                "dice/ready",
                f"{seat} has revealed no link since chains were anchored: it has to be ready first",
            )
            self.kept(chain)

    def server(self) -> None:
        """The service reveals the next link of its own chain. Raises Refused, LostChain."""
        chain = self.table.chain(SERVER)
        assert chain is not None
        self.kept(chain)

    def roll(self, rolls: list[Roll], purpose: str, rule: str, count: int, sides: int) -> tuple[int, ...]:
        """One more roll after `rolls`, with the key; it is added to them."""
        assert self.key is not None
        number = self.table.next_roll + len(rolls)
        faces = self.table.faces(self.key, number, count, sides)
        unprompted = rule in self.table.epoch.terms.unprompted
        rolls.append(Roll(purpose, rule, faces, sides, number, unprompted))
        return faces

    def proof(self, rolls: int) -> DiceProof:
        """What a command did that revealed something, or made so many rolls; the table counts them then.

        That of one that did neither is to be given its `since`.
        """
        epoch = self.table.epoch.number
        if not self.revealed and not rolls:
            return DiceProof(epoch)
        self.table = table = self.table.counted(self.table.next_roll + rolls)
        order = (SERVER, *table.seats)
        return DiceProof(
            epoch,
            tuple(party for party in order if party in self.revealed),
            tuple(table.shares[party] for party in order if party in table.shares),
            table.next_roll,
            self.said if rolls else None,
        )
