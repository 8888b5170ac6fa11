"""Every case of the ruleset holds, and names clauses that the book has."""

import tomllib
from pathlib import Path

import pytest

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games.bull_run_to_appomattox import RULESET, game
from ironclad.domain.kernel.cases.cases import Case, run
from ironclad.domain.kernel.cases.expectations import Unusable

HERE = Path(game.__file__).parent
CLAUSES = frozenset(
    each["id"] for each in tomllib.loads((HERE / "data" / "clauses.toml").read_text())["clause"]
)


def collected() -> list[object]:
    found = []
    for path in case_files([HERE / "cases"]):
        try:
            cases: list[Case | str] = [*read_cases(path)]
        except Unusable as wrong:
            cases = [str(wrong)]
        for number, case in enumerate(cases, 1):
            title = "" if isinstance(case, str) else case.case[:60]
            found.append(pytest.param(case, id=f"{path.stem}#{number}-{title}"))
    return found


@pytest.mark.parametrize("case", collected())
def test_case(case: Case | str) -> None:
    assert not isinstance(case, str), case
    result = run(case, RULESET, CLAUSES)
    assert result.held, "\n" + "\n".join(result.failures)
