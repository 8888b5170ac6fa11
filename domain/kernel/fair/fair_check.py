"""Checking a game's dice from anchors, revealed links and rolls alone: no key, no rules, no position.

`DiceChecker` takes what the log says, in log order, and raises `DiceFault` at the first that does not hold.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field

from ironclad.domain.kernel.engine.dice import MOST_SIDES
from ironclad.domain.kernel.fair import fair_dice
from ironclad.domain.kernel.fair.dice_records import (
    Abandoned,
    Anchored,
    Commanded,
    Committed,
    DiceFault,
    Left,
    Linked,
    Missed,
    Readied,
    Record,
    hold,
)
from ironclad.domain.kernel.fair.fair_dice import LONGEST, NOTHING, SCHEMES, SERVER, SHORTEST, V1
from ironclad.domain.kernel.fair.fair_round_check import RoundCheck
from ironclad.domain.kernel.fair.fair_table import (
    KEPT_BY_CLIENT,
    KEPT_BY_SERVER,
    BeaconShare,
    Chain,
    DiceProof,
    Epoch,
    FairTable,
    Share,
    Terms,
)

LONGEST_KEPT = 4 * LONGEST
"""How long a chain may be that the service keeps."""


BeaconHolds = Callable[[str, BeaconShare, int], bytes | None]
"""The share of a beacon's round for the command at a log position, or None if it does not hold."""


def no_beacon(name: str, share: BeaconShare, position: int) -> None:
    """Holds no beacon's share to be good."""


@dataclass
class DiceChecker:
    """Checks one game, record after record. `game` is its id, `seats` are in the order of its first event.

    `checkpoints` are the sizes of signed checkpoints, increasing (None: not looked at). `what_ifs` are the
    lines of one reader, which the service rolls for alone. `beacon` checks beacons. `rolls` counts those that
    hold, and `terms` are the game's. `uncovered` are the epochs (timeline, number) that revealed links and
    have no checkpoint before that, where the service keeps every chain: where a seat keeps its own, that is a
    fault.
    """

    game: str
    seats: tuple[str, ...]
    what_ifs: Set[str] = frozenset()
    checkpoints: Sequence[int] | None = None
    beacon: BeaconHolds = no_beacon
    terms: Terms | None = None
    rolls: int = 0
    uncovered: dict[tuple[str, int], None] = field(default_factory=dict)
    _tables: dict[str, FairTable] = field(default_factory=dict)
    _anchored: dict[str, int] = field(default_factory=dict)
    _since: dict[str, int] = field(default_factory=dict)
    _series: dict[tuple[str, str], int] = field(default_factory=dict)
    _rounds: dict[str, RoundCheck] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Raises DiceFault."""
        match record:
            case Commanded():
                self._take_command(record)
            case Anchored():
                self._take_anchors(record)
            case Readied():
                self._take_ready(record)
            case Committed():
                self._round(record).commit(record, self._table_of_2(record))
            case Linked():
                self._take_link(record)
            case Missed():
                waits = [each.version for each in self._round(record).commits]
                there = record.committed in waits and not self._round(record).done
                hold(there, record.position, "commit", "no such commit waits for a round of the beacon")
            case Abandoned():
                self._round(record).abandon(record, self._table_of_2(record))
            case Left():
                self._hold_free(record.position, record.timeline)

    def table(self, line: str) -> FairTable | None:
        """The table of a line as it stands; None where no chain was anchored."""
        return self._tables.get(line)

    # -- anchors

    def _take_anchors(self, record: Anchored) -> None:
        epoch, line = record.epoch, record.timeline
        before = self._tables.get(line)
        number = before.epoch.number + 1 if before else 1
        at = record.position
        self._hold_free(at, line)
        hold(epoch.number == number, at, "epoch", f"epoch {epoch.number} of {line} follows {number - 1}")
        parties = [chain.party for chain in epoch.chains]
        alone = line in self.what_ifs
        wanted = [SERVER] if alone else [SERVER, *self.seats]
        hold(parties == wanted, at, "parties", f"chains of {parties}, not of {wanted}")
        for chain in epoch.chains:
            self._check_chain(at, line, epoch, chain, before)
        self._check_agreement(at, epoch, before, record.ordered)
        table = before or FairTable(self.game, line, self.seats, epoch)
        self._tables[line] = table.began(epoch)
        self._anchored[line] = at

    def _check_chain(self, at: int, line: str, epoch: Epoch, chain: Chain, before: FairTable | None) -> None:
        who = f"{chain.party}'s chain {chain.series} on {line}"
        if chain.custody == KEPT_BY_SERVER:
            new = chain.index == 0 and chain.series == epoch.number
            hold(new, at, "series", f"{who} is not a new chain of epoch {epoch.number}")
            hold(1 <= chain.length <= LONGEST_KEPT, at, "length", f"{who} has {chain.length} links")
        else:
            kept = chain.custody == KEPT_BY_CLIENT and chain.party != SERVER
            hold(kept, at, "custody", f"{who} is kept by {chain.custody!r}")
            old = before.chain(chain.party) if before is not None else None
            if old is not None and old.custody == KEPT_BY_CLIENT and old.series == chain.series:
                self._check_continued(at, who, chain, old, before)
            else:
                series = self._series.get((line, chain.party), 0) + 1
                new = chain.series == series and chain.index == 0
                hold(new, at, "series", f"{who} is not chain {series} from its anchor")
            if chain.length == 0:
                return
            self._series[line, chain.party] = chain.series
            hold(SHORTEST <= chain.length <= LONGEST, at, "length", f"{who} has {chain.length} links")
        hold(fair_dice.read_link(chain.link) is not None, at, "anchor", f"{who} has no anchor")

    def _check_continued(self, at: int, who: str, chain: Chain, old: Chain, before: FairTable | None) -> None:
        """A chain that continues does so where it was, or (never yet anchored) gets its anchor."""
        assert before is not None
        if old.length == 0:
            hold(chain.index == 0, at, "series", f"{who} does not begin at its anchor")
            return
        last = before.last(old)
        same = (chain.index, chain.link, chain.length) == (last.index, last.link, old.length)
        hold(same, at, "series", f"{who} does not go on at link {last.index}")

    def _check_agreement(
        self, at: int, epoch: Epoch, before: FairTable | None, ordered: tuple[str, ...]
    ) -> None:
        """Who has bared a share agrees to losing it, and who keeps a chain to having another, or none.

        An official orders chains of some seats without any agreement.
        """
        hold(epoch.terms.scheme in SCHEMES, at, "terms", f"no dice are made by {epoch.terms.scheme}")
        if self.terms is None:
            self.terms = epoch.terms
        hold(epoch.terms == self.terms, at, "terms", "the game's terms were others")
        if before is None:
            return
        silent = frozenset() if ordered else before.must_agree() - set(epoch.agreed)
        hold(not silent, at, "agreement", f"{', '.join(sorted(silent))} has not agreed to new chains")
        for old, new in zip(before.epoch.chains, epoch.chains, strict=True):
            own = KEPT_BY_CLIENT in (old.custody, new.custody)
            same = (old.custody, old.series) == (new.custody, new.series)
            goes_on = same and (old.length > 0 or new.length == 0)
            hold(
                goes_on or not own or old.party in (*epoch.agreed, *ordered),
                at,
                "agreement",
                f"{old.party} has not agreed to its chain",
            )

    # -- links

    def _take_ready(self, record: Readied) -> None:
        at, table = record.position, self._table(record.position, record.timeline)
        share = record.share
        self._check_epoch(at, table, record.epoch)
        chain = table.chain(share.party)
        own = chain is not None and chain.custody == KEPT_BY_CLIENT
        hold(own and share.party not in table.shares, at, "reveal", f"{share.party} had no link to reveal")
        assert chain is not None
        self._check_link(at, table, chain, share)
        self._check_published(at, record.timeline)
        self._tables[record.timeline] = table.revealed(share)

    def _check_link(self, at: int, table: FairTable, chain: Chain, share: Share) -> None:
        index, last = share.index, table.last(chain)

        def fault(check: str, detail: str) -> DiceFault:
            name = f"link {index} of {chain.party}'s chain {chain.series} on {table.timeline}"
            return DiceFault(at, check, f"{name}{detail}")

        if missing := table.missing():
            raise fault("anchor", f" before {', '.join(missing)} had anchored")
        if index <= last.index:
            raise fault("reused", f" again: link {last.index + 1} was due")
        if index != last.index + 1:
            raise fault("skipped", f": link {last.index + 1} was due")
        if index > chain.length:
            raise fault("length", f", which has {chain.length}")
        value, known = fair_dice.read_link(share.link), bytes.fromhex(last.link)
        if value is None or not fair_dice.fits(table.context(chain), known, index, value):
            raise fault("link", f" does not hash to link {last.index}")

    def _take_link(self, record: Linked) -> None:
        """A link that a committed command owed: a checkpoint before it has every commit of the round."""
        at, table, round = record.position, self._table_of_2(record), self._round(record)
        round.link(record, table)
        chain = table.chain(record.seat)
        assert chain is not None
        self._check_link(at, table, chain, record.share)
        self._check_published(at, record.timeline)
        last = round.commits[-1].position
        named = record.size is not None and last <= record.size < at
        if record.size is not None:  # what its seat had seen: no answer of another seat may come later
            hold(named, at, "checkpoint", f"this was sent before the commit at {last} was seen")
        elif self.checkpoints is not None:
            detail = f"no checkpoint covers the commit at {last} before this link"
            hold(self._is_covered(last, at), at, "checkpoint", detail)
        self._tables[record.timeline] = table.revealed(record.share)

    # -- commands

    def _take_command(self, record: Commanded) -> None:
        at, proof = record.position, record.proof
        table = self._table(at, record.timeline)
        waits = self._round(record)
        if record.committed:
            waits.accept(record, self._table_of_2(record))
        else:
            self._hold_free(at, record.timeline)
        if proof is None:
            raise DiceFault(at, "proof", "the command has no dice proof")
        self._check_epoch(at, table, proof.epoch)
        wanted = waits.reveals(record, table) if record.committed else self._reveals_of(record, table)
        if wanted or (record.committed and record.rolls):
            self._check_proof(record, proof, wanted, table, waits)
            self._since[record.timeline] = record.version
        else:
            since = self._since.get(record.timeline, 0)
            hold(proof == DiceProof(proof.epoch, since=since), at, "reveal", "links, where none were due")
        if record.committed and waits.settle():
            del self._rounds[record.timeline]

    def _check_proof(
        self,
        record: Commanded,
        proof: DiceProof,
        wanted: tuple[str, ...],
        table: FairTable,
        waits: RoundCheck,
    ) -> None:
        """Every link that was revealed with a command, the shares in force after it, and its rolls."""
        at = record.position
        if proof.revealed != wanted:
            raise DiceFault(at, "reveal", f"{proof.revealed} revealed links, {wanted} had to")
        hold(proof.since == 0, at, "reveal", "links, and as if none were due")
        given = {share.party: share for share in proof.shares}
        for party in wanted:
            chain = table.chain(party)
            if chain is None or party not in given:
                raise DiceFault(at, "share", f"the share of {party} is missing")
            if record.committed and chain.custody == KEPT_BY_CLIENT:
                continue  # its link is in the log already, for the commit
            self._check_link(at, table, chain, given[party])
            table = table.revealed(given[party])
        if wanted:
            self._check_published(at, record.timeline)
        order = tuple(table.shares[party] for party in (SERVER, *self.seats) if party in table.shares)
        hold(proof.shares == order, at, "share", "the shares stated are not those in force")
        self._tables[record.timeline] = self._check_rolls(record, proof, table, waits)

    def _reveals_of(self, record: Commanded, table: FairTable) -> tuple[str, ...]:
        """Who had to reveal a link with a command that was not committed to, in the order of the game."""
        if not record.rolls and not table.epoch.terms.reveals(record.command):
            return ()
        seats, due = table.rollers(), {record.seat}
        if record.rolls:
            late = (seat for seat in seats if seat not in table.shares)
            due |= {SERVER, *(seat for seat in late if table.kept_by(seat) == KEPT_BY_SERVER)}
        if table.scheme != V1:
            own = table.kept_by(record.seat) == KEPT_BY_CLIENT or (record.rolls and table.beacon)
            detail = f"{record.seat} had to commit to this before a link was revealed"
            hold(not own, record.position, "commit", detail)
        return tuple(party for party in (SERVER, *seats) if party in due)

    def _check_rolls(
        self, record: Commanded, proof: DiceProof, table: FairTable, waits: RoundCheck
    ) -> FairTable:
        """Every face again, from the shares in force; all rolls of a round have one key."""
        at = record.position
        if not record.rolls:
            key = NOTHING
            hold(proof.beacon is None, at, "beacon", "a beacon's share, and nothing rolled")
        elif waits.key is not None:
            key = waits.key
            hold(proof.beacon == waits.said, at, "beacon", "the commands of a round have one beacon's share")
        else:
            absent = [seat for seat in self.seats if table.chain(seat) and seat not in table.shares]
            hold(not absent, at, "share", f"rolled without a share of {', '.join(absent)}")
            key = table.key(self._beacon_share(at, table, proof))
            if record.committed:
                waits.key, waits.said = key, proof.beacon
        number = table.next_roll
        for roll in record.rolls:
            if roll.number != number:
                raise DiceFault(at, "number", f"roll {roll.number} follows roll {number - 1}")
            if roll.unprompted != (roll.rule in table.epoch.terms.unprompted):
                raise DiceFault(at, "cause", f"roll {number} says what caused it wrongly")
            if not 2 <= roll.sides <= MOST_SIDES:
                raise DiceFault(at, "sides", f"a die of {roll.sides} sides")
            faces = table.faces(key, number, len(roll.faces), roll.sides)
            if faces != roll.faces:
                raise DiceFault(at, "faces", f"roll {number} shows {roll.faces}, its shares give {faces}")
            number += 1
        hold(proof.next_roll == number, at, "number", f"roll {proof.next_roll} is to follow {number - 1}")
        self.rolls += len(record.rolls)
        return table.counted(number)

    def _beacon_share(self, at: int, table: FairTable, proof: DiceProof) -> bytes:
        name = table.beacon
        hold(bool(name) == (proof.beacon is not None), at, "beacon", f"the epoch names the beacon {name!r}")
        if proof.beacon is None:
            return NOTHING
        share = self.beacon(name, proof.beacon, at)
        hold(share is not None, at, "beacon", f"round {proof.beacon.round} of {name} does not hold")
        assert share is not None
        return share

    # -- what all have in common

    def _table(self, at: int, timeline: str) -> FairTable:
        table = self._tables.get(timeline)
        if table is None:
            raise DiceFault(at, "anchor", f"no chain was anchored on {timeline} before")
        return table

    def _check_epoch(self, at: int, table: FairTable, epoch: int) -> None:
        stands = table.epoch.number
        if epoch != stands:
            raise DiceFault(at, "epoch", f"epoch {epoch} is named on {table.timeline}, {stands} stands")

    def _check_published(self, at: int, timeline: str) -> None:
        """A signed checkpoint of a size between the anchors and this reveal has the anchors in it."""
        if self.checkpoints is None:
            return
        anchored, epoch = self._anchored[timeline], self._tables[timeline].epoch
        if self._is_covered(anchored, at):
            return
        own = any(chain.custody == KEPT_BY_CLIENT for chain in epoch.chains)
        hold(not own, at, "checkpoint", f"no checkpoint covers the anchors at {anchored} before this")
        self.uncovered[timeline, epoch.number] = None

    def _is_covered(self, position: int, at: int) -> bool:
        """Whether a checkpoint of a size from one position of the log up to before another is known."""
        sizes = self.checkpoints or ()
        first = bisect_left(sizes, position)
        return first < len(sizes) and sizes[first] < at

    # -- rounds

    def _round(self, record: Commanded | Committed | Linked | Missed | Abandoned) -> RoundCheck:
        """The commands that were committed to on a timeline and wait."""
        found = self._rounds.get(record.timeline)
        if found is None:
            found = self._rounds[record.timeline] = RoundCheck()
        return found

    def _hold_free(self, at: int, timeline: str) -> None:
        """Nothing that was committed to waits on a timeline. Raises DiceFault."""
        if self._rounds.get(timeline):
            raise DiceFault(at, "owed", f"a command waits for its link on {timeline}")

    def _table_of_2(self, record: Commanded | Committed | Linked | Abandoned) -> FairTable:
        """The table of a timeline whose commands are committed to. Raises DiceFault."""
        table = self._table(record.position, record.timeline)
        hold(table.scheme != V1, record.position, "commit", f"nothing is committed to in games of {V1}")
        return table


def check(checker: DiceChecker, records: Iterable[Record]) -> DiceFault | None:
    """The first record that does not hold, if any."""
    for record in records:
        try:
            checker.take(record)
        except DiceFault as fault:
            return fault
    return None
