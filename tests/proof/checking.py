"""Both verifiers over the same log."""

import msgspec

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.dice_records import DiceFault
from ironclad.domain.kernel.fair.fair_check import DiceChecker
from ironclad.domain.match.events import EVENTS
from ironclad.domain.match.fair_records import GameChecker, checker_for
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.matched import MatchReader
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.signing import SignatureCheck
from ironclad.eventlog.store.leaf import leaf
from tests.proof import second_signatures, second_verifier
from tests.proof.second_verifier import Row


def first_fault(
    game: str, rows: list[Row], checkpoints: tuple[int, ...] | None = None
) -> tuple[int, str] | None:
    """The first that does not hold, by our checker; the second verifier has to say the same."""
    checker, found = GameChecker(game, checkpoints), None
    for placed in _events(rows):
        try:
            checker.take(placed)
        except DiceFault as fault:
            found = fault.position, fault.check
            break
    sizes = None if checkpoints is None else list(checkpoints)
    assert second_verifier.verify(game, rows, sizes) == found
    return found


def checker_of(game: str, rows: list[Row], checkpoints: tuple[int, ...] | None = None) -> DiceChecker:
    match = [event for _, line, _, event in _events(rows) if not line]
    return checker_for(game, match, checkpoints)


def unsigned_at(game: str, origin: str, rows: list[Row], roots: dict[int, bytes] | None = None) -> int:
    """The position of the first request that is not shown to be its seat's, by both verifiers; 0: none.

    `roots` are those of the log that are known, by size.
    """
    found, checker = 0, SignatureCheck(game, origin, roots or {}, leaf_of, MatchReader())
    appends: list[list[Stored]] = []
    for position, line, version, name, body in rows:
        if second_signatures.begins((position, line, version, name, body)):
            appends.append([])
        stream = f"{game}/{line or 'match'}"
        appends[-1].append(Stored(position, stream, version, name, msgspec.Raw(canonical(body))))
    try:
        for append in appends:
            checker.take(append)
    except BundleFault as fault:
        found = fault.position or 0
    assert second_signatures.verify_signatures(game, origin, rows, roots)[0] == found
    return found


def leaf_of(event: Stored) -> bytes:
    return leaf(event.stream, event.version, event.name, bytes(event.body))


def _events(rows: list[Row]):  # type: ignore[no-untyped-def]
    """The rows of a match, and the accepted commands of timelines, as events."""
    for position, line, version, name, body in rows:
        if name.startswith("match."):
            yield position, line, version, EVENTS.decode(name, msgspec.json.encode(body))
