"""Production and politics of the Eagle variant hold in random play over years, with any mix of options."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.charts import month_of
from ironclad.domain.games.eagle_variant.board.map_files import SIDES
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement
from ironclad.domain.games.eagle_variant.rules.c09_production.events import IncomeReceived
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import PowerLeft
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step
from ironclad.domain.kernel.engine.records import Due

CAP = 3000
STAYS = 0.7
"""How often a side ends its movement rather than move on: the months pass quickly."""
MIXES = [
    ("historical", {}),
    ("balanced", {}),
    ("balanced", {"political_initiative": "on"}),
    ("balanced", {"blockade": "on", "election_1864": "on"}),
    ("historical", {"political_initiative": "off"}),
    ("historical", {"blockade": "off", "rivers": "off"}),
    ("empty_map", {"political_initiative": "on", "rivers": "on"}),
]
EVENTS = RULESET.storage.events


def readings(seed: int) -> dict[str, str]:
    """A value of each option, by a seed."""
    random = Random(f"readings {seed}")
    found = {name: random.choice(each.values) for name, each in RULESET.identity.options.items()}
    return {**found, "balanced_without_end": "no"}


def choice(position: Position, due: Due, random: Random) -> Command:
    if due.kind == "movement" and random.random() < STAYS:
        return EndMovement()
    return decider.sample(RULESET, position, due, random)


def years(seed: int, position: Position, cap: int = CAP) -> Iterator[Step]:
    """Random play to the end, or `cap` commands."""
    random, dice = Random(f"choices {seed}"), SeededDice(f"dice {seed}")
    for number in range(1, cap + 1):
        if position.ended is not None:
            return
        due = random.choice(RULESET.rules.due(position))
        command = choice(position, due, random)
        events, after = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        yield Step(number, position, due, command, events, after)
        position = after


def opening(scenario: str, options: dict[str, str], document: dict[str, Any] | None = None) -> Position:
    return RULESET.rules.initial(RULESET.rules.begin(scenario, options, document))


def written(position: Position) -> bytes:
    return canonical(RULESET.storage.to_document(position))


def hold(step: Step) -> None:
    """What is true of every position."""
    after = step.after
    for counted in (after.pools, after.naval, after.river_naval, after.rail_stock):
        assert min(counted.values()) >= 0, counted
    assert 0 <= after.blockading <= after.naval["usa"]
    assert set(after.pools) == {*SIDES, "france", "britain"}
    assert after.production is None or after.month in (3, 6, 9, 12)
    assert after.has("political_initiative") or not (after.war or after.politics.conscripted)
    present = {unit.nation for unit in after.units.values()}
    for power in ("france", "britain"):
        assert power in after.at_war or power not in present
    assert all(unit.space in after.board.spaces for unit in after.units.values())


def replayed(step: Step) -> bytes:
    """The position after a step, by its events as they are stored."""
    position = step.before.copy()
    for event in step.events:
        position = decider.evolve(RULESET, position, EVENTS.decode(*EVENTS.encode(event)))
    return written(position)


@pytest.mark.parametrize(("scenario", "options"), MIXES)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.rule("turn-order/3", "unit-production-and-placement/5", "advanced-optional-rules/8")
@pytest.mark.full
def test_years_of_random_play_hold_and_end(seed: int, scenario: str, options: dict[str, str]) -> None:
    last = None
    for step in years(seed, opening(scenario, options)):
        hold(step)
        assert replayed(step) == written(step.after)
        last = step.after
    assert last is not None
    assert last.ended is not None
    assert last.turn <= 55


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.full
def test_any_mix_of_readings_plays(seed: int) -> None:
    scenario = ("historical", "balanced", "empty_map")[seed % 3]
    last = None
    for step in years(seed, opening(scenario, readings(seed))):
        hold(step)
        last = step.after
    assert last is not None
    assert last.ended is not None
    again = RULESET.storage.from_document(RULESET.storage.to_document(last))
    assert written(again) == written(last)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_in_politics_and_production_is_accepted(seed: int) -> None:
    seen: Counter[str] = Counter()
    for step in years(seed, opening("historical", {} if seed % 2 else readings(seed))):
        if step.due.kind in ("movement", "battle_phase") or seen[step.due.kind] >= 4:
            continue
        seen[step.due.kind] += 1
        offered = list(decider.offers(RULESET, step.before, step.seat))
        assert offered
        for due, command in Random(seed).sample(offered, min(25, len(offered))):
            decider.decide(RULESET, step.before, step.seat, command, SeededDice(1), due.id)
    assert {"politics", "production"} <= set(seen) or seed % 2 == 0


def test_months_and_production_rounds_follow_the_calendar() -> None:
    produced = [
        step.after.turn
        for step in years(1, opening("balanced", {}))
        for event in step.events
        if isinstance(event, IncomeReceived) and event.nation == "usa"
    ]
    assert produced[0] == 4
    assert all(month_of(turn) in (3, 6, 9, 12) for turn in produced)
    assert produced == list(range(4, produced[-1] + 1, 3))
    assert len(produced) == 17


FRONTIER = {
    "war": True,
    "at_war": ["france", "britain"],
    "politics": {"qualified": True},
    "units": {
        **{
            f"usa_infantry_{number}": {"nation": "usa", "kind": "infantry", "space": space}
            for number, space in enumerate(["ON", "ON", "QC_W", "QC_W", "QC_E", "MX_C", "MX_C", "VA_E"], 1)
        },
        "britain_infantry_1": {"nation": "britain", "kind": "infantry", "space": "c_Toronto"},
        "france_infantry_1": {"nation": "france", "kind": "infantry", "space": "c_Mexico_City"},
    },
    "made": {"usa_infantry": 8, "britain_infantry": 1, "france_infantry": 1},
}
RARE = ("PowerLeft", "UprisingRolled", "VolunteersPlaced", "StatesRolled", "RiotsRolled", "UnitsRelocated")


@pytest.mark.rule("war-with-europe/18", "war-with-europe/19", "war-with-europe/20", "war-with-europe/21")
def test_wars_with_europe_and_emancipations_hold() -> None:
    """What random play from the set-up seldom comes to; a power that is beaten leaves nothing behind."""
    met: Counter[str] = Counter()
    options = {"political_initiative": "on", "rivers": "on", "elite_units": "on", "blockade": "on"}
    base = RULESET.storage.to_document(opening("empty_map", options))
    for seed in range(20):
        for step in years(seed, opening("empty_map", options, {**base, **FRONTIER}), cap=120):
            hold(step)
            met.update(type(event).__name__ for event in step.events)
            for event in step.events:
                if isinstance(event, PowerLeft):
                    assert step.after.pools[event.nation] == 0
                    assert event.nation in step.after.politics.defeated
    assert [name for name in RARE if not met[name]] == []
