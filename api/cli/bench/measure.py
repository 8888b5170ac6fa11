"""How fast the log is, each figure beside its raw limit in the same run. For the command line's bench and
for tests.

Every function makes its own files in a folder that the caller gives (and removes), and takes seconds, not
minutes.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from threading import Barrier, Thread
from time import perf_counter
from typing import Any, cast

import msgspec
from eventsourcing.persistence import Mapper

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import COMMAND_ACCEPTED, EVENTS, OF_NO_RULES, CommandAccepted
from ironclad.eventlog.log import Fact, LogBook, stream_of
from ironclad.eventlog.records import Request
from ironclad.eventlog.store.bare import bare, scratch
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.rows import Answer
from ironclad.eventlog.store.tiles import TileStore
from ironclad.referee import match_requests
from ironclad.referee.positions import Folder


@dataclass(frozen=True)
class Figure:
    """One measured figure, and the raw limit in the same unit where there is one."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    ratio: float | None = None


def percentile(times: list[float], share: float) -> float:
    """The time that `share` (0 to 1) of the times are no longer than."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def append_rate(folder: Path, commands: int = 3_000, events_a_command: int = 4) -> Figure:
    """Durable appends a second by one caller to SQLite; see `append_rate_at`."""
    log, raw = (f"sqlite:///{folder / name}" for name in ("append.db", "raw.db"))
    return append_rate_at(log, raw, commands, events_a_command)


def append_rate_postgresql(url: str, commands: int = 3_000, events_a_command: int = 4) -> Figure:
    """The same to a PostgreSQL database, in schemas of its own that are dropped afterwards."""
    with scratch(url, "bench") as log, scratch(url, "bench_bare") as raw:
        return append_rate_at(log, raw, commands, events_a_command)


def append_rate_at(log_url: str, raw_url: str, commands: int, events_a_command: int) -> Figure:
    """Durable appends a second by one caller, against bare INSERTs of the same rows, each in one transaction.

    The rows are an append's events and the line of its request in the index of answers. Ours encodes and
    hashes them too, keeps the log append-only by trigger, and looks whether the match has moved on; the bare
    side finds them ready, in tables without. Both sides run in turn, a hundred commands at a time, so that a
    disk that grows slow is slow for both.
    """
    facts = [_facts(number, events_a_command) for number in range(commands)]
    standing = (("game/match", 3),)
    ours = plain = 0.0
    with bare(raw_url) as raw, LogBook(log_url, lambda family: EVENTS) as log:
        for start in range(0, commands, 100):
            batch = facts[start : start + 100]
            answers = [
                Answer("game/blue", f"{start + i:032x}", b"\0" * 32, "game", "main")
                for i in range(len(batch))
            ]
            rows = [_bare_rows(log.mapper, *pair) for pair in zip(batch, answers, strict=True)]
            plain += _timed(partial(raw.insert, rows))
            start_ours = perf_counter()
            for command, answer in zip(batch, answers, strict=True):
                log.append(command, answer, standing=standing)
            ours += perf_counter() - start_ours
        scheme = log.database.scheme
    value, limit = commands / ours, commands / plain
    return Figure(f"append/{scheme}", value, "commands/s", limit, value / limit)


def append_with_proof_rate(folder: Path, commands: int = 3_000, events_a_command: int = 4) -> Figure:
    """Durable appends a second to SQLite with the Merkle tree kept; see `append_with_proof_rate_at`."""
    on, off = (f"sqlite:///{folder / name}" for name in ("with-proof.db", "without-proof.db"))
    return append_with_proof_rate_at(on, off, commands, events_a_command)


def append_with_proof_rate_postgresql(url: str, commands: int = 3_000, events_a_command: int = 4) -> Figure:
    """The same to a PostgreSQL database, in schemas of its own that are dropped afterwards."""
    with scratch(url, "bench_proof") as on, scratch(url, "bench_plain") as off:
        return append_with_proof_rate_at(on, off, commands, events_a_command)


def append_with_proof_rate_at(on_url: str, off_url: str, commands: int, events_a_command: int) -> Figure:
    """Durable appends a second by one caller with the Merkle tree kept, against the same without it.

    With it: the frontier moves in each append, and tiles are made as they become full, within the time
    measured. Without it: the head has no frontier to move. Both sides run in turn, a hundred commands at a
    time. Checkpoints are not in it: they are signed once for whatever came meanwhile.
    """
    facts = [_facts(number, events_a_command) for number in range(commands)]
    seconds = {True: 0.0, False: 0.0}
    with LogBook(on_url, lambda family: EVENTS) as on, LogBook(off_url, lambda family: EVENTS) as off:
        off.database.write(lambda connection: connection.execute("UPDATE head SET frontier = NULL"))
        tiles = TileStore(on.database)
        for start in range(0, commands, 100):
            for log in (on, off) if start % 200 else (off, on):
                answers = [
                    Answer("game/blue", f"{start + i:032x}", b"\0" * 32, "game", "main")
                    for i in range(min(100, commands - start))
                ]
                began = perf_counter()
                for command, answer in zip(facts[start : start + 100], answers, strict=True):
                    log.append(command, answer)
                if log is on:
                    tiles.catch_up()
                seconds[log is on] += perf_counter() - began
        scheme = on.database.scheme
    value, limit = commands / seconds[True], commands / seconds[False]
    return Figure(f"append-with-proof/{scheme}", value, "commands/s", limit, value / limit)


def _facts(number: int, count: int) -> list[Fact]:
    """One command of a real size (300 bytes an event)."""
    command = {"type": "move_force", "path": [f"{number % 9999:04d}"] * 20, "force": "union-2014"}
    version = number * count
    return [
        Fact(
            "game/main",
            version + 1 + i,
            "match",
            CommandAccepted("blue", f"{number}-{i}", "0" * 64, "2026-01-01T00:00:00.000Z", command),
        )
        for i in range(count)
    ]


def _bare_rows(
    mapper: Mapper[str], command: list[Fact], answer: Answer
) -> tuple[list[tuple[Any, ...]], tuple[Any, ...]]:
    """The rows of an append, ready to be inserted."""
    rows: list[tuple[Any, ...]] = []
    for fact in command:
        event = mapper.to_stored_event(fact)
        place = (str(event.originator_id), event.originator_version, event.topic, event.state)
        rows.append((event.originator_version, *place, leaf(*place)))
    return rows, (answer.scope, answer.id, answer.digest, answer.game, answer.timeline, rows[0][0], len(rows))


def _timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def play(
    referee: Service,
    game: str,
    commands: int,
    seed: int = 1,
    prefix: str = "c",
    into: list[tuple[str, Request]] | None = None,
) -> list[float]:
    """Play random legal commands through the referee, to the game's end at most; seconds of each.

    Seats and requests are added to `into`.
    """
    ruleset, chance, times = referee.queries.ruleset_of(game), random.Random(seed), []
    given: set[str] = set()  # decisions whose answers wait for those of other seats
    for number in range(commands):
        every = ruleset.rules.due(referee.queries.live_position(game))
        given.intersection_update(each.id for each in every)
        due = [each for each in every if each.id not in given]
        if not due:
            break
        position = referee.queries.live_position(game, seat=due[0].seat)
        command = msgspec.to_builtins(decider.sample(ruleset, position, due[0], chance))
        request = Request(id=f"{prefix}{number}", decision=due[0].id, command=command)
        start = perf_counter()
        referee.commands.handle(game, due[0].seat, request)
        times.append(perf_counter() - start)
        if command["type"] in ruleset.dice.together:
            given.add(due[0].id)
        if into is not None:
            into.append((due[0].seat, request))
    return times


def shared_flushes(
    folder: Path, ruleset: Ruleset[Any], scenario: str, clients: int = 16, commands: int = 300
) -> list[Figure]:
    """Clients in threads, each in a game of its own in one log: milliseconds each, and commands a second.

    `append-shared-…` appends the events of commands that were judged beforehand; `command-shared-…` judges
    the same commands too, in games with the same dice, so that it is mostly the rules that are measured.
    """
    asked: list[list[tuple[str, Request]]] = [[] for _ in range(clients)]
    with _same_dice("sqlite://", ruleset) as rehearsal:
        games = [rehearsal.opening.open_game(ruleset.name, scenario).id for _ in range(clients)]
        for number, game in enumerate(games):
            play(rehearsal, game, commands, seed=number, into=asked[number])
        appends = [_appends(rehearsal, game) for game in games]
        families = rehearsal.log.families
    with LogBook(f"sqlite:///{folder / 'shared-appends.db'}", families) as log:

        def append(number: int, place: int) -> None:
            answer = Answer(games[number], str(place), bytes(32), games[number], "main")
            log.append(appends[number][place], answer)

        figures = _together("append", clients, min(map(len, appends)), append)
    with _same_dice(f"sqlite:///{folder / 'shared-commands.db'}", ruleset) as referee:
        for _ in range(clients):
            referee.opening.open_game(ruleset.name, scenario)

        def command(number: int, place: int) -> None:
            seat, request = asked[number][place]
            referee.commands.handle(games[number], seat, request)

        return [*figures, *_together("command", clients, min(map(len, asked)), command)]


def _appends(referee: Service, game: str) -> list[list[Fact]]:
    """A game's events, an append each."""
    appends: list[list[Fact]] = []
    for event in referee.log.recorder.select_events(stream_of(game, "main")):
        fact = cast(Fact, referee.log.mapper.to_domain_event(event))
        if event.topic == COMMAND_ACCEPTED or not appends:
            appends.append([])
        appends[-1].append(fact)
    return appends


def _together(name: str, clients: int, count_each: int, work: Callable[[int, int], None]) -> list[Figure]:
    """Do work(client, place) for every client in a thread of its own; the first few are not measured."""
    warm = min(20, count_each // 2)
    for number in range(clients):
        for place in range(warm):
            work(number, place)
    begin = Barrier(clients + 1)
    times: list[list[float]] = [[] for _ in range(clients)]

    def client(number: int) -> None:
        begin.wait()
        for place in range(warm, count_each):
            start = perf_counter()
            work(number, place)
            times[number].append(perf_counter() - start)

    threads = [Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    begin.wait()
    started = perf_counter()
    for thread in threads:
        thread.join()
    wall = perf_counter() - started
    taken = [seconds for mine in times for seconds in mine]
    return [
        Figure(f"{name}-shared-{clients}/p50", percentile(taken, 0.5) * 1000, "ms"),
        Figure(f"{name}-shared-{clients}/p99", percentile(taken, 0.99) * 1000, "ms", 15.0),
        Figure(f"{name}-shared-{clients}/rate", len(taken) / wall, "commands/s"),
    ]


def _same_dice(url: str, ruleset: Ruleset[Any]) -> Service:
    """A referee that gives every log the same ids and dice."""
    numbers = count(1)
    return Service(
        url, {ruleset.name: ruleset}, ServiceSettings(ids=lambda: f"bench-{next(numbers)}", secret=b"bench")
    )


def rebuild(referee: Service, game: str, rounds: int = 5) -> Figure:
    """Events a second from rows on disk to a position, against decoding the same rows as bare JSON.

    Accepted commands are read past and not counted: they change no position.
    """
    ruleset = referee.queries.ruleset_of(game)
    timeline, version = referee.queries.head(game)
    recorder, stream = referee.log.process_recorder, stream_of(game, timeline)
    folder, best, bare, events = Folder(ruleset), 1e9, 1e9, 0
    decode = msgspec.json.Decoder().decode

    def read() -> list[tuple[str, bytes]]:
        return recorder.rows(stream, 0, version, without=OF_NO_RULES)

    def fold() -> int:
        rows = read()
        folder.fold(referee.queries.begun(game, *rows[0]), rows[1:])
        return len(rows)

    for _ in range(rounds):
        events = fold()
        best = min(best, _timed(fold))
        bare = min(bare, _timed(lambda: [decode(body) for _, body in read()]))
    value, limit = events / best, events / bare
    return Figure(f"rebuild/{ruleset.name}", value, "events/s", limit, value / limit)


def position_anywhere(referee: Service, game: str, samples: int = 60) -> Figure:
    """The slowest of some positions anywhere in a game, none of them cached, in milliseconds; limit 50."""
    version, chance, slowest = referee.queries.head(game)[1], random.Random(7), 0.0
    referee.queries.live_position(game, at=version)
    referee.upkeep.settle()
    for _ in range(samples):
        referee.upkeep.forget_cached()
        at = chance.randint(1, version)
        slowest = max(slowest, _timed(partial(referee.queries.live_position, game, at=at)))
    return Figure("position-anywhere/max", slowest * 1000, "ms", 50.0)


def forks(referee: Service, game: str, rounds: int = 30) -> list[Figure]:
    """Milliseconds to fork a game at its beginning and near its end: the same, within noise."""
    version, by = referee.queries.head(game)[1], referee.queries.ruleset_of(game).seats[0]
    early, late = _boundary(referee, game, 10), _boundary(referee, game, version - 1)
    times: dict[str, list[float]] = {"early": [], "late": []}
    for number in range(rounds):
        for name, at in (("early", early), ("late", late)):
            start = perf_counter()
            referee.match.request(game, by, match_requests.Branch(at), id=f"{name}-{number}")
            times[name].append(perf_counter() - start)
    middle = {name: median(found) * 1000 for name, found in times.items()}
    return [
        Figure("fork/early", middle["early"], "ms"),
        Figure("fork/late", middle["late"], "ms", middle["early"], middle["late"] / middle["early"]),
    ]


def _boundary(referee: Service, game: str, near: int) -> int:
    """The last place at or before `near` where the game may be forked."""
    return next(at for at in range(near, 0, -1) if referee.queries.position(game, at=at).boundary)
