"""The dice of one command on a timeline whose parties share in them: `FairDice` (docs/dice.md)."""

from collections.abc import Callable

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.fair import fair_dice
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
"""What a public beacon said in the round of the giver's intent, and its share. Raises Refused."""


class FairDice:
    """Dice from one link of each party. Nothing is revealed before the first roll, or `settle`.

    The service reveals its next link, and so does the seat that gave the command; the other seat's share is
    the one in force. Who has none in force, and whose chain the service keeps, reveals its next link too.
    """

    def __init__(
        self,
        table: FairTable,
        giver: str,
        link: str | None,
        keeper: Keeper,
        beacon: BeaconNow | None = None,
    ) -> None:
        """`giver` is the seat that gave the command, with the link that it sent, if any.

        `beacon` is asked before the first roll, where a public beacon has a share. Raises Refused for a link
        that is not the giver's next one.
        """
        self.table = table
        self._giver, self._keeper = giver, keeper
        self._ask_beacon = beacon
        self._beacon: tuple[BeaconShare, bytes] | None = None
        self._revealed: list[str] = []
        self._rolls: list[Roll] = []
        self._key: bytes | None = None
        chain = table.chain(giver)
        own = chain is not None and chain.custody != KEPT_BY_SERVER
        self._given = link
        require(own or link is None, "dice/link", f"the service reveals the links of {giver} here: send none")
        self._share = table.read(chain, link) if chain and own and link is not None else None

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll; raises Refused where a share is missing ("dice/link", "dice/ready", "dice/exhausted" …)."""
        if self._key is None:
            self._key = self._mix()
        number = self.table.next_roll + len(self._rolls)
        faces = fair_dice.faces_of(self._key, self.table.game, self.table.timeline, number, count, sides)
        self._rolls.append(
            Roll(purpose, rule, faces, sides, number, rule in self.table.epoch.terms.unprompted)
        )
        return faces

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)

    def settle(self, command: str) -> tuple[DiceProof, FairTable]:
        """What a command of this type did to the dice, and the table after it.

        One that hands over reveals its giver's next link. The proof of one that revealed nothing is to be
        given its `since`. Raises Refused.
        """
        if command in self.table.epoch.terms.hands_over and self._giver not in self._revealed:
            self._reveal_giver()
        table = self.table
        if not self._revealed:
            return DiceProof(table.epoch.number), table
        table = FairTable(
            table.game,
            table.timeline,
            table.seats,
            table.epoch,
            table.shares,
            table.next_roll + len(self._rolls),
        )
        order = (SERVER, *table.seats)
        proof = DiceProof(
            table.epoch.number,
            tuple(party for party in order if party in self._revealed),
            tuple(table.shares[party] for party in order if party in table.shares),
            table.next_roll,
            self._beacon[0] if self._beacon is not None else None,
        )
        return proof, table

    def _mix(self) -> bytes:
        """Bring every share into force, and make the key of this command's rolls."""
        table = self.table
        table.require_anchors()
        self._reveal_giver()
        for seat in table.seats:
            chain = table.chain(seat)
            if chain is None or seat in self.table.shares:
                continue
            require(
                chain.custody == KEPT_BY_SERVER,
                "dice/ready",
                f"{seat} has revealed no link since chains were anchored: it has to be ready first",
            )
            self._reveal_kept(chain)
        if name := table.beacon:
            require(self._ask_beacon, "dice/beacon", f"the share of {name} has not come yet")
            assert self._ask_beacon is not None
            self._beacon = self._ask_beacon()
        server = table.chain(SERVER)
        assert server is not None
        self._reveal_kept(server)
        return self.table.key(self._beacon[1] if self._beacon is not None else NOTHING)

    def _reveal_giver(self) -> None:
        chain = self.table.chain(self._giver)
        if chain is None:
            return
        if chain.custody == KEPT_BY_SERVER:
            self._reveal_kept(chain)
            return
        self._share = self._share or self.table.read(chain, self._given)
        self._take(self._share)

    def _reveal_kept(self, chain: Chain) -> None:
        index = self.table.next_index(chain)
        link = self._keeper.link(self.table.game, self.table.timeline, chain, index)
        self._take(Share(chain.party, index, link.hex()))

    def _take(self, share: Share) -> None:
        self.table = self.table.revealed(share)
        self._revealed.append(share.party)
