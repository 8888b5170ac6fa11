"""Chapter V by hand; every row of the chart of guns against its clause."""

import re
from fractions import Fraction

import pytest

from ironclad.domain.games.iron_brigade.board.charts import DATA, guns
from ironclad.domain.games.iron_brigade.rules.c05_artillery.fire import (
    Battery,
    Casualties,
    Factors,
    Target,
    battery_factors,
    casualties,
    feet_of,
    gun_factor,
    section_items,
)
from ironclad.domain.games.iron_brigade.rules.items import product, total
from ironclad.domain.games.iron_brigade.rules.troops import Quality
from ironclad.domain.kernel.board.tables import load_csv

NAPOLEON = guns()["napoleon_12"]
REGULAR = Quality("regular")


def battery(**changes: object) -> Battery:
    return Battery(**{"gun": NAPOLEON, "own": 2, "quality": REGULAR, **changes})  # type: ignore[arg-type]


def factors(firing: Battery, target: Target, feet: int) -> Factors:
    found = battery_factors(firing, target, feet)
    assert found is not None
    return found


@pytest.mark.rule(*(f"V.E/{number}" for number in range(3, 33)))
def test_every_row_is_that_of_its_clause() -> None:
    text = (DATA / "clauses.toml").read_text(encoding="utf-8")
    rows = re.findall(
        r'id = "V\.E/\d+"\nkind = "computes"\ntext = "(.*?),? (light|field|heavy|siege)(.*?): '
        r"against troops ([\d ]+), counter-battery ([\d ]+), at 1 to (\d+) feet",
        text,
    )
    assert len(rows) == 30 == len(guns())
    for gun, (name, kind, more, troops, counter_battery, feet) in zip(guns().values(), rows, strict=True):
        assert (gun.name, gun.kind) == (name, kind)
        assert gun.troops == tuple(map(int, troops.split()))
        assert gun.counter_battery == tuple(map(int, counter_battery.split()))
        assert len(gun.troops) == len(gun.counter_battery) == int(feet)
        assert gun.alternate == ("every other turn" in more) == (gun.pounds >= 70)
        assert gun.name.startswith(f"{gun.pounds}-pounder") or gun.name == "3-inch ordnance rifle"


@pytest.mark.rule("G/6", "V.E/1", "V.E/2", "V/2", "V.D/1")
def test_ranges() -> None:
    assert [feet_of(Fraction(each**2)) for each in (0, 1, 1200, 1201, 2400, 2401)] == [1, 1, 1, 2, 2, 3]
    assert feet_of(Fraction(1200**2) + Fraction(1, 7)) == 2
    assert [gun_factor(NAPOLEON, feet, False) for feet in range(1, 8)] == [13, 6, 5, 5, 4, 3, None]
    assert [gun_factor(NAPOLEON, feet, True) for feet in range(1, 8)] == [10, 5, 5, 4, 3, 2, None]
    assert gun_factor(NAPOLEON, 0, False) is None
    assert battery_factors(battery(), Target(), 7) is None


@pytest.mark.rule("V.A/1", "V.A/2", "V.A/3", "V.A/4", "V.A/5")
@pytest.mark.parametrize(
    ("firing", "target", "amount"),
    [
        (battery(), Target(), 0),
        (battery(confederate=True, quality=Quality("green", irregular=True)), Target(), -3),
        (battery(moved=True, under_artillery_fire=True), Target(), -3),
        (battery(quality=Quality("elite")), Target(mounted=True), 3),
        (battery(quality=Quality("crack")), Target(prone=True), 1),
        (battery(), Target(cover="soft"), -1),
        (battery(), Target(cover="hard"), -2),
        (battery(), Target(cover="trench"), -3),
        (battery(), Target(order="open"), -2),
        (battery(), Target(order="skirmish"), 0),
    ],
)
def test_sums(firing: Battery, target: Target, amount: int) -> None:
    assert total(section_items(firing, target)) == amount


@pytest.mark.rule("V.A/6", "V.A/7", "VI.C/2")
def test_the_floor_of_a_section_comes_before_the_battery_bonus() -> None:
    # A Napoleon at 6 feet, 3, on a trench, -3: 0, so 1 a section; 2 sections and 2 for all of them are 4.
    assert factors(battery(all_fire=True), Target(cover="trench"), 6).product == 4
    assert factors(battery(all_fire=True, own=1), Target(cover="trench"), 6).product == 1, "one section"
    assert factors(battery(own=1, replaced=1), Target(), 1).sections == (13, 10)
    assert factors(battery(own=1, replaced=1), Target(), 6).sections == (3, 1)
    assert factors(battery(own=1, replaced=1, all_fire=True), Target(), 1).together == 25


@pytest.mark.rule("V.B/2", "V.B/3", "V.B/4", "V.B/5", "VI.I/1", "G/48")
@pytest.mark.parametrize(
    ("firing", "target", "amount"),
    [
        (battery(), Target(), "1"),
        (battery(disorganized=True), Target(order="skirmish"), "0.25"),
        (battery(), Target(order="skirmish", battery=True), "1"),
        (battery(), Target(flank=True, ranks=6), "2"),
        (battery(), Target(ranks=3), "1.5"),
        (battery(), Target(ranks=5), "1.8"),
    ],
)
def test_products(firing: Battery, target: Target, amount: str) -> None:
    assert product(factors(firing, target, 1).multipliers) == Fraction(amount)


@pytest.mark.rule("V.B/1", "V.B/6", "V.C/1", "V.C/2")
def test_casualties_by_hand() -> None:
    # Three sections at 1 foot with all of a battery: 3 * 13 + 2 = 41. Four ranks: 61.5, rounded to 62.
    deep = factors(battery(own=3, all_fire=True), Target(ranks=4), 1)
    assert deep.product == Fraction(123, 2)
    assert casualties([deep]) == Casualties(3, 2)
    # A second battery, disorganized: 13 + 13 + 2, half of 1.5 times it is 21. 82.5 is rounded once, to 83.
    other = factors(battery(all_fire=True, disorganized=True), Target(ranks=4), 1)
    assert casualties([deep, other]) == Casualties(4, 3)
    assert casualties([]) == Casualties(0, 0)
    assert [Casualties(4, 3).with_die(die) for die in (1, 3, 4, 20)] == [5, 5, 4, 4]
    assert Casualties(2, 0).with_die(None) == 2
    for loss, die in ((Casualties(1, 0), 3), (Casualties(1, 4), None), (Casualties(1, 4), 21)):
        with pytest.raises(ValueError, match="die"):
            loss.with_die(die)


def test_the_charts_say_where_they_come_from() -> None:
    ours = ("stands.csv", "melee_points.csv", "ammunition.csv")
    for path in sorted(DATA.glob("*.csv")):
        expected = "reconstructed" if path.name in ours else "printed"
        assert load_csv(path).origin.source == expected, path.name
