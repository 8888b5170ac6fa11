"""Whole distributions worked out on paper from the book's tables, independent of the code.

The Combat Results Table: outcome rows 1 to 3 are the defender's, 4 and 5 a draw, 6 the attacker's, and they
add +2, +1, +1, 0, 0, -1 to the row of the attacker's loss; the loss die 1 to 6 costs the defender 10, 20, 20,
20, 20, 30 percent; rows 1 to 6 of the attacker's loss add -2, -1, 0, 0, +1, +1 to the defender's loss.
Below, each list has (Union loss, Confederate loss) for the loss dice 1 to 6, one list for each outcome die.
"""

from collections import Counter
from fractions import Fraction

import pytest

from ironclad.domain.games.american_civil_war.readers.odds.odds import Story
from ironclad.domain.kernel.odds.odds import odds_model_of
from tests.games.american_civil_war.odds.situations import CASES, RULESET, computed

Pairs = list[tuple[int, int]]


def named(start: str) -> str:
    """The one situation whose title begins so."""
    (title,) = [title for title in CASES if title.startswith(start)]
    return title


def shares(start: str) -> dict[object, Fraction]:
    """The probabilities of (result, Union's loss, Confederate loss), counted in 36ths."""
    found: Counter[object] = Counter()
    for story, probability in computed(named(start)).stories.items():
        assert isinstance(story, Story)
        found[story.result, story.lost("union"), story.lost("confederate")] += probability * 36
    return dict(found)


def by_hand(results: list[str], fights: list[Pairs]) -> dict[object, Fraction]:
    """The same from a table worked out by hand."""
    found: Counter[object] = Counter()
    for result, pairs in zip(results, fights, strict=True):
        assert len(pairs) == 6
        for union, confederate in pairs:
            found[result, union, confederate] += 1
    return {key: Fraction(count) for key, count in found.items()}


def chances(start: str, table: str) -> dict[str, str]:
    """A table of the report: what, and its probability."""
    forecast = odds_model_of(RULESET).report(computed(named(start)).stories)
    (found,) = [each for each in forecast.tables if each.name == table]
    return {row.what: row.probability for row in found.rows}


D, DRAW, A = "defender", "draw", "attacker"


@pytest.mark.rule("9.4/1", "9.6/3", "9.7/3")
def test_even_strength() -> None:
    """3 against 3: no modifiers. 10 percent of 3 is nothing, 20 and 30 are 0.6 and 0.9, so 1."""
    plus_2 = [(0, 0), (1, 1), (2, 1), (2, 1), (2, 1), (2, 1)]  # rows 3 4 5 6 6 6
    plus_1 = [(0, 0), (1, 1), (1, 1), (2, 1), (2, 1), (2, 1)]  # rows 2 3 4 5 6 6
    none = [(0, 0), (0, 1), (1, 1), (1, 1), (2, 1), (2, 1)]  # rows 1 2 3 4 5 6
    minus_1 = [(0, 0), (0, 1), (0, 1), (1, 1), (1, 1), (2, 1)]  # rows 1 1 2 3 4 5
    expected = by_hand([D, D, D, DRAW, DRAW, A], [plus_2, plus_1, plus_1, none, none, minus_1])
    assert shares("Even strength") == expected
    # Two dice show 3 or less in 3 of 36 ways: 1/12 of the defender's 1/2 and of the attacker's 1/6.
    assert chances("Even strength", "politics") == {"+0": "17/18", "+1": "1/72", "-1": "1/24"}
    # Create on more than 8 with 3 added: 6 or more on two dice, 26 ways of 36; for the winner only.
    assert chances("Even strength", "leaders") == {
        "the Confederacy may make a leader": "13/36",
        "the Union may make a leader": "13/108",
    }


@pytest.mark.rule("9.3/5", "9.6/5")
def test_ten_to_one() -> None:
    """+2 to the outcome: rows 3 4 5 6 6 6. 30 percent of 10 or more, but the defender has 1 to lose."""
    plus_1 = [(0, 1), (1, 1), (1, 1), (2, 1), (2, 1), (2, 1)]
    none = [(0, 1), (0, 1), (1, 1), (1, 1), (2, 1), (2, 1)]
    minus_1 = [(0, 1), (0, 1), (0, 1), (1, 1), (1, 1), (2, 1)]
    expected = by_hand([D, DRAW, DRAW, A, A, A], [plus_1, none, none, minus_1, minus_1, minus_1])
    assert shares("The attacker at 10 to 1") == expected
    # Two dice are never 1 or less.
    assert chances("The attacker at 10 to 1", "politics") == {"+0": "1"}
    # Only the Union has anything left: as winner it creates on 8 or more (1 is added), 15 ways of 36.
    assert chances("The attacker at 10 to 1", "leaders") == {"the Union may make a leader": "5/24"}


@pytest.mark.rule("9.4/7", "13.3.6/2")
def test_over_the_bridge() -> None:
    """7 against 4: +1 for 7/4, -2 amphibious; rows 1 1 2 3 4 5. Of 7: 20, 30 and 40 percent are 1, 2 and 3.

    A beaten attacker loses half of what is left besides, rounded down: 7 - 3 leaves 4, of which 2.
    """
    plus_2 = [(1 + 3, 1), (2 + 2, 2), (3 + 2, 2), (3 + 2, 2), (3 + 2, 2), (4 + 1, 3)]
    plus_1 = [(0 + 3, 1), (2 + 2, 2), (2 + 2, 2), (3 + 2, 2), (3 + 2, 2), (4 + 1, 3)]
    none = [(0, 1), (1, 2), (2, 2), (2, 2), (3, 2), (4, 3)]
    expected = by_hand([D, D, D, D, DRAW, DRAW], [plus_2, plus_2, plus_1, plus_1, none, none])
    assert shares("Over a bridge") == expected


@pytest.mark.rule("11.8.3/2", "11.8.3/4", "9.12/1", "9.12/5")
def test_a_storm_under_a_leader() -> None:
    """3 and a leader of 3 against a garrison of 1 trebled: 2 to 1 and a leader, +2; rows 3 4 5 6 6 6.

    The garrison's one point is lost whatever the die says, as 30 percent of 3 is 0.9: the storm always
    succeeds. The leader lowers the row of the attacker's loss by 1.
    """
    none = [(0, 1), (0, 1), (1, 1), (1, 1), (2, 1), (2, 1)]  # +1 for row 3, -1 for the leader
    minus_1 = [(0, 1), (0, 1), (0, 1), (1, 1), (1, 1), (2, 1)]
    minus_2 = [(0, 1), (0, 1), (0, 1), (0, 1), (1, 1), (1, 1)]
    expected = by_hand([A] * 6, [none, minus_1, minus_1, minus_2, minus_2, minus_2])
    assert shares("A fort stormed") == expected
    assert chances("A fort stormed", "works") == {
        "confederate's fort in 2228 is destroyed": "1",
        "the fort's garrison in 2228 is lost": "1",
    }
    # A winner's leader is wounded on 10, 3 ways of 36, a third of them for each length of the wound, and
    # killed on 12, 1 way. A rating of 3 does not rise. A leader is made on 8 or more of two dice, 15 ways.
    assert chances("A fort stormed", "leaders") == {
        "leader B is wounded, back in turn 3": "1/36",
        "leader B is wounded, back in turn 4": "1/36",
        "leader B is wounded, back in turn 5": "1/36",
        "leader B is killed": "1/36",
        "the Union may make a leader": "5/12",
    }


@pytest.mark.rule("16.0/2")
def test_cavalry_alone() -> None:
    """Cavalry with the attacker adds 2: each of three units is caught on 4 or more, one time in two."""
    assert chances("Cavalry alone, attacked", "losses_confederate") == {
        "0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8",
    }  # fmt: skip
    assert chances("Cavalry alone, attacked", "result") == {"cavalry alone is attacked": "1"}
    assert chances("Cavalry alone, attacked", "politics") == {"+0": "1"}


@pytest.mark.rule("16.0/2")
def test_cavalry_that_cannot_retreat() -> None:
    """Caught or not, both are lost."""
    assert chances("Cavalry alone that cannot", "losses_confederate") == {"2": "1"}
