"""Chapter VII by hand, with the book's own examples."""

from typing import get_args

import pytest

from ironclad.domain.games.iron_brigade.board.charts import Grade, morale_results
from ironclad.domain.games.iron_brigade.rules.c07_morale.checks import (
    Losses,
    Record,
    Surroundings,
    UnderFire,
    check,
    dice_amount,
    further_dice,
    guns_lost,
    morale_items,
    thrown_away,
    worse,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.parts import parts
from ironclad.domain.games.iron_brigade.rules.c07_morale.retreats import flight, straight_away
from ironclad.domain.games.iron_brigade.rules.items import total
from ironclad.domain.games.iron_brigade.rules.troops import Quality, default_value, quality_of
from ironclad.domain.kernel.board.plane import rectangle

REGULAR = Quality("regular")
WHOLE = Losses(20, 0)


def amount(
    quality: Quality = REGULAR,
    losses: Losses = WHOLE,
    fire: UnderFire | None = None,
    around: Surroundings | None = None,
    record: Record | None = None,
) -> int:
    found = morale_items(quality, losses, fire or UnderFire(), around or Surroundings(), record or Record())
    return int(total(found))


@pytest.mark.rule("VII.B/1", "VII.B/2")
def test_the_example_of_a_morale_of_25() -> None:
    assert quality_of(25, "green", irregular=False) == Quality("green")
    assert quality_of(25, "green", irregular=True) == Quality("green", irregular=True)
    assert quality_of(25, None, irregular=True) == Quality("green", irregular=True)


@pytest.mark.rule("VII.B/1", "VII.B/2", "VII.B/3")
def test_values_and_grades() -> None:
    assert quality_of(31, None, irregular=True).grade == "green"
    assert quality_of(32, None, irregular=True).grade == "regular"
    assert quality_of(16, "green", irregular=True), "its value fits one of its ranges"
    assert quality_of(21, "regular", irregular=True)
    for value, grade, irregular in ((25, "regular", False), (61, "crack", False), (20, None, True)):
        with pytest.raises(ValueError, match="range"):
            quality_of(value, grade, irregular)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not irregular"):
        quality_of(45, "elite", irregular=True)
    with pytest.raises(ValueError, match="grade"):
        quality_of(45, None, irregular=False)
    assert [default_value(each) for each in get_args(Grade)] == [23, 36, 44, 54]
    assert default_value("irregular") == 28


@pytest.mark.rule("VII.C/1")
def test_dice_of_a_check() -> None:
    assert [further_dice(Quality(each)) for each in get_args(Grade)] == [3, 2, 2, 1]
    assert further_dice(Quality("regular", irregular=True)) == 3
    assert dice_amount(REGULAR, 4, 4, ()) == 0
    assert dice_amount(REGULAR, 5, 2, (6, 1)) == -7
    assert dice_amount(REGULAR, 2, 5, (6, 1)) == 7
    assert dice_amount(Quality("green"), 1, 2, (6, 6, 6)) == 18
    for further in ((), (1,), (1, 2, 3)):
        with pytest.raises(ValueError, match="further dice"):
            dice_amount(REGULAR, 2, 5, further)
    with pytest.raises(ValueError, match="further dice"):
        dice_amount(REGULAR, 4, 4, (1, 1))
    with pytest.raises(ValueError, match="6 sides"):
        dice_amount(REGULAR, 4, 7, (1, 1))


@pytest.mark.rule(*(f"VII.D/{number}" for number in range(2, 12)))
def test_each_item() -> None:
    assert amount() == 0
    assert [amount(record=Record(turns_fired=n)) for n in (7, 8, 20)] == [0, -5, -5]
    assert [amount(fire=UnderFire(batteries=n)) for n in (1, 2, 3)] == [-5, -5, -10]
    assert amount(Quality("green"), fire=UnderFire(batteries=3)) == -15
    assert [amount(fire=UnderFire(cover=each)) for each in ("none", "soft", "hard", "trench")] == [  # type: ignore[arg-type]
        0, -5, -10, -10,
    ]  # fmt: skip
    assert [amount(losses=Losses(20, n)) for n in (2, 3, 5, 6, 20)] == [0, -5, -5, -10, -30]
    assert [amount(losses=Losses(13, n)) for n in (1, 2)] == [0, -5], "15 percent of 13 are 1.95"
    assert [amount(record=Record(moved=each)) for each in (None, "away", "forward")] == [0, -5, 5]  # type: ignore[arg-type]
    states = ("good", "disorganized", "broken", "routed")
    assert [amount(record=Record(state=each)) for each in states] == [0, -5, -10, -15]  # type: ignore[arg-type]
    assert amount(around=Surroundings(broken_friend=True, routed_friend=True)) == -15
    assert amount(fire=UnderFire(small_arms_at_mounted=True)) == -10
    assert amount(fire=UnderFire(flank=True, rear=True)) == -25
    assert amount(around=Surroundings(flank_melee=True)) == -15
    assert amount(record=Record(lost_prisoners=True, skirmish=True)) == -20
    assert [amount(around=Surroundings(cover=each)) for each in ("soft", "hard", "trench")] == [5, 10, 10]  # type: ignore[arg-type]
    assert amount(around=Surroundings(supported=True, beaten_enemy_in_sight=True)) == 10
    assert amount(around=Surroundings(officer=7)) == 7
    assert amount(record=Record(charge_bonus=10)) == 10


@pytest.mark.rule("VII.D/1", "VII.E/1")
@pytest.mark.parametrize(
    ("total", "result", "dice"),
    [
        (-20, "routed", 4), (5, "routed", 4), (6, "broken", 3), (14, "broken", 3), (15, "disorganized", 2),
        (19, "disorganized", 2), (20, "halted", 0), (25, "halted", 0), (26, "good", 0), (69, "good", 0),
        (70, "advance", 0), (120, "advance", 0),
    ],
)  # fmt: skip
def test_results_at_their_limits(total: int, result: str, dice: int) -> None:
    found = check(total - 3, 3, ())
    assert (found.total, found.result, found.distance_dice) == (total, result, dice)
    assert len(morale_results()) == 6


@pytest.mark.rule("VII.D/1", "VII.E/1")
def test_a_whole_check_by_hand() -> None:
    # A regular regiment, 36, lost 7 of 24 men (29 percent: -5), is fired on by 3 batteries (-10) and on its
    # flank (-10), has an officer (+5); red 5, green 2, further 6 and 1: -7. 36 - 20 - 7 = 9: broken.
    found = morale_items(
        REGULAR, Losses(24, 7), UnderFire(batteries=3, flank=True), Surroundings(officer=5), Record()
    )
    assert [(item.rule, item.amount) for item in found] == [
        ("VII.D/3", -10), ("VII.D/4", -5), ("VII.D/7", -10), ("VII.D/10", 5),
    ]  # fmt: skip
    checked = check(36, dice_amount(REGULAR, 5, 2, (6, 1)), found)
    assert (checked.total, checked.result, checked.distance_dice) == (9, "broken", 3)


@pytest.mark.rule("VII.E/6")
def test_no_check_makes_a_state_better() -> None:
    assert worse("good", "broken") == "broken"
    assert worse("broken", "disorganized") == "broken"
    assert worse("routed", "advance") == "routed"
    assert worse("good", "halted") == "good"


@pytest.mark.rule("VII.F/1", "VII.F/2", "G/41", "G/42")
def test_a_stand_goes_straight_away_or_30_degrees_off_it() -> None:
    assert straight_away((1000, 1000), (1000, 500), 0) == 0
    assert straight_away((1000, 1000), (1000, 1000), 350) == 170
    ways = [flight((1000, 1000), 0, (6, 4), die) for die in range(1, 7)]
    assert [way.facing for way in ways] == [330, 330, 0, 0, 30, 30]
    assert (ways[2].inches, ways[2].end) == (10, (1000, 2000))
    assert ways[0].end == (500, 1866), "half of 10 inches to the left, 8.66 away"
    with pytest.raises(ValueError, match="6 sides"):
        flight((0, 0), 0, (7,), 1)


@pytest.mark.rule("VII.P/1", "VII.P/2")
def test_guns_are_lost() -> None:
    def highest(state: str, kind: str = "field", horse: bool = False) -> int:
        return sum(guns_lost(state, kind, horse, die) for die in range(1, 7))  # type: ignore[arg-type]

    assert [highest(each) for each in ("disorganized", "broken", "routed")] == [2, 3, 6]
    assert [highest(each, "heavy") for each in ("disorganized", "broken", "routed")] == [3, 4, 6]
    assert [highest(each, "field", True) for each in ("disorganized", "broken", "routed")] == [1, 2, 5]
    assert highest("disorganized", "siege") == 6
    with pytest.raises(ValueError, match="good morale"):
        guns_lost("good", "siege", False, 1)


@pytest.mark.rule("VII.T/1")
def test_the_examples_of_one_unit_and_two() -> None:
    # A skirmish line of six stands with gaps of 2 inches is one unit.
    line = [rectangle((1000 + 400 * number, 1000), 0, 200, 60) for number in range(6)]
    assert parts(line) == ((0, 1, 2, 3, 4, 5),)
    # A regiment in two parts on opposite sides of a wood 9 inches wide is two.
    split = [rectangle((x, 1000), 0, 200, 60) for x in (1000, 2300, 1200, 2500)]
    assert parts(split) == ((0, 2), (1, 3))
    # A gap of 6 inches links, one of 6.01 does not.
    assert parts([rectangle((x, 1000), 0, 200, 60) for x in (1000, 1800)]) == ((0, 1),)
    assert parts([rectangle((x, 1000), 0, 200, 60) for x in (1000, 1801)]) == ((0,), (1,))


@pytest.mark.rule("VII.U/1", "VII.U/3")
def test_weapons_are_thrown_away() -> None:
    assert thrown_away(13) == 6
    assert thrown_away(13 - thrown_away(13)) == 3
