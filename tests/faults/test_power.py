"""Power losses, simulated at the layer of files (`power/simulating.py`): nothing acknowledged is lost.

`POWER_LOSSES` says how many moments of a run are tried, the hammer's seed which; the suite tries a few.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from ironclad.eventlog.ledger.notary import NotaryError, read_notary
from ironclad.referee.checkup import Apart, examine
from tests.faults.power.simulating import Call, Disk, calls, compiled
from tests.hammer.summaries import SEED, summarize
from tests.proof.test_signer import KEY, ORIGIN
from tests.toy import TUG

LOSSES = int(os.environ.get("POWER_LOSSES", "12"))
TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    """What a run asked of its files."""
    folder = tmp_path_factory.mktemp("power")
    library = compiled(folder)
    if library is None:
        if os.environ.get("CI"):
            pytest.fail("no C compiler")
        pytest.skip("no C compiler")
    root, trace = folder / "disk", folder / "trace"
    root.mkdir()
    more = {"LD_PRELOAD": str(library), "POWER_ROOT": str(root), "POWER_TRACE": str(trace)}
    program = [sys.executable, "-m", "tests.faults.power.playing", str(root), "90"]
    subprocess.run(program, env={**os.environ, **more}, cwd=TOP, check=True, timeout=120)
    found = list(calls(trace))
    assert {each.kind for each in found} >= {"C", "W", "F", "R"}
    return found


@pytest.mark.full
def test_nothing_acknowledged_is_lost_with_the_power(recorded: list[Call], tmp_path: Path) -> None:
    lose_power(recorded, tmp_path)
    summarize(f"{LOSSES} power losses over sqlite at moments of {len(recorded)} calls: nothing lost")


@pytest.mark.full
@pytest.mark.parametrize("file", ["log.db-wal", "apart/notary"])
def test_a_file_that_is_never_flushed_is_found(file: str, recorded: list[Call], tmp_path: Path) -> None:
    lazy = [call for call in recorded if not (call.kind == "F" and call.path == file)]
    with pytest.raises((AssertionError, sqlite3.DatabaseError, NotaryError)):
        lose_power(lazy, tmp_path)


def lose_power(recorded: list[Call], tmp_path: Path) -> None:
    """Lose the power at some moments, and look at what is left each time."""
    random = Random(SEED)
    moments = sorted(random.randint(1, len(recorded)) for _ in range(LOSSES))
    disk, at = Disk(), 0
    acknowledged = {"events": 0, "signed": 0}
    for number, moment in enumerate(moments):
        for call in recorded[at:moment]:
            if call.path != "acknowledged":
                disk.take(call)
            elif call.kind == "W":
                what, size = call.data.split()
                acknowledged[what.decode()] = int(size)
        at = moment
        folder = tmp_path / f"loss-{number}"
        folder.mkdir()
        disk.lose_power(Random(f"{SEED} {number}"), folder)
        _check(folder, acknowledged, f"seed {SEED}, loss {number} at call {moment} of {len(recorded)}")
        shutil.rmtree(folder)


def _check(folder: Path, acknowledged: dict[str, int], where: str) -> None:
    database, notary = folder / "log.db", folder / "apart" / "notary"
    has = _size(database)
    assert has >= acknowledged["events"], f"{where}: {has} events are left of {acknowledged['events']}"
    record = read_notary(notary, ORIGIN) if notary.is_file() else None
    signed = 0 if record is None or record.last is None else record.last.size
    assert signed >= acknowledged["signed"], f"{where}: the notary remembers {signed}, not all that it signed"
    assert signed <= has, f"{where}: {signed} events were signed of {has}"
    if not acknowledged["events"]:
        return
    apart = Apart(KEY.verifier, notary=notary)
    found = examine(f"sqlite:///{database}", {"tug": TUG}, True, apart)
    wrong = [f"{each.check}: {each.found}" for each in found if not each.holds and each.check in _HELD]
    assert not wrong, f"{where}: {wrong}"


_HELD = ("store", "file", "schema", "log", "leaves", "checkpoints", "notary", "answers")


def _size(database: Path) -> int:
    if not database.is_file():
        return 0
    with closing(sqlite3.connect(database)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
            return 0
        found: int = connection.execute("SELECT count(*) FROM events").fetchone()[0]
        return found
