"""Logs of version 0.13 with running games: this build opens them, and they are played on and verified."""

import gzip
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from ironclad.api.settings import Rate, Settings, from_environment
from ironclad.domain import games
from tests import postgresql
from tests.api.running import ROOT, served
from tests.cli.conftest import Run, run
from tests.proof.over_http import OwnDice
from tests.proof.parties import OwnChain
from tests.proof.signing import Key, Signing
from tests.waiting import within

__all__ = ["run"]

DATA = Path(__file__).parents[1] / "log" / "data_0_13"
NEWEST = games.ruleset("american_civil_war").identity.published.newest.version


@cache
def told() -> dict[str, Any]:
    """What 0.13 said of each store (README.md beside it)."""
    found: dict[str, Any] = json.loads((DATA / "told.json").read_text(encoding="utf-8"))
    return found


@dataclass
class Old:
    """A copy of one of the stores, served by this build."""

    http: httpx.Client
    told: dict[str, Any]

    def game(self, name: str) -> OwnDice:
        """A game as the clients of 0.13 left it: their tokens, chains and keys."""
        known = self.told["games"][name]
        table: OwnDice
        if name == "signed":
            keys = {seat: Key(known[f"{seat}_key"]) for seat in known["tokens"]}
            table = Signing(self.http, known["id"], known["tokens"], keys=keys, origin=self.told["origin"])
        else:
            table = OwnDice(self.http, known["id"], known["tokens"])
        for seat, used in known.get("used", {}).items():
            table.chains[seat] = OwnChain(seat, table.game, length=512)
            table.chains[seat].used = used
        return table


IRONCLAD = (sys.executable, "-m", "ironclad.api.cli")
SERVE = (*IRONCLAD, "serve", "--port", "0", "--json", "--no-accounts")


@contextmanager
def over_sqlite(folder: Path) -> Iterator[httpx.Client]:
    with tarfile.open(DATA / "sqlite.tar.xz") as packed:
        packed.extractall(folder / "data", filter="data")
    with served([*SERVE, "--data", folder / "data"], ROOT) as http:
        yield http


@contextmanager
def over_postgresql(folder: Path) -> Iterator[httpx.Client]:
    known, key = told()["postgresql"], folder / "log-key"
    key.write_text(known["log_key"])
    (folder / "log-key.notary").write_text(known["notary"])
    for each in (key, folder / "log-key.notary"):
        each.chmod(0o600)
    text = gzip.decompress((DATA / "postgresql.sql.gz").read_bytes()).decode()
    with postgresql.schema() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            (schema,) = connection.execute("SELECT current_schema()").fetchone() or ("",)
            connection.execute(f"DROP SCHEMA {schema}")
            connection.execute(text.replace("ironclad_of_0_13", schema).encode())
        secrets = {"IRONCLAD_SECRET": known["secret"], "IRONCLAD_LOG_KEY_FILE": str(key)}
        migrated = subprocess.run(
            [*IRONCLAD, "migrate", "--url", url], cwd=ROOT, env={**os.environ, **secrets}
        )
        assert migrated.returncode == 0
        with served([*SERVE, "--url", url], ROOT, **secrets) as http:
            yield http


STORES = {"sqlite": over_sqlite, "postgresql": over_postgresql}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    with STORES[request.param](tmp_path_factory.mktemp("old")) as http:
        yield Old(http, told()[request.param])


@pytest.mark.parametrize("name", ["plain", "mixed", "signed"])
def test_a_running_game_is_played_on_and_verified(old: Old, run: Run, tmp_path: Path, name: str) -> None:
    """As 0.13 left it, then on; one of them by the newest rules. Its bundle holds to the log's old key."""
    table, known = old.game(name), old.told["games"][name]
    assert table.get().json()["ruleset_version"] == "1.0"
    then = table.get("/position", at=known["version"]).json()["position"]
    assert sha256(json.dumps(then, sort_keys=True).encode()).hexdigest() == known["position"]
    assert (table.version(), table.get().json()["due"]) == (known["version"], known["due"])
    table.play(10)
    if name == "plain":
        moved(table)
        table.play(10)
        assert table.get().json()["ruleset_version"] == NEWEST
    head = table.version()
    assert head > known["version"]
    answer = old.http.get(f"/games/{table.game}/bundle")
    assert answer.status_code == 200, answer.text
    (tmp_path / "game.bundle").write_bytes(answer.content)
    checked = verified(run, tmp_path / "game.bundle", old.told["key"])
    assert f"main to {head}" in checked["heads"]
    assert ("requests of union by its 2 keys" in checked["signatures"]) is (name == "signed")


def moved(table: OwnDice) -> None:
    """Both seats move the game to the newest rules, at the first decision that both versions ask."""
    for number in range(20):
        answers = [table.post("/rules", {"version": NEWEST}, seat) for seat in table.tokens]
        if answers[-1].status_code == 201:
            assert answers[0].status_code == 201, answers[0].text
            return
        assert answers[-1].json()["rule"] == "rules/decision", answers[-1].text
        table.play(1, seed=number)
    raise AssertionError("no decision in twenty lets the rules be moved")


def verified(run: Run, bundle: Path, key: str) -> dict[str, str]:
    """`ironclad verify` finds that a bundle holds, its rules too; what it says of each check."""
    result = run("verify", bundle, "--log-key", key, "--json")
    verdict = json.loads(result.output)
    assert (result.exit_code, verdict["ok"]) == (0, True), verdict
    checks = {each["name"]: each for each in verdict["checks"]}
    assert checks["rules"]["ok"] is True
    return {name: each["detail"] for name, each in checks.items()}


@pytest.mark.parametrize("name", ["plain", "mixed", "signed"])
def test_a_bundle_of_0_13_holds(run: Run, name: str) -> None:
    verified(run, DATA / f"{name}.bundle", told()["sqlite"]["key"])


@pytest.mark.parametrize(("name", "role"), [("blue", "player"), ("director", "director")])
def test_its_accounts_sign_in(old: Old, name: str, role: str) -> None:
    given = old.http.post("/sessions", json={"name": name, "password": f"a password of {name}", "label": "x"})
    assert given.status_code == 201, given.text
    held = {"Authorization": f"Bearer {given.json()['token']}"}
    account = old.http.get("/accounts/me", headers=held)
    assert (account.status_code, account.json()["name"], account.json()["role"]) == (200, name, role)
    wrong = old.http.post("/sessions", json={"name": name, "password": "another password", "label": "x"})
    assert wrong.status_code == 401


def test_its_log_goes_on_under_its_key(old: Old) -> None:
    keys = old.http.get("/log/keys").json()
    assert (keys["origin"], keys["keys"][0]["key"]) == (old.told["origin"], old.told["key"])
    size = old.http.get("/ready").json()["log_size"]
    opened = old.http.post("/games", json={"ruleset": "american_civil_war", "scenario": "campaign"})
    assert opened.json()["ruleset_version"] == NEWEST

    def signed() -> bool:
        return bool(old.http.get("/log/checkpoint").json()["size"] > size)

    assert within(signed), "no checkpoint of what was appended"
    listed = {each["id"] for each in old.http.get("/games").json()["items"]}
    assert listed >= {each["id"] for each in old.told["games"].values()}


def test_the_names_of_its_settings_are_read() -> None:
    """Those of the environment; the secret and the log's key are given to the service over PostgreSQL."""
    environment = {
        "IRONCLAD_REDIS": "redis://127.0.0.1:6379/9",
        "IRONCLAD_HOSTS": "games.example, other.example",
        "IRONCLAD_ORIGINS": "https://page.example",
        "IRONCLAD_PROXIES": "192.0.2.0/24",
        "IRONCLAD_ACCOUNTS": "on",
        "IRONCLAD_SIGN_UP": "off",
    }
    chosen = Settings(**from_environment(environment, shared=False))
    assert chosen.redis == environment["IRONCLAD_REDIS"]
    assert chosen.hosts == ("games.example", "other.example")
    assert chosen.origins == ("https://page.example",)
    assert [str(each) for each in chosen.proxies] == ["192.0.2.0/24"]
    assert (chosen.accounts, chosen.sign_up) == (True, False)
    assert all(isinstance(each, Rate) for each in chosen.rates.values())
