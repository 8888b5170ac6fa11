"""The exact odds of a land combat, round by round (7).

The dice of a round are independent, so the hits of a side are a sum of binomials. Once the owner's order is
assumed, what is left of a side depends on the number of hits that it has taken in all (7.6). So a state of a
combat is two numbers, the hits on either side, and its weight is a whole number over a power of 6. The
functions that decide real combats say which dice are thrown (`shots`), whom hits strike (`struck_by`) and
what follows (`may_besiege`).

Assumed of the players: both stay to the last round, nobody refuses combat, a side's hits strike its strongest
group each time (or in the order of its standing answer), and with 1 CP left beside a fort they strike that CP
first.
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
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Standing, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    fort_in,
    hqs_in,
    leaderless_in,
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
    strength,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import losses_by, struck_by
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import protections
from ironclad.domain.kernel.engine.citations import require

FACES = 6
UNDECIDED = "undecided"
Ways = list[int]
"""The number of ways in which dice make 0, 1, 2… hits."""


class Result(msgspec.Struct, frozen=True, order=True):
    """What a combat comes to after its rounds.

    `winner` is a side, "" for nobody, "undecided" where the rounds asked for were too few. `losses` are CP of
    the attacker and of the defender in the whole combat, `fort` the steps that the defender's fort loses from
    here. `siege`: the attacker may besiege, and does.
    """

    winner: str
    losses: tuple[int, int]
    fort: int
    siege: bool
    attacker: str


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
    battle = Battle(attack) if twin.battle is None else twin.battle.with_(attack=attack)
    twin.battle = battle
    fires = firing_fort(twin, battle, attack.side) or fort
    brta.evolvers[ArmiesShown](twin, ArmiesShown(attack.spot, attackers, defenders, leaderless, fires))
    return twin


def faces_that_hit(shot: Shot) -> int:
    """How many faces of one die of a shot hit."""
    return sum(is_hit(die, shot.modifiers, shot.needs) for die in range(1, FACES + 1))


def hit_ways(fired: list[Shot]) -> Ways:
    """In how many ways the dice of some shots make each number of hits: binomials, added up."""
    dice: dict[int, int] = {}
    for shot in fired:
        hitting = faces_that_hit(shot)
        dice[hitting] = dice.get(hitting, 0) + shot.count
    total = [1]
    for hitting, count in dice.items():
        one = [comb(count, n) * hitting**n * (FACES - hitting) ** (count - n) for n in range(count + 1)]
        total = _together(total, one)
    return total


def _together(one: Ways, other: Ways) -> Ways:
    """The ways of two handfuls of dice thrown at once."""
    found = [0] * (len(one) + len(other) - 1)
    for number, ways in enumerate(one):
        for more, also in enumerate(other):
            found[number + more] += ways * also
    return found


def _cut(ways: Ways, most: int) -> Ways:
    """Hits beyond what can be lost are without effect (7.6/7)."""
    return ways if len(ways) <= most + 1 else [*ways[:most], sum(ways[most:])]


@dataclass(frozen=True, slots=True)
class _Throw:
    """The dice of a side in one state: the ways of its hits, and of those in which its fort makes none."""

    ways: Ways
    silent: Ways


class _Combat:
    """A combat whose armies are shown, with what is asked of it again and again."""

    def __init__(self, position: Position) -> None:
        self.position, self.battle = position, battle_of(position)
        self.attacker, self.defender = self.battle.attack.side, defender_of(self.battle)
        self.left = {side: _ladder(position, self.battle, side) for side in SIDES}
        self.cp = {side: len(left) - 1 for side, left in self.left.items()}
        self.fort = fort_to_hit(position, self.battle, self.defender)
        self.steps = position.forts[self.fort].steps if self.fort else 0
        self.most = {**self.cp, self.defender: self.cp[self.defender] + self.steps}
        self.works = at_works(position, self.battle)
        self._thrown: dict[tuple[str, int, bool], _Throw] = {}
        attack = self.battle.attack
        self._protected = bool(protections(position, self.defender, attack.spot, attack.over_bridge))
        self.dice = {side: sum(shot.count for shot in self._shots(side, position)) for side in SIDES}

    @property
    def surrenders(self) -> int:
        """The hits that leave a reduced fort alone, which gives up if it made no hit; -1 for no fort."""
        return self.cp[self.defender] + self.steps - 1 if self.steps else -1

    def throw(self, side: str, hits: Mapping[str, int]) -> _Throw:
        """The dice of a side after so many hits on each, over 6 to the power of its dice at the start.

        They depend on its own state and on whether it has more cavalry than the enemy (7.9/1).
        """
        horse = {each: self._cavalry(each, hits[each]) for each in SIDES}
        key = (side, hits[side], horse[side] > horse[ENEMY[side]])
        if key not in self._thrown:
            fired = self._shots(side, self._after(hits))
            missing = FACES ** (self.dice[side] - sum(shot.count for shot in fired))
            guns = hit_ways([shot for shot in fired if shot.unit == "fort"])
            rest = [ways * missing for ways in hit_ways([shot for shot in fired if shot.unit != "fort"])]
            self._thrown[key] = _Throw(_together(guns, rest), [guns[0] * ways for ways in rest])
        return self._thrown[key]

    def _shots(self, side: str, position: Position) -> list[Shot]:
        return list(shots(position, battle_of(position), side, self._protected and side == self.attacker))

    def _cavalry(self, side: str, hits: int) -> int:
        return sum(units.cavalry for units in self.left[side][min(hits, self.cp[side])].values())

    def _after(self, hits: Mapping[str, int]) -> Position:
        """The position after so many hits on each side; both are left in it."""
        twin = self.position.copy()
        for side in SIDES:
            for group, units in self.left[side][min(hits[side], self.cp[side])].items():
                if group in twin.hqs:
                    twin.shown[group] = units
                elif units == NONE:
                    del twin.leaderless[side][group]
                else:
                    twin.leaderless[side][group] = units
        lost = max(0, hits[self.defender] - self.cp[self.defender])
        if lost:
            twin.forts[self.fort] = twin.forts[self.fort].with_(steps=self.steps - lost)
        return twin

    def is_over(self, on_attacker: int, on_defender: int) -> bool:
        """Whether a side has nothing left."""
        return on_attacker == self.most[self.attacker] or on_defender == self.most[self.defender]

    def result(self, on_attacker: int, on_defender: int, number: int, surrendered: bool) -> Result:
        """What the combat comes to after so many hits on each side, in round `number`."""
        lost = {
            self.attacker: min(on_attacker, self.cp[self.attacker]),
            self.defender: min(on_defender, self.cp[self.defender]),
        }
        fort = on_defender - lost[self.defender] + surrendered
        battle = self.battle.with_(
            round=number,
            losses={side: self.battle.losses[side] + count for side, count in lost.items()},
            scored={
                **self.battle.scored,
                self.attacker: self.battle.scored[self.attacker] + on_defender,
            },
            fort_hit=self.battle.fort_hit or on_defender > self.cp[self.defender],
        )
        losses = (battle.losses[self.attacker], battle.losses[self.defender])
        attacks = on_attacker < self.most[self.attacker]
        defends = on_defender < self.most[self.defender] and not surrendered
        if not (attacks and defends):
            winner = self.attacker if attacks else self.defender if defends else ""
            return Result(winner, losses, fort, False, self.attacker)
        siege = may_besiege(self.position, battle)
        return Result(self._winner(battle, siege), losses, fort, siege, self.attacker)

    def _winner(self, battle: Battle, siege: bool) -> str:
        """Who has won: what losses say after the last round, or an assault that has to leave (7.8, 12.2)."""
        if battle.round < limits().combat_rounds:
            return UNDECIDED
        if self.works:
            return by_losses(battle) if siege else self.defender
        return by_losses(battle) or self.defender


def _ladder(position: Position, battle: Battle, side: str) -> list[dict[str, Units]]:
    """What a side has left after 0, 1, 2… hits on its CP."""
    mine = groups(position, battle, side)
    order = position.standing.get(side, Standing()).struck
    found = [mine]
    for group in struck_by(mine, strength(mine), order):
        before = found[-1]
        found.append({**before, group: before[group].minus(losses_by(before, (group,))[group])})
    return found


Grid = list[list[int]]
"""Weights by the hits on the defender, and on the attacker."""


def exact(position: Position, rounds: int | None = None) -> dict[Result, Fraction]:
    """Every result of a combat whose armies are shown, with its probability; they add up to 1.

    `rounds` is how many are fought at most from here, all that the rules allow if left out. Hits of a round
    that are not taken yet are taken first.
    """
    combat = _Combat(position)
    number = combat.battle.round
    left = limits().combat_rounds - number
    left = left if rounds is None else min(left, rounds)
    pending = combat.battle.pending
    start = (pending.get(combat.attacker, 0), pending.get(combat.defender, 0))
    given_up = combat.battle.stage == "losses" and not combat.battle.fort_hits
    surrendered = given_up and start[1] == combat.surrenders and start[0] < combat.most[combat.attacker]
    if left == 0 or combat.is_over(start[0], start[1]) or surrendered:
        return {combat.result(start[0], start[1], number, surrendered): Fraction(1)}
    states, results = {start: 1}, dict[Result, Fraction]()
    dice = sum(combat.dice.values())
    for fought in range(1, left + 1):
        grid, gave_up = _round(combat, states)
        states, whole = {}, FACES ** (dice * fought)
        for on_defender, row in enumerate(grid):
            for on_attacker, weight in enumerate(row):
                if weight and (fought == left or combat.is_over(on_attacker, on_defender)):
                    result = combat.result(on_attacker, on_defender, number + fought, False)
                    results[result] = results.get(result, Fraction(0)) + Fraction(weight, whole)
                elif weight:
                    states[on_attacker, on_defender] = weight
        for on_attacker, weight in enumerate(gave_up):
            if weight:
                result = combat.result(on_attacker, combat.surrenders, number + fought, True)
                results[result] = results.get(result, Fraction(0)) + Fraction(weight, whole)
    return results


def _round(combat: _Combat, states: Mapping[tuple[int, int], int]) -> tuple[Grid, list[int]]:
    """The weights after one more round, and those of forts that gave up in it, by the hits on the
    attacker (7.7.1/4).
    """
    width, height = combat.most[combat.attacker], combat.most[combat.defender]
    grid = [[0] * (width + 1) for _ in range(height + 1)]
    gave_up = [0] * (width + 1)
    for (on_attacker, on_defender), weight in states.items():
        hits = {combat.attacker: on_attacker, combat.defender: on_defender}
        ours = _cut(combat.throw(combat.attacker, hits).ways, height - on_defender)
        throw = combat.throw(combat.defender, hits)
        theirs = _cut(throw.ways, width - on_attacker)
        for number, ways in enumerate(ours, on_defender):
            row, here = grid[number], weight * ways
            if here:
                for other, also in enumerate(theirs, on_attacker):
                    row[other] += here * also
        last = combat.surrenders - on_defender
        if combat.steps and 0 <= last < len(ours):
            here = weight * ours[last]
            for other, also in enumerate(_cut(throw.silent, width - on_attacker), on_attacker):
                if other < width:
                    grid[combat.surrenders][other] -= here * also
                    gave_up[other] += here * also
    return grid, gave_up
