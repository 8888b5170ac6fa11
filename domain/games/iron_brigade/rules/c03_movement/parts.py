"""The 16 parts of a movement: all units go together, and stop before enemies and on friends.

Everything here is worked out from the places that each unit's plan foresees; nothing is decided twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import PARTS
from ironclad.domain.games.iron_brigade.rules.places import SLACK, Box, boxes_meet
from ironclad.domain.kernel.board.plane import box
from ironclad.domain.kernel.board.plane.bodies import Body, are_within, bodies_overlap, square_apart
from ironclad.domain.kernel.board.plane.legs import passes
from ironclad.domain.kernel.engine.citations import rule

INCH = 100
Weight = str
"""How a unit passes friends: "foot", "heavy" (horse, guns and wagons), "single" (officers, orderlies)."""


@dataclass(frozen=True)
class Mover:
    """A unit in the movement step: its places after 0 to 16 parts, each with its formation.

    `shaken` units are broken or routed: they run through friends without harm (III.C/6).
    """

    id: str
    side: str
    number: int
    weight: Weight
    places: tuple[tuple[Body, str], ...]
    shaken: bool = False

    @property
    def moves(self) -> bool:
        """Whether its order moves it at all."""
        return self.places[0] != self.places[-1]


@dataclass
class Run:
    """How far each unit has come, which have stopped and why, and what passing did."""

    at: dict[str, int]
    stopped: dict[str, str] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)
    ridden: set[str] = field(default_factory=set)


class Parts:
    """The parts of a movement, for some units."""

    def __init__(self, movers: Iterable[Mover], run: Run) -> None:
        self.movers = {mover.id: mover for mover in movers}
        self.run = run
        self._boxes: dict[tuple[str, int], Box] = {}

    def body(self, id: str, part: int) -> Body:
        """Where a unit is after so many parts."""
        return self.movers[id].places[part][0]

    def now(self, id: str) -> Body:
        """Where a unit is now."""
        return self.body(id, self.run.at[id])

    @rule("G/34", "G/35")
    def go(self, first: int, last: int) -> None:
        """Make the parts from `first` to `last`. A unit that stops stays where it is for the turn."""
        for part in range(first, last + 1):
            going = self._going(part)
            stops = self._stopped_by_friends(part, going)
            stops |= self._stopped_by_enemies(part, going - set(stops))
            for id in going - set(stops):
                self._note_passing(id, part)
            for id in going:
                if id in stops:
                    self.run.stopped[id] = stops[id]
            for id, mover in self.movers.items():
                if mover.moves and id not in self.run.stopped:
                    self.run.at[id] = part
        if last == PARTS:
            self._make_room()

    def _going(self, part: int) -> set[str]:
        """The units that this part moves."""
        return {
            id
            for id, mover in self.movers.items()
            if mover.moves
            and id not in self.run.stopped
            and mover.places[part] != mover.places[self.run.at[id]]
        }

    @rule("III.C/2")
    def _stopped_by_friends(self, part: int, going: set[str]) -> dict[str, str]:
        """Foot that would go through horse or guns which move this turn stops before them."""
        stops = {}
        for id in going:
            mover = self.movers[id]
            if mover.weight != "foot" or mover.shaken:
                continue
            for other in self._friends(id):
                friend = self.movers[other]
                if friend.weight == "heavy" and friend.moves and self._goes_through(id, part, other):
                    stops[id] = other
        return stops

    @rule("G/35", "III.C/5")
    def _stopped_by_enemies(self, part: int, going: set[str]) -> dict[str, str]:
        """Units whose part would bring enemies nearer than an inch; both, where both move."""
        left, stops = set(going), dict[str, str]()
        changed = True
        while changed:
            changed = False
            for id in sorted(left):
                for other in self.movers:
                    if self.movers[other].side == self.movers[id].side or id not in left:
                        continue
                    ahead = part if other in left else self.run.at[other]
                    if not self._too_near(id, part, other, ahead):
                        continue
                    for each, cause in ((id, other), (other, id)):
                        if each in left:
                            left.discard(each)
                            stops[each] = cause
                    changed = True
        return stops

    def _too_near(self, id: str, part: int, other: str, ahead: int) -> bool:
        """Whether two enemies would be nearer than an inch, and nearer than they began the turn."""
        if not boxes_meet(self._box(id, part), self._box(other, ahead), INCH):
            return False
        one, two = self.body(id, part), self.body(other, ahead)
        if not are_within(one, two, INCH):
            return False
        square = square_apart(one, two)
        return square < INCH * INCH and square < square_apart(self.body(id, 0), self.body(other, 0))

    @rule("III.C/1", "III.C/3", "III.C/4", "III.C/6", "G/37")
    def _note_passing(self, id: str, part: int) -> None:
        """What it does to friends that a unit goes through them in a part."""
        mover = self.movers[id]
        if mover.shaken or mover.weight == "single":
            return
        for other in self._friends(id):
            friend = self.movers[other]
            if friend.weight == "single" or not self._goes_through(id, part, other):
                continue
            if mover.weight == "heavy":
                self.run.ridden.add(other)
            elif friend.weight == "heavy":
                self.run.passed.add(other)

    def _goes_through(self, id: str, part: int, other: str) -> bool:
        """Whether the hull of a stand's old and new corners in a part meets a friend, more than touching."""
        before, then = self.now(id), self.body(id, part)
        there = self.run.at[other]
        own = self._box(id, self.run.at[id]), self._box(id, part)
        if not any(boxes_meet(each, self._box(other, there)) for each in (*own, box(_corners(own)))):
            return False
        return any(passes(before, then, polygon, SLACK) for polygon in self.body(other, there).polygons)

    @rule("G/36", "G/38")
    def _make_room(self) -> None:
        """Friends who end on the same ground: one goes back along its way to the last free part.

        That is the one with the higher number, if it moved; else the other.
        """
        order = sorted(self.movers, key=lambda id: (self.movers[id].number, self.movers[id].side))
        while True:
            pair = next((pair for pair in combinations(order, 2) if self._overlap(*pair)), None)
            if pair is None:
                return
            back = next((id for id in reversed(pair) if self.run.at[id] > 0), None)
            if back is None:
                return
            self.run.stopped[back] = pair[0] if back == pair[1] else pair[1]
            while self.run.at[back] > 0:
                self.run.at[back] -= 1
                if not any(self._overlap(back, other) for other in order if other != back):
                    break

    def _overlap(self, one: str, other: str) -> bool:
        if not self.movers[one].moves and not self.movers[other].moves:
            return False
        if not boxes_meet(self._box(one, self.run.at[one]), self._box(other, self.run.at[other])):
            return False
        return bodies_overlap(self.now(one), self.now(other), SLACK)

    def _friends(self, id: str) -> list[str]:
        side = self.movers[id].side
        return [other for other, mover in self.movers.items() if other != id and mover.side == side]

    def _box(self, id: str, part: int) -> Box:
        key = (id, part)
        if key not in self._boxes:
            self._boxes[key] = box(point for each in self.body(id, part).polygons for point in each)
        return self._boxes[key]


def _corners(boxes: Iterable[Box]) -> list[tuple[int, int]]:
    return [point for west, south, east, north in boxes for point in ((west, south), (east, north))]


def trail(mover: Mover, last: int) -> tuple[tuple[int, int, int], ...]:
    """Where a unit was after each part up to one: its point and its facing."""
    return tuple((*body.at, body.facing) for body, _ in mover.places[: last + 1])


def resting(body: Body, formation: str) -> tuple[tuple[Body, str], ...]:
    """The places of a unit that does not move."""
    return ((body, formation),) * (PARTS + 1)
