"""`ironclad case`: play cases and print what differed."""

import sys
from collections.abc import Collection
from functools import cache
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
from ironclad.api.rulebook.case_files import case_files, read_cases
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
    results: list[tuple[Path, Result]] = []
    broken: list[tuple[Path, str]] = []
    for path in case_files(list(paths)):
        try:
            results += [(path, play_case(each)) for each in read_cases(path)]
        except Unusable as wrong:
            broken.append((path, str(wrong).removeprefix(f"{path.name}: ")))
    if not results and not broken:
        broken.append((paths[0], "no case file there"))
    if as_json:
        print_document(_document(results, broken, tell))
    else:
        if tell:
            _print_told(results)
        _print(results, broken)
    failed = any(not result.held for _, result in results)
    sys.exit(UNUSABLE if broken else DID_NOT_HOLD if failed else HELD)


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


def _document(results: list[tuple[Path, Result]], broken: list[tuple[Path, str]], tell: bool) -> object:
    return {
        "ok": not broken and all(result.held for _, result in results),
        "cases": [
            {
                "file": shown(path),
                "case": result.case,
                "ruleset": result.ruleset,
                "clauses": result.clauses,
                "held": result.held,
                "failures": result.failures,
                "events": result.events,
                **({"chronicle": result.told} if tell else {}),
            }
            for path, result in results
        ],
        "unusable": [{"file": shown(path), "reason": reason} for path, reason in broken],
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


def _print(results: list[tuple[Path, Result]], broken: list[tuple[Path, str]]) -> None:
    console = out()
    for path, result in results:
        if not result.held:
            console.print(f"✗ {shown(path)}: {result.case}", style="red", markup=False, soft_wrap=True)
            for failure in result.failures:
                console.print(f"    {failure}", markup=False, soft_wrap=True)
    for path, reason in broken:
        err().print(f"unusable: {shown(path)}: {reason}", style="red", markup=False, soft_wrap=True)
    held = sum(result.held for _, result in results)
    console.print(
        f"{held} of {len(results)} cases hold" + (f", {len(broken)} files unusable" if broken else "")
    )
