"""Players in threads, who give commands over HTTP through whatever happens, and note what they were told."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from threading import Event, Thread
from typing import Any

import httpx

from tests.api.running import Table
from tests.faults.audit import Said

GIVEN_UP = 0.2  # share of the commands without an answer that are not given again
PATIENCE = 60.0

Seats = tuple[str, dict[str, str]]
"""A game, and the token of each of its seats."""


@dataclass
class Players:
    """`said` is what each command came to, `met` what else than an answer came how often."""

    address: str
    games: list[Seats]
    seed: int = 1
    said: list[Said] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    stopping: Event = field(default_factory=Event)

    def play(self, number: int) -> None:
        """Give commands in random games, until told to stop."""
        random, ids = Random(self.seed * 1_000 + number), count(1)
        with httpx.Client(base_url=self.address + "/api/v1", timeout=30) as http:
            while not self.stopping.is_set():
                game, tokens = random.choice(self.games)
                found = self._persist(lambda: http.get(f"/games/{game}"), random)  # noqa: B023
                if found is None or found.status_code != 200:
                    continue
                seat, request = _chosen(found.json(), random)
                request["id"] = f"{number}-{next(ids)}"
                self._give(http, Said(game, seat, request, None), tokens[seat], random)

    def _give(self, http: httpx.Client, said: Said, token: str, random: Random) -> None:
        """Give a command until it is answered or given up; now and then again, for the same answer."""
        path, headers = f"/games/{said.game}/commands", {"Authorization": f"Bearer {token}"}

        def call() -> httpx.Response:
            return http.post(path, json=said.request, headers=headers)

        answer = self._persist(call, random)
        self.said.append(replace(said, answer=self._read(answer)))
        if answer is None or answer.status_code != 200 or random.random() < 0.9:
            return
        again = self._persist(call, random)
        if again is not None and {**again.json(), "repeated": False} != {**answer.json(), "repeated": False}:
            self.wrong.append(f"asked again, {said.request} was answered {again.text}, not {answer.text}")

    def _read(self, answer: httpx.Response | None) -> dict[str, Any] | str | None:
        """What an answer tells: a receipt, the type of a refusal, or nothing."""
        if answer is None:
            return None
        body: dict[str, Any] = answer.json()
        if answer.status_code == 200:
            return body
        if answer.status_code != 409:
            self.wrong.append(f"{answer.status_code} {answer.text}")
        return str(body["type"])

    def _persist(self, call: Callable[[], httpx.Response], random: Random) -> httpx.Response | None:
        """Call until there is an answer other than "not now"; None where it is given up first."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = call()
            except httpx.TransportError as broken:
                self.met[type(broken).__name__] += 1
                if random.random() < GIVEN_UP or self.stopping.is_set():
                    return None
                time.sleep(0.1 if isinstance(broken, httpx.ConnectError) else 0.02)
                continue
            if answer.status_code != 503:
                return answer
            self.met["503"] += 1
            if answer.headers["content-type"] != "application/problem+json":
                self.wrong.append(f"503 without a problem document: {answer.text}")
            if self.stopping.is_set():
                return None
            time.sleep(0.05)
        self.wrong.append(f"no answer in {PATIENCE:g} seconds")
        return None

    @contextmanager
    def playing(self, threads: int) -> Iterator["Players"]:
        """So many at once; at the end each finishes what it has begun."""
        players = [Thread(target=self.play, args=(number,)) for number in range(threads)]
        for player in players:
            player.start()
        try:
            yield self
        finally:
            self.stopping.set()
            for player in players:
                player.join(PATIENCE)
        assert not any(player.is_alive() for player in players)
        assert not self.wrong, self.wrong[:5]

    def acknowledged(self) -> int:
        return sum(isinstance(each.answer, dict) for each in self.said)

    def go_on(self, commands: int = 30, seconds: float = PATIENCE) -> None:
        """Wait until so many more commands are acknowledged."""
        until, wanted = time.monotonic() + seconds, self.acknowledged() + commands
        while self.acknowledged() < wanted:
            assert time.monotonic() < until, f"only {self.acknowledged()} of {wanted}; {self.met}"
            assert not self.wrong, self.wrong[:5]
            time.sleep(0.02)


def open_games(address: str, number: int) -> list[Seats]:
    """New games, with both seats taken."""
    with httpx.Client(base_url=address + "/api/v1", timeout=30) as http:
        tables = [Table.open(http) for _ in range(number)]
    return [(table.game, table.tokens) for table in tables]


def _chosen(game: dict[str, Any], random: Random) -> tuple[str, dict[str, Any]]:
    """A seat and a command for it: the pull that is due, or a shout."""
    (due,) = game["due"]
    if random.random() < 0.3:
        seat = random.choice(["blue", "grey"])
        return seat, {"command": {"type": "shout", "word": f"word {random.random()}"}}
    pull = {"type": "pull", "effort": random.randint(1, 3)}
    return due["seat"], {"decision": due["id"], "command": pull}
