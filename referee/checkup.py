"""A look at a store, point by point: what does not hold, and what to do about it. Nothing is changed."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError
from redis import RedisError

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import COMMAND_ACCEPTED
from ironclad.eventlog import idempotency
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.recheck import recheck_on
from ironclad.eventlog.store import BadStoreURL, without_password
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import look_at, tables
from ironclad.eventlog.store.migrating import pending
from ironclad.eventlog.store.migrations import MIGRATIONS
from ironclad.referee.cache import connecting
from ironclad.referee.findings import REBUILD, RESTORE, Finding, finding
from ironclad.referee.proof.examining import (
    Apart,
    Remembered,
    collect_claims,
    examine_checkpoints,
    examine_cosignatures,
    examine_signing,
    remembered,
)
from ironclad.referee.stored_positions import PositionKey, tag_of, thawed

__all__ = ["Apart", "Finding", "examine", "examine_redis"]

_KEPT_TRIED = 20
_CLOCK_SECONDS = 5.0
_NAMED = 10  # streams or lines that a finding names
_SOUND = "is the URL right, and the database there and sound?"
_MADE = re.compile(r"CREATE (?:OR REPLACE )?(TABLE|TRIGGER|FUNCTION) (?:IF NOT EXISTS )?(\w+)")

_THERE = {
    "sqlite": "SELECT 'TRIGGER', name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT 'TRIGGER', tgname::text FROM pg_trigger"
    " WHERE tgrelid = to_regclass('events') AND tgenabled = 'A'"
    " UNION ALL SELECT 'FUNCTION', proname::text FROM pg_proc"
    " WHERE pronamespace = current_schema()::regnamespace",
}
_BROKEN_STREAMS = (
    "SELECT stream FROM events GROUP BY stream HAVING count(*) <> max(version) - min(version) + 1"
    " ORDER BY min(position) LIMIT ?"
)
_TURNED_STREAMS = (
    "SELECT DISTINCT stream FROM (SELECT stream, version, lag(version) OVER"
    " (PARTITION BY stream ORDER BY position) AS before FROM events) AS each WHERE version < before LIMIT ?"
)
_MAY_WRITE = (
    "SELECT current_user::text, bool_and(has_table_privilege(c.oid, 'INSERT')),"
    " bool_and(has_table_privilege(c.oid, 'UPDATE') OR c.relname = 'events')"
    " FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace"
    " AND c.relname NOT IN ('migrations', 'breaks')"
)
_LISTED = "SELECT count(*) FROM games_list"
_OPENED = "SELECT count(*) FROM events WHERE name LIKE 'match.game_opened.%' AND position <= ?"
_KEPT = "SELECT stream, version, name, body FROM stored_positions ORDER BY version DESC LIMIT ?"
_LAST_ACCEPTED = "SELECT body FROM events WHERE name = ? ORDER BY position DESC LIMIT 1"


class _Told(msgspec.Struct):
    """When a command was accepted."""

    at: str


def examine(
    url: str,
    rulesets: Mapping[str, Ruleset[Any]],
    deep: bool = False,
    apart: Apart | None = None,
    position_key: PositionKey | None = None,
) -> Iterator[Finding]:
    """Check the store at a URL, and what is signed of it with what is known `apart` from it.

    `deep` reads every event and every stored position, whose codes are checked with `position_key`. Every
    check is carried out, whatever the one before it found, unless the store cannot be opened or its schema is
    not this build's.
    """
    apart = apart or Apart()
    notary = remembered(apart)
    try:
        with look_at(url) as connection:
            yield Finding("store", True, without_password(url))
            scheme = url.partition(":")[0]
            schema = _schema(connection, scheme)
            yield schema
            checks: list[Callable[[], Iterator[Finding]]] = [lambda: _server(connection, scheme, deep)]
            if schema.holds:
                checks += [
                    lambda: _rights(connection, scheme),
                    lambda: _log(connection, scheme),
                    lambda: examine_signing(connection, apart, notary),
                    lambda: _deep(connection, apart, notary) if deep else iter(()),
                    lambda: _beside(connection, rulesets, position_key, deep),
                    lambda: _clock(connection, scheme),
                ]
            for check in checks:
                try:
                    yield from check()
                except PersistenceError as wrong:
                    yield Finding("store", False, str(wrong), _SOUND)
    except (PersistenceError, BadStoreURL, Problem) as wrong:
        yield Finding("store", False, str(wrong), _SOUND)


def _schema(connection: Connection, scheme: str) -> Finding:
    advice = "run `ironclad migrate`"
    there = {("TABLE", name) for name in tables(connection, scheme)}
    if ("TABLE", "migrations") not in there:
        return Finding("schema", False, "the store has no schema of this build", advice)
    try:
        due = pending(connection, scheme)
    except Problem as other:
        return Finding("schema", False, str(other), "what is in it was not looked at")
    if due:
        return Finding("schema", False, f"not applied: {', '.join(each.name for each in due)}", advice)
    texts = [text for each in MIGRATIONS for text in each.statements(scheme)]
    wanted = {made for text in texts for made in _MADE.findall(text)}
    there.update(connection.execute(_THERE[scheme]).fetchall())
    if lost := wanted - there:
        names = ", ".join(sorted(f"{kind.lower()} {name}" for kind, name in lost))
        return Finding("schema", False, f"lost or disabled: {names}", advice)
    return Finding("schema", True, f"{len(MIGRATIONS)} migrations, {len(wanted)} tables and triggers")


def _server(connection: Connection, scheme: str, deep: bool) -> Iterator[Finding]:
    """What the database says of itself."""
    if scheme == "sqlite":
        look = "integrity_check" if deep else "quick_check"
        said = "; ".join(row[0] for row in connection.execute(f"PRAGMA {look}").fetchall()[:_NAMED])
        yield finding("file", None if said == "ok" else said, f"{look} ok", "restore the file from a copy")
        return
    shown = {name: connection.execute(f"SHOW {name}").fetchone()[0] for name in _SETTINGS}
    wrong = [f"{name} is {value}" for name, value in shown.items() if value not in _SETTINGS[name]]
    well = ", ".join(f"{name} {value}" for name, value in shown.items())
    yield finding("settings", ", ".join(wrong) or None, well, "set them in postgresql.conf")


_SETTINGS = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
    "server_encoding": ("UTF8",),
}


def _rights(connection: Connection, scheme: str) -> Iterator[Finding]:
    """Whether the user of the checkup might write, too: a server is to be given the same user."""
    if scheme == "postgresql":
        user, *may = connection.execute(_MAY_WRITE).fetchone()
        lacks = None if all(may) else f"{user} may not write to every table"
        yield finding("rights", lacks, f"{user} may write", "grant it, or look as the servers' own user")


def _log(connection: Connection, scheme: str) -> Iterator[Finding]:
    """The log itself: its places, and the versions of its streams."""
    count, first, last = connection.execute(
        "SELECT count(*), min(position), max(position) FROM events"
    ).fetchone()
    wrong = []
    if count and (first, last) != (1, count):
        wrong.append(f"{count:,} events are from {first:,} to {last:,}")
    streams = [row[0] for row in connection.execute(_BROKEN_STREAMS, (_NAMED + 1,)).fetchall()]
    if streams:
        more = " and others" if len(streams) > _NAMED else ""
        wrong.append(f"the versions of {', '.join(streams[:_NAMED])}{more} have a gap")
    if scheme == "postgresql":
        head = connection.execute("SELECT position FROM head").fetchall()
        if head != [(count,)]:
            wrong.append(f"the head says {head}, the last event is {count:,}")
    yield finding("log", "; ".join(wrong), f"{count:,} events without a gap", RESTORE)


def _deep(connection: Connection, apart: Apart, notary: Remembered) -> Iterator[Finding]:
    """Every event, and every checkpoint that is known of them."""
    claims = collect_claims(connection, notary)
    found = recheck_on(connection, None, sizes=claims.sizes)
    wrong = list(found.faults)
    streams = [row[0] for row in connection.execute(_TURNED_STREAMS, (_NAMED,)).fetchall()]
    if streams:
        wrong.append(f"events of {', '.join(streams)} are not in their order")
    yield finding("leaves", "; ".join(wrong), f"{found.size:,} leaves made again", RESTORE)
    yield examine_checkpoints(claims, found)
    yield examine_cosignatures(connection, apart.cosigners)


def _beside(
    connection: Connection, rulesets: Mapping[str, Ruleset[Any]], key: PositionKey | None, deep: bool
) -> Iterator[Finding]:
    """What is kept beside the log, and can be made again from it."""
    lost = None
    if not idempotency.is_whole(connection):
        lost = "the log's first or last command is not in the index"
    elif deep and (missing := idempotency.first_missing(connection)) is not None:
        lost = f"the command at {missing} is not in the index"
    yield finding("answers", lost, "the index of answered requests is whole", REBUILD)
    row = connection.execute("SELECT position FROM tracking WHERE application = 'games_list'").fetchone()
    taken = row[0] if row is not None else 0
    listed = connection.execute(_LISTED).fetchone()[0]
    opened = connection.execute(_OPENED, (taken,)).fetchone()[0]
    wrong = None if listed == opened else f"{listed:,} games are listed of {opened:,}"
    yield finding("games", wrong, f"{listed:,} games listed", REBUILD)
    yield _kept(connection, rulesets, key, deep)


def _kept(
    connection: Connection, rulesets: Mapping[str, Ruleset[Any]], key: PositionKey | None, deep: bool
) -> Finding:
    """Whether stored positions have their codes, thaw, and freeze to what they were: the last few, or all."""
    tried, wrong = 0, []
    for stream, version, tag, body in connection.execute(_KEPT, (2**62 if deep else _KEPT_TRIED,)):
        ruleset = rulesets.get(tag.partition("/")[0])
        if ruleset is None or tag != tag_of(ruleset):
            continue  # of another build: it is passed over there, too
        tried += 1
        position = thawed(key, ruleset, stream, version, body)
        if position is None or ruleset.storage.to_document(
            ruleset.storage.thaw(ruleset.storage.freeze(position))
        ) != (ruleset.storage.to_document(position)):
            wrong.append(f"{stream} at {version}")
    more = f" and {len(wrong) - _NAMED:,} more" if len(wrong) > _NAMED else ""
    bad = f"not as this service stored them: {', '.join(wrong[:_NAMED])}{more}" if wrong else None
    unchecked = "" if key is not None or not tried else ", their codes not checked: the secret is not here"
    return finding("positions", bad, f"{tried:,} stored positions hold{unchecked}", REBUILD)


def _clock(connection: Connection, scheme: str) -> Iterator[Finding]:
    """Whether this machine's clock goes with the database's, and with the log's last command."""
    now, wrong = datetime.now(UTC), None
    if scheme == "postgresql":
        there = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()[0]
        if abs(there - now.timestamp()) > _CLOCK_SECONDS:
            wrong = f"the database's clock is {there - now.timestamp():+.0f} seconds from this machine's"
    row = connection.execute(_LAST_ACCEPTED, (COMMAND_ACCEPTED,)).fetchone()
    if row is not None and wrong is None:
        try:
            at = datetime.fromisoformat(msgspec.json.decode(row[0], type=_Told).at)
            ahead = (at - now).total_seconds()
        except (msgspec.DecodeError, ValueError, TypeError):
            yield Finding("clock", False, "the log's last command does not say when it was given", RESTORE)
            return
        if ahead > _CLOCK_SECONDS:
            wrong = f"the last command was given {ahead:.0f} seconds from now"
    yield finding("clock", wrong, f"{now:%Y-%m-%d %H:%M:%S} UTC", "set the clocks by a time server")


def examine_redis(url: str) -> Finding:
    """Whether the Redis that a service is to use answers."""
    try:
        with connecting.client(url, socket_timeout=2, socket_connect_timeout=2) as asked:
            asked.ping()
    except (RedisError, BadStoreURL, OSError) as wrong:
        return Finding("redis", False, str(wrong), "start it, or unset IRONCLAD_REDIS: it is not needed")
    return Finding("redis", True, without_password(url))
