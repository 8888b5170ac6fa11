"""The store that commands of the command line open: where it lies, and reading a game's log from it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from api.cli.console import unusable
from domain import games
from domain.kernel.codec import canonical
from projections.errors import Problem
from projections.referee import Referee
from projections.store import BadStoreURL

at_option = click.option("--at", type=click.IntRange(1), help="The event, counted from 1 (the last).")
url_option = click.option("--url", default=lambda: url_of(None), help="The log (the one that `serve` uses).")


def data_directory() -> Path:
    """Where games are kept unless another place is named.

    ./ironclad-data where that exists, else `ironclad` in the user's state directory (XDG_STATE_HOME).
    """
    here = Path("ironclad-data")
    if here.is_dir():
        return here.resolve()
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "ironclad"


def url_of(directory: Path | None) -> str:
    """The URL of the log in a data directory."""
    return f"sqlite:///{(directory or data_directory()).resolve() / 'ironclad.sqlite'}"


def path_of(url: str) -> Path | None:
    """The file behind a SQLite URL, None for one in memory."""
    path = url.removeprefix("sqlite:///")
    return Path(path) if path != url and path else None


@contextmanager
def open_referee(url: str, *, exclusive: bool = False) -> Iterator[Referee]:
    """The referee of an existing log; ends with status 2 when there is none or it cannot do what is asked.

    It reads beside a server, unless it is to be `exclusive`.
    """
    path = path_of(url)
    if path is None or not path.is_file():
        unusable(f"there is no log at {url}")
    rulesets = {name: games.ruleset(name) for name in games.NAMES}
    try:
        with Referee(url, rulesets, exclusive=exclusive) as referee:
            yield referee
    except (Problem, BadStoreURL, OSError) as problem:
        unusable(str(problem))


def log_of_game(referee: Referee, game: str, timeline: str | None) -> list[tuple[str, bytes]]:
    """Stored names and bodies of a timeline's events under the rules, without the commands between them."""
    family = f"{referee.ruleset_of(game).name}."
    log: list[tuple[str, bytes]] = []
    first: int | None = 1
    while first is not None:
        page = referee.events(game, timeline, first)
        log += [(each.name, canonical(each.data)) for each in page.items if each.name.startswith(family)]
        first = int(page.next) if page.next is not None else None
    return log
