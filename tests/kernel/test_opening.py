"""What every ruleset checks before the first event of a game."""

from typing import Any

import pytest

from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.opening import Opening
from ironclad.domain.kernel.engine.records import Option
from ironclad.domain.kernel.rulebook.errata import only

OPENING = Opening(
    "toy",
    {"short": "A short game."},
    {"wind": Option("1", "Does the wind blow?", ("no", "yes"))},
    only("1.0"),
    lambda: {"map.json": "00"},
    from_positions=frozenset({"lesson"}),
    largest=40,
)


def test_the_first_event_has_the_options_of_the_request_and_of_the_document() -> None:
    begun = OPENING.begun("short", {}, {"options": {"wind": "yes"}})
    assert (begun.options, begun.version, begun.digests) == ({"wind": "yes"}, "1.0", {"map.json": "00"})
    assert begun.position == {"options": {"wind": "yes"}}
    assert OPENING.begun("short", {"wind": "no"}).options == {"wind": "no"}


@pytest.mark.parametrize(
    ("scenario", "options", "document", "version", "says"),
    [
        ("long", {}, None, "", "toy has no scenario 'long'; it has short"),
        ("lesson", {}, None, "", "no scenario 'lesson'"),
        ("short", {"rain": "yes"}, None, "", "no option 'rain'"),
        ("short", {"wind": "strong"}, None, "", "option wind is one of no, yes, not 'strong'"),
        ("short", {"wind": "no"}, {"options": {"wind": "yes"}}, "", "the position was played with yes"),
        ("short", {}, {"options": ["wind"]}, "", "options must be an object"),
        ("short", {}, None, "2.0", "2.0"),
        ("short", {}, {"name": "x" * 40}, "", "40 bytes at most"),
    ],
)
def test_what_no_game_begins_with(
    scenario: str, options: dict[str, str], document: dict[str, Any] | None, version: str, says: str
) -> None:
    with pytest.raises(Unreadable, match=says):
        OPENING.begun(scenario, options, document, version)


def test_a_scenario_that_begins_from_a_position_alone() -> None:
    assert OPENING.begun("lesson", {}, {"turn": 3}).position == {"turn": 3}
