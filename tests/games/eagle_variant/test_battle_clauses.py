"""Every clause of battles is carried out somewhere in the code, and has a case."""

from pathlib import Path

import pytest

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games import eagle_variant
from ironclad.domain.kernel.rulebook.coverage import code_of, read_clauses

PACKAGE = "ironclad.domain.games.eagle_variant"
CASES = Path(eagle_variant.__file__).parent / "cases"
CHAPTERS = ("tactical", "elite-units", "battle-reinforcements", "battle-initiative", "resolving-battles")
CLAUSES = [each.id for each in read_clauses(PACKAGE) if each.id.rpartition("/")[0] in CHAPTERS]
CODE = code_of(PACKAGE)
CASED = {clause for path in case_files([CASES]) for case in read_cases(path) for clause in case.clauses}


def test_the_chapters_are_whole() -> None:
    assert len(CLAUSES) == 59 + 9 + 10 + 8 + 5


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_of_battles_has_code_and_a_case(clause: str) -> None:
    assert clause in CODE
    assert clause in CASED
