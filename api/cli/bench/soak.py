"""A soak: clients play random games over HTTP for a long time, while the memory of the server is watched.

Each client plays one game after the other, each to its end or to so many commands; between commands it reads
as players do. What a process holds is counted as the pages that are in no file (proc(5): Anonymous, Swap):
pages of programs and libraries are shared with other processes that run them, and cost nothing more.
"""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_hex
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ironclad.api.cli.bench import over_http
from ironclad.api.cli.bench.over_http import BenchFault, Client
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.store.bare import scratch

CLIENTS = 4
READS = ("", "/position", "/views/map", "/views/chronicle", "/events", "/match/events", "/timelines")
READING = 0.2  # of the commands are followed by a look at something
SAMPLES = 200  # of memory, however long it takes
SHARES = (10, 50, 100)  # percent of the time, at which the memory is printed


class Soaked(msgspec.Struct, frozen=True):
    """What a soak measured: memory in MiB by the share of the time, its growth over the second half."""

    seconds: float
    games: int
    commands: int
    commands_a_second: float
    memory_mib: dict[str, float]
    growth_mib_an_hour: float
    growth_kib_a_game: float


def soaked(
    directory: Path, ruleset: Ruleset[Any], minutes: float, most: int, postgresql: str | None = None
) -> Soaked:
    """Soak a server of one process, over a log in an empty directory or a schema of its own at a URL.

    Games have `most` commands at most. Raises BenchFault.
    """
    scenario = next(iter(ruleset.identity.scenarios))
    with ExitStack() as stack:
        log: Path | str = directory
        if postgresql is not None:
            log = stack.enter_context(scratch(postgresql, "bench_soak"))
        environment, options = {"IRONCLAD_SECRET": token_hex(32)}, ("--no-accounts",)
        api, pid = stack.enter_context(over_http.serving(log, environment, options))
        return Soak(api, pid, ruleset.name, scenario, most).run(CLIENTS, 60 * minutes)


@dataclass
class Soak:
    """Clients of one server, whose process is `pid`; `samples` are (seconds since the beginning, MiB)."""

    api: str
    pid: int
    ruleset: str
    scenario: str
    most: int
    games: int = 0
    commands: int = 0
    samples: list[tuple[float, float]] = field(default_factory=list)
    _wrong: list[str] = field(default_factory=list)
    _stopping: Event = field(default_factory=Event)
    _mutex: Lock = field(default_factory=Lock)

    def run(self, clients: int, seconds: float) -> Soaked:
        """Let so many clients play for so long. Raises BenchFault where an answer was not a good one."""
        threads = [Thread(target=self._play, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        try:
            for number in range(SAMPLES + 1):
                if self._stopping.wait(max(0.0, begun + number * seconds / SAMPLES - time.monotonic())):
                    break
                self.samples.append((time.monotonic() - begun, held_mib(self.pid)))
        finally:
            self._stopping.set()
            for thread in threads:
                thread.join()
        if self._wrong:
            raise BenchFault("; ".join(self._wrong))
        return self._measured()

    def _measured(self) -> Soaked:
        whole, last = self.samples[-1][0], len(self.samples) - 1
        growth = slope([sample for sample in self.samples if sample[0] >= whole / 2])
        return Soaked(
            round(whole, 1),
            self.games,
            self.commands,
            round(self.commands / whole, 1),
            {f"{share} %": round(self.samples[round(last * share / 100)][1], 1) for share in SHARES},
            round(3600 * growth, 1),
            round(1024 * growth * whole / max(1, self.games), 2),
        )

    def _play(self, number: int) -> None:
        chance, client = Random(number), Client(self.api)
        try:
            while not self._stopping.is_set():
                self._play_game(client, chance)
        except Exception as wrong:  # told by `run`: a thread has nobody to raise it to
            self._wrong.append(f"{type(wrong).__name__}: {wrong}"[:500])
            self._stopping.set()
        finally:
            client.close()

    def _play_game(self, client: Client, chance: Random) -> None:
        root, asked = urlsplit(self.api).path, {"ruleset": self.ruleset, "scenario": self.scenario}
        game = client.ask("POST", f"{root}/games", asked)[1]
        path, tokens = f"{root}/games/{game['id']}", dict[str, str]()
        for each in game["seats"]:
            seated = client.ask("POST", f"{path}/seats/{each['seat']}", {"player": f"soak-{each['seat']}"})
            tokens[each["seat"]] = seated[1]["token"]
        self._count("games")
        for number in range(self.most):
            due = over_http.unanswered(client.ask("GET", path)[1])
            if not due or self._stopping.is_set():
                return
            self._give(client, path, tokens, chance.choice(due), f"soak-{number}", chance)
            if chance.random() < READING:
                client.ask("GET", path + chance.choice(READS))

    def _give(
        self,
        client: Client,
        path: str,
        tokens: Mapping[str, str],
        due: Mapping[str, Any],
        name: str,
        chance: Random,
    ) -> None:
        token = tokens[due["seat"]]
        offered = client.ask("GET", f"{path}/legal?seat={due['seat']}&limit=100", token=token)[1]["commands"]
        body = {"id": name, "decision": due["id"], "command": chance.choice(offered)}
        client.ask("POST", f"{path}/commands", body, token)
        self._count("commands")

    def _count(self, what: str) -> None:
        with self._mutex:
            setattr(self, what, getattr(self, what) + 1)


def held_mib(pid: int) -> float:
    """MiB that a process holds by itself. Raises BenchFault where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError as wrong:
        raise BenchFault(f"the memory of the server cannot be read: {wrong}") from wrong
    held = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines[1:])}
    return (held["Anonymous"] + held["Swap"]) / 1024


def slope(points: list[tuple[float, float]]) -> float:
    """The slope of the line nearest to points, by least squares."""
    count = len(points)
    x, y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    across = sum((point[0] - x) ** 2 for point in points)
    return sum((point[0] - x) * (point[1] - y) for point in points) / across if across else 0.0
