"""Views and chronicle over whole random games: plain JSON, true to the position, silent only where meant."""

import json
import re
from functools import cache
from typing import Any

import pytest

from domain.games import ruleset
from domain.games.american_civil_war.telling import TELLERS
from domain.games.american_civil_war.units import strength
from domain.kernel.playout import Step, steps

ACW = ruleset("american_civil_war")
# Events that change a position or a context and are no news to a reader.
SILENT = {
    "decision_opened", "decision_closed", "move_began", "move_ended", "reaction_ended",
    "reaction_stayed", "battle_step_began", "battle_ended", "deployments_ordered", "standing_order_set",
    "works_entered", "works_left",
}  # fmt: skip


# Ids instead of names, data instead of words, a plural after one.
UNLIKE_SPEECH = re.compile(
    r"\b(nsp|ntp|rsp|usmrr|flotilla|ironclad|arsenal|factory)[0-9]|[{}_]|None|True|False|\bthe the\b|  "
    r"|\b1 ((strength|movement|construction) points|markers|train markers|depots|vessels|steps|shots|turns)\b"
)


@cache
def game(seed: int) -> list[Step]:
    return list(steps(ACW, seed, ACW.begin("campaign", {}, None)))


def test_every_event_is_told_or_meant_to_be_silent() -> None:
    told = {name for name, kind in ACW.events.types.items() if kind in TELLERS}
    assert set(ACW.events.types) - told <= SILENT
    assert not told & SILENT


@pytest.mark.parametrize("seed", [1, 5, 11])
def test_entries_are_sentences_with_a_rule(seed: int) -> None:
    entries = [entry for step in game(seed) for event in step.events if (entry := ACW.tell(event))]
    assert len(entries) > 100
    for entry in entries:
        assert set(entry) <= {"text", "rule", "details", "hex"}
        assert entry["text"][0].isupper() or entry["text"][0].isdigit()
        assert entry["rule"]
        for line in (entry["text"], *entry["details"]):
            assert isinstance(line, str)
            assert line
            assert not (found := UNLIKE_SPEECH.search(line)), (line, found)
        assert json.loads(json.dumps(entry)) == entry


@pytest.mark.parametrize("seed", [1, 5])
def test_views_show_what_the_position_holds(seed: int) -> None:
    for step in game(seed)[:: max(1, len(game(seed)) // 25)]:
        position = step.after
        views: dict[str, Any] = {name: view(position) for name, view in ACW.views.items()}
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
