"""Clauses of a rulebook over HTTP: their text, what was decided of them, the cases that test them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.rulebook import case_pages
from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.api.rulebook.case_pages import cases_by_clause
from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.kernel.cases.expectations import EXPECTATIONS
from tests.api.shared import Shared, service
from tests.stores import Store
from tests.toy import TUG

BASE = "/rulesets/american_civil_war/clauses"
TOP = Path(__file__).resolve().parents[2]
CASES = TOP / "domain" / "games" / "american_civil_war" / "cases"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    store = Store(f"sqlite:///{Path(tmp_path_factory.mktemp('clauses')) / 'log.db'}")
    with service(store, rulesets={each.name: each for each in (TUG, RULESET)}) as running:
        yield running


def read(shared: Shared, id: str) -> dict[str, Any]:
    answer = shared.get(f"{BASE}/{id}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


def test_a_clause_comes_with_its_decisions_and_its_cases(shared: Shared) -> None:
    page = read(shared, "15.5.2/5")
    assert (page["title"], page["has_cases"]) == ("Kentucky is Invaded", True)
    assert (page["before"], page["after"]) == ("15.5.2/4", "15.5.2/6")
    (clause,) = page["items"]
    assert clause["text"].startswith("If the CS violates")
    assert clause["reading"]
    assert any("Kentucky's call for that turn" in each["text"] for each in clause["decisions"])
    (case, *_) = (each for each in clause["cases"] if each["file"] == "15.5_kentucky.yaml")
    assert case["title"] == "The Confederacy violates Kentucky"
    assert "Forces, 2014, the Confederacy, ASP: 2" in case["given"]
    (step, *_) = case["when"]
    assert (step["seat"], step["dice"]) == ("confederate", [1])
    assert step["order"] == "Move force: from 2014; path 2013; violate kentucky"
    assert "Event kentucky joined: side the Union" in step["then"]


def test_a_paragraph_is_all_of_its_clauses(shared: Shared) -> None:
    page = read(shared, "9.4")
    assert [each["id"] for each in page["items"]] == [f"9.4/{number}" for number in range(1, 9)]
    assert (page["before"], page["after"]) == ("9.3", "9.5")


def test_every_clause_of_the_book_is_there(shared: Shared) -> None:
    listed = [each["id"] for each in shared.get(BASE).json["items"]]  # type: ignore[index]
    assert len(listed) > 600
    assert read(shared, listed[0])["before"] is None
    assert read(shared, listed[-1])["after"] is None
    for id in listed[::23]:
        assert [each["id"] for each in read(shared, id)["items"]] == [id]


@pytest.mark.parametrize(
    "path", [f"{BASE}/99.9/9", f"{BASE}/9", "/rulesets/none/clauses/9.4", f"{BASE}/%00/"]
)
def test_what_is_in_no_book_is_not_found(shared: Shared, path: str) -> None:
    answer = shared.get(path)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_ruleset_without_a_book_has_no_clauses(shared: Shared) -> None:
    assert shared.get("/rulesets/tug/clauses/1").status_code == 404


def test_every_case_is_told_to_the_last_word() -> None:
    """Each case stands under each of its clauses, with all its steps and all that it expects."""
    told = cases_by_clause(RULESET.name, RULESET.words.name_of)
    assert told is not None
    for path in case_files([CASES]):
        for case in read_cases(path):
            for clause in case.clauses:
                mine = [each for each in told[clause] if each.title == case.case]
                sizes = [(len(each.when), len(each.then)) for each in mine]
                assert (len(case.when), len(case.then)) in sizes, (path.name, case.case)
    lines = [line for cases in told.values() for case in cases for line in (*case.given, *case.then)]
    assert all(lines)
    assert not any(kind in line for line in lines for kind in EXPECTATIONS if "_" in kind)
    assert not any(mark in line for line in lines for mark in "{}[]_")


def test_a_build_without_cases_says_so(
    shared: Shared, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(case_pages, "case_directory", lambda ruleset: tmp_path / ruleset)
    cases_by_clause.cache_clear()
    try:
        page = read(shared, "9.4/1")
        assert page["has_cases"] is False
        assert page["items"][0]["cases"] == []
        assert page["items"][0]["text"]
    finally:
        cases_by_clause.cache_clear()
