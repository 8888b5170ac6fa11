"""`ironclad bench`: how fast this machine runs Ironclad, each figure beside the raw limit of the same run."""

import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes
from statistics import median
from time import perf_counter
from typing import Any

import click
import msgspec
from rich.table import Table

from ironclad.api.cli.bench import (
    live,
    measure,
    measure_clocks,
    measure_disputes,
    measure_rolling,
    measure_signed,
    over_http,
    verify,
    workers,
)
from ironclad.api.cli.bench import soak as bench_soak
from ironclad.api.cli.bench.compare import Change, UnreadableRun, changes, read_run
from ironclad.api.cli.bench.play import Figure, decide_and_play, rate, time
from ironclad.api.cli.bench.record import Recorded, furthest
from ironclad.api.cli.console import DID_NOT_HOLD, err, find_ruleset, json_option, out, print_document
from ironclad.api.cli.store import url_of
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving.signing import signing_for
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine.playout import PlayFault
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import OF_NO_RULES
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.records import Request
from ironclad.referee.stored_positions import PositionKey

LATE_TURN = 17
COMMANDS_OVER_HTTP = 2_000
CLIENTS = 16
BARE_INSERT = "INSERT INTO events (stream, version, body, leaf) VALUES (?, ?, ?, ?)"
ROW = (b"x" * 300, b"\0" * 32)  # a body and a leaf of an ordinary size


@click.command()
@click.option(
    "--ruleset", default="american_civil_war", show_default=True, help="The ruleset whose games are played."
)
@click.option("--seed", default=1, show_default=True, help="The random game's seed.")
@click.option(
    "--directory",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where the run keeps its log: on the disk to be measured (the temporary one).",
)
@click.option(
    "--postgresql", metavar="URL", help="Measure appends and workers over this PostgreSQL database, too."
)
@click.option(
    "--soak",
    type=click.FloatRange(min=0, min_open=True),
    metavar="MINUTES",
    help="Instead, watch a server's memory for so long while games are played, over SQLite or --postgresql.",
)
@click.option(
    "--soak-commands",
    default=2_000,
    show_default=True,
    help="How many commands a game of the soak has at most.",
)
@click.option(
    "--compare",
    "earlier",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Beside it show an earlier run, kept with --json; of several their medians.",
)
@json_option
def bench(
    ruleset: str,
    seed: int,
    directory: Path | None,
    postgresql: str | None,
    soak: float | None,
    soak_commands: int,
    earlier: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Measure appends, rebuilding, deciding, clocks, disputes, forks, verifying, HTTP, signatures, readers.

    A ratio is a figure's share of the raw limit: 1 is at the limit, for rates and for times. Ends with 1 when
    a game or the server fails. Of a ruleset that hides something, forks, signed commands and workers are not
    measured: its games have none while they run.
    """
    found = find_ruleset(ruleset)
    try:
        runs = [read_run(each) for each in earlier]
    except UnreadableRun as wrong:
        raise click.UsageError(str(wrong)) from wrong
    place = Path(tempfile.mkdtemp(prefix="ironclad-bench-", dir=directory))
    os.environ["XDG_STATE_HOME"] = str(place / "state")  # for the notaries of the logs that are measured
    console, figures = err(), []
    try:
        if soak is not None:
            outcome = bench_soak.soaked(place, found, soak, soak_commands, postgresql)
            _print_soak(outcome, place.parent, as_json)
            return
        for figure in measured(found, seed, place, postgresql):
            figures.append(figure)
            if console.is_terminal and not as_json:
                console.print(f"{figure.name}: {figure.value:,} {figure.unit}", style="dim")
    except (PlayFault, over_http.BenchFault, verify.VerifyFault) as fault:
        console.print(f"ironclad: {type(fault).__name__}: {fault}", style="red", markup=False, soft_wrap=True)
        sys.exit(DID_NOT_HOLD)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    compared = changes(figures, runs)
    if as_json:
        more = {"changes": compared} if runs else {}
        print_document({"machine": machine(place.parent), "results": figures, **more})
        return
    _print(figures)
    if runs:
        _print_changes(compared)


def measured(
    ruleset: Ruleset[Any], seed: int, place: Path, postgresql: str | None = None
) -> Iterator[Figure]:
    """Every figure, in turn. `place` is an empty directory."""
    recorded = furthest(ruleset, seed, LATE_TURN)
    yield from decide_and_play(ruleset, recorded, seed)
    yield from measure_clocks.figures()
    yield from measure_clocks.commands(place, ruleset, recorded)
    flushes = bare_flushes(place)
    yield from measure_disputes.desk(place, ruleset)
    yield from _appends(ruleset, place, flushes, postgresql)
    log = place / "game"
    log.mkdir()
    url = url_of(log)
    with Service(
        url,
        {ruleset.name: ruleset},
        ServiceSettings(
            dice=recorded.dice(), signing=signing_for(url), position_key=PositionKey(token_bytes(32))
        ),
    ) as referee:
        game, tokens = store(referee, ruleset, recorded, late(recorded))
        yield from _reading(referee, ruleset, game)
        yield from verify.figures(place, ruleset, referee, game)
        yield from measure_disputes.figures(referee, ruleset, game)
        if not ruleset.sight.hides:
            yield from _forks(referee, game, flushes)
        position, (_, version) = referee.queries.live_position(game), referee.queries.head(game)
    if ruleset.sight.hides:
        yield from _of_new_games(ruleset, log, flushes)
        return
    most = COMMANDS_OVER_HTTP + over_http.WARM_UP
    with (
        over_http.server(log) as api,
        over_http.LatePlay(api, ruleset, game, tokens[ruleset.seats[0]]) as late_play,
    ):
        while len(late_play.commands) < most:
            late_play.branch(position.copy(), version, most)
    yield from over_http.figures(
        late_play.commands, late_play.empty, flushes, f"{late_play.turns} of a game of seed {recorded.seed}"
    )
    yield from measure_signed.figures(place, ruleset)
    yield from measure_rolling.figures(place, ruleset)
    yield from live.views(log, game)
    readers = place / "readers"
    readers.mkdir()
    yield from live.live(readers, ruleset)
    if postgresql is not None:
        clients = place / "clients"
        clients.mkdir()
        yield from workers.figures(clients, postgresql, ruleset, position)


def _of_new_games(ruleset: Ruleset[Any], log: Path, flushes: list[float]) -> Iterator[Figure]:
    """Commands over HTTP in a ruleset that hides something; such a game has no branches and no keys."""
    most = COMMANDS_OVER_HTTP + over_http.WARM_UP
    with over_http.server(log) as api, over_http.NewPlay(api, ruleset) as play:
        while len(play.commands) < most:
            play.game(most)
    yield from over_http.figures(play.commands, play.empty, flushes, f"{play.turns} of new games")
    yield from live.views(log, play.games[0])


def seated(referee: Service, ruleset: Ruleset[Any], game: str) -> dict[str, str]:
    """Take every seat of a game: the tokens by seat."""
    return {seat: referee.opening.take_seat(game, seat, f"bench-{seat}").token for seat in ruleset.seats}


def late(recorded: Recorded) -> int:
    """How many commands bring the recorded game to the start of the fullest of its last three turns."""
    turns = [given.turn for given in recorded.given]
    fullest = max(sorted(set(turns))[-3:], key=turns.count)
    return turns.index(fullest)


def store(
    referee: Service, ruleset: Ruleset[Any], recorded: Recorded, commands: int
) -> tuple[str, dict[str, str]]:
    """Give the first commands of a recorded game to a referee: the game's id and the seats' tokens."""
    game = referee.opening.open_game(ruleset.name, recorded.begun.scenario, title="bench").id
    tokens = seated(referee, ruleset, game)
    for number, given in enumerate(recorded.given[:commands]):
        request = Request(id=f"c{number}", decision=given.decision, command=document_of(given.command))
        referee.commands.handle(game, given.seat, request)
    referee.upkeep.settle()
    return game, tokens


def bare_flushes(place: Path, count: int = 500) -> list[float]:
    """Seconds of each of some durable transactions of five rows, made with nothing but SQLite."""
    with _bare_log(place / "bare.sqlite") as connection:
        times = []
        for number in range(count):
            rows = [("game/main", number * 5 + i, *ROW) for i in range(5)]
            started = perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(BARE_INSERT, rows)
            connection.execute("COMMIT")
            times.append(perf_counter() - started)
        return times


@contextmanager
def _bare_log(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, version INTEGER, body BLOB,"
        " leaf BLOB, UNIQUE (stream, version))"
    )
    try:
        yield connection
    finally:
        connection.close()


def _appends(
    ruleset: Ruleset[Any], place: Path, flushes: list[float], postgresql: str | None = None
) -> Iterator[Figure]:
    for name in ("append", "shared"):
        (place / name).mkdir()
    appended = [measure.append_rate(place / "append")]
    if postgresql is not None:
        appended.append(measure.append_rate_postgresql(postgresql))
    for one in appended:
        against = "bare INSERTs of the same rows, as durable"
        yield rate(one.name, one.value, one.limit or 0.0, one.unit, against)
    proved = [measure.append_with_proof_rate(place / "append")]
    if postgresql is not None:
        proved.append(measure.append_with_proof_rate_postgresql(postgresql))
    for one in proved:
        against = "the same appends without the Merkle tree"
        yield rate(one.name, one.value, one.limit or 0.0, one.unit, against)
    scenario = next(iter(ruleset.identity.scenarios))
    shared = {
        each.name: each for each in measure.shared_flushes(place / "shared", ruleset, scenario, CLIENTS)
    }
    p99 = shared[f"append-shared-{CLIENTS}/p99"]
    limit = measure.percentile(flushes, 0.99) * 1000
    against = "one bare durable transaction, alone, p99"
    yield time(f"append-{CLIENTS}/sqlite p99", p99.value, limit, p99.unit, against)
    for share in ("p50", "p99"):
        each = shared[f"command-shared-{CLIENTS}/{share}"]
        limit = measure.percentile(flushes, float(share[1:]) / 100) * 1000
        against = f"one bare durable transaction, alone, {share} ({CLIENTS} clients: mostly the rules)"
        yield time(f"command-shared-{CLIENTS} {share}", each.value, limit, each.unit, against)


def _reading(referee: Service, ruleset: Ruleset[Any], game: str) -> Iterator[Figure]:
    """rebuild/… and position-at/…"""
    timeline, total = referee.queries.head(game)
    figure = measure.rebuild(referee, game)
    # A rebuild reads past accepted commands, so only the events that it applies are counted on either side.
    rows, seconds = bare_decoding(referee, stream_of(game, timeline), total)
    against = "reading the same rows and decoding them as bare JSON"
    yield rate(f"rebuild/{ruleset.name}", figure.value * rows / total, rows / seconds, figure.unit, against)
    frozen = ruleset.storage.freeze(referee.queries.live_position(game))
    thawing = []
    for _ in range(50):
        started = perf_counter()
        ruleset.storage.thaw(frozen)
        thawing.append(perf_counter() - started)
    slowest = measure.position_anywhere(referee, game)
    name = f"position-at/{ruleset.name}"
    yield time(
        name, slowest.value, median(thawing) * 1000, "ms", f"thawing one position (slowest of {total} events)"
    )


def bare_decoding(referee: Service, stream: str, version: int, rounds: int = 5) -> tuple[int, float]:
    """How many rows a rebuild applies, and the seconds to read them and decode them as nothing but JSON."""
    decode, best, count = msgspec.json.Decoder().decode, float("inf"), 0
    for _ in range(rounds):
        started = perf_counter()
        rows = referee.log.process_recorder.rows(stream, 0, version, without=OF_NO_RULES)
        for _, body in rows:
            decode(body)
        best, count = min(best, perf_counter() - started), len(rows)
    return count, best


def _forks(referee: Service, game: str, flushes: list[float]) -> Iterator[Figure]:
    limit = median(flushes) * 1000
    for figure in measure.forks(referee, game):
        where = "event 10" if figure.name == "fork/early" else f"event {referee.queries.head(game)[1]}"
        yield time(
            figure.name, figure.value, limit, figure.unit, f"one bare durable transaction (fork at {where})"
        )


def machine(directory: Path) -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "directory": str(directory),
        "arguments": sys.argv[1:],
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text(encoding="utf-8").splitlines() if information.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _print_soak(measured: bench_soak.Soaked, directory: Path, as_json: bool) -> None:
    if as_json:
        print_document({"machine": machine(directory), "soak": measured})
        return
    table = Table(
        title=f"{measured.commands:,} commands in {measured.games:,} games, {measured.seconds:,} seconds"
    )
    table.add_column("memory of the server", no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    for share, held in measured.memory_mib.items():
        table.add_row(f"after {share} of the time", f"{held:,} MiB")
    table.add_row("growth in the second half", f"{measured.growth_mib_an_hour:,} MiB/h")
    table.add_row("of that a game", f"{measured.growth_kib_a_game:,} KiB")
    out().print(table)


def _print(figures: list[Figure]) -> None:
    table = Table(title="a ratio of 1 is the raw limit of this machine")
    table.add_column("figure", no_wrap=True)
    for heading in ("value", "limit", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("the limit is", overflow="fold")
    for each in figures:
        value, limit = f"{each.value:,} {each.unit}", f"{each.limit:,} {each.unit}"
        table.add_row(each.name, value, limit, f"{each.ratio:.2f}", each.against)
    out().print(table)


def _print_changes(compared: list[Change]) -> None:
    table = Table(title="beside the earlier runs")
    table.add_column("figure", no_wrap=True)
    for heading in ("before", "now", "times as fast", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in compared:
        before, now = f"{each.before:,} {each.unit}", f"{each.value:,} {each.unit}"
        table.add_row(each.name, before, now, f"{each.faster:.2f}", "worse" if each.worse else "")
    out().print(table)
