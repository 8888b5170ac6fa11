"""What is built: citations and marks name clauses of the book, and what is not built is said."""

import re
import tomllib
from pathlib import Path

from ironclad.domain.games.war_between_the_states import chapters
from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.options import OPTIONS
from ironclad.domain.kernel.engine.citations import citations
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.kernel.rulebook.rules_notes import read_decisions

PACKAGE = "ironclad.domain.games.war_between_the_states"
CLAUSES = {clause.id: clause for clause in read_clauses(PACKAGE)}
TESTS = Path(__file__).parent


def test_the_book_has_all_its_clauses() -> None:
    assert len(CLAUSES) == 772
    assert all(RULESET.identity.clause_ids.is_clause(id) for id in CLAUSES)


def test_citations_name_clauses_of_the_book() -> None:
    cited = citations(PACKAGE)
    assert len(chapters.MODULES) > 30
    assert cited.keys() <= CLAUSES.keys(), sorted(cited.keys() - CLAUSES.keys())
    assert len(cited) > 350


def test_marks_of_tests_name_clauses_of_the_book() -> None:
    marks = re.compile(r"mark\.rule\(([^)]*)\)")
    named = {
        id
        for path in TESTS.glob("test_*.py")
        for found in marks.findall(path.read_text(encoding="utf-8"))
        for id in re.findall(r'"([^"]+)"', found)
    }
    assert len(named) > 200
    assert named <= CLAUSES.keys(), sorted(named - CLAUSES.keys())


def test_options_are_those_of_their_clauses() -> None:
    for name, option in OPTIONS.items():
        assert CLAUSES[option.clause].option == name


def test_decisions_speak_of_clauses() -> None:
    decisions = read_decisions(PACKAGE, CLAUSES.keys(), RULESET.identity.clause_ids)
    assert {decision.section for decision in decisions} >= {"Map and charts", "Not built yet"}


def test_charts_name_paragraphs_of_the_book() -> None:
    index = tomllib.loads((DATA / "index.toml").read_text(encoding="utf-8"))["rule"]
    paragraphs = {each["id"] for each in index}
    assert {id.rpartition("/")[0] for id in CLAUSES} <= paragraphs
    for path in sorted({*DATA.glob("*.csv"), *DATA.glob("scenario_*.toml"), DATA / "printed.toml"}):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert set(first.removeprefix("# rule:").split()) <= paragraphs, path.name
