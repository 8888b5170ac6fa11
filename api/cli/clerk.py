"""`ironclad clerk`: finds the flags of timed games that no request meets."""

import os
import signal
import sys

import click

from ironclad.api.cli.console import err, json_option, print_document
from ironclad.api.cli.store import open_referee, url_option
from ironclad.eventlog.store import without_password


@click.command()
@url_option
@json_option
def clerk(url: str, as_json: bool) -> None:
    """Record the flags of timed games until interrupted, also while no server runs.

    Beside servers over PostgreSQL, or one over SQLite. Every server does it too; any number of clerks do no
    harm. It leaves no heartbeat: where only clerks run, players cannot move, and that is an outage.
    """
    with open_referee(url, beside=True, redis=os.environ.get("IRONCLAD_REDIS") or None) as referee:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: referee.clerk.stop())
        referee.heart.start(serves=False)
        if as_json:
            print_document({"log": without_password(url), "events": referee.queries.log_size()})
        else:
            err().print(f"sweeping {without_password(url)}; Ctrl-C stops it", markup=False, soft_wrap=True)
        sys.stdout.flush()
        referee.clerk.run()
