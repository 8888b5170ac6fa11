"""Checking the commands that were committed to on one timeline: in which order, and which links they owe."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ironclad.domain.kernel.fair.dice_records import Abandoned, Commanded, Committed, Linked, hold
from ironclad.domain.kernel.fair.fair_dice import SERVER
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, KEPT_BY_SERVER, BeaconShare, FairTable


@dataclass
class RoundCheck:
    """The round that waits on a timeline: commands that were committed to and are not carried out yet.

    `links` has the commits whose links were revealed, `done` counts the commands that were carried out. The
    key of the rolls is `key` once there was one, with what a beacon said in it.
    """

    commits: list[Committed] = field(default_factory=list)
    links: set[int] = field(default_factory=set)
    done: int = 0
    key: bytes | None = None
    said: BeaconShare | None = None

    def __bool__(self) -> bool:
        return bool(self.commits)

    def order(self, seats: Sequence[str]) -> list[Committed]:
        """The commits as they are carried out: in the order of the seats, then of the commits."""
        return sorted(self.commits, key=lambda each: (seats.index(each.seat), each.version))

    def owed(self, table: FairTable) -> list[Committed]:
        """The commits whose links are still owed, in the order in which they are revealed."""
        return [
            each
            for each in self.order(table.seats)
            if table.kept_by(each.seat) == KEPT_BY_CLIENT and each.version not in self.links
        ]

    # -- what comes next

    def commit(self, record: Committed, table: FairTable) -> None:
        """A seat commits to a command. Raises DiceFault."""
        at, terms = record.position, table.epoch.terms
        hold(record.seat in table.rollers(), at, "commit", f"{record.seat} has no chain here to commit with")
        late = bool(self.links) or self.done > 0
        hold(not late, at, "owed", "links of a round were revealed, and it takes no more commands")
        if self.commits:
            first = self.commits[0].command
            hold(first in terms.together, at, "owed", f"a {first} waits for its link: nothing else may come")
        own = table.kept_by(record.seat) == KEPT_BY_CLIENT
        due = own or table.beacon or self.commits or record.command in terms.together
        hold(due, at, "commit", f"the service reveals the links of {record.seat}: it commits to nothing here")
        self.commits.append(record)

    def link(self, record: Linked, table: FairTable) -> Committed:
        """The commit that a link is revealed for. Raises DiceFault."""
        at = record.position
        owed = self.owed(table)
        hold(owed, at, "reveal", f"{record.seat} owed no link")
        hold(self.done == 0, at, "reveal", "commands of this round were carried out before this link")
        due, said = owed[0], f"the link of {record.seat} for the commit at {record.committed}"
        next_one = f"{due.seat}'s for {due.version} is due"
        hold(due.version == record.committed, at, "order", f"{said}, where {next_one}")
        mine = record.seat == due.seat == record.share.party
        hold(mine, at, "reveal", f"{said} is of {record.share.party}, the commit of {due.seat}")
        self.links.add(due.version)
        return due

    def accept(self, record: Commanded, table: FairTable) -> None:
        """The next command of the round is carried out. Raises DiceFault."""
        at = record.position
        hold(self.commits, at, "commit", f"no commit at {record.committed} waits for this command")
        owed = self.owed(table)
        hold(not owed, at, "owed", f"the link of {owed[0].seat if owed else ''} is still owed")
        due = self.order(table.seats)[self.done]
        this = f"the command that was committed at {record.committed} comes"
        hold(due.version == record.committed, at, "order", f"{this} where that at {due.version} is due")
        hold(due.seat == record.seat, at, "commit", f"{this} as of {record.seat}, {due.seat} committed to it")

    def reveals(self, record: Commanded, table: FairTable) -> tuple[str, ...]:
        """The parties that reveal a link with the next command of the round, in the order of the game."""
        due = {each.seat for each in self.commits} if self.done == 0 else set()
        if record.rolls and self.key is None:
            late = (seat for seat in table.rollers() if seat not in table.shares)
            due |= {SERVER, *(seat for seat in late if table.kept_by(seat) == KEPT_BY_SERVER)}
        return tuple(party for party in (SERVER, *table.seats) if party in due)

    def settle(self) -> bool:
        """A command of the round was carried out; whether it was the last."""
        self.done += 1
        return self.done == len(self.commits)

    def abandon(self, record: Abandoned, table: FairTable) -> None:
        """The game ended while the round waited. Raises DiceFault."""
        at = record.position
        waits = tuple(each.version for each in self.commits)
        hold(self.commits and record.committed == waits, at, "abandoned", f"{waits} waited, not this")
        owed = tuple(dict.fromkeys(each.seat for each in self.owed(table)))
        hold(record.owed == owed, at, "abandoned", f"links of {', '.join(owed) or 'nobody'} were owed")
