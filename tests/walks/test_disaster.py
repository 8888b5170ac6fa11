"""A disaster, by the page: backup, loss, restore, play on; all bundles verify; auditors get an alarm."""

import json
from pathlib import Path

import httpx
import pytest

from tests.api.running import ROOT, served
from tests.api.test_data_of_0_13 import SERVE
from tests.proof.over_http import OwnDice
from tests.waiting import within
from tests.walks.page import Walk, commands

pytestmark = pytest.mark.full


def signed(http: httpx.Client) -> None:
    """Wait until a checkpoint covers the whole log."""
    size = http.get("/ready").json()["log_size"]
    assert within(lambda: http.get("/log/checkpoint").json()["size"] >= size)


def bundle(http: httpx.Client, game: str, file: Path) -> Path:
    signed(http)
    answer = http.get(f"/games/{game}/bundle")
    assert answer.status_code == 200, answer.text
    file.write_bytes(answer.content)
    return file


def agree(table: OwnDice, at: int) -> None:
    """One seat proposes to continue from an event, the other accepts."""
    one, other = table.tokens
    asked = table.post("/rewinds", {"at": at}, one)
    assert asked.status_code == 201, asked.text
    accepted = table.post(f"/rewinds/{asked.json()['id']}/accept", {}, other)
    assert accepted.status_code == 200, accepted.text


def test_a_disaster(tmp_path: Path) -> None:
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    environment = {
        "IRONCLAD_URL": f"sqlite:///{data / 'ironclad.sqlite'}",
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    serve = [*SERVE, "--data", data]
    places = {"/var/lib/ironclad": str(data), "/backup": str(backups)}
    with served(serve, ROOT, **environment) as http:
        table = OwnDice.opened(http, "american_civil_war", "campaign")
        table.play(6)
        old = bundle(http, table.game, tmp_path / "old.bundle")
        key = http.get("/log/keys").json()["keys"][0]["key"]
        backup = next(line for line in commands("Backups") if line.startswith("ironclad copy"))
        Walk("Backups", tmp_path, places, environment).shell(backup)
        (newest,) = backups.glob("*.sqlite")
        table.play(6, seed=7)
        later = bundle(http, table.game, tmp_path / "later.bundle")
        before = http.get("/ready").json()["log_size"]
        auditing = {"https://games.example": str(http.base_url).partition("/api/")[0]}
        Walk("A disaster", tmp_path, auditing, environment).shell("ironclad audit https://games.example")
        other = OwnDice.opened(http, "american_civil_war", "campaign")  # nobody keeps a bundle of it
        signed(http)
        Walk("A disaster", tmp_path, auditing, environment).shell("ironclad audit https://games.example")

    places |= {"/backup/NEWEST.sqlite": str(newest), "FILE": str(later)}
    walk = Walk("A disaster", tmp_path, places, environment)
    walk.run("rm -f ")
    walk.run("cp ")
    walk.run("ironclad migrate")
    rehearsed = walk.run('ironclad restore --reason "the disk died"')
    assert "lost" in rehearsed
    walk.run('ironclad restore --reason "the disk died"')
    walk.run("ironclad doctor --deep")

    with served(serve, ROOT, **environment) as http:
        table.http = http
        assert http.get(f"/games/{other.game}").status_code == 404, "it is lost"
        assert http.get("/ready").json()["log_size"] >= before - 1
        record = table.get().json()
        if record["broken"] is not None:
            agree(table, record["version"])
        table.play(6, seed=8)
        assert table.get().json()["broken"] is None
        walk.places["https://games.example"] = str(http.base_url).partition("/api/")[0]
        signed(http)
        assert "the disk died" in walk.run("ironclad audit", status=1)
        walk.run("ironclad audit")
        new = bundle(http, table.game, tmp_path / "new.bundle")
        fresh = OwnDice.opened(http, "american_civil_war", "campaign")
        fresh.play(2)
        unrelated = bundle(http, fresh.game, tmp_path / "fresh.bundle")
    walk.finish()
    for file in (old, later, new, unrelated):
        verdict = json.loads(walk.shell(f"ironclad verify {file} --log-key '{key}' --json"))
        assert verdict["ok"], (file.name, verdict)
