"""A soak: clients play random games over HTTP for a long time, while the server's memory is watched.

    python -m tests.load.soak --minutes 10 [--url postgresql://…] [--clients 8] [--ruleset NAME]

Each client plays one game after the other, each to its end or to `--commands`; between commands it reads as
players do. Prints one JSON document: what memory the server held after 10 %, 50 % and all of the time (MiB,
resident and unshared), by how much it grew an hour over the second half, commands a second, and every answer
that should not have been. Status 1 where there was one.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx

from tests.api.running import Server, Table

READS = ("", "/position", "/views/map", "/views/chronicle", "/events", "/match/events", "/timelines")
SAMPLES = 200  # of memory, however long it takes


@dataclass
class Soak:
    """Clients of one server; `samples` are (seconds since the beginning, MiB)."""

    server: Server
    ruleset: str
    scenario: str
    commands: int
    accepted: int = 0
    games: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    samples: list[tuple[float, float]] = field(default_factory=list)
    stopping: Event = field(default_factory=Event)

    def run(self, clients: int, seconds: float) -> None:
        threads = [Thread(target=self._play, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        for number in range(SAMPLES + 1):
            self.stopping.wait(begun + number * seconds / SAMPLES - time.monotonic())
            if self.stopping.is_set():
                break
            self.samples.append((time.monotonic() - begun, self._memory()))
        self.stopping.set()
        for thread in threads:
            thread.join()

    def _memory(self) -> float:
        """MiB that would be free if the server ended."""
        assert self.server.process is not None
        lines = Path(f"/proc/{self.server.process.pid}/smaps_rollup").read_text().splitlines()
        held = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines[1:])}
        return (held["Private_Clean"] + held["Private_Dirty"]) / 1024

    def _play(self, number: int) -> None:
        random = Random(number)
        try:
            with self.server.client() as http:
                while not self.stopping.is_set():
                    table = Table.open(http, self.scenario, self.ruleset)
                    self.games += 1
                    self._play_game(table, random)
        except (AssertionError, httpx.HTTPError, LookupError) as wrong:
            self.wrong.append(f"{type(wrong).__name__}: {wrong}"[:500])
            self.stopping.set()

    def _play_game(self, table: Table, random: Random) -> None:
        for _ in range(self.commands):
            due = self._ask(table.get())["due"]
            if not due or self.stopping.is_set():
                return
            decision = random.choice(due)
            offered = self._ask(table.get("/legal", seat=decision["seat"], limit=100))["commands"]
            command = random.choice(offered)
            answered = {"decision": decision["id"]}
            self._ask(table.give(decision["seat"], command, **answered))
            self.accepted += 1
            if random.random() < 0.2:
                self._ask(table.get(random.choice(READS)))

    def _ask(self, answer: httpx.Response) -> Any:
        """The body of an answer, which must be a good one."""
        self.statuses[str(answer.status_code)] += 1
        if answer.status_code != 200:
            self.wrong.append(f"{answer.request.method} {answer.request.url}: {answer.text}"[:500])
            assert len(self.wrong) < 20, "too much was wrong"
        return answer.json()

    def report(self) -> dict[str, Any]:
        """What was measured."""
        whole = self.samples[-1][0]
        late = [sample for sample in self.samples if sample[0] >= whole / 2]
        return {
            "seconds": round(whole, 1),
            "games": self.games,
            "commands": self.accepted,
            "commands_a_second": round(self.accepted / whole, 1),
            "memory_mib": {
                f"{share} %": round(self.samples[round((len(self.samples) - 1) * share / 100)][1], 1)
                for share in (10, 50, 100)
            },
            "growth_mib_an_hour": round(3600 * slope(late), 1),
            "growth_kib_a_command": round(1024 * slope(late) * whole / max(1, self.accepted), 3),
            "statuses": dict(self.statuses),
            "wrong": self.wrong,
        }


def slope(points: list[tuple[float, float]]) -> float:
    """The slope of the line nearest to points, by least squares."""
    count = len(points)
    x, y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    across = sum((point[0] - x) ** 2 for point in points)
    return sum((point[0] - x) * (point[1] - y) for point in points) / across if across else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--url", help="the store's (a SQLite file of its own unless named)")
    parser.add_argument("--ruleset", default="american_civil_war")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--commands", type=int, default=2_000, help="of a game at most")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(asked.url or Path(folder) / "ironclad.db", bounds={"rates": {}}).start()
        soak = Soak(server, asked.ruleset, asked.scenario, asked.commands)
        try:
            soak.run(asked.clients, 60 * asked.minutes)
        finally:
            ended = server.stop()
    print(json.dumps({**soak.report(), "server_ended_with": ended}, indent=2))
    return 1 if soak.wrong or ended else 0


if __name__ == "__main__":
    sys.exit(main())
