"""The exact odds of a land combat, round by round (7).

The dice of a round are independent, so the hits of a side are a sum of binomials; what hits take is fixed by
7.6 once the owner's order is assumed. `exact` therefore follows every state that a round may leave, with its
probability as a fraction, by the functions that decide real combats (`shots`, `struck_by`, `may_besiege`).

Assumed of the players: both stay to the last round, nobody refuses combat, no gunboats help, a side's hits
strike its strongest group each time, and with 1 CP left beside a fort they strike that CP first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Attack
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    fort_in,
    hqs_in,
    leaderless_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.deciding import (
    by_losses,
    fort_surrenders,
    may_besiege,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import ArmiesShown
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.firing import Shot, is_hit, shots
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    at_works,
    battle_of,
    defender_of,
    firing_fort,
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
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.odds.odds_model import Chance, Forecast, Joint, Line, Modifier, Table

FACES = range(1, 7)
UNDECIDED = "undecided"


class Result(msgspec.Struct, frozen=True, order=True):
    """What a combat comes to after its rounds.

    `winner` is a side, "" for nobody, "undecided" where the rounds asked for were too few. `losses` are CP of
    the attacker and of the defender, `fort` steps that the fort lost. `siege`: the attacker may besiege.
    """

    winner: str
    losses: tuple[int, int]
    fort: int
    siege: bool


@dataclass(frozen=True)
class _State:
    """A state between rounds: its position, and whether the combat is over in it."""

    position: Position
    over: bool


def prepared(position: Position, attack: Attack, assumed: Mapping[str, Units]) -> Position:
    """A position in which the attack has begun and all armies are shown; `position` stays as it was.

    What the reader may not know of armies is taken from `assumed`, by HQ. Raises Refused where it is missing
    there, or where nobody is left to fight.
    """
    twin, side = position.copy(), ENEMY[attack.side]
    for hq in (*attack.hqs, *hqs_in(position, side, attack.spot)):
        if hq in assumed:
            twin.units[hq] = assumed[hq]
        require(twin.units_of(hq).known, "6.4/16", f"the odds need an assumption of what {hq} commands")
    attackers = {hq: twin.units_of(hq) for hq in attack.hqs}
    found = {hq: twin.units_of(hq) for hq in hqs_in(twin, side, attack.spot)}
    defenders = {hq: units for hq, units in found.items() if units != NONE}
    leaderless = leaderless_in(twin, side, attack.spot)
    require(strength(attackers) > 0, "2.5/1", "a lone HQ does not attack")
    fort = fort_in(twin, attack.spot, side)
    require(defenders or leaderless or fort, "7/1", "nobody is there to fight")
    twin.battle = Battle(attack)
    fires = firing_fort(twin, twin.battle, attack.side) or fort
    shown = ArmiesShown(attack.spot, attackers, defenders, leaderless, fires)
    brta.evolvers[ArmiesShown](twin, shown)
    return twin


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
    left = limits().combat_rounds - battle_of(position).round
    left = left if rounds is None else min(left, rounds)
    states: dict[Key, tuple[_State, Fraction]] = {}
    states[_key(position, False)] = (_State(position, False), Fraction(1))
    for _ in range(left):
        after: dict[Key, tuple[_State, Fraction]] = {}
        for state, weight in states.values():
            for next_state, chance in [(state, Fraction(1))] if state.over else _round(state.position):
                key = _key(next_state.position, next_state.over)
                known = after.get(key, (next_state, Fraction(0)))
                after[key] = (known[0], known[1] + weight * chance)
        states = after
    results: dict[Result, Fraction] = {}
    for state, weight in states.values():
        result = _result(position, state)
        results[result] = results.get(result, Fraction(0)) + weight
    return results


Key = tuple[object, ...]


def _key(position: Position, over: bool) -> Key:
    """What tells two states of one combat apart."""
    battle = battle_of(position)
    left = [tuple(sorted(groups(position, battle, side).items(), key=lambda each: each[0])) for side in SIDES]
    spot = fort_to_hit(position, battle, defender_of(battle))
    steps = position.forts[spot].steps if spot else 0
    scored = battle.scored[battle.attack.side] > 0
    return (over, *left, steps, battle.fort_hit, scored, tuple(sorted(battle.losses.items())))


def _round(position: Position) -> list[tuple[_State, Fraction]]:
    """What one more round may leave."""
    battle = battle_of(position)
    attacker, defender = battle.attack.side, defender_of(battle)
    found = bool(protections(position, defender, battle.attack.spot, battle.attack.over_bridge))
    ours = hit_counts(list(shots(position, battle, attacker, found)))
    fired = list(shots(position, battle, defender, False))
    guns = hit_counts([shot for shot in fired if shot.unit == "fort"])
    rest = hit_counts([shot for shot in fired if shot.unit != "fort"])
    states: dict[Key, tuple[_State, Fraction]] = {}
    for hits, chance in ours.items():
        for (theirs, silent), other in _defending(guns, rest).items():
            state = _after(position, {attacker: hits, defender: theirs}, int(not silent))
            key = _key(state.position, state.over)
            known = states.get(key, (state, Fraction(0)))
            states[key] = (known[0], known[1] + chance * other)
    return list(states.values())


def _defending(guns: dict[int, Fraction], rest: dict[int, Fraction]) -> dict[tuple[int, bool], Fraction]:
    """The defender's hits, and whether his fort scored none (7.7.1/4)."""
    found: dict[tuple[int, bool], Fraction] = {}
    for count, chance in guns.items():
        for more, other in rest.items():
            key = (count + more, count == 0)
            found[key] = found.get(key, Fraction(0)) + chance * other
    return found


def _after(position: Position, hits: Mapping[str, int], fort_hits: int) -> _State:
    """The state after a round with so many hits of each side, taken as assumed."""
    twin = position.copy()
    battle = battle_of(position)
    losses, fort_hit = dict(battle.losses), battle.fort_hit
    for side in SIDES:
        taken = min(hits[ENEMY[side]], losable(position, battle, side))
        mine = groups(position, battle, side)
        on_units = min(taken, strength(mine))
        for group, units in losses_by(mine, struck_by(mine, on_units)).items():
            take_from(twin, side, group, units)
            losses[side] += units.total
        spot = fort_to_hit(position, battle, side)
        if spot and taken > on_units:
            fort_hit = True
            _damage(twin, spot, taken - on_units)
    scored = {side: count + hits[side] for side, count in battle.scored.items()}
    twin.battle = battle.with_(
        round=battle.round + 1, losses=losses, scored=scored, fort_hit=fort_hit, fort_hits=fort_hits
    )
    if fort_surrenders(twin, twin.battle):
        twin.forts.pop(fort_to_hit(twin, twin.battle, defender_of(battle)))
    return _State(twin, any(not losable(twin, twin.battle, side) for side in SIDES))


def _damage(position: Position, spot: str, steps: int) -> None:
    """A fort loses steps, and is gone with its last."""
    left = position.forts[spot].steps - steps
    if left:
        position.forts[spot] = position.forts[spot].with_(steps=left)
    else:
        del position.forts[spot]


def _result(begun: Position, state: _State) -> Result:
    battle = battle_of(state.position)
    attacker, defender = battle.attack.side, defender_of(battle)
    spot = fort_to_hit(begun, battle_of(begun), defender)
    before = begun.forts[spot].steps if spot else 0
    after = state.position.forts[spot].steps if spot in state.position.forts else 0
    siege = not state.over and may_besiege(state.position, battle)
    losses = (battle.losses[attacker], battle.losses[defender])
    return Result(_winner(state, battle, siege), losses, before - after, siege)


def _winner(state: _State, battle: Battle, siege: bool) -> str:
    """Who has won: the side that is left, or what losses say after the last round (7.8, 12.2)."""
    attacker, defender = battle.attack.side, defender_of(battle)
    if state.over:
        return next((side for side in SIDES if losable(state.position, battle, side)), "")
    if battle.round < limits().combat_rounds:
        return UNDECIDED
    if at_works(state.position, battle):
        return by_losses(battle) if siege else defender
    return by_losses(battle) or ENEMY[attacker]


def forecast(position: Position, rounds: int | None = None) -> Forecast:
    """The odds of a combat whose armies are shown, as tables for readers."""
    battle, results = battle_of(position), exact(position, rounds)
    names = {each: each or "nobody" for each in (*SIDES, "", UNDECIDED)}
    sides = (battle.attack.side, defender_of(battle))
    won = {names[each]: probability for each, probability in sorted(_by(results, "winner").items())}
    tables = [
        _table("winner", "who has won", "7.8/1", won),
        *(_losses(results, number, side) for number, side in enumerate(sides)),
    ]
    if at_works(position, battle):
        met = sum((p for result, p in results.items() if result.siege), Fraction(0))
        tables.append(_table("siege", "the attacker may besiege", "12.2/1", {"yes": met, "no": 1 - met}))
    if fort_to_hit(position, battle, defender_of(battle)):
        steps = {str(fort): p for fort, p in sorted(_by(results, "fort").items())}
        tables.append(_table("fort", "steps that the fort loses", "7.6/6", steps))
    return Forecast(tuple(tables), _modifiers(position), _joint(results))


def _by(results: Mapping[Result, Fraction], field: str) -> dict[str, Fraction]:
    """Probabilities of the values of one field."""
    found: dict[str, Fraction] = {}
    for result, probability in results.items():
        value = getattr(result, field)
        found[value] = found.get(value, Fraction(0)) + probability
    return found


def _table(name: str, title: str, rule: str, rows: Mapping[str, Fraction]) -> Table:
    shown = tuple(Chance.of(what, probability) for what, probability in rows.items() if probability)
    return Table(name, title, rule, shown)


def _losses(results: Mapping[Result, Fraction], number: int, side: str) -> Table:
    """The CP that a side loses to hits."""
    found: dict[int, Fraction] = {}
    for result, probability in results.items():
        count = result.losses[number]
        found[count] = found.get(count, Fraction(0)) + probability
    rows = tuple(Chance.of(str(count), found[count]) for count in sorted(found))
    mean = sum((count * probability for count, probability in found.items()), Fraction(0))
    return Table(f"losses_{side}", f"CP that the {side} loses", "7.6/2", rows, float(mean))


def _modifiers(position: Position) -> tuple[Modifier, ...]:
    """What is added to dice in the next round, by side and name."""
    battle, found = battle_of(position), dict[Line, None]()
    for side in SIDES:
        for shot in shots(position, battle, side, False):
            for name, amount in shot.modifiers:
                found[Line(f"dice of {shot.unit}", name, amount, "7.1/6", side)] = None
    return tuple(Modifier(line, "1") for line in found)


def _joint(results: Mapping[Result, Fraction]) -> tuple[Joint, ...]:
    """Everything together, the most probable first."""
    ordered = sorted(results.items(), key=lambda each: (-each[1], each[0]))
    return tuple(
        Joint(
            {
                "winner": result.winner,
                "losses": list(result.losses),
                "fort": result.fort,
                "siege": result.siege,
            },
            str(probability),
            float(probability),
        )
        for result, probability in ordered
    )
