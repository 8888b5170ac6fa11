"""The cases of the package hold, and each names clauses of the book."""

from pathlib import Path

import pytest

from ironclad.api.rulebook.case_files import read_cases
from ironclad.domain.games import iron_brigade
from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.kernel.cases.cases import run
from ironclad.domain.kernel.rulebook.coverage import read_clauses

CLAUSES = {clause.id for clause in read_clauses("ironclad.domain.games.iron_brigade")}
FILES = sorted((Path(iron_brigade.__file__).parent / "cases").rglob("*.yaml"))


def test_there_are_cases() -> None:
    assert len(FILES) > 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_cases_hold(path: Path) -> None:
    found = list(read_cases(path))
    assert found
    for case in found:
        result = run(case, RULESET, CLAUSES)
        assert result.held, "\n".join((case.case, *result.failures))
