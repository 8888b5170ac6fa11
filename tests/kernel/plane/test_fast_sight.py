"""Sight in whole numbers gives the answers of sight by fractions."""

from random import Random

from ironclad.domain.kernel.board.plane import hull
from ironclad.domain.kernel.board.plane.sight import (
    Relief,
    Woods,
    _cut,
    _is_clear_in,
    _is_clear_on_spans,
    _near,
    _Slope,
)


def _shape(random: Random, grid: int) -> tuple[tuple[int, int], ...]:
    x, y = (random.randrange(0, 60) * grid for _ in range(2))
    points = [(x + random.randrange(30) * grid, y + random.randrange(30) * grid) for _ in range(7)]
    found = hull(points)
    return found if len(found) > 2 else ((x, y), (x + grid, y), (x, y + grid))


def test_whole_numbers_and_fractions_see_the_same() -> None:
    random = Random(24)
    cut_fast = clear = 0
    for number in range(4000):
        grid = (1, 7, 50)[number % 3]
        relief = Relief(
            tuple(_shape(random, grid) for _ in range(random.randrange(3))),
            30,
            tuple(
                Woods(_shape(random, grid), random.choice((200, 300)), 40) for _ in range(random.randrange(4))
            ),
        )
        way = tuple((random.randrange(90) * grid, random.randrange(90) * grid) for _ in range(2))
        if way[0] == way[1]:
            continue
        first = random.randrange(2, 80)
        slope = _Slope(first, random.randrange(2, 80) - first if number % 4 else 0)
        near = _near(way, relief)
        cut = _cut(way, [relief.boxes[index][0] for index in near])
        by_fractions = _is_clear_on_spans(way, slope, relief, near)
        if cut is not None:
            assert _is_clear_in(cut, slope, relief, near) == by_fractions, (way, slope, relief)
            cut_fast += 1
            clear += by_fractions
    assert cut_fast > 1500
    assert 0.2 < clear / cut_fast < 0.95
