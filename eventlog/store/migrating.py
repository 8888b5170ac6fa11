"""Bringing a store's schema up to this build's, and telling when it is another build's."""

from collections.abc import Sequence

from ironclad.eventlog.errors import Unavailable
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.migrations import MIGRATIONS, MIGRATIONS_TABLE, Migration, statements


def pending(connection: Connection, scheme: str) -> Sequence[Migration]:
    """The migrations that a store with a migrations table has not had.

    Raises Unavailable for a store of a later build, or one that had a migration in another form.
    """
    applied = dict(connection.execute("SELECT name, digest FROM migrations").fetchall())
    known = {each.name: each.digest(scheme) for each in MIGRATIONS}
    if unknown := sorted(applied.keys() - known.keys()):
        raise Unavailable(
            f"the store was migrated by a later build of Ironclad ({', '.join(unknown)}): use that build"
        )
    if changed := sorted(name for name, digest in applied.items() if known[name] != digest):
        raise Unavailable(f"the store had another form of {', '.join(changed)}: another build made it")
    return [each for each in MIGRATIONS if each.name not in applied]


def migrate(connection: Connection, scheme: str) -> list[str]:
    """Apply what is pending, within the caller's transaction, and make again what was lost; names applied."""
    for statement in statements(MIGRATIONS_TABLE, scheme):
        connection.execute(statement)
    due = pending(connection, scheme)
    for migration in MIGRATIONS:
        if migration in due or migration.again:
            for statement in migration.statements(scheme):
                connection.execute(statement)
    rows = [(each.name, each.digest(scheme)) for each in due]
    connection.executemany("INSERT INTO migrations (name, digest) VALUES (?, ?)", rows)
    return [each.name for each in due]
