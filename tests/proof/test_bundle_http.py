"""A game with both seats' chains and keys in their clients' hands, verified when its server is no more."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests import postgresql
from tests.api.running import PATIENCE, ROOT, Server
from tests.api.test_shared_port import Parent, asked, until
from tests.proof.over_http import OwnDice
from tests.proof.parties import OwnChain
from tests.proof.second_signatures import verify_signatures
from tests.proof.signing import Key, Signing

RULES = "american_civil_war"


@dataclass
class Service:
    """A service that signs its log, and a way to be rid of it and its database."""

    address: str
    http: httpx.Client
    destroy: Callable[[], None]


@contextmanager
def over_sqlite(folder: Path) -> Iterator[Service]:
    server = Server(folder / "log.db").start()

    def destroy() -> None:
        server.stop()
        for each in folder.glob("log.db*"):
            each.unlink()

    try:
        with server.client() as http:
            yield Service(server.address, http, destroy)
    finally:
        if server.process is not None:
            server.stop()


@contextmanager
def over_postgresql(folder: Path) -> Iterator[Service]:
    """Two workers, each call answered by either of them."""
    with postgresql.schema() as url:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("IRONCLAD_LOG_KEY_FILE", str(folder / "log.key"))
            parent = Parent(url, folder / "said", workers=2)
        try:
            with asked(parent.api) as http:

                def destroy() -> None:
                    parent.stop()
                    with psycopg.connect(url, autocommit=True) as connection:
                        schema = connection.execute("SELECT current_schema()").fetchone()
                        assert schema is not None
                        connection.execute(f'DROP SCHEMA "{schema[0]}" CASCADE')
                        connection.execute(f'CREATE SCHEMA "{schema[0]}"')

                yield Service(parent.api.removesuffix("/api/v1"), http, destroy)
        finally:
            parent.stop()


def ironclad(*arguments: object) -> tuple[int, dict[str, Any]]:
    """A command in a process of its own: its exit status, and the document that it prints."""
    command = [sys.executable, "-m", "ironclad.api.cli", *(str(each) for each in arguments), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("serving", [over_sqlite, pytest.param(over_postgresql, marks=pytest.mark.full)])
def test_a_game_is_verified_without_its_server_and_its_database(
    tmp_path: Path, serving: Callable[[Path], Any]
) -> None:
    bundle = tmp_path / "game.bundle"
    with serving(tmp_path) as service:
        http = service.http
        until(lambda: http.get("/log/checkpoint").status_code == 200, PATIENCE)
        OwnDice.opened(http, RULES, "campaign").play(3)
        origin = http.get("/log/keys").json()["origin"]
        table = Signing.new(http, RULES, "campaign", origin, "union", "confederate")
        table.play(10)
        new = Key("the union's second key")
        assert table.register("union", new, table.keys["union"]).status_code == 200
        table.play(6)
        head = table.get().json()["version"]
        proposed = table.post("/rewinds", {"at": head - _last_command(table)}, "union")
        assert proposed.status_code == 201, proposed.text
        proposal = proposed.json()["id"]
        for seat in ("union", "confederate"):
            table.chains[seat] = OwnChain(seat, table.game, proposal, length=512)
        accepted = table.post(
            f"/rewinds/{proposal}/accept",
            {"dice": {"anchor": table.chains["confederate"].anchor, "length": 512}},
            "confederate",
        )
        assert accepted.status_code == 200, accepted.text
        table.line = proposal
        chain = {"anchor": table.chains["union"].anchor, "length": 512}
        assert table.post("/dice/anchors", chain, "union").status_code == 200
        for seat in ("union", "confederate"):
            assert table.ready(seat).status_code == 200
        table.play(10)
        position, signatures = verify_signatures(table.game, origin, table.log())
        assert (position, signatures > 30) == (0, True)
        key = http.get("/log/keys").json()["keys"][0]["key"]
        status, audited = ironclad("audit", service.address, "--state", tmp_path / "seen", "--log-key", key)
        assert (status, audited["ok"]) == (0, True), audited
        answer = http.get(f"/games/{table.game}/bundle")
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"] == "application/octet-stream"
        bundle.write_bytes(answer.content)
        assert http.get("/games/nothing/bundle").status_code == 404
        service.destroy()
    status, verdict = ironclad("verify", bundle, "--log-key", key)
    assert (status, verdict["ok"]) == (0, True), verdict
    told = {check["name"]: check["detail"] for check in verdict["checks"]}
    assert "every face from the shares of all" in told["dice"]
    assert f"{proposal} to" in told["heads"]
    assert "requests of union by its 2 keys" in told["signatures"]
    assert "requests of confederate by its key" in told["signatures"]
    assert "server's word" not in told["signatures"]
    assert sum(map(int, re.findall(r"(\d+) requests of", told["signatures"]))) == signatures
    damaged = bytearray(bundle.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    bundle.write_bytes(damaged)
    status, verdict = ironclad("verify", bundle, "--log-key", key)
    assert status == 1
    assert verdict["first_failure"]["check"] in ("file", "inclusion")


def _last_command(table: OwnDice) -> int:
    """How many events the last command of the line made."""
    accepted = [version for _, line, version, name, _ in table.log() if line and name.endswith("accepted.1")]
    return int(table.get().json()["version"]) - max(accepted) + 1
