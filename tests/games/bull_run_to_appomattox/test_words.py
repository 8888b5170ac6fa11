"""Every event, decision and command has words, with clauses of the book, and no words of what is hidden."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pytest

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import DATA
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
    Purchase,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings, Range, Standing, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import CHRONICLE
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.topics import TOPICS
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.questions import KINDS
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.reasons import WHY
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.saying import says
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import name_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import Passing
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import (
    ActivationEnded,
    PreparationOrderGiven,
    Private,
    SidePassed,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import HqReconnoitred, Report
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import RoundFired, Volley
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import (
    UnitsDeserted,
    VolunteersRaised,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.events import Bill, PreparationPaid
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.events import UnitsBought, UnitsPlaced
from ironclad.domain.kernel.cases.cases import ending_position
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.playout import Step
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.sight import Secret
from tests.games.bull_run_to_appomattox.playing import READERS, walked

WORDS, HANDLERS = RULESET.words, RULESET.rules.handlers
SEEDS = (1, 2, 3)
CITED = re.compile(r"\((\d+(?:\.\d+)*/\d+)\)")


@cache
def clauses() -> frozenset[str]:
    """Every clause of the book, its paragraphs and chapters."""
    ids = {each["id"] for each in tomllib.loads((DATA / "clauses.toml").read_text("utf-8"))["clause"]}
    paragraphs = {each.split("/")[0] for each in ids}
    return frozenset(ids | paragraphs | {each.split(".")[0] for each in paragraphs})


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


def steps() -> list[Step]:
    """Random play of both scenarios."""
    return [step for seed in SEEDS for scenario in RULESET.identity.scenarios for step in of(seed, scenario)]


def of(seed: int, scenario: str) -> tuple[Step, ...]:
    return walked(seed, 150, scenario) if scenario != "empty_map" else ()


def test_every_type_of_event_has_words_and_a_topic() -> None:
    kinds = RULESET.storage.events.types
    assert set(kinds.values()) == CHRONICLE.tellers.keys() | CHRONICLE.quiet_ones.keys()
    assert set(kinds) == TOPICS.keys()


def test_every_kind_of_decision_has_a_question_and_reasons() -> None:
    asked = {kind for kinds in HANDLERS.answers.values() for kind in kinds}
    assert asked | HANDLERS.offers.keys() == KINDS
    assert WHY.keys() == KINDS


def test_every_event_of_random_games_is_told_to_every_reader() -> None:
    """Each entry has a sentence, clauses of the book, and lines that are sentences too."""
    for step in steps():
        for event in step.events:
            for reader in READERS:
                told = words_of(seen_by(event, reader))
                cited = [told["rule"], *(each for line in told["details"] for each in CITED.findall(line))]
                assert set(cited) <= clauses(), told
                assert told["text"][0].isupper(), told
                assert "_" not in told["text"] + " ".join(told["details"]), told
                assert "UNSET" not in str(told)


def test_every_type_of_event_is_told_in_the_cases() -> None:
    """The cases bring about what random play seldom does: sieges, reliefs, landings, raids."""
    seen: set[type[Event]] = {GameBegun}
    for path in case_files([DATA.parent / "cases"]):
        for case in read_cases(path):
            _, events = ending_position(case, RULESET)
            seen |= {type(event) for event in events}
            for event in events:
                told = [words_of(seen_by(event, reader)) for reader in READERS]
                assert {each["rule"] for each in told} <= clauses(), told
                assert "_" not in told[0]["text"] + " ".join(told[0]["details"]), told
    seldom = {type_ for type_ in RULESET.storage.events.types.values() if type_ not in seen}
    assert seldom <= {type(event) for step in steps() for event in step.events}


def test_every_decision_and_command_of_random_games_has_words() -> None:
    for step in steps():
        seen = RULESET.sight.see(step.before, step.seat)
        assert WORDS.question(step.due).endswith((".", "?"))
        notes = (*WORDS.why(step.due), *WORDS.meaning(seen, step.due, step.command))
        assert {note.rule for note in notes} <= clauses()
        assert all(note.text.endswith(".") for note in notes)
        assert says(step.command)[0].isupper() or says(step.command)[0].isdigit()


def test_every_type_of_command_says_something() -> None:
    """A command with its fields at hand: what it says needs no position."""
    values: dict[str, Any] = {
        "hq": "lee", "target": "lee", "to": "RIC", "spot": "RIC", "fleets": ("north_sail1",),
        "path": ("RIC",), "bank": "CHA_S",
        "units": Units(1, 2, 3), "passing": Passing("lee", Units(1)), "cargo": {"north_sail1": Units(1)},
        "hq_on": "north_sail1", "struck": ("lee", "lee"), "fort": 1, "choice": "stay", "what": "city",
        "targets": {"fort": 2, "others": 1, "north_ironclad1": 1}, "steps": {"north_sail1": 1},
        "standing": Standing({"lee": 2}, {"lee": "fight"}, ("lee", "RIC")), "joined": ("lee",),
    }  # fmt: skip
    orders = {
        "give_preparation_order": PreparationOrder({"lee": 1, "RIC": 2, "north_sail1": 1}, True),
        "give_attrition_order": AttritionOrder({"lee": Units(1)}),
        "give_placement_order": PlacementOrder({"lee": "RIC"}, {"lee": Units(1), "RIC": Units(2)}),
    }
    for name, kind in RULESET.storage.commands.types.items():
        fields = {each: values[each] for each in kind.__struct_fields__ if each in values}
        if name == "raid":
            fields["target"] = "ATL"
        if name in orders:
            fields["order"] = orders[name]
        said = says(kind(**fields))
        assert said, name
        assert not re.search(r"_|\blee\b|RIC", said), said


@dataclass(frozen=True)
class Hidden:
    """An event in two versions that differ only in what the North alone may know."""

    one: Event
    other: Event


NORTH = ("north",)
HIDDEN = (
    Hidden(
        PreparationOrderGiven("north", Secret(NORTH, PreparationOrder(buy=Purchase(9))), Secret(NORTH, None)),
        PreparationOrderGiven(
            "north", Secret(NORTH, PreparationOrder()), Secret(NORTH, Standing({"grant": 3}))
        ),
    ),
    Hidden(
        PreparationPaid("north", 70, 20, Secret(NORTH, Bill(22, 28))),
        PreparationPaid("north", 70, 20, Secret(NORTH, Bill(50, 0))),
    ),
    Hidden(
        UnitsBought("north", Secret(NORTH, Purchase(9))),
        UnitsBought("north", Secret(NORTH, Purchase())),
    ),
    Hidden(
        UnitsPlaced("north", {}, Secret(NORTH, {"grant": Units(9)})),
        UnitsPlaced("north", {}, Secret(NORTH, {})),
    ),
    Hidden(
        UnitsDeserted("north", {}, Secret(NORTH, {"grant": Units(1)}), "9.2/4"),
        UnitsDeserted("north", {}, Secret(NORTH, {}), "9.2/4"),
    ),
    Hidden(
        VolunteersRaised("north", 3, 9, Secret(NORTH, 9), "8.5/1"),
        VolunteersRaised("north", 3, 9, Secret(NORTH, 2), "8.5/1"),
    ),
    Hidden(
        ActivationEnded("north", "hq", ("grant",), "CAI", Secret(NORTH, Private("pope", Units(2)))),
        ActivationEnded("north", "hq", ("grant",), "CAI", Secret(NORTH, Private())),
    ),
    Hidden(
        SidePassed("north", 2, Secret(NORTH, Private(standing=Standing({"grant": 1})))),
        SidePassed("north", 2, Secret(NORTH, Private())),
    ),
)


@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda each: type(each.one).__name__)
def test_what_is_hidden_gives_its_owner_words_and_the_others_none(hidden: Hidden) -> None:
    """6.4/18, 6.4/22, 6.4/24, 15/9: the same words, and news or none, whatever the hidden value is."""
    for reader in ("south", None):
        one, other = (seen_by(each, reader) for each in (hidden.one, hidden.other))
        assert WORDS.tell(one) == WORDS.tell(other)
        assert words_of(one) == words_of(other)
    assert words_of(hidden.one) != words_of(hidden.other)


def test_a_round_is_told_volley_by_volley_with_its_modifiers() -> None:
    """7/2: who fired, the dice, the number needed, what was added with its clause, the hits."""
    volley = Volley("lee", "infantry", (4, 6), 6, (("experienced_hq", 1), ("galvanized", 1)), 2)
    answer = Volley("BFM", "fort", (2,), 3, (("winter", -1),), 0)
    fired = RoundFired(
        "BFM", 1, ("fort",), {"south": (volley,), "north": (answer,)}, {"south": 2, "north": 0}, {"south": 1}
    )
    told = words_of(fired)
    assert told["text"] == "Round 1 in Fort Monroe (area B): the South scores 2 hits, the North scores 0 hits"
    assert told["details"] == [
        "attackers hit on a 6: the defenders have a fort (7.2/1)",
        "the South, infantry of Lee: dice 4 and 6, 6 or more hits; +1 experienced HQ (2.5/2),"
        " +1 galvanized (8.10/3) on each; 2 hits",
        "the North, the fort in Fort Monroe (area B): die 2, 3 or more hits; −1 winter (7.5/3) on each;"
        " 0 hits",
        "the South: 2 hits in all, 1 of them more than there is to lose (7.6/7)",
        "the North: 0 hits in all",
    ]
    rows = told["card"]["blocks"][1]["rows"]
    assert [row[1] for row in rows] == [[{"die": 4}, {"die": 6}], [{"die": 2}]]


def test_a_search_tells_both_sides_the_die_and_the_searcher_what_it_found() -> None:
    """6.4/15: an onlooker gets the die alone."""
    event = HqReconnoitred(
        "grant", "lee", 4, Secret(("north", "south"), Report(2, 1, 0, 5)),
        Secret(("north",), Findings(3, "RIC", Range(10, 20), Range(4, 12), Range(0, 4))),
    )  # fmt: skip
    searcher, target, onlooker = (words_of(seen_by(event, reader))["details"] for reader in READERS)
    total = "die 4 + 2 cavalry declared (6.4/4) − 1 cavalry of the target (6.4/5) = 5"
    assert searcher == [total, "10 to 20 CP in all", "4 to 12 infantry", "0 to 4 cavalry"]
    assert target == [total]
    assert onlooker == ["die 4"]
    nothing = msgspec.structs.replace(event, findings=Secret(("north",), None))
    assert words_of(nothing)["details"] == [total, "a total of 5 shows nothing (6.4/3)"]


def test_the_options_that_a_game_has_chosen_are_told_in_words() -> None:
    chosen = dict.fromkeys(RULESET.identity.options, "yes")
    told = words_of(RULESET.rules.begin("campaign", chosen))
    assert told["text"] == "The game begins: scenario campaign"
    assert len(told["details"]) == len(chosen) + 1 > 4
    assert told["details"][-1] == "every other option is as usual"
    assert "may activate again after the other has; two passes end the phase (4/11): yes" in str(told)
    usual = {name: option.values[0] for name, option in RULESET.identity.options.items()}
    as_usual = words_of(RULESET.rules.begin("campaign", usual))
    assert as_usual["details"] == ["every other option is as usual"]
    assert not any(name in line for name in chosen for line in told["details"])


def test_names_of_words_of_commands() -> None:
    said = [name_of(word) for word in ("lee", "north", "RIC", "CHA_S", "north_ironclad2", "M_SAND", "pass")]
    assert said[:3] == ["Lee", "the North", "Richmond"]
    assert said[4:] == ["ironclad fleet 2", "Sand Mountain", "pass"]
    assert name_of("NYC-PHI") == "the border New York – Philadelphia"
