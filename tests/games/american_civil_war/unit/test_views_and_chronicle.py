"""Views and chronicle over whole random games: plain JSON, true to the position, silent only where meant."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from ironclad.api.rulebook.case_files import case_directory, case_files, read_cases
from ironclad.domain.games import ruleset
from ironclad.domain.games.american_civil_war.position.units import strength
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import CHRONICLE
from ironclad.domain.games.american_civil_war.readers.chronicle.topics import TOPICS
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import BattleFought, LossesReckoned
from ironclad.domain.kernel.cases.cases import ending_position
from ironclad.domain.kernel.engine.codec import Event, name_of
from ironclad.domain.kernel.engine.playout import Step
from tests.games.american_civil_war.kept import KEPT
from tests.played import played_steps

ACW = ruleset("american_civil_war")
CASES = case_directory("american_civil_war")
UNSEEN: set[str] = set()  # in no golden game, and in no case
# Ids instead of names, data instead of words, a plural after one.
UNLIKE_SPEECH = re.compile(
    r"\b(nsp|ntp|rsp|usmrr|flotilla|ironclad|arsenal|factory)[0-9]|[{}_]|None|True|False|\bthe the\b|  "
    r"|\b1 ((strength|movement|construction) points|markers|train markers|depots|vessels|steps|shots|turns)\b"
)

# A hex, a hexside of a river, a sea.
PLACE = re.compile(r"\d{4}(-\d{4})?|(East|West) Gulf|(Mid-|North |South )Atlantic")


@cache
def game(seed: int) -> list[Step]:
    return list(played_steps(ACW.name, seed))


def golden() -> Iterator[Event]:
    for name in KEPT.index():
        yield from (ACW.storage.events.decode(*each) for each in KEPT.log(name))


def of_cases() -> Iterator[Event]:
    for path in case_files([CASES]):
        for case in read_cases(path):
            yield from ending_position(case, ACW)[1]


@pytest.mark.full
def test_every_event_has_words() -> None:
    """Whatever happens in golden games and in cases is said in plain words, news or not."""
    seen = set()
    for event in chain(golden(), of_cases()):
        name = name_of(type(event))
        entry = ACW.words.tell(event) or ACW.words.tell_quietly(event)
        assert entry is not None, f"no words for {name}"
        assert entry["text"].lower() != name.replace("_", " ")
        plain(entry)
        seen.add(name)
    assert not ACW.storage.events.types.keys() - seen - UNSEEN


def test_every_type_of_event_has_a_topic_and_words() -> None:
    assert TOPICS.keys() == ACW.storage.events.types.keys()
    told = CHRONICLE.tellers.keys() | CHRONICLE.quiet_ones.keys()
    assert ACW.storage.events.types.keys() == set(map(name_of, told))


def plain(entry: dict[str, Any]) -> None:
    """An entry is sentences with a rule, by somebody, about something, and nothing that only code reads."""
    assert set(entry) <= {"text", "rule", "details", "hex", "topic", "side", "card", "moves", "takes"}
    for each in entry.get("moves", ()):
        assert set(each) <= {"side", "piece", "path", "onward"}
        assert each["side"] in ("union", "confederate")
        assert each["piece"]
        assert each["path"]
        assert all(PLACE.fullmatch(place) for place in each["path"]), each
    assert all(PLACE.fullmatch(place) for place in entry.get("takes", ()))
    assert entry["text"][0].isupper() or entry["text"][0].isdigit()
    assert entry["rule"]
    assert entry["topic"] in TOPICS.values()
    assert entry.get("side", "union") in ("union", "confederate")
    for line in (entry["text"], *entry["details"]):
        assert isinstance(line, str)
        assert line
        assert not (found := UNLIKE_SPEECH.search(line)), (line, found)
    assert json.loads(json.dumps(entry)) == entry


def test_a_battles_card_adds_up() -> None:
    """Every number on the card follows from the others, as a player would compute it."""
    cards = [
        (event, entry["card"]) for event in golden() if (entry := ACW.words.tell(event)) and "card" in entry
    ]
    fought = [card for event, card in cards if isinstance(event, BattleFought)]
    assert len(fought) > 30
    for card in fought:
        for force in (card["attacker"], card["defender"]):
            times = sum(part["strength_points"] * part["times"] for part in force["parts"])
            assert times + force["bonus"] + force["naval"] == force["strength"]
        assert card["die"] + sum(term["amount"] for term in card["terms"]) == card["modified"]
        assert card["row"] == max(1, min(6, card["modified"]))
        assert card["chart"][card["row"] - 1][:2] == [card["row"], card["outcome"]]
    for event, card in cards:
        if isinstance(event, LossesReckoned):
            share = sum(each["amount"] for each in card["shares"])
            assert card["chart"][card["die"] - 1][3] == card["shares"][0]["amount"]
            assert card["reckoned"] == (card["base"] * max(0, share) + 50) // 100
            assert card["row"] == max(1, min(6, card["die"] + sum(term["amount"] for term in card["terms"])))
            assert card["chart"][card["row"] - 1][4] == card["adds"]


@pytest.mark.parametrize("seed", [1, 5, 11])
def test_entries_are_sentences_with_a_rule(seed: int) -> None:
    entries = [entry for step in game(seed) for event in step.events if (entry := ACW.words.tell(event))]
    assert len(entries) > 100
    for entry in entries:
        plain(entry)


@pytest.mark.parametrize("seed", [1, pytest.param(5, marks=pytest.mark.full)])
def test_views_show_what_the_position_holds(seed: int) -> None:
    for step in game(seed)[:: max(1, len(game(seed)) // 25)]:
        position = step.after
        views: dict[str, Any] = {name: view(position) for name, view in ACW.show.views.items()}
        assert json.loads(json.dumps(views)) == views
        shown = {(force["side"], force["hex"]): force for force in views["map"]["forces"]}
        for side, stacks in position.forces.items():
            for hex_id, groups in stacks.items():
                assert shown.pop((side, hex_id))["asp"] == strength(groups, "asp")
        assert not shown
        assert views["economy"]["recorded"]["economy"] == position.economy
        assert views["politics"]["political_status"] == position.political_status
        totals = views["map"]["control"]["totals"]
        assert sum(side["hexes"] for side in totals.values()) == 1431
