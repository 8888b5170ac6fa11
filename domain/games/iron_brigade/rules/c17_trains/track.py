"""Where the cars of a train stand on its track, and how fast it may run."""

from itertools import pairwise

from ironclad.domain.games.iron_brigade.position.scenery import Scenery
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Muster, Stand, Unit
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import sizes
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import at, length
from ironclad.domain.kernel.board.plane import Point, bearing
from ironclad.domain.kernel.engine.citations import require, rule

FASTEST, CHANGE, LAST = 26_400, 8_000, 4_000
STOPS_FROM = 12_000
APART = 10


@rule("XVII.B/1")
def check_run(position: Position, id: str, unit: Unit, speed: int | None) -> None:
    """Refuse a speed, in hundredths of an inch a turn, that a train cannot have after the one it has."""
    require(position.muster[id].type == "train", "XVII.B/1", f"{id} is no train")
    require(speed is not None, "XVII.B/1", "a train is given a speed")
    assert speed is not None, "asked just before"
    require(0 <= speed <= FASTEST, "XVII.B/1", "a train moves at most 264 inches a turn")
    if speed == 0:
        require(unit.speed <= STOPS_FROM, "XVII.B/1", "a train stops after a turn of at most 120 inches")
        return
    require(abs(speed - unit.speed) <= CHANGE, "XVII.B/1", "a train changes its speed by at most 80 inches")


@rule("XVII.B/1", "III.G/12")
def next_speed(unit: Unit, ordered: int | None) -> int:
    """The speed of a train in a turn; without an order it brakes."""
    if ordered is not None:
        return ordered
    return 0 if unit.speed <= STOPS_FROM else unit.speed - CHANGE


@rule("XVII.B/1")
def way_of(unit: Unit, speed: int) -> int:
    """How far a train goes in a turn: its speed, and in the turn in which it stops at most 40 inches."""
    return speed or min(unit.speed, LAST)


def line_of(scenery: Scenery, muster: Muster) -> tuple[Point, ...]:
    """The line of a train's track, in the direction in which it runs."""
    line = next((each.line for each in scenery.terrain if each.id == muster.track), ())
    return line if muster.forward else tuple(reversed(line))


def cars_at(line: tuple[Point, ...], head: int, cars: int) -> tuple[tuple[Point, int], ...]:
    """The centre and the facing of each car, the first with its front at `head` along the line."""
    depth = sizes()["car"].depth
    centres = [head - depth // 2 - number * (depth + APART) for number in range(cars)]
    return tuple(place_on(line, each) for each in centres)


def place_on(line: tuple[Point, ...], along: int) -> tuple[Point, int]:
    """The point so far along a line, and the facing of the line there."""
    gone = 0
    parts = list(pairwise(line))
    for index, (a, b) in enumerate(parts):
        own = length((a, b))
        if along <= gone + own or index == len(parts) - 1:
            return at(a, b, max(along - gone, 0), own), bearing(a, b)
        gone += own
    return line[0], 0


def stands_at(scenery: Scenery, muster: Muster, head: int) -> tuple[Stand, ...]:
    """The cars of a train as stands with places of their own."""
    size = sizes()["car"]
    line = line_of(scenery, muster)
    places = cars_at(line, head, muster.cars) if len(line) > 1 else ()
    return tuple(Stand(0, size.width, size.depth, y, x, facing) for (x, y), facing in places)
