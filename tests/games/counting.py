"""Perft: how many commands are legal in a position, and what positions one and two commands lead to.

Named after the chess programmers' performance test: a small position, every command, every face of every die.
A changed number or digest means that the rules changed, wherever the change was made.
"""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.dice import DiceScriptError, ScriptedDice
from ironclad.domain.kernel.engine.ruleset import Ruleset

Lister = Callable[[Any, str], Iterable[Command]]
DEPTH = 2


def perft(ruleset: Ruleset[Any], start: Any, legal: Lister) -> dict[str, dict[str, Any]]:
    """Count and digest of the commands that `legal` lists, and of the positions one and two commands deep.

    Positions are counted once however many ways lead to them. The second command is given where the same
    kind of decision is due as at the start: what comes after the step is another position's business.
    """
    kinds = {due.kind for due in ruleset.rules.due(start)}
    found = {"legal": summary(f"{seat} {text}" for seat, text in _listed(ruleset, start, legal))}
    level = {_written(ruleset, start): start}
    for depth in ("one", "two"):
        level = {
            _written(ruleset, after): after
            for position in level.values()
            if kinds & {due.kind for due in ruleset.rules.due(position)}
            for seat, command in commands(ruleset, position, legal)
            for after in outcomes(ruleset, position, seat, command)
        }
        found[depth] = summary(level)
    return found


def commands(ruleset: Ruleset[Any], position: Any, legal: Lister) -> Iterator[tuple[str, Command]]:
    """Every seat's listed commands."""
    for seat in ruleset.seats:
        for command in legal(position, seat):
            yield seat, command


def outcomes(ruleset: Ruleset[Any], position: Any, seat: str, command: Command) -> Iterator[Any]:
    """The position after a command for each way that its dice can fall."""
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        try:
            yield decider.execute(ruleset, position, seat, command, ScriptedDice(script))[1]
        except DiceScriptError:
            scripts += [(*script, face) for face in range(1, 7)]


def summary(lines: Iterable[str]) -> dict[str, Any]:
    """How many different lines there are, and a digest of them in order."""
    distinct = sorted(set(lines))
    return {"count": len(distinct), "digest": sha256("\n".join(distinct).encode()).hexdigest()[:16]}


def _listed(ruleset: Ruleset[Any], position: Any, legal: Lister) -> Iterator[tuple[str, str]]:
    for seat, command in commands(ruleset, position, legal):
        yield seat, canonical(command).decode()


def _written(ruleset: Ruleset[Any], position: Any) -> str:
    return canonical(ruleset.storage.to_document(position)).decode()
