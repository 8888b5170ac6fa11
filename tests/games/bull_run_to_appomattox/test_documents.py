"""Position documents from outside: what is wrong is refused, and named."""

from typing import Any

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.kernel.cases.matching import merged
from ironclad.domain.kernel.engine.codec import Unreadable
from tests.games.bull_run_to_appomattox.playing import start, walked, written

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"hqs.lee": {"state": "map", "spot": "Nowhere"}, "units.lee": {}}, "lee is map and in Nowhere"),
    ({"hqs.lee": {"state": "map", "spot": "CHA"}, "units.lee": {}}, "lee is map and in CHA"),
    ({"hqs.lee": {"state": "map", "spot": "RIC"}}, "units: it has to have each HQ on the map"),
    ({"hqs.lee": {"state": "map", "spot": "RIC"}, "units.lee": {"infantry": 21}}, "lee may not command 21"),
    ({"hqs.lee": {"state": "map", "spot": "RIC"}, "units.lee": {"artillery": 5}}, "lee may not command 5"),
    ({"hqs.lee": {"state": "map", "spot": "RIC"}, "units.lee": {"infantry": -2}}, "units"),
    ({"hqs.lee": {"state": "map", "spot": "RIC"}, "units.lee": {"cavalry": -1}}, "units"),
    (
        {
            "hqs.lee": {"state": "map", "spot": "RIC"},
            "units.lee": {"infantry": -1, "cavalry": -1, "artillery": -1},
        },
        "what lee commands is not known",
    ),
    ({"hqs.lee.side": "north"}, "lee is of the south"),
    ({"hqs.nobody": {"side": "north"}}, "each HQ of the list"),
    ({"hqs.lee": None}, "each HQ of the list"),
    ({"leaderless.north.CHA": {"infantry": 1}}, "no units can be in CHA"),
    ({"leaderless.north.WAS": {}}, "no units can be in WAS"),
    ({"forts.FHD_W": {"side": "south"}}, "no place for a fort in FHD_W"),
    ({"fleets.x": {"side": "north", "kind": "sail", "place": "ATL"}}, "cannot be in ATL"),
    ({"fleets.x": {"side": "north", "kind": "raft", "place": "S1"}}, "raft"),
    ({"raiders.north": {"spot": "CHA"}}, "cannot be in CHA"),
    ({"broken_bridges.ISL": "north"}, "ISL has no bridge"),
    ({"broken_rails.S1": "north"}, "S1 is no zone"),
    ({"holders.RIC": "france"}, "holders"),
    ({"revenue.north": -1}, "revenue"),
    ({"surprise": 1}, "no field surprise"),
    ({"agenda.turn": 0}, "turns count from 1"),
    ({"hqs.lee": {"state": "map", "spot": "S1", "aboard": ["x"]}, "units.lee": {}}, "aboard fleets"),
]


@pytest.mark.parametrize(("changes", "complaint"), WRONG)
def test_a_wrong_position_is_refused_and_says_why(changes: dict[str, Any], complaint: str) -> None:
    document = merged(RULESET.storage.to_document(start("empty_map")), changes)
    with pytest.raises(Unreadable, match=complaint):
        RULESET.rules.begin("empty_map", {}, document)


@pytest.mark.parametrize(
    ("scenario", "options", "version"),
    [("gettysburg", {}, ""), ("campaign", {"fog": "yes"}, ""), ("campaign", {}, "9.9"),
     ("campaign", {"james_river_open": "maybe"}, "")],
)  # fmt: skip
def test_what_there_is_not_is_refused(scenario: str, options: dict[str, str], version: str) -> None:
    with pytest.raises(Unreadable):
        RULESET.rules.begin(scenario, options, None, version)


def test_a_game_does_not_begin_right_before_a_roll() -> None:
    changes = {"agenda": {"replace": {"turn": 1, "step": 2}}, "taking": ""}
    document = merged(RULESET.storage.to_document(start("empty_map")), changes)
    with pytest.raises(Unreadable, match="before a roll"):
        RULESET.rules.begin("empty_map", {}, document)


def test_a_document_is_not_larger_than_a_log_leaf() -> None:
    document = RULESET.storage.to_document(start("empty_map"))
    document["pillaged"] = {f"zone {number}": 1 for number in range(9000)}
    with pytest.raises(Unreadable, match="60000 bytes"):
        RULESET.rules.begin("empty_map", {}, document)


def test_a_position_as_a_seat_sees_it_is_no_start() -> None:
    """The enemy's armies are missing from it."""
    seen = RULESET.sight.see(walked(1)[40].after, "north")
    with pytest.raises(Unreadable, match="is not known"):
        RULESET.rules.begin("campaign", {}, RULESET.storage.to_document(seen))


def test_a_game_begins_from_any_position_of_another() -> None:
    for step in walked(1)[::15]:
        begun = RULESET.rules.begin("campaign", {}, RULESET.storage.to_document(step.after))
        assert written(RULESET.rules.initial(begun)) == written(step.after)
