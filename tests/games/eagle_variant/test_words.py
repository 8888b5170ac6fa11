"""Every event, decision and command has words, with clauses of the book, and no words of what is hidden."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.map_files import DATA
from ironclad.domain.games.eagle_variant.position.battles import BattleOrders, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.chronicle.cards import KINDS_OF_EVENT
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import CHRONICLE
from ironclad.domain.games.eagle_variant.readers.chronicle.topics import TOPICS
from ironclad.domain.games.eagle_variant.readers.prompts.meaning_notes import MEANT
from ironclad.domain.games.eagle_variant.readers.prompts.questions import KINDS
from ironclad.domain.games.eagle_variant.readers.prompts.reasons import WHY
from ironclad.domain.games.eagle_variant.readers.prompts.saying import says
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import AttackRolled, BattleOrdersSealed
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.events import FreeInfantrySealed
from ironclad.domain.kernel.cases.cases import Case, command_of, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.playout import Step
from ironclad.domain.kernel.engine.playout import steps as played
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.sight import Secret

WORDS, HANDLERS = RULESET.words, RULESET.rules.handlers
READERS = ("csa", "usa", None)
CITED = re.compile(r"\(((?:1864-)?[a-z]+(?:-[a-z]+)*/\d+)\)")
BARE = re.compile(r"_|\bNone\b|\bUNSET\b|\b[A-Z]{2}_[A-Z]+\b|\{|\}|(?<![-\w])(?:csa|usa)(?![-\w])")
"""What no sentence has: ids, names of sides as they are stored, data that no words were found for."""
SEEDS, MOST_COMMANDS, OFFERED = 4, 250, 12


@cache
def clauses() -> frozenset[str]:
    """Every clause of the book."""
    return frozenset(
        each["id"] for each in tomllib.loads((DATA / "clauses.toml").read_text("utf-8"))["clause"]
    )


@cache
def walked(seed: int) -> tuple[Step, ...]:
    """A random game with options of its own."""
    random = Random(f"words {seed}")
    options = {name: random.choice(each.values) for name, each in RULESET.identity.options.items()}
    options |= {"political_initiative": "on", "sealed_free_setup": "yes"}
    begun = RULESET.rules.begin(("historical", "balanced")[seed % 2], options, None)
    return tuple(islice(played(RULESET, seed, begun), MOST_COMMANDS))


def steps() -> Iterator[Step]:
    for seed in range(SEEDS):
        yield from walked(seed)


def seen_by(value: Any, reader: str | None) -> Any:
    """An event without the hidden values that a reader may not know."""
    hidden = {
        name: Secret(each.seats)
        for name in value.__struct_fields__
        if isinstance(each := getattr(value, name), Secret) and reader not in each.seats
    }
    return msgspec.structs.replace(value, **hidden) if hidden else value


def words_of(event: Event) -> dict[str, Any]:
    """What the chronicle says of an event, news or not."""
    told = WORDS.tell(event) or WORDS.tell_quietly(event)
    assert told is not None, event
    return told


def check_told(event: Event) -> None:
    """Every reader gets an event in sentences, with clauses of the book."""
    for reader in READERS if any(isinstance(each, Secret) for each in _values(event)) else READERS[:1]:
        told = words_of(seen_by(event, reader))
        said = [told["text"], *told["details"]]
        cited = [told["rule"], *(each for line in said for each in CITED.findall(line))]
        assert set(cited) <= clauses(), (told, event)
        assert all(line[0].isupper() or not line[0].isalpha() for line in said), (told, event)
        assert not BARE.search(" ".join(said)), (told, event)
        assert told.get("side", "csa") in RULESET.seats
        assert told.get("place", "c_Richmond") != WORDS.name_of(told.get("place", "c_Richmond"))


def _values(event: Event) -> Iterator[Any]:
    return (getattr(event, name) for name in event.__struct_fields__)


@cache
def cases() -> tuple[tuple[Position, tuple[Event, ...]], ...]:
    """The positions of all cases of the book, at first and after each command, with its events."""
    paths = case_files([DATA.parent / "cases"])
    return tuple(moment for path in paths for case in read_cases(path) for moment in _moments(case))


def _moments(case: Case) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    position = starting_position(case.given, RULESET)
    yield position, ()
    for step in case.when:
        if step.command is None:
            continue
        command = command_of(RULESET, step.seat, step.command)
        dice, decision = ScriptedDice(step.dice), step.decision or None
        with suppress(Refused):
            made, position = decider.execute(RULESET, position, step.seat, command, dice, decision)
            yield position, tuple(made)


def test_every_type_of_event_has_words_and_a_topic() -> None:
    kinds = RULESET.storage.events.types
    assert set(kinds.values()) == CHRONICLE.tellers.keys() | CHRONICLE.quiet_ones.keys()
    assert not CHRONICLE.tellers.keys() & CHRONICLE.quiet_ones.keys()
    assert set(kinds) == TOPICS.keys()


def test_cards_have_the_figures_of_their_events() -> None:
    """Every kind of card is seen; its words are words, and it holds the dice and the clauses of its sums."""
    seen: set[type[Event]] = set()
    events = [event for _, made in cases() for event in made]
    for event in (*events, *(event for step in steps() for event in step.events)):
        card = words_of(event).get("card")
        assert (card is not None) == (type(event) in KINDS_OF_EVENT)
        if card is not None:
            seen.add(type(event))
            texts = list(_texts(card))
            assert not [text for text in texts if BARE.search(text)], card
            cited = {each["clause"] for each in _members(card) if "clause" in each}
            assert cited <= clauses()
            if isinstance(event, AttackRolled):
                assert {"die": event.die} in list(_members(card))
                assert cited == {each.rule for each in event.modifiers}
    assert seen == KINDS_OF_EVENT


def _members(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a card, however deep."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _members(each)


def _texts(value: Any) -> Iterator[str]:
    """Every word of a card that a reader sees: all but clauses, sides and kinds of blocks."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in ("clause", "side", "block", "look", "name"):
                yield from _texts(each)


def test_every_kind_of_decision_has_a_question_and_reasons() -> None:
    asked = {kind for kinds in HANDLERS.answers.values() for kind in kinds}
    assert asked | HANDLERS.offers.keys() == KINDS
    assert WHY.keys() == KINDS
    assert {note.rule for notes in WHY.values() for note in notes} <= clauses()


def test_every_type_of_command_has_meanings() -> None:
    assert set(RULESET.storage.commands.types.values()) == MEANT.keys()


def test_every_event_of_random_games_is_told_to_every_reader() -> None:
    for step in steps():
        for event in step.events:
            check_told(event)


def test_every_type_of_event_is_told_in_cases_or_random_games() -> None:
    """The cases bring about what random play seldom does: elections, a war with Europe, states that leave."""
    seen: set[type[Event]] = {GameBegun}
    for _, events in cases():
        for event in events:
            seen.add(type(event))
            check_told(event)
    seldom = {type_ for type_ in RULESET.storage.events.types.values() if type_ not in seen}
    assert seldom <= {type(event) for step in steps() for event in step.events}


def test_every_decision_and_command_of_random_games_has_words() -> None:
    for step in steps():
        seen = RULESET.sight.see(step.before, step.seat)
        asked = WORDS.question(step.due)
        assert asked.endswith((".", "?"))
        notes = (*WORDS.why(step.due), *WORDS.meaning(seen, step.due, step.command))
        assert len(notes) > len(WORDS.why(step.due)), step.command
        assert {note.rule for note in notes} <= clauses(), notes
        assert all(note.text.endswith(".") and not note.text[0].islower() for note in notes), notes
        said = says(step.command)
        assert said[0].isupper() or said[0].isdigit(), step.command
        everything = " ".join((asked, said, *(note.text for note in notes)))
        assert not BARE.search(everything), everything


def test_every_offered_command_has_a_meaning() -> None:
    """The first answers that are offered, in random games and after each case; of every kind of decision."""
    asked = [(step.before, step.due) for step in steps()]
    asked += [(position, due) for position, _ in cases() for due in RULESET.rules.due(position)]
    seen: Counter[str] = Counter()
    for position, due in asked:
        seen[due.kind] += 1
        for command in islice(
            HANDLERS.offers[due.kind](position, due), OFFERED if seen[due.kind] < 40 else 0
        ):
            notes = WORDS.meaning(RULESET.sight.see(position, due.seat), due, command)
            assert notes, command
            assert {note.rule for note in notes} <= clauses(), notes
            assert not BARE.search(" ".join((says(command), *(note.text for note in notes)))), command
    assert seen.keys() == KINDS, KINDS - seen.keys()


CSA = ("csa",)
SPACES = ("VA_NE", "c_Richmond")
HIDDEN = (
    (
        BattleOrdersSealed("csa", "csa", True, Secret(CSA, BattleOrders("lcrv", StandingOrders("fire")))),
        BattleOrdersSealed("csa", "csa", True, Secret(CSA, BattleOrders("ccvv"))),
    ),
    (
        FreeInfantrySealed("csa", Secret(CSA, SPACES)),
        FreeInfantrySealed("csa", Secret(CSA, SPACES[1:])),
    ),
)


@pytest.mark.parametrize(("one", "other"), HIDDEN)
def test_hidden_orders_are_told_to_their_owner_alone(one: Event, other: Event) -> None:
    assert words_of(seen_by(one, "csa"))["details"] != words_of(seen_by(other, "csa"))["details"]
    for reader in ("usa", None):
        assert words_of(seen_by(one, reader)) == words_of(seen_by(other, reader))
        assert not words_of(seen_by(one, reader))["details"]


def test_names() -> None:
    assert WORDS.name_of("usa_infantry_3") == "USA infantry 3"
    assert WORDS.name_of("c_Richmond") == "Richmond"
    assert WORDS.name_of("csa") == "the CSA"
    assert WORDS.name_of("charge") == "charge"
