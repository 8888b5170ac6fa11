"""`ironclad readjudicate`: recorded games decided again, by another version of their rules, or readings."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import msgspec
from rich.console import Console

from ironclad.api.cli.console import (
    DID_NOT_HOLD,
    HELD,
    json_option,
    out,
    print_document,
    progress,
    shown,
    unusable,
)
from ironclad.api.cli.replay import WAIT_SECONDS
from ironclad.api.cli.store import open_referee, url_option
from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.readings.readjudication import CLASSES, PASSES, Verdict, counts
from ironclad.domain.match.readings.readjudication import readjudicate as decided_again
from ironclad.domain.match.readings.terms import Asked, Lacking
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.referee.proof.courses import Recorded, read_record

_WORDS = {
    "same": "same",
    "worded_otherwise": "worded otherwise",
    "differs": "differs",
    "refused": "refused",
    "dice_differ": "dice differ",
    "cannot": "cannot be decided",
}


_NO_RECORD = (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError)
"""What folding the match of a record raises whose events are in no order."""


class Game(msgspec.Struct, frozen=True):
    """A game that was decided again: its file and id, the version that it was played by, what it comes to."""

    file: str
    game: str
    version: str
    verdict: Verdict

    def document(self) -> dict[str, Any]:
        """As it is printed."""
        return {
            "game": self.game,
            "from": self.version,
            "file": self.file,
            **msgspec.to_builtins(self.verdict),
        }


@click.command()
@click.argument("recorded", nargs=-1, required=True, metavar="BUNDLE|GAME...")
@click.option("--version", metavar="W", help="Decide by this version of the rules; else by each game's own.")
@click.option(
    "--reading",
    "readings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Decide by this value of an option; of an erratum the value is holds, or not. May be repeated.",
)
@url_option
@json_option
def readjudicate(
    recorded: tuple[str, ...], version: str | None, readings: tuple[str, ...], url: str, as_json: bool
) -> None:
    """Decide recorded games again, with the faces that were rolled, up to the first difference.

    A game is a bundle, or the id of one in the log at --url, which is exported for it. No game is changed.
    All are of one ruleset. Ends with 0 if every game comes to the same (events
    may be worded otherwise), 1 if one does not or cannot be decided by this build, 2 for unusable arguments.
    """
    asked = Asked(version, _read(readings))
    with _bundles(recorded, url) as bundles:
        found = list(progress(_games(bundles, asked), len(bundles), "games", as_json))
    names = sorted({name for name, _ in found})
    if len(names) > 1:
        unusable(f"the games are of several rulesets: {', '.join(names)}")
    decided = [game for _, game in found]
    if as_json:
        print_document(_document(names[0], asked, decided))
    else:
        _print(decided)
    passes = all(game.verdict.kind in PASSES for game in decided)
    sys.exit(HELD if passes else DID_NOT_HOLD)


def _read(readings: tuple[str, ...]) -> dict[str, str]:
    """Readings by name. Ends with status 2 for what is none, or comes twice."""
    found = dict[str, str]()
    for text in readings:
        name, _, value = text.partition("=")
        if not name or not value:
            unusable(f"--reading: write NAME=VALUE, not {text!r}")
        if name in found:
            unusable(f"--reading: {name} comes twice")
        found[name] = value
    return found


@contextmanager
def _bundles(recorded: Sequence[str], url: str) -> Iterator[list[tuple[str, Path]]]:
    """The bundles with their names: the files, and games of the log, which are exported as `export` does.

    Ends with status 2 for what is neither.
    """
    missing = [name for name in recorded if not Path(name).is_file()]
    for name in missing:
        if "/" in name or Path(name).exists():
            unusable(f"{name} is no file")
    with TemporaryDirectory(prefix="ironclad-readjudicate-") as folder:
        found = {name: Path(name) for name in recorded}
        if missing:
            with open_referee(url, signs=True) as referee:
                for number, game in enumerate(missing):
                    found[game] = Path(folder) / f"{number}.bundle"
                    with found[game].open("xb") as file:
                        referee.exporter.write(game, file, WAIT_SECONDS)
        yield [(shown(found[name]) if name not in missing else name, found[name]) for name in recorded]


def _games(bundles: Sequence[tuple[str, Path]], asked: Asked) -> Iterator[tuple[str, Game]]:
    """Each game with the name of its ruleset. Ends with status 2 for a file that is no bundle."""
    for name, path in bundles:
        try:
            yield _game(name, path, asked)
        except OSError as wrong:
            unusable(f"{name} cannot be read: {wrong.strerror}")
        except (BundleFault, UnknownName, Unreadable, msgspec.MsgspecError) as wrong:
            unusable(f"{name}: {wrong}")
        except _NO_RECORD as wrong:
            unusable(f"{name}: its events do not replay: {type(wrong).__name__}: {wrong}")


def _game(name: str, path: Path, asked: Asked) -> tuple[str, Game]:
    recorded: Recorded = read_record(path)
    try:
        ruleset = _ruleset(recorded.ruleset)
        course = recorded.course(ruleset)
    except Lacking as lacking:
        verdict = Verdict(kind="cannot", would={"needs": str(lacking)})
    else:
        verdict = decided_again(ruleset, course, asked)
    return recorded.ruleset, Game(name, recorded.game, recorded.version, verdict)


def _ruleset(name: str) -> Ruleset[Any]:
    try:
        return games.ruleset(name)
    except UnknownName:
        raise Lacking(f"the rules of {name}") from None


def _document(ruleset: str, asked: Asked, decided: Sequence[Game]) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "to": {"version": asked.version, "readings": asked.readings},
        "games": [game.document() for game in decided],
        "counts": counts([game.verdict for game in decided]),
    }


def _print(decided: Sequence[Game]) -> None:
    console = out()
    for game in decided:
        _print_game(console, game)
    found = counts([game.verdict for game in decided])
    told = ", ".join(f"{found[kind]} {_WORDS[kind]}" for kind in CLASSES if found[kind])
    console.print(f"{len(decided)} games: {told}", markup=False, soft_wrap=True)


def _print_game(console: Console, game: Game) -> None:
    """A line for a game, and what it was and would be."""
    verdict = game.verdict
    at = f" at {verdict.at}" if verdict.at else ""
    text = f"{game.file}: {_WORDS[verdict.kind]}{at}"
    if verdict.kind == "cannot":
        text += f": needs {verdict.would['needs']}"
    console.print(text, markup=False, soft_wrap=True)
    if verdict.kind in ("differs", "refused", "dice_differ", "worded_otherwise"):
        for name, value in (("was", verdict.was), ("would be", verdict.would)):
            line = msgspec.json.encode(value, order="sorted").decode()
            console.print(f"    {name}: {line}", markup=False, soft_wrap=True)
        for each in verdict.differences:
            words = each.text or f"{each.path}: {each.was!r}, would be {each.would!r}"
            console.print(f"    {words}", markup=False, soft_wrap=True)
