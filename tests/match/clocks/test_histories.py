"""The fold against the slow reference, on random histories; many more of them in `tests/hammer` (clocks)."""

import os
from collections import Counter

from ironclad.domain.match.clocks.events import CLOCK_EVENTS
from tests.hammer.summaries import SEED, summarize
from tests.match.clocks.histories import History

HISTORIES = int(os.environ.get("IRONCLAD_TEST_CLOCKS", "300"))
FOLDED_ALIKE = {"ControlAsked", "ControlWithdrawn", "PauseProposed", "PauseDeclined", "ResumeAsked"} | {
    *("AdjournmentCalled", "MoveSealed", "SealedMoveOpened"),
}  # they move no time


def test_the_fold_counts_as_the_slow_reference_does() -> None:
    counts = Counter[str]()
    for number in range(HISTORIES):
        history = History(SEED * 1_000_000 + number)
        history.play()
        counts.update(history.counts)
    wanted = {kind.__name__ for kind in CLOCK_EVENTS} - FOLDED_ALIKE
    assert HISTORIES < 100 or wanted <= counts.keys(), wanted - counts.keys()
    presses, flags = counts["ClockPressed"], counts["Flagged"]
    events = sum(counts.values())
    summarize(f"{HISTORIES:,} histories alike: {events:,} events, {presses:,} presses, {flags:,} flags")
