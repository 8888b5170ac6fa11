"""The dice of one command on a timeline whose parties share in them: `FairDice` (docs/dice.md)."""

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER, DiceProof, FairTable, Keeper
from ironclad.domain.kernel.fair.mixing import BeaconNow, Mixing


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
        self._giver, self._given = giver, link
        self._mixing = Mixing(table, keeper, beacon)
        self._rolls: list[Roll] = []
        chain = table.chain(giver)
        own = chain is not None and chain.custody != KEPT_BY_SERVER
        require(own or link is None, "dice/link", f"the service reveals the links of {giver} here: send none")
        self._share = table.read(chain, link) if chain and own and link is not None else None

    @property
    def table(self) -> FairTable:
        """The table with what was revealed so far."""
        return self._mixing.table

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll; raises Refused where a share is missing ("dice/link", "dice/ready", "dice/exhausted" …)."""
        if self._mixing.key is None:
            self._mix()
        return self._mixing.roll(self._rolls, purpose, rule, count, sides)

    def rehearse(self) -> None:
        """Raise what a roll would raise: Refused, LostChain. The dice are of no further use."""
        self._mix()

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)

    def settle(self, command: str) -> tuple[DiceProof, FairTable]:
        """What a command of this type did to the dice, and the table after it.

        One that hands over, or is committed to together with others, reveals its giver's next link. The
        proof of one that revealed nothing is to be given its `since`. Raises Refused.
        """
        mixing = self._mixing
        if self.table.epoch.terms.reveals(command) and self._giver not in mixing.revealed:
            self._reveal_giver()
        proof = mixing.proof(len(self._rolls))
        return proof, mixing.table

    def _mix(self) -> None:
        self.table.require_anchors()
        self._reveal_giver()
        self._mixing.mix()

    def _reveal_giver(self) -> None:
        chain = self.table.chain(self._giver)
        if chain is None:
            return
        if chain.custody == KEPT_BY_SERVER:
            self._mixing.kept(chain)
            return
        self._share = self._share or self.table.read(chain, self._given)
        self._mixing.given(self._share)
