"""`ironclad account`: passwords from standard input, never from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pyotp
import pytest

from tests.api.running import Server
from tests.cli.conftest import Run

PASSWORD = "correct horse battery"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ironclad.sqlite'}"


def test_the_first_operator_is_made_on_the_machine(run: Run, url: str) -> None:
    made = run("account", "add", "Olga", "--role", "operator", "--url", url, "--json", input=PASSWORD + "\n")
    assert made.exit_code == 0, made.output
    (account,) = json.loads(made.stdout)["accounts"]
    assert (account["name"], account["role"], account["disabled"]) == ("Olga", "operator", False)
    assert PASSWORD not in made.output
    listed = run("account", "list", "--url", url)
    assert listed.stdout.split()[:3] == ["Olga", "operator", "active"]


def test_no_option_takes_a_password(run: Run) -> None:
    for command in ("add", "password"):
        assert "--password" not in run("account", command, "--help").output


def test_what_cannot_be_is_said_and_ends_with_2(run: Run, url: str) -> None:
    assert run("account", "add", "Ann", "--url", url, input="").exit_code == 2
    assert run("account", "add", "Ann", "--url", url, input="short\n").exit_code == 2
    assert run("account", "add", "Ann", "--url", url, input=PASSWORD).exit_code == 0
    assert run("account", "add", "ANN", "--url", url, input=PASSWORD).exit_code == 2
    for command in (("disable",), ("revoke",), ("role", "--role", "director")):
        assert run("account", *command, "Nobody", "--url", url).exit_code == 2
    assert run("account", "list", "--url", url + ".none").exit_code == 2


def test_accounts_are_disabled_promoted_and_let_in_again(run: Run, url: str) -> None:
    run("account", "add", "Ann", "--url", url, input=PASSWORD)
    assert "disabled" in run("account", "disable", "ann", "--url", url).stdout
    assert "active" in run("account", "disable", "ann", "--again", "--url", url).stdout
    assert "director" in run("account", "role", "Ann", "--role", "director", "--url", url).stdout
    assert run("account", "revoke", "Ann", "--url", url).exit_code == 0
    assert run("account", "password", "Ann", "--url", url, input="another good one").exit_code == 0


def test_accounts_are_made_beside_a_running_server(run: Run, tmp_path: Path) -> None:
    server = Server(tmp_path / "ironclad.sqlite").start()
    try:
        url = f"sqlite:///{server.log}"
        made = run("account", "add", "Olga", "--role", "operator", "--url", url, input=PASSWORD)
        assert made.exit_code == 0, made.output
        with server.client() as http:
            entered = http.post("/sessions", json={"name": "Olga", "password": PASSWORD})
            assert entered.status_code == 201, entered.text
            headers = {"Authorization": f"Bearer {entered.json()['token']}"}
            assert http.get("/accounts", headers=headers).status_code == 200
            assert run("account", "disable", "Olga", "--url", url).exit_code == 0
            assert http.get("/accounts", headers=headers).status_code == 401
    finally:
        assert server.stop() == 0


def test_an_operator_turns_off_a_second_factor_that_its_owner_has_lost(run: Run, tmp_path: Path) -> None:
    server = Server(tmp_path / "ironclad.sqlite").start()
    try:
        url = f"sqlite:///{server.log}"
        assert run("account", "add", "Ann", "--url", url, input=PASSWORD).exit_code == 0
        assert "off" in run("account", "second-factor", "Ann", "--url", url).stdout
        assert run("account", "second-factor", "Ann", "--remove", "--url", url).exit_code == 2
        with server.client() as http:
            named = {"name": "Ann", "password": PASSWORD}
            token = {"Authorization": f"Bearer {http.post('/sessions', json=named).json()['token']}"}
            path = "/accounts/me/second-factor"
            secret = http.post(path, json={"password": PASSWORD}, headers=token).json()["secret"]
            code = {"code": pyotp.TOTP(secret).now()}
            assert http.post(f"{path}/confirmation", json=code, headers=token).status_code == 201
            assert http.post("/sessions", json=named).status_code == 401
            assert "8 recovery codes left" in run("account", "second-factor", "Ann", "--url", url).stdout
            command = [sys.executable, "-m", "ironclad.api.cli", "account", "second-factor", "Ann"]
            command += ["--remove", "--url", url, "--json"]
            removed = subprocess.run(command, capture_output=True, text=True)
            assert removed.returncode == 0, removed.stderr
            assert json.loads(removed.stdout)["second_factor"]["state"] == "off"
            assert "second_factor_removed" in removed.stderr
            assert http.get("/accounts/me", headers=token).status_code == 401
            assert http.post("/sessions", json=named).status_code == 201
    finally:
        assert server.stop() == 0
