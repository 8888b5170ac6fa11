"""A slow reference of the odds of land combats: every state is a position, every probability a fraction.

`combat_odds.exact` follows two numbers instead; the tests hold it against this.
"""

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import UNDECIDED, Result
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    major_city_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.deciding import (
    by_losses,
    may_besiege,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.firing import Shot, is_hit, shots
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    at_works,
    battle_of,
    defender_of,
    fort_to_hit,
    groups,
    losable,
    strength,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import (
    losses_by,
    struck_by,
    take_from,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import protections

FACES = range(1, 7)
FORT_STEPS: ContextVar[int] = ContextVar("steps of the fort as the combat is asked about")


def hit_chance(shot: Shot) -> Fraction:
    """The probability that one die of a shot hits."""
    return Fraction(sum(is_hit(die, shot.modifiers, shot.needs) for die in FACES), len(FACES))


def hit_counts(fired: list[Shot]) -> dict[int, Fraction]:
    """How many hits the dice of some shots make together, with probabilities: binomials added up."""
    total = {0: Fraction(1)}
    for shot in fired:
        chance, after = hit_chance(shot), dict[int, Fraction]()
        for hits in range(shot.count + 1):
            way = comb(shot.count, hits) * chance**hits * (1 - chance) ** (shot.count - hits)
            for before, weight in total.items():
                if way:
                    after[before + hits] = after.get(before + hits, Fraction(0)) + weight * way
        total = after
    return total


def exact(position: Position, rounds: int | None = None) -> dict[Result, Fraction]:
    """Every result of a combat whose armies are shown, with its probability; they add up to 1.

    `rounds` is how many are fought at most from here, all that the rules allow if left out.
    """
    spot = fort_to_hit(position, battle_of(position), defender_of(battle_of(position)))
    FORT_STEPS.set(position.forts[spot].steps if spot else 0)
    left = limits().combat_rounds - battle_of(position).round
    left = left if rounds is None else min(left, rounds)
    results: dict[Result, Fraction] = {}
    states = {_key(position): (position, Fraction(1))}
    for number in range(1, left + 1):
        after: dict[tuple[object, ...], tuple[Position, Fraction]] = {}
        for state, weight in states.values():
            for outcome, chance in _round(state):
                if number == left or outcome.over:
                    result = _result(state, outcome)
                    results[result] = results.get(result, Fraction(0)) + weight * chance
                    continue
                twin = _carried_out(state, outcome)
                known = after.get(_key(twin), (twin, Fraction(0)))
                after[_key(twin)] = (known[0], known[1] + weight * chance)
        states = after
    return results


def _key(position: Position) -> tuple[object, ...]:
    """What tells two states of one combat apart."""
    battle = battle_of(position)
    left = [tuple(sorted(groups(position, battle, side).items(), key=lambda each: each[0])) for side in SIDES]
    spot = fort_to_hit(position, battle, defender_of(battle))
    steps = position.forts[spot].steps if spot else 0
    scored = battle.scored[battle.attack.side] > 0
    return (*left, steps, battle.fort_hit, scored, tuple(sorted(battle.losses.items())))


class _Toll(msgspec.Struct, frozen=True):
    """What a number of hits takes from a side: CP by group, and steps of its fort."""

    units: dict[str, Units]
    lost: int
    fort: int


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a round may come to, before it is carried out.

    The combat after it, what each side loses, the steps that the defender's fort has left, whether the combat
    is over, and the sides that are left.
    """

    battle: Battle
    tolls: Mapping[str, _Toll]
    fort_left: int
    over: bool
    left: tuple[str, ...]


def _toll(position: Position, battle: Battle, side: str, taken: int) -> _Toll:
    mine = groups(position, battle, side)
    on_units = min(taken, strength(mine))
    return _Toll(losses_by(mine, struck_by(mine, on_units)), on_units, taken - on_units)


def _capped(counts: Mapping[int, Fraction], most: int) -> dict[int, Fraction]:
    """Hits beyond what can be lost are without effect (7.6/7)."""
    found: dict[int, Fraction] = {}
    for hits, chance in counts.items():
        found[min(hits, most)] = found.get(min(hits, most), Fraction(0)) + chance
    return found


def _round(position: Position) -> Iterator[tuple[_Outcome, Fraction]]:
    """What one more round may come to."""
    battle = battle_of(position)
    attacker, defender = battle.attack.side, defender_of(battle)
    found = bool(protections(position, defender, battle.attack.spot, battle.attack.over_bridge))
    counts = hit_counts(list(shots(position, battle, attacker, found)))
    ours = _capped(counts, losable(position, battle, defender))
    theirs = _defending(position, battle)
    suffered = {hits: _toll(position, battle, defender, hits) for hits in ours}
    paid = {hits: _toll(position, battle, attacker, hits) for hits, _ in theirs}
    for hits, chance in ours.items():
        for (other, silent), also in theirs.items():
            tolls = {defender: suffered[hits], attacker: paid[other]}
            yield _outcome(position, battle, tolls, silent), chance * also


def _defending(position: Position, battle: Battle) -> dict[tuple[int, bool], Fraction]:
    """The hits on the attacker that count, and whether the defender's fort scored none (7.7.1/4)."""
    fired = list(shots(position, battle, defender_of(battle), False))
    guns = hit_counts([shot for shot in fired if shot.unit == "fort"])
    rest = hit_counts([shot for shot in fired if shot.unit != "fort"])
    most, found = losable(position, battle, battle.attack.side), dict[tuple[int, bool], Fraction]()
    for count, chance in guns.items():
        for more, other in rest.items():
            key = (min(count + more, most), count == 0)
            found[key] = found.get(key, Fraction(0)) + chance * other
    return found


def _outcome(position: Position, battle: Battle, tolls: Mapping[str, _Toll], silent: bool) -> _Outcome:
    """The combat after both sides took their hits; a reduced fort alone that scored none surrenders."""
    attacker, defender = battle.attack.side, defender_of(battle)
    spot = fort_to_hit(position, battle, defender)
    steps = (position.forts[spot].steps if spot else 0) - tolls[defender].fort
    left = {side: strength(groups(position, battle, side)) - tolls[side].lost for side in SIDES}
    if steps == 1 and silent and not left[defender] and left[attacker]:
        steps = 0
    alive = tuple(side for side in SIDES if left[side] or (side == defender and steps))
    after = battle.with_(
        round=battle.round + 1,
        losses={side: battle.losses[side] + tolls[side].lost for side in SIDES},
        scored={
            side: battle.scored[side] + tolls[ENEMY[side]].lost + tolls[ENEMY[side]].fort for side in SIDES
        },
        fort_hit=battle.fort_hit or tolls[defender].fort > 0,
    )
    return _Outcome(after, tolls, steps, len(alive) < len(SIDES), alive)


def _carried_out(position: Position, outcome: _Outcome) -> Position:
    """The position after a round that leaves both sides."""
    twin = position.copy()
    for side, toll in outcome.tolls.items():
        for group, units in toll.units.items():
            take_from(twin, side, group, units)
    _leave_fort(twin, position, outcome)
    twin.battle = outcome.battle
    return twin


def _leave_fort(twin: Position, position: Position, outcome: _Outcome) -> None:
    spot = fort_to_hit(position, battle_of(position), defender_of(outcome.battle))
    if spot and outcome.fort_left:
        twin.forts[spot] = twin.forts[spot].with_(steps=outcome.fort_left)
    elif spot:
        del twin.forts[spot]


def _result(position: Position, outcome: _Outcome) -> Result:
    """What a combat comes to that ends with this round, or is followed no further."""
    battle = outcome.battle
    attacker, defender = battle.attack.side, defender_of(battle)
    losses = (battle.losses[attacker], battle.losses[defender])
    lost = FORT_STEPS.get() - outcome.fort_left
    if outcome.over:
        return Result(next(iter(outcome.left), ""), losses, lost, False, attacker)
    before = fort_to_hit(position, battle, defender)
    works = at_works(position, battle)
    if before and not outcome.fort_left:
        works = major_city_in(position, battle.attack.spot)
    siege = works and may_besiege(position, battle)
    return Result(_winner(battle, works, siege), losses, lost, siege, attacker)


def _winner(battle: Battle, works: bool, siege: bool) -> str:
    """Who has won: what losses say after the last round, or an assault that has to leave (7.8, 12.2)."""
    attacker, defender = battle.attack.side, defender_of(battle)
    if battle.round < limits().combat_rounds:
        return UNDECIDED
    if works:
        return by_losses(battle) if siege else defender
    return by_losses(battle) or ENEMY[attacker]
