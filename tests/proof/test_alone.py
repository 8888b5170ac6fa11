"""The ledger's core needs no other part: a verifier has no database and no server."""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
MODULES = sorted(each.stem for each in (TOP / "eventlog" / "ledger").glob("[a-z]*.py"))
NOT_NEEDED = {"sqlite3", "psycopg", "redis", "eventsourcing", "flask", "granian", "click"}


def test_it_loads_no_database_and_no_server() -> None:
    assert "proofs" in MODULES
    names = [f"ironclad.eventlog.ledger.{each}" for each in MODULES] + ["ironclad.eventlog.store.leaf"]
    program = f"import sys, {', '.join(names)}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, check=True
    )
    assert not {each.partition(".")[0] for each in done.stdout.split()} & NOT_NEEDED
