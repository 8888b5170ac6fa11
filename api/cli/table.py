"""`ironclad table`: the page of this install, against a service elsewhere."""

import os
from pathlib import Path

import click

from ironclad.api.cli.console import out, unusable
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.serving.own_table import Remote, TableServer, cookie_file

PORT = 8765


@click.command()
@click.argument("url")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65_535))
@click.option(
    "--cookies",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keeps the seats that are taken here. [default: below the user's directory for state]",
)
def table(url: str, port: int, cookies: Path | None) -> None:
    """Serve the page from this install, for games of the service at URL.

    For players who do not trust the page that the service gives out: all that runs in the browser comes from
    here, and only calls of the API go to URL. Keep the port: the browser keeps keys and dice chains by it.
    """
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    try:
        remote = Remote(url.rstrip("/"), cookies or cookie_file(url.rstrip("/"), state))
        server = TableServer(port, remote, installed())
    except (ValueError, OSError) as wrong:
        unusable(str(wrong))
    with server:
        out().print(f"The table of {remote.origin} at {server.address}", markup=False, soft_wrap=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
