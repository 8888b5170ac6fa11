"""Recruiting: what is offered and sampled is accepted, everything due is placed or stated as lost."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games import ruleset
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.placing import PlaceReinforcements
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.recruiting import (
    ReinforcementsEnded,
    ReinforcementsReckoned,
)
from ironclad.domain.kernel.cases.cases import Given, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from tests.played import played_steps

ACW = ruleset("american_civil_war")


def at_recruitment(step: str = UNION, **changes: Any) -> Any:
    document = {"due": None, "turn": 9, "phase": "recruitment", "step": step, **changes}
    return starting_position(Given(scenario="bare_map", set=document), ACW)


@pytest.mark.parametrize("seed", range(12))
def test_one_sampled_command_places_everything(seed: int) -> None:
    position = at_recruitment(at_large=1, union_asp_lost_before=seed)
    for seat in (UNION, CONFEDERATE):
        (due,) = ACW.rules.due(position)
        assert (due.seat, due.kind) == (seat, "reinforcements")
        shares = [share for share in position.recruitment.shares if share.side == seat]
        command = decider.sample(ACW, position, due, Random(seed))
        assert isinstance(command, PlaceReinforcements)
        events, position = decider.execute(ACW, position, seat, command, SeededDice(seed))
        placed = sum(each.count for each in command.placements)
        lost = sum(
            each.count for event in events if isinstance(event, ReinforcementsEnded) for each in event.lost
        )
        assert placed + lost == sum(share.count for share in shares)
        assert lost == 0
    assert position.recruitment is None


@pytest.mark.parametrize("step", [UNION, CONFEDERATE])
def test_everything_offered_is_accepted(step: str) -> None:
    position = at_recruitment(step, at_large=1, leaders={"A": {"returns": 9}, "E": {"returns": 8}})
    (due,) = ACW.rules.due(position)
    offers = list(decider.legal(ACW, position, due.seat))
    assert len(offers) > 30
    for command in offers:
        decider.check(ACW, position, due.seat, command)


@pytest.mark.full
def test_terms_add_up_to_the_total_in_whole_games() -> None:
    for seed in (3, 4):
        for each in played_steps(ACW.name, seed):
            for event in each.events:
                if isinstance(event, ReinforcementsReckoned):
                    assert event.total == sum(term.amount for term in event.terms)
                    due = sum(
                        s.count for s in event.shares if event.side == CONFEDERATE or s.source != "volunteers"
                    )
                    assert event.total == due
