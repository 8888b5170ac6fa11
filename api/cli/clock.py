"""`ironclad clock`: run clock cases and print what differed."""

import sys
from pathlib import Path

import click

from ironclad.api.cli.console import (
    DID_NOT_HOLD,
    HELD,
    UNUSABLE,
    err,
    json_option,
    out,
    print_document,
    shown,
)
from ironclad.api.rulebook.case_files import case_files, documents
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.match.clocks.case_run import ClockResult, run
from ironclad.domain.match.clocks.cases import ClockCase

Results = list[tuple[Path, ClockResult]]
Broken = list[tuple[Path, str]]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@json_option
def clock(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the clock cases in FILES (or below directories) and print what differed.

    Ends with 1 when a case does not hold, with 2 when one cannot be used.
    """
    results: Results = []
    broken: Broken = []
    for path in case_files(list(paths)):
        try:
            results += [(path, each) for each in run_file(path)]
        except Unusable as wrong:
            broken.append((path, str(wrong).removeprefix(f"{path.name}: ")))
    if not results and not broken:
        broken.append((paths[0], "no case file there"))
    if as_json:
        print_document(_document(results, broken))
    else:
        _print(results, broken)
    failed = any(not result.held for _, result in results)
    sys.exit(UNUSABLE if broken else DID_NOT_HOLD if failed else HELD)


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


def _document(results: Results, broken: Broken) -> object:
    return {
        "ok": not broken and all(result.held for _, result in results),
        "cases": [
            {
                "file": shown(path),
                "clock": result.clock,
                "source": result.source,
                "rules": result.rules,
                "held": result.held,
                "failures": result.failures,
                "events": result.events,
            }
            for path, result in results
        ],
        "unusable": [{"file": shown(path), "reason": reason} for path, reason in broken],
    }


def _print(results: Results, broken: Broken) -> None:
    console = out()
    for path, result in results:
        if not result.held:
            console.print(f"✗ {shown(path)}: {result.clock}", style="red", markup=False, soft_wrap=True)
            for failure in result.failures:
                console.print(f"    {failure}", markup=False, soft_wrap=True)
    for path, reason in broken:
        err().print(f"unusable: {shown(path)}: {reason}", style="red", markup=False, soft_wrap=True)
    held = sum(result.held for _, result in results)
    console.print(
        f"{held} of {len(results)} cases hold" + (f", {len(broken)} files unusable" if broken else "")
    )
