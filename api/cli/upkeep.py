"""Looking after a store: `ironclad migrate`, `ironclad copy` and `ironclad doctor`."""

import os
import sys

import click

from ironclad.api.cli.console import DID_NOT_HOLD, bars, json_option, out, print_document, unusable
from ironclad.api.cli.store import UNUSABLE_STORE, log_there, url_option
from ironclad.api.serving.secret import examine as examine_secret
from ironclad.api.serving.secret import position_key_for
from ironclad.api.serving.signing import apart_of
from ironclad.domain import games
from ironclad.eventlog.copying import copy as copy_log
from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.store import without_password
from ironclad.eventlog.store.database import grant_role, migrate_store
from ironclad.eventlog.store.hold import Hold
from ironclad.referee.checkup import Finding, examine, examine_redis


@click.command()
@url_option
@click.option("--role", help="A role of PostgreSQL for the servers: of the log it may add and read only.")
@json_option
def migrate(url: str, role: str | None, as_json: bool) -> None:
    """Bring a store's tables up to this build's, and make again those that are lost; no event is changed.

    PostgreSQL asks for it before a new build is served; several at once do no harm. SQLite does the same
    whenever a log is opened. With --role a role of the database gets what servers need, and no more.
    """
    if role is not None and not url.startswith("postgresql:"):
        unusable("--role is for PostgreSQL")
    try:
        with as_problems():
            applied = migrate_store(url)
            if role is not None:
                grant_role(url, role)
    except UNUSABLE_STORE as wrong:
        unusable(str(wrong))
    if as_json:
        print_document({"log": without_password(url), "applied": applied})
    else:
        out().print("\n".join(f"applied {name}" for name in applied) or "nothing to apply", markup=False)


@click.command()
@click.argument("source", metavar="FROM-URL")
@click.argument("target", metavar="TO-URL")
@json_option
def copy(source: str, target: str, as_json: bool) -> None:
    """Copy a whole log, with what is beside it that cannot be made again, to a store that has none.

    Every event keeps its position, and is compared before the copy is committed: it is there whole or not at
    all. What is appended to the source after the copy has begun is not in it, so stop its servers first.
    """
    try:
        if not log_there(source):
            unusable(f"there is no log at {without_password(source)}")
        with as_problems(), Hold(target), bars(as_json) as show:
            counts = copy_log(source, target, show)
    except UNUSABLE_STORE as wrong:
        unusable(str(wrong))
    if as_json:
        shown = {"from": without_password(source), "to": without_password(target)}
        print_document({**shown, "rows": counts})
    else:
        for name, count in counts.items():
            out().print(f"{count:>12,} {name}", markup=False)


@click.command()
@url_option
@click.option("--deep", is_flag=True, help="Read every event and all that is signed of them.")
@json_option
def doctor(url: str, deep: bool, as_json: bool) -> None:
    """Check a store, point by point, and say what to do about what does not hold. Nothing is changed.

    With the environment of the servers the log's key, the notary's file, the witnesses' lines, the secret and
    Redis are checked too.

    The store is looked at as it is at one moment, beside servers that go on. Ends with 1 if something does
    not hold.
    """
    found: list[Finding] = []
    try:
        apart, position_key = apart_of(url), position_key_for(url)
    except (OSError, ValueError) as wrong:
        unusable(str(wrong))
    for finding in examine(url, games.rulesets(), deep, apart, position_key):
        found.append(finding)
        _say(finding, as_json)
    if (kept := examine_secret(url)) is not None:
        file, wrong = kept
        advice = "" if wrong is None else "its owner alone needs it: chmod 600, 32 bytes or more"
        found.append(Finding("secret", wrong is None, wrong or str(file), advice))
        _say(found[-1], as_json)
    if redis := os.environ.get("IRONCLAD_REDIS"):
        found.append(examine_redis(redis))
        _say(found[-1], as_json)
    if as_json:
        print_document({"log": without_password(url), "checks": found})
    sys.exit(DID_NOT_HOLD if any(not each.holds for each in found) else 0)


def _say(finding: Finding, as_json: bool) -> None:
    if not as_json:
        said = f"ok      {finding.check:<10} {finding.found}"
        if not finding.holds:
            said = f"not ok  {finding.check:<10} {finding.found}: {finding.advice}"
        out().print(said, markup=False, soft_wrap=True)
