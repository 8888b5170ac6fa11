"""`ironclad projector` and `rebuild`: what is projected from the log, kept up with it or made again."""

import os
import signal
import sys
from functools import partial

import click

from ironclad.api.cli.console import bars, err, json_option, out, print_document
from ironclad.api.cli.store import open_referee, url_option
from ironclad.eventlog.store import without_password


@click.command()
@url_option
@click.option("--rebuild", is_flag=True, help="Make the list of games again first, while the old one serves.")
@json_option
def projector(url: str, rebuild: bool, as_json: bool) -> None:
    """Keep the list of games caught up with the log until interrupted, so that no server has to.

    Beside servers over PostgreSQL, or one over SQLite. Servers do without: it takes work off them. Set
    IRONCLAD_REDIS to the Redis that the servers share, and it is woken by each commit.
    """
    with open_referee(url, beside=True, redis=os.environ.get("IRONCLAD_REDIS") or None) as referee:
        if rebuild:
            with bars(as_json) as show:
                referee.upkeep.rebuild_list(partial(show, "games"))
        running = referee.upkeep.projector()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: running.stop())
        if as_json:
            print_document({"log": without_password(url), "events": referee.queries.log_size()})
        else:
            err().print(f"following {without_password(url)}; Ctrl-C stops it", markup=False, soft_wrap=True)
        sys.stdout.flush()
        running.run()


@click.command()
@url_option
@json_option
def rebuild(url: str, as_json: bool) -> None:
    """Make again from the log what is kept beside it: positions, the list of games, answered requests.

    No server may have a SQLite log meanwhile (`projector --rebuild` makes the list of games again beside
    one). Nothing of the log is changed; names and tokens stay as they are.
    """
    with open_referee(url, exclusive=True) as referee:
        with bars(as_json) as show:
            referee.upkeep.rebuild_views(partial(show, "games"))
        referee.upkeep.settle()
        size = referee.queries.log_size()
    if as_json:
        print_document({"log": without_password(url), "events": size})
    else:
        out().print(f"rebuilt from {size:,} events", markup=False)
