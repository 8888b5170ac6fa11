"""An upgrade from version 0.13 and a way back, by the page."""

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.api.running import ROOT, served
from tests.api.test_data_of_0_13 import DATA, SERVE, told
from tests.proof.over_http import OwnDice
from tests.proof.parties import OwnChain
from tests.walks.page import Walk
from tests.walks.test_disaster import bundle

pytestmark = pytest.mark.full

EARLIER = """
from ironclad.eventlog.store import migrations
migrations.MIGRATIONS = migrations.MIGRATIONS[:-1]
from ironclad.api.cli import main
main()
"""
"""A build that does not know the newest migration yet."""


def test_an_upgrade_and_the_way_back(tmp_path: Path) -> None:
    with tarfile.open(DATA / "sqlite.tar.xz") as packed:
        packed.extractall(tmp_path / "data", filter="data")
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    database = data / "ironclad.sqlite"
    environment = {"IRONCLAD_URL": f"sqlite:///{database}", "XDG_STATE_HOME": str(tmp_path / "state")}
    places = {"/var/lib/ironclad": str(data), "/backup/": f"{backups}/", "/backup": str(backups)}
    walk = Walk("Stopping, and new builds", tmp_path, places, environment)
    walk.run("cp ")
    walk.run("ironclad migrate")
    walk.run("ironclad doctor --deep")
    walk.finish()

    known = told()["sqlite"]["games"]["plain"]
    with served([*SERVE, "--data", data], ROOT, **environment) as http:
        table = OwnDice(http, known["id"], known["tokens"])
        for seat, used in known.get("used", {}).items():
            table.chains[seat] = OwnChain(seat, table.game, length=512)
            table.chains[seat].used = used
        assert table.version() == known["version"], "every event is there"
        table.play(4)
        played = table.version()
        new = bundle(http, table.game, tmp_path / "new.bundle")
    key = told()["sqlite"]["key"]
    assert json.loads(walk.shell(f"ironclad verify {new} --log-key '{key}' --json"))["ok"]

    # The old build refuses the migrated store, and changes nothing in it.
    before = database.read_bytes()
    earlier = [sys.executable, "-c", EARLIER, "serve", "--port", "0", "--data", str(data)]
    refused = subprocess.run(earlier, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert refused.returncode == 2, refused.stderr
    assert "later build" in refused.stderr + refused.stdout
    assert database.read_bytes() == before

    # What was played since is kept by following "A disaster" with the new build and a bundle.
    shutil.copy(backups / "ironclad.sqlite", tmp_path / "newest.sqlite")
    places |= {"/backup/NEWEST.sqlite": str(tmp_path / "newest.sqlite"), "FILE": str(new)}
    disaster = Walk("A disaster", tmp_path, places, environment)
    disaster.run("rm -f ")
    disaster.run("cp ")
    unmigrated = disaster.shell("ironclad restore", status=2)
    assert "run `ironclad migrate` first" in unmigrated
    disaster.run("ironclad migrate")
    disaster.run("ironclad restore")
    disaster.run("ironclad restore")
    disaster.run("ironclad doctor --deep")
    with served([*SERVE, "--data", data], ROOT, **environment) as http:
        table.http = http
        assert table.version() == played, "nothing is lost"
        table.play(2, seed=9)
        newest = bundle(http, table.game, tmp_path / "newest.bundle")
    for file in (new, newest):
        assert json.loads(walk.shell(f"ironclad verify {file} --log-key '{key}' --json"))["ok"]
