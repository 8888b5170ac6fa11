"""Marches, one against the other: a path and its single steps; what is refused and what is offered."""

from random import Random

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.charts import reconnaissance
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import ON_MAP, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import ActivateHq
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import March, Ride
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.reconnoitring import figure, findings
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import NoDice
from tests.games.bull_run_to_appomattox.playing import start, written

Kind = type[March] | type[Ride]


def activated(spot: str, units: Units) -> Position:
    """The empty map with one active army."""
    position = start("empty_map")
    position.hqs["meade"] = position.hqs["meade"].with_(state=ON_MAP, spot=spot, began=spot)
    position.units["meade"] = units
    return decider.execute(RULESET, position, "north", ActivateHq(hq="meade"), NoDice())[1]


def walked_through(position: Position, path: tuple[str, ...], kind: Kind) -> Position | None:
    """The position after a path step by step; None where a step is refused."""
    for spot in path:
        command = kind(path=(spot,))
        if not decider.is_legal(RULESET, position, "north", command):
            return None
        position = decider.execute(RULESET, position, "north", command, NoDice())[1]
    return position


@pytest.mark.rule("6.1/8", "6.4/21")
@pytest.mark.parametrize("kind", [March, Ride])
def test_a_path_is_the_same_as_its_steps(kind: Kind) -> None:
    """On a map without other pieces, from every spot: random paths, long and short, right and wrong."""
    random, both, neither = Random(7), 0, 0
    for spot in board().spots:
        for units in (Units(4), Units(cavalry=2), Units()):
            position = activated(spot, units)
            for _ in range(4):
                path, here = [], spot
                for _ in range(random.randint(1, 5)):
                    here = random.choice([step.end for step in board().steps[here]])
                    path.append(here)
                command = kind(path=tuple(path))
                at_once = None
                if decider.is_legal(RULESET, position, "north", command):
                    at_once = decider.execute(RULESET, position, "north", command, NoDice())[1]
                stepwise = walked_through(position, tuple(path), kind)
                assert (at_once is None) == (stepwise is None), (spot, units, path)
                if at_once is None or stepwise is None:
                    neither += 1
                else:
                    assert at_once.hqs == stepwise.hqs
                    assert at_once.activation == stepwise.activation
                    both += 1
    assert both > 40
    assert neither > 40


@pytest.mark.rule("1.1/1", "6.4/20")
def test_single_steps_that_are_legal_are_those_offered() -> None:
    for spot in board().spots:
        position = activated(spot, Units(4))
        commands = decider.legal(RULESET, position, "north")
        offered = {each.path[0] for each in commands if isinstance(each, March)}
        allowed = {
            end
            for end in (*board().spots, *board().zones, "S1", "M_CUMB", "nowhere")
            if end not in board().divided and decider.is_legal(RULESET, position, "north", March(path=(end,)))
        }
        assert offered == allowed, spot


@pytest.mark.rule("6.4/14")
def test_a_figure_always_holds_the_truth_and_is_fixed_by_its_margin() -> None:
    for margin in (0, 2, 4, 10):
        for number in range(21):
            shown = figure(number, margin)
            assert shown is not None
            assert shown.low <= number <= shown.high
            assert shown.high - shown.low <= 2 * margin
    assert figure(9, None) is None


@pytest.mark.rule("6.4/3", "6.4/9", "6.4/13")
def test_findings_for_every_total() -> None:
    army = Units(7, 3, 2)
    for total in range(-10, 30):
        found = findings(total, 1, "C", army)
        assert (found is None) == (total <= 2)
    exact = findings(29, 1, "C", army)
    assert exact is not None
    assert [exact.infantry, exact.cavalry, exact.artillery] == [figure(7, 0), figure(3, 0), figure(2, 0)]
    assert set(reconnaissance()) == set(range(1, 8))


def test_a_refused_march_changes_nothing() -> None:
    position = activated("STL", Units(4))
    before = written(position)
    assert not decider.is_legal(RULESET, position, "north", March(path=("CAI",)))
    assert written(position) == before
