"""Situations where clauses of Iron Brigade meet, worked by hand."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.charts import guns
from ironclad.domain.games.iron_brigade.rules.c04_small_arms import fire as small_arms
from ironclad.domain.games.iron_brigade.rules.c05_artillery import fire as artillery
from ironclad.domain.games.iron_brigade.rules.c05_artillery.counter_battery import Strength, hit
from ironclad.domain.games.iron_brigade.rules.troops import Quality

RIFLE = {"weapon": "rifle_musket", "men": 20, "quality": Quality("regular")}
IRREGULAR_GREEN = Quality("green", irregular=True)


@pytest.mark.rule("IV.B/1", "IV.B/8", "IV.D/7", "IV.E/1", "G/48", "VI.I/1", "VI.L/1")
@pytest.mark.parametrize(
    ("firer", "target", "inches", "men", "tenths"),
    [
        ({}, {}, "4", 2, 9),  # 10 x .29 = 2.9
        ({}, {}, "4.01", 2, 3),  # IV.A/6: 8 x .29 = 2.32
        ({}, {"prone": True, "cover": "trench"}, "4", 0, 7),  # IV.D/7: 2.9 x .25 = .725
        ({}, {"prone": True, "cover": "hard"}, "4", 0, 7),  # 2.9 x .5 x .5 = .725
        ({}, {"cover": "soft", "order": "open"}, "12", 1, 2),  # (6 - 1 - 1) x .29 = 1.16
        ({}, {"cover": "soft", "order": "skirmish"}, "12", 0, 7),  # (6 - 1) x .29 x .5 = .725
        ({}, {"artillery": True, "order": "open"}, "12", 0, 9),  # VI.I/1: 6 x .29 x .5 = .87
        ({}, {"ranks": 4, "flank": True}, "12", 3, 5),  # G/48: 6 x .29 x 2 = 3.48
        ({}, {"ranks": 5}, "12", 3, 1),  # 6 x .29 x 1.8 = 3.132
        ({"moved": Fraction(1, 2)}, {}, "12", 1, 5),  # IV.B/3: 5 x .29 = 1.45
        ({"moved": Fraction(51, 100)}, {}, "12", 0, 3),  # IV.D/6: 6 x .29 x .2 = .348
        ({"quality": IRREGULAR_GREEN}, {}, "30", 0, 1),  # (2 - 1.5) x .29 = .145
        ({"quality": IRREGULAR_GREEN}, {}, "40", 0, 0),  # IV.B/8: 1 - 1.5 is 0
        ({"batteries": 3}, {}, "20", 0, 6),  # IV.B/4: (4 - 2) x .29 = .58
        ({"quality": Quality("crack"), "batteries": 5}, {}, "20", 1, 0),  # (4 + 1.5 - 2) x .29 = 1.015
        ({"men": 31}, {}, "4", 4, 4),  # IV.C/3: 10 x (.43 + .01) = 4.4
        ({"weapon": "carbine", "mounted": True}, {}, "4", 1, 0),  # VI.L/1: 7 x .29 x .5 = 1.015
        (
            {"weapon": "pistol", "mounted": True},
            {"mounted": True},
            "2",
            4,
            6,
        ),  # VI.L/2: (15 + 1) x .29 = 4.64
    ],
)
def test_small_arms(
    firer: Mapping[str, Any], target: Mapping[str, Any], inches: str, men: int, tenths: int
) -> None:
    square = (100 * Fraction(inches)) ** 2
    done = small_arms.fire(small_arms.Firer(**{**RIFLE, **firer}), small_arms.Target(**target), square)
    assert done is not None
    assert done.loss == small_arms.Loss(men, tenths)


@pytest.mark.rule("V.A/3", "V.A/4", "V.A/6", "V.A/7", "V.B/6", "VI.C/2", "VI.I/1")
@pytest.mark.parametrize(
    ("battery", "target", "feet", "whole", "rest"),
    [
        ({}, {}, 1, 1, 6),  # 2 x 13 = 26
        ({"all_fire": True}, {}, 1, 1, 8),  # V.A/6: 26 + 2
        ({"all_fire": True, "own": 1}, {}, 2, 0, 6),  # V.A/6: one section has no +2
        ({"all_fire": True}, {"cover": "trench"}, 6, 0, 4),  # V.A/7: 3 - 3 is 1; 2 x 1 + 2
        ({"own": 1, "replaced": 1}, {}, 2, 0, 9),  # VI.C/2: 6 + (6 - 3)
        ({"own": 1, "disorganized": True}, {}, 3, 0, 3),  # V.B/6: 5 x .5 = 2.5, halves up
        ({}, {"battery": True, "order": "open"}, 2, 0, 10),  # VI.I/1: lower row, close order: 2 x 5
        ({}, {"battery": True, "order": "skirmish"}, 2, 0, 10),  # VI.I/1: the same
        ({}, {"order": "open"}, 2, 0, 8),  # V.A/4: 2 x (6 - 2)
        ({}, {"flank": True, "ranks": 4}, 2, 1, 4),  # G/48: 12 x 2 = 24
    ],
)
def test_artillery(
    battery: Mapping[str, Any], target: Mapping[str, Any], feet: int, whole: int, rest: int
) -> None:
    napoleons = {"gun": guns()["napoleon_12"], "own": 2, "quality": Quality("regular")}
    firing = artillery.Battery(**{**napoleons, **battery})
    found = artillery.battery_factors(firing, artillery.Target(**target), feet)
    assert found is not None
    assert artillery.casualties([found]) == artillery.Casualties(whole, rest)


@pytest.mark.rule("V.D/3", "V.D/4", "V.D/5", "V.D/6")
@pytest.mark.parametrize(
    ("before", "die", "after", "again"),
    [
        ((2, 4, 4, 4, 30), 7, (1, 2, 2, 4, 30), False),  # V.D/6: crew and horses to what one section holds
        ((2, 2, 1, 4, 30), 8, (1, 2, 1, 4, 30), False),  # V.D/6: nobody is above it
        ((2, 4, 0, 4, 30), 1, (1, 2, 0, 4, 30), False),  # V.D/5: a horse that is not there is a section
        ((2, 4, 4, 4, 30), 10, (2, 4, 4, 3, 22), True),  # V.D/3: 30 / 4 = 7.5, rounded up 8
        ((2, 4, 4, 0, 30), 10, (2, 3, 4, 0, 30), False),  # V.D/5: counts as a man; nothing explodes
    ],
)
def test_counter_battery(before: tuple[int, ...], die: int, after: tuple[int, ...], again: bool) -> None:
    done = hit(Strength(*before), die)
    assert (done.left, done.again) == (Strength(*after), again)
