"""The exact odds of a land combat, round by round (7).

The dice of a round are independent, so the hits of a side are a sum of binomials; what hits take is fixed by
7.6 once the owner's order is assumed. `exact` therefore follows every state that a round may leave, with its
probability as a fraction, by the functions that decide real combats (`shots`, `struck_by`, `may_besiege`).

Assumed of the players: both stay to the last round, nobody refuses combat, no gunboats help, a side's hits
strike its strongest group each time, and with 1 CP left beside a fort they strike that CP first.
"""

from collections.abc import Iterator, Mapping
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
    major_city_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.deciding import (
    by_losses,
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
    the attacker and of the defender, `fort` the steps that the defender's fort has left. `siege`: the
    attacker may besiege.
    """

    winner: str
    losses: tuple[int, int]
    fort: int
    siege: bool


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
    if outcome.over:
        return Result(next(iter(outcome.left), ""), losses, outcome.fort_left, False)
    before = fort_to_hit(position, battle, defender)
    works = at_works(position, battle)
    if before and not outcome.fort_left:
        works = major_city_in(position, battle.attack.spot)
    siege = works and may_besiege(position, battle)
    return Result(_winner(battle, works, siege), losses, outcome.fort_left, siege)


def _winner(battle: Battle, works: bool, siege: bool) -> str:
    """Who has won: what losses say after the last round, or an assault that has to leave (7.8, 12.2)."""
    attacker, defender = battle.attack.side, defender_of(battle)
    if battle.round < limits().combat_rounds:
        return UNDECIDED
    if works:
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
        tables.append(_table("fort", "steps that the fort has left", "7.6/6", steps))
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
