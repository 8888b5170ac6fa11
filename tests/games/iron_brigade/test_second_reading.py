"""The ruleset against the second reading of the book, over seeded random situations."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.charts import guns
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import Pace, road_speed, speed
from ironclad.domain.games.iron_brigade.rules.c04_small_arms import fire as small_arms
from ironclad.domain.games.iron_brigade.rules.c05_artillery import fire as artillery
from ironclad.domain.games.iron_brigade.rules.c05_artillery.counter_battery import Strength, hit
from ironclad.domain.games.iron_brigade.rules.c07_morale import checks
from ironclad.domain.games.iron_brigade.rules.troops import Quality
from tests.games.iron_brigade import second_reading as book

SITUATIONS = 2000
COVERS = (None, "soft", "hard", "trench")
GRADES = ("green", "regular", "elite", "crack")
ORDERS = ("close", "open", "skirmish", "column")


def drawn(random: Random, *words: str) -> dict[str, Any]:
    """A grade and a target, and for each further word "yes" in one of three situations."""
    grade = random.choice(GRADES)
    case: dict[str, Any] = {word: random.random() < 1 / 3 for word in words}
    return case | {
        "grade": grade,
        "irregular": grade in ("green", "regular") and random.random() < 1 / 3,
        "cover": random.choice(COVERS),
        "target_formation": random.choice(ORDERS),
        "ranks": random.randint(1, 7),
        "batteries": random.randint(0, 6),
    }


@pytest.mark.rule("IV.A/6", "IV.A/7", "IV.B/8", "IV.C/3", "IV.D/7", "IV.E/1", "VI.I/1", "VI.L/1", "VI.L/2")
def test_small_arms_agree_with_the_second_reading() -> None:
    random = Random(1976)
    words = (
        "sharpshooter",
        "target_battery",
        "target_mounted",
        "prone",
        "firer_disorganized",
        "flank",
        "rider",
    )
    refused = 0
    for _ in range(SITUATIONS):
        case = drawn(random, *words) | {
            "weapon": random.choice(list(book.SMALL_ARMS)),
            "men": random.randint(1, 64),
            "moved": Fraction(random.randint(0, 8), 8),
            "firer_formation": random.choice(ORDERS),
        }
        end = 100 * random.choice((2, 4, 8, 12, 20, 30, 40))
        inches = random.choice((end, end + 1, random.randint(0, 4200)))
        firer = small_arms.Firer(
            case["weapon"],
            case["men"],
            Quality(case["grade"], case["irregular"]),
            case["moved"],
            case["firer_formation"],
            case["batteries"],
            case["firer_disorganized"],
            case["rider"],
            case["sharpshooter"],
        )
        target = small_arms.Target(
            case["target_formation"],
            case["cover"] or "none",
            case["prone"],
            case["target_mounted"],
            case["target_battery"],
            case["ranks"],
            case["flank"],
        )
        done = small_arms.fire(firer, target, Fraction(inches**2))
        refused += done is None
        assert (done and (done.loss.men, done.loss.tenths)) == book.small_arms(case, inches), (case, inches)
    assert 0 < refused < SITUATIONS * 3 // 4


@pytest.mark.rule("G/6", "V.A/6", "V.A/7", "V.B/6", "V.C/1", "VI.C/2", "VI.I/1")
def test_artillery_agrees_with_the_second_reading() -> None:
    random = Random(1863)
    words = (
        "confederate",
        "moved",
        "fired_upon",
        "firer_disorganized",
        "whole",
        "prone",
        "target_mounted",
        "flank",
    )
    for _ in range(SITUATIONS):
        at_battery = random.random() < 1 / 3
        case = drawn(random, *words) | {"own": random.randint(0, 3), "replaced": random.randint(0, 2)}
        gun = random.choice(list(guns().values()))
        inches = random.choice((0, 1200, 1201, random.randint(0, 19200)))
        battery = artillery.Battery(
            gun,
            case["own"],
            Quality(case["grade"], case["irregular"]),
            case["confederate"],
            case["moved"],
            case["fired_upon"],
            case["firer_disorganized"],
            case["whole"],
            case["replaced"],
        )
        target = artillery.Target(
            case["target_formation"],
            case["cover"] or "none",
            case["prone"],
            case["target_mounted"],
            at_battery,
            case["ranks"],
            case["flank"],
        )
        if at_battery:
            case["target_formation"] = "close"  # VI.I/1
        found = artillery.battery_factors(battery, target, artillery.feet_of(Fraction(inches**2)))
        loss = found and artillery.casualties([found])
        row = gun.counter_battery if at_battery else gun.troops
        assert (loss and (loss.whole, loss.rest)) == book.artillery(case, row, inches), (case, gun, inches)


@pytest.mark.rule("V.D/2", "V.D/3", "V.D/4", "V.D/5", "V.D/6")
def test_counter_battery_agrees_with_the_second_reading() -> None:
    random = Random(1864)
    for _ in range(SITUATIONS):
        sections, each = random.randint(1, 3), random.choice((2, 3, 4))
        names = ("section", "man", "horse", "limber", "ammunition")
        numbers = (
            sections,
            random.randint(0, 6),
            random.randint(0, 8),
            random.randint(0, 3),
            random.randint(0, 40),
        )
        dice = [random.choice((*range(1, 11), 10, 10)) for _ in range(6)] + [4]
        left, rolled = book.counter_battery(
            dict(zip(names, numbers, strict=True)) | {"horses_a_section": each}, dice
        )
        battery, count, again = Strength(*numbers, each), 0, True
        while again:
            done = hit(battery, dice[count])
            battery, count, again = done.left, count + 1, done.again
        mine = (battery.sections, battery.men, battery.horses, battery.limbers, battery.ammunition)
        assert (mine, count) == (tuple(left[name] for name in names), rolled), (numbers, dice)


@pytest.mark.rule(*(f"VII.D/{number}" for number in range(1, 12)), "VII.E/1", "VII.E/6")
def test_morale_agrees_with_the_second_reading() -> None:
    random = Random(1865)
    words = ("broken_friend", "routed_friend", "mounted_hit", "flank", "rear", "flank_melee", "captured")
    for _ in range(SITUATIONS):
        starting = random.randint(4, 28)
        case = drawn(random, *words, "skirmish", "supported", "beaten_enemy") | {
            "starting": starting,
            "lost": random.randint(0, starting),
            "turns_fired": random.randint(6, 9),
            "enemy_cover": random.choice(COVERS),
            "moved": random.choice((None, "away", "forward")),
            "state": random.choice(("good", "disorganized", "broken", "routed")),
            "officer": random.choice((0, 5, 10)),
            "charge": random.choice((0, 5, 10)),
        }
        value, dice = random.randint(16, 60), random.randint(-18, 18)
        applied = checks.morale_items(
            Quality(case["grade"], case["irregular"]),
            checks.Losses(starting, case["lost"]),
            checks.UnderFire(
                case["batteries"],
                case["enemy_cover"] or "none",
                case["flank"],
                case["rear"],
                case["mounted_hit"],
            ),
            checks.Surroundings(
                case["cover"] or "none",
                case["supported"],
                case["beaten_enemy"],
                case["officer"],
                case["broken_friend"],
                case["routed_friend"],
                case["flank_melee"],
            ),
            checks.Record(
                case["state"],
                case["skirmish"],
                case["moved"],
                case["turns_fired"],
                case["captured"],
                case["charge"],
            ),
        )
        done = checks.check(value, dice, applied)
        assert done.total == book.morale(case, value, dice), case
        state, back = book.morale_result(done.total)
        assert (checks.worse("good", done.result), done.distance_dice) == (state, back)


@pytest.mark.rule("III.A/3", "III.E/1", "III.F/11", "III.F/12", "III.F/14")
def test_every_speed_agrees_with_the_second_reading() -> None:
    for (arm, formation), fence in [(key, fence) for key in book.SPEEDS for fence in (False, True)]:
        pace = Pace(arm, formation, fence)  # type: ignore[arg-type]
        assert (road_speed(pace) or 0) == book.speed(arm, formation, "road", fence)
        for ground in ("field", "rough", "steep", "swamp", "dense_woods", "normal_woods", "fordable_river"):
            assert speed(pace, ground) == book.speed(arm, formation, ground, fence)  # type: ignore[arg-type]
