"""`ironclad restore`: a log from a backup continues from there, with a signed break."""

import os
import secrets
from pathlib import Path

import click
import msgspec

from ironclad.api.cli.console import json_option, out, print_document, unusable
from ironclad.api.cli.store import UNUSABLE_STORE, log_there, url_option
from ironclad.api.serving.secret import dice_key_for, seal_key_for
from ironclad.api.serving.secret_files import make_once
from ironclad.api.serving.signing import apart_of, key_file, notary_place
from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.notary import NotaryError, NotaryRecord, read_notary
from ironclad.eventlog.ledger.notary_file import decode
from ironclad.eventlog.ledger.notes import KEY_BYTES, SigningKey, read_signing_key
from ironclad.eventlog.store import without_password
from ironclad.eventlog.store.database import look_at, open_database
from ironclad.eventlog.store.hold import Hold
from ironclad.eventlog.store.migrating import pending
from ironclad.referee.recovery.handed_in import HandedIn
from ironclad.referee.recovery.masters import Masters, examine_masters
from ironclad.referee.recovery.planning import Keys, Plan, plan
from ironclad.referee.recovery.restoring import restore as restore_log
from ironclad.referee.recovery.restoring import write_notary

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@url_option
@click.option("--reason", default="", help="Why the log lost events, in one line; everybody can read it.")
@click.option("--name", default="", help="The log's name from now on (the one before, and a number).")
@click.option(
    "--bundle", "bundles", multiple=True, type=_FILE, help="A bundle that a player has of later events."
)
@click.option(
    "--checkpoint", "notes", multiple=True, type=_FILE, help="A receipt or a checkpoint, or an audit's file."
)
@click.option("--former-key", type=_FILE, help="The key that was in force at the backup, if it was replaced.")
@click.option("--yes", is_flag=True, help="Do it; else it is said what would be done, and nothing changes.")
@json_option
def restore(
    url: str,
    reason: str,
    name: str,
    bundles: tuple[Path, ...],
    notes: tuple[Path, ...],
    former_key: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Continue a log that was restored from a backup, and say in it what was lost.

    The database is the backup; the log's key and the notary's file are the newest. Without --yes nothing is
    changed. What players hand in is put back first. What is lost then is signed as a break, and the
    log has another name and key from there on, which the old key hands over to. No server may run.
    """
    try:
        if not log_there(url):
            unusable(f"there is no log at {without_password(url)}")
        files = _Files.at(url)
        record, handovers = files.notary_record()
        given = HandedIn()
        for file in bundles:
            given.take_bundle(file, record.history)
        for file in notes:
            given.take_note(file, record.history)
        old = files.key if former_key is None else _read_key(former_key)
        keys = Keys(old, files.next_key(name or _next_name(record), yes), reason or "it was restored")
        with as_problems(), Hold(url):
            with look_at(url) as read:
                if pending(read, url.partition(":")[0]):
                    unusable("the backup is an earlier build's: run `ironclad migrate` first")
                found = plan(read, record, handovers, given, keys)
                masters = examine_masters(read, seal_key_for(url), dice_key_for(url))
            if yes:
                _carry_out(url, found, given, keys, files, str(record.history.keys[0]))
    except UNUSABLE_STORE as wrong:
        unusable(str(wrong))
    _say(found, masters, keys, files, yes, as_json)


class _Files(msgspec.Struct):
    """The files of a log apart from its database."""

    url: str
    key_file: Path
    key: SigningKey
    notary: Path

    @classmethod
    def at(cls, url: str) -> "_Files":
        """Raises ValueError, OSError."""
        apart, file = apart_of(url), key_file(url, os.environ.get("IRONCLAD_LOG_KEY_FILE", ""))
        if file is None or apart.key is None or apart.notary is None:
            raise ValueError(apart.wrong or "name the log's key (IRONCLAD_LOG_KEY_FILE)")
        return cls(url, file, _read_key(file), apart.notary)

    def notary_record(self) -> tuple[NotaryRecord, list[str]]:
        """What the notary's file says, with its handovers. Raises ValueError."""
        try:
            found = read_notary(self.notary, self.key.name)
        except NotaryError as wrong:
            raise ValueError(str(wrong)) from wrong
        if found is None:
            raise ValueError(f"{self.notary} is not there: put its newest copy back, it says what was signed")
        return found, decode(self.notary.read_bytes()).handovers

    def next_key(self, name: str, keep: bool) -> SigningKey:
        """The key that follows: the one that an interrupted restore made, or another one."""
        file = self.key_file.with_name(f"{self.key_file.name}.restored")
        if file.exists():
            return _read_key(file)
        made = SigningKey(name, secrets.token_bytes(KEY_BYTES))
        if keep:
            make_once(file, f"{made.encoded()}\n".encode())
        return made


def _read_key(file: Path) -> SigningKey:
    return read_signing_key(file.read_bytes().decode().strip())


def _next_name(record: NotaryRecord) -> str:
    return f"{record.history.origin}/{len({key.name for key in record.history.keys}) + 1}"


def _carry_out(url: str, found: Plan, given: HandedIn, keys: Keys, files: _Files, first_key: str) -> None:
    """The database, the notary's file, the key: in this order, so that it can be done again."""
    database = open_database(url)
    try:
        restore_log(database, found, given, first_key, keys.new)
    finally:
        database.close()
    made = files.key_file.with_name(f"{files.key_file.name}.restored")
    if found.statement is None:
        made.unlink(missing_ok=True)
        return
    place = notary_place(url, files.key_file, keys.new.name)
    write_notary(place.file, found, first_key, keys.new)
    former = files.key_file.with_name(f"{files.key_file.name}.until-{found.kept.size}")
    write_whole(former, files.key_file.read_bytes())
    os.replace(made, files.key_file)


def _say(found: Plan, masters: Masters, keys: Keys, files: _Files, done: bool, as_json: bool) -> None:
    before = None if found.before is None else found.before.size
    document = {
        "done": done,
        "events": found.size,
        "put_back": len(found.in_place),
        "replayed": len(found.replayed),
        "kept": found.kept.size,
        "before": before,
        "lost": found.lost,
        "games": found.games,
        "lost_seals": masters.lost_seals,
        "lost_chains": masters.lost_chains,
        "name": keys.new.name if found.statement is not None else keys.old.name,
    }
    if as_json:
        print_document(document)
        return
    for line in [*_lost_keys(masters), *_lines(found, keys, files, done)]:
        out().print(line, markup=False, soft_wrap=True)


def _lost_keys(masters: Masters) -> list[str]:
    """What is wrong with the master keys that are here."""
    lines = []
    if masters.lost_seals:
        lines.append(f"WRONG SEAL KEY: {masters.lost_seals:,} of the last games cannot continue.")
    if masters.lost_chains:
        lines.append(f"WRONG DICE KEY: {masters.lost_chains:,} chains of the last games are not from it.")
    return lines


def _lines(found: Plan, keys: Keys, files: _Files, done: bool) -> list[str]:
    will = "" if done else "would be "
    lines = [f"The database has {found.size:,} events of {found.games:,} games."]
    if found.in_place:
        lines.append(f"{len(found.in_place):,} events of players' bundles {will}put back where they were.")
    if found.statement is None:
        return [*lines, "Nothing is lost: the log continues its last checkpoint. Serve it."]
    before = found.before.size if found.before is not None else 0
    if found.replayed:
        lines.append(f"{len(found.replayed):,} events of players' bundles {will}replayed after them.")
    lines += [
        f"The largest signed checkpoint is of {before:,} events: {found.lost:,} events are lost.",
        f"The log {will}broken at {found.kept.size:,} events, and called {keys.new.name} from there on.",
        "A running game continues when both of its seats agree on a rewind (to its last event, or earlier).",
    ]
    if not done:
        return [*lines, "Nothing was changed. Do it with --yes; add --bundle for what players have."]
    return [
        *lines,
        f"The key {keys.new.verifier} is in {files.key_file}; the one before is beside it.",
        f"Set IRONCLAD_LOG_ORIGIN to {keys.new.name} where it is set; give witnesses the new key.",
        "Then `ironclad doctor --deep`, and serve.",
    ]
