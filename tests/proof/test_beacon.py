"""Where what a beacon said is known from: a file that others append to, a server like drand's."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ironclad.api.serving.beacon import beacon_for
from ironclad.referee.dice.beacon import BeaconFault, Rounds, RoundsInFile, RoundsOverHTTP, read_rounds
from tests.waiting import within


def value(round: int) -> bytes:
    return sha256(f"round {round}".encode()).digest()


def line(round: int, said: bytes | None = None) -> bytes:
    return json.dumps({"round": round, "value": (said or value(round)).hex()}).encode() + b"\n"


def test_a_file_is_read_on_as_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "rounds"
    path.write_bytes(line(1) + b"\n" + line(3))
    rounds = RoundsInFile(path)
    assert [rounds.value(each) for each in (1, 2, 3)] == [value(1), None, value(3)]
    with path.open("ab") as file:
        file.write(line(2)[:20])
        file.flush()
        assert rounds.value(2) is None, "half a line is none yet"
        file.write(line(2)[20:] + line(1))
    assert rounds.value(2) == value(2)


def test_a_file_that_was_replaced_or_cut_is_read_anew(tmp_path: Path) -> None:
    path, other = tmp_path / "rounds", tmp_path / "other"
    path.write_bytes(line(1) + line(2))
    rounds = RoundsInFile(path)
    assert rounds.value(2) == value(2)
    path.write_bytes(line(7))
    assert (rounds.value(7), rounds.value(2)) == (value(7), None)
    other.write_bytes(line(8) + line(9))
    os.replace(other, path)
    assert rounds.value(9) == value(9)


BAD = {
    "no JSON": b"rubbish\n",
    "another field": b'{"round":2,"value":"' + b"00" * 32 + b'","x":1}\n',
    "no hex": b'{"round":2,"value":"zz"}\n',
    "capitals": line(2, b"\xab" * 32).replace(b"ab", b"AB"),
    "too short": line(2, b"x" * 15),
    "too long": line(2, b"x" * 257),
    "round 0": line(0),
    "a round as text": b'{"round":"2","value":"' + b"00" * 32 + b'"}\n',
}


@pytest.mark.parametrize("kind", BAD)
def test_a_malformed_line_is_named_until_it_is_mended(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "rounds"
    path.write_bytes(line(1) + BAD[kind] + line(3))
    rounds = RoundsInFile(path)
    for _ in range(2):
        with pytest.raises(BeaconFault, match="line 2 of"):
            rounds.value(3)
    assert rounds.value(1) == value(1), "what came before it is known"
    path.write_bytes(line(1) + line(2) + line(3) + line(4) * 9)
    assert rounds.value(3) == value(3)
    with pytest.raises(BeaconFault, match="line 2 of the file"):
        list(read_rounds(iter((line(1), BAD[kind])), "the file"))


def test_two_values_of_one_round_and_endless_lines_are_faults(tmp_path: Path) -> None:
    path = tmp_path / "rounds"
    path.write_bytes(line(1) + line(1, b"x" * 32))
    with pytest.raises(BeaconFault, match=r"line 2 of .* has another value of round 1"):
        RoundsInFile(path).value(2)
    path.write_bytes(b"x" * 100_000)
    with pytest.raises(BeaconFault, match=r"line 1 of .* is too long"):
        RoundsInFile(path).value(2)
    with pytest.raises(BeaconFault, match="cannot be read: No such file"):
        RoundsInFile(tmp_path / "nothing").value(2)


def said(round: int, **changes: Any) -> bytes:
    signature = f"signature {round}".encode()
    document = {"round": round, "signature": signature.hex(), "randomness": sha256(signature).hexdigest()}
    return json.dumps({**document, "previous_signature": "00", **changes}).encode()


def known(rounds: Rounds, round: int) -> Callable[[], bool]:
    return lambda: rounds.value(round) is not None


def test_a_server_like_drand_s_is_asked_by_a_thread_of_its_own() -> None:
    asked: list[str] = []

    class Drand(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            found = self.path == "/chain/public/7"
            self.send_response(200 if found else 404)
            self.end_headers()
            self.wfile.write(said(7) if found else b"not yet")

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Drand) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        rounds = RoundsOverHTTP(f"http://127.0.0.1:{server.server_port}/chain/")
        assert rounds.value(7) is None, "nobody waits for it"
        assert within(known(rounds, 7))
        assert rounds.value(7) == sha256(b"signature 7").digest()
        assert rounds.value(8) is None
        assert within(lambda: "/chain/public/8" in asked)
        assert rounds.value(8) is None
        rounds.close()
        server.shutdown()


@pytest.mark.parametrize(
    "answer",
    [
        said(8),
        said(7, randomness="00" * 32),
        said(7, signature="zz"),
        b"[]",
        b"rubbish",
        said(7, padding="x" * 70_000),
    ],
)
def test_what_a_server_may_not_say_is_not_believed(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironclad.referee.dice.beacon._AGAIN_SECONDS", 0.001)
    answers = [answer, OSError("unreachable"), said(7)]
    asked: list[str] = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        found = answers[min(len(asked), 3) - 1]
        if isinstance(found, OSError):
            raise found
        assert isinstance(found, bytes)
        return found

    rounds = RoundsOverHTTP("http://beacon.example", fetch)
    assert within(known(rounds, 7))
    assert len(asked) == 3
    assert set(asked) == {"http://beacon.example/public/7"}
    rounds.close()


PLAIN = {"name": "lighthouse", "genesis": 1_000, "period": 30, "rounds": "rounds.jsonl"}


def test_a_beacon_is_described_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "beacon.json"
    file.write_text(json.dumps(PLAIN))
    (tmp_path / "rounds.jsonl").write_bytes(line(5))
    environ = {"IRONCLAD_BEACON": str(file)}
    beacon = beacon_for(3, environ)
    assert beacon is not None
    assert (beacon.schedule.name, beacon.schedule.time(2), beacon.needed, beacon.lead) == (
        "lighthouse",
        1_030,
        2,
        30,
    )
    assert beacon.rounds.value(5) == value(5)
    assert beacon_for(3, {}) is None
    served = {**PLAIN, "url": "https://beacon.example/chain", "needed": 3, "lead": 60, "public_key": "8"}
    del served["rounds"]
    file.write_text(json.dumps(served))
    beacon = beacon_for(3, environ)
    assert beacon is not None
    assert (beacon.needed, beacon.lead, beacon.public_key) == (3, 60, "8")
    assert isinstance(beacon.rounds, RoundsOverHTTP)


@pytest.mark.parametrize(
    "changes",
    [
        {"period": 0},
        {"name": ""},
        {"name": "a name with spaces"},
        {"genesis": -1},
        {"url": "https://both.example"},
        {"rounds": ""},
        {"rounds": "", "url": "file:///etc/passwd"},
        {"needed": 4},
        {"needed": 0},
        {"lead": 0},
        {"surprise": 1},
    ],
)
def test_a_beacon_that_cannot_be_is_told_at_the_start(tmp_path: Path, changes: dict[str, Any]) -> None:
    file = tmp_path / "beacon.json"
    file.write_text(json.dumps({**PLAIN, **changes}))
    with pytest.raises(ValueError, match=r"beacon\.json"):
        beacon_for(3, {"IRONCLAD_BEACON": str(file)})
