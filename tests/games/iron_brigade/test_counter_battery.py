"""Hits of counter-battery fire, by hand."""

from dataclasses import replace

import pytest

from ironclad.domain.games.iron_brigade.rules.c05_artillery.counter_battery import Strength, hit

BATTERY = Strength(sections=2, men=4, horses=4, limbers=4, ammunition=30)


@pytest.mark.rule("V.D/2")
def test_the_chart() -> None:
    lost = [hit(BATTERY, die).lost for die in range(1, 11)]
    assert lost == [
        ("horse",), ("horse",), ("horse",), ("man",), ("man",), ("horse", "man"), ("section",), ("section",),
        ("limber",), ("limber",),
    ]  # fmt: skip
    assert hit(BATTERY, 6).left == replace(BATTERY, men=3, horses=3)
    for die in (0, 11):
        with pytest.raises(ValueError, match="10 sides"):
            hit(BATTERY, die)


@pytest.mark.rule("V.D/3")
def test_a_limber_takes_its_part_of_the_ammunition() -> None:
    # A fourth of 30 turns is 7.5, rounded up to 8; then a third of 22 is 7.3, rounded up to 8.
    first = hit(BATTERY, 9)
    assert (first.left.limbers, first.left.ammunition, first.again) == (3, 22, False)
    assert hit(first.left, 9).left.ammunition == 14
    assert hit(replace(BATTERY, limbers=1), 9).left.ammunition == 0


@pytest.mark.rule("V.D/4")
def test_an_exploding_limber_is_lost_and_the_die_rolled_again() -> None:
    first = hit(BATTERY, 10)
    assert (first.left.limbers, first.left.ammunition, first.again) == (3, 22, True)
    second = hit(first.left, 10)
    assert (second.left.limbers, second.again) == (2, True)
    assert not hit(second.left, 3).again


@pytest.mark.rule("V.D/5")
def test_the_next_thing_is_lost_where_one_is_missing() -> None:
    assert hit(replace(BATTERY, men=0), 4).lost == ("horse",)
    assert hit(replace(BATTERY, horses=0), 1).lost == ("section",)
    assert hit(replace(BATTERY, men=0, horses=0), 5).lost == ("section",)
    assert hit(replace(BATTERY, limbers=0), 9).lost == ("man",)
    last = Strength(sections=1, men=1, horses=0, limbers=0, ammunition=3)
    assert hit(last, 6).lost == ("section",), "nothing is left for the man"
    assert hit(hit(last, 7).left, 3).lost == ()


@pytest.mark.rule("V.D/6")
def test_survivors_of_a_section_pass_to_the_rest() -> None:
    assert hit(BATTERY, 7).left == replace(BATTERY, sections=1, men=2, horses=2)
    thin = replace(BATTERY, men=2, horses=1)
    assert hit(thin, 8).left == replace(thin, sections=1)
    horse = replace(BATTERY, horses=8, horses_a_section=4)
    assert hit(horse, 8).left.horses == 4
