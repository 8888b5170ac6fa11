"""The campaign's strategic turns at random, movement left out, to the end of the war, and replayed."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.document import (
    from_document,
    problems,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.kernel.engine import decider, playout
from ironclad.domain.kernel.engine.codec import Command, Event, Unreadable
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn.agenda import Agenda
from tests.games.war_between_the_states.campaign import opened, turn_of

SKIPPED = {"spans": {"type": "declare_spans"}, "movement": {"type": "end_movement"}}


def answer(position: Position, due: Due, random: Random) -> Command:
    if due.kind in SKIPPED:
        return RULESET.storage.commands.read(SKIPPED[due.kind])
    return decider.sample(RULESET, position, due, random)


def before(turn: int, options: dict[str, str]) -> dict[str, Any]:
    """The set-up, as the Confederate is to move in the game turn before one."""
    position = set_up_position("campaign_1861", options)
    position.agenda = Agenda(turn=turn - 1)
    position.chits = {"union": 1, "confederate": 0}
    return to_document(opened(position, "spans", "confederate").position)


def war(seed: int, turn: int, options: dict[str, str]) -> tuple[list[Event], Position]:
    """Play from a game turn to the end of the war; every strategic turn leaves a sound position."""
    begun = RULESET.rules.begin("campaign_1861", options, None if turn == 1 else before(turn, options))
    random, dice = Random(seed), SeededDice(seed)
    events: list[Event] = [begun]
    here: Position = RULESET.rules.initial(begun)
    while due := RULESET.rules.due(here):
        command = answer(here, due[0], random)
        more, here = decider.execute(RULESET, here, due[0].seat, command, dice)
        events += more
        if due[0].kind in ("leader_pick", "production", "reinforcements", "politics"):
            assert not list(problems(here))
            assert from_document(to_document(here)) == here
    return events, here


@pytest.mark.full
@pytest.mark.parametrize(
    ("seed", "turn", "options"),
    [
        (1, turn_of(7, 64), {}),
        (2, turn_of(9, 64), {"scheduled_reinforcements": "yes", "leaders_by_date": "yes"}),
    ],
)
def test_the_war_at_random_ends_by_its_politics_and_replays(
    seed: int, turn: int, options: dict[str, str]
) -> None:
    events, position = war(seed, turn, options)
    assert position.ended is not None
    assert position.ended.rule == "R.10/7"  # nobody has moved: the cities are the Confederate's
    again = playout.rebuild(RULESET, playout.stored(RULESET, events))
    assert playout.same_position(RULESET, position, again)


@pytest.mark.parametrize(
    "wrong",
    [
        {"production": {"personnel": {"union": -1}}},
        {"production": {"orders": [{"side": "confederate", "what": "naval_flotilla"}]}},
        {"production": {"augmented": ["Z0101"]}},
        {"construction": {"moved": {"C2516": "C2512X"}}},
        {"construction": {"stages": {"C2512": "mexico"}}},
        {"leader_pick": {"drawn": ["Napoleon"]}},
        {"sieges": {"first": "mexico"}},
        {"sieges": {"attacked": ["Z0101"]}},
        {"upkeep": {"sent": {"union.C2608": -1}}},
        {"standing": {"mexico": {}}},
        {"politics": {"points": {"mexico": 3}}},
        {"politics": {"captured": {"union": ["Z0101"]}}},
    ],
)
def test_documents_that_no_campaign_has(wrong: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        from_document({"scenario": "campaign_1861", **wrong})
    with pytest.raises(Unreadable, match="has no orders"):
        from_document({"scenario": "manassas_1861", "politics": {"emancipation": True}})


def test_documents_of_a_campaign_take_any_printed_id() -> None:
    read = from_document({"scenario": "campaign_1861", "politics": {"captured": {"union": ["A6104"]}}})
    assert read.politics.captured == {"union": ("C0104",)}
    sent = from_document({"scenario": "campaign_1861", "upkeep": {"sent": {"union.A6104": 4}}})
    assert sent.upkeep.sent == {"union.C0104": 4}
    fired = from_document({"scenario": "campaign_1861", "sieges": {"attacked": ["A6104"]}})
    assert fired.sieges.attacked == ("C0104",)
