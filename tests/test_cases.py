"""Every case of every ruleset holds. A file that cannot be used fails too."""

from pathlib import Path

import pytest

from ironclad.api.cli.case import play_case
from ironclad.api.rulebook.case_files import case_directory, case_files, read_cases
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case
from ironclad.domain.kernel.cases.expectations import Unusable

HERE = Path(games.__file__).parent


def collected() -> list[object]:
    """(path, case or the complaint) for every case, with ids such as american_civil_war/9.3#2."""
    found = []
    for path in case_files([case_directory(each) for each in games.names()]):
        name = path.relative_to(HERE).with_suffix("").as_posix().replace("/cases/", "/")
        try:
            cases: list[Case | str] = [*read_cases(path)]
        except Unusable as wrong:
            cases = [str(wrong)]
        for number, case in enumerate(cases, 1):
            title = "" if isinstance(case, str) else f"-{case.case[:60]}"
            found.append(pytest.param(path, case, id=f"{name}#{number}{title}"))
    return found


CASES = collected()


@pytest.mark.parametrize(("path", "case"), CASES)
def test_case(path: Path, case: Case | str) -> None:
    assert not isinstance(case, str), case
    result = play_case(case)
    assert result.held, "\n" + "\n".join(result.failures)


def test_a_case_lies_with_its_ruleset() -> None:
    elsewhere = [
        (path.name, case.case)
        for path, case in (each.values for each in CASES)
        if not isinstance(case, str) and path.relative_to(HERE).parts[0] != case.ruleset
    ]
    assert elsewhere == []


def test_every_ruleset_has_cases() -> None:
    for name in games.names():
        assert case_files([case_directory(name)]), f"no case for {name}"
