"""Code and tests cite clauses of the book, and nothing else."""

import re
import tomllib
from pathlib import Path

from ironclad.domain.games.iron_brigade import game
from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.kernel.engine.citations import citations

CLAUSES = {
    each["id"] for each in tomllib.loads((DATA / "clauses.toml").read_text(encoding="utf-8"))["clause"]
}
MARK = re.compile(r"pytest\.mark\.rule\(([^)]*)\)")


def test_every_cited_clause_is_in_the_book() -> None:
    cited = citations(game.__name__.rpartition(".")[0])
    assert len(cited) > 300
    assert {each: places for each, places in cited.items() if each not in CLAUSES} == {}


def test_every_clause_that_a_test_names_is_in_the_book() -> None:
    named: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for found in MARK.findall(path.read_text(encoding="utf-8")):
            named |= {each for each in re.findall(r'"([^"]+)"', found) if "{" not in each}
    assert len(named) > 250
    assert named - CLAUSES == set()
