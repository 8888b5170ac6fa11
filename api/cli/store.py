"""The store that commands of the command line open: where it lies, and reading a game's log from it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ironclad.api.cli.console import unusable
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving.secret import position_key_for, seal_key_for
from ironclad.api.serving.signing import signing_for
from ironclad.domain import games
from ironclad.eventlog.errors import Problem, as_problems
from ironclad.eventlog.store import BadStoreURL, without_password
from ironclad.eventlog.store.database import look_at, tables

at_option = click.option("--at", type=click.IntRange(1), help="The event, counted from 1 (the last).")
url_option = click.option(
    "--url",
    envvar="IRONCLAD_URL",
    default=lambda: url_of(None),
    help="The log: sqlite:///file or postgresql://user@host/database (IRONCLAD_URL, else the one that"
    " `serve` uses).",
)
UNUSABLE_STORE = (Problem, BadStoreURL, OSError, ValueError)


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
    """The file behind a SQLite URL, None for one in memory or in a server."""
    path = url.removeprefix("sqlite:///")
    return Path(path) if path != url and path else None


def log_there(url: str) -> bool:
    """Whether there is a log at a URL at all. Raises BadStoreURL, Unavailable."""
    if url.startswith("sqlite:"):
        path = path_of(url)
        return path is not None and path.is_file()
    with as_problems(), look_at(url) as connection:
        return "events" in tables(connection, url.partition(":")[0])


@contextmanager
def open_referee(
    url: str, *, exclusive: bool = False, make: bool = False, signs: bool = False, **more: Any
) -> Iterator[Service]:
    """The referee of an existing log (or one that it may `make`); ends with status 2 where it cannot be.

    It reads beside a server, unless it is to be `exclusive`; one that `signs` has the log's key, and signs
    the log while no server does. It has the master key of what games hide, if that is to be had here: without
    it running games that hide something cannot be read. `more` goes to the referee.
    """
    rulesets = games.rulesets()
    try:
        if not make and not log_there(url):
            unusable(f"there is no log at {without_password(url)}")
        if signs:
            more["signing"] = replace(signing_for(url), aside=True)
        more.setdefault("seal_key", seal_key_for(url))
        more.setdefault("position_key", position_key_for(url))
        with Service(url, rulesets, ServiceSettings(exclusive=exclusive, **more)) as referee:
            yield referee
    except UNUSABLE_STORE as problem:
        unusable(str(problem))
