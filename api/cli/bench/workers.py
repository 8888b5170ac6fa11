"""Many clients at once: one server over SQLite, and several workers over PostgreSQL, given the same commands.

The commands are made beforehand, by playing each game in this process with the dice that the servers will
roll (they share a secret with it), so that clients cost next to nothing while they are measured.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ironclad.api.cli.bench import over_http
from ironclad.api.cli.bench.over_http import BenchFault, Client
from ironclad.api.cli.bench.play import Figure, rate
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_table import Epoch, FairTable
from ironclad.eventlog.store.bare import scratch
from ironclad.referee.dice.custody import DiceCustody, master_from

CLIENTS = 64
COMMANDS = 40  # of each client, one after the other
WORKERS = 4
_SECRET = "a secret of the benchmark, known to both sides"


@dataclass
class Script:
    """One client's game and what it will ask there: whole HTTP requests."""

    game: str
    requests: list[bytes] = field(default_factory=list)


def figures(directory: Path, postgresql: str, ruleset: Ruleset[Any], position: Any) -> Iterator[Figure]:
    """workers/sqlite-1 and workers/postgresql-4: commands a second of all clients together.

    Each client plays a game of its own from `position` on. `directory` is empty; the database gets a schema
    of its own, which is dropped afterwards.
    """
    document = ruleset.storage.to_document(position)
    environment = {"IRONCLAD_SECRET": _SECRET}
    with over_http.server(directory, environment) as api:
        one = _commands_a_second(api, ruleset, document)
    with (
        scratch(postgresql, "bench_workers") as url,
        over_http.server(url, environment, ("--no-accounts", "--workers", str(WORKERS))) as api,
    ):
        several = _commands_a_second(api, ruleset, document)
    against = f"one server over SQLite ({CLIENTS} clients)"
    yield rate(f"workers/postgresql-{WORKERS}", several, one, "commands/s", against)


def _commands_a_second(api: str, ruleset: Ruleset[Any], document: Mapping[str, Any]) -> float:
    scripts = [_script(api, ruleset, document, number) for number in range(CLIENTS)]
    return asyncio.run(_together(api, scripts))


def _script(api: str, ruleset: Ruleset[Any], document: Mapping[str, Any], number: int) -> Script:
    """Open a game, take its seats, and play it out here: what is to be asked there."""
    client, root, scenario = Client(api), urlsplit(api).path, next(iter(ruleset.identity.scenarios))
    asked = {"ruleset": ruleset.name, "scenario": scenario, "position": document}
    opened = client.ask("POST", f"{root}/games", asked)[1]
    script, path, tokens = Script(opened["id"]), f"{root}/games/{opened['id']}", {}
    for seat in ruleset.seats:
        tokens[seat] = client.ask("POST", f"{path}/seats/{seat}", {"player": f"bench-{seat}"})[1]["token"]
    chance, keeper = Random(number), DiceCustody(master_from(_SECRET.encode()))
    epoch = msgspec.convert(client.ask("GET", f"{path}/dice")[1]["epoch"], Epoch)
    table = FairTable(script.game, "main", ruleset.seats, epoch)
    client.close()
    position = ruleset.rules.initial(ruleset.rules.begin(scenario, {}, document))
    for place in range(COMMANDS):
        if ruleset.rules.outcome(position) is not None:
            break
        due = chance.choice(ruleset.rules.due(position))
        command = decider.sample(ruleset, position, due, chance)
        dice, stored = FairDice(table, due.seat, None, keeper), document_of(command)
        _, position = decider.execute(ruleset, position, due.seat, command, dice, due.id)
        _, table = dice.settle(stored["type"])
        body = {"id": f"bench-{place}", "decision": due.id, "command": stored}
        script.requests.append(_request(api, f"{path}/commands", body, tokens[due.seat]))
    return script


def _request(api: str, path: str, body: Mapping[str, Any], token: str) -> bytes:
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {urlsplit(api).netloc}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


async def _together(api: str, scripts: list[Script]) -> float:
    """Let every client ask what is in its script, each on its own connection; answers a second of all."""
    where = urlsplit(api)
    connections = [await asyncio.open_connection(where.hostname, where.port) for _ in scripts]
    started = perf_counter()
    await asyncio.gather(*(_ask(*pair, s.requests) for pair, s in zip(connections, scripts, strict=True)))
    seconds = perf_counter() - started
    for _, writer in connections:
        writer.close()
    return sum(len(script.requests) for script in scripts) / seconds


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, requests: list[bytes]) -> None:
    for request in requests:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        content = await reader.readexactly(length)
        if " 200 " not in head.partition("\r\n")[0]:
            raise BenchFault(f"a command was refused: {content[:400].decode(errors='replace')}")
