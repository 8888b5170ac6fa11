"""Battles: whatever stands in a hex and whatever is answered, nothing is lost or made up."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import strength
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import LossesTaken
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import (
    Facts,
    Force,
    Part,
    force_strength,
    reckon_losses,
    resolve_outcome,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import steps, stored

DICE = range(1, 7)
# Hex to attack from, hex attacked: clear, over a minor river, rough, swamp, over a bridge, into a river loop.
GROUND = (
    ("2227", "2228"), ("4408", "4308"), ("2419", "2520"), ("3824", "3825"), ("4506", "4406"),
    ("0926", "1025"),
)  # fmt: skip


@st.composite
def forces(draw: st.DrawFn, multiplied: bool) -> Force:
    raw = draw(st.integers(1, 40))
    out = draw(st.integers(0, 10))
    parts = (Part("field", raw, draw(st.sampled_from((1, 2, 3))) if multiplied else 1, "9.3/1"),)
    leader = draw(st.sampled_from(("", "A")))
    raw, bonus, total = force_strength(parts, draw(st.integers(0, 3)) if leader else 0)
    flags = [draw(st.booleans()) for _ in range(2)]
    return Force(raw, parts, total, raw + out, leader, bonus, int(bool(leader)), *flags)


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    attacker = draw(forces(False))
    flags = [draw(st.booleans()) for _ in range(4)]
    return Facts(attacker, draw(forces(True)), *flags, whole_attacker=attacker.can_lose)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "loss_bonus_cumulative": st.just("cumulative"),
        "loss_base_whole_force": st.just("whole_force"),
        "attacker_mods_as_sp": st.just("strength_points"),
        "dl_uncapped": st.just("uncapped"),
    },
)


@pytest.mark.rule("9.6/5", "9.7/3", "9.8/3")
@given(facts(), OPTIONS)
def test_losses_never_exceed_what_is_there(known: Facts, options: dict[str, str]) -> None:
    for outcome_die, loss_die in product(DICE, DICE):
        outcome = resolve_outcome(known, outcome_die)
        losses = reckon_losses(known, outcome, loss_die, options)
        assert 1 <= outcome.row <= 6
        assert 1 <= losses.row <= 6
        assert 0 <= losses.defender <= known.defender.can_lose
        assert 0 <= losses.attacker <= known.attacker.can_lose


@pytest.mark.rule("9.3/5")
@given(st.integers(1, 60), st.integers(1, 60))
def test_ratio_modifiers_change_exactly_at_their_fractions(attacker: int, defender: int) -> None:
    one, other = (
        Force(points, (Part("field", points, 1, "9.3/1"),), points, points) for points in (attacker, defender)
    )
    found = {each.rule: each.amount for each in resolve_outcome(Facts(one, other), 3).modifiers}
    ratio = Fraction(attacker, defender)
    steps = ((Fraction(3), 2), (Fraction(3, 2), 1), (Fraction(1), 0), (Fraction(3, 4), -1), (Fraction(0), -2))
    assert found.get("9.3/5", 0) == next(amount for floor, amount in steps if ratio >= floor)


@pytest.mark.rule("9.4/1")
@given(facts())
def test_a_higher_die_is_never_worse_for_the_attacker(known: Facts) -> None:
    order = {"defender": 0, "draw": 1, "attacker": 2}
    winners = [order[resolve_outcome(known, die).winner] for die in DICE]
    assert winners == sorted(winners)


def stacks() -> st.SearchStrategy[dict[str, object]]:
    groups = st.fixed_dictionaries(
        {"kind": st.sampled_from(("asp", "asp", "msp", "cavalry")), "count": st.integers(1, 4)},
        optional={"demoralized": st.integers(1, 2), "oos": st.integers(1, 2), "battle_supply": st.just(True)},
    )
    return st.lists(groups, min_size=1, max_size=4).map(_stack)


def _stack(groups: list[dict[str, object]]) -> dict[str, object]:
    totals: Counter[str] = Counter()
    for group in groups:
        totals[str(group["kind"])] += int(str(group["count"]))
    return {**totals, "marked": [g for g in groups if set(g) - {"kind", "count"}]}


def _position(
    ground: tuple[str, str],
    attacking: dict[str, object],
    defending: dict[str, object],
    leaders: dict[str, int],
    besides: list[str],
) -> Position:
    origin, hex_id = ground
    others = {near: {"union": {"asp": 1}} for near in besides if near not in ground}
    document = {
        "scenario": "bare_map", "turn": 2, "phase": "operations", "step": "movement", "player": "union",
        "initiative": "union", "kentucky": "union", "standing": {"union": "never", "confederate": "never"},
        "forces": {**others, origin: {"union": attacking}, hex_id: {"confederate": defending}},
        "leaders": {
            letter: {"rating": rating, "hex": origin if letter in "ABCD" else hex_id}
            for letter, rating in leaders.items()
        },
    }  # fmt: skip
    return RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, document))


def _count(position: Position) -> Counter[str]:
    found: Counter[str] = Counter()
    for side in SIDES:
        for groups in position.forces[side].values():
            for group in groups:
                found[f"{side} {group.kind}"] += group.count
    return found


@pytest.mark.rule("9.1/1", "9.8/1", "9.8/4", "9.10/2", "16.0/2", "4.3/7")
@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(GROUND),
    stacks(),
    stacks(),
    st.dictionaries(st.sampled_from("ABEF"), st.integers(0, 3)),
    st.lists(st.sampled_from(("2229", "2129", "2328", "4307", "2519", "4405")), max_size=3),
    st.integers(0, 10_000),
)
def test_every_battle_ends_and_accounts_for_every_unit(
    ground: tuple[str, str],
    attacking: dict[str, object],
    defending: dict[str, object],
    leaders: dict[str, int],
    besides: list[str],
    seed: int,
) -> None:
    attacking = {**attacking, "asp": int(str(attacking.get("asp", 0))) + 1}
    position = _position(ground, attacking, defending, leaders, besides)
    before, random, dice = _count(position), Random(seed), SeededDice(seed)
    order = RULESET.storage.commands.read({"type": "move_force", "from": ground[0], "path": [ground[1]]})
    if not decider.is_legal(RULESET, position, "union", order):
        return  # a massed force, or one out of supply, may lack the movement points
    events, now = decider.execute(RULESET, position, "union", order, dice)
    for _ in range(40):
        if now.battle is None:
            break
        (due,) = RULESET.rules.due(now)
        offered = list(decider.legal(RULESET, now, due.seat))
        assert offered, f"nothing to answer {due.kind} with"
        more, now = decider.execute(RULESET, now, due.seat, random.choice(offered), dice)
        events += more
    assert now.battle is None
    lost: Counter[str] = Counter()
    for event in events:
        if isinstance(event, LossesTaken):
            for group in event.units:
                lost[f"{event.side} {group.kind}"] += group.count
        caught = getattr(event, "eliminated", ())
        lost["confederate cavalry"] += strength(caught)
    assert _count(now) + lost == before
    assert now.union_asp_lost == lost["union asp"]
    replayed = position.copy()
    for topic, body in stored(RULESET, events):
        decider.evolve(RULESET, replayed, RULESET.storage.events.decode(topic, body))
    assert RULESET.storage.to_document(replayed) == RULESET.storage.to_document(now)


@pytest.mark.rule("9.4/1", "9.6/1")
@settings(max_examples=8)
@given(st.integers(0, 40))
@pytest.mark.full
def test_a_played_game_moves_as_its_positions_say(seed: int) -> None:
    """Forces on the move and in battle are always among those that stand in their hex."""
    begun = RULESET.rules.begin("campaign", {}, None)
    for step in steps(RULESET, seed, begun):
        _assert_in_step(step.after)
        if step.number == 400:
            break


def _assert_in_step(position: Position) -> None:
    named = []
    if (moving := position.moving) is not None:
        named.append((moving.seat, moving.hex, moving.units))
        assert all(position.leaders[letter].hex == moving.hex for letter in moving.leaders)
    if (battle := position.battle) is not None:
        defender = "union" if battle.attacker == "confederate" else "confederate"
        named += [(battle.attacker, battle.hex, battle.attackers), (defender, battle.hex, battle.defenders)]
    for side, hex_id, units in named:
        standing = {group.alike(): group.count for group in position.groups(side, hex_id)}
        assert all(group.count <= standing.get(group.alike(), 0) for group in units)
