"""How the states of a lane move through the parts of a turn, with the moments at which it breaks."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import PHASES
from tests.games.eagle_variant.slow_lane import Lane, State

Tick = tuple[int, int, int]
"""A moment: the turn, the part of the turn, and the rank of the unit that acts; -1 before the first."""
States = Mapping[State, float]
Broken = Callable[[Tick, int, State, float], None]
"""Takes a break: the moment, the army that is beaten, the state, the chance of it."""
Stepped = Callable[[Tick, States], None]
"""Takes the unbroken states after a moment."""


def nothing(tick: Tick, states: States) -> None:
    """For a caller who does not ask for every moment."""


def play_part(
    lane: Lane, states: States, turn: int, part: int, broken: Broken, stepped: Stepped = nothing
) -> dict[State, float]:
    """The states after a part of a turn, of those before it; what breaks in it is left out.

    A unit acts in one part of a turn alone, so that its actions are forgotten after it.
    Ranks are taken in order: a unit acts again, or one before it does, only by what it has brought about
    itself, so that of two columns the one with the lower rank breaks first.
    """
    army, phase, none = part % 2, PHASES[part // 2], (0,) * len(lane.pieces)
    done: dict[State, float] = defaultdict(float)
    waiting: dict[int, dict[State, float]] = defaultdict(lambda: defaultdict(float))

    def sort(state: State, share: float, tick: Tick) -> None:
        if lane.withdraws(state, army, phase, turn, tick[2] >= 0):
            broken(tick, army, state, share)
        elif (move := lane.next_move(state, army, phase, turn)) is None:
            done[state._replace(acted=none, reached=-1)] += share
        else:
            waiting[max(state.reached, lane.pieces[move.unit].rank)][state] += share

    for state, share in states.items():
        sort(state, share, (turn, part, -1))
    while waiting:
        rank = min(waiting)
        group = waiting.pop(rank)
        tick = (turn, part, rank)
        for state, share in group.items():
            move = lane.next_move(state, army, phase, turn)
            assert move is not None
            for chance, after, beaten in lane.after(state, move):
                if beaten >= 0:
                    broken(tick, beaten, after, share * chance)
                else:
                    sort(after, share * chance, tick)
        if rank not in waiting:
            stepped(tick, dict(_both(done, waiting)))
    return dict(done)


def _both(done: States, waiting: Mapping[int, States]) -> Iterator[tuple[State, float]]:
    """All unbroken states: those that have done their part, and those that still act."""
    found: dict[State, float] = defaultdict(float)
    for group in (done, *waiting.values()):
        for state, share in group.items():
            found[state] += share
    return iter(found.items())


class Remembered:
    """Parts of turns of a lane, each worked out once for each state that it begins with.

    What a part does to a state depends on the turn only as far as it is the first, and as an army may
    withdraw from the second on.
    """

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._known: dict[tuple[State, int, int], tuple[States, list[tuple[int, State, float]]]] = {}

    def play(self, states: States, turn: int, part: int, broken: Broken) -> dict[State, float]:
        """What `play_part` gives, without the moments within the part."""
        found: dict[State, float] = defaultdict(float)
        for state, share in states.items():
            after, breaks = self._of(state, min(turn, 2), part)
            for end, chance in after.items():
                found[end] += share * chance
            for loser, end, chance in breaks:
                broken((turn, part, 0), loser, end, share * chance)
        return dict(found)

    def _of(self, state: State, turn: int, part: int) -> tuple[States, list[tuple[int, State, float]]]:
        key = (state, turn, part)
        if key not in self._known:
            breaks: list[tuple[int, State, float]] = []

            def broken(tick: Tick, loser: int, end: State, chance: float) -> None:
                breaks.append((loser, end, chance))

            after = play_part(self.lane, {state: 1.0}, turn, part, broken)
            self._known[key] = after, breaks
        return self._known[key]
