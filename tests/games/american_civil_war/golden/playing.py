"""The golden games: how each is played again, and where its log is."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from ironclad.api.rulebook.case_files import read_cases
from ironclad.conformance import golden
from ironclad.conformance.golden import (
    Golden,
    Log,
    entry_of,
    read_index,
    read_log,
    write_log,
)
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import ending_position, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.playout import play, stored
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.api.story.dice import StoryDice
from tests.api.story.script import CAMPAIGN
from tests.api.story.server import SEED

HERE = Path(games.__file__).parent / "american_civil_war"
FOLDER = HERE / "golden"
LOGS = FOLDER / "logs"
INDEX = FOLDER / "index.json"
HAND_MADE = HERE / "cases" / "3.2_four_turns.yaml"


def ruleset() -> Ruleset[Any]:
    return games.ruleset("american_civil_war")


def random_game(version: str, seed: int) -> list[Event]:
    return play(ruleset(), seed, version=version).events


def scripted_game(version: str) -> list[Event]:
    """The first turn as the story over HTTP tells it."""
    rules = ruleset()
    begun = rules.rules.begin("campaign", {}, None, version)
    events: list[Event] = [begun]
    position = rules.rules.initial(begun)
    for order in CAMPAIGN:
        command = rules.storage.commands.read(order.command)
        made, position = decider.execute(rules, position, order.seat, command, StoryDice(SEED))
        events += made
    return events


def hand_made_game(version: str) -> list[Event]:
    """The first four turns of the war, as the case of them has it."""
    rules = ruleset()
    (case,) = read_cases(HAND_MADE)
    case = msgspec.structs.replace(case, given=msgspec.structs.replace(case.given, version=version))
    start = starting_position(case.given, rules)
    begun = rules.rules.begin("campaign", case.given.options, rules.storage.to_document(start), version)
    return [begun, *ending_position(case, rules)[1]]


GAMES: dict[str, Callable[[str], list[Event]]] = {
    "random-2": lambda version: random_game(version, 2),
    "random-5": lambda version: random_game(version, 5),
    "first-turn": scripted_game,
    "four-turns": hand_made_game,
}


def game_name(version: str, name: str) -> str:
    return f"american_civil_war-{version}-{name}"


PLAYED: dict[str, Callable[[], list[Event]]] = {
    game_name(version.version, name): partial(game, version.version)
    for version in ruleset().identity.published.versions
    for name, game in GAMES.items()
    if game_name(version.version, name) in version.golden
}
"""The golden games that versions.toml lists; `golden/versions.py` lists new ones."""


def anew(name: str) -> Log:
    """The log of a golden game, played now."""
    return stored(ruleset(), PLAYED[name]())


def kept(name: str) -> Log:
    """The log of a golden game as it is kept."""
    return read_log(FOLDER, name)


def keep(name: str, log: Log) -> None:
    """Write a log down."""
    write_log(FOLDER, name, log)


def index() -> dict[str, Golden]:
    return read_index(FOLDER)


def write_index(found: dict[str, Golden]) -> None:
    golden.write_index(FOLDER, found)


def entry(log: Log) -> Golden:
    """What the index says of a log."""
    return entry_of(ruleset(), log)
