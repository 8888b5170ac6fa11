"""Random combats: nothing raises, CP are conserved, hits are taken, offers and checks agree (7, 12, 13)."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.document import problems
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    BattleEnded,
    CpEliminated,
    LossesTaken,
    RoundFired,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import losses_by, struck_by
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step

PLACES = (("LOU", "MUN"), ("SHE", "STA"), ("WIL", "YOR"), ("COH", "RIC"), ("SPI", "STL"), ("MUN", "NAS"))
"""Where the attack comes from, and where it goes: clear, difficult, fort, major city, over a bridge."""
SEEDS = tuple(range(60))


def force(random: Random) -> dict[str, int]:
    """What an army has."""
    return {
        "infantry": random.randint(0, 6),
        "cavalry": random.randint(0, 3),
        "artillery": random.randint(1, 4),
    }


def field(seed: int) -> tuple[Position, list[dict[str, Any]]]:
    """A combat that is about to begin, and the commands that begin it: entry, relief, assault or sortie."""
    random = Random(f"combat {seed}")
    start, spot = random.choice(PLACES)
    kind = random.choice(("entry", "entry", "relief", "assault", "sortie"))
    begun = RULESET.rules.initial(RULESET.rules.begin("empty_map", {}))
    document = RULESET.storage.to_document(begun)
    document["hqs"] = dict(document["hqs"])
    units = document.setdefault("units", {})

    def army(hq: str, where: str) -> None:
        experienced = random.random() < 0.5
        side = document["hqs"][hq]["side"]
        document["hqs"][hq] = {"side": side, "state": "map", "spot": where, "experienced": experienced}
        units[hq] = force(random)

    if spot == "YOR" or kind != "entry":
        start, spot = "WIL", "YOR"
        document["forts"] = {spot: {"side": "south", "steps": random.randint(1, 2)}}
    if random.random() < 0.5 and kind == "entry":
        document["leaderless"] = {"north": {}, "south": {spot: {"infantry": random.randint(1, 3)}}}
    for hq in ("lee", "bragg")[: random.randint(1, 2)]:
        army(hq, spot)
    begins = [{"type": "activate_hq", "hq": "grant"}, {"type": "march", "path": [spot]}]
    army("grant", start if kind == "entry" else spot)
    if kind != "entry":
        document["sieges"] = {spot: {"besieger": "north", "first_turn": 1}}
        army("buell", spot)
    if kind == "assault":
        begins[1] = {"type": "assault", "joined": random.choice(([], ["buell"]))}
    elif kind == "sortie":
        begins = [{"type": "activate_hq", "hq": "lee"}, {"type": "sortie", "joined": []}]
    elif kind == "relief":
        army("hood", "COH" if start == "COH" else "WIL")
        units.pop("bragg", None)
        document["hqs"]["bragg"] = begun_hq(begun, "bragg")
        begins = [{"type": "activate_hq", "hq": "hood"}, {"type": "march", "path": [spot]}]
    if kind in ("sortie", "relief"):
        document["taking"] = document["initiative"] = "south"
    document["agenda"] = {**document["agenda"], "layers": []}
    return RULESET.rules.initial(RULESET.rules.begin("empty_map", {}, document)), begins


def begun_hq(position: Position, hq: str) -> dict[str, Any]:
    """An HQ as it was, in reserve."""
    return {"side": position.hqs[hq].side}


def fought(seed: int) -> Iterator[Step]:
    """The steps of a random combat, from its activation until it is over."""
    position, begins = field(seed)
    dice, random = SeededDice(f"combat {seed}"), Random(f"choices {seed}")
    for number in range(1, 60):
        due = RULESET.rules.due(position)[0]
        if begins:
            command = RULESET.storage.commands.read(begins.pop(0))
        else:
            command = random.choice(list(RULESET.rules.handlers.offers[due.kind](position, due)))
        events, after = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        yield Step(number, position, due, command, events, after)
        position = after
        if not begins and position.battle is None:
            return
    raise AssertionError("a combat that does not end")


@cache
def combat(seed: int) -> tuple[Step, ...]:
    """The steps of `fought`, kept for all tests of a run."""
    return tuple(fought(seed))


def cp(position: Position, side: str) -> int:
    """All CP of a side."""
    armies = sum(position.units[hq].total for hq in position.hqs_of(side))
    return armies + sum(units.total for units in position.leaderless[side].values())


@pytest.mark.parametrize("seed", SEEDS)
def test_every_cp_that_is_gone_was_lost_in_an_event(seed: int) -> None:
    steps = combat(seed)
    first, last = steps[0].before, steps[-1].after
    events = [event for step in steps for event in step.events]
    for side in SIDES:
        lost = sum(
            units.total
            for event in events
            if isinstance(event, LossesTaken | CpEliminated) and event.side == side
            for units in event.losses.values()
        )
        assert cp(first, side) - cp(last, side) == lost == last.eliminated[ENEMY[side]]
    assert list(problems(last)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_hits_of_a_round_are_all_taken_and_no_more(seed: int) -> None:
    """7.6/7, 7.8/4."""
    taken: dict[str, int] = {}
    for step in combat(seed):
        for event in step.events:
            if isinstance(event, RoundFired):
                assert event.round <= 2
                assert not any(taken.values())
                taken = {ENEMY[side]: hits for side, hits in event.taken.items()}
            elif isinstance(event, LossesTaken):
                taken[event.side] -= sum(units.total for units in event.losses.values()) + event.fort
            elif isinstance(event, BattleEnded):
                assert not any(taken.values())


@pytest.mark.parametrize("seed", SEEDS[::4])
def test_what_is_offered_in_a_combat_is_legal_and_the_same_to_who_sees_less(seed: int) -> None:
    """6.4/20."""
    for step in combat(seed):
        for seat in RULESET.seats:
            offered = [canonical(each) for each in decider.legal(RULESET, step.before, seat)]
            for due, command in decider.offers(RULESET, step.before, seat):
                assert decider.is_legal(RULESET, step.before, seat, command, due.id), command
            seen = RULESET.sight.see(step.before, seat)
            assert [canonical(each) for each in decider.legal(RULESET, seen, seat)] == offered


def test_all_kinds_of_attack_and_of_ending_come_up() -> None:
    opened = {step.after.battle.attack.kind for seed in SEEDS for step in combat(seed) if step.after.battle}
    assert opened == {"entry", "assault", "sortie", "relief"}
    decisions = {step.due.kind for seed in SEEDS for step in combat(seed)}
    assert {"defender_stays", "attacker_stays", "hits", "retreat", "relief"} <= decisions


def test_losses_spread_over_groups_leave_no_type_below_zero() -> None:
    """7.6/2, 7.6/4."""
    random = Random(5)
    for _ in range(200):
        groups = {name: Units(*(random.randint(0, 3) for _ in range(3))) for name in ("lee", "bragg", "RIC")}
        groups = {name: units for name, units in groups.items() if units.total}
        count = random.randint(0, sum(units.total for units in groups.values()))
        lost = losses_by(groups, struck_by(groups, count, random.sample(sorted(groups), len(groups))))
        assert sum(units.total for units in lost.values()) == count
        for name, units in lost.items():
            assert units.within(groups[name])
