"""What commands that run files of cases share: the results, what is printed of them, the exit status."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from ironclad.api.cli.console import DID_NOT_HOLD, HELD, UNUSABLE, err, out, shown
from ironclad.api.rulebook.case_files import case_files
from ironclad.domain.kernel.cases.expectations import Unusable


class CaseResult(Protocol):
    """A case that was run: whether it held, and what differed."""

    @property
    def held(self) -> bool: ...

    @property
    def failures(self) -> Sequence[str]: ...


R = TypeVar("R", bound=CaseResult)
Broken = list[tuple[Path, str]]


def run_files(
    paths: Sequence[Path], run: Callable[[Path], Iterable[R]]
) -> tuple[list[tuple[Path, R]], Broken]:
    """The results of the cases in files or below directories, and each file that cannot be used, with why."""
    results: list[tuple[Path, R]] = []
    broken: Broken = []
    for path in case_files(list(paths)):
        try:
            results += [(path, each) for each in run(path)]
        except Unusable as wrong:
            broken.append((path, str(wrong).removeprefix(f"{path.name}: ")))
    if not results and not broken:
        broken.append((paths[0], "no case file there"))
    return results, broken


def document_of(
    results: list[tuple[Path, R]], broken: Broken, fields: Callable[[R], dict[str, object]]
) -> object:
    """The results as one JSON document; `fields` are those of a case beside its file."""
    return {
        "ok": not broken and all(result.held for _, result in results),
        "cases": [{"file": shown(path), **fields(result)} for path, result in results],
        "unusable": [{"file": shown(path), "reason": reason} for path, reason in broken],
    }


def print_results(results: list[tuple[Path, R]], broken: Broken, title: Callable[[R], str]) -> None:
    """Print what differed, what cannot be used, and how many cases hold."""
    console = out()
    for path, result in results:
        if not result.held:
            console.print(f"✗ {shown(path)}: {title(result)}", style="red", markup=False, soft_wrap=True)
            for failure in result.failures:
                console.print(f"    {failure}", markup=False, soft_wrap=True)
    for path, reason in broken:
        err().print(f"unusable: {shown(path)}: {reason}", style="red", markup=False, soft_wrap=True)
    held = sum(result.held for _, result in results)
    console.print(
        f"{held} of {len(results)} cases hold" + (f", {len(broken)} files unusable" if broken else "")
    )


def status_of(results: list[tuple[Path, R]], broken: Broken) -> int:
    """The exit status: 2 where a file cannot be used, 1 where a case does not hold, else 0."""
    failed = any(not result.held for _, result in results)
    return UNUSABLE if broken else DID_NOT_HOLD if failed else HELD
