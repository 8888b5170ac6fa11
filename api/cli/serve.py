"""`ironclad serve`: everything on one machine, with nothing to install beside it."""

import sys
from pathlib import Path

import click
import structlog

from api.cli.console import json_option, out, print_document, unusable
from api.cli.store import path_of, url_of
from api.serve import AddressInUse
from api.serve import serve as run_server
from projections.errors import Problem
from projections.store.database import sqlite_path


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65_535), help="0 takes a free one."
)
@click.option(
    "--name", "names", multiple=True, help="A host name under which it may be asked (again for more)."
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="The directory that holds the log."
)
@click.option("--url", help="The log itself, instead of --data: sqlite:////absolute/path.")
@json_option
def serve(
    host: str, port: int, names: tuple[str, ...], data: Path | None, url: str | None, as_json: bool
) -> None:
    """Serve the API and the page over a SQLite log until interrupted.

    Without --data, games are kept in ./ironclad-data where that exists, else in the user's state directory.
    """
    if url is not None and data is not None:
        unusable("--data and --url both say where the log is: give one")
    log = url or url_of(data)
    if not log.startswith("sqlite:"):
        unusable("this version keeps its log in SQLite: a URL starts with sqlite:///")
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    try:
        sqlite_path(log)  # before anything is made beside a log that cannot be
        if (path := path_of(log)) is not None:
            if path.is_dir():
                unusable(f"{path} is a directory, no log")
            path.parent.mkdir(parents=True, exist_ok=True)
        run_server(log, host, port, hosts=names, started=lambda address: _announce(address, log, as_json))
    except AddressInUse as taken:
        unusable(f"{taken.strerror or taken}; choose another with --port")
    except (OSError, Problem, ValueError) as wrong:  # ValueError: a bad URL, a secret that was tampered with
        unusable(str(wrong))


def _announce(address: str, log: str, as_json: bool) -> None:
    """Say where to look, once the server listens."""
    if as_json:
        print_document({"page": f"{address}/", "api": f"{address}/api/v1", "log": log})
    else:
        console = out()
        console.print(f"\n  Ironclad stands at   [bold]{address}/[/bold]", soft_wrap=True)
        console.print(
            f"  The API              {address}/api/v1   described at {address}/api/docs", soft_wrap=True
        )
        console.print(
            f"  The log              {log.removeprefix('sqlite:///')}", markup=False, soft_wrap=True
        )
        console.print("  Ctrl-C stops it; every acknowledged command is safe.\n")
    sys.stdout.flush()
