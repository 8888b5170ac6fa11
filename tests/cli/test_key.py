"""`ironclad key` and `ironclad sign`: a player's key in a file, and requests signed with it."""

import json
import stat
from pathlib import Path

import pytest

from ironclad.eventlog.ledger.notes import verifies
from ironclad.referee.player_keys import PlayerKey, read_player_key
from tests.cli.conftest import Run
from tests.proof.make_signature_vectors import OUT

REQUEST = {
    "log": "here",
    "game": "g",
    "timeline": "main",
    "seat": "blue",
    "id": "one",
    "command": {"type": "pull"},
}


def test_a_key_is_made_once_and_for_its_owner_only(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.key"
    made = run("key", file, "--json")
    assert made.exit_code == 0, made.output
    told = json.loads(made.stdout)
    assert told == {"file": str(file), "key": read_player_key(file.read_bytes()).public}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    body = file.read_bytes()
    again = run("key", file)
    assert again.exit_code == 2
    assert "is there already" in again.output
    assert file.read_bytes() == body
    assert run("key", "--public", file).stdout.strip() == told["key"]
    assert "PRIVATE" not in made.output + again.output
    link = tmp_path / "link.key"
    link.symlink_to(tmp_path / "nowhere.key")
    assert run("key", link).exit_code == 2
    assert not (tmp_path / "nowhere.key").exists()


def test_a_request_is_signed_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    file, request = tmp_path / "my.key", tmp_path / "request.json"
    public = run("key", file).stdout.strip()
    request.write_text(json.dumps(REQUEST))
    told = json.loads(run("sign", file, request, "--json").stdout)
    assert told["key"] == public
    assert verifies(*(bytes.fromhex(told[name]) for name in ("key", "signature", "message")))
    assert run("sign", file, input=json.dumps(REQUEST)).stdout.strip() == told["signature"]


def test_it_signs_as_the_vectors_have_it(run: Run, tmp_path: Path) -> None:
    for vector in json.loads(OUT.read_text(encoding="utf-8"))["vectors"]:
        file = tmp_path / f"{vector['key']}.key"
        file.write_bytes(PlayerKey(bytes.fromhex(vector["seed"])).pem())
        named = {*REQUEST, "decision", "expected_version", "link"} - {"command"}
        asked = {name: value for name, value in vector.items() if name in named}
        given = run("sign", file, input=json.dumps({**asked, "command": vector["stored"]}))
        assert given.stdout.strip() == vector["signature"]


@pytest.mark.parametrize(
    "request_",
    [
        "",
        "no JSON",
        "[]",
        '{"log": "a", "log": "b"}',
        json.dumps({**REQUEST, "id": ""}),
        json.dumps({**REQUEST, "seat": None}),
        json.dumps({**REQUEST, "command": {"type": "pull", "effort": 1.5}}),
        json.dumps({**REQUEST, "command": {"type": "pull", "effort": 2**53}}),
        json.dumps({**REQUEST, "log": "\ud800"}),
        json.dumps({**REQUEST, "command": {"type": float("nan")}}),
        "[" * 100_000,
    ],
)
def test_what_cannot_be_signed_ends_with_2(run: Run, tmp_path: Path, request_: str) -> None:
    run("key", tmp_path / "my.key")
    answer = run("sign", tmp_path / "my.key", input=request_)
    assert answer.exit_code == 2
    assert "cannot be signed" in answer.output


def test_a_file_that_holds_no_key_ends_with_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rubbish").write_text("rubbish")
    for arguments in (("key", "--public", "rubbish"), ("sign", "rubbish"), ("key", "--public", "nowhere")):
        *words, name = arguments
        assert run(*words, tmp_path / name, input=json.dumps(REQUEST)).exit_code == 2
    assert run("key", tmp_path / "no" / "folder" / "my.key").exit_code == 2
