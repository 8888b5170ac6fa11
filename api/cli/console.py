"""What every command shares: where it prints, how it ends, and progress that only a terminal sees."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ironclad import domain
from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.engine.ruleset import Ruleset

HELD, DID_NOT_HOLD, UNUSABLE, NOT_ANCHORED, WAITS = 0, 1, 2, 3, 4
PIPE_WIDTH = 160  # characters

T = TypeVar("T")

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)


def out() -> Console:
    """The console for results; a new one each time, so that it follows a redirected standard output.

    A file or a pipe has no width: tables get room there.
    """
    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def err() -> Console:
    """The console for complaints and progress."""
    return Console(stderr=True, highlight=False)


def print_document(document: object) -> None:
    """Print one JSON document, indented, UTF-8."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2)
    click.echo(text.decode())


def unusable(reason: str) -> NoReturn:
    """Say why the arguments cannot be used, and end with status 2."""
    err().print(f"ironclad: {reason}", style="red", markup=False, soft_wrap=True)
    sys.exit(UNUSABLE)


def find_ruleset(name: str) -> Ruleset[Any]:
    """The ruleset of that name; ends with status 2 when this build has none."""
    try:
        return games.ruleset(name)
    except UnknownName as unknown:
        unusable(str(unknown))


def progress(items: Iterable[T], total: int, what: str, quiet: bool) -> Iterator[T]:
    """Go through the items, with a bar on standard error if that is a terminal and `quiet` is false."""
    if (shown := _bars(quiet)) is None:
        yield from items
        return
    with shown:
        yield from shown.track(items, total=total, description=what)


@contextmanager
def bars(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Gives a function that shows a part of some work: its name, how much is done, and how much there is."""
    if (shown := _bars(quiet)) is None:
        yield lambda what, done, total: None
        return
    tasks: dict[str, TaskID] = {}

    def show(what: str, done: int, total: int) -> None:
        if what not in tasks:
            tasks[what] = shown.add_task(what, total=total)
        shown.update(tasks[what], completed=done, total=total)

    with shown:
        yield show


def _bars(quiet: bool) -> Progress | None:
    """Bars on standard error, where somebody sees them."""
    console = err()
    if quiet or not console.is_terminal:
        return None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)


def checkout() -> Path:
    """The directory that holds domain/, and in a checkout tests/ too."""
    return Path(domain.__file__).resolve().parents[1]


def shown(path: Path) -> str:
    """A path as a reader wants it: from the checkout's top where it lies there."""
    path = path.resolve()
    return path.relative_to(checkout()).as_posix() if path.is_relative_to(checkout()) else str(path)
