"""The hostile callers of tests/load/hostile.py, in a process of the lowest priority.

Each asks for one dear thing after the other over its connections, and again at once, however it is answered.
Prints what share of a processor this process took, and how many answers of each status came.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

SWOLLEN = b'{"position":{"a":[' + b"1," * 30_000 + b"1]}}"
VIEWS = "map,economy,supply,politics,naval,railroads,construction"


@dataclass(frozen=True)
class Target:
    """What is asked of: a server's port, a game of so many events."""

    port: int
    game: str
    version: int

    def calls(self) -> tuple[str, ...]:
        """What is asked for: pages twice as often."""
        api = f"/api/v1/games/{self.game}"
        return (
            *[f"GET /games/{self.game}?at=AT"] * 2,
            f"GET {api}/legal?seat=union&limit=2000&told=true",
            f"GET {api}/views?names={VIEWS}&at=AT",
            f"GET {api}/views/chronicle?limit=500&at=AT",
            f"GET {api}/compare?a=@1&b=@AT&limit=5000",
            f"GET {api}/map?at=AT",
            f"GET {api}/events?limit=500&min_version={self.version + 1}",
            f"GET {api}/bundle",
            "GET /api/v1/rulesets/american_civil_war/reference",
            f"POST {api}/odds",
            "POST /api/v1/games",
        )

    def call(self, which: str, at: int) -> tuple[str, str, bytes]:
        """Method, path and body of a call, about the game at an event."""
        method, _, path = which.replace("AT", str(at)).partition(" ")
        if path.endswith("/odds"):
            return method, path, b'{"at": %d}' % at
        return method, path, SWOLLEN if method == "POST" else b""

    def next(self, rng: Random) -> tuple[str, str, bytes]:
        """Something dear."""
        return self.call(rng.choice(self.calls()), rng.randint(1, self.version))


async def ask(target: Target, host: str, token: str, rng: Random, until: float, seen: Counter[int]) -> None:
    """Ask over one connection until the time is up; a new one where it was closed."""
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            reader, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(host, 0))
            try:
                while time.monotonic() < until:
                    seen[await _once(reader, writer, target.next(rng), token)] += 1
            finally:
                writer.close()
        await asyncio.sleep(0)


async def _once(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, call: tuple[str, str, bytes], token: str
) -> int:
    """One call; the status of its answer. Raises ValueError where the connection is not good for another."""
    method, path, body = call
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    await writer.drain()
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ")[1])


async def crowd(asked: dict[str, Any]) -> Counter[int]:
    """All callers at once; the statuses of their answers."""
    target = Target(asked["port"], asked["game"], asked["version"])
    callers = [("127.0.0.2", ""), *((f"127.0.0.{10 + n}", token) for n, token in enumerate(asked["tokens"]))]
    seen: Counter[int] = Counter()
    until = time.monotonic() + asked["seconds"]
    await asyncio.gather(
        *(
            ask(target, host, token, Random(f"{asked['seed']} {host} {number}"), until, seen)
            for host, token in callers
            for number in range(asked["connections"])
        )
    )
    return seen


def main(asked: dict[str, Any]) -> None:
    os.nice(19)
    begun, used = time.monotonic(), time.process_time()
    seen = asyncio.run(crowd(asked))
    share = (time.process_time() - used) / (time.monotonic() - begun)
    print(json.dumps({"cores": round(share, 2), "answers": {str(each): seen[each] for each in sorted(seen)}}))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
