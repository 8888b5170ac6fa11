"""`ironclad replay`, `position`, `export` and `rulesets`: games, and what this build can play."""

import sys
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from ironclad.api.cli.bundle import BadBundle, position_at, read_game, ruleset_of
from ironclad.api.cli.console import DID_NOT_HOLD, HELD, err, json_option, out, print_document, unusable
from ironclad.api.cli.files import whole_file
from ironclad.api.cli.store import at_option, open_referee, url_option
from ironclad.domain import games
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine import ruling
from ironclad.domain.kernel.engine.ruleset import Ruleset

WAIT_SECONDS = 30.0
"""How long a checkpoint of all that the game has is waited for."""

timeline_option = click.option("--timeline", help="A timeline of the bundle (the one that the game is on).")
bundle_argument = click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.command()
@json_option
def rulesets(as_json: bool) -> None:
    """List the rulesets that are installed, of this build and of other distributions.

    With --json also every version and erratum that this build decides by, and the golden games and counted
    positions that hold it to each. Ends with 1 if one that is installed cannot be used, and says why; the
    others are listed all the same.
    """
    found, broken = list(games.rulesets().values()), games.broken()
    if as_json:
        reasons = [
            {"name": each.name, "distribution": each.distribution, "reason": each.reason} for each in broken
        ]
        print_document({"rulesets": [_described(each) for each in found], "broken": reasons})
    else:
        table = Table("ruleset", "version", "title", "seats", "scenarios", "distribution")
        for each in found:
            seats, scenarios = ", ".join(each.seats), ", ".join(each.identity.scenarios)
            words = (seats, scenarios, games.distribution_of(each.name))
            table.add_row(each.name, each.version, each.identity.title, *words)
        out().print(table)
        for wrong in broken:
            err().print(f"not usable: {wrong}", style="red", markup=False, soft_wrap=True)
    sys.exit(DID_NOT_HOLD if broken else HELD)


def _described(ruleset: Ruleset[Any]) -> dict[str, Any]:
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "title": ruleset.identity.title,
        "distribution": games.distribution_of(ruleset.name),
        "seats": ruleset.seats,
        "scenarios": dict(ruleset.identity.scenarios),
        "options": {
            name: {
                "clause": option.clause,
                "text": option.text,
                "values": option.values,
                "movable": option.movable,
            }
            for name, option in ruleset.identity.options.items()
        },
        "views": sorted(views_of(ruleset)),
        "versions": [
            {
                "version": each.version,
                "errata": each.errata,
                "golden": list(each.golden),
                "positions": list(each.perft),
            }
            for each in ruleset.identity.published.versions
        ],
        "errata": ruleset.identity.published.errata,
    }


@click.command()
@bundle_argument
@at_option
@timeline_option
@click.option(
    "--view", help="Show a view of the position there (map, politics, supply, naval, …, or chronicle)."
)
@json_option
def replay(bundle: Path, at: int | None, timeline: str | None, view: str | None, as_json: bool) -> None:
    """Replay BUNDLE to an event and tell what happened, or show a view there.

    Ends with 1 when the events do not replay.
    """
    log, ruleset = _opened(bundle, timeline)
    if view is not None and view != "chronicle" and view not in views_of(ruleset):
        views = ", ".join(sorted(views_of(ruleset)))
        unusable(f"{ruleset.name} has no view {view!r}; it has chronicle, {views}")
    position = _replayed(ruleset, log, at)
    if view is not None and view != "chronicle":
        print_document(views_of(ruleset)[view](position))
        return
    chronicle = _chronicle(ruleset, log[:at])
    outcome = ruleset.rules.outcome(position)
    if as_json:
        print_document(
            {"ruleset": ruleset.name, "at": at or len(log), "chronicle": chronicle, "outcome": outcome}
        )
        return
    console = out()
    for entry in chronicle:
        rest = {key: value for key, value in entry.items() if key not in ("version", "type", "text")}
        text = entry.get("text") or ", ".join(f"{key} {value}" for key, value in rest.items())
        console.print(f"{entry['version']:>6}  {entry['type']}: {text}", markup=False, soft_wrap=True)
    ending = f"{outcome.winner or 'draw'}: {outcome.reason}" if outcome else "still open"
    console.print(f"event {at or len(log)} of {len(log)}, {ending}", markup=False)


def _chronicle(ruleset: Ruleset[Any], log: list[tuple[str, bytes]]) -> list[dict[str, Any]]:
    chronicle = []
    for version, (topic, body) in enumerate(log, 1):
        event = ruleset.storage.events.decode(topic, body)
        entry = ruling.tell(event) or ruleset.words.tell(event)
        if entry is not None:
            chronicle.append({"version": version, "type": topic.split(".")[1], **entry})
    return chronicle


@click.command()
@bundle_argument
@at_option
@timeline_option
def position(bundle: Path, at: int | None, timeline: str | None) -> None:
    """Print the position document of BUNDLE after an event, as `POST /games` and cases take it.

    Ends with 1 when the events do not replay.
    """
    log, ruleset = _opened(bundle, timeline)
    print_document(ruleset.storage.to_document(_replayed(ruleset, log, at)))


@click.command()
@click.argument("game")
@url_option
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to standard output."
)
def export(game: str, url: str, output: Path | None) -> None:
    """Write GAME as a bundle, which `ironclad verify` holds to its proofs (docs/bundle.md).

    It has the whole game, as of a checkpoint that a running server signed, or that is signed now.
    """
    with open_referee(url, signs=True) as referee:
        try:
            if output is None:
                done = referee.exporter.write(game, sys.stdout.buffer, WAIT_SECONDS)
            else:
                with whole_file(output) as file:
                    done = referee.exporter.write(game, file, WAIT_SECONDS)
        except OSError as wrong:
            unusable(f"the bundle cannot be written: {wrong.strerror or wrong}")
    words = f"{done.events:,} events, as of {done.size:,} of the log"
    err().print(words if output is None else f"{words}, in {output}", markup=False, soft_wrap=True)


def _opened(bundle: Path, timeline: str | None) -> tuple[list[tuple[str, bytes]], Ruleset[Any]]:
    try:
        log = read_game(bundle, timeline)
        return log, ruleset_of(log)
    except BadBundle as wrong:
        unusable(str(wrong))


def _replayed(ruleset: Ruleset[Any], log: list[tuple[str, bytes]], at: int | None) -> Any:
    if at is not None and at > len(log):
        unusable(f"there is no event {at}: there are 1 to {len(log)}")
    try:
        return position_at(ruleset, log, at)
    except BadBundle as wrong:
        err().print(f"ironclad: {wrong}", style="red", markup=False, soft_wrap=True)
        sys.exit(DID_NOT_HOLD)
