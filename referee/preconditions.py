"""Whether a command may be judged at all, before any rule of its own is asked: by its match and its position.

The command handler asks this of every command that is given, and verifying asks it of every command in a
record.
"""

from typing import Any

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.rounds import HIDDEN
from ironclad.domain.match.state import Match
from ironclad.eventlog.errors import GameOver, NotYourSeat, Stale, Unreadable

OTHER_VERSION = "match/version"


def check_commander(match: Match, line: str, seat: str, by: str) -> None:
    """A seat commands itself, and on a what-if its owner commands both. Raises NotYourSeat."""
    owner = match.timelines[line].by if match.is_what_if(line) else seat
    if by != owner:
        raise NotYourSeat(f"{by} does not command {seat} on {line}")


def check_running(ruleset: Ruleset[Any], match: Match, line: str, position: Any) -> None:
    """This build has the rules of the line, and the game has not ended on it. Raises Refused, GameOver."""
    known = [each.version for each in ruleset.identity.published.versions]
    if match.opened is not None and (version := match.rules_of(line)) not in known:
        raise Refused(
            OTHER_VERSION,
            f"the game is played by version {version} of its rules; this build has {', '.join(known)}",
        )
    if line == match.current and match.ended is not None:
        raise GameOver(match.ended.reason, match.ended.rule)
    if (outcome := ruleset.rules.outcome(position)) is not None:
        raise GameOver(outcome.reason, outcome.rule)


def check_timely(
    ruleset: Ruleset[Any],
    match: Match,
    line: str,
    version: int,
    position: Any,
    decision: str | None,
    expected: int | None,
) -> None:
    """The version that the command was made against is there, its decision still open. Raises Stale.

    Where something was taken back, the id of a decision may come again and ask something else: an answer
    names its version then, which must be none of those that were taken back.
    """
    if expected is not None and not 0 <= expected <= version:
        raise Stale(f"{line} is at version {version}", line, version)
    if expected is not None and not match.timelines[line].stands(expected, version):
        raise Stale(f"what {line} was at version {expected} was taken back", line, version)
    if decision is not None:
        if expected is None and match.timelines[line].taken:
            reason = f"something was taken back on {line}: name the version that this answers"
            raise Stale(f"{reason} (expected_version)", line, version)
        due = ruleset.rules.due(position)
        if all(each.id != decision for each in due):
            owed = ", ".join(each.id for each in due) or "none"
            raise Stale(f"decision {decision} is no longer open; open now: {owed}", line, version)


def check_lock(line: str, version: int, expected: int | None) -> None:
    """A command that names a version is for that one alone. Raises Stale.

    Verifying does not ask this: older games have commands that named an earlier version.
    """
    if expected is not None and expected != version:
        raise Stale(f"{line} is at version {version}, and the command is for {expected} alone", line, version)


def check_answer(
    ruleset: Ruleset[Any], position: Any, seat: str, decision: str | None, command: Command, type: str
) -> None:
    """A command that answers decisions names the one that it answers, and that is its seat's.

    Raises Unreadable (none named), NotYourSeat, Refused (the decision asks something else).
    """
    kinds = ruleset.rules.handlers.answers[command.__class__]
    if decision is None:
        if kinds:
            raise Unreadable(f"{type} must name the decision that it answers")
        return
    named = next(due for due in ruleset.rules.due(position) if due.id == decision)
    if kinds and named.seat != seat:
        owner = ruleset.words.name_of(named.seat)
        raise NotYourSeat(f"it is not your turn: decision {named.id} belongs to {owner}")
    decider.answered(ruleset, position, seat, command, decision)


def check_closed(ruleset: Ruleset[Any], position: Any, seat: str, decision: str | None, type: str) -> None:
    """The same for a command of which only the type is known. Raises also Unreadable for an unknown type."""
    kind = ruleset.storage.commands.types.get(type)
    if kind is None:
        raise Unreadable(f"no command is named {type!r}")
    if decision is None:
        raise Unreadable(f"{type} must name the decision that it answers")
    named = next(due for due in ruleset.rules.due(position) if due.id == decision)
    if named.seat != seat:
        owner = ruleset.words.name_of(named.seat)
        raise NotYourSeat(f"it is not your turn: decision {named.id} belongs to {owner}")
    if named.kind not in ruleset.rules.handlers.answers[kind]:
        asked = ruleset.words.question(named)
        raise Refused(named.rule, f"{type} does not answer decision {named.id}: {asked}")


def check_seen(
    ruleset: Ruleset[Any], position: Any, seat_sees: Any, seat: str, decision: str | None, command: Command
) -> None:
    """The rules are asked on the position as the seat sees it first: its refusal tells nothing hidden.

    A ruleset should refuse nothing besides for what is hidden; where it does, the answer says no more than
    that. Raises Refused.
    """
    if seat_sees is position:
        return
    decider.check(ruleset, seat_sees, seat, command, decision)
    if not decider.is_legal(ruleset, position, seat, command, decision):
        raise Refused(HIDDEN, "the command cannot be carried out; the reason is hidden from its seat")


def freed_by(wrong: Exception) -> str | None:
    """The rule by which a refusal frees the seat that had committed to the request; None if it does not.

    What refuses it for what anyone can decide again does: not for a link or a signature, which can be sent
    right the next time, nor for what is still to come, nor because this build is not the game's.
    """
    if isinstance(wrong, Refused):
        frees = not wrong.rule.startswith(("dice/", "signature/")) and wrong.rule != OTHER_VERSION
        return wrong.rule if frees else None
    rules = {Stale: "match/stale", Unreadable: "match/unreadable", NotYourSeat: "match/seats"}
    return next((rule for kind, rule in rules.items() if isinstance(wrong, kind)), None)
