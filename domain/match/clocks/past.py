"""What the clocks of a game showed at earlier places of its course: folded from the match's events."""

from bisect import bisect_right

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks.deciding import clocks_as_then
from ironclad.domain.match.clocks.events import AGREEMENT, ClockPressed
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import instant_of

AS_THEN = "as_then"
Shown = tuple[ClockState, int]
"""Clocks, and the instant (ms since 1970) at which they were so."""


class ClockPast:
    """The clocks after each press, and as each line was opened. Takes the match's events in order."""

    def __init__(self) -> None:
        self._versions: dict[str, list[int]] = {}
        self._pressed: dict[str, list[Shown]] = {}
        self._opened: dict[str, Shown] = {}
        self._opening: set[str] = set()
        self._asked = 0

    def take(self, event: Event, state: ClockState | None) -> None:
        """An event of the match, with the clocks after it (None: the game has none)."""
        if isinstance(event, m.CommandAccepted):
            self._asked = instant_of(event.at)
            self._opening.clear()
        if isinstance(event, m.TimelineOpened):
            self._opening.add(event.timeline)
        if state is None or state.control is None:
            return
        if isinstance(event, ClockPressed):
            self._opening.discard(event.timeline)
            self._versions.setdefault(event.timeline, []).append(event.version)
            self._pressed.setdefault(event.timeline, []).append((state, state.now))
        for line in self._opening:
            self._opened[line] = state, max(state.now, self._asked)

    def at(self, line: str, version: int) -> Shown | None:
        """The clocks at the last press on a line that is not after a version of it; None without clocks then.

        Before the first press of a line they are those with which it was opened.
        """
        number = bisect_right(self._versions.get(line, []), version)
        return self._pressed[line][number - 1] if number else self._opened.get(line)


def agreed_back(state: ClockState, at: int, then: Shown | None) -> list[Event]:
    """What sets the clocks to what they showed then, where seats agreed on it; `state` is after the move."""
    if then is None or state.control is None:
        return []
    return clocks_as_then(state, at, *then, "agreement", AGREEMENT)
