"""The dice of commands that were committed to, when their links have been revealed (docs/dice.md).

A round is one command, or several that are carried out together. Its rolls have one key, which is made at the
first of them: from the shares as they are after all links of the round.
"""

from collections.abc import Sequence

from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER, DiceProof, FairTable, Keeper, Share
from ironclad.domain.kernel.fair.mixing import BeaconNow, Mixing


class FairRound:
    """The dice of one round. `dice` are those of its next command, `settle` says what that did to them."""

    def __init__(
        self,
        table: FairTable,
        givers: Sequence[str],
        keeper: Keeper,
        beacon: BeaconNow | None = None,
    ) -> None:
        """`table` has the links that seats handed in for the round; `givers` are the round's seats.

        The service reveals a link of each of them whose chain it keeps, with the round's first command.
        """
        self._mixing = Mixing(table, keeper, beacon)
        self._givers = [seat for seat in table.seats if seat in givers]

    @property
    def table(self) -> FairTable:
        """The table after the commands that were settled."""
        return self._mixing.table

    def dice(self) -> "RoundDice":
        """Dice for the next command of the round. Raises Refused, LostChain."""
        mixing = self._mixing.copy()
        for seat in self._givers:
            chain = mixing.table.chain(seat)
            assert chain is not None
            if chain.custody == KEPT_BY_SERVER:
                mixing.kept(chain)
            else:
                mixing.revealed.append(seat)
        return RoundDice(mixing)

    def settle(self, dice: "RoundDice") -> DiceProof:
        """What a command that was carried out with these dice did to them.

        The proof of one that neither revealed nor rolled is to be given its `since`.
        """
        proof = dice.mixing.proof(len(dice.proof()))
        self._mixing, self._givers = dice.mixing.copy(), []
        return proof


def rehearse(table: FairTable, givers: Sequence[str], keeper: Keeper, rolls: bool) -> None:
    """Raise what would stop a round before its first die: Refused, LostChain; nothing is revealed.

    `givers` are the seats of its commits, once for each link that they owe. `rolls`: whether it needs a share
    of every party.
    """
    table.require_anchors()
    mixing = Mixing(table, keeper)
    for seat in givers:
        chain = mixing.table.chain(seat)
        assert chain is not None
        if chain.custody != KEPT_BY_SERVER:  # the anchor stands for the link that only the seat knows
            mixing.given(Share(seat, mixing.table.next_index(chain), chain.link))
        elif seat not in mixing.revealed:
            mixing.kept(chain)
    if rolls:
        mixing.late()
        mixing.server()


class RoundDice:
    """The dice of one command of a round."""

    def __init__(self, mixing: Mixing) -> None:
        self.mixing = mixing
        self._rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll; raises Refused where a share is missing ("dice/ready", "dice/exhausted", "dice/beacon" …)."""
        if self.mixing.key is None:
            self.mixing.mix()
        return self.mixing.roll(self._rolls, purpose, rule, count, sides)

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)
