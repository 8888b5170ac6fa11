"""`ironclad rules`: which clauses of a rulebook have code and a case, and which are waived."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
from rich.table import Table

from ironclad.api.cli.console import (
    DID_NOT_HOLD,
    HELD,
    checkout,
    find_ruleset,
    json_option,
    out,
    print_document,
    shown,
    unusable,
)
from ironclad.api.cli.reference import print_reference
from ironclad.api.rulebook.case_files import case_directory, case_files, read_cases
from ironclad.domain import games
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.rulebook.coverage import (
    Coverage,
    CoveredClause,
    code_of,
    join,
    read_clauses,
    read_waivers,
)
from ironclad.domain.kernel.rulebook.errata import Versions


@click.command()
@click.argument("ruleset")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where the tests are (the checkout's tests/).",
)
@click.option("--all", "every", is_flag=True, help="List every clause, not only those that lack something.")
@click.option("--commands", is_flag=True, help="List every command and every event with its fields instead.")
@json_option
def rules(ruleset: str, tests: Path | None, every: bool, commands: bool, as_json: bool) -> None:
    """Show, clause by clause, the code and the cases of RULESET, and its errata.

    Ends with 1 when a clause has neither code and a case nor a waiver, or a citation names no clause.
    """
    found = find_ruleset(ruleset)
    if commands:
        print_reference(found, as_json)
        return
    try:
        coverage = coverage_of(ruleset, found.version, tests or checkout() / "tests")
    except Unusable as wrong:
        unusable(str(wrong))
    if as_json:
        print_document(_document(coverage, found.identity.published))
    else:
        _print(coverage, every)
        _print_errata(found.identity.published)
    sys.exit(HELD if coverage.holds else DID_NOT_HOLD)


def coverage_of(ruleset: str, version: str, tests: Path) -> Coverage:
    """A ruleset's coverage, from its package and a directory of tests. Raises Unusable (a broken case)."""
    package = games.package_of(ruleset)
    clauses, waivers = read_clauses(package), read_waivers(package)
    return join(ruleset, version, clauses, code_of(package), cases_of(ruleset, package, tests), waivers)


def cases_of(ruleset: str, package: str, tests: Path) -> dict[str, list[str]]:
    """Clause ids to the case files and tests that name them, for one ruleset and its package."""
    found: dict[str, list[str]] = defaultdict(list)
    own = [case_directory(ruleset)] if ruleset in games.names() else []
    directories = [each for each in (*own, tests / "cases" / ruleset) if each.is_dir()]
    for path in case_files(directories):
        for case in read_cases(path):
            for clause in case.clauses:
                found[clause].append(shown(path))
    for path in sorted(tests.rglob("test_*.py")):
        for clause, test in _marked(path, ruleset, package):
            found[clause].append(f"{shown(path)}::{test}")
    return dict(found)


def _marked(path: Path, ruleset: str, package: str) -> Iterator[tuple[str, str]]:
    """(clause, test) for each `pytest.mark.rule` in a test file that speaks of the ruleset."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if ruleset not in path.parts and not any(_speaks_of(node, ruleset, package) for node in ast.walk(tree)):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            for decorator in node.decorator_list:
                for clause in _clauses(decorator):
                    yield clause, node.name


def _speaks_of(node: ast.AST, ruleset: str, package: str) -> bool:
    """Whether a node imports from the ruleset's package or names the ruleset in a string of its own."""
    if isinstance(node, ast.ImportFrom):
        modules = [node.module or "", *(f"{node.module}.{each.name}" for each in node.names)]
    elif isinstance(node, ast.Import):
        modules = [each.name for each in node.names]
    else:
        return isinstance(node, ast.Constant) and node.value == ruleset
    return any(f"{each}.".startswith(f"{package}.") for each in modules)


def _clauses(decorator: ast.expr) -> list[str]:
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != "pytest.mark.rule":
        return []
    return [str(each.value) for each in decorator.args if isinstance(each, ast.Constant)]


def _document(coverage: Coverage, published: Versions) -> object:
    return {
        "ruleset": coverage.ruleset,
        "version": coverage.version,
        "ok": coverage.holds,
        "clauses": coverage.clauses,
        "unknown": coverage.unknown,
        "idle_waivers": coverage.idle_waivers,
        "versions": [{"version": each.version, "errata": each.errata} for each in published.versions],
        "errata": published.errata,
    }


def _print_errata(published: Versions) -> None:
    """Every correction, with the version that brings it, the clause, and both readings."""
    console = out()
    names = ", ".join(each.version for each in published.versions)
    console.print(f"versions: {names}; {len(published.errata)} errata", markup=False)
    if not published.errata:
        return
    table = Table(title="errata")
    for heading in ("from", "erratum", "clause"):
        table.add_column(heading, no_wrap=True)
    table.add_column("before", overflow="fold", ratio=1)
    table.add_column("after", overflow="fold", ratio=1)
    for each in published.errata:
        table.add_row(each.version, each.id, each.clause, each.before, each.after)
    console.print(table)


def _print(coverage: Coverage, every: bool) -> None:
    console = out()
    console.print(_totals(coverage))
    rows = [each for each in coverage.clauses if every or not each.holds]
    if rows:
        console.print(_clause_table(rows, "every clause" if every else "clauses that lack something"))
    for clause, places in coverage.unknown.items():
        console.print(f"no clause {clause}: named by {', '.join(places)}", style="red", markup=False)
    for pattern in coverage.idle_waivers:
        console.print(f"the waiver {pattern} matches no clause", style="yellow", markup=False)
    if not coverage.clauses:
        console.print(f"{coverage.ruleset} has no clauses in its data", style="red")


def _totals(coverage: Coverage) -> Table:
    """A line a chapter and one for the whole book."""
    table = Table(title=f"{coverage.ruleset} {coverage.version}")
    table.add_column("chapter")
    for heading in ("clauses", "code and case", "waived", "code only", "case only", "nothing"):
        table.add_column(heading, justify="right")
    chapters: dict[str, list[CoveredClause]] = defaultdict(list)
    for each in coverage.clauses:
        chapters[each.id.split("/")[0].split(".")[0]].append(each)
    for chapter, clauses in chapters.items():
        table.add_row(chapter, *_counts(clauses))
    table.add_section()
    table.add_row("all", *_counts(coverage.clauses), style="bold")
    return table


def _counts(clauses: list[CoveredClause]) -> list[str]:
    lacking = [each for each in clauses if not each.holds]
    counts = (
        len(clauses),
        sum(bool(each.code and each.cases) for each in clauses),
        sum(each.waived is not None for each in clauses),
        sum(bool(each.code) for each in lacking),
        sum(bool(each.cases) for each in lacking),
        sum(not each.code and not each.cases for each in lacking),
    )
    return [str(count or "") for count in counts]


def _clause_table(clauses: list[CoveredClause], title: str) -> Table:
    table = Table(title=title)
    table.add_column("clause", no_wrap=True)
    table.add_column("code", overflow="fold")
    table.add_column("cases", overflow="fold")
    table.add_column("says", overflow="fold", ratio=2)
    for each in clauses:
        says = each.text if each.waived is None else f"waived: {each.waived}"
        code = ", ".join(where.removeprefix("ironclad.domain.games.") for where in each.code)
        table.add_row(each.id, code, ", ".join(each.cases), says)
    return table
