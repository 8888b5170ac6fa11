"""Both verifiers over the same log."""

import msgspec

from domain.kernel.fair_check import DiceChecker, check
from domain.match.events import EVENTS
from domain.match.fair_records import checker_for, records
from tests.proof import second_verifier
from tests.proof.second_verifier import Row


def first_fault(
    game: str, rows: list[Row], checkpoints: tuple[int, ...] | None = None
) -> tuple[int, str] | None:
    """The first that does not hold, by our checker; the second verifier has to say the same.

    It is not told of checkpoints: what ours says of them is not compared.
    """
    checker = checker_of(game, rows, checkpoints)
    fault = check(checker, records(_events(rows)))
    found = None if fault is None else (fault.position, fault.check)
    if fault is None or fault.check != "checkpoint":
        assert second_verifier.verify(game, rows) == found
    return found


def checker_of(game: str, rows: list[Row], checkpoints: tuple[int, ...] | None = None) -> DiceChecker:
    match = [event for _, line, _, event in _events(rows) if not line]
    return checker_for(game, match, checkpoints)


def _events(rows: list[Row]):  # type: ignore[no-untyped-def]
    """The rows of a match, and the accepted commands of timelines, as events."""
    for position, line, version, name, body in rows:
        if name.startswith("match."):
            yield position, line, version, EVENTS.decode(name, msgspec.json.encode(body))
