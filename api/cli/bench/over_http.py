"""One command through HTTP at the end of a long game: a real server, a durable log, one client.

The client keeps a position of its own from the events it is answered, as a program that plays would, and only
the time from sending a command to its whole answer is counted.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any, Self
from urllib.parse import urlsplit

from ironclad.api.cli.bench.play import Figure, time
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset

WARM_UP = 20


class BenchFault(Exception):
    """The server did not answer as it must."""


class Client:
    """One kept connection."""

    def __init__(self, address: str) -> None:
        where = urlsplit(address)
        self._connection = HTTPConnection(where.hostname or "127.0.0.1", where.port, timeout=60)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[float, Any]:
        """Seconds from sent to answered, and the answer. Raises BenchFault for anything but a success."""
        data = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json"} if data else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        started = perf_counter()
        self._connection.request(method, path, data, headers)
        response = self._connection.getresponse()
        content = response.read()
        seconds = perf_counter() - started
        if response.status >= 300:
            raise BenchFault(f"{method} {path}: {response.status} {content[:400].decode(errors='replace')}")
        return seconds, json.loads(content) if content else None

    def get_any(self, path: str) -> None:
        """Ask for what may not be there, and read the answer whatever it is."""
        self._connection.request("GET", path)
        self._connection.getresponse().read()


def unanswered(game: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The decisions of a game's record that wait for an answer.

    One that all seats answer at once stays due for a seat that has answered, until the last of them has.
    """
    awaited = game.get("awaits") or [due["seat"] for due in game["due"]]
    return [due for due in game["due"] if due["seat"] in awaited]


@contextmanager
def server(
    log: Path | str, environment: Mapping[str, str] | None = None, options: Sequence[str] = ()
) -> Iterator[str]:
    """`ironclad serve` over the log in a directory, or at a URL; gives its address.

    `environment` is added to this process's, `options` to the command line.
    """
    with serving(log, environment, options) as (api, _):
        yield api


@contextmanager
def serving(
    log: Path | str, environment: Mapping[str, str] | None = None, options: Sequence[str] = ()
) -> Iterator[tuple[str, int]]:
    """As `server`, with the id of the server's process beside its address."""
    where = ["--url", log] if isinstance(log, str) else ["--data", str(log)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ironclad.api.cli", "serve", "--json", "--port", "0", *where, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    try:
        assert process.stdout is not None
        printed = ""
        while not printed.endswith("}\n"):
            line = process.stdout.readline()
            if not line:
                raise BenchFault("the server ended before it listened")
            printed += line
        api: str = json.loads(printed)["api"]
        _await_listening(api)
        _await_maps(api)
        yield api, process.pid
    finally:
        process.terminate()
        try:
            process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


def _await_listening(api: str, patience: float = 60.0) -> None:
    """Wait until the server takes connections: it tells its address a moment before."""
    where, until = urlsplit(api), perf_counter() + patience
    while True:
        try:
            socket.create_connection((where.hostname or "127.0.0.1", where.port or 80), timeout=1).close()
            return
        except OSError as refused:
            if perf_counter() > until:
                raise BenchFault(f"nothing listens at {api}: {refused}") from refused
            sleep(0.02)


def _await_maps(api: str) -> None:
    """Wait until the server has drawn its maps, which it does in a thread when it starts: that is no answer's
    time.
    """
    client, root = Client(api), urlsplit(api).path
    for each in client.ask("GET", f"{root}/rulesets")[1]["items"]:
        client.get_any(f"{root}/rulesets/{each['name']}/map")
    client.close()


class LatePlay:
    """Random play on from one event of a long game, on one branch of it after the other.

    Each branch has the whole game behind it and is its owner's to play for every seat.
    """

    def __init__(self, api: str, ruleset: Ruleset[Any], game: str, token: str) -> None:
        self.commands: list[float] = []
        self.empty: list[float] = []
        self._ruleset, self._token = ruleset, token
        self._client, self._random = Client(api), Random("choices over http")
        self._health, self._game = f"{urlsplit(api).path}/health", f"{urlsplit(api).path}/games/{game}"
        self._turns: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def turns(self) -> str:
        """Which turns the commands were given in."""
        first, last = min(self._turns), max(self._turns)
        return f"turn {first}" if first == last else f"turns {first} to {last}"

    def branch(self, position: Any, at: int, most: int) -> None:
        """Fork at version `at`, where `position` stands, and play to an end or until there are `most`
        commands: seconds of each, and of as many empty calls.
        """
        _, line = self._client.ask("POST", f"{self._game}/forks", {"at": at}, self._token)
        ruleset, played = self._ruleset, 0
        while len(self.commands) < most and ruleset.rules.outcome(position) is None:
            due = self._random.choice(ruleset.rules.due(position))
            self._turns.add(int(getattr(position, "turn", 0)))
            command = document_of(decider.sample(ruleset, position, due, self._random))
            body = {"id": f"bench-{len(self.commands)}", "decision": due.id, "command": command}
            body |= {"timeline": line["id"], "seat": due.seat}
            seconds, answer = self._client.ask("POST", f"{self._game}/commands", body, self._token)
            self.commands.append(seconds)
            self.empty.append(self._client.ask("GET", self._health)[0])
            played += 1
            for event in answer["events"]:
                if event["name"].startswith(f"{ruleset.name}."):
                    decider.evolve(
                        ruleset,
                        position,
                        ruleset.storage.events.decode(event["name"], canonical(event["data"])),
                    )
        if not played:
            raise BenchFault("the game has ended where it should be played on")


class NewPlay:
    """Random play of new games, both seats in turn, for a ruleset that hides something: its games have no
    branches while they run, and each seat asks for itself what it may order.
    """

    turns = "all turns"

    def __init__(self, api: str, ruleset: Ruleset[Any]) -> None:
        self.commands: list[float] = []
        self.empty: list[float] = []
        self.games: list[str] = []
        self._ruleset, self._root = ruleset, urlsplit(api).path
        self._client, self._random = Client(api), Random("choices over http")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def game(self, most: int) -> None:
        """Play a new game to its end, or until there are `most` commands: seconds of each, and of as many
        empty calls.
        """
        body = {"ruleset": self._ruleset.name, "scenario": next(iter(self._ruleset.identity.scenarios))}
        self.games.append(self._client.ask("POST", f"{self._root}/games", body)[1]["id"])
        game = f"{self._root}/games/{self.games[-1]}"
        tokens = {
            seat: self._client.ask("POST", f"{game}/seats/{seat}", {"player": f"bench-{seat}"})[1]["token"]
            for seat in self._ruleset.seats
        }
        while len(self.commands) < most and (due := unanswered(self._client.ask("GET", game)[1])):
            asked = self._random.choice(due)
            token = tokens[asked["seat"]]
            offered = self._client.ask("GET", f"{game}/legal?seat={asked['seat']}&limit=100", token=token)[1]
            given = {"id": f"bench-{len(self.commands)}", "decision": asked["id"]}
            command = self._random.choice(offered["commands"])
            seconds, _ = self._client.ask("POST", f"{game}/commands", {**given, "command": command}, token)
            self.commands.append(seconds)
            self.empty.append(self._client.ask("GET", f"{self._root}/health")[0])


def figures(commands: list[float], empty: list[float], flushes: list[float], where: str) -> Iterator[Figure]:
    """http/p50 and http/p99, beside an empty call to the same server and one bare durable transaction.

    `where` says at which point of a game the commands were given; the first of them only warm the server up.
    """
    commands, empty = commands[WARM_UP:], empty[WARM_UP:]
    if not commands:
        return
    for name, share in (("http/p50", 0.50), ("http/p99", 0.99)):
        limit = quantile(empty, share) + quantile(flushes, share)
        against = f"an empty call, then a bare durable transaction ({len(commands)} commands, {where})"
        yield time(name, quantile(commands, share) * 1000, limit * 1000, "ms", against)


def quantile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
