"""Odds of whole battles the slow way: every unit of every column by its name (`slow_lane`, `slow_play`).

The shapes of `readers/odds` are held against it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import (
    COLUMN_OF,
    LATE,
    RESERVE,
    RETREAT,
    StandingOrders,
)
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    PARTS,
    battle_of,
    brigades,
    in_box,
    members,
)
from tests.games.eagle_variant.slow_lane import Lane, Piece, State
from tests.games.eagle_variant.slow_play import (
    Broken,
    Remembered,
    States,
    Tick,
    play_part,
)

Orders = Mapping[str, StandingOrders]
Pair = tuple[float, float]
LAST_TURN = int(tactics()["last_turn"])


class NotExact(Exception):
    """Odds that are not worked out here, with the reason in words."""


@dataclass(frozen=True)
class BattleOdds:
    """What comes of a battle: the chance of each army to win, and the brigades that it has left on average.

    `left` counts brigades on the field as the fight ends, before retreat and pursuit.
    """

    wins: dict[str, float]
    left: dict[str, float]


def battle_odds(position: Position, orders: Orders) -> BattleOdds:
    """What comes of a battle from now on if both armies act by these orders to its end.

    Raises NotExact where orders leave decisions open, units have yet to enter, or, with three columns,
    reserves would join a column or an army would withdraw.
    """
    battle = battle_of(position)
    found = lanes(position, orders)
    one = found[0]
    wins, left = _single(one) if battle.columns == 1 else _joint([Track(lane) for lane in found])
    return BattleOdds(
        {army: wins[index] for index, army in enumerate(one.armies)},
        {army: left[index] + one.elsewhere[index] for index, army in enumerate(one.armies)},
    )


def lanes(position: Position, orders: Orders) -> list[Lane]:
    """The columns of a battle whose set-up is open, to be played by these orders. Raises NotExact."""
    battle = battle_of(position)
    _check(position, orders)
    found = []
    for column in battle.lines:
        pieces = []
        for index, army in enumerate(battle.armies):
            for rank, id in enumerate(members(position, army)):
                box = battle.boxes.get(id, "")
                if COLUMN_OF.get(box) == column or (box == RESERVE and battle.columns == 1):
                    pieces.append(_piece(position, index, id, rank))
        aside = _aside(position)
        found.append(Lane(position, column, tuple(pieces), battle.armies, orders, battle.columns == 1, aside))
    return found


def _check(position: Position, orders: Orders) -> None:
    battle = battle_of(position)
    if battle.stage != "fight":
        raise NotExact("the odds of a battle are worked out while it is fought")
    if any(box in LATE for box in battle.boxes.values()):
        raise NotExact("units have yet to enter the battle")
    for army in battle.armies:
        if orders[army].stance == "ask":
            raise NotExact(f"the orders of {army} leave its phases open")
        if battle.columns == 1:
            continue
        if orders[army].withdraw_at:
            raise NotExact(f"{army} would withdraw by what is left in all columns")
        waits = brigades(position, in_box(position, army, RESERVE))
        if waits and orders[army].stance != "stand" and not orders[army].hold_reserve:
            raise NotExact(f"reserves of {army} would join a column")


def _aside(position: Position) -> tuple[int, int]:
    """The brigades of each army that take no part: in the retreat box, with three columns in reserve."""
    battle = battle_of(position)
    boxes = (RETREAT,) if battle.columns == 1 else (RETREAT, RESERVE)
    first, second = (
        sum(len(brigades(position, in_box(position, army, box))) for box in boxes) for army in battle.armies
    )
    return first, second


def _piece(position: Position, army: int, id: str, rank: int) -> Piece:
    battle, unit = battle_of(position), position.units[id]
    twice = battle.surprise == battle.armies[army] and id in battle.began
    sort = (army, unit.nation, unit.kind, unit.elite, unit.landed, unit.crossed, twice)
    return Piece(id, army, unit.kind, rank, sort, twice)


def _parts(position: Position) -> Iterator[tuple[int, int]]:
    """The turns and parts that are still to be played, the one under way first."""
    battle = battle_of(position)
    first = battle.part if battle.acting else battle.part + 1
    for turn in range(max(battle.turn, 1), LAST_TURN + 1):
        for part in range(first if turn == battle.turn else 0, PARTS):
            yield turn, part


def _single(lane: Lane) -> tuple[Pair, Pair]:
    """A battle of one column: the chances to win, and the brigades left."""
    attacker = lane.armies.index(battle_of(lane.position).attacker)
    wins, left = [0.0, 0.0], [0.0, 0.0]

    def broken(tick: Tick, loser: int, state: State, share: float) -> None:
        wins[1 - loser] += share
        for army in range(2):
            left[army] += share * lane.left(state, army)

    states: States = {lane.start(): 1.0}
    remembered = Remembered(lane)
    for turn, part in _parts(lane.position):
        states = remembered.play(states, turn, part, broken)
        if part == PARTS - 1:
            states = _end_turn(lane, states, turn, attacker, broken)
    return (wins[0], wins[1]), (left[0], left[1])


def _end_turn(lane: Lane, states: States, turn: int, attacker: int, broken: Broken) -> dict[State, float]:
    """The states at the beginning of the next turn; a quiet one may end the attack, the last one does."""
    found: dict[State, float] = defaultdict(float)
    for state, share in states.items():
        halts = min(turn - 1, MOST) / MOST if lane.quiet(state) else 0.0
        if turn == LAST_TURN:
            halts = 1.0
        if halts:
            broken((turn, PARTS, 0), attacker, state, share * halts)
        if halts < 1.0:
            found[lane.fresh(state)] += share * (1.0 - halts)
    return dict(found)


@dataclass
class Track:
    """A lane over time: where it breaks, and how much of it is unbroken after each moment."""

    lane: Lane
    breaks: dict[tuple[Tick, int], list[float]] = field(default_factory=dict)
    steps: dict[Tick, list[float]] = field(default_factory=dict)

    def broken(self, tick: Tick, loser: int, state: State, share: float) -> None:
        """Note a break: its chance, and the brigades left by it."""
        self._add(self.breaks.setdefault((tick, loser), [0.0, 0.0, 0.0]), state, share)

    def stepped(self, tick: Tick, states: States) -> None:
        """Note the chance to be unbroken after a moment, and the brigades left where it is."""
        noted = self.steps[tick] = [0.0, 0.0, 0.0]
        for state, share in states.items():
            self._add(noted, state, share)

    def _add(self, noted: list[float], state: State, share: float) -> None:
        noted[0] += share
        for army in range(2):
            noted[army + 1] += share * self.lane.left(state, army)

    def run(self) -> None:
        """Play the lane to the last turn."""
        states: dict[State, float] = {self.lane.start(): 1.0}
        self.stepped((0, 0, 0), states)
        for turn, part in _parts(self.lane.position):
            states = play_part(self.lane, states, turn, part, self.broken, self.stepped)
            if part == PARTS - 1:
                fresh: dict[State, float] = defaultdict(float)
                for state, share in states.items():
                    fresh[self.lane.fresh(state)] += share
                states = dict(fresh)


def _joint(tracks: list[Track]) -> tuple[Pair, Pair]:
    """A battle of three columns: the first break ends it, or else the attack comes to a halt.

    A column whose turn is quiet stays as it is for ever: a quiet turn of all ends the attack as surely as
    the last turn, and with the same units left.
    """
    for track in tracks:
        track.run()
    attacker = tracks[0].lane.armies.index(battle_of(tracks[0].lane.position).attacker)
    wins, left = [0.0, 0.0], [0.0, 0.0]
    for track in tracks:
        others = [Cursor(other) for other in tracks if other is not track]
        for (tick, loser), noted in sorted(track.breaks.items()):
            beside = [other.at(tick) for other in others]
            _count(wins, left, loser, [noted, *beside])
    _count(wins, left, attacker, [Cursor(track).at((LAST_TURN + 1, 0, 0)) for track in tracks])
    return (wins[0], wins[1]), (left[0], left[1])


def _count(wins: list[float], left: list[float], loser: int, noted: list[list[float]]) -> None:
    """Add what happens where one column breaks and the others have not: chances, brigades left."""
    wins[1 - loser] += prod(each[0] for each in noted)
    for army in range(2):
        for index, each in enumerate(noted):
            rest = prod(other[0] for at, other in enumerate(noted) if at != index)
            left[army] += each[army + 1] * rest


@dataclass
class Cursor:
    """Reads the steps of a track in the order of time."""

    track: Track
    place: int = 0

    def __post_init__(self) -> None:
        self.ticks = sorted(self.track.steps)

    def at(self, tick: Tick) -> list[float]:
        """What is noted of the last moment up to this one; asked with rising moments only."""
        while self.place + 1 < len(self.ticks) and self.ticks[self.place + 1] <= tick:
            self.place += 1
        return self.track.steps[self.ticks[self.place]]
