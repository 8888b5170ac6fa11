"""`ironclad rules`: clauses joined with code, cases and waivers."""

import json
from pathlib import Path

import pytest

from ironclad.api.cli import rules as rules_command
from ironclad.api.cli.rules import cases_of
from ironclad.domain.kernel.rulebook.coverage import (
    Clause,
    Coverage,
    Waiver,
    code_of,
    join,
    read_clauses,
    read_waivers,
)
from tests.cli.conftest import Run
from tests.toy_versions import ROPE

CLAUSES = [Clause(name, "defines", f"says {name}") for name in ("1/1", "1/2", "2/1", "8.1/1")]
CODE = {"1/1": ["m.f", "m.f"], "1/2": ["m.g"], "8.1/1": ["m.h"]}
CASES = {"1/1": ["b.yaml", "a.yaml"], "2/1": ["a.yaml"]}


def by_id(coverage: Coverage, clause: str) -> tuple[list[str], list[str], str | None, bool]:
    (row,) = [each for each in coverage.clauses if each.id == clause]
    return row.code, row.cases, row.waived, row.holds


def test_a_clause_holds_with_code_and_a_case_or_a_waiver() -> None:
    coverage = join("tug", "1.0", CLAUSES, CODE, CASES, [Waiver(("8.*", "2/1"), "later")])
    assert by_id(coverage, "1/1") == (["m.f"], ["a.yaml", "b.yaml"], None, True)
    assert by_id(coverage, "1/2") == (["m.g"], [], None, False)
    assert by_id(coverage, "2/1") == ([], ["a.yaml"], "later", True)
    assert by_id(coverage, "8.1/1") == (["m.h"], [], "later", True)
    assert not coverage.holds


def test_a_waiver_does_not_speak_for_what_is_done() -> None:
    coverage = join("tug", "1.0", CLAUSES[:1], CODE | {}, CASES, [Waiver(("1/*",), "later")])
    assert by_id(coverage, "1/1")[2] is None


def test_unknown_citations_and_idle_waivers_are_named() -> None:
    coverage = join("tug", "1.0", CLAUSES[:1], {"1/1": ["f"], "9/9": ["g"]}, {"1/1": ["a"], "9/9": ["b"]})
    assert coverage.unknown == {"9/9": ["g", "b"]}
    assert not coverage.holds
    assert join("tug", "1.0", CLAUSES, {}, {}, [Waiver(("7.*", "1/*"), "x")]).idle_waivers == ["7.*"]


def test_no_clauses_is_no_coverage() -> None:
    assert not join("tug", "1.0", [], {}, {}).holds


def test_cases_are_found_in_files_and_in_marked_tests(tmp_path: Path) -> None:
    (tmp_path / "cases" / "tug").mkdir(parents=True)
    (tmp_path / "cases" / "other").mkdir()
    text = "case: a\nruleset: tug\nclauses: ['1/1', '2/1']\ngiven: {scenario: s}\nthen: [{outcome: null}]\n"
    (tmp_path / "cases" / "tug" / "1.yaml").write_text(text)
    (tmp_path / "cases" / "other" / "1.yaml").write_text(text.replace("tug", "other"))
    (tmp_path / "test_one.py").write_text(
        "import pytest\nimport ironclad.domain.games.tug.battle\n"
        "@pytest.mark.rule('1/2', '2/1')\ndef test_f(): ...\n"
        "@pytest.mark.rule('8.1/1')\nclass TestG:\n  @pytest.mark.rule('8.1/2')\n  def test_h(self): ...\n"
        "@pytest.mark.rule('9/9')\ndef helper(): ...\n"
    )
    (tmp_path / "test_two.py").write_text("import pytest\n@pytest.mark.rule('7/7')\ndef test_f(): ...\n")
    found = {
        clause: sorted(Path(each).name for each in where)
        for clause, where in cases_of("tug", "ironclad.domain.games.tug", tmp_path).items()
    }
    assert found == {
        "1/1": ["1.yaml"],
        "2/1": ["1.yaml", "test_one.py::test_f"],
        "1/2": ["test_one.py::test_f"],
        "8.1/1": ["test_one.py::TestG"],
        "8.1/2": ["test_one.py::test_h"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "from ironclad.domain.games.tug import RULESET",
        "from ironclad.domain.games.tug.battle import fight",
        "from ironclad.domain.games import tug",
        "import ironclad.domain.games.tug",
        "NAME = 'tug'",
    ],
)
def test_a_test_file_speaks_of_its_ruleset(text: str, tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(f"import pytest\n{text}\n@pytest.mark.rule('1')\ndef test_f(): ...\n")
    assert list(cases_of("tug", "ironclad.domain.games.tug", tmp_path)) == ["1"]
    assert cases_of("tu", "ironclad.domain.games.tu", tmp_path) == {}


def test_the_rulebooks_data_can_be_read() -> None:
    package = "ironclad.domain.games.american_civil_war"
    clauses, waivers = read_clauses(package), read_waivers(package)
    assert len({each.id for each in clauses}) == len(clauses) == 631
    assert all(each.reason and each.clauses for each in waivers)
    assert code_of(package).keys() <= {each.id for each in clauses}


@pytest.mark.parametrize("holds", [True, False])
def test_the_command_prints_and_judges(
    toy: object, run: Run, monkeypatch: pytest.MonkeyPatch, holds: bool
) -> None:
    clauses = CLAUSES[:1] if holds else CLAUSES
    unknown = {} if holds else {"9/9": ["m.k"]}
    coverage = join("tug", "1.0", clauses, {"1/1": ["m.f"]} | unknown, CASES if not holds else {"1/1": ["a"]})
    monkeypatch.setattr(rules_command, "coverage_of", lambda *_: coverage)
    result = run("rules", "tug")
    assert result.exit_code == (0 if holds else 1)
    assert "tug 1.0" in result.output
    assert ("no clause 9/9: named by m.k" in result.output) is not holds
    document = json.loads(run("rules", "tug", "--json").stdout)
    assert document["ruleset"] == "tug"
    assert document["clauses"][0].keys() == {"id", "text", "code", "cases", "waived"}


def test_an_unknown_ruleset_is_an_unusable_argument(run: Run) -> None:
    result = run("rules", "chess")
    assert result.exit_code == 2
    assert "no ruleset 'chess'" in result.stderr


def test_tests_that_are_not_there_are_an_unusable_argument(run: Run, tmp_path: Path) -> None:
    result = run("rules", "american_civil_war", "--tests", tmp_path / "none")
    assert result.exit_code == 2
    assert "does not exist" in result.stderr


def test_errata_are_listed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_command, "find_ruleset", lambda name: ROPE)
    coverage = join("tug", "1.2", CLAUSES[:1], {"1/1": ["m.f"]}, {"1/1": ["a"]})
    monkeypatch.setattr(rules_command, "coverage_of", lambda *_: coverage)
    document = json.loads(run("rules", "tug", "--json").stdout)
    assert [each["version"] for each in document["versions"]] == ["1.0", "1.1", "1.2"]
    assert document["versions"][1]["errata"] == ["equal-holds"]
    first = document["errata"][0]
    assert (first["id"], first["clause"], first["version"]) == ("equal-holds", "2", "1.1")
    assert first["before"] != first["after"]
    shown = run("rules", "tug").output
    assert "versions: 1.0, 1.1, 1.2; 2 errata" in shown
    assert "equal-holds" in shown
