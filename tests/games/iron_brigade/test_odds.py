"""The exact odds: numbers by hand first, and then the same fights with dice."""

import os
from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.orders import ChargePlan, FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.odds.weights import dice_chances
from ironclad.domain.games.iron_brigade.registry import STEPS, brigade
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import OrderFire
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import OrderCharges
from ironclad.domain.games.iron_brigade.rules.sequence import ORDER
from ironclad.domain.games.iron_brigade.rules.troops import quality_of
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.dice import NoDice
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.odds import odds as kernel
from ironclad.domain.kernel.turn.sequence import StepEntered
from tests.games.iron_brigade.battles import battle, unit
from tests.hammer.summaries import SEED, summarize

FIGHTS = int(os.environ.get("IRONCLAD_TEST_FIGHTS", "50"))
"""Of each; the hammer asks for more."""


def asked(position: Position, step: str) -> Position:
    """The position in a step with its decisions open."""
    after = position.copy()
    keep_answers(after)
    play = Resolution(after, NoDice(), brigade.evolvers)
    number = next(index for index, each in enumerate(ORDER) if each.name == step)
    play.emit(StepEntered(after.turn, number, ORDER[number]))
    STEPS[step](play)
    return after


def fire(orders: dict[str, FireOrder]) -> Command:
    return OrderFire(plan=FirePlan(orders))


def charge(**charges: str) -> Command:
    return OrderCharges(plan=ChargePlan(charges))


def exact(position: Position, command: Command, seat: str = "union") -> kernel.Odds:
    return kernel.odds(RULESET, position, kernel.Question(seat, command))


def rows(found: kernel.Odds, name: str) -> dict[str, Fraction]:
    (table,) = [each for each in found.forecast.tables if each.name == name]
    return {row.what: Fraction(row.probability) for row in table.rows}


def muskets() -> Position:
    return asked(battle(unit("u1", (3000, 2000)), unit("c1", (3000, 2600), 180, men=20)), "fire")


def guns() -> Position:
    return asked(
        battle(
            unit("u1", (3000, 2000), type="battery"),
            unit("u2", (2400, 2000)),
            unit("c1", (3000, 3000), 180, men=20),
            unit("c2", (2200, 2600), 180, type="officer", men=1, formation="single"),
        ),
        "fire",
    )


def in_the_rear(**facts: Any) -> Position:
    """A charge on the rear of a regiment: 20 more."""
    return asked(battle(unit("u1", (3000, 2000), men=30), unit("c1", (3000, 2210), 0, **facts)), "charges")


def test_the_dice_of_a_check_add_up_to_one() -> None:
    """Regular troops: equal dice, 1 of 6, add nothing; 2 further dice add or subtract 2 to 12."""
    found = dice_chances(quality_of(36, "regular", False))
    assert sum(found.values()) == 1
    assert found[0] == Fraction(1, 6)
    assert found[12] == found[-12] == Fraction(15, 36) * Fraction(1, 36)
    assert found[7] == Fraction(15, 36) * Fraction(6, 36)


def test_the_fire_of_a_regiment_line_by_line() -> None:
    """24 rifle muskets at 6 inches: factor 8, 24 men 0.34 of it: 2.72 men, so 2 and 7 of 10 for a third."""
    found = exact(muskets(), fire({"u1": FireOrder("c1", "rifle_musket")}))
    assert rows(found, "losses c1") == {"2": Fraction(3, 10), "3": Fraction(7, 10)}
    lines = {each.line.name: each.line.written or each.line.amount for each in found.forecast.modifiers}
    assert lines["rifle musket at 6.00 inches"] == 8
    assert (lines["24 men firing"], lines["men hit"]) == ("× 17/50", "= 68/25")
    assert all(each.line.rule for each in found.forecast.modifiers)


def test_the_check_after_a_fire() -> None:
    """3 of 20 men are 15 percent: only then it checks. 36 - 5 for the loss: 31 with the dice.

    20 to 25 halt it, which -6 to -11 do; 19 or less shake it: -12, 15 of 36 times 1 of 36.
    """
    found = rows(exact(muskets(), fire({"u1": FireOrder("c1", "rifle_musket")})), "check c1")
    assert found["no check"] == Fraction(3, 10)
    assert found["disorganized"] == Fraction(7, 10) * Fraction(15, 36) * Fraction(1, 36)
    assert sum(found.values()) == 1


def test_two_fires_at_one_target_are_summed() -> None:
    orders = {"u1": FireOrder(sections={"c1": 3}), "u2": FireOrder("c1", "rifle_musket")}
    both = exact(guns(), fire(orders))
    apart = [
        kernel.compute(RULESET, guns(), kernel.Question("union", fire({id: order}))).stories
        for id, order in orders.items()
    ]
    summed: dict[str, Fraction] = {}
    for one, first in apart[0].items():
        for two, second in apart[1].items():
            lost = str(dict(one.lost)["c1"] + dict(two.lost)["c1"])
            summed[lost] = summed.get(lost, Fraction(0)) + first * second
    assert rows(both, "losses c1") == summed


def test_a_charge_on_the_rear_by_hand() -> None:
    """36 and 20 for the rear, 56: 61 or more is melee, which dice of 5 and more bring, each of them with
    green above red; 15 of 36 times 30 of 36.
    """
    found = exact(in_the_rear(), charge(u1="c1"))
    assert rows(found, "charge")["it charges home"] == Fraction(15, 36) * Fraction(30, 36)
    assert sum(rows(found, "end").values()) == 1
    assert {each.kind for each in found.assumptions} == {"response", "charges", "fire"}


def test_charges_are_asked_one_by_one() -> None:
    """As the odds of several hang on each other; and nobody's fire is no fight."""
    with pytest.raises(Refused, match="one charge"):
        exact(in_the_rear(), charge())
    with pytest.raises(Refused, match="fires at a target"):
        exact(muskets(), fire({}))


@pytest.mark.parametrize(
    ("position", "command"),
    [
        (muskets, fire({"u1": FireOrder("c1", "rifle_musket")})),
        (guns, fire({"u1": FireOrder(sections={"c1": 3}), "u2": FireOrder("c1", "rifle_musket")})),
        (in_the_rear, charge(u1="c1")),
        (lambda: in_the_rear(men=12), charge(u1="c1")),
    ],
    ids=["muskets", "guns", "charge", "charge on a weak regiment"],
)
def test_fights_with_dice_agree(position: Any, command: Command) -> None:
    question = kernel.Question("union", command)
    found = kernel.compute(RULESET, position(), question)
    assert sum(found.stories.values()) == 1
    fitted = kernel.fit(kernel.simulate(RULESET, position(), question, FIGHTS, SEED), found.stories)
    summarize(f"odds of a fight, {FIGHTS} fights: p {fitted.p_value:.3f}")
    assert fitted.impossible == 0
    assert fitted.p_value > 0.001
