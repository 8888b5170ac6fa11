"""Files of evidence: bounded, of three kinds, given back to be saved; the log has their SHA-256 alone."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.app import create_app
from ironclad.api.settings import Kind, Rate, Settings
from tests.disputes.hall import NAMED, STANDS, Hall, hall, of_kind

PNG, JPEG = b"\x89PNG\r\n\x1a\n" + b"x" * 20, b"\xff\xd8\xff\xe0" + b"x" * 20
SCRIPT = b"<!doctype html><script>alert(1)</script>"


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        made.open(officials=NAMED)
        made.claim(made.pull())
        yield made


def sent(game: Hall, data: bytes, by: str = "Ann", claim: int = 1) -> Any:
    return game.post(f"/claims/{claim}/files", by, data=b64encode(data).decode())


@pytest.mark.parametrize(
    ("data", "kind"),
    [("Turn\u00a03: «yes» — é.".encode(), "text/plain"), (PNG, "image/png"), (JPEG, "image/jpeg")],
)
def test_a_file_is_sent_named_and_read(game: Hall, tmp_path: Path, data: bytes, kind: str) -> None:
    digest, size = sha256(data).hexdigest(), len(data)
    items = [{"file": digest}]
    assert game.refused("/claims/1/evidence", "Ann", items=items) == "claim/file"
    answer = sent(game, data)
    assert (answer.status_code, answer.json) == (201, {"sha256": digest, "kind": kind, "size": size})
    assert sent(game, data, "Bob").status_code == 200
    added = of_kind(game.done("/claims/1/evidence", "Ann", items=items), "evidence_added")
    assert added["items"] == items
    assert game.read("/claims/1/files")["items"] == [{"sha256": digest, "kind": kind, "size": size}]
    found = game.call("GET", f"/claims/1/files/{digest}")
    assert (found.data, found.mimetype) == (data, kind)
    assert found.headers["Content-Disposition"].startswith("attachment; filename=")
    assert found.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert all(data not in row[3] for row in game.rows())
    assert game.verdict(tmp_path).word == "holds"


def test_markup_is_text_to_be_saved(game: Hall) -> None:
    digest = sent(game, SCRIPT).json["sha256"]
    found = game.call("GET", f"/claims/1/files/{digest}")
    assert (found.mimetype, found.data) == ("text/plain", SCRIPT)
    assert found.headers["Content-Disposition"].startswith("attachment")


BAD = [b"", b"\0\1\2", b"GIF89a\xff", b"%PDF-1.7\xff", b"x" * (256 * 1024 + 1), b"\x1b[2J", b"\xff\xfe"]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_other_files_are_refused(game: Hall, number: int) -> None:
    answer = sent(game, BAD[number])
    assert (answer.status_code, (answer.json or {}).get("rule")) in ((409, "claim/file"), (422, None))
    assert game.read("/claims/1/files")["items"] == []


def test_the_largest_file_and_the_most(game: Hall) -> None:
    """Ten files of a claim, and 2.5 MB together."""
    for number in range(9):
        assert sent(game, bytes([97 + number]) * 256 * 1024).status_code == 201
    assert sent(game, b"z" * 256 * 1024).json["rule"] == "claim/file"
    assert sent(game, b"small").status_code == 201
    assert sent(game, b"smaller").json["rule"] == "claim/file"
    assert len(game.read("/claims/1/files")["items"]) == 10


def test_who_may_send_a_file(game: Hall) -> None:
    assert sent(game, b"So.", "").status_code == 401
    for by in ("Otto", "Olga", "Judge 1"):
        assert sent(game, b"So.", by).json["rule"] == "ruling/by"
    assert sent(game, b"So.", claim=9).json["rule"] == "claim/none"
    assert sent(game, b"So.", "Carl").status_code == 201
    assert game.post("/claims/1/files", "Ann", data="no base64!").status_code == 422
    assert game.post("/claims/1/files", "Ann", data="A" * 349_529).status_code == 422
    game.ruled(1)
    assert sent(game, b"Late.").json["rule"] == "claim/state"
    assert game.call("GET", f"/claims/1/files/{'0' * 64}").status_code == 404
    assert game.call("GET", "/claims/9/files").status_code == 404


def test_files_of_a_private_game_are_for_its_readers() -> None:
    with hall() as game:
        game.open(officials=NAMED, private=True, sit=False)
        assert game.post("/seats/blue", "Ann").status_code == 201
        game.claim(1)
        digest = sent(game, b"So.").json["sha256"]
        for by, status in (("Ann", 200), ("Carl", 200), ("Otto", 404), ("", 404)):
            assert game.call("GET", f"/claims/1/files/{digest}", by).status_code == status


def test_an_erased_account_takes_its_files_along(game: Hall, tmp_path: Path) -> None:
    digest = sent(game, b"I saw it.").json["sha256"]
    game.done("/claims/1/evidence", "Ann", items=[{"file": digest}])
    people = game.referee.people.accounts
    found = people.find("Ann")
    assert found is not None
    people.erase(found.account)
    assert game.read("/claims/1/files")["items"] == []
    assert game.verdict(tmp_path).word == "holds"


def test_twenty_claims_an_hour() -> None:
    with hall() as game:
        game.open(officials=NAMED)
        rates = {Kind.CLAIM: Rate(20, 3_600)}
        chosen = Settings(game.rulesets, accounts=True, rates=rates)
        game.client = create_app(game.referee, chosen).test_client()
        version = game.pull()
        for number in range(1, 21):
            assert game.claim(version) == number
            game.done(f"/claims/{number}/withdraw", "Ann")
        about = {"timeline": "main", "version": version}
        body = {"kind": "rules", "clauses": ["2"], "says": "So.", "asks": STANDS, "about": about}
        answer = game.post("/claims", "Ann", **body)
        assert (answer.status_code, int(answer.headers["Retry-After"]) > 60) == (429, True)
        assert game.claim(version, "Bob") == 21
