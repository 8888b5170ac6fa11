"""Asking a witness: every answer that the protocol has, and what is no answer at all."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from threading import Timer

import pytest

from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.mldsa import MlDsaWitness
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.witness.client import AHEAD_SECONDS, WitnessClient, WitnessFailed
from ironclad.eventlog.witness.cosigning import Answer, CosigningWitness
from ironclad.eventlog.witness.heads import WitnessHeads
from ironclad.eventlog.witness.protocol import ANSWER_BYTES, SIZE_TYPE
from ironclad.eventlog.witness.transport import Reply, WitnessAddress
from tests.witness.fake import FakeWitness, fake_witness, raw_server
from tests.witness.logs import KEY, Tree

WITNESS, STRANGER = Witness("witness.example/w1", b"w" * 32), Witness("witness.example/w1", b"s" * 32)
SECONDS = 1_790_000_000


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[CosigningWitness]:
    with WitnessHeads(tmp_path / "heads", tmp_path / "copy", new=True) as heads:
        yield CosigningWitness([KEY.verifier], [WITNESS], heads, lambda: SECONDS)


class Log:
    """A log and its client of a witness that answers as it is said; `asked` are the requests' old sizes."""

    def __init__(
        self, answer: Callable[[bytes], Answer], tree: Tree | None = None, cosigned: int = 0
    ) -> None:
        self.tree, self.answer, self.asked = tree or Tree(), answer, list[int]()
        self.client = WitnessClient([WITNESS.verifier], self.post, self.tree.proof, lambda: SECONDS, cosigned)

    def post(self, body: bytes) -> Reply:
        self.asked.append(int(body.split(b"\n")[0].split()[1]))
        answer = self.answer(body)
        return Reply(answer.status, answer.kind, answer.body)

    def ask(self, size: int) -> list[str]:
        lines = self.client.ask(self.tree.checkpoint(size), self.tree.note(size))
        return [each.key.name for each in lines]


def test_a_log_that_grows_is_cosigned(witness: CosigningWitness) -> None:
    """With a proof from the last size each time; one 409 tells a client that knows nothing."""
    log = Log(witness.add_checkpoint)
    for size in (0, 1, 5, 5, 9, 300):
        assert log.ask(size) == [WITNESS.name]
    assert log.asked == [0, 0, 1, 5, 5, 9]
    again = Log(witness.add_checkpoint)
    assert again.ask(301) == [WITNESS.name]
    assert again.asked == [0, 300]
    behind = Log(witness.add_checkpoint, cosigned=4)
    assert behind.ask(302) == [WITNESS.name]
    assert behind.asked == [4, 301]


def cosigned(*witnesses: Witness | MlDsaWitness, seconds: int = SECONDS, tree: Tree | None = None) -> Answer:
    text = (tree or Tree()).checkpoint(5).text()
    return Answer(200, "".join(each.cosign(text, seconds).line() for each in witnesses).encode())


def test_lines_of_other_keys_are_ignored() -> None:
    other = Witness("other.example", b"o" * 32)
    assert Log(lambda _: cosigned(other, STRANGER, WITNESS)).ask(5) == [WITNESS.name]


@pytest.mark.skipif(not mldsa.available(), reason="this build has no ML-DSA-44")
def test_both_keys_of_a_witness_are_taken() -> None:
    second, tree = MlDsaWitness(WITNESS.name, b"q" * 32), Tree()
    answer = cosigned(WITNESS, second)
    client = WitnessClient(
        [WITNESS.verifier, second.verifier],
        lambda _: Reply(answer.status, answer.kind, answer.body),
        tree.proof,
        lambda: SECONDS,
    )
    lines = client.ask(tree.checkpoint(5), tree.note(5))
    assert [each.key for each in lines] == [WITNESS.verifier, second.verifier]


GOOD = cosigned(WITNESS).body
FAILURES = {  # name: (answer, in words, how long to wait at least, whether it is an alarm)
    "unknown log": (Answer(404, b"unknown log\n"), r"does not know this log \(unknown log\)", 300, False),
    "unknown key": (Answer(403, b""), "does not know the key of this log$", 300, False),
    "another root": (Answer(409, b""), "another root at 5 events", 300, True),
    "a proof that does not hold": (Answer(422, b""), "another log of 0 events", 300, True),
    "malformed": (Answer(400, b"what?"), r"answers 400 \(what\?\)", 0, False),
    "a fault": (Answer(500, b""), "answers 500", 0, False),
    "a redirect": (Answer(307, b""), "answers 307", 0, False),
    "another success": (Answer(204, b""), "answers 204", 0, False),
    "a larger size": (Answer(409, b"6\n", SIZE_TYPE), "cosigned 6 events .* which has 5", 300, True),
    "the size that it was asked with": (Answer(409, b"0\n", SIZE_TYPE), "names the size 0", 300, False),
    "no size": (Answer(409, b"many\n", SIZE_TYPE), "no size", 300, False),
    "a size without its type": (Answer(409, b"3\n"), "another root", 300, True),
    "nothing": (Answer(200, b""), "no lines", 300, False),
    "rubbish": (Answer(200, b"<html>"), "no lines", 300, False),
    "bytes": (Answer(200, b"\xff\xfe\n"), "no lines", 300, False),
    "a line cut short": (Answer(200, GOOD[:-1]), "no lines", 300, False),
    "a whole note": (Answer(200, str(Tree().note(5)).encode() + GOOD), "no lines", 300, False),
    "a stranger's line": (cosigned(STRANGER), "none of its keys", 300, False),
    "a line of another checkpoint": (cosigned(WITNESS, tree=Tree(fork=1)), "no lines", 300, False),
    "a time to come": (cosigned(WITNESS, seconds=SECONDS + AHEAD_SECONDS + 1), "of a time", 300, False),
    "no time": (cosigned(WITNESS, seconds=0), "of a time", 300, False),
    "controls": (Answer(404, b"\x1b[2J\x00evil\n" + b"x" * 9_000), r"\( \[2J evil x+\)$", 300, False),
}  # fmt: skip


@pytest.mark.parametrize("which", FAILURES)
def test_an_answer_that_is_no_cosignature(which: str) -> None:
    answer, why, after, alarm = FAILURES[which]
    log = Log(lambda _: answer)
    with pytest.raises(WitnessFailed, match=why) as failed:
        log.ask(5)
    assert failed.value.after >= after
    assert failed.value.alarm is alarm
    assert len(str(failed.value)) < 400
    assert len(log.asked) <= 3


def test_a_witness_that_always_names_another_size_is_left_after_three() -> None:
    sizes = iter(range(1, 99))
    log = Log(lambda _: Answer(409, f"{next(sizes)}\n".encode(), SIZE_TYPE))
    with pytest.raises(WitnessFailed, match="another size with each answer"):
        log.ask(50)
    assert len(log.asked) == 3


def test_a_log_that_was_forked_is_refused_and_it_is_an_alarm(witness: CosigningWitness) -> None:
    assert Log(witness.add_checkpoint).ask(9)
    for size in (9, 12):
        forked = Log(witness.add_checkpoint, Tree(fork=4), cosigned=9)
        with pytest.raises(WitnessFailed, match="has cosigned another") as failed:
            forked.ask(size)
        assert failed.value.alarm
    with pytest.raises(WitnessFailed, match="a backup was restored") as failed:
        Log(witness.add_checkpoint).ask(7)
    assert failed.value.alarm


# -- over HTTP


def post(url: str, body: bytes = b"body", seconds: float = 5.0) -> Reply:
    with closing(WitnessAddress(url, seconds)) as address:
        return address.post(body)


def test_a_request_is_posted_below_the_prefix_on_one_connection() -> None:
    with fake_witness(lambda body: Answer(409, b"7\n", SIZE_TYPE)) as server:
        with closing(WitnessAddress(f"{server.url}/some/prefix/")) as address:
            for body in (b"one", b"two"):
                assert address.post(body) == Reply(409, SIZE_TYPE, b"7\n")
        assert (server.bodies, server.paths) == ([b"one", b"two"], ["/some/prefix/add-checkpoint"] * 2)
        assert server.connections == 1
        server.headers["Connection"] = "close"
        with closing(WitnessAddress(server.url)) as address:
            for body in (b"three", b"four"):
                assert address.post(body).status == 409
        assert server.connections == 3
        server.headers["Retry-After"] = "120"
        assert post(server.url).retry_after == 120
        server.headers["Retry-After"] = "Fri, 31 Dec 1999 23:59:59 GMT"
        assert post(server.url).retry_after == 0


def test_a_connection_that_the_witness_closed_meanwhile_is_opened_again() -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    def once(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(answer)
        connection.close()

    with raw_server(once) as url, closing(WitnessAddress(url)) as address:
        for _ in range(3):
            assert address.post(b"x").body == b"ok"


def test_a_redirect_is_not_followed() -> None:
    with fake_witness(lambda _: Answer(200, b"")) as elsewhere:
        with fake_witness(lambda _: Answer(307, b"")) as server:
            server.headers["Location"] = f"{elsewhere.url}/add-checkpoint"
            assert post(server.url).status == 307
        assert elsewhere.bodies == []


def test_a_huge_answer_is_not_read() -> None:
    with fake_witness(lambda _: Answer(200, b"x" * (ANSWER_BYTES + 1))) as server:
        with pytest.raises(HTTPException, match="more than"):
            post(server.url)
        server.decide = lambda _: Answer(200, b"x" * ANSWER_BYTES)
        assert len(post(server.url).body) == ANSWER_BYTES

    def endless(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65_536)

    with raw_server(endless) as url, pytest.raises(HTTPException, match="more than"):
        post(url)


def drip(piece: bytes) -> Callable[[socket.socket], None]:
    def talk(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(piece)
            time.sleep(0.02)

    return talk


def silent(connection: socket.socket) -> None:
    time.sleep(60)


@pytest.mark.parametrize("talk", [silent, drip(b"x"), drip(b"X-Header: y\r\n"), drip(b"\r\n")])
def test_an_answer_that_does_not_come_in_time_is_left(talk: Callable[[socket.socket], None]) -> None:
    """Also where each byte comes in time, and the whole never does."""
    begun = time.monotonic()
    with raw_server(talk) as url, pytest.raises((OSError, HTTPException), match=r"."):
        post(url, seconds=0.5)
    assert time.monotonic() - begun < 5


def test_what_is_under_way_can_be_broken_off() -> None:
    with raw_server(silent) as url:
        address = WitnessAddress(url, 30.0)
        stop = Timer(0.2, address.close)
        stop.start()
        begun = time.monotonic()
        with pytest.raises((OSError, HTTPException)):
            address.post(b"x")
        assert time.monotonic() - begun < 10
        with pytest.raises(OSError, match="stopped"):
            address.post(b"x")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\r\n",
        b"rubbish\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
    ],
)
def test_what_is_no_http_is_a_failure(answer: bytes) -> None:
    def talk(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(answer)
        connection.close()

    with raw_server(talk) as url, closing(WitnessAddress(url)) as address:
        client = WitnessClient([WITNESS.verifier], address.post, Tree().proof, lambda: SECONDS)
        with pytest.raises(WitnessFailed, match="does not answer"):
            client.ask(Tree().checkpoint(5), Tree().note(5))


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
    with pytest.raises(OSError, match=r"."):
        post(url)


@pytest.mark.parametrize(
    "prefix",
    [
        "", "witness.example", "ftp://witness.example", "file:///etc/passwd", "https://", "https:///path",
        "https://user:password@witness.example", "https://witness.example/?a=b", "https://witness.example/#a",
        "https://witness.example:port", "https://witness.example:99999", "https://w.example/a b",
        "https://w.example/\r\nX: y", "https://w\u00e9.example", "//witness.example",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_witness(prefix: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        WitnessAddress(prefix)


def test_a_real_witness_is_asked_over_http(witness: CosigningWitness) -> None:
    with fake_witness(witness.add_checkpoint) as server, closing(WitnessAddress(server.url)) as address:
        tree = Tree()
        client = WitnessClient([WITNESS.verifier], address.post, tree.proof, lambda: SECONDS)
        for size in (3, 8, 200):
            (line,) = client.ask(tree.checkpoint(size), tree.note(size))
            assert WITNESS.verifier.verify(tree.checkpoint(size).text(), line.signature.body)
        stranger = Tree(key=SigningKey(KEY.name, b"x" * 32))
        with pytest.raises(WitnessFailed, match="does not know the key"):
            client.ask(stranger.checkpoint(201), stranger.note(201))
        assert isinstance(server, FakeWitness)
