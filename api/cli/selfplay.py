"""`ironclad selfplay`: games to the end, by random legal play or the computer player; each is replayed."""

import hashlib
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from traceback import extract_tb
from typing import Any

import click
import msgspec
from rich.table import Table

from ironclad.api.cli.bundle import read_game
from ironclad.api.cli.console import (
    DID_NOT_HOLD,
    HELD,
    find_ruleset,
    json_option,
    out,
    print_document,
    progress,
    shown,
    unusable,
)
from ironclad.api.cli.files import require_writable, whole_file
from ironclad.domain.kernel.engine.playout import (
    COMMAND_CAP,
    PlayFault,
    divergence,
    play,
    rebuild,
    same_position,
    stored,
)
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V2 as FAIR_DICE
from ironclad.eventlog.errors import Problem

SEEDED = "seeded"
SEED = "{seed}"
"""In a bundle's name: the number of the game's seed."""


class GamePlayed(msgspec.Struct, frozen=True):
    """One game of selfplay. `digest` is the SHA-256 of its stored events; `fault` why it could not go on.

    `dice` is "seeded", or the scheme of the chains of a game that was played into a bundle; `bundle` is that
    file, `log_key` the public key of its log.
    """

    seed: int
    winner: str | None = None
    reason: str = ""
    turn: int | None = None
    commands: int = 0
    events: int = 0
    event_types: dict[str, int] = {}
    seconds: float = 0.0
    replay_equal: bool = False
    digest: str = ""
    fault: str | None = None
    dice: str = SEEDED
    bundle: str | None = None
    log_key: str | None = None

    @property
    def held(self) -> bool:
        return self.fault is None and self.replay_equal


@click.command()
@click.argument("ruleset")
@click.option("--scenario", help="The scenario (the ruleset's first).")
@click.option(
    "--seed", default=1, show_default=True, help="The first game's seed; each further game's is one more."
)
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option(
    "--cap", default=COMMAND_CAP, show_default=True, type=click.IntRange(1), help="Commands a game may take."
)
@click.option(
    "--bundle",
    metavar="FILE",
    help="Write the first game as a bundle, which `verify` holds; with {seed} in FILE, each game.",
)
@click.option(
    "--computer",
    "--house",  # its former name
    "computer",
    multiple=True,
    metavar="SEAT",
    help="The computer player plays this seat. May be repeated.",
)
@json_option
def selfplay(
    ruleset: str,
    scenario: str | None,
    seed: int,
    games: int,
    cap: int,
    bundle: str | None,
    computer: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play random legal games of RULESET to the end and replay each.

    A seed fixes a game: its choices and its dice. A game that is written as a bundle has a log of its own and
    rolls that log's dice, whose chains are made from the seed: the same seed gives the same bundled game,
    which is not the game that it gives without a bundle.

    Ends with 1 when a game comes to a dead end, does not end, or replays to another position.
    """
    found = find_ruleset(ruleset)
    if scenario is not None and scenario not in found.identity.scenarios:
        unusable(f"{ruleset} has no scenario {scenario!r}; it has {', '.join(found.identity.scenarios)}")
    if unknown := sorted(set(computer) - set(found.seats)):
        unusable(f"{ruleset} has no seat {unknown[0]!r}; it has {', '.join(found.seats)}")
    if computer and found.advice.opponent is None:
        unusable(f"the computer player does not play {ruleset}")
    seeds = range(seed, seed + games)
    files = bundle_files(bundle, seeds)
    for file in files.values():
        require_writable(file)
    try:
        played = [
            play_game(found, each, scenario, cap, files.get(each), computer)
            for each in progress(seeds, games, "games", quiet=as_json)
        ]
    except OSError as wrong:
        unusable(f"the bundle cannot be written: {wrong.strerror or wrong}")
    except Problem as wrong:
        unusable(f"the bundle cannot be made: {wrong}")
    if as_json:
        print_document({"ruleset": ruleset, "games": played})
    else:
        _print(ruleset, played, computer)
    sys.exit(HELD if all(game.held for game in played) else DID_NOT_HOLD)


def bundle_files(named: str | None, seeds: range) -> dict[int, Path]:
    """Which games are written where: all where the name has {seed} in it, else the first."""
    if named is None:
        return {}
    return {seed: Path(named.replace(SEED, str(seed))) for seed in (seeds if SEED in named else seeds[:1])}


def play_game(
    ruleset: Ruleset[Any],
    seed: int,
    scenario: str | None = None,
    cap: int = COMMAND_CAP,
    bundle: Path | None = None,
    computer: tuple[str, ...] = (),
) -> GamePlayed:
    """Play one game, replay it from its stored events and compare. A fault is in the record, not raised.

    With a `bundle` it is played into that file. Raises OSError where that cannot be written.
    """
    if bundle is not None:
        return _play_into(bundle, ruleset, seed, scenario, cap, computer)
    started = perf_counter()
    try:
        playout = play(ruleset, seed, scenario, cap=cap, computer=computer)
        seconds = round(perf_counter() - started, 3)
        log = stored(ruleset, playout.events)
        equal = same_position(ruleset, playout.position, rebuild(ruleset, log))
    except PlayFault as fault:
        seconds = round(perf_counter() - started, 3)
        return GamePlayed(seed, seconds=seconds, fault=_in_words(fault))
    return _finished(
        GamePlayed(
            seed,
            turn=getattr(playout.position, "turn", None),
            commands=playout.commands,
            seconds=seconds,
            replay_equal=equal,
            fault=None if equal else divergence(ruleset, playout, cap, computer),
        ),
        log,
        playout.outcome,
    )


def _play_into(
    bundle: Path, ruleset: Ruleset[Any], seed: int, scenario: str | None, cap: int, computer: tuple[str, ...]
) -> GamePlayed:
    """Play one game into a bundle, and replay it from there. Raises OSError."""
    from ironclad.api.cli.selfplay_bundle import record  # a referee, which plain self-play need not load

    started = perf_counter()
    with whole_file(bundle) as file:
        recorded = record(ruleset, seed, scenario, cap, computer, file)
    game = GamePlayed(
        seed,
        turn=getattr(recorded.position, "turn", None),
        commands=recorded.commands,
        seconds=round(perf_counter() - started, 3),
        dice=FAIR_DICE,
        bundle=str(bundle),
        log_key=recorded.log_key,
    )
    if recorded.fault is not None:
        return msgspec.structs.replace(game, fault=_in_words(recorded.fault))
    log = read_game(bundle, None)
    try:
        equal = same_position(ruleset, recorded.position, rebuild(ruleset, log))
    except PlayFault as fault:
        return msgspec.structs.replace(game, fault=_in_words(fault))
    wrong = None if equal else "the events of the bundle come to another position than play did"
    game = msgspec.structs.replace(game, replay_equal=equal, fault=wrong)
    return _finished(game, log, recorded.outcome)


def _finished(game: GamePlayed, log: list[tuple[str, bytes]], outcome: Outcome | None) -> GamePlayed:
    """The record of a game that came to its end, with what its log says."""
    assert outcome is not None
    return msgspec.structs.replace(
        game,
        winner=outcome.winner,
        reason=outcome.reason,
        events=len(log),
        event_types=dict(sorted(Counter(topic.split(".")[1] for topic, _ in log).items())),
        digest=digest_of(log),
    )


def digest_of(log: list[tuple[str, bytes]]) -> str:
    """SHA-256 over the names and bodies of a log, each with its length before it, as hex."""
    digest = hashlib.sha256()
    for topic, body in log:
        digest.update(b"%d:%b%d:%b" % (len(topic), topic.encode(), len(body), body))
    return digest.hexdigest()


def _in_words(fault: PlayFault) -> str:
    """What went wrong, and where its cause was raised, for the author of the ruleset."""
    frames = extract_tb(fault.__cause__.__traceback__) if fault.__cause__ else []
    where = f" (at {shown(Path(frames[-1].filename))}:{frames[-1].lineno})" if frames else ""
    return f"{type(fault).__name__}: {fault}{where}"


def _print(ruleset: str, played: list[GamePlayed], computer: tuple[str, ...]) -> None:
    console = out()
    by_computer = f", the computer player for {' and '.join(computer)}" if computer else ""
    table = Table(title=f"{ruleset}: random play{by_computer}")
    for heading in ("seed", "turn", "commands", "events", "seconds"):
        table.add_column(heading, justify="right")
    for heading in ("winner", "reason", "replay", "log"):
        table.add_column(heading, overflow="fold")
    for game in played:
        cells = [str(each) for each in (game.seed, game.turn or "", game.commands, game.events, game.seconds)]
        finished = bool(game.digest)
        replay = "equal" if game.replay_equal else "[red]differs[/red]" if finished else "not compared"
        ending = game.winner or "draw" if finished else "[red]fault[/red]"
        table.add_row(*cells, ending, game.reason, replay, game.digest[:12])
    console.print(table)
    for game in played:
        if game.fault:
            console.print(f"seed {game.seed}: {game.fault}", style="red", markup=False, soft_wrap=True)
        if game.bundle:
            text = f"seed {game.seed}: bundle {game.bundle}, with its log's own dice; log key {game.log_key}"
            console.print(text, markup=False, soft_wrap=True)
    rate = sum(game.commands for game in played) / max(sum(game.seconds for game in played), 1e-9)
    console.print(f"{sum(game.held for game in played)} of {len(played)} games hold, {rate:,.0f} commands/s")
