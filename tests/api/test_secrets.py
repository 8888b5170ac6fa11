"""No secret is ever in the process's log: a hostile session against a real server, and its whole output."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog

from ironclad.api.serving import logs
from tests.api.running import PATIENCE, ROOT
from tests.stores import Store

PASSWORD = 'a passphrase, "quoted" and naïve'


@pytest.fixture
def hostile(tmp_path: Path, store: Store) -> Any:
    """A server that writes its log to a file, and fails on purpose where the test asks it to."""
    output = tmp_path / "output.txt"
    with output.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.api.failing_server", store.url],
            cwd=ROOT,
            env={**os.environ, **store.environment},
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
        )
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            yield client, output
        process.terminate()
        assert process.wait(timeout=PATIENCE) == 0
        process.stdout.close()


@pytest.mark.full
def test_no_secret_of_a_hostile_session_is_in_the_log(hostile: Any) -> None:
    client, output = hostile
    api, secrets = "/api/v1", [PASSWORD, "a-secret-seat-id-of-mine", "f0" * 32, "hunter2hunter2"]
    assert client.post(f"{api}/accounts", json={"name": "Ann", "password": PASSWORD}).status_code == 201
    token = client.post(f"{api}/sessions", json={"name": "Ann", "password": PASSWORD}).json()["token"]
    signed = {"Authorization": f"Bearer {token}"}
    opened = client.post(f"{api}/games", json={"ruleset": "tug", "scenario": "long"}, headers=signed)
    game = opened.json()["id"]
    seat = {"id": "a-secret-seat-id-of-mine", "player": "Ann"}
    taken = client.post(f"{api}/games/{game}/seats/blue", json=seat, headers=signed).json()["token"]
    browser = client.post("/sign-in", data={"name": "Ann", "password": PASSWORD})
    session = browser.cookies["ironclad-session"]
    secrets += [token, taken, session]
    client.cookies.clear()
    # Every one of these fails within, with a secret at hand and in the message of the fault.
    failing = [
        client.get(f"{api}/games/fails", headers=signed),
        client.get(f"{api}/games/fails", headers={"Authorization": f"Bearer {taken}"}),
        client.get("/games/fails", headers={"Cookie": f"ironclad-session={session}"}),
        client.post(f"{api}/sessions", json={"name": "fails", "password": PASSWORD}),
        client.post(f"{api}/sessions", json={"name": "fails", "password": "hunter2hunter2"}),
        client.post(f"{api}/games/fails-seating/seats/blue", json=seat, headers=signed),
        client.post("/sign-in", data={"name": "fails", "password": PASSWORD}),
    ]
    assert [answer.status_code for answer in failing] == [500] * len(failing)
    refused = [
        client.get(f"{api}/games", headers={"Authorization": "Bearer " + "f0" * 32}),
        client.get(f"{api}/games", headers={"Authorization": f"Basic {token}"}),
        client.post(f"{api}/sessions", json={"name": "Ann", "password": "hunter2hunter2"}),
        client.post(f"{api}/sessions", content=b'{"password": "hunter2hunter2", "name"'),
        client.get(f"{api}/games?token={token}"),
    ]
    assert all(400 <= answer.status_code < 500 for answer in refused)
    traces = [answer.headers["X-Request-ID"] for answer in failing]
    assert traces[0] == failing[0].json()["trace"]
    text = output.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    logged = [line for line in lines if line["event"] == "request_failed"]
    assert [line["trace"] for line in logged] == traces
    assert all("exception" in line for line in logged)
    assert text.count(logs.STRUCK) >= len(failing)
    for secret in secrets:
        written = [repr(secret), json.dumps(secret), json.dumps(secret, ensure_ascii=False)]
        spelled = {secret, *(each[1:-1] for each in written)}
        assert not [each for each in spelled if each in text], secret
    assert {"signed_in", "sign_in_failed", "account_made"} <= {line["event"] for line in lines}


def struck(**event: Any) -> Any:
    return logs.strike_out(None, "info", dict(event))


def test_fields_that_hold_secrets_by_their_names_are_struck_out() -> None:
    event = struck(password="x", headers={"Authorization": "y", "Accept": "z"}, token="", cookies=["a"])
    assert event == {
        "password": logs.STRUCK,
        "headers": {"Authorization": logs.STRUCK, "Accept": "z"},
        "token": "",
        "cookies": logs.STRUCK,
    }


@pytest.mark.parametrize(
    "text",
    ["0123456789abcdef" * 4, "Bearer abc.def", "$argon2id$v=19$m=1$abc", "postgresql://ann:secret@host/db"],
)
def test_what_looks_like_a_secret_is_struck_out(text: str) -> None:
    event = struck(event=f"went wrong: {text}", about=[{"deep": text}], other=ValueError(text))
    secret = "secret" if "postgresql" in text else text.rpartition(" ")[2]
    assert secret not in repr(event)


def test_the_secrets_of_a_request_are_struck_out_until_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    logs.keep_out("correct horse", "short", None)
    try:
        assert struck(event="correct horse, short")["event"] == f"{logs.STRUCK}, short"
    finally:
        logs.forget()
    assert struck(event="correct horse")["event"] == "correct horse"


def test_what_libraries_log_goes_the_same_way(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(structlog, "is_configured", lambda: False)
    monkeypatch.setattr(structlog, "configure", lambda **more: None)
    logs.configure()
    try:
        raise ValueError("f0" * 32)
    except ValueError:
        logging.getLogger("ironclad.referee").exception("it failed with %s", "f1" * 32)
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == f"it failed with {logs.STRUCK}"
    assert line["exception"][0]["exc_value"] == logs.STRUCK
