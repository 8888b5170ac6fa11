"""Overload: one hostile address and ten hostile accounts, and how long an honest player waits meanwhile.

    python -m tests.load.hostile [--seconds N] [--accounts N] [--connections N] [--seed N]

Starts a server that requires accounts, with a played campaign in its log. An honest player opens a game,
reads and orders, first alone and then beside the hostile ones, which ask for all that is dear as fast as they
are answered: an anonymous address (127.0.0.2) and accounts of other addresses, each over some connections.
They run in one process of the lowest priority; its share of the processors is stated. Prints one JSON object;
status 1 if the honest player's 99th percentile was 500 ms or more, a call of its failed, or the server held
400 MiB or more.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import PATIENCE, Server
from tests.api.shared import PASSWORD
from tests.load.crowd import Target

RULESET = "american_civil_war"
COMMANDS = 200
P99_SECONDS, MEMORY_MIB = 0.5, 400
THINKING = 0.03


@dataclass
class Waits:
    """How long each call of the honest player took, and which were not answered as they should."""

    seconds: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)

    def at(self, share: float) -> float:
        """A percentile, in milliseconds."""
        ordered = sorted(self.seconds)
        return round(1_000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    def told(self) -> dict[str, Any]:
        return {
            "calls": len(self.seconds),
            "p50_ms": self.at(0.5),
            "p99_ms": self.at(0.99),
            "max_ms": self.at(1),
        }


class Honest:
    """A player who reads and orders, one call after the other."""

    def __init__(self, http: httpx.Client) -> None:
        self._http, self._names = http, count(1)
        self._open()

    def _open(self) -> None:
        opened = self._post("/games", {"ruleset": RULESET, "scenario": "campaign", "dice": V1})
        self._game = f"/games/{opened['id']}"
        for seat in opened["seats"]:
            self._post(f"{self._game}/seats/{seat['seat']}", {})

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._http.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def play(self, seconds: float) -> Waits:
        """Look at the game, at what may be ordered and at views of it, and order, for some time."""
        waits, until = Waits(), time.monotonic() + seconds
        while time.monotonic() < until:
            game = self._call(waits, "GET", "")
            if not game["due"]:  # the war is over
                self._open()
                continue
            due = game["due"][0]
            legal = self._call(waits, "GET", f"/legal?seat={due['seat']}&decision={due['id']}")
            self._call(waits, "GET", "/views?names=map,economy")
            order = {"id": f"honest-{next(self._names)}", "decision": due["id"], "seat": due["seat"]}
            self._call(waits, "POST", "/commands", {**order, "command": legal["commands"][-1]})
        return waits

    def _call(self, waits: Waits, method: str, path: str, body: Any = None) -> Any:
        time.sleep(THINKING)
        begun = time.monotonic()
        answer = self._http.request(method, self._game + path, json=body)
        waits.seconds.append(time.monotonic() - begun)
        if answer.status_code != 200:
            waits.failed[f"{method} {path.partition('?')[0]}: {answer.status_code}"] += 1
        return answer.json()


def played_game(log: Path, seed: int) -> tuple[str, int]:
    """A campaign in the log, played at random; its name and its last version."""
    rulesets, rng = installed(), Random(seed)
    with Service(f"sqlite:///{log}", rulesets, ServiceSettings()) as referee:
        game = referee.opening.open_game(RULESET, "campaign", dice=V1).id
        for seat in rulesets[RULESET].seats:
            referee.opening.take_seat(game, seat, seat)
        for number in range(COMMANDS):
            line, version = referee.queries.head(game)
            position = referee.queries.live_position(game, line, version)
            waiting = rulesets[RULESET].rules.due(position)
            if not waiting:  # the dice are the service's own: they may end the war early
                break
            due = waiting[0]
            command = msgspec.to_builtins(decider.sample(rulesets[RULESET], position, due, rng))
            body = {"id": f"c{number}", "command": command, "decision": due.id}
            referee.commands.handle(game, due.seat, body)
        return game, referee.queries.head(game)[1]


def signed_in(address: str, name: str, host: str) -> str:
    """The token of a new account that signs in from an address of its own."""
    transport = httpx.HTTPTransport(local_address=host)
    with httpx.Client(base_url=f"{address}/api/v1", timeout=PATIENCE, transport=transport) as http:
        made = {"name": name, "password": PASSWORD}
        assert http.post("/accounts", json=made).status_code == 201
        token: str = http.post("/sessions", json=made).json()["token"]
    return token


def warm(server: Server, target: Target) -> None:
    """Ask for each thing once: what the rules work out once is there then, as in a server that runs."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        for method, path, body in (target.call(each, target.version) for each in target.calls()):
            if "min_version" not in path and "/bundle" not in path:
                http.request(method, path, content=body, headers={"Content-Type": "application/json"})


def used_seconds(process: int) -> float:
    """Processor seconds of a process."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(process: int) -> float:
    """The most that a process has held."""
    status = Path(f"/proc/{process}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def measure(seconds: float, accounts: int, connections: int, seed: int) -> dict[str, Any]:
    """Play alone, then beside the hostile ones; what was seen."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.sqlite"
        game, version = played_game(log, seed)
        server = Server(log, settings={"IRONCLAD_ACCOUNTS": "on"}).start()
        try:
            assert server.process is not None
            process = server.process.pid
            tokens = [signed_in(server.address, f"hostile {n}", f"127.0.0.{10 + n}") for n in range(accounts)]
            headers = {"Authorization": f"Bearer {signed_in(server.address, 'honest', '127.0.0.1')}"}
            with server.client(headers=headers) as http:
                honest = Honest(http)
                warm(server, Target(server.port, game, version))
                quiet = honest.play(seconds)
                asked = {"port": server.port, "game": game, "version": version, "tokens": tokens}
                asked |= {"seconds": seconds + 2, "connections": connections, "seed": seed}
                before, begun = used_seconds(process), time.monotonic()
                crowd = subprocess.Popen(
                    [sys.executable, "-m", "tests.load.crowd", json.dumps(asked)],
                    stdout=subprocess.PIPE,
                    text=True,
                )
                time.sleep(1)  # until they are all connected
                beside = honest.play(seconds)
                said, _ = crowd.communicate(timeout=PATIENCE + seconds)
                lasted = time.monotonic() - begun
                share = (used_seconds(process) - before) / lasted
            return {
                "quiet": quiet.told(),
                "beside": beside.told(),
                "ratio_p99": round(beside.at(0.99) / quiet.at(0.99), 1),
                "failed": dict(quiet.failed + beside.failed),
                "server_cores": round(share, 2),
                "server_mib": round(memory_mib(process)),
                "hostile": json.loads(said),
            }
        finally:
            server.stop()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--accounts", type=int, default=10)
    parser.add_argument("--connections", type=int, default=8, help="of each hostile caller")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = measure(asked.seconds, asked.accounts, asked.connections, asked.seed)
    print(json.dumps(found))
    late = found["beside"]["p99_ms"] >= 1_000 * P99_SECONDS
    return int(late or bool(found["failed"]) or found["server_mib"] >= MEMORY_MIB)


if __name__ == "__main__":
    sys.exit(main())
