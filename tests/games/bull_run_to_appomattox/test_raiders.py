"""Raiders of From Bull Run to Appomattox (chapter 11, 7.13.1)."""

from itertools import product
from random import Random

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.document import problems
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, ON_MAP, Raider, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import ActivateHq
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import hqs_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import EngageRaider
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.fighting import (
    count_hits,
    ways_for_raider,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.marching import raider_steps
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import ScriptedDice, SeededDice
from tests.games.bull_run_to_appomattox.playing import start

RAIDING = ("RaiderMarch", "Raid", "ActivateRaider", "EngageRaider", "ActivateHq", "March")


def with_raiders(north: str, south: str) -> Position:
    position = start("empty_map")
    position.raiders = {"north": Raider(north), "south": Raider(south)}
    return position


def test_ways_of_raiders_lead_back() -> None:
    """6.2/5, 11/4: what a raider crosses it crosses back, but for Washington."""
    position = start("empty_map")
    for side in SIDES:
        for spot in (*board().spots, *(each for each in board().wild if each.startswith("M_"))):
            for step in raider_steps(position, side, spot):
                back = {each.end for each in raider_steps(position, side, step.end)}
                shut = side == "south" and spot == "WAS" and step.end in ("C", "CHV")
                assert (spot in back) != shut, (side, spot, step.end)


@pytest.mark.parametrize("strength", [1, 2])
@pytest.mark.parametrize("units", [Units(3, 1), Units(0, 1), Units(0, 2, 1), Units(1, 1, 4)])
def test_every_die_of_a_raider_that_hits_takes_one_point(strength: int, units: Units) -> None:
    """7.13.1/5 to 7.13.1/8: all rolls; artillery is never lost, and what is lost was there."""
    position = with_raiders("SHE", "NYC")
    position.raiders["south"] = Raider("GET", strength)
    position.hqs["meade"] = position.hqs["meade"].with_(state=ON_MAP, spot="GET")
    position.units["meade"] = units
    _, position = decider.execute(RULESET, position, "north", ActivateHq(hq="meade"), SeededDice("unused"))
    for faces in product(range(1, 7), repeat=strength):
        dice = ScriptedDice(list(faces))
        events, after = decider.execute(RULESET, position, "north", EngageRaider(), dice)
        fought = next(each for each in events if type(each).__name__ == "RaiderFought")
        hits = sum(face >= 5 for face in faces)
        cavalry = min(hits, units.cavalry)
        assert fought.losses == Units(min(hits - cavalry, units.infantry), cavalry)
        left = units.minus(fought.losses)
        assert after.hqs["meade"].state == ("out" if left == NONE else ON_MAP)
        assert after.units.get("meade", NONE) == left
        assert ("south" in after.raiders) == (strength == 2)


def test_a_natural_six_hits_whatever_is_taken_off() -> None:
    """7.4/2."""
    assert count_hits((6, 5, 4), -1) == 1
    assert count_hits((6, 5, 4), 0) == 2
    assert count_hits((6, 5, 4, 3), 1) == 3
    assert count_hits((6,), -9) == 1


def test_raiders_and_armies_play_on_without_a_fault() -> None:
    """Random raids, fights and retreats: offers are legal, positions sound, and one raider a side."""
    assert sum(fights_of(seed) for seed in range(4)) >= 4


def fights_of(seed: int) -> int:
    random, dice = Random(f"raiders {seed}"), SeededDice(f"raiders {seed}")
    position = with_raiders("SHE", "MDZ")
    for hq, spot in (("meade", "GET"), ("grant", "A"), ("lee", "C"), ("early", "STA")):
        position.hqs[hq] = position.hqs[hq].with_(state=ON_MAP, spot=spot, began=spot)
        position.units[hq] = random.choice((NONE, Units(2, 1), Units(0, 2), Units(4, 0, 1)))
    fights = 0
    for _ in range(80):
        due = random.choice(RULESET.rules.due(position))
        offered = list(RULESET.rules.handlers.offers[due.kind](position, due))
        raiding = [each for each in offered if type(each).__name__ in RAIDING]
        command = random.choice(raiding if raiding and random.random() < 0.8 else offered)
        events, position = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        fights += any(type(each).__name__ == "RaiderMet" for each in events)
        assert list(problems(position)) == []
        assert set(position.raiders) <= set(SIDES)
        if position.phase == "placement" and not position.raiders:
            break
    return fights


def test_where_a_raider_may_retreat_tells_nothing_of_who_is_alone() -> None:
    """6.4/20: a zone with an enemy HQ is closed to it, whether that commands units or not."""
    position = with_raiders("SHE", "NYC")
    position.hqs["lee"] = position.hqs["lee"].with_(state=ON_MAP, spot="A")
    found = []
    for units in (NONE, Units(4)):
        position.units["lee"] = units
        found.append(ways_for_raider(position, "north"))
    assert found[0] == found[1]
    assert not any(hqs_in(position, ENEMY["north"], each) for each in found[0])
    assert found[0] == ("C", "STA", "M_ALLEG")
