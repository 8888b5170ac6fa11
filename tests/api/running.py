"""Starting a server, and playing over HTTP as two programs would."""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from tests.api.forking import Forked
from tests.stores import Store

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds for whatever must come: a loaded machine is slow, not wrong
_names = count(1)


class NotStarted(Exception):
    """The server ended before it listened."""


@contextmanager
def served(command: Sequence[str | Path], where: Path, **environment: str) -> Iterator[httpx.Client]:
    """A client of the service that `command` (`ironclad serve --json …`) starts, until the block ends.

    Raises NotStarted if the command ends before it says where it listens.
    """
    process = subprocess.Popen(
        command, cwd=where, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        lines = []
        while (line := process.stdout.readline()) != "}\n":
            if not line:
                raise NotStarted(f"it ended with status {process.wait(timeout=PATIENCE)}")
            lines.append(line)
        with httpx.Client(base_url=json.loads("".join(lines) + "}")["api"], timeout=PATIENCE) as http:
            yield http
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        process.stdout.close()


@dataclass
class Server:
    """A server process over one log (a store, a SQLite file or a URL); `address` once it listens, `module` is
    what it runs, `bounds` its limits, `settings` its environment beside ours."""

    log: Store | Path | str
    port: int = 0
    module: str = "tests.api.server"
    process: Forked | None = None
    address: str = ""
    bounds: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)

    def start(self) -> "Server":
        log = Store(f"sqlite:///{self.log}") if isinstance(self.log, Path) else self.log
        store = Store(log) if isinstance(log, str) else log
        arguments = [store.url, str(self.port), *([json.dumps(self.bounds)] if self.bounds else [])]
        environment = {**os.environ, **store.environment, **self.settings}
        self.process = Forked(self.module, arguments, environment)
        self.address = self.process.line
        if not self.address:
            self._end(lambda process: process.kill())
            raise NotStarted
        self.port = int(self.address.rpartition(":")[2])
        return self

    def stop(self) -> int:
        """SIGTERM; the exit status."""
        return self._end(lambda process: process.terminate())

    def kill(self) -> int:
        """SIGKILL; the exit status."""
        return self._end(lambda process: process.kill())

    def _end(self, how: Any) -> int:
        process = self.process
        assert process is not None
        how(process)
        status = process.wait(PATIENCE)
        self.process = None
        return status

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address + "/api/v1", timeout=PATIENCE, **more)


@dataclass
class Table:
    """A game with both seats taken, and the tokens of each."""

    http: httpx.Client
    game: str
    tokens: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, http: httpx.Client, scenario: str = "long", ruleset: str = "tug", **more: Any) -> "Table":
        opened = http.post("/games", json={"ruleset": ruleset, "scenario": scenario, **more})
        assert opened.status_code == 201, opened.text
        table = cls(http, opened.json()["id"])
        for seat in opened.json()["seats"]:
            taken = table.post(f"/seats/{seat['seat']}", {"player": f"player-{seat['seat']}"})
            assert taken.status_code == 201, taken.text
            table.tokens[seat["seat"]] = taken.json()["token"]
        return table

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        return self.http.get(f"/games/{self.game}{path}", params=query)

    def post(self, path: str, body: Any, seat: str | None = None, token: str | None = None) -> httpx.Response:
        token = token or (self.tokens[seat] if seat else None)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.post(f"/games/{self.game}{path}", json=body, headers=headers)

    def give(self, seat: str, command: dict[str, Any], **more: Any) -> httpx.Response:
        """Give a command as a seat, answering what is due now unless `more` says otherwise."""
        body = {"id": f"command-{next(_names)}", "command": command, **more}
        if "decision" not in body:
            due = self.get().json()["due"]
            body["decision"] = due[0]["id"] if due and command["type"] == "pull" else None
        return self.post("/commands", body, seat)

    def pull(self, times: int = 1) -> list[dict[str, Any]]:
        """Let the seat that is due pull by one, some times over; the receipts."""
        receipts = []
        for _ in range(times):
            (due,) = self.get().json()["due"]
            given = self.give(due["seat"], {"type": "pull", "effort": 1}, decision=due["id"])
            assert given.status_code == 200, given.text
            receipts.append(given.json())
        return receipts

    def version(self) -> int:
        found: int = self.get().json()["version"]
        return found

    def log_size(self) -> int:
        found: int = self.http.get("/ready").json()["log_size"]
        return found
