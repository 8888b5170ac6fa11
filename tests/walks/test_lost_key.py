"""A player who lost key, token and app, by the page: a recovery code, then another key by agreement."""

import json
import re
from pathlib import Path

import httpx
import pyotp
import pytest

from tests.api.running import ROOT, served
from tests.api.test_data_of_0_13 import IRONCLAD
from tests.proof.signing import Key, Signing
from tests.walks.page import Walk, section
from tests.walks.test_disaster import bundle

pytestmark = pytest.mark.full
PASSWORD = "correct horse battery"
ANN, BOB = "player-union", "player-confederate"  # as `Signing` names who sits down


def sign_in(http: httpx.Client, name: str, **more: str) -> httpx.Response:
    return http.post("/sessions", json={"name": name, "password": PASSWORD, **more})


def bearer(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def test_a_lost_key_and_a_lost_token(tmp_path: Path) -> None:
    data = tmp_path / "data"
    environment = {"IRONCLAD_ACCOUNTS": "on", "XDG_STATE_HOME": str(tmp_path / "state")}
    serve = [*IRONCLAD, "serve", "--port", "0", "--json", "--data", data]
    with served(serve, ROOT, **environment) as http:
        for name in (ANN, BOB):
            made = http.post("/accounts", json={"name": name, "password": PASSWORD})
            assert made.status_code == 201, made.text
        ann, bob = bearer(sign_in(http, ANN)), bearer(sign_in(http, BOB))
        factor = "/accounts/me/second-factor"
        secret = http.post(factor, json={"password": PASSWORD}, headers=ann).json()["secret"]
        code = {"code": pyotp.TOTP(secret).now()}
        recovery = http.post(f"{factor}/confirmation", json=code, headers=ann).json()["recovery_codes"]

        body = {"ruleset": "american_civil_war", "scenario": "campaign", "dice": "ironclad-dice/v1"}
        game = http.post("/games", json=body, headers=ann).json()["id"]
        log = http.get("/log/keys").json()
        table = Signing(http, game, origin=log["origin"])
        for seat, headers in (("union", ann), ("confederate", bob)):
            http.headers.update(headers)
            taken = table.sit(seat, key=Key(f"{seat} of the walk"))
            assert taken.status_code == 201, taken.text
        del http.headers["Authorization"]
        table.play(4)
        old = bundle(http, game, tmp_path / "old.bundle")

        # Ann has lost her device: key, session, the seat's token, app. She has a password, and paper.
        assert sign_in(http, ANN).status_code == 401
        again = bearer(sign_in(http, ANN, code=recovery[0]))
        listed = http.get("/tokens", headers=again).json()["items"]
        for each in listed:
            if each["kind"] != "program":
                assert http.delete(f"/tokens/{each['id']}", headers=again).status_code == 200
        lost = dict(table.tokens)
        table.tokens["union"] = again["Authorization"].removeprefix("Bearer ")
        assert table.post("/resignation", {}, token=lost["union"]).status_code == 401
        new = Key("another one")
        offered = table.offer("union", new)
        assert offered.status_code == 200, offered.text

        # Bob accepts, by the call that the page names.
        text = section("A player who lost key and token")
        (path,) = re.findall(r"`POST (/games/GAME/seats/SEAT\S+)`", text)
        path = path.replace("/games/GAME", "").replace("SEAT", "union")
        accepted = table.post(path, {"key": new.public}, "confederate")
        assert accepted.status_code == 200, accepted.text
        table.keys["union"] = new
        table.play(4, seed=5)
        newer = bundle(http, game, tmp_path / "new.bundle")
    walk = Walk("A player who lost key and token", tmp_path)
    for file in (old, newer):
        verdict = json.loads(walk.shell(f"ironclad verify {file} --log-key '{log['keys'][0]['key']}' --json"))
        assert verdict["ok"], verdict


def test_an_operator_helps_who_lost_app_and_recovery_codes(tmp_path: Path) -> None:
    data = tmp_path / "data"
    environment = {"IRONCLAD_ACCOUNTS": "on", "XDG_STATE_HOME": str(tmp_path / "state")}
    url = f"sqlite:///{data / 'ironclad.sqlite'}"
    with served([*IRONCLAD, "serve", "--port", "0", "--json", "--data", data], ROOT, **environment) as http:
        http.post("/accounts", json={"name": "Ann", "password": PASSWORD})
        ann = bearer(sign_in(http, "Ann"))
        factor = "/accounts/me/second-factor"
        secret = http.post(factor, json={"password": PASSWORD}, headers=ann).json()["secret"]
        http.post(f"{factor}/confirmation", json={"code": pyotp.TOTP(secret).now()}, headers=ann)
        assert sign_in(http, "Ann").status_code == 401
        walk = Walk("Second factors", tmp_path, {"NAME": "Ann"}, {**environment, "IRONCLAD_URL": url})
        said = walk.run("ironclad account second-factor")
        walk.finish()
        assert "second_factor_removed" in said
        assert http.get("/accounts/me", headers=ann).status_code == 401
        assert sign_in(http, "Ann").status_code == 201
