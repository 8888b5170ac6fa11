"""Chapter IV by hand, and the book's own examples die for die."""

from fractions import Fraction

import pytest

from ironclad.domain.games.iron_brigade.board.charts import small_arms
from ironclad.domain.games.iron_brigade.rules.c04_small_arms.fire import (
    Firer,
    Loss,
    Target,
    fire,
    killed,
    men_factor,
    multipliers,
    sum_items,
    weapon_factor,
)
from ironclad.domain.games.iron_brigade.rules.items import product, total
from ironclad.domain.games.iron_brigade.rules.troops import Quality

REGULAR = Quality("regular")


def at(hundredths: int) -> Fraction:
    return Fraction(hundredths**2)


def added(firer: Firer, target: Target) -> Fraction:
    return total(sum_items(firer, target))


def multiplied(firer: Firer, target: Target) -> Fraction:
    return product(multipliers(firer, target))


def line(**changes: object) -> Firer:
    return Firer(**{"weapon": "rifle_musket", "men": 20, "quality": REGULAR, **changes})  # type: ignore[arg-type]


@pytest.mark.rule("IV.E/1", "IV.E/2")
@pytest.mark.parametrize(
    ("product", "fewest", "kills_one_more_up_to"), [("2.36", 2, 4), ("2.95", 3, 0), ("2.05", 2, 1)]
)
def test_the_examples_of_the_book(product: str, fewest: int, kills_one_more_up_to: int) -> None:
    loss = killed(Fraction(product))
    assert loss == Loss(fewest, kills_one_more_up_to)
    for die in range(1, 11) if kills_one_more_up_to else ():
        assert loss.with_die(die) == (3 if die <= kills_one_more_up_to else 2)
    if not kills_one_more_up_to:
        assert loss.with_die(None) == 3


@pytest.mark.rule("IV.E/1")
def test_tenths_are_rounded_halves_up() -> None:
    assert [killed(Fraction(n, 1000)) for n in (0, 49, 50, 949, 950)] == [
        Loss(0, 0), Loss(0, 0), Loss(0, 1), Loss(0, 9), Loss(1, 0),
    ]  # fmt: skip
    for loss, die in ((Loss(1, 0), 3), (Loss(1, 4), None), (Loss(1, 4), 11), (Loss(1, 4), 0)):
        with pytest.raises(ValueError, match="die"):
            loss.with_die(die)


@pytest.mark.rule("IV.A/1", "IV.A/2", "IV.A/3", "IV.A/4", "IV.A/5", "IV.A/6", "IV.A/7")
def test_a_limit_is_in_the_nearer_band() -> None:
    assert [weapon_factor("rifle_musket", at(each)) for each in (0, 400, 401, 800, 801, 1200, 1201)] == [
        10, 10, 8, 8, 6, 6, 4,
    ]  # fmt: skip
    assert [weapon_factor("rifle_musket", at(each)) for each in (2000, 2001, 3000, 3001, 4000, 4001)] == [
        4, 2, 2, 1, 1, None,
    ]  # fmt: skip
    assert weapon_factor("rifle_musket", Fraction(160_000) + Fraction(1, 10**9)) == 8
    assert [weapon_factor("pistol", at(each)) for each in (200, 201)] == [15, None]
    assert [weapon_factor("carbine", at(each)) for each in (3000, 3001)] == [1, None]
    assert {weapon: bands[0] for weapon, bands in small_arms().items()} == {
        "breechloader": (4, 15), "rifle_musket": (4, 10), "repeater": (4, 20), "carbine": (4, 9),
        "musket": (4, 5), "shotgun": (2, 15), "grenade": (2, 3), "pistol": (2, 15),
    }  # fmt: skip


@pytest.mark.rule("VI.L/1", "VI.L/2")
def test_from_the_saddle() -> None:
    assert weapon_factor("carbine", at(400), mounted=True) == 7
    assert weapon_factor("carbine", at(3000), mounted=True) is None
    assert weapon_factor("pistol", at(200), mounted=True) == 15
    assert multiplied(line(weapon="carbine", mounted=True), Target()) == Fraction(1, 2)
    assert multiplied(line(weapon="shotgun", mounted=True), Target()) == 1


@pytest.mark.rule("IV.B/1", "IV.B/2", "IV.B/3", "IV.B/6", "IV.B/7")
@pytest.mark.parametrize(
    ("firer", "target", "amount"),
    [
        (line(), Target(), "0"),
        (line(quality=Quality("green", irregular=True)), Target(), "-1.5"),
        (line(quality=Quality("regular", irregular=True)), Target(), "-0.5"),
        (line(quality=Quality("elite"), sharpshooters=True), Target(), "3"),
        (line(quality=Quality("crack")), Target(mounted=True), "2.5"),
        (line(), Target(cover="soft", order="open"), "-2"),
        (line(order="skirmish"), Target(cover="hard", order="skirmish"), "-1"),
        (line(moved=Fraction(1, 1000)), Target(), "-1"),
        (line(moved=Fraction(1, 2)), Target(), "-1"),
        (line(moved=Fraction(501, 1000)), Target(), "0"),
    ],
)
def test_sums(firer: Firer, target: Target, amount: str) -> None:
    assert added(firer, target) == Fraction(amount)


@pytest.mark.rule("IV.B/4")
def test_batteries_that_fire_on_the_firer() -> None:
    def points(quality: Quality) -> list[int]:
        return [-int(added(line(quality=quality, batteries=n), Target())) for n in range(6)]

    assert points(REGULAR) == [0, 1, 1, 2, 2, 3]
    assert [n - 1 for n in points(Quality("green"))] == [0, 1, 2, 3, 4, 5]
    assert [n + 1 for n in points(Quality("elite"))] == [0, 1, 1, 1, 2, 2]
    assert [added(line(quality=Quality("crack"), batteries=n), Target()) for n in (4, 5)] == [
        Fraction(1, 2),
        Fraction(-1, 2),
    ]


@pytest.mark.rule("IV.C/1", "IV.C/2", "IV.C/3")
def test_men() -> None:
    assert [men_factor(men) for men in (0, 1, 10, 24, 30)] == [
        0, Fraction("0.01"), Fraction("0.14"), Fraction("0.34"), Fraction("0.43"),
    ]  # fmt: skip
    assert men_factor(38) == Fraction("0.54"), "30 men .43 and 8 men .11"
    assert men_factor(65) == Fraction("0.93"), "twice 30 men .43 and 5 men .07"
    with pytest.raises(ValueError, match="negative"):
        men_factor(-1)


@pytest.mark.rule("IV.D/1", "IV.D/2", "IV.D/3", "IV.D/4", "IV.D/5", "IV.D/6", "IV.D/7", "G/48", "VI.I/1")
@pytest.mark.parametrize(
    ("firer", "target", "amount"),
    [
        (line(), Target(prone=True), "0.5"),
        (line(disorganized=True), Target(prone=True, cover="hard"), "0.125"),
        (line(), Target(prone=True, cover="trench"), "0.25"),
        (line(), Target(order="skirmish"), "0.5"),
        (line(), Target(artillery=True), "0.5"),
        (line(), Target(artillery=True, order="skirmish"), "0.5"),
        (line(), Target(ranks=2), "1"),
        (line(), Target(ranks=3), "1.5"),
        (line(), Target(ranks=4), "1.5"),
        (line(), Target(ranks=5), "1.8"),
        (line(), Target(ranks=9), "1.8"),
        (line(), Target(ranks=9, flank=True), "2"),
        (line(moved=Fraction(1, 2)), Target(), "1"),
        (line(moved=Fraction(317, 600)), Target(), "0.2"),
    ],
)
def test_products(firer: Firer, target: Target, amount: str) -> None:
    assert multiplied(firer, target) == Fraction(amount)


@pytest.mark.rule("IV.B/8", "IV.E/1")
def test_whole_fires_by_hand() -> None:
    # 20 elite rifle muskets at 8 inches on 4 ranks behind soft cover: (8 + 1 - 1) * .29 * 1.5 = 3.48.
    found = fire(line(quality=Quality("elite")), Target(cover="soft", ranks=4), at(800))
    assert found is not None
    assert (found.weapon_factor, found.factor, found.product) == (8, 8, Fraction("3.48"))
    assert found.loss == Loss(3, 5)
    # 24 muskets of irregular green troops at 8 inches that moved: 2 - .5 - 1 - 1 is below 0, so 0.
    nothing = fire(
        line(weapon="musket", men=24, quality=Quality("green", True), moved=Fraction(1, 4)), Target(), at(800)
    )
    assert nothing is not None
    assert (nothing.factor, nothing.loss) == (0, Loss(0, 0))
    assert fire(line(weapon="musket"), Target(), at(801)) is None


@pytest.mark.rule("XXIII.C/2")
def test_rain_takes_two_from_the_factor() -> None:
    dry, wet = (fire(line(rain=rain), Target(), at(300)) for rain in (0, -2))
    assert dry is not None
    assert wet is not None
    assert dry.factor - wet.factor == 2
    assert [(each.amount, each.rule) for each in wet.added] == [(-2, "XXIII.C/2")]
