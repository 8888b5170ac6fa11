"""Situations: what odds are asked of, read from a case whose last command has not been carried out yet."""

from collections.abc import Mapping
from typing import Any

from ironclad.domain.kernel.cases.cases import Case, starting_position
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, UnknownName, Unreadable
from ironclad.domain.kernel.engine.dice import DiceScriptError, ScriptedDice
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.odds.odds import Answers, Question


def read_command(ruleset: Ruleset[Any], data: Mapping[str, Any]) -> Command:
    """A command of the ruleset's from plain data. Raises Unusable."""
    try:
        return ruleset.storage.commands.read(data)
    except (UnknownName, Unreadable) as wrong:
        raise Unusable(f"the command {dict(data)} cannot be read: {wrong}") from wrong


def require_seat(ruleset: Ruleset[Any], seat: str) -> str:
    """The seat, if the ruleset has it. Raises Unusable."""
    if seat not in ruleset.seats:
        raise Unusable(f"{ruleset.name} has no seat {seat!r}; it has {', '.join(ruleset.seats)}")
    return seat


def situation(
    case: Case, ruleset: Ruleset[Any], answers: Answers = (), command: Command | None = None, seat: str = ""
) -> tuple[Any, Question]:
    """The position before what is asked, and the question: the case's last command, or the one named.

    The commands before it are carried out with the dice that the case scripts; a refused one changes
    nothing. Without any command the battle that is under way is asked about. Raises Unusable.
    """
    position = starting_position(case.given, ruleset)
    steps = [(step, step.command) for step in case.when if step.command is not None]
    decision: str | None = None
    if command is None and steps:
        last, data = steps.pop()
        command, seat = read_command(ruleset, data), require_seat(ruleset, last.seat)
        decision = last.decision or None
    for number, (step, data) in enumerate(steps, 1):
        given, dice, giver = read_command(ruleset, data), ScriptedDice(step.dice), step.seat
        try:
            require_seat(ruleset, giver)
            position = decider.execute(ruleset, position, giver, given, dice, step.decision or None)[1]
        except DiceScriptError as wrong:
            raise Unusable(f"command {number}: the scripted dice do not fit: {wrong}") from wrong
        except Refused:
            continue
        if dice.left():
            raise Unusable(f"command {number}: scripted dice are left over: {list(dice.left())}")
    return position, Question(seat or _owing(ruleset, position), command, answers, decision)


def _owing(ruleset: Ruleset[Any], position: Any) -> str:
    """The seat that owes a decision, "" if none does."""
    return next((due.seat for due in ruleset.rules.due(position)), "")
