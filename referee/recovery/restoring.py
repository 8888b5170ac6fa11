"""Restoring a log as it was planned: the database first, in one transaction, then the notary's file.

Carried out again after it was interrupted it comes to the same: what is signed is a function of the plan.
"""

from pathlib import Path

from ironclad.eventlog import idempotency
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.notary_file import FORMAT, NotaryState, encode
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.signer import CHECKING
from ironclad.eventlog.store.append import insert_rows
from ironclad.eventlog.store.breaks import LogBreak, add_break
from ironclad.eventlog.store.checkpoints import Said, say_on
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database
from ironclad.referee.recovery.handed_in import HandedIn
from ironclad.referee.recovery.planning import Plan

_BEYOND = (
    *("DELETE FROM checkpoints WHERE size > ?", "DELETE FROM cosignatures WHERE size > ?"),
    *("DELETE FROM kept_checkpoints WHERE size > ?", "DELETE FROM kept_cosignatures WHERE size > ?"),
    *("DELETE FROM intents WHERE position > ?", "DELETE FROM breaks WHERE size > ?"),
)
_KEEP = (
    "INSERT INTO kept_checkpoints (position, size, note) VALUES (?, ?, ?) ON CONFLICT (position) DO NOTHING"
)
_PUBLISH = "INSERT INTO checkpoints (size, note) VALUES (?, ?) ON CONFLICT (size) DO NOTHING"
_FIXES_DICE = ("match.dice_anchored.1", "match.command_committed.1", "match.intent_made.1")


def restore(database: Database, plan: Plan, given: HandedIn, first_key: str, new: SigningKey) -> None:
    """Write what is planned into the database; durable on return. Nothing else may use it meanwhile."""
    database.write(lambda write: _restored(write, plan, given, first_key, new))


def _restored(write: Writer, plan: Plan, given: HandedIn, first_key: str, new: SigningKey) -> None:
    for text in _BEYOND:
        write.execute(text, (plan.size,))
    if rows := plan.rows:
        place = write.take_places(len(rows))
        insert_rows(write, "events", [(place + at, *row) for at, row in enumerate(rows)])
        write.grow(place, [row[4] for row in rows])
        idempotency.rebuild(write)
    _keep_checkpoints(write, plan, given)
    if plan.statement is None or plan.handover is None:
        return
    former = given.checkpoints[max(given.checkpoints)][1]
    add_break(write, LogBreak(plan.kept.size, str(plan.statement.sign(new)), str(former)))
    handovers = (*plan.handovers, plan.handover)
    origin = first_key.partition("+")[0]
    say_on(write, Said(origin, first_key, handovers, CHECKING, ""))


def _keep_checkpoints(write: Connection, plan: Plan, given: HandedIn) -> None:
    """The checkpoints of what was put back in its place, which show when dice were fixed."""
    fixed = sorted(event.position for event in plan.in_place if event.name in _FIXES_DICE)
    for size, (_, note) in sorted(given.checkpoints.items()):
        if not plan.size < size <= plan.kept.size:
            continue
        write.execute(_PUBLISH, (size, str(note)))
        for position in fixed:
            if position <= size:
                write.execute(_KEEP, (position, size, str(note)))


def write_notary(file: Path, plan: Plan, first_key: str, new: SigningKey) -> None:
    """Make the notary's file that of the log after the break. The one before is kept beside it.

    Raises OSError.
    """
    assert plan.handover is not None
    if file.exists():
        write_whole(file.with_name(f"{file.name}.before-{plan.kept.size}"), file.read_bytes())
    kept = Checkpoint(new.name, plan.kept.size, plan.kept.root)
    origin, handovers = first_key.partition("+")[0], [*plan.handovers, plan.handover]
    record, rest = encode(NotaryState(FORMAT, origin, first_key, handovers, str(kept.sign(new))))
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, record + rest)
