"""The situations of this directory, by title."""

from functools import cache
from pathlib import Path
from typing import Any

from ironclad.api.rulebook.case_files import read_situations
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case
from ironclad.domain.kernel.odds.odds import Answers, Computation, Question, compute
from ironclad.domain.kernel.odds.situations import situation

RULESET = games.ruleset("american_civil_war")
FILE = Path(__file__).parent / "american_civil_war.yaml"
CASES: dict[str, Case] = {case.case: case for case in read_situations(FILE, "american_civil_war")}


def asked(title: str, answers: Answers = ()) -> tuple[Any, Question]:
    """The position before a situation's attack, and the question."""
    return situation(CASES[title], RULESET, answers)


@cache
def computed(title: str) -> Computation:
    """The exact odds of a situation."""
    return compute(RULESET, *asked(title))
