"""Random pairs of rectangles, measured by the plane and by shapely (GEOS, floating point).

    python -m tests.kernel.plane.second_opinion --seed N --count PAIRS

Both must agree on every limit of distance that is farther than a hundredth of an inch from the true distance,
on whether the rectangles overlap, and on what a random line has of its length in one of them. Prints a line
with the counts; ends with 1 at the first pair on which they disagree, and prints it.
"""

import argparse
import random
import sys
from math import hypot, sqrt
from typing import Any

from shapely.geometry import LineString
from shapely.geometry import Polygon as Shape

from ironclad.domain.kernel.board import plane

LIMITS = (5, 100, 400, 600, 800, 1200, 2000, 2400, 3000, 4000)
SIZES = ((200, 60), (150, 100), (150, 150), (150, 200), (80, 100), (900, 150))
SLACK = 5


def pair(rng: random.Random) -> tuple[plane.Polygon, plane.Polygon]:
    """Two rectangles; half of the pairs are near a limit or lie on each other."""
    x, y = rng.randrange(7801), rng.randrange(7801)
    one = plane.rectangle((x, y), rng.randrange(360), *rng.choice(SIZES))
    if rng.random() < 0.5:
        reach = rng.choice((100, 200, *LIMITS)) + rng.randrange(-40, 150)
        at = plane.placed((x, y), rng.randrange(360), reach, 0)
    else:
        at = rng.randrange(7801), rng.randrange(7801)
    return one, plane.rectangle(at, rng.randrange(360), *rng.choice(SIZES))


def disagreement(one: plane.Polygon, other: plane.Polygon) -> str | None:
    """What both say differently of a pair, away from each limit."""
    a, b = Shape(one), Shape(other)
    distance = a.distance(b)
    exact = plane.square_between(one, other)
    if abs(sqrt(exact) - distance) > 1e-6:
        return f"distance: {exact} squared, shapely {distance}"
    for limit in LIMITS:
        if abs(distance - limit) > 1 and plane.is_within(one, other, limit) != (distance <= limit):
            return f"limit {limit}: shapely {distance}"
    # Of two rectangles that overlap by more than `SLACK` everywhere the one still meets the other when it is
    # made smaller by less; of two that do not even touch no shadow test may find an overlap.
    if plane.overlap(one, other, SLACK) and not a.intersects(b):
        return "overlap: shapely finds none"
    if not plane.overlap(one, other, SLACK) and a.buffer(-SLACK - 1).intersects(b.buffer(-SLACK - 1)):
        return "no overlap: shapely finds one"
    if plane.meets(one, other) != a.intersects(b):
        return f"meeting: shapely {a.intersects(b)}"
    way = (one[0], other[2])
    shares = plane.stretches(*way, other)
    length = hypot(*plane.minus(way[1], way[0])) * float(sum(end - start for start, end in shares))
    seen = LineString(way).intersection(b).length
    return None if abs(length - seen) <= 1 else f"stretch: {length}, shapely {seen}"


def compare(seed: int, count: int) -> dict[str, Any]:
    """Compare so many pairs; how many of them meet, overlap and are within each limit.

    Raises AssertionError with the pair on which both disagree.
    """
    rng = random.Random(seed)
    found: dict[str, Any] = {"meet": 0, "overlap": 0, "within 1 of a limit": 0}
    for number in range(count):
        one, other = pair(rng)
        wrong = disagreement(one, other)
        if wrong is not None:
            raise AssertionError(f"pair {number} of seed {seed}: {one} and {other}: {wrong}")
        found["meet"] += plane.meets(one, other)
        found["overlap"] += plane.overlap(one, other, SLACK)
        distance = sqrt(plane.square_between(one, other))
        found["within 1 of a limit"] += any(abs(distance - limit) <= 1 for limit in LIMITS)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kernel.plane.second_opinion")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    asked = parser.parse_args()
    try:
        found = compare(asked.seed, asked.count)
    except AssertionError as wrong:
        print(wrong)
        sys.exit(1)
    print(
        f"{asked.count:,} pairs, none different; " + ", ".join(f"{n:,} {word}" for word, n in found.items())
    )


if __name__ == "__main__":
    main()
