"""Both verifiers over the same log."""

from typing import Any

import msgspec

from ironclad.domain.kernel.fair.fair_check import DiceChecker, check
from ironclad.domain.match.events import EVENTS, CommandAccepted
from ironclad.domain.match.fair_records import checker_for, records
from ironclad.domain.match.signed_check import KeyChecker, KeyFault
from ironclad.eventlog.ledger.notes import verifies
from tests.proof import second_signatures, second_verifier
from tests.proof.second_verifier import Row


def first_fault(
    game: str, rows: list[Row], checkpoints: tuple[int, ...] | None = None
) -> tuple[int, str] | None:
    """The first that does not hold, by our checker; the second verifier has to say the same."""
    checker = checker_of(game, rows, checkpoints)
    fault = check(checker, records(_events(rows)))
    found = None if fault is None else (fault.position, fault.check)
    sizes = None if checkpoints is None else list(checkpoints)
    assert second_verifier.verify(game, rows, sizes) == found
    return found


def checker_of(game: str, rows: list[Row], checkpoints: tuple[int, ...] | None = None) -> DiceChecker:
    match = [event for _, line, _, event in _events(rows) if not line]
    return checker_for(game, match, checkpoints)


def unsigned_at(game: str, origin: str, rows: list[Row]) -> int:
    """The position of the first request that is not shown to be its seat's, by both verifiers; 0: none."""
    found, checker = 0, KeyChecker(game, origin, verifies)
    appends: list[list[Any]] = []
    for placed in _events(rows):
        if isinstance(placed[3], CommandAccepted):
            appends.append([])
        appends[-1].append(placed)
    try:
        for append in appends:
            checker.take(append)
    except KeyFault as fault:
        found = fault.position
    assert second_signatures.verify_signatures(game, origin, rows)[0] == found
    return found


def _events(rows: list[Row]):  # type: ignore[no-untyped-def]
    """The rows of a match, and the accepted commands of timelines, as events."""
    for position, line, version, name, body in rows:
        if name.startswith("match."):
            yield position, line, version, EVENTS.decode(name, msgspec.json.encode(body))
