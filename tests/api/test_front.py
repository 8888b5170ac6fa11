"""The front of the server: half-sent, cut and slow requests, and the names it is asked under."""

import socket
import time
from contextlib import ExitStack

import httpx
import pytest

from tests.api.running import Server

HALF = (
    b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 5000\r\n\r\n{"
)


def _connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=5)


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
        cut.settimeout(5)
        answer = cut.recv(4096)
    assert answer == b"" or answer.split(b" ")[1] in (b"400", b"408")
    assert http.get("/ready").json()["log_size"] == before


@pytest.mark.parametrize("name", ["LOCALHOST", "localhost", "127.0.0.1", "[::1]", "127.0.0.1:8000"])
def test_loopback_is_asked_under_its_own_names(server: Server, http: httpx.Client, name: str) -> None:
    assert http.get("/health", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("name", ["127.0.0.1:80:80", "localhost.example", "evil"])
def test_loopback_is_not_asked_under_others(server: Server, http: httpx.Client, name: str) -> None:
    assert http.get("/health", headers={"Host": name}).status_code == 400


@pytest.mark.parametrize("number", ["%EF%BC%91", "%2B1", "1_0"])
def test_numbers_are_written_in_plain_digits(http: httpx.Client, number: str) -> None:
    assert http.get(f"/games?limit={number}").status_code == 422


def test_an_origin_that_is_no_address_is_foreign(server: Server) -> None:
    answer = httpx.post(f"{server.address}/games", headers={"Origin": "http://["}, data={"title": "x"})
    assert answer.status_code == 403
