"""The front of the server: half-sent, cut and slow requests, and the names it is asked under."""

import os
import socket
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.api.running import PATIENCE, Server
from tests.hammer.summaries import SEED, summarize

HALF = (
    b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 5000\r\n\r\n{"
)


def _connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def test_requests_that_never_end_hold_no_thread(server: Server, http: httpx.Client) -> None:
    with ExitStack() as open_ones:
        for _ in range(24):
            half = open_ones.enter_context(_connect(server))
            half.sendall(HALF)
        time.sleep(0.3)
        assert http.get("/health").status_code == 200


def test_a_body_that_breaks_off_is_not_carried_out(server: Server, http: httpx.Client) -> None:
    before = http.get("/ready").json()["log_size"]
    body = b'{"ruleset":"tug","scenario":"short"}'
    head = HALF.split(b"\r\n\r\n")[0].replace(b"5000", str(len(body) + 500).encode())
    with _connect(server) as cut:
        cut.sendall(head + b"\r\n\r\n" + body)
        cut.shutdown(socket.SHUT_WR)
        answer = cut.recv(4096)
    assert answer == b"" or answer.split(b" ")[1] in (b"400", b"408")
    assert http.get("/ready").json()["log_size"] == before


@pytest.mark.parametrize("name", ["LOCALHOST", "localhost", "127.0.0.1", "[::1]", "127.0.0.1:8000"])
def test_loopback_is_asked_under_its_own_names(server: Server, http: httpx.Client, name: str) -> None:
    assert http.get("/health", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("name", ["127.0.0.1:80:80", "localhost.example", "evil"])
def test_loopback_is_not_asked_under_others(server: Server, http: httpx.Client, name: str) -> None:
    assert http.get("/health", headers={"Host": name}).status_code == 400


def test_the_host_of_an_absolute_target_counts(server: Server) -> None:
    """RFC 9112, 3.2.2: a server that gets an absolute target ignores the Host header."""
    own, others = f"127.0.0.1:{server.port}", "evil.example"
    for target, host, status in ((own, others, b"200"), (others, own, b"400"), (own, own, b"200")):
        lines = f"GET http://{target}/api/v1/health HTTP/1.1\r\nHost: {host}\r\n\r\n"
        assert ask(server, lines.encode()).split(b" ")[1] == status, (target, host)


def test_two_hosts_are_refused(server: Server) -> None:
    lines = f"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nHost: evil.example\r\n\r\n"
    assert ask(server, lines.encode()).split(b" ")[1] == b"400"


@pytest.mark.parametrize("number", ["%EF%BC%91", "%2B1", "1_0"])
def test_numbers_are_written_in_plain_digits(http: httpx.Client, number: str) -> None:
    assert http.get(f"/games?limit={number}").status_code == 422


def test_an_origin_that_is_no_address_is_foreign(server: Server) -> None:
    answer = httpx.post(f"{server.address}/games", headers={"Origin": "http://["}, data={"title": "x"})
    assert answer.status_code == 403


REQUEST = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n"


def ask(server: Server, raw: bytes) -> bytes:
    """Send bytes and give back what comes first; nothing where the connection is closed without an answer.

    A server that has read enough answers and closes while more is being sent: the answer is there to be read
    then, though the rest cannot be sent any more.
    """
    with _connect(server) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(raw)
        try:
            return connection.recv(65536)
        except ConnectionResetError:
            return b""


MANY = b"".join(b"X-%d: y\r\n" % number for number in range(10_000))
FLOODS = {
    "a hundred headers and more": (REQUEST + b"Y: z\r\n" * 150 + b"\r\n", b"431"),
    "ten thousand headers": (REQUEST + MANY + b"\r\n", b"431"),
    "one long header": (REQUEST + b"X: " + b"y" * 70_000 + b"\r\n\r\n", b"431"),
    "a cookie without end": (REQUEST + b"Cookie: a=" + b"y" * 2_000_000, b"431"),
    "a long name of a header": (REQUEST + b"y" * 70_000 + b": x\r\n\r\n", b"431"),
    "a long address": (b"GET /" + b"y" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"4"),
    "a somewhat long address": (b"GET /" + b"y" * 3_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
    "two lengths": (
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"400",
    ),
    "a name of a header with a space": (REQUEST + b"X Y: 1\r\n\r\n", b"400"),
    "a null in a header": (REQUEST + b"X: a\0b\r\n\r\n", b"400"),
    "two hosts": (REQUEST + b"Host: evil\r\n\r\n", b"400"),
    "no host": (b"GET /api/v1/health HTTP/1.1\r\n\r\n", b"400"),
    "a compressed body": (
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
        b"415",
    ),
    "another protocol": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b""),
    "a handshake of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500, b""),
}


@pytest.mark.parametrize("name", FLOODS)
def test_floods_are_refused_and_the_next_request_is_served(
    server: Server, http: httpx.Client, name: str
) -> None:
    raw, status = FLOODS[name]
    answer = ask(server, raw)
    told = answer.split(b" ")[1] if answer else b""
    assert told.startswith(status), answer[:200]
    if not status:
        assert told in (b"", b"400")
    assert http.get("/health").status_code == 200


RANDOM_FLOODS = int(os.environ.get("IRONCLAD_TEST_FLOODS", "30"))  # `make hammer` has hundreds


def _random_flood(random: Random) -> tuple[str, bytes]:
    """A request that no client of ours sends, and what it is: headers, names, values, lengths, bytes."""
    size, filler = random.choice((200, 2_000, 70_000, 300_000)), bytes([random.choice(b"ayz09-_.%&=")])
    kind = random.choice(("headers", "value", "name", "address", "body", "chunks", "rubbish", "lines"))
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    match kind:
        case "headers":
            raw = REQUEST + b"".join(b"X-%d: %s\r\n" % (n, filler * 9) for n in range(size // 20)) + b"\r\n"
        case "value":
            raw = REQUEST + b"Cookie: " + filler * size + b"\r\n\r\n"
        case "name":
            raw = REQUEST + b"a" * size + b": x\r\n\r\n"
        case "address":
            raw = b"GET /" + filler * size + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
        case "body":
            raw = head + b"Content-Length: %d\r\n\r\n" % size + b"[" * size
        case "chunks":
            raw = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n[\r\n" * (size // 6) + b"0\r\n\r\n"
        case "lines":
            raw = b"\r\n" * size + REQUEST + b"\r\n"
        case _:
            raw = random.randbytes(size)
    return f"{kind} {size}", raw


@pytest.mark.full
def test_random_floods_never_fail_the_server(server: Server, http: httpx.Client) -> None:
    """None is answered by a 5xx, and the next request is served after each."""
    random, met = Random(SEED), Counter[str]()
    for number in range(RANDOM_FLOODS):
        name, raw = _random_flood(random)
        answer = ask(server, raw)
        status = answer.split(b" ")[1].decode() if answer.startswith(b"HTTP/1.1 ") else "closed"
        met[status] += 1
        assert not status.startswith("5"), f"flood {number} of seed {SEED}, {name}: {answer[:200]!r}"
        assert http.get("/health").status_code == 200, f"after flood {number} of seed {SEED}, {name}"
    summarize(f"{RANDOM_FLOODS} random floods: {dict(sorted(met.items()))}")


def test_a_body_both_chunked_and_measured_ends_its_connection(server: Server) -> None:
    """What one reader takes for the next request, another takes for the body: no second answer is given."""
    smuggled = b"GET /api/v1/rulesets HTTP/1.1\r\nHost: localhost\r\n\r\n"
    raw = (
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (5 + len(smuggled))
    )
    with _connect(server) as connection:
        connection.sendall(raw + smuggled)
        received = b""
        while part := connection.recv(65536):
            received += part
    assert received.count(b"HTTP/1.1 ") == 1
    assert received.split(b" ")[1] in (b"400", b"422")


def test_headers_that_come_byte_by_byte_are_cut_off(tmp_path: Path) -> None:
    """A slow loris: each of many connections sends a header now and then. Reading continues."""
    server = Server(tmp_path / "log.db", bounds={"header_seconds": 1.0}).start()
    with ExitStack() as open_ones:
        open_ones.callback(server.stop)
        http = open_ones.enter_context(server.client())
        slow = [open_ones.enter_context(_connect(server)) for _ in range(200)]
        for each in slow:
            each.sendall(REQUEST)
        until = time.monotonic() + PATIENCE
        cut: set[int] = set()
        while len(cut) < len(slow) and time.monotonic() < until:
            assert http.get("/health").status_code == 200
            for number, each in enumerate(slow):
                if number in cut:
                    continue
                try:
                    each.sendall(b"X-%d: y\r\n" % number)
                    each.setblocking(False)
                    if not each.recv(1024).startswith(b"HTTP/1.1 2"):
                        cut.add(number)
                except BlockingIOError:
                    each.settimeout(PATIENCE)
                except OSError:
                    cut.add(number)
            time.sleep(0.1)
        assert len(cut) == len(slow), f"{len(slow) - len(cut)} connections are still open"


def test_a_header_that_would_pass_for_another_is_not_heard(server: Server) -> None:
    assert b" 200 " in ask(server, REQUEST + b"X_Forwarded_For: 1.2.3.4\r\nContent_Length: 9\r\n\r\n")


@pytest.mark.parametrize("value", [b"Bearer \xc3\xa9", b"Bearer \xff", b"Bearer a\x80b", b"\xff"])
def test_a_token_that_is_no_text_is_none(server: Server, value: bytes) -> None:
    head = REQUEST.replace(b"/health", b"/accounts/me")
    answer = ask(server, head + b"Authorization: " + value + b"\r\n\r\n")
    assert answer.split(b" ")[1] == b"401"


@pytest.mark.parametrize(
    ("path", "status"), [("health", 200), ("%68ealth", 200), ("%2568ealth", 404), ("games/%C3%A9", 404)]
)
def test_an_address_is_decoded_once(http: httpx.Client, path: str, status: int) -> None:
    """Else a proxy in front would judge another address than the one that is answered."""
    address = httpx.URL(str(http.base_url)).copy_with(raw_path=f"/api/v1/{path}".encode())
    answer = http.get(address)
    assert answer.status_code == status
    if path.startswith("games/"):
        assert answer.json()["detail"] == "there is no game 'é'"
