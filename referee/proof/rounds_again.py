"""Rounds of commands in a record, decided again: what a commit, a link and a missed round have to be.

See domain/match/committed.py and docs/dice.md. `Redecider` has the lines and their positions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_table import FairTable
from ironclad.domain.match.beacon_rounds import check_round
from ironclad.domain.match.clocks.pressing import Given
from ironclad.domain.match.committed import Commit, Waiting, check_next, is_due
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    EVENTS,
    CommandAccepted,
    CommandCommitted,
    LinkRevealed,
)
from ironclad.domain.match.rounds import accepted, carried_out
from ironclad.domain.match.state import Match
from ironclad.domain.match.taking_back import Ordered
from ironclad.eventlog.bundle.comparing import Caused, as_now, caused_on, check_rolls
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import GameOver, Unreadable
from ironclad.referee.proof.recorded import dice_of


def check_commit(match: Match, table: FairTable, commit: CommandCommitted, rolls: bool) -> None:
    """Check that a legal command was to be committed to, for the right round of a beacon. Raises Refused."""
    type = str(commit.command.get("type"))
    if not is_due(table, commit.seat, type, rolls):
        raise Refused("dice/owed", f"this {type} needs no link: nothing is committed to")
    waits = bool(table.beacon) and (rolls or type in table.epoch.terms.together)
    if bool(commit.round) != waits:
        raise Refused("dice/round", f"this {type} waits for round {commit.round} of a beacon")
    if waits:
        check_round(match, commit.at, commit.round)


def check_link(
    match: Match, line: str, table: FairTable, waiting: Waiting, asked: Sequence[Due], link: LinkRevealed
) -> None:
    """Check that a link comes next on a line, and that its seat, or who had its signature, handed it in.

    `asked` are the decisions whose answers the round waits for. Raises Refused, GameOver, Unreadable.
    """
    if line == match.current and match.ended is not None:
        raise GameOver(match.ended.reason, match.ended.rule)
    found = (each for each in waiting.commits if each.version == link.committed)
    if (commit := next(found, None)) is None:
        raise Refused("dice/link", f"no command waits that was committed to at {link.committed}")
    check_next(waiting, asked, table, commit)
    seat = commit.event.seat
    keyed = match.keys.in_force(seat) is not None
    if link.by != seat and not (keyed and link.by in ("", *table.seats)):
        raise Refused("match/seats", f"{link.by or 'nobody'} hands in a link of {seat}")
    if link.at < max(each.event.at for each in waiting.commits):
        raise Unreadable(f"the link has the time {link.at}, before its command")


@dataclass
class Again:
    """What a round causes on its line, the commands of it as they are in force there, the position after."""

    caused: list[Caused]
    ordered: list[Ordered]
    position: Any

    @property
    def given(self) -> list[Given]:
        """The commands that were carried out."""
        return [Given(each.seat, each.type) for each in self.ordered]


def decided_again(
    ruleset: Ruleset[Any],
    hides: bool,
    commits: Sequence[Commit],
    position: Any,
    line: str,
    version: int,
    append: Sequence[Stored],
) -> Again:
    """Carry the commands of a round out, in their order, with the dice that an append records.

    `version` is that of the line's last event before them. Raises Refused, DiceScriptError, BundleFault.
    """
    in_log = iter([_accepted(each) for each in append[1:] if each.name == COMMAND_ACCEPTED])
    again = Again([], [], position)
    for commit in commits:
        if (recorded := next(in_log, None)) is None:
            raise Refused("dice/owed", f"the command of {commit.event.seat} is not carried out")
        rolled = dice_of(recorded)
        done = carried_out(ruleset, again.position, commit, lambda: rolled, hides)  # noqa: B023
        check_rolls(recorded, rolled)
        given = accepted(commit, done, recorded.dice_proof)
        given = msgspec.structs.replace(given, rolls=recorded.rolls)
        again.ordered.append(Ordered.of(version + 1 + len(again.caused), given))
        again.caused += caused_on(line, EVENTS, [given])
        again.caused += caused_on(line, ruleset.storage.events, done.events)
        again.position = done.after
    return again


def _accepted(event: Stored) -> CommandAccepted:
    """A command that was committed to, as it is recorded when it is carried out."""
    found = as_now(EVENTS, event)[0]
    assert isinstance(found, CommandAccepted)
    return found
