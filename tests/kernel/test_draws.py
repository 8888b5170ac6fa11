"""Draws without replacement are rolls of smaller and smaller dice: any source of dice can prove them."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.engine.dice import DiceScriptError, ScriptedDice, SeededDice, draw
from ironclad.domain.kernel.engine.foresight import Rolled, foresee
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.fair import fair_dice
from tests.toy import TUG, Pull, Tug

CUP = ("Grant", "Meade", "Sherman", "Thomas")


def test_each_draw_is_a_roll_of_what_is_left() -> None:
    dice = ScriptedDice([3, 3, 1])
    assert draw(dice, "commands", "5.1/2", CUP, 3) == ("Sherman", "Thomas", "Grant")
    assert [(each.purpose, each.rule, each.faces, each.sides) for each in dice.proof()] == [
        ("commands, draw 1 of 3", "5.1/2", (3,), 4),
        ("commands, draw 2 of 3", "5.1/2", (3,), 3),
        ("commands, draw 3 of 3", "5.1/2", (1,), 2),
    ]


def test_the_last_of_a_pool_is_certain() -> None:
    assert draw(ScriptedDice([]), "card", "1", ["one"], 1) == ("one",)
    assert draw(ScriptedDice([2]), "cards", "1", ["one", "two"], 2) == ("two", "one")
    assert draw(ScriptedDice([]), "cards", "1", [], 0) == ()


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="draws 5 of 4"):
        draw(SeededDice(1), "commands", "5.1/2", CUP, 5)
    with pytest.raises(ValueError, match="2 to 256 faces, not 257"):
        draw(SeededDice(1), "cards", "1", range(257), 1)
    with pytest.raises(DiceScriptError):
        draw(ScriptedDice([4, 4]), "commands", "5.1/2", CUP, 2)


@given(st.lists(st.integers(), max_size=30, unique=True), st.data(), st.integers())
def test_a_draw_gives_different_items_of_the_pool(pool: list[int], data: Any, seed: int) -> None:
    count = data.draw(st.integers(0, len(pool)))
    drawn = draw(SeededDice(seed), "draw", "1", pool, count)
    assert len(drawn) == len(set(drawn)) == count
    assert set(drawn) <= set(pool)


def test_every_order_comes_from_just_one_way_of_the_dice() -> None:
    ways = [
        draw(ScriptedDice([a, b, c]), "commands", "5.1/2", CUP, 4)
        for a in range(1, 5)
        for b in range(1, 4)
        for c in range(1, 3)
    ]
    assert Counter(ways) == Counter(permutations(CUP))


@pytest.mark.parametrize("sides", [2, 4, 10, 20, 100, 256])
def test_a_rule_rolls_dice_of_any_number_of_sides(sides: int) -> None:
    dice = SeededDice(f"dice of {sides}")
    resolution: Resolution[Tug] = Resolution(Tug(5, 40), dice, TUG.rules.handlers.evolvers)
    faces = resolution.roll("many", "1", 400, sides)
    assert set(faces) <= set(range(1, sides + 1))
    assert max(faces) > sides / 2
    assert dice.proof()[0].sides == sides
    assert resolution.draw("commands", "5.1/2", CUP)[0] in CUP
    assert dice.proof()[1].sides == 4


@pytest.mark.parametrize("sides", [-1, 0, 1, 257, 10**9])
def test_no_source_rolls_a_die_that_fair_dice_have_not(sides: int) -> None:
    resolution: Resolution[Tug] = Resolution(Tug(5, 40), SeededDice(1), TUG.rules.handlers.evolvers)
    with pytest.raises(ValueError, match="2 to 256 faces"):
        resolution.roll("odd", "1", 1, sides)
    with pytest.raises(ValueError, match="2 to 256 faces"):
        fair_dice.faces_of(bytes(32), "game", "main", 1, 1, sides)


def test_what_is_foreseen_names_the_die() -> None:
    assert foresee(TUG, Tug(5, 40), "blue", Pull(effort=1)).roll == Rolled("pull", "2", 1, 6)
