"""`ironclad clock`: run clock cases and print what differed."""

import sys
from pathlib import Path

import click

from ironclad.api.cli.case_results import document_of, print_results, run_files, status_of
from ironclad.api.cli.console import json_option, print_document
from ironclad.api.rulebook.case_files import documents
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.match.clocks.case_run import ClockResult, run
from ironclad.domain.match.clocks.cases import ClockCase


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@json_option
def clock(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the clock cases in FILES (or below directories) and print what differed.

    Ends with 1 when a case does not hold, with 2 when one cannot be used.
    """
    results, broken = run_files(paths, run_file)
    if as_json:
        print_document(document_of(results, broken, _fields))
    else:
        print_results(results, broken, lambda result: result.clock)
    sys.exit(status_of(results, broken))


def run_file(path: Path) -> list[ClockResult]:
    """Run every clock case of a file. Raises Unusable, naming the case that is wrong."""
    results = []
    for number, data in enumerate(documents(path), 1):
        title = data.get("clock") if isinstance(data, dict) else None
        try:
            results.append(run(ClockCase.read(data)))
        except Unusable as wrong:
            raise Unusable(f"case {number} ({title or 'without a title'}): {wrong}") from wrong
    if not results:
        raise Unusable("no case in it")
    return results


def _fields(result: ClockResult) -> dict[str, object]:
    return {
        "clock": result.clock,
        "source": result.source,
        "rules": result.rules,
        "held": result.held,
        "failures": result.failures,
        "events": result.events,
    }
