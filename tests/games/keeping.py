"""What the tests keep of a ruleset's versions: golden games, and perft counts of small positions.

`tests/games/<ruleset>/kept.py` has the `KEPT` of each ruleset in `domain/games`. `tests.games.versions`
writes down what a version does not have yet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

from ironclad.conformance.golden import Golden, Log, entry_of, read_index, read_log
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.playout import play, stored
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.games.counting import Lister, perft

HERE = Path(games.__file__).parent
Counter = Callable[[Ruleset[Any], Any, str], Iterable[Command]]
"""(ruleset, position, seat): every command that the seat may give, found without the ruleset's own offers."""


def folder_of(name: str) -> Path:
    """The golden logs of a ruleset of this repository."""
    return HERE / name / "golden"


def file_of(name: str) -> Path:
    """The versions.toml of a ruleset of this repository."""
    return HERE / name / "data" / "versions.toml"


def names() -> tuple[str, ...]:
    """The rulesets of this repository that have published a version."""
    return tuple(sorted(path.parts[-3] for path in HERE.glob("*/data/versions.toml")))


def random_game(ruleset: Ruleset[Any], version: str, seed: int, scenario: str | None = None) -> list[Event]:
    """The events of the random game of a seed, of the first scenario unless one is named."""
    return play(ruleset, seed, scenario, version=version).events


@dataclass(frozen=True)
class Kept:
    """How a ruleset's golden games are played again, and how the positions of its perft are counted.

    `games` maps the last part of a golden game's name to the function that plays it in a version. `positions`
    is a YAML file: a list of {perft: title, counter: name, given: and when: as in a case}; `counters` are the
    slow counters that it names. `data_digests` gives the SHA-256 of the data files of this build.
    """

    name: str
    games: Mapping[str, Callable[[str], list[Event]]]
    positions: Path
    counters: Mapping[str, Counter]
    data_digests: Callable[[], Mapping[str, str]]

    @property
    def ruleset(self) -> Ruleset[Any]:
        return games.ruleset(self.name)

    def game_name(self, version: str, game: str) -> str:
        """The name of a golden game."""
        return f"{self.name}-{version}-{game}"

    @cached_property
    def listed(self) -> dict[str, tuple[str, str]]:
        """The golden games that versions.toml lists: name to version and game."""
        return {
            self.game_name(version.version, game): (version.version, game)
            for version in self.ruleset.identity.published.versions
            for game in self.games
            if self.game_name(version.version, game) in version.golden
        }

    def played(self, version: str, game: str) -> Log:
        """The log of a golden game, played now."""
        return stored(self.ruleset, self.games[game](version))

    def log(self, name: str) -> Log:
        """The log of a golden game as it is kept."""
        return read_log(folder_of(self.name), name)

    def index(self) -> dict[str, Golden]:
        return read_index(folder_of(self.name))

    def entry(self, log: Log) -> Golden:
        """What the index says of a log."""
        return entry_of(self.ruleset, log)

    @cached_property
    def perfts(self) -> dict[str, dict[str, Any]]:
        """The small positions by title."""
        return {each["perft"]: each for each in yaml.safe_load(self.positions.read_text(encoding="utf-8"))}

    def start(self, title: str, version: str = "") -> Any:
        """A small position, in a version of the rules, "" the newest. Raises Refused, Unreadable."""
        entry = self.perfts[title]
        parts = {"given": {**entry["given"], "version": version}, "when": entry.get("when", [])}
        case = Case.situation({"case": title, "ruleset": self.name, "clauses": [], **parts})
        position = starting_position(case.given, self.ruleset)
        for step in case.when:
            command, dice = self.ruleset.storage.commands.read(step.command), ScriptedDice(step.dice)
            position = decider.execute(self.ruleset, position, step.seat, command, dice)[1]
        return position

    def count(self, title: str, version: str = "", legal: Lister | None = None) -> dict[str, dict[str, Any]]:
        """The counts of a small position, by the ruleset's own offers unless another lister is given."""
        return perft(self.ruleset, self.start(title, version), legal or self.offered)

    def count_slowly(self, title: str) -> dict[str, dict[str, Any]]:
        """The counts of a small position by its slow counter, in the newest version."""
        counter = self.counters[self.perfts[title]["counter"]]
        return self.count(title, legal=lambda position, seat: counter(self.ruleset, position, seat))

    def offered(self, position: Any, seat: str) -> Iterator[Command]:
        return decider.legal(self.ruleset, position, seat)


def kept(name: str) -> Kept:
    """What is kept of a ruleset of this repository."""
    found = import_module(f"tests.games.{name}.kept").KEPT
    assert isinstance(found, Kept)
    return found
