"""Carrying out what was committed to: each command of a round in order, or what takes its place.

A command is checked before it is committed to, and its timeline takes nothing else until it is carried out.
But the commands of a round that are carried out before it may make it illegal. Then the seat's standing
answer takes its place. A command whose decision is not due any more lapses: nothing is carried out.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, Unreadable
from ironclad.domain.kernel.engine.dice import Dice
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_table import DiceProof
from ironclad.domain.match.committed import Commit
from ironclad.domain.match.events import CommandAccepted, CommandCommitted, Instead

D = TypeVar("D", bound=Dice)

HIDDEN = "sight/hidden"
"""The rule of a refusal whose own rule may tell what is hidden."""

LAPSE = "lapse"
"""The type of the command that is recorded where nothing takes the place of one; it is of no ruleset."""


class Carried(msgspec.Struct, Generic[D], frozen=True):
    """A command that was carried out: as it is recorded, its events, the position after it, its dice.

    `instead` says why it is not the one that was committed to.
    """

    command: dict[str, Any]
    events: Sequence[Event]
    after: Any
    dice: D
    instead: Instead | msgspec.UnsetType = msgspec.UNSET


def accepted(commit: Commit, done: Carried[Any], proof: DiceProof | None) -> CommandAccepted:
    """A command that was committed to, as it is recorded when it is carried out."""
    event = commit.event
    return CommandAccepted(
        event.seat,
        event.id,
        event.digest,
        event.at,
        done.command,
        event.by,
        event.decision,
        event.expected_version,
        done.dice.proof(),
        None,
        proof,
        commit.version,
        done.instead,
    )


def carried_out(
    ruleset: Ruleset[Any], position: Any, commit: Commit, dice: Callable[[], D], hides: bool
) -> Carried[D]:
    """Carry out a command that was committed to, or what takes its place.

    `dice` gives dice for one attempt. In a game that `hides` something no reason of a refusal is recorded: it
    may tell what only the command's seat may know; and of a command that nobody could read before it was
    opened not by which rule. Raises Refused where the dice do ("dice/…").
    """
    event, stored, closed = commit.event, commit.command, hides and bool(commit.closed)
    try:
        command = ruleset.storage.commands.read(stored)
        decider.check(ruleset, position, event.seat, command, event.decision)
    except Unreadable:
        if not closed:
            raise
        instead = Instead(HIDDEN, "", stored)
    except Refused as refused:
        instead = Instead(HIDDEN if closed else refused.rule, "" if hides else refused.reason, stored)
    else:
        return _carried(ruleset, position, event.seat, command, event.decision, stored, dice())
    return _replaced(ruleset, position, event, dice, instead)


def _replaced(
    ruleset: Ruleset[Any],
    position: Any,
    commit: CommandCommitted,
    dice: Callable[[], D],
    instead: Instead,
) -> Carried[D]:
    over = ruleset.rules.outcome(position) is not None
    open_now = () if over else ruleset.rules.due(position)
    due = next((each for each in open_now if (each.id, each.seat) == (commit.decision, commit.seat)), None)
    if due is None:
        return Carried({"type": LAPSE}, (), position, dice(), instead)
    answer = decider.standing_answer(ruleset, position, due)
    stored: dict[str, Any] = msgspec.to_builtins(answer)
    found = _carried(ruleset, position, commit.seat, answer, due.id, stored, dice())
    return msgspec.structs.replace(found, instead=instead)


def _carried(
    ruleset: Ruleset[Any],
    position: Any,
    seat: str,
    command: Command,
    decision: str | None,
    stored: dict[str, Any],
    dice: D,
) -> Carried[D]:
    events, after = decider.execute(ruleset, position, seat, command, dice, decision)
    return Carried(stored, events, after, dice)
