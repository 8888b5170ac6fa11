"""The exact odds of every situation agree with battles really fought: chi-square, with fixed seeds.

`ironclad odds FILE --simulate 100000` with american_civil_war.yaml beside this file plays more battles.
"""

from fractions import Fraction

import pytest

from ironclad.domain.kernel.odds.odds import fit, odds_model_of, simulate
from tests.games.american_civil_war.odds.situations import CASES, RULESET, asked, computed

BATTLES = 400  # `make hammer` fights twenty thousand of each
DOUBTFUL = 0.001
SAMPLED = 15  # one situation in so many is fought out in the first tier


def test_there_are_enough_situations() -> None:
    assert len(CASES) >= 20


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(each, marks=[pytest.mark.full] if number % SAMPLED else [])
        for number, each in enumerate(CASES)
    ],
)
def test_battles_agree_with_the_odds(title: str) -> None:
    found = fit(simulate(RULESET, *asked(title), BATTLES, title), computed(title).stories)
    assert found.battles == BATTLES
    assert found.impossible == 0
    assert found.p_value > DOUBTFUL, found


@pytest.mark.parametrize("title", CASES)
def test_the_odds_are_whole(title: str) -> None:
    """All stories together are certain, and so are the answers to each question that has exactly one."""
    stories = computed(title).stories
    assert sum(stories.values()) == 1
    forecast = odds_model_of(RULESET).report(stories)
    tables = {table.name: table for table in forecast.tables}
    assert {"result", "losses_union", "losses_confederate", "politics", "holds"} <= tables.keys()
    for name in ("result", "losses_union", "losses_confederate", "politics", "holds"):
        assert sum(Fraction(row.probability) for row in tables[name].rows) == 1, name
    assert sum(Fraction(each.probability) for each in forecast.outcomes) == 1


@pytest.mark.parametrize("title", CASES)
def test_every_number_names_a_clause(title: str) -> None:
    forecast = odds_model_of(RULESET).report(computed(title).stories)
    assert all(table.rule for table in forecast.tables)
    assert all(each.line.rule for each in forecast.modifiers)


def test_wrong_odds_are_found_out() -> None:
    """The comparison can fail: odds with two results exchanged do not pass for right ones."""
    title = "Even strength in the open, three strength points a side"
    stories = dict(computed(title).stories)
    played = simulate(RULESET, *asked(title), 1_000, title)
    usual, rare = max(stories, key=stories.__getitem__), min(stories, key=stories.__getitem__)
    stories[usual], stories[rare] = stories[rare], stories[usual]
    assert fit(played, stories).p_value < DOUBTFUL
    del stories[rare]
    assert fit(played, stories).impossible > 0
