"""Two server processes over one log that are asked about one game at the same moment.

IRONCLAD_TEST_RACES says how many rounds there are, the hammer's seed which race comes when, and which of the
two requests is how much later.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from threading import Barrier
from typing import Any

import httpx
import pytest

from tests import postgresql
from tests.api.running import Table
from tests.faults.audit import Said, audit
from tests.faults.herd import herd
from tests.hammer.summaries import SEED, summarize

pytestmark = pytest.mark.full

ROUNDS = int(os.environ.get("IRONCLAD_TEST_RACES", "60"))
LATEST_SECONDS = 0.004  # by how much one request may be later than the other

Sent = tuple[str, dict[str, Any]]
"""A seat and its command."""


class Pair:
    """Two servers, and a game that both are asked about; `said` is what each command came to."""

    def __init__(self, clients: list[httpx.Client]) -> None:
        self._clients = clients
        self._threads = ThreadPoolExecutor(2)
        self._gate, self._random = Barrier(2), Random(SEED)
        self._table = Table.open(clients[0])
        self.said: list[Said] = []

    def at_once(self, first: Sent, second: Sent) -> list[httpx.Response]:
        """Send a command to each server at nearly the same moment; the answers."""
        clients, later = list(self._clients), [0.0, self._random.uniform(0, LATEST_SECONDS)]
        self._random.shuffle(clients)
        self._random.shuffle(later)
        sent = list(self._threads.map(self._send, clients, (first, second), later))
        for (seat, request), answer in zip((first, second), sent, strict=True):
            body = answer.json()
            told = body if answer.status_code == 200 else body["type"]
            self.said.append(Said(self._table.game, seat, request, told))
        return sent

    def _send(self, http: httpx.Client, sent: Sent, later: float) -> httpx.Response:
        seat, request = sent
        headers = {"Authorization": f"Bearer {self._table.tokens[seat]}"}
        self._gate.wait(30)
        time.sleep(later)
        return http.post(f"/games/{self._table.game}/commands", json=request, headers=headers)

    def close(self) -> None:
        self._threads.shutdown()


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Audited at the end."""
    with postgresql.schema() as url:
        with ExitStack() as stack:
            servers = [stack.enter_context(herd(url, 1)) for _ in range(2)]
            addresses = [f"{server.address}/api/v1" for server in servers]
            clients = [stack.enter_context(httpx.Client(base_url=at, timeout=30)) for at in addresses]
            made = Pair(clients)
            yield made
            made.close()
        answers: dict[tuple[str, str, str], Said] = {}
        for each in made.said:  # of two commands under one id, the one that was accepted
            if isinstance(each.answer, dict) or each.place not in answers:
                answers[each.place] = each
        audit(url, answers.values())


def pull(turn: int, seat: str, id: str, effort: int = 1) -> Sent:
    command = {"type": "pull", "effort": effort}
    return seat, {"id": id, "decision": f"{turn}.{seat}", "command": command}


def shout(seat: str, id: str) -> Sent:
    return seat, {"id": id, "command": {"type": "shout", "word": id}}


def told(answers: list[httpx.Response]) -> list[tuple[int, Any]]:
    """The status of each answer, lowest first, and whether it is a repeat or of what type the problem is."""
    kinds = []
    for answer in answers:
        body = answer.json()
        kinds.append((answer.status_code, body.get("repeated", body.get("type", "").partition("#")[2])))
    return sorted(kinds)


def test_two_processes_asked_at_once_agree(pair: Pair) -> None:
    """The same decision under two ids, one id twice, one id with two bodies, and both seats."""
    met: Counter[str] = Counter()
    random = Random(SEED)
    for turn in range(1, ROUNDS + 1):
        match turn % 3 if turn <= 3 else random.randrange(3):
            case 0:
                answers = pair.at_once(pull(turn, "blue", f"{turn}-a"), pull(turn, "blue", f"{turn}-b"))
                assert told(answers) == [(200, False), (409, "stale")]
            case 1:
                same = pull(turn, "blue", f"{turn}")
                answers = pair.at_once(same, same)
                assert told(answers) == [(200, False), (200, True)]
                assert answers[0].json()["events"] == answers[1].json()["events"]
            case _:
                answers = pair.at_once(pull(turn, "blue", f"{turn}"), pull(turn, "blue", f"{turn}", 2))
                assert told(answers) == [(200, False), (422, "id-reused")]
        met[str(answers[0].json().get("repeated", "refused"))] += 1
        answers = pair.at_once(shout("blue", f"{turn}-ho"), pull(turn, "grey", f"{turn}-grey"))
        assert told(answers) == [(200, False)] * 2
        versions = [answer.json()["events"][0]["version"] for answer in answers]
        met["blue first" if versions[0] < versions[1] else "grey first"] += 1
    assert {"False", "refused", "blue first", "grey first"} <= met.keys(), f"one server is never first: {met}"
    summarize(f"{2 * ROUNDS} races: {dict(met)}")
