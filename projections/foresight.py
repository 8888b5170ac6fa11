"""What commands would mean, in words: carried out on a copy up to the first roll, not kept."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider, foresight
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note, Outcome
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.sight import NotKnown
from ironclad.eventlog.records import Consequence, Meaning


def meanings(
    ruleset: Ruleset[Any], position: Any, seat: str, commands: Iterable[Command], decision: str | None = None
) -> tuple[tuple[Note, ...], tuple[Meaning, ...]]:
    """Why a seat is asked, and what commands of it mean; `decision` is the id of the one they answer.

    The reasons are those of the decision named, or else of the first that the seat has open.
    """
    own = (each for each in ruleset.rules.due(position) if each.seat == seat)
    open_now = next((each for each in own if decision in (None, each.id)), None)
    meant = tuple(meaning_of(ruleset, position, seat, each, open_now, decision) for each in commands)
    return () if open_now is None else ruleset.words.why(open_now), meant


def meaning_of(
    ruleset: Ruleset[Any],
    position: Any,
    seat: str,
    command: Command,
    open_now: Due | None,
    decision: str | None = None,
) -> Meaning:
    """What a command of a seat means; refused commands say why.

    `open_now` is the open decision beside which a command that answers none is given; `decision` is the id
    of the one that the command answers, None where only one fits.
    """
    try:
        foreseen = foresight.foresee(ruleset, position, seat, command, decision)
        answered = decider.answered(ruleset, position, seat, command, decision)
    except Refused as refused:
        return Meaning(refused=Note(refused.reason, refused.rule))
    due = answered if answered.id else open_now
    notes = () if due is None else ruleset.words.meaning(position, due, command)
    entries = (ruleset.words.tell(event) for event in foreseen.events)
    then = tuple(
        Consequence(entry["text"], entry.get("rule") or "", tuple(entry.get("details", ())))
        for entry in entries
        if entry is not None
    )
    warns = (
        ()
        if due is None
        else (*_ends(ruleset, seat, foreseen.outcome), *_risks(ruleset, position, foreseen, due, command))
    )
    asked = tuple(f"{each.seat}: {ruleset.words.question(each)}" for each in foreseen.due)
    roll = foreseen.roll
    if roll is not None:
        purpose = " ".join(ruleset.words.name_of(word) for word in roll.purpose.split())
        roll = msgspec.structs.replace(roll, purpose=purpose)
    return Meaning(notes, then, roll, asked, warns=warns)


def _ends(ruleset: Ruleset[Any], seat: str, outcome: Outcome | None) -> tuple[Note, ...]:
    """That the game ends with the answer, unless its seat wins."""
    if outcome is None or outcome.winner == seat:
        return ()
    ends = "drawn" if outcome.winner is None else f"won by {ruleset.words.name_of(outcome.winner)}"
    return (Note(f"The game ends with it, {ends}: {outcome.reason}.", outcome.rule),)


def _risks(
    ruleset: Ruleset[Any], position: Any, foreseen: foresight.Foreseen, due: Due, command: Command
) -> tuple[Note, ...]:
    """What the ruleset warns of; nothing where that depends on what is hidden."""
    try:
        return ruleset.advice.warns(position, foreseen.after, due, command)
    except NotKnown:
        return ()
