"""Whose links are in force on a timeline, which comes next, and what a command must reveal (docs/dice.md).

A table is a pure value that events make: `Epoch` (chains were anchored), `Share` (a seat was ready) and
`DiceProof` (a command revealed links). Every change of a chain begins an epoch, and voids every share that
was in force: no chain was chosen by who knew a share that it is mixed with.
"""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.fair import fair_dice
from ironclad.domain.kernel.fair.fair_dice import LONGEST, NOTHING, SERVER, SHORTEST, V1

KEPT_BY_SERVER, KEPT_BY_CLIENT = "server", "client"
_LOOKED_AHEAD = 32  # links, when saying what is wrong with one


class Chain(msgspec.Struct, frozen=True):
    """A party's chain in an epoch: `link` is its anchor, or the last link that it revealed (`index`).

    A chain of length 0 waits for its anchor. `custody` says who keeps it. `series` tells a party's chains on
    one timeline apart: the epoch's number for those that the service keeps, else how many the seat has
    anchored there, this one included.
    """

    party: str
    custody: str
    series: int
    length: int
    link: str
    index: int = 0


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a ruleset says of its dice, the same in all epochs of a game.

    `hands_over` are the types of the commands that hand the play over, `unprompted` the clauses of rolls that
    no command causes. `beacon` names the public beacon that has a share, at the tournament level only.
    `together` are the types of the commands that are committed to by all seats before any is carried out.
    `scheme` is how the dice are made: the same as in the game's first event.
    """

    hands_over: tuple[str, ...] = ()
    unprompted: tuple[str, ...] = ()
    beacon: str = ""
    together: tuple[str, ...] = ()
    scheme: str = V1

    def reveals(self, command: str) -> bool:
        """Whether a command of a type reveals a link of its giver even if it rolls nothing."""
        return command in self.hands_over or command in self.together


class Epoch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chains in use from here on, the service's first; `agreed` are the seats that agreed to them."""

    number: int
    chains: tuple[Chain, ...]
    agreed: tuple[str, ...] = ()
    terms: Terms = Terms()


class Share(msgspec.Struct, frozen=True):
    """A link that was revealed, and is its party's share until it reveals another."""

    party: str
    index: int
    link: str


class BeaconShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a beacon said in a round.

    The log position where the command was committed to is `committed`, and in games of v1 `intent`.
    """

    round: int
    value: str
    intent: int = 0
    committed: int = 0


class DiceProof(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command did to its timeline's dice.

    Where it revealed links: by whom (`revealed`), every share in force after it, the number of the roll
    that comes next. A command that rolled with the key of an earlier one of its round revealed nothing, and
    has the rest of that. Any other has `since`, the version of the timeline's last command that is neither (0
    for none).
    """

    epoch: int
    revealed: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    next_roll: int = 0
    beacon: BeaconShare | None = None
    since: int = 0

    @property
    def whole(self) -> bool:
        """Whether it has the shares in force and the next roll's number: something was revealed or rolled."""
        return self.next_roll != 0


class Keeper(Protocol):
    """Who keeps the service's chains, and those of seats that leave theirs to it."""

    def link(self, game: str, timeline: str, chain: Chain, index: int, scheme: str) -> bytes:
        """Link `index` of a kept chain. Raises LostChain if it is not the chain that was anchored."""
        ...


class LostChain(Exception):
    """The keeper has not the chain that was anchored: its master key is another one."""


class FairTable(msgspec.Struct, frozen=True):
    """The dice of one timeline. On a line of one reader alone no seat has a chain: the service rolls.

    `shares` are those in force, by party; `next_roll` numbers the timeline's rolls and never goes back.
    """

    game: str
    timeline: str
    seats: tuple[str, ...]
    epoch: Epoch
    shares: Mapping[str, Share] = {}
    next_roll: int = 1

    def chain(self, party: str) -> Chain | None:
        """The party's chain in this epoch, if it has one."""
        for chain in self.epoch.chains:
            if chain.party == party:
                return chain
        return None

    @property
    def scheme(self) -> str:
        """How the dice of the game are made."""
        return self.epoch.terms.scheme

    def kept_by(self, party: str) -> str:
        """Who keeps a party's chain, "server" or "client"; "" where it has none."""
        chain = self.chain(party)
        return chain.custody if chain is not None else ""

    def rollers(self) -> tuple[str, ...]:
        """The seats that have a share in every roll; none on a line of one reader alone."""
        parties = {chain.party for chain in self.epoch.chains}
        return tuple(seat for seat in self.seats if seat in parties)

    @property
    def beacon(self) -> str:
        """The public beacon that has a share in every roll; none on a line of one reader alone."""
        return self.epoch.terms.beacon if self.rollers() else ""

    def missing(self) -> tuple[str, ...]:
        """The seats that keep their own chain, and have not given its anchor yet (length 0 stands for it)."""
        return tuple(each.party for each in self.epoch.chains if each.length == 0)

    def require_anchors(self) -> None:
        """Nothing is revealed before every chain is anchored. Raises Refused."""
        if late := ", ".join(self.missing()):
            raise Refused("dice/anchor", f"{late} has not anchored its chain on {self.timeline} yet")

    def last(self, chain: Chain) -> Share:
        """The last link of a chain that everyone knows: revealed in this epoch, or what it began with."""
        return self.shares.get(chain.party) or Share(chain.party, chain.index, chain.link)

    def context(self, chain: Chain) -> bytes:
        """What every link of a chain is hashed with."""
        place = (self.game, self.timeline, chain.party, chain.custody, chain.series)
        return fair_dice.context(*place, self.scheme)

    def next_index(self, chain: Chain) -> int:
        """The index of the link that a party reveals next. Raises Refused where there is none left."""
        self.require_anchors()
        index = self.last(chain).index + 1
        if index > chain.length:
            used_up = f"{chain.party}'s chain of {chain.length} links is used up: anchor new ones"
            raise Refused("dice/exhausted", used_up)
        return index

    def read(self, chain: Chain, link: str | None) -> Share:
        """A seat's next link as it gives it. Raises Refused, which names the one that is due."""
        index = self.next_index(chain)
        due = f"link {index} of {chain.party}'s chain {chain.series} on {self.timeline} is due"
        require(link is not None, "dice/link", f"this needs a link: {due}")
        value = fair_dice.read_link(link)
        if value is None:
            raise Refused("dice/link", f"a link is 64 hexadecimal digits in lower case; {due}")
        last = self.last(chain)
        if not fair_dice.fits(self.context(chain), bytes.fromhex(last.link), index, value):
            raise Refused("dice/link", f"{self._what_else(chain, value)}; {due}")
        return Share(chain.party, index, value.hex())

    def _what_else(self, chain: Chain, value: bytes) -> str:
        last = self.last(chain)
        if value.hex() == last.link:
            return f"this is link {last.index}, which was revealed before"
        known = bytes.fromhex(last.link)
        steps = fair_dice.steps_to(self.context(chain), last.index, known, value, _LOOKED_AHEAD)
        if steps is not None:
            return f"this is link {last.index + steps}: links are revealed one after another"
        return "this is no link that comes after the last one"

    def worn(self) -> bool:
        """Whether a chain that the service keeps has no link left."""
        return any(
            chain.custody == KEPT_BY_SERVER and self.last(chain).index >= chain.length
            for chain in self.epoch.chains
        )

    def free(self, asker: str) -> bool:
        """Whether `asker` may anchor a chain without the other seat: that has not bared itself yet.

        A seat whose chain the service keeps trusts the service in this too.
        """
        return not self.must_agree() - {asker}

    def must_agree(self) -> frozenset[str]:
        """The seats whose own chain has a share in force, which a new epoch would void."""
        return frozenset(
            chain.party
            for chain in self.epoch.chains
            if chain.custody == KEPT_BY_CLIENT and chain.party in self.shares
        )

    def began(self, epoch: Epoch) -> "FairTable":
        """The table after chains were anchored: no share is in force, rolls are counted on."""
        return FairTable(self.game, self.timeline, self.seats, epoch, {}, self.next_roll)

    def ready(self, seat: str, link: str | None) -> Share:
        """A seat's first share of an epoch, where no command of its own gives it. Raises Refused.

        A seat that has a share in force may not give another: it would choose between them.
        """
        chain = self.chain(seat)
        if chain is None or chain.custody != KEPT_BY_CLIENT:
            raise Refused("dice/ready", f"the service keeps {seat}'s chain, and reveals its links")
        require(seat not in self.shares, "dice/ready", f"{seat} has a share in force")
        return self.read(chain, link)

    def revealed(self, share: Share) -> "FairTable":
        """The table after one party revealed a link."""
        shares = {**self.shares, share.party: share}
        return FairTable(self.game, self.timeline, self.seats, self.epoch, shares, self.next_roll)

    def after(self, proof: DiceProof) -> "FairTable":
        """The table after a command's proof that is not of the past: an older epoch's shares are void."""
        shares = {share.party: share for share in proof.shares} if proof.epoch == self.epoch.number else {}
        return FairTable(self.game, self.timeline, self.seats, self.epoch, shares, proof.next_roll)

    def key(self, beacon: bytes = NOTHING) -> bytes:
        """The key of rolls from the shares in force."""
        mine = [
            bytes.fromhex(self.shares[seat].link) if seat in self.shares else NOTHING for seat in self.seats
        ]
        server = bytes.fromhex(self.shares[SERVER].link)
        return fair_dice.key_of(server, tuple(mine), beacon, self.scheme)

    def faces(self, key: bytes, number: int, count: int, sides: int) -> tuple[int, ...]:
        """The faces of a roll with a key."""
        return fair_dice.faces_of(key, self.game, self.timeline, number, count, sides, self.scheme)

    def counted(self, next_roll: int) -> "FairTable":
        """The table with another number for its next roll."""
        return FairTable(self.game, self.timeline, self.seats, self.epoch, self.shares, next_roll)


def check_own_chain(length: int, link: str) -> None:
    """Whether a seat may anchor such a chain. Raises Refused."""
    require(
        SHORTEST <= length <= LONGEST,
        "dice/length",
        f"a chain has {SHORTEST} to {LONGEST:,} links, not {length:,}",
    )
    require(
        fair_dice.read_link(link) is not None,
        "dice/anchor",
        "an anchor is 64 hexadecimal digits in lower case",
    )
