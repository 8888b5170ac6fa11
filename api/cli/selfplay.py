"""`ironclad selfplay`: random legal play to the end, or the house's; each game replayed from its events."""

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

from api.cli.bundle import write_record
from api.cli.console import (
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
from domain.kernel.codec import name_of
from domain.kernel.decider import Ruleset
from domain.kernel.playout import COMMAND_CAP, PlayFault, divergence, play, rebuild, same_position, stored


class GamePlayed(msgspec.Struct, frozen=True):
    """One game of selfplay. `digest` is the SHA-256 of its stored events; `fault` why it could not go on."""

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
    "--bundle", type=click.Path(dir_okay=False, path_type=Path), help="Write the one game's events here."
)
@click.option("--house", multiple=True, metavar="SEAT", help="The house plays this seat. May be repeated.")
@json_option
def selfplay(
    ruleset: str,
    scenario: str | None,
    seed: int,
    games: int,
    cap: int,
    bundle: Path | None,
    house: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play random legal games of RULESET to the end and replay each.

    Ends with 1 when a game comes to a dead end, does not end, or replays to another position.
    """
    found = find_ruleset(ruleset)
    if scenario is not None and scenario not in found.scenarios:
        unusable(f"{ruleset} has no scenario {scenario!r}; it has {', '.join(found.scenarios)}")
    if unknown := sorted(set(house) - set(found.seats)):
        unusable(f"{ruleset} has no seat {unknown[0]!r}; it has {', '.join(found.seats)}")
    if house and found.house is None:
        unusable(f"the house does not play {ruleset}")
    if bundle is not None and games > 1:
        unusable("a bundle holds one game: leave out --games")
    seeds = range(seed, seed + games)
    try:
        played = [
            play_game(found, each, scenario, cap, bundle, house)
            for each in progress(seeds, games, "games", quiet=as_json)
        ]
    except OSError as wrong:
        unusable(f"the bundle cannot be written: {wrong}")
    if as_json:
        print_document({"ruleset": ruleset, "games": played})
    else:
        _print(ruleset, played, house)
    sys.exit(HELD if all(game.held for game in played) else DID_NOT_HOLD)


def play_game(
    ruleset: Ruleset[Any],
    seed: int,
    scenario: str | None = None,
    cap: int = COMMAND_CAP,
    bundle: Path | None = None,
    house: tuple[str, ...] = (),
) -> GamePlayed:
    """Play one game, replay it from its stored events and compare. A fault is in the record, not raised."""
    started = perf_counter()
    try:
        playout = play(ruleset, seed, scenario, cap=cap, house=house)
        seconds = round(perf_counter() - started, 3)
        log = stored(ruleset, playout.events)
        equal = same_position(ruleset, playout.position, rebuild(ruleset, log))
    except PlayFault as fault:
        seconds = round(perf_counter() - started, 3)
        return GamePlayed(seed, seconds=seconds, fault=f"{type(fault).__name__}: {fault}{_raised_at(fault)}")
    if bundle is not None:
        write_record(bundle, log)
    assert playout.outcome is not None
    return GamePlayed(
        seed=seed,
        winner=playout.outcome.winner,
        reason=playout.outcome.reason,
        turn=getattr(playout.position, "turn", None),
        commands=playout.commands,
        events=len(log),
        event_types=dict(sorted(Counter(name_of(type(each)) for each in playout.events).items())),
        seconds=seconds,
        replay_equal=equal,
        digest=digest_of(log),
        fault=None if equal else divergence(ruleset, playout, cap, house),
    )


def digest_of(log: list[tuple[str, bytes]]) -> str:
    """SHA-256 over the names and bodies of a log, each with its length before it, as hex."""
    digest = hashlib.sha256()
    for topic, body in log:
        digest.update(b"%d:%b%d:%b" % (len(topic), topic.encode(), len(body), body))
    return digest.hexdigest()


def _raised_at(fault: PlayFault) -> str:
    """Where the cause of a fault was raised, for whoever mends the ruleset."""
    frames = extract_tb(fault.__cause__.__traceback__) if fault.__cause__ else []
    return f" (at {shown(Path(frames[-1].filename))}:{frames[-1].lineno})" if frames else ""


def _print(ruleset: str, played: list[GamePlayed], house: tuple[str, ...]) -> None:
    console = out()
    by_house = f", the house for {' and '.join(house)}" if house else ""
    table = Table(title=f"{ruleset}: random play{by_house}")
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
    rate = sum(game.commands for game in played) / max(sum(game.seconds for game in played), 1e-9)
    console.print(f"{sum(game.held for game in played)} of {len(played)} games hold, {rate:,.0f} commands/s")
