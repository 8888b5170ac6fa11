"""Every battle that a case comes to has odds, and none is played out as they say that none can be."""

from pathlib import Path

import pytest

from ironclad.api.rulebook.case_files import case_directory, case_files, read_cases
from ironclad.domain.kernel.cases.cases import Case
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.odds.odds import compute, fit, odds_model_of, simulate, up_to
from ironclad.domain.kernel.odds.situations import situation
from tests.games.american_civil_war.odds.situations import RULESET

pytestmark = pytest.mark.full

FILES = case_files([case_directory(RULESET.name)])
BATTLES = 10
TRIALS = 10_000


def has_odds(case: Case) -> bool:
    """Whether the last command of a case is legal and comes to a battle; then its odds must hold."""
    position, question = situation(case, RULESET)
    try:
        stories = compute(RULESET, position, question, up_to(TRIALS)).stories
        odds_model_of(RULESET).report(stories)
    except Refused:
        return False
    before = RULESET.storage.freeze(position)
    found = fit(simulate(RULESET, position, question, BATTLES, case.case), stories)
    assert RULESET.storage.freeze(position) == before
    assert found.impossible == 0, case.case
    return True


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_battles_of_the_cases_have_odds(path: Path) -> None:
    battles = [case.case for case in read_cases(path) if case.when and has_odds(case)]
    assert battles or not path.stem.startswith("9."), "no battle among the cases on battle"
