"""`ironclad case`: play cases and print what differed."""

import sys
from collections.abc import Collection
from functools import cache
from pathlib import Path

import click

from ironclad.api.cli.case_results import document_of, print_results, run_files, status_of
from ironclad.api.cli.console import json_option, out, print_document, shown
from ironclad.api.rulebook.case_files import read_cases
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case, Result, run
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.rulebook.coverage import read_clauses


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--tell", is_flag=True, help="Print the chronicle of each case: what its commands came to.")
@json_option
def case(paths: tuple[Path, ...], tell: bool, as_json: bool) -> None:
    """Play the cases in FILES (or below directories) and print what differed.

    Ends with 1 when a case does not hold, with 2 when one cannot be used.
    """
    results, broken = run_files(paths, lambda path: map(play_case, read_cases(path)))
    if as_json:
        print_document(document_of(results, broken, lambda result: _fields(result, tell)))
    else:
        if tell:
            _print_told(results)
        print_results(results, broken, lambda result: result.case)
    sys.exit(status_of(results, broken))


def play_case(case: Case) -> Result:
    """Play one case on the ruleset that it names. Raises Unusable."""
    try:
        return run(case, games.ruleset(case.ruleset), _known_clauses(case.ruleset))
    except UnknownName as unknown:
        raise Unusable(str(unknown)) from unknown
    except Unusable as wrong:
        raise Unusable(f"{case.case}: {wrong}") from wrong


@cache
def _known_clauses(ruleset: str) -> Collection[str]:
    return frozenset(each.id for each in read_clauses(games.package_of(ruleset)))


def _fields(result: Result, tell: bool) -> dict[str, object]:
    return {
        "case": result.case,
        "ruleset": result.ruleset,
        "clauses": result.clauses,
        "held": result.held,
        "failures": result.failures,
        "events": result.events,
        **({"chronicle": result.told} if tell else {}),
    }


def _print_told(results: list[tuple[Path, Result]]) -> None:
    """The chronicle of each case: a line an entry under the number of its command, its details below it."""
    console = out()
    for path, result in results:
        console.print(f"{shown(path)}: {result.case}", style="bold", markup=False, soft_wrap=True)
        for told in result.told:
            clause = f" ({told.rule})" if told.rule else ""
            text = f"refused: {told.text}" if told.refused else told.text
            console.print(f"{told.command:>5}  {text}{clause}", markup=False, soft_wrap=True)
            for line in told.details:
                console.print(f"         {line}", markup=False, soft_wrap=True)
        if not result.told:
            console.print("       the chronicle says nothing", markup=False)
