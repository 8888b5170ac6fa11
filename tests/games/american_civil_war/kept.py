"""The golden games of American Civil War and its small positions."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from ironclad.api.rulebook.case_files import read_cases
from ironclad.domain import games
from ironclad.domain.games.american_civil_war.board.charts import data_digests
from ironclad.domain.kernel.cases.cases import ending_position, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.api.story.dice import StoryDice
from tests.api.story.script import CAMPAIGN
from tests.api.story.server import SEED
from tests.games.american_civil_war.book import Book
from tests.games.american_civil_war.spelled import spelled_out
from tests.games.keeping import HERE, Kept, random_game

NAME = "american_civil_war"
HAND_MADE = HERE / NAME / "cases" / "3.2_four_turns.yaml"


def ruleset() -> Ruleset[Any]:
    return games.ruleset(NAME)


def random_campaign(seed: int, version: str) -> list[Event]:
    return random_game(ruleset(), version, seed)


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


def by_the_book(rules: Ruleset[Any], position: Any, seat: str) -> Iterable[Command]:
    document = msgspec.json.decode(canonical(rules.storage.to_document(position)))
    orders = Book(document).orders() if seat == document.get("player", "union") else ()
    return [rules.storage.commands.read(order) for order in orders]


KEPT = Kept(
    name=NAME,
    games={
        "random-2": partial(random_campaign, 2),
        "random-5": partial(random_campaign, 5),
        "first-turn": scripted_game,
        "four-turns": hand_made_game,
    },
    positions=Path(__file__).parent / "positions.yaml",
    counters={"book": by_the_book, "spelled": spelled_out},
    data_digests=data_digests,
)
