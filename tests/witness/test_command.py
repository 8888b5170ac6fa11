"""`ironclad witness`: a process that speaks the protocol; and `ironclad audit --witness` beside it."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx
import pytest
from click.testing import CliRunner, Result

from ironclad.api.cli import main
from ironclad.api.serving.witness_files import copy_of_state, make_keys, read_keys
from ironclad.eventlog.auditing import Remembered
from ironclad.eventlog.ledger.cosigners import read_cosigner_key
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.notes import Note, VerifierKey, encode_vkey, parse, verified
from ironclad.eventlog.ledger.policy import check_note, read_policy
from tests.witness.logs import KEY, Tree
from tests.witness.running import WitnessProcess


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[WitnessProcess]:
    made = WitnessProcess(tmp_path, (str(KEY.verifier),)).start()
    yield made
    made.end()


def test_a_witness_is_started_asked_killed_and_started_again(witness: WitnessProcess) -> None:
    tree = Tree()
    policy = read_policy(
        "".join(f"{line}\n" for line in [f"log {KEY.verifier}", *witness.lines]).encode() + b"quorum none\n"
    )
    answer = witness.ask(tree.request(0, 5))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    note = parse(str(tree.note(5)).encode() + answer.content)
    verdict = check_note(note, policy)
    assert verdict.named("good") == tuple(each.name for each in policy.witnesses)
    assert {each.url for each in policy.witnesses} == {witness.address}
    witness.end(kill=True)
    witness.start()
    conflict = witness.ask(tree.request(0, 5))
    assert (conflict.status_code, conflict.text) == (409, "5\n")
    assert conflict.headers["content-type"] == "text/x.tlog.size"
    assert witness.ask(Tree(fork=2).request(5, 5)).status_code == 409
    assert len(list(witness.folder.glob("state/*/heads.json.fork-*"))) == 1, "the evidence is kept"
    assert witness.ask(tree.request(5, 9)).status_code == 200
    about = httpx.get(f"{witness.address}/").text
    assert f"{KEY.name} 9\n" in about
    assert all(line.split()[2] in about for line in witness.lines)


def test_what_is_no_request_is_refused_within_bounds(witness: WitnessProcess) -> None:
    """A body too large, one that does not come, another method, another path; and the next is answered."""
    assert httpx.post(f"{witness.address}/add-checkpoint", content=b"x" * 300_000).status_code == 413
    proof = b"KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
    huge = b"old 3\n" + 5_000 * proof + b"\n" + str(Tree().note(9)).encode()
    assert witness.ask(huge).status_code == 400
    for method, path, status in (
        ("GET", "/add-checkpoint", 405),
        ("POST", "/", 405),
        ("GET", "/x", 404),
        ("POST", "/add-checkpoint/", 404),
        ("POST", "/x/events/stream", 404),
        ("GET", "/events/stream", 404),
    ):
        answer = httpx.request(method, f"{witness.address}{path}")
        assert answer.status_code == status, path
    host, _, port = witness.address.removeprefix("http://").partition(":")
    slow = [socket.create_connection((host, int(port))) for _ in range(20)]
    for each in slow:
        each.sendall(b"POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nold")
    assert witness.ask(Tree().request(0, 5)).status_code == 200, "nobody waits for slow senders"
    for each in slow:
        each.close()


@pytest.mark.full
def test_forks_that_race_are_cosigned_in_one_order(witness: WitnessProcess) -> None:
    trees, good = (Tree(), Tree(fork=0)), list[tuple[int, int]]()

    def push(which: int) -> None:
        for size in range(1, 14):
            for old in range(size):
                if witness.ask(trees[which].request(old, size)).status_code == 200:
                    good.append((which, size))

    threads = [Thread(target=push, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert good
    assert len({which for which, _ in good}) == 1
    assert [size for _, size in good] == sorted({size for _, size in good})


def test_a_policy_names_the_logs(tmp_path: Path) -> None:
    other = VerifierKey("other.example/log", b"o" * 32)
    (tmp_path / "policy").write_text(f"log {KEY.verifier}\nlog {other}\nquorum none\n")
    witness = WitnessProcess(tmp_path, (), more=("--policy", str(tmp_path / "policy"))).start()
    try:
        assert witness.ask(Tree().request(0, 5)).status_code == 200
        assert f"{other.name} 0\n" in httpx.get(f"{witness.address}/").text
    finally:
        assert witness.end() == 0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


WRONG = {
    "no log": ([], "name the logs to cosign"),
    "a key that is none": (["--log", "rubbish"], "no key of a note"),
    "a witness's key": (["--log", encode_vkey("a", 4, bytes(32))], "not a log's"),
    "a policy that is not there": (["--policy", "nowhere"], "nowhere"),
    "a name with a space": (["--log", str(KEY.verifier), "--name", "a b"], "spaces"),
    "an audit's file that is not there": (["--log", str(KEY.verifier), "--continue", "nowhere"], "nowhere"),
}


@pytest.mark.parametrize("which", WRONG)
def test_what_cannot_be_used_is_told(home: Path, which: str) -> None:
    arguments, why = WRONG[which]
    result = run("witness", "--port", 0, *arguments)
    assert result.exit_code == 2
    assert why in result.output
    assert not (home / "config" / "ironclad" / "witness.key").exists()


def test_a_port_in_use_is_told(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("witness", "--log", KEY.verifier, "--port", taken.getsockname()[1])
    assert result.exit_code == 2
    assert "--port" in result.output


# -- beside `ironclad audit`


def test_the_old_form_is_accepted_with_a_hint(home: Path) -> None:
    """A server that is not there ends the round; the key is made, and the hint is given before."""
    key = home / "key"
    result = run(
        "audit", "http://127.0.0.1:1", "--witness", key, "--state", home / "state.json", "--name", "a"
    )
    assert result.exit_code == 1
    assert f"cosigning as {read_keys(key).ed25519.verifier}" in result.stderr
    assert "`ironclad witness`" in result.stderr
    assert "not audited" in result.stdout


def test_one_key_has_one_memory(home: Path) -> None:
    """A key of a witness is not audited with; one of an audit is taken over with what it saw."""
    key, audit = home / "key", home / "audit.json"
    make_keys(key, "witness.example/w1")
    result = run("witness", "--log", KEY.verifier, "--key", key, "--port", 0)
    assert result.exit_code == 2
    assert "--continue" in result.output
    assert not copy_of_state(key).exists()
    seen = Tree().note(7)
    write_whole(audit, json.dumps({"format": 1, "first_key": str(KEY.verifier), "checkpoint": None}).encode())
    refused = run("witness", "--log", KEY.verifier, "--key", key, "--port", 0, "--continue", audit)
    assert (refused.exit_code, "no checkpoint yet" in refused.output) == (2, True)
    remembered = Remembered(1, str(KEY.verifier), [], str(seen))
    write_whole(
        audit, json.dumps({name: getattr(remembered, name) for name in Remembered.__struct_fields__}).encode()
    )
    witness = WitnessProcess(
        home, (str(KEY.verifier),), more=("--key", str(key), "--continue", str(audit))
    ).start()
    try:
        assert witness.ask(Tree(fork=3).request(0, 9)).text == "7\n"
        answer = witness.ask(Tree().request(7, 9))
        line = parse(str(Tree().note(9)).encode() + answer.content)
        keys = [read_cosigner_key(str(each.verifier)) for each in read_keys(key).cosigners]
        assert [found for found, _ in verified(Note(line.text, line.signatures), keys)] == keys
    finally:
        witness.end()
    again = run("audit", "http://127.0.0.1:1", "--witness", key, "--state", home / "state.json")
    assert again.exit_code == 2
    assert "two memories" in again.output
