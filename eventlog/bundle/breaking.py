"""How a game continues after a break of its log: on a new line, which both seats agreed to after the break.

What the log had after the break is lost, and its players may have seen more of it than the log has now: links
of dice, answers. So no line from before the break grows any more, and no agreement from before it counts. The
seats' requests for the new line are signed where seats have keys, as every rewind's.
"""

from bisect import bisect_left
from collections.abc import Sequence

from ironclad.domain.match.events import EVENTS, RewindAccepted, RewindProposed, TimelineOpened
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.matched import read_event
from ironclad.eventlog.bundle.records import Stored

_OPENED = f"{EVENTS.family}.timeline_opened.1"
_PROPOSED = f"{EVENTS.family}.rewind_proposed.1"
_ACCEPTED = f"{EVENTS.family}.rewind_accepted.1"
_MATCH = "match"  # the match's stream within the game


class BreakOrder:
    """Takes a game's events in order, of a log that lost what came after some sizes."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sorted(sizes)
        self._opened: dict[str, int] = {}
        self._proposed: dict[str, int] = {}

    def take(self, event: Stored) -> None:
        """Take the next event. Raises BundleFault for one that a break forbids."""
        last = bisect_left(self._sizes, event.position)
        size = self._sizes[last - 1] if last else 0
        line = event.stream.partition("/")[2]
        if line != _MATCH:
            if self._opened.get(line, 0) <= size:
                detail = f"the line {line} went on after the log's break at {size:,} events"
                raise BundleFault("order", detail, event.position)
        elif event.name in (_OPENED, _PROPOSED, _ACCEPTED):
            self._take_agreement(event, size)

    def _take_agreement(self, event: Stored, size: int) -> None:
        match read_event(event):
            case TimelineOpened(timeline=timeline):
                self._opened[timeline] = event.position
            case RewindProposed(proposal=proposal):
                self._proposed[proposal] = event.position
            case RewindAccepted(proposal=proposal) if self._proposed.get(proposal, 0) <= size:
                on = f"the log's break at {size:,} events"
                detail = f"a rewind was agreed to that was proposed before {on}"
                raise BundleFault("order", detail, event.position)
