"""Counting every way of the dice, with the tug of war: a pull of n holds on a die greater than n."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import exp
from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.odds.chi_square import tail
from ironclad.domain.kernel.odds.odds import (
    NoOdds,
    Question,
    TooManyWays,
    compute,
    fit,
    odds,
    simulate,
    up_to,
)
from ironclad.domain.kernel.odds.odds_model import (
    Assumed,
    Assumption,
    Chance,
    Computed,
    Forecast,
    OddsModel,
    Table,
)
from tests.toy import TUG, Pull, RopePulled, Shout, Tug, changed, proceed

PULLS = 3


def note(story: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """The story: where the knot has been."""
    return (*story, event.knot) if isinstance(event, RopePulled) else story


def waits(position: Tug) -> bool:
    return position.pulls != 2 * position.turn or abs(position.knot) >= position.length


def assume(position: Tug, due: Due, asked: Command | None) -> Assumed | None:
    """Grey pulls by 1, blue by 2; a shout is followed by nothing."""
    if isinstance(asked, Shout):
        return None
    return Assumed(Pull(effort=1 if due.seat == "grey" else 2), f"{due.seat} pulls gently")


def report(stories: Any) -> Forecast:
    if all(not story for story in stories):
        raise Refused("2", "nobody pulls")
    rows = tuple(Chance.of(str(story), chance) for story, chance in sorted(stories.items()))
    return Forecast((Table("knot", "where the knot goes", "2", rows),), (), ())


def pulling(pulls: int) -> Ruleset[Tug]:
    """The tug of war with odds for so many pulls."""
    return changed(
        TUG,
        odds=OddsModel(
            waits=waits,
            stage=proceed,
            begin=lambda position: (),
            note=note,
            over=lambda story: len(story) == pulls,
            assume=assume,
            report=report,
        ),
    )


START = Tug(5, 40)
QUESTION = Question("blue", Pull(effort=3))


def test_one_die_gives_its_sixths() -> None:
    assert compute(pulling(1), START, QUESTION).stories == {(0,): Fraction(1, 2), (3,): Fraction(1, 2)}


def test_several_rolls_multiply_and_like_stories_add_up() -> None:
    """Blue by 3 holds in 3 of 6, grey by 1 in 5 of 6, blue by 2 in 4 of 6."""
    stories = compute(pulling(3), START, QUESTION).stories
    half, fifth, third = Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)
    assert stories[3, 2, 4] == half * (1 - fifth) * (1 - third)
    assert stories[3, 3, 3] == half * fifth * third
    assert stories[0, -1, -1] == half * (1 - fifth) * third
    assert len(stories) == 8
    assert sum(stories.values()) == 1


def test_like_positions_are_counted_once() -> None:
    """Six trials of the first pull come to two positions, from each of which the second takes six."""
    assert compute(pulling(2), START, QUESTION).runs == 6 + 2 * 6
    # After two pulls a turn ends of itself, once in each of the four positions that they come to.
    assert compute(pulling(3), START, QUESTION).runs == 6 + 2 * 6 + 4 * (1 + 6)


def test_the_position_stays_as_it_was() -> None:
    position = START.copy()
    odds(pulling(3), position, QUESTION)
    assert position == START


def test_what_is_assumed_is_told_and_may_be_answered_otherwise() -> None:
    assumed = odds(pulling(2), START, QUESTION).assumptions
    assert [(each.seat, each.kind, each.rule, each.text) for each in assumed] == [
        ("grey", "pull", "2", "grey pulls gently")
    ]
    hard = Question("blue", Pull(effort=3), (("grey", Pull(effort=3)), ("blue", Shout(word="heave"))))
    found = odds(pulling(2), START, hard)
    assert [each.text for each in found.assumptions] == [
        'as given: {"effort":3,"type":"pull"}',
        'never asked for: {"type":"shout","word":"heave"}',
    ]
    chances = {row.what: row.probability for row in found.forecast.tables[0].rows}
    assert chances == {"(0, -3)": "1/4", "(0, 0)": "1/4", "(3, 0)": "1/4", "(3, 3)": "1/4"}


def test_an_answer_that_the_rules_refuse_is_not_given() -> None:
    broken = Question("blue", Pull(effort=3), (("grey", Pull(effort=9)),))
    assert "grey pulls gently" in {each.text for each in odds(pulling(2), START, broken).assumptions}


def test_without_a_command_what_is_due_is_answered() -> None:
    assert compute(pulling(1), START, Question()).stories == {(0,): Fraction(1, 3), (2,): Fraction(2, 3)}


def test_the_end_of_the_game_ends_the_reckoning() -> None:
    stories = compute(pulling(9), Tug(5, 40, knot=4), QUESTION).stories
    assert stories[7,] == Fraction(1, 2)


def test_refusals() -> None:
    with pytest.raises(Refused, match="a pull is 1 to 3"):
        odds(pulling(1), START, Question("blue", Pull(effort=4)))
    with pytest.raises(Refused, match="nobody pulls"):
        odds(pulling(1), START, Question("blue", Shout(word="heave")))
    with pytest.raises(NoOdds, match="Tug of War"):
        odds(TUG, START, QUESTION)


def test_patience_ends() -> None:
    with pytest.raises(TooManyWays, match="7 trials"):
        compute(pulling(2), START, QUESTION, up_to(7))
    compute(pulling(2), START, QUESTION, up_to(20))


def test_what_is_played_agrees_and_is_the_same_for_the_same_seed() -> None:
    ruleset = pulling(PULLS)
    played = simulate(ruleset, START, QUESTION, 2_000, "rope")
    assert played == simulate(ruleset, START, QUESTION, 2_000, "rope")
    assert played != simulate(ruleset, START, QUESTION, 2_000, "knot")
    found = fit(played, compute(ruleset, START, QUESTION).stories)
    assert (found.battles, found.cells, found.impossible) == (2_000, 8, 0)
    assert found.p_value > 0.001


def test_rare_stories_are_compared_together() -> None:
    exact = {"often": Fraction(98, 100), "seldom": Fraction(1, 100), "once": Fraction(1, 100)}
    assert fit(Counter(often=98, seldom=1, once=1), exact).cells == 1
    assert fit(Counter(often=294, seldom=6), exact).cells == 2
    assert fit(Counter(often=980, seldom=10, once=10), exact).cells == 3


def test_an_impossible_story_settles_it() -> None:
    found = fit(Counter(a=50, b=1), {"a": Fraction(1)})
    assert (found.impossible, found.p_value) == (1, 0.0)


@pytest.mark.parametrize(
    ("chi_square", "degrees", "expected"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (135.806723, 100, 0.01), (2.0, 2, exp(-1)), (0.0, 3, 1.0)],
)
def test_the_tail_of_chi_square(chi_square: float, degrees: int, expected: float) -> None:
    assert tail(chi_square, degrees) == pytest.approx(expected, abs=1e-6)
    assert tail(chi_square, 0) == 1.0


def handfuls(position: Tug, due: Due | None, command: Command | None) -> Computed:
    """A ruleset that computes its first pull itself: a pull of n holds on a die greater than n."""
    if not isinstance(command, Pull):
        raise Refused("2", "nobody pulls")
    holds = Fraction(6 - command.effort, 6)
    stories = {(position.knot + command.effort,): holds, (position.knot,): 1 - holds}
    seat = "" if due is None else due.seat
    return Computed(stories, (Assumption(seat, "pull", "2", "the rope is dry"),), runs=2)


def computing_itself() -> Ruleset[Tug]:
    ruleset = pulling(1)
    model = ruleset.advice.odds
    assert model is not None
    return changed(TUG, odds=replace(model, own=handfuls))


def test_a_ruleset_may_compute_by_its_own_means() -> None:
    """The answer has the same shape, and agrees with what is counted and with what is played."""
    ruleset = computing_itself()
    counted, own = odds(pulling(1), START, QUESTION), odds(ruleset, START, QUESTION)
    assert own.forecast == counted.forecast
    assert [(each.seat, each.text) for each in own.assumptions] == [("blue", "the rope is dry")]
    assert own.runs == 2
    stories = compute(ruleset, START, QUESTION).stories
    assert fit(simulate(ruleset, START, QUESTION, 1_000, "own"), stories).p_value > 0.001


def test_its_own_forecast_and_refusals_are_passed_on() -> None:
    said = Forecast((), (), ())
    model = computing_itself().advice.odds
    assert model is not None
    telling = replace(model, own=lambda position, due, command: Computed({(): Fraction(1)}, forecast=said))
    assert odds(changed(TUG, odds=telling), START, QUESTION).forecast is said
    with pytest.raises(Refused, match="a pull is 1 to 3"):
        odds(computing_itself(), START, Question("blue", Pull(effort=4)))
    with pytest.raises(Refused, match="nobody pulls"):
        odds(computing_itself(), START, Question("blue", Shout(word="heave")))
