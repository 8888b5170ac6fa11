"""`ironclad serve`: everything on one machine, with nothing to install beside it."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import click

from ironclad.api.cli.console import json_option, out, print_document, unusable
from ironclad.api.cli.store import path_of, url_of
from ironclad.api.rulebook import board_sheet
from ironclad.api.serving.ports import AddressInUse, HeldPort
from ironclad.api.serving.serve import address_of, on_loopback
from ironclad.api.serving.serve import serve as run_server
from ironclad.api.serving.workers import LISTENING, Workers, WorkersFailed, follow_parent
from ironclad.api.settings import Settings, from_environment
from ironclad.domain import games
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.store import persistence_module, sqlite_path, without_password


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
@click.option(
    "--url",
    help="The log itself, instead of --data: sqlite:////absolute/path or postgresql://user@host/database.",
)
@click.option(
    "--accounts/--no-accounts",
    default=None,
    help="Whether one needs an account to play. [default: not on loopback over SQLite]",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    envvar="IRONCLAD_WORKERS",
    type=click.IntRange(1, 256),
    help="Server processes that share the port: more than one over PostgreSQL only.",
)
@click.option("--worker", is_flag=True, hidden=True, help="Serve as one of several, for a parent.")
@json_option
def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    data: Path | None,
    url: str | None,
    accounts: bool | None,
    workers: int,
    worker: bool,
    as_json: bool,
) -> None:
    """Serve the API and the page until interrupted.

    Without --data and --url the log is the one that IRONCLAD_URL names; else games are kept in
    ./ironclad-data where that exists, else in the user's state directory. Any number of servers may have a
    log in PostgreSQL; they share a secret, IRONCLAD_SECRET. docs/security.md lists what else is read from the
    environment.
    """
    if url is not None and data is not None:
        unusable("--data and --url both say where the log is: give one")
    log = url or (os.environ.get("IRONCLAD_URL") if data is None else None) or url_of(data)
    try:
        persistence_module(log)
        shared = not on_loopback(host) or not log.startswith("sqlite:")
        settings = Settings(**from_environment(_environment(accounts), shared))
        if log.startswith("sqlite:"):
            sqlite_path(log)  # before anything is made beside a log that cannot be
        if (path := path_of(log)) is not None:
            if path.is_dir():
                unusable(f"{path} is a directory, no log")
            path.parent.mkdir(parents=True, exist_ok=True)
        started = partial(_announce, log=log, as_json=as_json)
        if workers > 1 and not worker:
            if path is not None or log.startswith("sqlite:"):
                unusable("one process has a SQLite log: several workers share one in PostgreSQL")
            _run_workers(log, host, port, names, settings.accounts, workers, started)
            return
        if worker:
            follow_parent()
        run_server(
            log,
            host,
            port,
            hosts=names or settings.hosts,
            settings=settings,
            shared_port=worker,
            started=partial(_listening, (lambda _: print(LISTENING, flush=True)) if worker else started),
        )
    except AddressInUse as taken:
        unusable(f"{taken.strerror or taken}; choose another with --port")
    except (OSError, Problem, ValueError, WorkersFailed) as wrong:
        # ValueError: a bad URL or setting, a secret that was tampered with
        unusable(str(wrong))


def _run_workers(
    log: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    accounts: bool,
    count: int,
    started: Callable[[str], None],
) -> None:
    """Run workers with the same settings on one port until asked to stop.

    Raises WorkersFailed, AddressInUse.
    """
    with HeldPort(host, port) as shared:
        command = [sys.executable, "-m", "ironclad.api.cli", "serve", "--worker"]
        command += ["--host", host, "--port", str(shared.port)]
        command += [word for name in names for word in ("--name", name)]
        command += ["--accounts" if accounts else "--no-accounts"]
        environment = {**os.environ, "IRONCLAD_URL": log}  # a password in it stays out of sight
        Workers(command, environment, count).run(lambda: started(address_of(host, shared.port)))


def _listening(tell: Callable[[str], None], address: str) -> None:
    """Say that the server listens, and draw the maps meanwhile: the first who asks waits for seconds else."""
    tell(address)
    board_sheet.warm(games.rulesets().values())


def _environment(accounts: bool | None) -> Mapping[str, str]:
    """The environment, with what the command line says of accounts in its place."""
    said = {} if accounts is None else {"IRONCLAD_ACCOUNTS": "on" if accounts else "off"}
    return {**os.environ, **said}


def _announce(address: str, log: str, as_json: bool) -> None:
    """Say where to look, once the server listens."""
    if as_json:
        print_document({"page": f"{address}/", "api": f"{address}/api/v1", "log": without_password(log)})
    else:
        console = out()
        console.print(f"\n  Ironclad listens at  [bold]{address}/[/bold]", soft_wrap=True)
        console.print(
            f"  The API              {address}/api/v1   described at {address}/api/docs", soft_wrap=True
        )
        console.print(
            f"  The log              {without_password(log).removeprefix('sqlite:///')}",
            markup=False,
            soft_wrap=True,
        )
        console.print("  Ctrl-C stops it; every acknowledged command is safe.\n")
    sys.stdout.flush()
